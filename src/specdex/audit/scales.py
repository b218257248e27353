"""How far a condition holds of an advert, for the rows of a register that it may hold of.

Each part of a condition has an interval of probability. Where nothing is known of how parts hang
together, ``and`` may be as low as the sum of what they miss allows, and ``or`` as low as its most
probable part (Frechet); the chosen row is then weighed exactly by ``logic``.

Most rows of a register are nothing like an advert, and of those a condition says one and the same.
So only rows are weighed that the columns' indices name, and one of each kind of the others.
"""

from dataclasses import dataclass, field
from functools import reduce
from typing import Any

import numpy as np

from specdex.arrays import Integers
from specdex.audit.columns import Column, Floats, Measure, comparable, degrees, nearness
from specdex.audit.conditions import (
    EXTRACTED,
    Compared,
    Exists,
    Has,
    Reference,
    asks_row,
    references,
)
from specdex.audit.findings import Advert
from specdex.audit.logic import Both, Either, Formula, Leaf, Negation, leaves
from specdex.audit.rules import Register, RuleBook

__all__ = ["Scales"]


@dataclass(frozen=True, slots=True)
class Interval:
    """Lower and upper probabilities, one for each row that was asked for or one for all."""

    low: Floats
    high: Floats


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
    _columns: dict[tuple[str, str], Column] = field(default_factory=dict)
    _kinds: dict[tuple[str, ...], list[Integers]] = field(default_factory=dict)
    _advert: Advert | None = None
    _exists: dict[Formula, Interval] = field(default_factory=dict)
    """What was said of the register as a whole, of the advert that was weighed last."""

    def column(self, attribute: str, compared_as: str) -> Column:
        """The register's values of *attribute*, made comparable as *compared_as* is."""
        known = (attribute, compared_as)
        if known not in self._columns:
            how, place = self.book.comparison(compared_as), self.places[attribute]
            values = [row.values[place] for row in self.register.rows]
            self._columns[known] = Column(values, how)
        return self._columns[known]

    def at(self, condition: Formula, advert: Advert, row: int) -> tuple[float, float]:
        """Both bounds of *condition* for one row."""
        inner = self._weigh(condition, advert, np.array([max(row, 0)]))
        return float(inner.low[0]), float(inner.high[0])

    def best_row(self, condition: Formula, advert: Advert) -> int:
        """The row of which *condition* holds the most, the first of several; -1 without rows."""
        if not self.register.rows:
            return -1
        rows = self._rows(condition, advert)
        inner = self._weigh(condition, advert, rows)
        size = len(rows)
        low, high = np.broadcast_to(inner.low, size), np.broadcast_to(inner.high, size)
        return int(rows[np.lexsort((-rows, high, low))[-1]])

    def _weigh(self, condition: Formula, advert: Advert, rows: Integers) -> Interval:
        """The interval of *condition* for each of *rows*."""
        match condition:
            case Compared():
                return self._compared(condition, advert, rows)
            case Has(what):
                return self._has(what, advert, rows)
            case Exists(part):
                return self._any_row(part, advert)
            case Negation(part):
                inner = self._weigh(part, advert, rows)
                return Interval(1.0 - inner.high, 1.0 - inner.low)
            case Both(parts) | Either(parts):
                inners = [self._weigh(part, advert, rows) for part in parts]
                return _all(inners) if isinstance(condition, Both) else _any(inners)
            case _:
                raise TypeError(condition)

    def _any_row(self, part: Formula, advert: Advert) -> Interval:
        if not self.register.rows:
            return _exactly(0.0)
        if advert is not self._advert:
            self._advert, self._exists = advert, {}
        if part not in self._exists:
            inner = self._weigh(part, advert, self._rows(part, advert))
            high = np.maximum(inner.high.max(keepdims=True), self._unsought(part))
            self._exists[part] = Interval(inner.low.max(keepdims=True), high)
        return self._exists[part]

    def _unsought(self, condition: Formula) -> float:
        """How far *condition* may hold of rows that are too faintly alike to be looked for."""
        match condition:
            case Both(parts):
                sought = [part for part in parts if any(map(_is_sought, leaves(part)))]
                return min(map(self._unsought, sought), default=0.0)
            case Either(parts):
                return max(map(self._unsought, parts))
            case Compared(left, right):
                if _is_sought(condition) and isinstance(right, Reference):
                    said, row = (left, right) if left.record == EXTRACTED else (right, left)
                    return self.column(row.attribute, said.attribute).least
        return 0.0

    def _rows(self, condition: Formula, advert: Advert) -> Integers:
        """The rows that matter to *condition*: those it may hold of, one of each other kind."""
        named = self._named(condition, advert)
        if named is None:
            tests = [test for test in leaves(condition) if not isinstance(test, Exists)]
            each = (self._alike(test, advert) for test in tests)
            named = _union([rows for rows in each if rows is not None])
        others = [_first_outside(kind, named) for kind in self._kinds_of(condition)]
        return _union([named, np.array([each for each in others if each >= 0], np.int64)])

    def _named(self, condition: Formula, advert: Advert) -> Integers | None:
        """The rows outside of which *condition* is surely false; None where that may be all."""
        match condition:
            case Both(parts):
                of_all = (part for part in parts if not asks_row(part))
                if any(self.at(part, advert, 0)[1] <= 0 for part in of_all):
                    return np.zeros(0, np.int64)
                # codes are looked up: where they name rows no text needs to be searched
                codes = [part for part in parts if self._is_code(part, advert)]
                sets = [self._named(part, advert) for part in codes or parts]
                known = [rows for rows in sets if rows is not None]
                return reduce(np.intersect1d, known) if known else None
            case Either(parts):
                sets = [self._named(part, advert) for part in parts]
                known = [rows for rows in sets if rows is not None]
                return _union(known) if len(known) == len(sets) else None
            case Compared():
                return self._alike(condition, advert)
        return None

    def _is_code(self, test: Formula, advert: Advert) -> bool:
        """Whether *test* compares a code that the advert says with those of rows."""
        if not isinstance(test, Compared):
            return False
        code = self.book.comparison(test.left.attribute).code
        return code and self._alike(test, advert) is not None

    def _alike(self, test: Leaf, advert: Advert) -> Integers | None:
        """The rows whose value is like the advert's; None where *test* asks something else."""
        if not isinstance(test, Compared) or not isinstance(test.right, Reference):
            return None
        pair = (test.left, test.right)
        left, right = pair if test.left.record == EXTRACTED else pair[::-1]
        if left.record != EXTRACTED or right.record == EXTRACTED:
            return None
        said = advert.said(left.attribute)
        if said is None:
            return None
        column = self.column(right.attribute, left.attribute)
        return column.rows(comparable(said.value, column.how), _measure(test))

    def _kinds_of(self, condition: Formula) -> list[Integers]:
        """The rows by what *condition* asks of the register alone: a row of a kind is like all."""
        tests = [test for test in leaves(condition) if _of_register(test)]
        key = tuple(dict.fromkeys(map(str, tests)))
        if key not in self._kinds:
            every = np.arange(len(self.register.rows))
            blank = Advert("", "")
            sides = [self._weigh(test, blank, every).low for test in tests]
            if sides:
                _, kind = np.unique(np.column_stack(sides), axis=0, return_inverse=True)
                order = np.argsort(kind.ravel(), kind="stable")
                cuts = np.flatnonzero(np.diff(kind.ravel()[order])) + 1
                self._kinds[key] = np.split(every[order], cuts)
            else:
                self._kinds[key] = [every]
        return self._kinds[key]

    def _has(self, what: Reference, advert: Advert, rows: Integers) -> Interval:
        if what.record == EXTRACTED:
            unread = what.attribute in advert.unread
            return UNKNOWN if unread else _exactly(float(advert.said(what.attribute) is not None))
        place, every = self.places[what.attribute], self.register.rows
        return _exactly([float(bool(every[row].values[place].strip())) for row in rows.tolist()])

    def _compared(self, test: Compared, advert: Advert, rows: Integers) -> Interval:
        left, right, measure = test.left, test.right, _measure(test)
        if isinstance(right, Reference) and right.record == EXTRACTED != left.record:
            left, right = right, left
        compared = self.book.comparison(left.attribute)
        if left.record == EXTRACTED:
            said = advert.said(left.attribute)
            if said is None:
                return UNKNOWN
            value = comparable(said.value, compared)
            others = self._others(left, right, advert, rows)
            return _exactly(measure(value, others, compared)) if others else _exactly(0.0)
        mine = self.column(left.attribute, left.attribute)
        if isinstance(right, str):
            return _exactly(mine.weighed(comparable(right, compared), measure, rows))
        theirs = self.column(right.attribute, left.attribute)
        pairs = zip(mine.at(rows), theirs.at(rows), strict=True)
        return _exactly([measure(one, [other], compared)[0] for one, other in pairs])

    def _others(
        self, left: Reference, right: Reference | str, advert: Advert, rows: Integers
    ) -> list[str]:
        """What the advert's value is compared with: a text, its other value, or the rows'."""
        how = self.book.comparison(left.attribute)
        if isinstance(right, str):
            return [comparable(right, how)]
        if right.record == EXTRACTED:
            said = advert.said(right.attribute)
            return [comparable(said.value, how)] if said else []
        if not self.register.rows:
            return []
        return self.column(right.attribute, left.attribute).at(rows)


def _measure(test: Compared) -> Measure:
    return nearness if test.near else degrees


def _of_register(test: Leaf) -> bool:
    """Whether a test asks something of a row alone."""
    return not isinstance(test, Exists) and all(
        each.record != EXTRACTED for each in references(test)
    )


def _is_sought(test: Leaf) -> bool:
    """Whether a test compares what an advert says with what rows say."""
    match test:
        case Compared(left, Reference() as right):
            return (left.record == EXTRACTED) != (right.record == EXTRACTED)
    return False


def _first_outside(kind: Integers, named: Integers) -> int:
    """The first row of *kind* that is not *named*; -1 where all are. Both are in order."""
    first = kind[: len(named) + 1]
    left = first[~np.isin(first, named, assume_unique=True)]
    return int(left[0]) if len(left) else -1


def _union(sets: list[Integers]) -> Integers:
    return reduce(np.union1d, sets) if sets else np.zeros(0, np.int64)


def _all(inners: list[Interval]) -> Interval:
    missing = sum((1.0 - inner.low for inner in inners), np.zeros(1))
    high = reduce(np.minimum, (inner.high for inner in inners))
    return Interval(np.clip(1.0 - missing, 0.0, 1.0), high)


def _any(inners: list[Interval]) -> Interval:
    total = sum((inner.high for inner in inners), np.zeros(1))
    return Interval(reduce(np.maximum, (inner.low for inner in inners)), np.minimum(total, 1.0))
