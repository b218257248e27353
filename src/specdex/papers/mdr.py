"""MDR: data regions by comparing neighbouring combinations of children.

Liu, Grossman and Zhai: Mining Data Records in Web Pages. The original gives every data region of a
page and leaves it to a person to name the relevant one; here the one with the most text is read.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from rapidfuzz.distance import Levenshtein

from specdex.html import Document, shortened
from specdex.listings.fields import listing, silence
from specdex.listings.outlines import Outline
from specdex.listings.spans import Span
from specdex.listings.view import View
from specdex.records import Listing, Shelf

__all__ = ["MdrReader", "data_regions"]

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
MAX_NODES = 25_000
"""Elements of a page that are looked at: as many take a second in Python."""
NOTHING = "no neighbouring elements are alike enough for a data region"
Alike = Callable[[list[int], list[int]], bool]


@dataclass(frozen=True, slots=True)
class DataRegion:
    """Neighbouring generalised nodes alike: the children they begin at, and their size."""

    parent: int
    nodes: tuple[Span, ...]
    """The generalised nodes, each as its sibling elements."""


class MdrReader:
    """The records of the data region with the most text."""

    name = "mdr"

    def read(self, document: Document) -> Listing:
        """The records of *document*, or why there are none."""
        document = shortened(document, MAX_NODES)
        found = data_regions(document)
        if not found:
            return silence(document, self.name, NOTHING)
        largest = max(
            found,
            key=lambda region: sum(
                document.stop[node] - document.start[node] for span in region.nodes for node in span
            ),
        )
        outline = Outline(View(document), _records(document, largest))
        shelves = (Shelf(document.xpath(region.parent), len(region.nodes)) for region in found)
        return listing(document, self.name, outline, shelves)


def data_regions(document: Document) -> list[DataRegion]:
    """Every data region of a page, outer ones first; none lies in another."""
    if not len(document):
        return []
    alike = _likeness(document)
    depths = _depths(document)
    found: list[DataRegion] = []
    waiting = [0]
    while waiting:
        node = waiting.pop()
        if depths[node] < MIN_DEPTH:
            continue
        children = list(document.children(node))
        regions = _identify(children, alike)
        found += (DataRegion(node, each) for each in regions)
        covered = {child for region in regions for span in region for child in span}
        waiting += [child for child in reversed(children) if child not in covered]
    return found


def _likeness(document: Document) -> Alike:
    """What tells whether the edit distance of generalised nodes is within the threshold."""
    letters: dict[str, str] = {}
    for tag in document.tag:
        letters.setdefault(tag, chr(FIRST_LETTER + len(letters)))
    string = "".join(letters[tag] for tag in document.tag)

    def alike(one: list[int], other: list[int]) -> bool:
        first = "".join(string[node : document.end[node]] for node in one)
        second = "".join(string[node : document.end[node]] for node in other)
        most = int((len(first) + len(second)) / 2 * THRESHOLD)
        return Levenshtein.distance(first, second, score_cutoff=most) <= most

    return alike


def _depths(document: Document) -> list[int]:
    """How many levels of elements lie below each node."""
    depths = [0] * len(document)
    for node in range(len(document) - 1, 0, -1):
        above = document.parent[node]
        depths[above] = max(depths[above], depths[node] + 1)
    return depths


def _identify(children: list[int], likeness: Alike) -> list[tuple[Span, ...]]:
    """The data regions among *children*, left to right."""
    found = []
    start = 0

    @cache
    def alike(place: int, size: int) -> bool:
        """Whether the *size* children from *place* on are like the next *size*."""
        other = children[place + size : place + 2 * size]
        return len(other) == size and likeness(children[place : place + size], other)

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


def _records(document: Document, region: DataRegion) -> list[Span]:
    """The records of a region: its generalised nodes, or what repeats in each of them."""
    nodes = list(region.nodes)
    if any(len(span) > 1 for span in nodes) or document.tag[nodes[0][0]] == ROW:
        return nodes
    alike = _likeness(document)
    inner: list[Span] = []
    for (node,) in nodes:
        children = list(document.children(node))
        regions = _identify(children, alike)
        if len(regions) != 1 or sum(map(len, regions[0])) != len(children):
            return nodes
        inner += regions[0]
    return inner
