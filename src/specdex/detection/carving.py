"""Which rows belong to which candidate: each row to the smallest that holds enough of them.

Compiled where possible (``carving_compiled``).
"""

from bisect import bisect_right
from collections.abc import Container, Sequence
from itertools import accumulate

from specdex.detection.candidates import look_of
from specdex.detection.regions import Carved, FoundPair, PairFinder, Region
from specdex.html import Document
from specdex.records import Candidate, FragmentKind

__all__ = ["Carved", "FoundPair", "PairFinder", "Region", "carve"]

SINGLES = frozenset({FragmentKind.TABLE, FragmentKind.DIV})
"""The kinds of candidates that may hold a single pair inside another candidate."""
MIN_PAIRS = 2
"""A candidate with fewer leaves them to the one around it, if that has more."""

Held = tuple[Candidate, Sequence[FoundPair]]


def carve(document: Document, candidates: Sequence[Candidate], finder: PairFinder) -> list[Region]:
    """The regions of a page, in page order: each pair belongs to one of them."""
    read = [(each, finder.glance(document, each.node)) for each in candidates]
    looks = {look_of(document, each.node) for each, pairs in read if len(pairs) >= MIN_PAIRS}
    held = [
        (each, pairs)
        for each, pairs in read
        if len(pairs) >= MIN_PAIRS or (pairs and _may_be_single(document, each, looks))
    ]
    held += _singles(document, read, [each.node for each, _ in held])
    held.sort(key=lambda one: one[0].node)
    return _regions(document, held)


def _may_be_single(
    document: Document, candidate: Candidate, looks: Container[tuple[int, str, str]]
) -> bool:
    """Whether one pair is enough: it has the look of a candidate with more."""
    look = look_of(document, candidate.node)
    marked = bool(look[2]) or candidate.kind is FragmentKind.TABLE
    return marked and candidate.kind in SINGLES and look in looks


def _singles(document: Document, read: Sequence[Held], owners: Sequence[int]) -> list[Held]:
    """The candidates of one pair that lie in no candidate of more."""
    found: list[Held] = []
    ends = sorted((node, document.nodes.end[node]) for node in owners)
    starts = [node for node, _ in ends]
    highest = list(accumulate((end for _, end in ends), max))
    last = -1
    for each, pairs in read:
        if len(pairs) != 1 or each.node < last:
            continue
        before = bisect_right(starts, each.node)
        if not before or highest[before - 1] <= each.node:
            found.append((each, pairs))
            last = document.nodes.end[each.node]
    return found


def _regions(document: Document, held: Sequence[Held]) -> list[Region]:
    around, inside = _nesting(document, held)
    regions: list[Region] = []
    places: dict[int, int] = {-1: -1}
    for at, (each, pairs) in enumerate(held):
        own = _own(pairs, [held[inner][1] for inner in inside[at]])
        parent = places[around[at]]
        places[at] = parent
        if not own:
            continue
        places[at] = len(regions)
        in_value = parent >= 0 and any(
            pair.node <= each.node < document.nodes.end[pair.node] for pair in regions[parent].pairs
        )
        without = tuple(held[inner][0].node for inner in inside[at])
        regions.append(
            Region(Carved(each.node, each.kind, each.confidence, without), own, parent, in_value)
        )
    return regions


def _own(pairs: Sequence[FoundPair], inner: Sequence[Sequence[FoundPair]]) -> tuple[FoundPair, ...]:
    """Those of *pairs* that no *inner* candidate holds."""
    if not inner:
        return tuple(pairs)
    taken = {_print(pair) for held in inner for pair in held}
    return tuple([pair for pair in pairs if _print(pair) not in taken])


def _print(pair: FoundPair) -> tuple[str, str, int]:
    return pair.name, pair.value, pair.node


def _nesting(document: Document, held: Sequence[Held]) -> tuple[list[int], list[list[int]]]:
    """For each candidate the smallest around it, and those directly inside it."""
    around: list[int] = []
    inside: list[list[int]] = [[] for _ in held]
    stack: list[int] = []
    for at, (each, _) in enumerate(held):
        while stack and document.nodes.end[held[stack[-1]][0].node] <= each.node:
            stack.pop()
        around.append(stack[-1] if stack else -1)
        if stack:
            inside[stack[-1]].append(at)
        stack.append(at)
    return around, inside
