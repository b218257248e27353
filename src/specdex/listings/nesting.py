"""Records that the parser sets into each other because their ends are not written."""

from collections.abc import Iterator

from specdex.html import Document
from specdex.html.document import Nodes

__all__ = ["parts", "unnested"]

ENDED_BY = {"li": frozenset({"ul", "ol", "menu", "dir", "table", "template"})}
"""Elements that end where the next one begins, unless one of these stands between."""
CHAINED = "article"
"""Elements that nest, but not one like the other in another, again and again."""
MIN_CHAIN = 3


def unnested(document: Document) -> Document:
    """*document* with such records beside each other, as they are shown.

    The nodes and their order stay, and so do the XPaths of all of them.
    """
    inner = [*_unended(document, "li"), *_chained(document)]
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


def _unended(document: Document, tag: str) -> Iterator[tuple[int, int]]:
    """Elements with *tag* inside others that a browser would have ended, outermost first."""
    for outer, node in _pairs(document, tag):
        above = document.parent[node]
        while above != outer and document.tag[above] not in ENDED_BY[tag]:
            above = document.parent[above]
        if above == outer:
            yield outer, node


def _chained(document: Document) -> list[tuple[int, int]]:
    """The articles of each chain of at least three alike, of which each ends with the next."""
    chains: dict[int, list[tuple[int, int]]] = {}
    for outer, node in _pairs(document, CHAINED):
        is_last = document.stop[node] >= document.stop[outer]
        if is_last and document.classes[node] == document.classes[outer]:
            chains[node] = [*chains.pop(outer, ()), (outer, node)]
    return [pair for chain in chains.values() if len(chain) >= MIN_CHAIN - 1 for pair in chain]


def _pairs(document: Document, tag: str) -> Iterator[tuple[int, int]]:
    """Each element with *tag* that lies in another, with the nearest that it lies in."""
    around: list[int] = []
    end = document.end
    for node in document.places_of(tag):
        while around and end[around[-1]] <= node:
            around.pop()
        if around:
            yield around[-1], node
        around.append(node)


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
