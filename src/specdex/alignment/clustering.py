"""Which names belong together, once every pair is scored?"""

from collections.abc import Sequence
from heapq import heapify, heappop, heappush

__all__ = ["NEVER", "Groups"]

UNSEEN = 0.3
"""What a pair that was never compared counts against two groups, beside one that was."""
NEVER = -1e9
"""What a pair that is forbidden scores."""


class Groups:
    """Groups of nodes, joined while the average of the scores between two is high enough."""

    def __init__(self, weights: Sequence[float]) -> None:
        self._weights = list(weights)
        self.members = [[node] for node in range(len(weights))]
        self._links: list[dict[int, tuple[float, float]]] = [{} for _ in weights]
        self._places = list(range(len(weights)))

    def together(self, one: int, other: int) -> None:
        """Join two nodes from the start; to be told before any score."""
        mine, theirs = self._places[one], self._places[other]
        if mine != theirs:
            for node in self.members[theirs]:
                self._places[node] = mine
            self.members[mine] += self.members[theirs]
            self.members[theirs] = []
            self._weights[mine] += self._weights[theirs]

    def expect(self, one: int, other: int, score: float) -> None:
        """Keep what a pair scores."""
        mine, theirs = self._places[one], self._places[other]
        if mine != theirs:
            total, seen = self._links[mine].get(theirs, (0.0, 0.0))
            weight = self._weights[one] * self._weights[other]
            self._links[mine][theirs] = self._links[theirs][mine] = (
                total + score * weight,
                seen + weight,
            )

    def join(self, threshold: float) -> None:
        """Join the two groups that are most alike, again and again; stale offers are dropped."""
        heap = [
            (-degree, mine, theirs)
            for mine, links in enumerate(self._links)
            for theirs in links
            if mine < theirs and (degree := self._average(mine, theirs)) >= threshold
        ]
        heapify(heap)
        while heap:
            degree, mine, theirs = heappop(heap)
            if theirs in self._links[mine] and -degree == self._average(mine, theirs):
                for neighbour in self._merge(mine, theirs):
                    degree = self._average(mine, neighbour)
                    if degree >= threshold:
                        heappush(heap, (-degree, min(mine, neighbour), max(mine, neighbour)))

    def _average(self, mine: int, theirs: int) -> float:
        total, seen = self._links[mine][theirs]
        unseen = self._weights[mine] * self._weights[theirs] - seen
        return total / (seen + UNSEEN * max(0.0, unseen))

    def _merge(self, mine: int, theirs: int) -> list[int]:
        """Give *mine* all that *theirs* has; its neighbours after that."""
        self.members[mine] += self.members[theirs]
        self.members[theirs] = []
        self._weights[mine] += self._weights[theirs]
        del self._links[mine][theirs]
        links, self._links[theirs] = self._links[theirs], {}
        del links[mine]
        for neighbour, (total, seen) in links.items():
            known = self._links[mine].get(neighbour, (0.0, 0.0))
            both = known[0] + total, known[1] + seen
            self._links[mine][neighbour] = self._links[neighbour][mine] = both
            del self._links[neighbour][theirs]
        return list(self._links[mine])
