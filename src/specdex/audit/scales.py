"""How far a condition holds of an advert, for every row of a register at once.

Each part of a condition has an interval of probability. Where nothing is known of how parts hang
together, ``and`` may be as low as the sum of what they miss allows, and ``or`` as low as its most
probable part (Frechet); the chosen row is then weighed exactly by ``logic``.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import reduce
from typing import Any

import numpy as np
import numpy.typing as npt
from rapidfuzz.distance import OSA, Levenshtein
from rapidfuzz.process import cdist

from specdex.audit.conditions import EXTRACTED, Equal, Exists, Has, Near, Reference
from specdex.audit.findings import Advert
from specdex.audit.logic import Both, Either, Formula, Negation
from specdex.audit.rules import Comparison, Register, RuleBook
from specdex.text import letters_and_digits, words

__all__ = ["Scales", "degree"]

Floats = npt.NDArray[np.float64]
Measure = Callable[[str, Sequence[str], Comparison], Floats]
"""How far a value is like each of others."""


def comparable(value: str, comparison: Comparison) -> str:
    """*value* as it is compared: lower case, without punctuation and words that do not count."""
    if comparison.code:
        return letters_and_digits(value)
    ignored = frozenset(comparison.ignore)
    every = words(value)
    return " ".join([word for word in every if word not in ignored] or every)


def degrees(value: str, others: Sequence[str], comparison: Comparison) -> Floats:
    """How equal *value* is to each of *others*, all made comparable before; 0 to an empty one.

    Codes are equal or not. Else the paper's measure is ``1 - Levenshtein / longer length``; what
    does not get over the floor is different, and the rest of the scale is stretched.
    """
    if comparison.code:
        return np.array([float(bool(value) and other == value) for other in others])
    return _likeness(value, others, comparison)


def nearness(value: str, others: Sequence[str], comparison: Comparison) -> Floats:
    """How near *value* is to each of *others* that is not the same.

    Codes are near where one sign is another, missing, too much, or has changed its place.
    """
    if comparison.code:
        return np.array([float(_is_slip(value, other)) for other in others])
    alike = _likeness(value, others, comparison)
    same = np.array([other == value for other in others], dtype=bool)
    result: Floats = np.where(same, 0.0, alike)
    return result


def _is_slip(one: str, other: str) -> bool:
    """Whether one slip makes *other* of *one*."""
    if not one or not other or abs(len(one) - len(other)) > 1:
        return False
    return OSA.distance(one, other, score_cutoff=1) == 1


def _likeness(value: str, others: Sequence[str], comparison: Comparison) -> Floats:
    if not others:
        return np.zeros(0)
    alike = cdist([value], others, scorer=Levenshtein.normalized_similarity, dtype=np.float64)[0]
    stretched = np.clip((alike - comparison.floor) / (1.0 - comparison.floor), 0.0, 1.0)
    given = np.array([bool(other) for other in others])
    result: Floats = np.where(given & bool(value), stretched, 0.0)
    return result


def degree(one: str, other: str, comparison: Comparison | None = None) -> float:
    """How equal two values are.

    >>> degree("Aspirin", "Aspirine")
    0.875
    """
    how = comparison or Comparison()
    return float(degrees(comparable(one, how), [comparable(other, how)], how)[0])


@dataclass(frozen=True, slots=True)
class Interval:
    """Lower and upper probabilities, one for every row or one for all of them."""

    low: Floats
    high: Floats

    def at(self, row: int) -> tuple[float, float]:
        """Both bounds for one row."""
        place = row if self.low.size > 1 else 0
        return float(self.low[place]), float(self.high[place])


UNKNOWN = Interval(np.zeros(1), np.ones(1))
"""What may hold or not."""


def _exactly(values: Any) -> Interval:
    array = np.atleast_1d(np.asarray(values, dtype=float))
    return Interval(array, array)


@dataclass
class Scales:
    """Weighs conditions about adverts against one register."""

    book: RuleBook
    register: Register
    places: dict[str, int]
    """The column of each attribute."""
    _columns: dict[tuple[str, str], list[str]] = field(default_factory=dict)

    def column(self, attribute: str, compared_as: str) -> list[str]:
        """The register's values of *attribute*, made comparable as *compared_as* is."""
        known = (attribute, compared_as)
        if known not in self._columns:
            how, place = self.book.comparison(compared_as), self.places[attribute]
            self._columns[known] = [
                comparable(row.values[place], how) for row in self.register.rows
            ]
        return self._columns[known]

    def weigh(self, condition: Formula, advert: Advert) -> Interval:
        """The interval of *condition* for each row."""
        match condition:
            case Equal(left, right):
                return self._compared(left, right, advert, degrees)
            case Near(left, right):
                return self._compared(left, right, advert, nearness)
            case Has(what):
                return self._has(what, advert)
            case Exists(part) | Negation(part):
                inner = self.weigh(part, advert)
                return self._any_row(inner) if isinstance(condition, Exists) else _negated(inner)
            case Both(parts) | Either(parts):
                inners = [self.weigh(part, advert) for part in parts]
                return _all(inners) if isinstance(condition, Both) else _any(inners)
            case _:
                raise TypeError(condition)

    def _any_row(self, inner: Interval) -> Interval:
        if not self.register.rows:
            return _exactly(0.0)
        return Interval(inner.low.max(keepdims=True), inner.high.max(keepdims=True))

    def best_row(self, condition: Formula, advert: Advert) -> int:
        """The row of which *condition* holds the most; -1 where there is none."""
        if not self.register.rows:
            return -1
        inner = self.weigh(condition, advert)
        size = len(self.register.rows)
        low, high = np.broadcast_to(inner.low, size), np.broadcast_to(inner.high, size)
        return int(np.lexsort((np.arange(size)[::-1], high, low))[-1])

    def _has(self, what: Reference, advert: Advert) -> Interval:
        if what.record == EXTRACTED:
            unread = what.attribute in advert.unread
            return UNKNOWN if unread else _exactly(float(advert.said(what.attribute) is not None))
        place = self.places[what.attribute]
        return _exactly([float(bool(row.values[place].strip())) for row in self.register.rows])

    def _compared(
        self, left: Reference, right: Reference | str, advert: Advert, measure: Measure
    ) -> Interval:
        if isinstance(right, Reference) and right.record == EXTRACTED != left.record:
            left, right = right, left
        how = self.book.comparison(left.attribute)
        if left.record == EXTRACTED:
            said = advert.said(left.attribute)
            if said is None:
                return UNKNOWN
            value = comparable(said.value, how)
            others = self._others(left, right, advert)
            return _exactly(measure(value, others, how)) if others else _exactly(0.0)
        mine = self.column(left.attribute, left.attribute)
        if isinstance(right, str):
            return _exactly(measure(comparable(right, how), mine, how))
        theirs = self.column(right.attribute, left.attribute)
        pairs = zip(mine, theirs, strict=True)
        return _exactly([measure(one, [other], how)[0] for one, other in pairs])

    def _others(self, left: Reference, right: Reference | str, advert: Advert) -> list[str]:
        """What the advert's value is compared with: a text, its other value, or every row's."""
        how = self.book.comparison(left.attribute)
        if isinstance(right, str):
            return [comparable(right, how)]
        if right.record == EXTRACTED:
            said = advert.said(right.attribute)
            return [comparable(said.value, how)] if said else []
        return self.column(right.attribute, left.attribute)


def _negated(inner: Interval) -> Interval:
    return Interval(1.0 - inner.high, 1.0 - inner.low)


def _all(inners: list[Interval]) -> Interval:
    missing = sum((1.0 - inner.low for inner in inners), np.zeros(1))
    high = reduce(np.minimum, (inner.high for inner in inners))
    return Interval(np.clip(1.0 - missing, 0.0, 1.0), high)


def _any(inners: list[Interval]) -> Interval:
    total = sum((inner.high for inner in inners), np.zeros(1))
    return Interval(reduce(np.maximum, (inner.low for inner in inners)), np.minimum(total, 1.0))
