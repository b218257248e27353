"""Which specifications belong together, once every pair is scored?"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from specdex.arrays import Bools, distinct, summed
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


@dataclass(slots=True)
class _Part:
    """Groups that have no likely pair with others, and the sum of the scores between every two."""

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
        joined_to = np.arange(len(self.size))
        seen = self._summed(self.one, self.other, self.score, np.ones(len(self.one)))
        while len(sure := np.flatnonzero((average := self._average(seen)) >= self.threshold)):
            one, other, live = self._surest(sure, average)
            joined_to[other] = one
            self.size[one] += self.size[other]
            mine, theirs = joined_to[self.one[live]], joined_to[self.other[live]]
            seen = self._summed(mine, theirs, self.score[live], seen[live])
        while not np.array_equal(joined_to, found := joined_to[joined_to]):
            joined_to = found
        return self.numbers, self.numbers[joined_to]

    def _summed(self, one: Integers, other: Integers, score: Floats, seen: Floats) -> Floats:
        """Sum up the scores between every two groups; how many were *seen* between them."""
        count = max(1, len(self.size))
        away = one != other
        code = np.minimum(one, other)[away] * count + np.maximum(one, other)[away]
        unique, (self.score, found) = summed(code, score[away], seen[away])
        self.one, self.other = np.divmod(unique, count)
        return found

    def _surest(self, sure: Integers, average: Floats) -> tuple[Integers, Integers, Bools]:
        """The groups that are each other's surest, and which pairs are of groups that have any."""
        one, other = self.one[sure], self.other[sure]
        both = self.size[one] + self.size[other]
        # by this, of many that are all alike every group has a neighbour of its own
        apart = self.numbers[one] ^ self.numbers[other]
        order = sure[np.lexsort((apart, both, -np.round(average[sure], DIGITS)))]
        rank = np.arange(len(order))
        best = np.full(len(self.size), len(order))
        for group in (self.one, self.other):
            np.minimum.at(best, group[order], rank)
        kept = order[(best[self.one[order]] == rank) & (best[self.other[order]] == rank)]
        live = (best[self.one] < len(order)) & (best[self.other] < len(order))
        return self.one[kept], self.other[kept], live

    def _average(self, seen: Floats) -> Floats:
        mine, theirs = self.size[self.one], self.size[self.other]
        able = np.minimum(mine, theirs) * np.minimum(np.maximum(mine, theirs), self.reach)
        return np.asarray(self.score / (seen + UNSEEN * np.maximum(0, able - seen)))
