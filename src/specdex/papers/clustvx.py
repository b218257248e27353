"""ClustVX: clusters of elements with one tag path and one look, weighed by the area they take.

Grigalis and Cenys: Unsupervised Structured Data Extraction from Template-generated Web Pages. Looks
come from a rendered page: each element carries ``data-specdex-look`` (font, size, weight, style,
colour as computed) and ``data-specdex-box`` (x, y, width, height). Without them only the tag paths
speak, and text stands for area.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import chain

from specdex.groups import by_key
from specdex.html import Document, shortened
from specdex.listings.fields import listing, silence
from specdex.listings.outlines import Outline
from specdex.listings.spans import Span
from specdex.listings.view import View
from specdex.papers.light import tag_paths
from specdex.records import Listing, Shelf

__all__ = ["BOX", "LOOK", "ClustVxReader"]

LOOK = "data-specdex-look"
BOX = "data-specdex-box"
FORMATTING = frozenset(
    {
        *("b", "big", "em", "font", "i", "mark", "s", "small", "strike", "strong", "sub", "sup"),
        *("tt", "u", "br", "hr", "wbr"),
    }
)
"""Elements that only format text: they are left out of paths."""
SILENT = frozenset({"script", "style", "noscript", "head", "title", "meta", "link", "option"})
MIN_CLUSTER = 2
MAX_NODES = 8_000
"""Elements of a page that are looked at: as many take a second in Python."""
NOTHING = "no two visible elements share a tag path and a look"


_Region = tuple[int, tuple[Span, ...]]
"""An element, and the records under it."""


class ClustVxReader:
    """The records of the data region with the greatest visual weight."""

    name = "clustvx"

    def read(self, document: Document) -> Listing:
        """The records of *document*, or why there are none."""
        document = _short(document)
        regions = _regions(document)
        if not regions:
            return silence(document, self.name, NOTHING)
        roof, spans = max(regions, key=lambda each: _weight(document, each[1], regions[each]))
        outline = Outline(View(document), spans)
        shelf = Shelf(document.xpath(roof), len(spans))
        return listing(document, self.name, outline, [shelf])


def _short(document: Document) -> Document:
    """What is looked at of *document*, with how its elements look."""
    short = shortened(document, MAX_NODES)
    for node in range(len(short)) if short is not document else ():
        for name in (LOOK, BOX):
            if written := document.attribute(node, name):
                short.note(node, name, written)
    return short


def _regions(document: Document) -> Counter[_Region]:
    """The data regions: clusters whose elements lie under one roof in the same records.

    Each with the number of data items that speak for it.
    """
    found: Counter[_Region] = Counter()
    for cluster in _clusters(document):
        roof = _common(document, cluster[0], cluster[-1])
        spans = _segments(document, roof, cluster)
        if len(spans) >= MIN_CLUSTER:
            found[roof, spans] += len(cluster)
    return found


def _clusters(document: Document) -> list[list[int]]:
    """Data items (elements with own text, and pictures) that share their Xstring."""
    paths = tag_paths(document, FORMATTING)
    items = {*document.nodes.run_node, *document.nodes_of("img")}
    clusters = by_key(
        ((paths[node], document.attribute(node, LOOK)), node)
        for node in sorted(items)
        # the root has no roof
        if node and document.tag[node] not in SILENT and _area(document, node) != 0
    )
    return [nodes for nodes in clusters.values() if len(nodes) >= MIN_CLUSTER]


def _area(document: Document, node: int) -> float | None:
    """The room that the element takes on the rendered page; None where nobody rendered it."""
    try:
        _, _, width, height = map(float, document.attribute(node, BOX).split(","))
    except ValueError:
        return None
    return width * height


def _common(document: Document, one: int, other: int) -> int:
    """The nearest element around both: what the longest common prefix of their XPaths names."""
    node = document.parent[one]
    while node > 0 and document.end[node] <= other:
        node = document.parent[node]
    return max(node, 0)


def _segments(document: Document, roof: int, cluster: Sequence[int]) -> tuple[Span, ...]:
    """The records that the elements of *cluster* stand for, below *roof*."""
    children = [_child(document, roof, node) for node in cluster]
    if len(set(children)) < MIN_CLUSTER:
        return ()
    if children == list(cluster):
        return tuple(_hop(document, children))
    return tuple((child,) for child in dict.fromkeys(children))


def _child(document: Document, roof: int, node: int) -> int:
    """The child of *roof* that holds *node*."""
    while document.parent[node] != roof:
        node = document.parent[node]
    return node


def _hop(document: Document, firsts: list[int]) -> list[Span]:
    """HTML tree hopping: from each record's first item to just before the next record's."""
    spans = []
    for place, first in enumerate(firsts):
        stop = firsts[place + 1] if place + 1 < len(firsts) else document.end[first]
        span, node = [], first
        while node < stop:
            span.append(node)
            node = document.end[node]
        spans.append(tuple(span))
    return spans


def _weight(document: Document, spans: Sequence[Span], items: int) -> float:
    """The visual weight: the mean area of a record times the square of its data items."""
    area = 0.0
    for node in chain.from_iterable(spans):
        drawn = _area(document, node)
        area += document.stop[node] - document.start[node] if drawn is None else drawn
    return area / len(spans) * items**2
