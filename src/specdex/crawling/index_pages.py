"""Index pages: groups of links alike, and how much each looks like a list of products."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from specdex.crawling.addresses import is_facet, is_trap
from specdex.crawling.category import folded, plain
from specdex.crawling.links import PRICE, PageLink
from specdex.groups import by_key
from specdex.html import Document
from specdex.text import words

__all__ = ["LinkGroup", "anchors", "is_avoided", "link_groups"]

PRICED, PICTURED, NAMED, UNFRAMED = 0.45, 0.2, 0.2, 0.15
"""What a group's records add to its score: their share with a price, with a picture, with a name of
several words, and lying outside the frame of the page."""
LONE = 0.8
"""A group of one link has nothing to be alike to."""
MAX_RECORD = 1500
"""Characters; an ancestor with more text is no record."""
MIN_NAME = 2
BUTTONS = (
    *("links.avoided", "buying.add_to_cart_in_lists"),
    *("pagers.next", "pagers.previous", "pagers.more"),
)
"""What is written on links that lead away from products."""


@dataclass(frozen=True, slots=True)
class LinkGroup:
    """Links of one shape on one page, one for each address."""

    shape: str
    links: tuple[PageLink, ...]
    score: float
    """How much it looks like a list of products, from 0 to 1."""
    priced: float = 0.0
    """The share of its records that hold a price."""


def is_avoided(link: PageLink) -> bool:
    """Whether a link is known to lead away from products by its words or its address."""
    return (
        plain(link.anchor) in folded(*BUTTONS)
        or "nofollow" in link.rel
        or is_trap(link.url)
        or is_facet(link.url)
    )


def anchors(links: Iterable[PageLink]) -> dict[str, str]:
    """The best anchor of each address: the longest that is no button."""
    best: dict[str, str] = {}
    for link in links:
        text = plain(link.anchor)
        if text and text not in folded(*BUTTONS) and len(link.anchor) > len(best.get(link.key, "")):
            best[link.key] = link.anchor
    return best


def link_groups(
    document: Document, links: Sequence[PageLink], best: dict[str, str] | None = None
) -> list[LinkGroup]:
    """The groups of *links* by shape, best first; page numbers and buttons left out.

    *best* are the anchors of *links*, where they are known already.
    """
    best = anchors(links) if best is None else best
    by_shape = by_key(
        (link.shape, link)
        for link in links
        if not link.anchor.strip().isdigit() and not is_avoided(link)
    )
    records = _Records(document)
    groups = [_group(records, shape, alike, best) for shape, alike in by_shape.items()]
    return sorted(groups, key=lambda group: (-group.score, -len(group.links), group.shape))


def _group(
    records: "_Records", shape: str, alike: list[PageLink], best: dict[str, str]
) -> LinkGroup:
    one_each = tuple({link.key: link for link in reversed(alike)}.values())[::-1]
    found = records.of(alike)
    size = len(one_each)
    priced = sum(records.priced(node) for node in found) / size
    pictured = sum(records.pictured(node) for node in found) / size
    named = sum(len(words(best.get(link.key, ""))) >= MIN_NAME for link in one_each) / size
    unframed = sum(not link.framed for link in one_each) / size
    score = PRICED * priced + PICTURED * pictured + NAMED * named + UNFRAMED * unframed
    return LinkGroup(shape, one_each, score if size > 1 else score * LONE, priced)


class _Records:
    """The elements around links that hold one product each."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.images = list(document.nodes_of("img", "picture"))

    def of(self, alike: list[PageLink]) -> list[int]:
        """For each address the largest element around its link with no other link of the group."""
        found: dict[str, int] = {}
        for place, link in enumerate(alike):
            if link.key not in found:
                found[link.key] = self._around(alike, place)
        return list(found.values())

    def _around(self, alike: list[PageLink], place: int) -> int:
        key, node = alike[place].key, alike[place].node
        before = next((link.node for link in reversed(alike[:place]) if link.key != key), -1)
        after = next((link.node for link in alike[place + 1 :] if link.key != key), 1 << 30)
        document, record = self.document, node
        for above in document.ancestors(node):
            text = document.stop[above] - document.start[above]
            if above <= before or document.end[above] > after or text > MAX_RECORD:
                break
            if document.tag[above] in {"body", "html"}:
                break
            record = above
        return record

    def priced(self, node: int) -> bool:
        """Whether the record holds an amount of money."""
        return bool(PRICE.search(self.document.text_of(node)))

    def pictured(self, node: int) -> bool:
        """Whether the record holds an image."""
        first = bisect_left(self.images, node)
        return first < bisect_right(self.images, self.document.end[node] - 1)
