"""What kind of values does a name have, and how alike are those of two names?"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from specdex.quantities import Kind, Quantity, read

__all__ = ["Fingerprint", "compatible", "fingerprint", "overlap"]

MAX_KEPT = 200
"""How many different values a fingerprint keeps."""
CLEAR = 0.6
"""The share of values that makes a fingerprint's kind clear."""
MAX_BESIDE = 3
"""A measure with more words beside it is a text."""
FEW = 3
"""From fewer values nothing is concluded about their kind."""
TEXT, NUMBER, TRUTH = "text", "number", "truth"


@dataclass(frozen=True, slots=True)
class Fingerprint:
    """The values that one site prints for one name, in short."""

    count: int = 0
    kind: str = ""
    """A dimension of ``units``, or number, truth or text; empty where it is not clear."""
    values: frozenset[tuple[str, int]] = frozenset()
    """The most common normal values, and how often each is printed."""


def fingerprint(printed: Iterable[str]) -> Fingerprint:
    """The fingerprint of all values that a name has on a site."""
    kinds: Counter[str] = Counter()
    values: Counter[str] = Counter()
    for text in printed:
        value = read(text)
        if value.text:
            values[value.text] += 1
            kinds[_kind(value)] += 1
    count = sum(kinds.values())
    kind, times = min(kinds.items(), key=lambda known: (-known[1], known[0]), default=("", 0))
    kept = sorted(values.items(), key=lambda known: (-known[1], known[0]))[:MAX_KEPT]
    clear = count >= FEW and times >= CLEAR * count
    return Fingerprint(count, kind if clear else "", frozenset(kept))


def compatible(one: str, other: str) -> bool:
    """Whether values of two kinds may belong to one attribute.

    Text goes with all, and a number with any measure, for shops leave out units; but a truth is
    no number, and a mass no length.
    """
    if one == other or not {one, other}.isdisjoint({"", TEXT}):
        return True
    return TRUTH not in {one, other} and NUMBER in {one, other}


def overlap(one: Fingerprint, other: Fingerprint) -> float:
    """The share of the printed values that two names have in common, from 0 to 1."""
    if not one.count or not other.count:
        return 0.0
    theirs = dict(other.values)
    return sum(
        min(times / one.count, theirs[value] / other.count)
        for value, times in one.values
        if value in theirs
    )


def _kind(value: Quantity) -> str:
    """What a value is: a measure, a bare number, a truth or a text."""
    if value.kind is Kind.TRUTH:
        return TRUTH
    if not value.amounts or len(value.words) > MAX_BESIDE:
        return TEXT
    return value.dimension or (TEXT if value.words else NUMBER)
