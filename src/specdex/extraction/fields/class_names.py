"""What class names and ids say about an element, remembered: a site repeats them endlessly."""

import re
from array import array
from collections.abc import Iterable

from specdex.extraction.fields.view import View
from specdex.lexicon import phrases
from specdex.text import HUMPS

__all__ = [
    "BRAND",
    "MAX_NAMES",
    "OLD_PRICE",
    "OTHER_PRICE",
    "PRICE",
    "REMEMBERED",
    "TRAIL",
    "Pieces",
    "mark_of",
    "price_mark_of",
]

REMEMBERED = 2048
MAX_NAMES = 300
"""Characters of a class attribute that are looked at."""


PRICE, OLD_PRICE, OTHER_PRICE, BRAND, TRAIL = (1 << bit for bit in range(5))
"""The marks, a bit each."""

SHORT_PIECE = 5
"""Letters of a piece that may be part of another word: old in sold, unit in community."""
LETTERS = 31


def _letters(low: str) -> int:
    """The letters of *low*, a bit each; some share one."""
    found = 0
    for letter in low:
        found |= 1 << (ord(letter) & LETTERS)
    return found


class Pieces:
    """Pieces of class names and the marks they stand for; their letters tell most away."""

    __slots__ = ("letters", "marks", "pieces")

    def __init__(self, *marks: tuple[int, tuple[str, ...]]) -> None:
        self.pieces = [piece for _, pieces in marks for piece in pieces]
        self.marks = array("I", [mark for mark, pieces in marks for _ in pieces])
        self.letters = array("I", map(_letters, self.pieces))

    def within(self, low: str) -> int:
        """The marks of which a piece stands in *low*, a class or an id in lower case.

        >>> Pieces((1, ("price", "preis")), (2, ("brand",))).within("old-price")
        1
        """
        found, lacking = 0, ~_letters(low)
        for at in range(len(self.marks)):
            if not (self.letters[at] & lacking or self.marks[at] & found):
                found |= self.marks[at] * (self.pieces[at] in low)
        return found


_PIECES = Pieces(
    (PRICE, phrases("prices.class_pieces")),
    (BRAND, phrases("brands.class_pieces")),
    (TRAIL, phrases("trails.class_pieces")),
)


def _words(pieces: Iterable[str]) -> re.Pattern[str]:
    """A pattern of *pieces*; short ones are whole words, or stand beside price.

    Each way begins with a letter, by which it is found quickly.
    """
    ways = [
        rf"{piece}(?:(?<![a-z]{piece})|(?<=price{piece}))s?(?:(?![a-z])|(?=price))"
        if len(piece) < SHORT_PIECE
        else piece
        for piece in pieces
    ]
    return re.compile("|".join(ways))


_WORDED = (
    (OLD_PRICE, _words(phrases("prices.old_class_pieces"))),
    (OTHER_PRICE, _words(phrases("prices.other_class_pieces"))),
)


_known: dict[str, int] = {}
_worded: dict[str, int] = {}


def _marks(names: str) -> int:
    """The marks that *names*, a class or an id, carry, those of words apart."""
    known = _known.get(names)
    if known is not None:
        return known
    if len(_known) >= REMEMBERED:
        _known.clear()
    found = _known[names] = _PIECES.within(names.lower())
    return found


def _price_marks(names: str) -> int:
    """The marks that *names* carry, and which price it is."""
    known = _worded.get(names)
    if known is not None:
        return known
    if len(_worded) >= REMEMBERED:
        _worded.clear()
    found, worded = _marks(names), HUMPS.sub("-", names).lower()
    for mark, pattern in _WORDED:
        if pattern.search(worded) is not None:
            found |= mark
    _worded[names] = found
    return found


def mark_of(view: View, node: int) -> int:
    """The marks, as bits, that the class and the id of *node* carry; not which price it is."""
    names, given = view.classes[node], view.attribute(node, "id")
    found = _marks(names[:MAX_NAMES]) if names else 0
    return found | _marks(given[:MAX_NAMES]) if given else found


def price_mark_of(view: View, node: int) -> int:
    """All the marks, as bits: old and other prices are told by words, which takes longer."""
    names, given = view.classes[node], view.attribute(node, "id")
    found = _price_marks(names[:MAX_NAMES]) if names else 0
    return found | _price_marks(given[:MAX_NAMES]) if given else found
