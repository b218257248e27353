"""LightExtraction as published: filter, marked tag path, largest cluster, same parent path.

Horch, Kett and Weisbecker: A Lightweight Approach for Extracting Product Records from the Web.
"""

from collections.abc import Collection
from itertools import accumulate

from specdex.html import Document, shortened
from specdex.listings.fields import listing, silence
from specdex.listings.outlines import Outline
from specdex.listings.view import View
from specdex.records import Listing, Shelf

__all__ = ["LightReader", "tag_paths"]

STYLING = frozenset(
    {
        *("b", "big", "br", "center", "em", "font", "hr", "i", "s", "small", "strike", "strong"),
        *("sub", "sup", "tt", "u", "script", "style", "noscript"),
    }
)
"""Elements that only style or hold code: they are no part of any path."""
MIN_CHILDREN = 5
MIN_CLUSTER = 2
"""One element alone is no cluster; the paper does not say."""
MAX_NODES = 100_000
"""Elements of a page that are looked at: as many take a second in Python."""
NOTHING = "no element has five others inside it, with text, an image and a link"
ALONE = "no two elements that look like product records share a tag path"


class LightReader:
    """The elements whose tag path is that of the largest cluster of product-like elements."""

    name = "light"

    def read(self, document: Document) -> Listing:
        """The records of *document*, or why there are none."""
        document = shortened(document, MAX_NODES)
        paths = tag_paths(document, STYLING)
        clusters: dict[tuple[str, str], list[int]] = {}
        for node in _filtered(document):
            below = "/".join(
                tag for tag in document.tag[node + 1 : document.end[node]] if tag not in STYLING
            )
            clusters.setdefault((paths[node], below), []).append(node)
        if not clusters:
            return silence(document, self.name, NOTHING)
        largest = max(clusters, key=lambda path: len(clusters[path]))
        if len(clusters[largest]) < MIN_CLUSTER:
            return silence(document, self.name, ALONE)
        records = sorted(
            node for path, nodes in clusters.items() if path[0] == largest[0] for node in nodes
        )
        outline = Outline(View(document), ((node,) for node in records))
        roofs = dict.fromkeys(document.parent[node] for node in records)
        shelves = (
            Shelf(document.xpath(roof), sum(document.parent[node] == roof for node in records))
            for roof in roofs
            if roof >= 0
        )
        return listing(document, self.name, outline, shelves)


def _filtered(document: Document) -> list[int]:
    """The elements that pass the product record filter."""
    images = _before(document, "img")
    links = _before(document, "a")
    counted = _before(document, *set(document.tag) - STYLING)
    return [
        node
        for node, end in enumerate(document.end)
        if document.tag[node] not in STYLING
        and counted[end] - counted[node + 1] >= MIN_CHILDREN
        and document.stop[node] > document.start[node]
        and images[end] > images[node + 1]
        and links[end] > links[node + 1]
    ]


def _before(document: Document, *tags: str) -> list[int]:
    """For each place how many nodes before it have one of *tags*."""
    wanted = frozenset(tags)
    return list(accumulate((tag in wanted for tag in document.tag), initial=0))


def tag_paths(document: Document, skipped: Collection[str]) -> list[str]:
    """The tag path of each element from the root, the element included, without *skipped* tags."""
    paths: list[str] = []
    for tag, above in zip(document.tag, document.parent, strict=True):
        before = paths[above] if above >= 0 else ""
        paths.append(before if tag in skipped else f"{before}/{tag}")
    return paths
