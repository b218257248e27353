"""Which specifications belong together, once every pair is scored?"""

from collections.abc import Iterable

import numpy as np

from specdex.arrays import summed
from specdex.linkage.bags import Floats, Integers
from specdex.linkage.candidates import ROOM

__all__ = ["NEVER", "clusters", "components"]

UNSEEN, REACH = 0.05, 5
"""What a pair that was never compared counts against two groups, beside one that was; and with how
many pages of a large group each page could have been, where there is no room for all."""
NEVER = -1e9
"""What a pair that is forbidden scores."""
DIGITS = 4
"""Averages that differ by less are equally sure."""


def clusters(
    start: Integers, one: Integers, other: Integers, score: Floats, threshold: float
) -> Integers:
    """For each page the number of its group, its first page: average-link, the surest first.

    Pages with one number in *start* are together from the beginning. Two groups are joined while
    the average of all scored pairs between them reaches *threshold*; a pair that scores ``NEVER``
    keeps its groups apart for good. In every round all groups are joined that are each other's
    surest, so there are few rounds; of those that are equally sure the smallest come first.
    """
    groups = _Groups(start, threshold)
    groups.expect(start[one], start[other], score, np.ones(len(one)))
    while groups.join():
        pass
    return groups.numbers()[start]


def components(count: int, pairs: Iterable[tuple[int, int]]) -> Integers:
    """For each of *count* pages the first page that pairs connect it with."""
    found = list(range(count))

    def first(page: int) -> int:
        while found[page] != page:
            found[page] = page = found[found[page]]
        return page

    for mine, theirs in pairs:
        low, high = sorted((first(mine), first(theirs)))
        found[high] = low
    return np.array([first(page) for page in range(count)], dtype=np.int64)


class _Groups:
    """Disjoint groups with the sum and the count of the scores between them."""

    def __init__(self, start: Integers, threshold: float) -> None:
        self._threshold = threshold
        self._reach = max(REACH, ROOM // max(1, len(start)))
        self._size = np.bincount(start, minlength=len(start))
        self._joined_to = np.arange(len(start))

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
        sure = np.flatnonzero(average >= self._threshold)
        one, other = self._one[sure], self._other[sure]
        # by one ^ other, of many that are all alike every group has a neighbour of its own
        both = self._size[one] + self._size[other]
        order = sure[np.lexsort((one ^ other, both, -np.round(average[sure], DIGITS)))]
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

    def numbers(self) -> Integers:
        """The first page of each group, for those that it was joined from."""
        while not np.array_equal(self._joined_to, found := self._joined_to[self._joined_to]):
            self._joined_to = found
        return self._joined_to

    def _average(self) -> Floats:
        mine, theirs = self._size[self._one], self._size[self._other]
        able = np.minimum(mine, theirs) * np.minimum(np.maximum(mine, theirs), self._reach)
        unseen = np.maximum(0, able - self._seen)
        return np.asarray(self._total / (self._seen + UNSEEN * unseen))
