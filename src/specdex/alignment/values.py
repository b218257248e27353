"""What kind of values does a name have, and how alike are those of two names?"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from specdex.alignment.units import quantities, replace_quantities
from specdex.alignment.vocabulary import NEGATIVE, NOTHING, POSITIVE
from specdex.text import collapse, words

__all__ = ["Fingerprint", "compatible", "fingerprint", "normal_value", "overlap"]

MAX_VALUE = 200
"""Of a longer value only the beginning is compared."""
MAX_KEPT = 200
"""How many different values a fingerprint keeps."""
CLEAR = 0.6
"""The share of values that makes a fingerprint's kind clear."""
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


@lru_cache(maxsize=131072)
def normal_value(printed: str) -> str:
    """*printed* in a form that is equal for values that mean the same; empty for none.

    >>> normal_value("2,5 kg") == normal_value("2500 Grams"), normal_value("n/a")
    (True, '')
    """
    text = collapse(printed[:MAX_VALUE]).casefold()
    if text in NOTHING:
        return ""
    if text in POSITIVE:
        return "yes"
    if text in NEGATIVE:
        return "no"
    if not any(sign.isdigit() for sign in text):
        return text
    return collapse(replace_quantities(text))


def fingerprint(printed: Iterable[str]) -> Fingerprint:
    """The fingerprint of all values that a name has on a site."""
    kinds: Counter[str] = Counter()
    values: Counter[str] = Counter()
    for text in printed:
        value = normal_value(text)
        if value:
            values[value] += 1
            kinds[_kind(text, value)] += 1
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


@lru_cache(maxsize=131072)
def _kind(printed: str, value: str) -> str:
    """What a value is: a measure, a bare number, a truth or a text."""
    if value in {"yes", "no"}:
        return TRUTH
    found = quantities(printed)
    if not found:
        return TEXT
    dimensions = [measure.dimension for measure in found if measure.dimension]
    if dimensions:
        return dimensions[0] if len(words(printed)) <= 4 * len(found) else TEXT
    return NUMBER if not any(sign.isalpha() for sign in printed) else TEXT
