"""Which rows belong to which candidate: each row to the smallest that holds enough of them."""

from bisect import bisect_right
from collections.abc import Container, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Protocol

from specdex.detection.candidates import look_of
from specdex.html import Document
from specdex.records import Candidate, FragmentKind

__all__ = ["Carved", "FoundPair", "PairFinder", "Region", "carve"]

SINGLES = frozenset({FragmentKind.TABLE, FragmentKind.DIV})
"""The kinds of candidates that may hold a single pair inside another candidate."""
MIN_PAIRS = 2
"""A candidate with fewer leaves them to the one around it, if that has more."""


class FoundPair(Protocol):
    """A pair as a reader finds it: name, value, and how sure its name is a label."""

    @property
    def name(self) -> str:
        """What the value is of."""
        ...

    @property
    def value(self) -> str:
        """As printed."""
        ...

    @property
    def evidence(self) -> int:
        """How sure the name is a label, from 0 on."""
        ...

    @property
    def node(self) -> int:
        """Where the value stands."""
        ...


class PairFinder(Protocol):
    """Finds the pairs below an element, quickly."""

    def glance(self, document: Document, node: int) -> Sequence[FoundPair]:
        """The pairs below *node*, in page order."""
        ...


Held = tuple[Candidate, Sequence[FoundPair]]


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


def carve(document: Document, candidates: Sequence[Candidate], finder: PairFinder) -> list[Region]:
    """The regions of a page, in page order: each pair belongs to one of them."""
    read = [(each, finder.glance(document, each.node)) for each in candidates]
    looks = {look_of(document, each.node) for each, pairs in read if len(pairs) >= MIN_PAIRS}
    held = [
        (each, pairs)
        for each, pairs in read
        if len(pairs) >= MIN_PAIRS or (pairs and _may_be_single(document, each, looks))
    ]
    held += _singles(document, candidates, finder, [each.node for each, _ in held])
    held.sort(key=lambda one: one[0].node)
    return _regions(document, held)


def _may_be_single(
    document: Document, candidate: Candidate, looks: Container[tuple[int, str, str]]
) -> bool:
    """Whether one pair is enough: it has the look of a candidate with more."""
    look = look_of(document, candidate.node)
    marked = bool(look[2]) or candidate.kind is FragmentKind.TABLE
    return marked and candidate.kind in SINGLES and look in looks


def _singles(
    document: Document, candidates: Sequence[Candidate], finder: PairFinder, owners: Sequence[int]
) -> list[Held]:
    """The candidates of one pair that lie in no candidate of more."""
    found: list[Held] = []
    ends = sorted((node, document.end[node]) for node in owners)
    starts = [node for node, _ in ends]
    highest = list(accumulate((end for _, end in ends), max))
    last = -1
    for each in candidates:
        before = bisect_right(starts, each.node)
        if each.node < last or (before and highest[before - 1] > each.node):
            continue
        pairs = finder.glance(document, each.node)
        if len(pairs) == 1:
            found.append((each, pairs))
            last = document.end[each.node]
    return found


def _regions(document: Document, held: Sequence[Held]) -> list[Region]:
    around, inside = _nesting(document, held)
    regions: list[Region] = []
    places: dict[int, int] = {-1: -1}
    for at, (each, pairs) in enumerate(held):
        taken = {_print(pair) for inner in inside[at] for pair in held[inner][1]}
        own = tuple(pair for pair in pairs if _print(pair) not in taken)
        parent = places[around[at]]
        places[at] = parent
        if not own:
            continue
        places[at] = len(regions)
        in_value = parent >= 0 and any(
            pair.node <= each.node < document.end[pair.node] for pair in regions[parent].pairs
        )
        without = tuple(held[inner][0].node for inner in inside[at])
        regions.append(
            Region(Carved(each.node, each.kind, each.confidence, without), own, parent, in_value)
        )
    return regions


def _print(pair: FoundPair) -> tuple[str, str, int]:
    return pair.name, pair.value, pair.node


def _nesting(document: Document, held: Sequence[Held]) -> tuple[list[int], list[list[int]]]:
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
