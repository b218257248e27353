# cython: boundscheck=False, wraparound=False
"""A page's text in lower case, as long as before."""

from array import array
from sys import byteorder

__all__ = ["lowered"]

GROWING, DEPENDING = "\u0130", "\u03a3"
"""The only letter that grows in lower case, and the only one whose neighbours matter."""
TABLED = 0x2E00
"""Characters whose lower case stands in a table; few scripts beyond know capitals."""
UNCASED = ((TABLED, 0xA640), (0xAC00, 0xD800), (0xE000, 0xFF00))
"""Where no capitals are beyond: Chinese and Japanese, Korean, signs of one's own."""
_UNITS = "utf-16-le" if byteorder == "little" else "utf-16-be"
_COMPILED = __name__.endswith("_compiled")


def _table() -> "array[int]":
    """The lower case of the first characters; 0 where a letter by itself does not tell."""
    known = "".join(map(chr, range(TABLED))).replace(GROWING, "\0").replace(DEPENDING, "\0")
    return array("H", known.lower().encode(_UNITS))


_TABLE = _table()


def lowered(text: str) -> str:
    """*text* in lower case and as long as before.

    >>> lowered("Größe: 5 ÄÖÜ"), lowered("ÇİN")
    ('größe: 5 äöü', 'çin')
    """
    low = _by_letter(text) if _COMPILED and not text.isascii() else ""
    if low or not text:
        return low
    low = text.lower()
    return low if len(low) == len(text) else text.replace(GROWING, "I").lower()


def _by_letter(text: str) -> str:
    """The same, a letter at a time; empty where that does not suffice.

    Python does this with memory for three letters each, in case they grow.
    """
    letters = array("H", bytes(2 * len(text)))
    units, table = letters, _TABLE
    for at, character in enumerate(text):
        place = ord(character)
        small = table[place] if place < TABLED else _beyond(place)
        if not small:
            return ""
        units[at] = small
    return letters.tobytes().decode(_UNITS)


def _beyond(place: int) -> int:
    """The same for a character that no table has; 0 where it may be a capital or no character."""
    for first, end in UNCASED:
        if first <= place < end:
            return place
    return 0
