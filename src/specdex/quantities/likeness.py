"""How far do two values say the same? A degree, with a tolerance for what is measured."""

import re
from collections.abc import Sequence
from functools import lru_cache

from rapidfuzz import fuzz

from specdex.quantities.values import MEASURED, Kind, Quantity

__all__ = ["TOLERANCES", "likeness"]

TOLERANCES: dict[str, float] = {
    "": 0.0, "count": 0.0, "data": 0.03, "resolution": 0.02, "length": 0.015, "mass": 0.03,
    "frequency": 0.01, "factor": 0.005, "share": 0.01, "angle": 0.01, "carat": 0.01,
}  # fmt: skip
"""By dimension, how far two amounts may be apart and still be one, for shops round; …"""
TOLERANCE = 0.02
"""… and for all others."""
FADES = 4.0
"""At this many tolerances nothing of a likeness is left."""
UNIT_MISSING = 0.9
"""What a number without unit is like the same number with one."""
BOUND = 0.9
"""What *up to 8 h* is like *8 h*."""
INSIDE = 0.5
NAMED = 0.85
"""What *1.7 GHz*, or *Intel Core*, is like *1.7 GHz, 3 MB cache, Intel Core i3*."""
BESIDE = 0.7
"""What is left of equal numbers with other words beside them."""
SAID = 0.6
"""What *yes* is like a number of something."""
TYPO = 0.85
SHORTENED = 0.9
"""What *G5* is like *Generation 5*, and *SAS* like *Serial Attached SCSI*."""
MIN_SHORT, MAX_SHORT = 2, 6
_PART = re.compile(r"[^\W\d_]+|\d\w*")
INFINITE = float("inf")
MEMO = 1 << 16
"""So many values are remembered."""


def likeness(one: Quantity, other: Quantity) -> float:
    """How far two values say the same, from 0 to 1.

    >>> from specdex.quantities.values import read
    >>> likeness(read("27 in"), read("68,6 cm")), likeness(read("2 kg"), read("3 kg"))
    (1.0, 0.0)
    """
    mine, theirs = one.kind, other.kind
    if mine is Kind.NOTHING or theirs is Kind.NOTHING:
        return 0.0
    if one.text == other.text:
        return 1.0
    if mine in MEASURED and theirs in MEASURED:
        return _measured(one, other)
    if mine is Kind.TRUTH or theirs is Kind.TRUTH:
        return _truths(one, other)
    if one.kind is other.kind is Kind.DATE:
        return float(one.amounts == other.amounts)
    return NAMED if _named(one, other) or _named(other, one) else _terms(one, other)


def _named(one: Quantity, other: Quantity) -> bool:
    """Whether *one* is a measure that stands in the text or list that *other* is."""
    if not one.dimension or one.kind not in MEASURED or other.kind in MEASURED:
        return False
    words = _words(other.text)
    return words.issuperset([f"{amount:.3g}{one.dimension}" for amount in one.amounts])


def _measured(one: Quantity, other: Quantity) -> float:
    if one.dimension == other.dimension:
        degree = _amounts(one.kind, one.amounts, other.kind, other.amounts, one.dimension)
    elif one.dimension and other.dimension and "count" not in {one.dimension, other.dimension}:
        return 0.0
    else:
        dimension = one.dimension or other.dimension
        degree = UNIT_MISSING * max(
            _amounts(one.kind, one.amounts, other.kind, other.amounts, dimension),
            _amounts(one.kind, one.printed_amounts, other.kind, other.printed_amounts, dimension),
        )
    if not degree or not one.words or not other.words:
        return degree
    shared = len(one.words & other.words) / min(len(one.words), len(other.words))
    return degree * (BESIDE + (1 - BESIDE) * shared)


def _amounts(
    kind: Kind, mine: tuple[float, ...], other: Kind, theirs: tuple[float, ...], dimension: str
) -> float:
    if kind is other:
        if kind is Kind.SIZE:
            return _sizes(mine, theirs, dimension)
        return _sides(mine, theirs, dimension)
    if kind is Kind.SIZE or other is Kind.SIZE:
        return 0.0
    (amount,), ends = (mine, theirs) if kind is Kind.NUMBER else (theirs, mine)
    low, high = ends
    at = max(_closeness(amount, low, dimension), _closeness(amount, high, dimension))
    if low == -INFINITE or high == INFINITE:
        return BOUND * at
    return max(BOUND * at * INSIDE * 2, INSIDE if low <= amount <= high else 0.0)


def _sizes(mine: tuple[float, ...], theirs: tuple[float, ...], dimension: str) -> float:
    """Sides may be printed in any order, and one may be left out."""
    if len(mine) == len(theirs):
        return max(_sides(mine, theirs, dimension), _sides(sorted(mine), sorted(theirs), dimension))
    few, many = sorted((mine, theirs), key=len)
    return UNIT_MISSING * min(max(_closeness(a, b, dimension) for b in many) for a in few)


def _sides(mine: Sequence[float], theirs: Sequence[float], dimension: str) -> float:
    """How close the amounts are that are farthest apart, one beside the other."""
    least = 1.0
    for one, other in zip(mine, theirs, strict=True):
        least = min(least, _closeness(one, other, dimension))
    return least


def _closeness(one: float, other: float, dimension: str) -> float:
    if one == other:
        return 1.0
    if abs(one) == INFINITE or abs(other) == INFINITE:
        return 0.0
    tolerance = TOLERANCES.get(dimension, TOLERANCE)
    apart = abs(one - other) / max(abs(one), abs(other))
    if apart <= tolerance:
        return 1.0
    return max(0.0, 1 - (apart - tolerance) / (FADES * tolerance)) if tolerance else 0.0


def _truths(one: Quantity, other: Quantity) -> float:
    if one.kind is other.kind:
        return 0.0
    truth, value = (one, other) if one.kind is Kind.TRUTH else (other, one)
    denied = value.kind is Kind.NUMBER and not value.amounts[0]
    return SAID if denied == (truth.text == "no") else 0.0


def _terms(one: Quantity, other: Quantity) -> float:
    """Terms and lists by the words they share; other numbers in them are another thing."""
    mine = one.words if one.kind is Kind.TERM else _words(one.text)
    theirs = other.words if other.kind is Kind.TERM else _words(other.text)
    if not mine or not theirs:
        return 0.0
    if _shortened(one.text, other.text) or _shortened(other.text, one.text):
        return SHORTENED
    my_codes, their_codes = _codes(mine), _codes(theirs)
    if my_codes and their_codes and my_codes.isdisjoint(their_codes):
        return 0.0
    shared = len(mine & theirs)
    fewer = min(len(mine), len(theirs))
    degree = shared * (1 / fewer + 1 / len(mine | theirs)) / 2
    if shared == fewer > 1:
        degree = max(degree, NAMED)
    if my_codes != their_codes:
        return degree
    return max(degree, fuzz.ratio(one.text, other.text, score_cutoff=100 * TYPO) / 100)


@lru_cache(maxsize=MEMO)
def _words(text: str) -> frozenset[str]:
    return frozenset(text.replace("|", " ").split())


@lru_cache(maxsize=MEMO)
def _codes(said: frozenset[str]) -> frozenset[str]:
    """The words that hold a digit."""
    return frozenset(
        word for word in said if not word.isalpha() and any(sign.isdigit() for sign in word)
    )


def _shortened(short: str, long: str) -> bool:
    """Whether *short* is made of the first letters, and the numbers, of *long*."""
    if not len(short) < len(long) or " " in short:
        return False
    plain = short.replace("-", "")
    if not MIN_SHORT <= len(plain) <= MAX_SHORT:
        return False
    parts = _PART.findall(long)
    firsts = (part if part[0].isdigit() else part[0] for part in parts)
    return len(parts) > 1 and "".join(firsts) == plain
