"""Which specifications belong together, once every pair is scored?"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from specdex.arrays import distinct, summed
from specdex.linkage.bags import Floats, Integers
from specdex.linkage.candidates import ROOM
from specdex.ports import Engine, shared

__all__ = ["NEVER", "clusters", "components"]

UNSEEN, REACH = 0.05, 5
"""What a pair that was never compared counts against two groups, beside one that was; and with how
many pages of a large group each page could have been, where there is no room for all."""
NEVER = -1e9
"""What a pair that is forbidden scores."""
DIGITS = 4
"""Averages that differ by less are equally sure."""
LITTLE = 1e-9
"""An average of what is below the threshold is less than this above it, however it is rounded."""
PART = 1 << 20
"""So many pairs are clustered at once, or what is connected: fewer are, before they have left."""


def clusters(
    start: Integers,
    pairs: tuple[Integers, Integers],
    score: Floats,
    threshold: float,
    engine: Engine | None = None,
) -> Integers:
    """For each page the number of its group, its first page: average-link, the surest first.

    Pages with one number in *start* are together from the beginning. Two groups are joined while
    the average of all scored *pairs* between them reaches *threshold*; a pair that scores ``NEVER``
    keeps its groups apart for good. In every round all groups are joined that are each other's
    surest, so there are few rounds; of those that are equally sure the smallest come first.

    No average is above all that it is of, so that pages are never together but where pairs that
    reach the threshold connect them: what these connect is clustered by itself, many such parts by
    the workers of *engine*.
    """
    one, other = (start[each] for each in pairs)
    likely = score >= threshold - LITTLE
    whole = connected(len(start), one[likely], other[likely])
    inside = np.flatnonzero(whole[one] == whole[other])
    # like sizes, in the order of what is connected
    passed = np.cumsum(np.bincount(whole[one[inside]], minlength=1))
    bins = (np.maximum(passed, 1) - 1) // PART
    bin_of = bins[whole[one[inside]]]
    size, reach = np.bincount(start, minlength=1), max(REACH, ROOM // max(1, len(start)))

    def parts() -> Iterator[_Part]:
        for number in distinct(bin_of).tolist():
            rows = inside[bin_of == number]
            groups = distinct(np.concatenate([one[rows], other[rows]]))
            mine, theirs = (np.searchsorted(groups, each[rows]) for each in (one, other))
            yield _Part(groups, size[groups], mine, theirs, score[rows], threshold, reach)

    found = np.arange(len(start))
    for part, first in shared(_Part.clustered, parts(), engine if bins.max() else None):
        found[part] = first
    return found[start]


def components(count: int, pairs: Iterable[tuple[int, int]]) -> Integers:
    """For each of *count* pages the first page that pairs connect it with."""
    table = np.array(list(pairs), dtype=np.int64).reshape(-1, 2)
    return connected(count, table[:, 0], table[:, 1])


def connected(count: int, one: Integers, other: Integers) -> Integers:
    """The same, where pairs are columns."""
    found = np.arange(count)
    while len(one):
        np.minimum.at(found, np.maximum(one, other), np.minimum(one, other))
        while not np.array_equal(found, nearer := found[found]):
            found = nearer
        one, other = found[one], found[other]
        apart = one != other
        one, other = one[apart], other[apart]
    return found


@dataclass(frozen=True, slots=True)
class _Part:
    """Groups that have no likely pair with others, and all pairs of theirs."""

    numbers: Integers
    """Of the groups, which are numbered here as they stand."""
    size: Integers
    one: Integers
    other: Integers
    score: Floats
    threshold: float
    reach: int

    def clustered(self) -> tuple[Integers, Integers]:
        """The numbers, and for each that of the first group that it is joined with."""
        groups = _Groups(self)
        groups.expect(self.one, self.other, self.score, np.ones(len(self.one)))
        while groups.join():
            pass
        return self.numbers, self.numbers[groups.first()]


class _Groups:
    """Disjoint groups with the sum and the count of the scores between them."""

    def __init__(self, part: _Part) -> None:
        self._part = part
        self._size = part.size.copy()
        self._joined_to = np.arange(len(part.size))

    def expect(self, one: Integers, other: Integers, score: Floats, seen: Floats) -> None:
        """Sum up the scores between every two groups, and how many were *seen*."""
        count = max(1, len(self._size))
        away = one != other
        code = np.minimum(one, other)[away] * count + np.maximum(one, other)[away]
        unique, (self._total, self._seen) = summed(code, score[away], seen[away])
        self._one, self._other = np.divmod(unique, count)

    def join(self) -> bool:
        """Join all groups that are each other's surest; whether there were any."""
        average = self._average()
        sure = np.flatnonzero(average >= self._part.threshold)
        one, other = self._one[sure], self._other[sure]
        both = self._size[one] + self._size[other]
        # by this, of many that are all alike every group has a neighbour of its own
        apart = self._part.numbers[one] ^ self._part.numbers[other]
        order = sure[np.lexsort((apart, both, -np.round(average[sure], DIGITS)))]
        rank = np.arange(len(order))
        best = np.full(len(self._size), len(order))
        for group in (self._one, self._other):
            np.minimum.at(best, group[order], rank)
        each_others = (best[self._one[order]] == rank) & (best[self._other[order]] == rank)
        one, other = self._one[order[each_others]], self._other[order[each_others]]
        self._joined_to[other] = one
        self._size[one] += self._size[other]
        live = (best[self._one] < len(order)) & (best[self._other] < len(order))
        self.expect(
            self._joined_to[self._one[live]],
            self._joined_to[self._other[live]],
            self._total[live],
            self._seen[live],
        )
        return len(one) > 0

    def first(self) -> Integers:
        """The first of the groups that each is joined with."""
        while not np.array_equal(self._joined_to, found := self._joined_to[self._joined_to]):
            self._joined_to = found
        return self._joined_to

    def _average(self) -> Floats:
        mine, theirs = self._size[self._one], self._size[self._other]
        able = np.minimum(mine, theirs) * np.minimum(np.maximum(mine, theirs), self._part.reach)
        unseen = np.maximum(0, able - self._seen)
        return np.asarray(self._total / (self._seen + UNSEEN * unseen))
