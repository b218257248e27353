# cython: boundscheck=False, wraparound=False
"""Which rows belong to which candidate: each row to the smallest that holds enough of them."""

from array import array
from collections.abc import Sequence

from specdex.detection.candidates import kind_of, look_of
from specdex.html import Document
from specdex.records import Candidate, FragmentKind
from specdex.structure import readings
from specdex.structure.page import Readings
from specdex.structure.pairs import Found

__all__ = ["Region", "carve"]

SINGLES = frozenset({FragmentKind.TABLE, FragmentKind.DIV, FragmentKind.DL})
"""The kinds of candidates that may hold a single pair inside another candidate."""
MIN_PAIRS = 2
"""A candidate with fewer leaves them to the one around it, if that has more."""

MAX_ROW_PAIRS = 3
"""So many pairs may stand side by side in one row of the page."""


class Region:
    """A candidate with the pairs that are its own."""

    __slots__ = ("around", "in_value", "kind", "node", "pairs", "without")

    def __init__(
        self,
        node: int,
        kind: FragmentKind,
        pairs: tuple[Found, ...],
        without: tuple[int, ...],
        around: int,
    ) -> None:
        self.node = node
        self.kind = kind
        self.pairs = pairs
        self.without = without
        """The elements inside it that are candidates of their own."""
        self.around = around
        """The place, among the page's regions, of the smallest around it; -1 if there is none."""
        self.in_value = False
        """Whether it lies inside a value of the region around it."""

    @property
    def candidate(self) -> Candidate:
        """The candidate alone, as sure as one that nobody judged."""
        return Candidate(self.node, self.kind, without=self.without)

    @property
    def shown(self) -> tuple[object, ...]:
        """All of it, as it is compared."""
        return self.node, self.kind, self.pairs, self.without, self.around, self.in_value

    def __eq__(self, other: object) -> bool:
        return self.shown == other.shown if isinstance(other, Region) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.shown)

    def __repr__(self) -> str:
        return f"Region{self.shown}"


def carve(document: Document, nodes: Sequence[int]) -> list[Region]:
    """The regions of a page among candidates' *nodes*, in page order: each pair is of one."""
    page = readings(document)
    shallow = page.shallow
    read = [shallow.read(node) for node in nodes]
    kept = _kept(document, nodes, read)
    _join_rows(document, nodes, read, kept)
    return _regions(document, [node for at, node in enumerate(nodes) if kept[at]], page)


def _kept(document: Document, nodes: Sequence[int], read: list[list[Found]]) -> bytearray:
    """Which candidates keep pairs: those with enough, and some with one."""
    kept, single = bytearray(len(nodes)), False
    looks = set()
    for at, pairs in enumerate(read):
        if len(pairs) >= MIN_PAIRS:
            kept[at] = 1
            looks.add(look_of(document, nodes[at]))
        elif pairs:
            single = True
    if single:
        for at, pairs in enumerate(read):
            if len(pairs) == 1 and _may_be_single(document, nodes[at], looks):
                kept[at] = 1
        _keep_singles(document, nodes, read, kept)
    return kept


def _may_be_single(document: Document, node: int, looks: set[tuple[int, str, str]]) -> bool:
    """Whether one pair is enough: it has the look of a candidate with more."""
    kind = kind_of(document.tag[node])
    if kind not in SINGLES:
        return False
    look = look_of(document, node)
    return (bool(look[2]) or kind is FragmentKind.TABLE) and look in looks


def _keep_singles(
    document: Document, nodes: Sequence[int], read: list[list[Found]], kept: bytearray
) -> None:
    """Keep the candidates of one pair that lie in none that is kept."""
    ends = document.nodes.end
    highest = last = -1
    for at, node in enumerate(nodes):
        if kept[at]:
            highest = max(highest, ends[node])
        elif len(read[at]) == 1 and node >= last and node >= highest:
            kept[at] = 1
            last = ends[node]


def _join_rows(
    document: Document, nodes: Sequence[int], read: list[list[Found]], kept: bytearray
) -> None:
    """Keep the candidate around candidates of a few pairs that look alike, instead of them.

    Where labels and values stand in columns, each row of the page holds a few pairs; cards of a
    list, which have the same names, are left alone.
    """
    parents, rows = document.nodes.parent, dict[tuple[int, str, str], list[int]]()
    for at, node in enumerate(nodes):
        if kept[at] and len(read[at]) <= MAX_ROW_PAIRS:
            place = (parents[node], document.tag[node], document.classes[node])
            rows.setdefault(place, []).append(at)
    places = {node: at for at, node in enumerate(nodes)} if rows else {}
    for (parent, _, _), alike in rows.items():
        if len(alike) < MIN_PAIRS or parent not in places:
            continue
        pairs = [pair for at in alike for pair in read[at]]
        around = places[parent]
        if len({pair.name for pair in pairs}) == len(pairs) and set(pairs) <= set(read[around]):
            kept[around] = 1
            for at in alike:
                kept[at] = 0


def _regions(document: Document, nodes: list[int], page: Readings) -> list[Region]:
    tags, ends = document.tag, document.nodes.end
    around, inside = _nesting(ends, nodes)
    regions: list[Region] = []
    places: list[int] = []
    for at, node in enumerate(nodes):
        inner = inside[at]
        parent = places[around[at]] if around[at] >= 0 else -1
        without = tuple([nodes[each] for each in inner]) if inner else ()
        own = tuple(page.own(node, without) if inner else page.shallow.read(node))
        places.append(len(regions) if own else parent)
        if own:
            region = Region(node, kind_of(tags[node]), own, without, parent)
            region.in_value = parent >= 0 and _in_value(ends, node, regions[parent])
            regions.append(region)
    return regions


def _in_value(ends: "array[int]", node: int, around: Region) -> bool:
    """Whether *node* lies inside a value of the region *around* it."""
    for pair in around.pairs:
        place = pair.node
        if place <= node < ends[place]:
            return True
    return False


def _nesting(ends: "array[int]", nodes: list[int]) -> tuple[list[int], list[list[int]]]:
    """For each candidate the smallest around it, and those directly inside it."""
    around: list[int] = []
    inside: list[list[int]] = [[] for _ in nodes]
    stack: list[int] = []
    for at, node in enumerate(nodes):
        above = -1
        while stack:
            above = stack[len(stack) - 1]
            if ends[nodes[above]] > node:
                break
            stack.pop()
            above = -1
        around.append(above)
        if above >= 0:
            inside[above].append(at)
        stack.append(at)
    return around, inside
