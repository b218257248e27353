"""Looking for many words and phrases at once in a short text."""

import re
from collections.abc import Iterable, Sequence

from specdex.lexicon import phrases, words

__all__ = [
    "PRICE_WORDS",
    "Phrases",
    "Words",
    "announces_least",
    "announces_price",
    "announces_regular",
    "count_letters",
    "is_letter",
    "letter_words",
    "speaks_of_other",
]

NOT_THE_PRICE = phrases("prices.not_now")
PRICE_WORDS, LEAST_WORDS = words("prices.now"), words("prices.least")
REGULAR, REGULAR_WORDS, SIGN_LETTERS = words("prices.regular"), 3, 3
_WORD = re.compile(r"[^\W\d_]+")
_PLACES = 8_192
"""Places in the table of words that are looked for, a power of two."""
_STEM = 5
UNSPACED = 0x0E00
"""From this letter on, scripts write without blanks."""


class Words:
    """Words that are looked for among all those of a text, told by a few of their letters."""

    __slots__ = ("known", "places")

    def __init__(self, known: Iterable[str]) -> None:
        self.known = frozenset(known)
        taken = {_place(word, 0, len(word)) for word in self.known}
        self.places = bytes(place in taken for place in range(_PLACES))

    def among(self, text: str) -> list[str]:
        """The known words of *text*, each once, in order.

        >>> Words({"no", "stock"}).among("no, there is no stock")
        ['no', 'stock']
        """
        found: list[str] = []
        begin, at = -1, -1
        for character in text:
            at += 1
            if is_letter(character):
                if begin < 0:
                    begin = at
            elif begin >= 0:
                if self.places[_place(text, begin, at)]:
                    self.note(text[begin:at], found)
                begin = -1
        if begin >= 0:
            self.note(text[begin:], found)
        return found

    def note(self, word: str, found: list[str]) -> None:
        """Append *word* to *found* if it is known, and new."""
        if word in self.known and word not in found:
            found.append(word)


def letter_words(text: str) -> list[str]:
    """The words of *text*: stretches of letters.

    >>> letter_words("USB-C, 2 ports")
    ['USB', 'C', 'ports']
    """
    found: list[str] = []
    begin, at = -1, -1
    for character in text:
        at += 1
        if is_letter(character):
            if begin < 0:
                begin = at
        elif begin >= 0:
            found.append(text[begin:at])
            begin = -1
    if begin >= 0:
        found.append(text[begin:])
    return found


def _place(text: str, begin: int, end: int) -> int:
    """Where a table has the word between *begin* and *end*: by its length and three letters."""
    size = end - begin
    middle = ord(text[begin + size // 2]) * 31 + ord(text[end - 1])
    return (ord(text[begin]) * 961 + middle * 7 + size * 127) & (_PLACES - 1)


def count_letters(low: str, begin: int, end: int) -> int:
    """How many letters stand between *begin* and *end*."""
    count = 0
    for at in range(begin, end):
        count += low[at].isalpha()
    return count


def is_letter(character: str) -> bool:
    """Whether *character* is part of a word: a letter, and no digit."""
    if character < "\x80":
        return "a" <= character <= "z" or "A" <= character <= "Z"
    return character.isalnum() and not character.isdecimal()


def _is_unspaced(text: str) -> bool:
    """Whether *text* holds letters of scripts that write without blanks."""
    for character in text:  # noqa: SIM110 - a loop compiles well
        if "\u0e00" <= character <= "\uffdc" and character.isalnum():
            return True
    return False


def _begins(text: str, lead: str, phrases: tuple[str, ...]) -> bool:
    """Whether one of *phrases*, which begin with *lead*, stands in *text*."""
    at = text.find(lead) if phrases else -1
    while at >= 0 and not text.startswith(phrases, at):
        at = text.find(lead, at + 1)
    return at >= 0


class Phrases:
    """Phrases, found by their first word; those of scripts without blanks one by one."""

    __slots__ = ("by_word", "led", "unspaced")

    def __init__(self, phrases: Iterable[str]) -> None:
        self.by_word: dict[str, tuple[str, ...]] = {}
        self.led: dict[str, tuple[str, tuple[str, ...], tuple[str, ...]]] = {}
        """By their first word: that word and a blank, the phrases that begin so, and the others."""
        unspaced = []
        for phrase in phrases:
            first = _WORD.search(phrase)
            if first is None or ord(first.group()[0]) >= UNSPACED:
                unspaced.append(phrase)
            else:
                word = first.group()
                self.by_word[word] = (*self.by_word.get(word, ()), phrase)
        self.unspaced = tuple(unspaced)
        for word, each in self.by_word.items():
            lead = f"{word} "
            led = tuple(phrase for phrase in each if phrase.startswith(lead))
            self.led[word] = lead, led, tuple(phrase for phrase in each if phrase not in led)

    def within(self, text: str, words: Iterable[str] | None = None) -> list[str]:
        """The phrases that *text*, in lower case, holds; *words* are its words if known."""
        found: list[str] = []
        for word in dict.fromkeys(letter_words(text)) if words is None else words:
            known = self.led.get(word)
            if known is not None:
                lead, led, phrases = known
                if _begins(text, lead, led):
                    phrases = self.by_word[word]
                found += [phrase for phrase in phrases if phrase == word or phrase in text]
        if not text.isascii() and _is_unspaced(text):
            found += [phrase for phrase in self.unspaced if phrase in text]
        return found


_OTHER = Phrases(phrase for phrase in NOT_THE_PRICE if not _WORD.fullmatch(phrase))
_OTHER_UNSPACED = tuple(phrase for phrase in NOT_THE_PRICE if ord(phrase[0]) >= UNSPACED)
_OTHER_SIGNS = tuple(phrase for phrase in NOT_THE_PRICE if not phrase[0].isalpha())
_WORDS = frozenset(phrase for phrase in NOT_THE_PRICE if _WORD.fullmatch(phrase))
_STEMS = frozenset(word[:_STEM] for word in _WORDS if len(word) >= _STEM)


def _holds(text: str, phrases: tuple[str, ...]) -> bool:
    for phrase in phrases:  # noqa: SIM110 - a loop compiles well
        if phrase in text:
            return True
    return False


def speaks_of_other(context: str, words: Sequence[str]) -> bool:
    """Whether *words*, those of the *context* of an amount, say that it is not today's price.

    >>> [speaks_of_other(text, text.split()) for text in ("free shipping over", "our price")]
    [True, False]
    """
    for word in words:
        if word in _WORDS or word[:_STEM] in _STEMS:
            return True
        phrases = _OTHER.by_word.get(word)
        if phrases is not None and _holds(context, phrases):
            return True
    if "/" in context and _holds(context, _OTHER_SIGNS):
        return True
    return not context.isascii() and _is_unspaced(context) and _holds(context, _OTHER_UNSPACED)


def announces_price(lead: Sequence[str]) -> bool:
    """Whether the last words before an amount announce a price.

    >>> announces_price(["our", "price"]), announces_price(["model"])
    (True, False)
    """
    return not PRICE_WORDS.isdisjoint(lead[-3:])


def announces_least(lead: Sequence[str]) -> bool:
    """Whether the last word before an amount says that prices only begin there.

    >>> announces_least(["used", "new", "from"])
    True
    """
    last = lead[-2:]
    return bool(last) and (last[-1] in LEAST_WORDS or " ".join(last) in LEAST_WORDS)


def announces_regular(lead: Sequence[str]) -> bool:
    """Whether the last words before an amount say that it is what a product costs as a rule.

    >>> announces_regular(["regular", "price"]), announces_regular(["regular", "sale", "price"])
    (True, False)
    """
    end = len(lead)
    if end > 1 and len(lead[-1]) <= SIGN_LETTERS:  # the letters of a sign
        end -= 1
    for begin in range(max(0, end - REGULAR_WORDS), end):
        if " ".join(lead[begin:end]) in REGULAR or " ".join(lead[begin:]) in REGULAR:
            return True
    return False
