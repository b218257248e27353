"""Which specifications belong together, once every pair is scored?"""

from heapq import heapify, heappop, heappush

import numpy as np
import numpy.typing as npt

from specdex.linkage.bags import Floats, Integers

__all__ = ["NEVER", "clusters"]

UNSEEN = 0.05
"""What a pair that was never compared counts against two groups, beside one that was."""
NEVER, ALWAYS = -1e9, 2.0
"""What a pair that is forbidden, and one that is demanded, scores."""

Bools = npt.NDArray[np.bool_]


def clusters(
    count: int, one: Integers, other: Integers, score: Floats, threshold: float
) -> Integers:
    """For each of *count* pages the number of its group: average-link, the surest first.

    Two groups are joined while the average of all scored pairs between them reaches *threshold*; a
    pair that scores ``NEVER`` keeps its groups apart for good.
    """
    groups = _Groups(count, one.tolist(), other.tolist(), score.tolist(), threshold)
    groups.join_all()
    return groups.numbers()


class _Groups:
    """Disjoint groups with the sum and the count of the scores between them."""

    def __init__(
        self, count: int, one: list[int], other: list[int], score: list[float], threshold: float
    ) -> None:
        self._threshold = threshold
        self._members = [[page] for page in range(count)]
        self._links: list[dict[int, tuple[float, int]]] = [{} for _ in range(count)]
        for mine, theirs, degree in zip(one, other, score, strict=True):
            self._links[mine][theirs] = self._links[theirs][mine] = (degree, 1)
        self._heap = [
            (-degree, mine, theirs)
            for mine, theirs, degree in zip(one, other, score, strict=True)
            if degree >= threshold
        ]
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
        unseen = len(self._members[mine]) * len(self._members[theirs]) - seen
        return total / (seen + UNSEEN * unseen)

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
