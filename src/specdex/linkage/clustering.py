"""Which specifications belong together, once all matches are known?"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from specdex.records import Match

__all__ = ["cluster"]

SURE = 0.9
"""A match at least this sure joins groups of any size by itself."""
SMALL = 2
"""Groups of more than this many pages need a second match between them, if none is sure."""
BRIDGES = 2

NOTHING: frozenset[str] = frozenset()
Couples = Iterable[tuple[str, str]]


def cluster(
    urls: Iterable[str],
    matches: Sequence[Match],
    gtins: Mapping[str, frozenset[str]] | None = None,
    same: Couples = (),
    different: Couples = (),
) -> tuple[tuple[str, ...], ...]:
    """*urls* in groups that speak of one product each, by the surest *matches* first.

    Groups whose GTINs contradict each other are never joined, and two larger groups not by a
    single unsure match: one wrong page is no bridge. What people said is the *same* is together
    from the beginning, and what is *different* stays apart. Every URL is in exactly one group;
    groups and their members are sorted.
    """
    groups = _Groups(sorted(set(urls)), gtins or {})
    for one, other in same:
        groups.tie(one, other)
    for one, other in different:
        groups.part(one, other)
    known = [match for match in matches if groups.knows(match)]
    groups.expect(known)
    for match in sorted(known, key=lambda match: (-match.confidence, match.one, match.other)):
        groups.join(match)
    return groups.sorted()


class _Groups:
    """Disjoint groups with what each says of itself, joined small into large."""

    def __init__(self, urls: Sequence[str], gtins: Mapping[str, frozenset[str]]) -> None:
        self._leader = {url: url for url in urls}
        self._members = {url: [url] for url in urls}
        self._gtins = {url: gtins.get(url, NOTHING) for url in urls}
        self._links: dict[str, Counter[str]] = {url: Counter() for url in urls}
        self._apart: dict[str, set[str]] = {url: set() for url in urls}

    def knows(self, match: Match) -> bool:
        """Whether *match* is of two different pages, both among ours."""
        return (
            match.one != match.other and match.one in self._leader and match.other in self._leader
        )

    def tie(self, one: str, other: str) -> None:
        """Let two pages be together, whatever speaks against it."""
        large, small = self._leaders(one, other)
        if large != small:
            self._absorb(large, small)

    def part(self, one: str, other: str) -> None:
        """Never join the groups of two pages."""
        large, small = self._leaders(one, other)
        if large != small:
            self._apart[large].add(small)
            self._apart[small].add(large)

    def expect(self, matches: Iterable[Match]) -> None:
        """Count the matches between every two groups."""
        for match in matches:
            one, other = self._leader[match.one], self._leader[match.other]
            if one != other:
                self._links[one][other] += 1
                self._links[other][one] += 1

    def join(self, match: Match) -> None:
        """Join the two groups of *match*, unless something speaks against it."""
        large, small = self._leaders(match.one, match.other)
        if large != small and not self._conflict(large, small) and self._holds(match, large, small):
            self._absorb(large, small)

    def sorted(self) -> tuple[tuple[str, ...], ...]:
        return tuple(sorted(tuple(sorted(members)) for members in self._members.values()))

    def _leaders(self, one: str, other: str) -> list[str]:
        """Those of two pages' groups, the larger group first."""
        return sorted(
            (self._leader[one], self._leader[other]),
            key=lambda leader: (-len(self._members[leader]), leader),
        )

    def _conflict(self, one: str, other: str) -> bool:
        mine, theirs = self._gtins[one], self._gtins[other]
        return other in self._apart[one] or (bool(mine and theirs) and mine.isdisjoint(theirs))

    def _holds(self, match: Match, large: str, small: str) -> bool:
        return (
            match.confidence >= SURE
            or len(self._members[small]) <= SMALL
            or self._links[small][large] >= BRIDGES
        )

    def _absorb(self, large: str, small: str) -> None:
        for url in self._members[small]:
            self._leader[url] = large
        self._members[large] += self._members.pop(small)
        self._gtins[large] |= self._gtins.pop(small)
        for other in self._apart.pop(small):
            self._apart[other].remove(small)
            self._apart[other].add(large)
            self._apart[large].add(other)
        for neighbour, count in self._links.pop(small).items():
            if neighbour != large:
                self._links[large][neighbour] += count
                self._links[neighbour][large] += count
                del self._links[neighbour][small]
        del self._links[large][small]
