"""What class names and ids say about an element, remembered: a site repeats them endlessly."""

import re
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
    "mark_of",
    "pieces_in",
    "price_mark_of",
]

REMEMBERED = 2048
MAX_NAMES = 300
"""Characters of a class attribute that are looked at."""


PRICE, OLD_PRICE, OTHER_PRICE, BRAND, TRAIL = (1 << bit for bit in range(5))
"""The marks, a bit each."""

SHORT_PIECE = 5
"""Letters of a piece that may be part of another word: old in sold, unit in community."""
_PIECES = (
    (PRICE, phrases("prices.class_pieces")),
    (BRAND, phrases("brands.class_pieces")),
    (TRAIL, phrases("trails.class_pieces")),
)


def _words(pieces: Iterable[str]) -> re.Pattern[str]:
    """A pattern of *pieces*; short ones are whole words, or stand beside price."""
    short = "|".join(re.escape(piece) for piece in pieces if len(piece) < SHORT_PIECE)
    long = "|".join(re.escape(piece) for piece in pieces if len(piece) >= SHORT_PIECE)
    return re.compile(rf"(?:(?<![a-z])|(?<=price))(?:{short})s?(?:(?![a-z])|(?=price))|{long}")


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
    found = _known[names] = pieces_in(names.lower(), _PIECES)
    return found


def pieces_in(low: str, marks: tuple[tuple[int, tuple[str, ...]], ...]) -> int:
    """Those of the *marks* of which a piece stands in *low*, a class or an id in lower case."""
    found = 0
    for mark, pieces in marks:
        for piece in pieces:
            if piece in low:
                found |= mark
                break
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
