"""MDR: data regions by comparing neighbouring combinations of children.

Liu, Grossman and Zhai: Mining Data Records in Web Pages. The original gives every data region of a
page and leaves it to a person to name the relevant one; here the one with the most text is read.
"""

from collections.abc import Callable
from dataclasses import dataclass

from rapidfuzz.distance import Levenshtein

from specdex.html import Document
from specdex.listings.fields import read_fields, silence
from specdex.listings.outlines import Outline
from specdex.listings.spans import Span
from specdex.listings.view import View
from specdex.records import Listing, Shelf

__all__ = ["MdrReader", "data_regions", "matches", "tree_similarity"]

MAX_NODES = 400
"""Larger trees are compared by their upper part."""
MAX_TAGS = 10
"""The most tags in a generalised node."""
THRESHOLD = 0.3
"""How different two generalised nodes may be, as a share of their mean size."""
MIN_DEPTH = 3
"""A tree less deep holds no data region."""
MIN_CHILDREN = 2
FIRST_LETTER = 0x4E00
"""Tags become single characters from here on, so that trees compare as strings."""
ROW = "tr"
NOTHING = "no neighbouring elements are alike enough for a data region"
Distance = Callable[[list[int], list[int]], float]


def tree_similarity(document: Document, one: int, other: int) -> float:
    """The nodes that two subtrees share, over their mean size."""
    sizes = [min(MAX_NODES, document.end[node] - node) for node in (one, other)]
    return min(1.0, 2 * matches(document, one, other) / sum(sizes))


def matches(document: Document, one: int, other: int) -> int:
    """How many nodes a largest matching of two subtrees pairs; no recursion over depth."""
    done: dict[tuple[int, int], int] = {}
    stack = [(one, other)]
    while stack:
        pair = stack[-1]
        if pair in done or document.tag[pair[0]] != document.tag[pair[1]]:
            done.setdefault(pair, 0)
            stack.pop()
            continue
        mine = _children(document, pair[0], one)
        theirs = _children(document, pair[1], other)
        waiting = [(a, b) for a in mine for b in theirs if (a, b) not in done]
        if waiting:
            stack += waiting
        else:
            done[pair] = 1 + _aligned(mine, theirs, done)
            stack.pop()
    return done[one, other]


def _children(document: Document, node: int, root: int) -> list[int]:
    return [child for child in document.children(node) if child < root + MAX_NODES]


def _aligned(mine: list[int], theirs: list[int], done: dict[tuple[int, int], int]) -> int:
    """The best sum over pairs of children in order."""
    before = [0] * (len(theirs) + 1)
    for a in mine:
        now = [0]
        for place, b in enumerate(theirs):
            now.append(max(now[-1], before[place + 1], before[place] + done[a, b]))
        before = now
    return before[-1]


@dataclass(frozen=True, slots=True)
class DataRegion:
    """Neighbouring generalised nodes alike: the children they begin at, and their size."""

    parent: int
    nodes: tuple[Span, ...]
    """The generalised nodes, each as its sibling elements."""


class MdrReader:
    """The records of the data region with the most text."""

    name = "mdr"

    def __init__(self, similarity: str = "strings", threshold: float = THRESHOLD) -> None:
        self.similarity = similarity
        """strings (edit distance of tag strings) or trees (simple tree matching)."""
        self.threshold = threshold

    def read(self, document: Document) -> Listing:
        """The records of *document*, or why there are none."""
        found = data_regions(document, self.similarity, self.threshold)
        if not found:
            return silence(document, self.name, NOTHING)
        largest = max(found, key=lambda region: _text(document, region))
        spans = _records(document, largest, self.similarity, self.threshold)
        page = document.page
        return Listing(
            url=page.url,
            id=page.id,
            site=page.site,
            offers=read_fields(Outline(View(document), spans)),
            shelves=tuple(
                Shelf(document.xpath(region.parent), len(region.nodes)) for region in found
            ),
            reader=self.name,
            confidence=1.0,
        )


def data_regions(
    document: Document, similarity: str = "strings", threshold: float = THRESHOLD
) -> list[DataRegion]:
    """Every data region of a page, outer ones first; none lies in another."""
    if not len(document):
        return []
    measure = _Measure(document, similarity)
    depths = _depths(document)
    found: list[DataRegion] = []
    waiting = [0]
    while waiting:
        node = waiting.pop()
        if depths[node] < MIN_DEPTH:
            continue
        children = list(document.children(node))
        regions = _identify(children, measure.distance, threshold)
        found += (DataRegion(node, each) for each in regions)
        covered = {child for region in regions for span in region for child in span}
        waiting += [child for child in reversed(children) if child not in covered]
    return found


class _Measure:
    """How different two generalised nodes are."""

    def __init__(self, document: Document, similarity: str) -> None:
        self.document = document
        letters: dict[str, str] = {}
        for tag in document.tag:
            letters.setdefault(tag, chr(FIRST_LETTER + len(letters)))
        self.string = "".join(letters[tag] for tag in document.tag)
        self.distance: Distance = self.of_trees if similarity == "trees" else self.of_strings

    def of_strings(self, one: list[int], other: list[int]) -> float:
        """The normalised edit distance of their tag strings."""
        first, second = self._string(one), self._string(other)
        mean = (len(first) + len(second)) / 2
        most = int(mean * THRESHOLD) + 1
        return Levenshtein.distance(first, second, score_cutoff=most) / mean

    def of_trees(self, one: list[int], other: list[int]) -> float:
        """One minus the similarity of their trees, component by component."""
        similar = [
            tree_similarity(self.document, mine, theirs)
            for mine, theirs in zip(one, other, strict=True)
        ]
        return 1 - sum(similar) / len(similar)

    def _string(self, nodes: list[int]) -> str:
        return "".join(self.string[node : self.document.end[node]] for node in nodes)


def _depths(document: Document) -> list[int]:
    """How many levels of elements lie below each node."""
    depths = [0] * len(document)
    for node in range(len(document) - 1, 0, -1):
        above = document.parent[node]
        depths[above] = max(depths[above], depths[node] + 1)
    return depths


def _identify(children: list[int], distance: Distance, threshold: float) -> list[tuple[Span, ...]]:
    """The data regions among *children*, left to right."""
    found = []
    start = 0
    known: dict[tuple[int, int], bool] = {}

    def alike(place: int, size: int) -> bool:
        """Whether the *size* children from *place* on are like the next *size*."""
        key = (place, size)
        if key not in known:
            one = children[place : place + size]
            other = children[place + size : place + 2 * size]
            known[key] = len(other) == size and distance(one, other) <= threshold
        return known[key]

    while start < len(children) - 1:
        size, first, count = _largest(len(children), start, alike)
        if not count:
            break
        found.append(
            tuple(
                tuple(children[place : place + size])
                for place in range(first, first + count * size, size)
            )
        )
        start = first + count * size
    return found


def _largest(total: int, start: int, alike: Callable[[int, int], bool]) -> tuple[int, int, int]:
    """Of the next region the size of its generalised nodes, its first child, how many nodes."""
    best = (0, total, 0)
    for size in range(1, min(MAX_TAGS, (total - start) // 2) + 1):
        for offset in range(start, start + size):
            first, count = _stretch(total, offset, size, alike)
            if count * size > best[2] * best[0] and (not best[2] or first <= best[1]):
                best = (size, first, count)
    return best


def _stretch(
    total: int, offset: int, size: int, alike: Callable[[int, int], bool]
) -> tuple[int, int]:
    """The first stretch of nodes alike of this size on this grid: where, and how many nodes."""
    place, first, count = offset, -1, 0
    while place + 2 * size <= total:
        if alike(place, size):
            first, count = (place, 2) if first < 0 else (first, count + 1)
        elif first >= 0:
            break
        place += size
    return first, count


def _records(
    document: Document, region: DataRegion, similarity: str, threshold: float
) -> list[Span]:
    """The records of a region: its generalised nodes, or what repeats in each of them."""
    nodes = list(region.nodes)
    if any(len(span) > 1 for span in nodes) or document.tag[nodes[0][0]] == ROW:
        return nodes
    measure = _Measure(document, similarity)
    inner: list[Span] = []
    for (node,) in nodes:
        children = list(document.children(node))
        regions = _identify(children, measure.distance, threshold)
        if len(regions) != 1 or sum(map(len, regions[0])) != len(children):
            return nodes
        inner += regions[0]
    return inner


def _text(document: Document, region: DataRegion) -> int:
    return sum(document.stop[node] - document.start[node] for span in region.nodes for node in span)
