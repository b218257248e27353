"""Which rows belong to which candidate: each row to the smallest that holds enough of them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from specdex.html import Document
from specdex.records import Candidate

__all__ = ["Carved", "FoundPair", "PairFinder", "Region", "carve"]

MIN_PAIRS = 2
"""A candidate with fewer leaves them to the one around it, if that has more."""


class FoundPair(Protocol):
    """A pair as a reader finds it: name, value, and how sure its name is a label."""

    @property
    def name(self) -> str: ...
    @property
    def value(self) -> str: ...
    @property
    def evidence(self) -> int: ...
    @property
    def node(self) -> int: ...


class PairFinder(Protocol):
    """Finds the pairs below an element, quickly."""

    def glance(self, document: Document, node: int) -> Sequence[FoundPair]:
        """The pairs below *node*, in page order."""
        ...


@dataclass(frozen=True, slots=True)
class Carved(Candidate):
    """A candidate without some elements inside it, which are candidates of their own."""

    without: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Region:
    """A candidate with the pairs that are its own."""

    candidate: Carved
    pairs: tuple[FoundPair, ...]
    around: int
    """The place, among the page's regions, of the smallest around it; -1 where there is none."""
    in_value: bool
    """Whether it lies inside a value of the region around it."""


def carve(
    document: Document, candidates: Sequence[Candidate], finder: PairFinder
) -> list[Region]:
    """The regions of a page, in page order: each pair belongs to one of them."""
    held = [(each, finder.glance(document, each.node)) for each in candidates]
    held = [(each, pairs) for each, pairs in held if len(pairs) >= MIN_PAIRS]
    owned = _owned(document, held)
    held += _singles(document, candidates, finder, owned)
    held.sort(key=lambda one: one[0].node)
    return _regions(document, held)


def _owned(
    document: Document, held: Sequence[tuple[Candidate, Sequence[FoundPair]]]
) -> list[tuple[int, int]]:
    return [(each.node, document.end[each.node]) for each, _ in held]


def _singles(
    document: Document,
    candidates: Sequence[Candidate],
    finder: PairFinder,
    owned: Sequence[tuple[int, int]],
) -> list[tuple[Candidate, Sequence[FoundPair]]]:
    """The candidates of one pair that lie in no candidate of more."""
    found: list[tuple[Candidate, Sequence[FoundPair]]] = []
    last = -1
    for each in candidates:
        if each.node < last or any(low <= each.node < high for low, high in owned):
            continue
        pairs = finder.glance(document, each.node)
        if len(pairs) == 1:
            found.append((each, pairs))
            last = document.end[each.node]
    return found


def _regions(
    document: Document, held: Sequence[tuple[Candidate, Sequence[FoundPair]]]
) -> list[Region]:
    around, inside = _nesting(document, held)
    regions: list[Region] = []
    places: dict[int, int] = {}
    for at, (each, pairs) in enumerate(held):
        without = tuple(held[inner][0].node for inner in inside[at])
        own = tuple(pair for pair in pairs if not _within(document, pair.node, without))
        if not own:
            around_at = around[at]
            places[at] = places.get(around_at, -1)
            continue
        parent = places.get(around[at], -1)
        places[at] = len(regions)
        in_value = parent >= 0 and any(
            pair.node <= each.node < document.end[pair.node] for pair in regions[parent].pairs
        )
        carved = Carved(each.node, each.kind, each.confidence, without)
        regions.append(Region(carved, own, parent, in_value))
    return regions


def _nesting(
    document: Document, held: Sequence[tuple[Candidate, Sequence[FoundPair]]]
) -> tuple[list[int], list[list[int]]]:
    """For each candidate the smallest around it, and those directly inside it."""
    around: list[int] = []
    inside: list[list[int]] = [[] for _ in held]
    stack: list[int] = []
    for at, (each, _) in enumerate(held):
        while stack and document.end[held[stack[-1]][0].node] <= each.node:
            stack.pop()
        around.append(stack[-1] if stack else -1)
        if stack:
            inside[stack[-1]].append(at)
        stack.append(at)
    return around, inside


def _within(document: Document, node: int, elements: Sequence[int]) -> bool:
    return any(element <= node < document.end[element] for element in elements)
