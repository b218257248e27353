"""Which specifications belong together, once every pair is scored?"""

from collections.abc import Sequence
from heapq import heapify, heappop, heappush

import numpy as np

from specdex.linkage.bags import Floats, Integers, sums
from specdex.linkage.candidates import ROOM

__all__ = ["NEVER", "clusters", "components"]

UNSEEN, REACH = 0.05, 5
"""What a pair that was never compared counts against two groups, beside one that was; and with how
many pages of a large group each page could have been, where there is no room for all."""
NEVER = -1e9
"""What a pair that is forbidden scores."""


def clusters(
    start: Integers, one: Integers, other: Integers, score: Floats, threshold: float
) -> Integers:
    """For each page the number of its group, its first page: average-link, the surest first.

    Pages with one number in *start* are together from the beginning. Two groups are joined while
    the average of all scored pairs between them reaches *threshold*; a pair that scores ``NEVER``
    keeps its groups apart for good.
    """
    mine, theirs = start[one], start[other]
    near = score >= threshold
    linked = components(len(start), mine[near].tolist(), theirs[near].tolist())
    inside = linked[mine] == linked[theirs]
    groups = _Groups(start, threshold)
    groups.expect(mine[inside], theirs[inside], score[inside])
    groups.join_all()
    return groups.numbers()


def components(count: int, one: Sequence[int], other: Sequence[int]) -> Integers:
    """For each of *count* pages the first page that pairs connect it with."""
    found = list(range(count))

    def first(page: int) -> int:
        while found[page] != page:
            found[page] = page = found[found[page]]
        return page

    for mine, theirs in zip(one, other, strict=True):
        low, high = sorted((first(mine), first(theirs)))
        found[high] = low
    return np.array([first(page) for page in range(count)], dtype=np.int64)


class _Groups:
    """Disjoint groups with the sum and the count of the scores between them."""

    def __init__(self, start: Integers, threshold: float) -> None:
        self._threshold = threshold
        self._reach = max(REACH, ROOM // max(1, len(start)))
        self._members: list[list[int]] = [[] for _ in start]
        for page, group in enumerate(start.tolist()):
            self._members[group].append(page)
        self._links: list[dict[int, tuple[float, int]]] = [{} for _ in start]
        self._heap: list[tuple[float, int, int]] = []

    def expect(self, one: Integers, other: Integers, score: Floats) -> None:
        """Sum up the scores between every two groups."""
        count = max(1, len(self._members))
        away = one != other
        code = np.minimum(one, other)[away] * count + np.maximum(one, other)[away]
        unique, place = np.unique(code, return_inverse=True)
        total, times = sums(place, score[away], len(unique)), np.bincount(place)
        for mine, theirs, degree, seen in zip(
            (unique // count).tolist(),
            (unique % count).tolist(),
            total.tolist(),
            times.tolist(),
            strict=True,
        ):
            self._links[mine][theirs] = self._links[theirs][mine] = (degree, seen)
            average = self._average(mine, theirs)
            if average >= self._threshold:
                self._heap.append((-average, mine, theirs))
        heapify(self._heap)

    def join_all(self) -> None:
        """Join the two groups that are most alike, again and again; stale offers are dropped."""
        while self._heap:
            degree, mine, theirs = heappop(self._heap)
            if (
                self._members[mine]
                and self._members[theirs]
                and (-degree == self._average(mine, theirs))
            ):
                self._join(mine, theirs)

    def numbers(self) -> Integers:
        found = np.empty(len(self._members), dtype=np.int64)
        for members in self._members:
            found[members] = min(members, default=0)
        return found

    def _average(self, mine: int, theirs: int) -> float:
        total, seen = self._links[mine].get(theirs, (NEVER, 1))
        few, many = sorted((len(self._members[mine]), len(self._members[theirs])))
        return total / (seen + UNSEEN * max(0, few * min(many, self._reach) - seen))

    def _join(self, mine: int, theirs: int) -> None:
        if len(self._links[mine]) < len(self._links[theirs]):
            mine, theirs = theirs, mine
        self._members[mine] += self._members[theirs]
        self._members[theirs] = []
        del self._links[mine][theirs]
        links = self._links[theirs]
        self._links[theirs] = {}
        del links[mine]
        for neighbour, (total, seen) in links.items():
            known = self._links[mine].get(neighbour, (0.0, 0))
            both = known[0] + total, known[1] + seen
            self._links[mine][neighbour] = self._links[neighbour][mine] = both
            del self._links[neighbour][theirs]
        for neighbour in self._links[mine]:
            degree = self._average(mine, neighbour)
            if degree >= self._threshold:
                heappush(self._heap, (-degree, min(mine, neighbour), max(mine, neighbour)))
