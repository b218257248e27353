"""What a page offers to a reader of listings: links, pictures and prices, counted by subtree."""

from functools import cached_property

import numpy as np
import numpy.typing as npt

from specdex.html import Document
from specdex.html.tags import HEADINGS
from specdex.listings.amounts import page_amounts
from specdex.listings.nesting import parts, unnested

__all__ = ["BUTTONS", "Integers", "View", "within"]

Integers = npt.NDArray[np.integer]

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
        """The elements that hold no more than *record*, the one that says most first."""
        return parts(self.document, self.page.end, record)

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
