"""Records that the parser sets into each other because their ends are not written."""

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from specdex.html import Document
from specdex.html.document import Nodes

__all__ = ["parts", "unnested"]

Codes = npt.NDArray[np.int8]
ITEM, PARTING = "li", ("ul", "ol", "menu", "dir", "table", "template")
"""Elements that end where the next one begins, unless one of these stands between."""
CHAINED = "article"
"""Elements that nest, but not one like the other in another, again and again."""
MIN_CHAIN = 3
IS_ITEM, IS_CHAINED, IS_PARTING = 1, 2, 3
CODES = {ITEM: IS_ITEM, CHAINED: IS_CHAINED, **dict.fromkeys(PARTING, IS_PARTING)}


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


def parts(document: Document, ends: list[int], node: int) -> list[int]:
    """The elements that hold no more than the record *node*; mostly that one.

    *ends* are those of the page's own tree. Of several the one that says most comes first.
    """
    last = document.end[node]
    if ends[node] == last:
        return [node]
    found, place = [], node + 1
    while place < last:
        if ends[place] <= last:
            found.append(place)
            place = ends[place]
        else:
            place += 1
    return sorted(found, key=lambda each: document.start[each] - document.stop[each]) or [node]


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
