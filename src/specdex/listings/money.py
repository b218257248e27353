# cython: boundscheck=False, wraparound=False
"""Amounts of money in running text, whatever the language."""

import re
from functools import lru_cache
from typing import NamedTuple

from specdex.money import (
    DOUBTFUL_SIGNS,
    LIST_WORDS,
    SIGN_CHARACTERS,
    SIGNS,
    currency_code,
    plain_number,
)

__all__ = ["Amount", "amounts", "currency_of", "numbers", "of_numbers", "value_of"]

DOLLARS = {
    sign.removesuffix("$").upper(): codes[0]
    for sign, codes in SIGNS.items()
    if sign.endswith("$") and len(codes) == 1
}
"""What stands before a dollar sign, and the currency it makes of it."""
OPEN = frozenset({"$", "¥", "\uffe5", "元", "Rs"})
"""Signs of several countries that a list leaves open."""
CROWNS = "kr"
"""The sign of several countries that each use it alone."""

_WORDS = "|".join(sorted(map(re.escape, LIST_WORDS), key=lambda word: (-len(word), word)))
_SIGN = re.compile(rf"[{''.join(sorted(SIGN_CHARACTERS))}]|(?:{_WORDS})")
_COUNTRY = re.compile(r"(?<![A-Za-z])(?:([A-Z]{2,3})[ \xa0]?|([A-Z]))\Z")
_COUNTRIES = frozenset(DOLLARS) | LIST_WORDS
_PREFIXES = frozenset("$£₹¥￥₱₩₦")
"""Signs that stand before their number."""
_ENDS = frozenset(word[-1] for word in LIST_WORDS) | SIGN_CHARACTERS
_STARTS = frozenset(word[0] for word in LIST_WORDS) | SIGN_CHARACTERS
_TAILS = frozenset(word[-2:] for word in LIST_WORDS)
_HEADS = frozenset(word[:2] for word in LIST_WORDS)
_DASHES = frozenset({",-", ":-", ",\u2013", ",\u2014"})
_GAPS = frozenset(" \n\xa0\u202f.:")
_SPACES = " \t\n\r\x0b\x0c\x1c\x1d\x1e\x1f\x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005"
_SPACES += "\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000"
"""What a pattern calls white space."""
_BLANKS = frozenset(" \xa0\u202f")
_ZEROS = "0\u0660\u06f0\u0966\u09e6\u0be6\u0e50\uff10"
"""The zeros of the digits that prices are printed in; the other nine follow each."""
_GROUPS = ".,' \u2009\u202f\xa0"
"""What stands between the thousands."""
DIGIT, GAP, BLANK, MARK, LAST, FIRST, GROUPING, SPACE = (1 << bit for bit in range(8))
"""What a character may mean: a digit, what parts a sign from its number, a sign, the last or first
letter of a word that is one, what stands between thousands, white space.
"""
PLANE = 0x10000
MAX_DIGITS = 9
"""Digits of a number before its first thousand."""


def _meanings() -> bytes:
    """What each character means, in bits."""
    found = bytearray(PLANE)
    for flag, characters in (
        (DIGIT, [chr(ord(zero) + digit) for zero in _ZEROS for digit in range(10)]),
        (GAP, _GAPS),
        (BLANK, _BLANKS),
        (MARK, SIGN_CHARACTERS),
        (LAST, _ENDS),
        (FIRST, _STARTS | {",", ":"}),
        (GROUPING, _GROUPS),
        (SPACE, _SPACES),
    ):
        for character in characters:
            found[ord(character)] |= flag
    return bytes(found)


_KEPT = _meanings()
_MEANINGS = _KEPT
"""The same, which compiled code reads where it lies."""
_ANY_NUMBER = re.compile(r"\d[\d.,']*")
MAX_GAP = 2
"""Characters between a sign and the number behind it."""
LONGEST = max(map(len, LIST_WORDS))
COUNTRY = 5
"""Characters before a sign that may say whose it is."""


class Amount(NamedTuple):
    """An amount as printed: where in the text, and its number."""

    start: int
    stop: int
    number: str

    @property
    def value(self) -> float:
        """How much it is."""
        return value_of(self.number)


def amounts(text: str) -> list[Amount]:
    """The amounts of money in *text*.

    >>> [amount.value for amount in amounts("was 1.299,00 €, now US $ 999")]
    [1299.0, 999.0]
    """
    return of_numbers(text, numbers(text))


def of_numbers(text: str, places: list[tuple[int, int]]) -> list[Amount]:
    """The amounts among the numbers at *places* of *text*."""
    found: list[Amount] = []
    reached = 0
    for first, last in places:
        start = _begin(text, first, reached)
        stop = last if start >= 0 else _finish(text, last)
        if stop > 0:
            found.append(Amount(start if start >= 0 else first, stop, text[first:last]))
            reached = stop
    return found


def numbers(text: str) -> list[tuple[int, int]]:
    """Where numbers begin and end that stand beside what may be part of a sign."""
    found: list[tuple[int, int]] = []
    size, reached = len(text), 0
    for place in _starts(text):
        if place >= reached:
            stop = _number_end(text, place, size)
            if _signed_before(text, place, size) or _signed_behind(text, stop, size):
                found.append((place, stop))
                reached = stop
    return found


def _starts(text: str) -> list[int]:
    """Where digits begin."""
    found = []
    was_digit = False
    for place, character in enumerate(text):
        code = ord(character)
        is_digit = code < PLANE and _MEANINGS[code] & DIGIT > 0
        if is_digit and not was_digit:
            found.append(place)
        was_digit = is_digit
    return found


def _meaning(text: str, place: int, size: int) -> int:
    """What the character at *place* means, in bits; nothing outside the text."""
    if place < 0 or place >= size:
        return 0
    character = ord(text[place])
    return _MEANINGS[character] if character < PLANE else 0


def _number_end(text: str, first: int, size: int) -> int:
    """Where the number that begins at *first* ends."""
    place = first + 1
    while place - first < MAX_DIGITS and _meaning(text, place, size) & DIGIT:
        place += 1
    while (
        _meaning(text, place, size) & GROUPING
        and _meaning(text, place + 1, size) & DIGIT
        and _meaning(text, place + 2, size) & DIGIT
        and _meaning(text, place + 3, size) & DIGIT
        and not _meaning(text, place + 4, size) & DIGIT
    ):
        place += 4
    ahead = place + (_meaning(text, place, size) & SPACE > 0)
    if ahead >= size or (text[ahead] != "." and text[ahead] != ","):
        return place
    ahead += 1 + (_meaning(text, ahead + 1, size) & SPACE > 0)
    if not _meaning(text, ahead, size) & DIGIT:
        return place
    ahead += 2 if _meaning(text, ahead + 1, size) & DIGIT else 1
    return place if _meaning(text, ahead, size) & DIGIT else ahead


def _signed_before(text: str, place: int, size: int) -> bool:
    """Whether what stands before the number at *place* may end a sign."""
    last = place - 1
    while place - last <= MAX_GAP and _meaning(text, last, size) & GAP:
        last -= 1
    meaning = _meaning(text, last, size)
    if meaning & MARK or not meaning & LAST:
        return meaning & MARK > 0
    return text[max(0, last - 1) : last + 1] in _TAILS or text[last] in _TAILS


def _signed_behind(text: str, stop: int, size: int) -> bool:
    """Whether what stands behind the number that ends at *stop* may begin a sign."""
    first = stop + (_meaning(text, stop, size) & BLANK > 0)
    meaning = _meaning(text, first, size)
    if meaning & MARK or not meaning & FIRST:
        return meaning & MARK > 0
    head = text[first : first + 2]
    return head in _HEADS or head in _DASHES or text[first] in _HEADS


def _begin(text: str, place: int, reached: int) -> int:
    """Where the sign before the number at *place* begins; -1 where there is none."""
    last = place - 1
    while last >= reached and place - last <= MAX_GAP and text[last] in _GAPS:
        last -= 1
    if last < reached or text[last] not in _ENDS:
        return -1
    if text[last] in SIGN_CHARACTERS:
        country = _COUNTRY.search(text, max(reached, last - COUNTRY), last)
        return country.start() if country and (country[1] or country[2]) in _COUNTRIES else last
    if text[last - 1 : last + 1] not in _TAILS and text[last] not in _TAILS:
        return -1
    first = last
    while first > reached and text[first - 1].isalpha() and last - first < LONGEST:
        first -= 1
    return first if text[first : last + 1] in LIST_WORDS else -1


def _finish(text: str, place: int) -> int:
    """Where the sign behind the number that ends at *place* ends; -1 where there is none."""
    head = text[place : place + 2]
    if head in _DASHES:
        return place + 2
    if head[:1] in _BLANKS:
        place += 1
        head = text[place : place + 2]
    first = head[:1]
    if first in SIGN_CHARACTERS:
        next_one = text[place + 1 : place + 3].strip()[:1]
        return -1 if first in _PREFIXES and next_one.isdigit() else place + 1
    if head not in _HEADS and first not in _HEADS:
        return -1
    stop = place + 1
    while stop < len(text) and text[stop].isalpha() and stop - place <= LONGEST:
        stop += 1
    return stop if text[place:stop] in LIST_WORDS else -1


@lru_cache(maxsize=4096)
def value_of(number: str) -> float:
    """The value of a printed number, whichever way it groups its digits.

    >>> value_of("1 299,50"), value_of("1,299"), value_of("12.9")
    (1299.5, 1299.0, 12.9)
    """
    return float(plain_number("".join(number.split())))


def currency_of(price: str, site: str = "", language: str = "") -> str:
    """The ISO code of the currency that *price* is printed in; empty where that is open.

    >>> currency_of("C$19.99"), currency_of("24,95 EUR"), currency_of("$5")
    ('CAD', 'EUR', '')
    >>> currency_of("499 kr", "shop.example", "da")
    'DKK'
    """
    return _currency(_ANY_NUMBER.sub("0", price), site, language)


@lru_cache(maxsize=1024)
def _currency(price: str, site: str, language: str) -> str:
    for amount in amounts(price):
        printed = price[amount.start : amount.stop]
        sign = _SIGN.search(printed)
        if sign is None:
            return ""
        if sign[0] == "$":
            return DOLLARS.get(printed[: sign.start()].strip(), "")
        return "" if _is_open(sign[0], site, language) else currency_code(sign[0], site, language)
    return ""


def _is_open(sign: str, site: str, language: str) -> bool:
    """Whether *sign* may mean several currencies, and the page does not say where it is at home."""
    if sign.lower() == CROWNS:
        return not {site.rpartition(".")[2], language.lower()[:2]} & set(DOUBTFUL_SIGNS[CROWNS])
    return sign in OPEN
