"""What a page offers to a reader of listings: links, pictures and prices, counted by subtree."""

from collections.abc import Iterator
from functools import cached_property

import numpy as np
import numpy.typing as npt

from specdex.html import Document
from specdex.html.document import Nodes
from specdex.html.tags import HEADINGS
from specdex.listings.amounts import page_amounts

__all__ = ["BUTTONS", "Integers", "View", "unnested", "within"]

Integers = npt.NDArray[np.integer]
Codes = npt.NDArray[np.int8]

PICTURES = ("img", "picture", "amp-img", "noscript", "image")
"""What may show the product; a lazy picture stands in noscript."""
BUTTONS = ("button", "input", "select")
TAGS = {
    tag: number
    for number, tag in enumerate(
        ("a", "time", "meta", "script", "link", "main", *PICTURES, *HEADINGS, *BUTTONS), 1
    )
}
"""The tags that are counted, and the number each goes by; 0 is any other."""
ITEM, PARTING = "li", ("ul", "ol", "menu", "dir", "table", "template")
"""Elements that end where the next one begins, unless one of these stands between."""
CHAINED = "article"
"""Elements that nest, but not one like the other in another, again and again."""
MIN_CHAIN = 3
IS_ITEM, IS_CHAINED, IS_PARTING = 1, 2, 3
CODES = {ITEM: IS_ITEM, CHAINED: IS_CHAINED, **dict.fromkeys(PARTING, IS_PARTING)}


def within(places: Integers, starts: Integers, stops: Integers) -> Integers:
    """How many of the sorted *places* lie in each ``[start, stop)``."""
    counts: Integers = np.searchsorted(places, stops) - np.searchsorted(places, starts)
    return counts


def _running(places: Integers, size: int) -> Integers:
    """For each point of ``range(size + 1)`` how many of *places* lie before it."""
    before: Integers = np.zeros(size + 1, dtype=np.int32)
    before[places + 1] = 1
    np.cumsum(before, out=before)
    return before


class View:
    """The links, pictures and amounts of a page, with how many each subtree holds.

    Its document is the page's with all records beside each other.
    """

    def __init__(self, page: Document) -> None:
        self.page = page
        self.document = document = unnested(page)
        self.size = len(document)
        self.end: Integers = np.asarray(document.nodes.end, dtype=np.int64)
        self.start: Integers = np.asarray(document.nodes.start, dtype=np.int64)
        self.stop: Integers = np.asarray(document.nodes.stop, dtype=np.int64)
        codes = np.frombuffer(document.coded(TAGS), dtype=np.int8)
        self.counted: Integers = np.flatnonzero(codes)
        """The nodes with a tag that is counted, …"""
        self.codes = codes[self.counted]
        """… and the number it goes by."""
        self.amounts = page_amounts(document)
        self.links = self.places("a")
        self.pictures = self.places(*PICTURES)
        self.prices: Integers = np.array([each.start for each in self.amounts], dtype=np.int64)
        self.links_before = _running(self.links, self.size)
        self.pictures_before = _running(self.pictures, self.size)
        self.prices_before = _running(self.prices, len(document.text))
        self.link_count = self.links_before[self.end] - self.links_before[:-1]
        self.picture_count = self.pictures_before[self.end] - self.pictures_before[:-1]
        self.price_count = self.prices_before[self.stop] - self.prices_before[self.start]

    def parts(self, record: int) -> list[int]:
        """The elements that hold no more than *record*, mostly that one.

        Of several, in the page's own tree, the one that says most comes first.
        """
        document, ends = self.document, self.page.end
        last = document.end[record]
        if ends[record] == last:
            return [record]
        found, place = [], record + 1
        while place < last:
            if ends[place] <= last:
                found.append(place)
                place = ends[place]
            else:
                place += 1
        order = sorted(found, key=lambda each: document.start[each] - document.stop[each])
        return order or [record]

    def places(self, *tags: str) -> Integers:
        """The nodes with one of *tags*, which are among the counted ones, in document order."""
        numbers = [TAGS[tag] for tag in tags]
        wanted = self.codes == numbers[0]
        for number in numbers[1:]:
            wanted |= self.codes == number
        found: Integers = self.counted[wanted]
        return found

    def is_priced(self, first: int, last: int) -> bool:
        """Whether the text from node *first* to the end of node *last* holds a price."""
        return bool(self.prices_before[self.stop[last]] > self.prices_before[self.start[first]])

    def is_pictured(self, first: int, last: int) -> bool:
        """Whether the nodes from *first* to the end of *last* hold a picture."""
        return bool(self.pictures_before[self.end[last]] > self.pictures_before[first])

    @cached_property
    def kinds(self) -> list[int]:
        """For each node what its subtree shows: 1 for a picture, 2 for a price, 3 for both."""
        found: list[int] = ((self.picture_count > 0) + 2 * (self.price_count > 0)).tolist()
        return found

    @cached_property
    def telling(self) -> list[bool]:
        """For each node whether its subtree says anything: text, a picture, a link."""
        said = (self.stop > self.start) | (self.picture_count > 0) | (self.link_count > 0)
        found: list[bool] = said.tolist()
        return found

    @cached_property
    def promising(self) -> list[int]:
        """The nodes that hold text, and two of a link, a picture and a price.

        They are closed under ancestors.
        """
        shown = (self.picture_count > 0).astype(np.int8) + (self.price_count > 0)
        seen = (self.stop > self.start) & (shown + (self.link_count > 0) > 1)
        found: list[int] = np.flatnonzero(seen).tolist()
        return found


def unnested(document: Document) -> Document:
    """*document* with such records beside each other, as they are shown.

    The nodes and their order stay, and so do the XPaths of all of them.
    """
    codes = np.frombuffer(document.coded(CODES), np.int8)
    inner = [*_unended(document, codes), *_chained(document, codes)]
    if not inner:
        return document
    nodes = document.nodes
    moved = Nodes(
        tag=nodes.tag,
        parent=nodes.parent[:],
        depth=nodes.depth,
        end=nodes.end[:],
        children=nodes.children,
        start=nodes.start,
        stop=nodes.stop[:],
        first=nodes.first,
        last=nodes.last[:],
        run_start=nodes.run_start,
        run_stop=nodes.run_stop,
        run_node=nodes.run_node,
        elements=nodes.elements,
    )
    for outer, node in inner:
        _move(nodes, moved, outer, node)
    return Document(document.page, moved, document.text, document.failure)


def _unended(document: Document, codes: Codes) -> Iterator[tuple[int, int]]:
    """Items inside others that a browser would have ended, outermost first."""
    parent = document.nodes.parent
    items = np.flatnonzero(codes == IS_ITEM)
    for node in items[codes[np.asarray(parent)[items]] != IS_PARTING].tolist():
        above = parent[node]
        while above >= 0 and codes[above] not in {IS_ITEM, IS_PARTING}:
            above = parent[above]
        if above >= 0 and codes[above] == IS_ITEM:
            yield above, node


def _chained(document: Document, codes: Codes) -> list[tuple[int, int]]:
    """The articles of each chain of at least three alike, of which each ends with the next."""
    chains: dict[int, list[tuple[int, int]]] = {}
    around: list[int] = []
    end = document.nodes.end
    for node in np.flatnonzero(codes == IS_CHAINED).tolist():
        while around and end[around[-1]] <= node:
            around.pop()
        if around and _ends_with(document, around[-1], node):
            chains[node] = [*chains.pop(around[-1], ()), (around[-1], node)]
        around.append(node)
    return [pair for chain in chains.values() if len(chain) >= MIN_CHAIN - 1 for pair in chain]


def _ends_with(document: Document, outer: int, node: int) -> bool:
    """Whether *outer* ends where *node* does, and looks like it."""
    stop, classes = document.nodes.stop, document.classes
    return stop[node] >= stop[outer] and classes[node] == classes[outer]


def _move(nodes: Nodes, moved: Nodes, outer: int, node: int) -> None:
    """End *outer* where *node* begins, and set what follows beside it."""
    beside = moved.parent[outer]
    above = nodes.parent[node]
    while above >= outer:
        moved.end[above] = min(moved.end[above], node)
        moved.stop[above] = min(moved.stop[above], nodes.start[node])
        moved.last[above] = min(moved.last[above], nodes.first[node])
        above = nodes.parent[above]
    moved.parent[node] = beside
    place = nodes.end[node]
    while place < nodes.end[outer] and nodes.tag[place] != nodes.tag[node]:
        moved.parent[place] = beside
        place = nodes.end[place]
