"""Looking for many words and phrases at once in a short text."""

import re
from collections.abc import Callable, Iterable

from specdex.extraction.fields.vocabulary.pricing import LEAST_WORDS, NOT_THE_PRICE, PRICE_WORDS

try:
    from specdex.extraction import _compiled
except ImportError:  # built without a C compiler
    _compiled = None

__all__ = ["Phrases", "announces_least", "announces_price", "speaks_of_other", "words_of"]

_WORD = re.compile(r"[^\W\d_]+")
_words: Callable[[str], list[str]] = _compiled.letter_words if _compiled else _WORD.findall
_STEM = 5
UNSPACED = 0x0E00
"""From this letter on, scripts write without blanks."""


def words_of(text: str) -> dict[str, None]:
    """The words of *text*, each once, in order."""
    return dict.fromkeys(_words(text))


def _is_unspaced(text: str) -> bool:
    """Whether *text* holds letters of scripts that write without blanks."""
    for character in text:  # noqa: SIM110 - a loop compiles well
        if "\u0e00" <= character <= "\uffdc":
            return True
    return False


class Phrases:
    """Phrases, found by their first word; those of scripts without blanks one by one."""

    __slots__ = ("by_word", "unspaced")

    def __init__(self, phrases: Iterable[str]) -> None:
        self.by_word: dict[str, tuple[str, ...]] = {}
        unspaced = []
        for phrase in phrases:
            first = _WORD.search(phrase)
            if first is None or ord(first.group()[0]) >= UNSPACED:
                unspaced.append(phrase)
            else:
                word = first.group()
                self.by_word[word] = (*self.by_word.get(word, ()), phrase)
        self.unspaced = tuple(unspaced)

    def within(self, text: str, words: Iterable[str] | None = None) -> list[str]:
        """The phrases that *text*, in lower case, holds; *words* are its words if known."""
        found: list[str] = []
        for word in words_of(text) if words is None else words:
            phrases = self.by_word.get(word)
            if phrases is not None:
                found += [phrase for phrase in phrases if phrase in text]
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


def speaks_of_other(context: str) -> bool:
    """Whether words around an amount say that it is not what the product costs now.

    >>> speaks_of_other("free shipping over"), speaks_of_other("our price")
    (True, False)
    """
    for word in _words(context):
        if word in _WORDS or word[:_STEM] in _STEMS:
            return True
        if word in _OTHER.by_word and _holds(context, _OTHER.by_word[word]):
            return True
    if "/" in context and _holds(context, _OTHER_SIGNS):
        return True
    return not context.isascii() and _holds(context, _OTHER_UNSPACED)


def announces_price(lead: str) -> bool:
    """Whether the last words before an amount announce a price.

    >>> announces_price("our price: "), announces_price("model ")
    (True, False)
    """
    return not PRICE_WORDS.isdisjoint(_words(lead)[-3:])


def announces_least(lead: str) -> bool:
    """Whether the last word before an amount says that prices only begin there.

    >>> announces_least("12 used & new from ")
    True
    """
    last = _words(lead)[-2:]
    return bool(last) and (last[-1] in LEAST_WORDS or " ".join(last) in LEAST_WORDS)
