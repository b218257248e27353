"""What a page offers to a reader of listings: links, pictures and prices, counted by subtree."""

from functools import cached_property

import numpy as np
import numpy.typing as npt

from specdex.html import Document
from specdex.listings.money import amounts
from specdex.listings.vocabulary import PICTURES, TAGS

__all__ = ["Integers", "View", "within"]

Integers = npt.NDArray[np.int64]


def within(places: Integers, starts: Integers, stops: Integers) -> Integers:
    """How many of the sorted *places* lie in each ``[start, stop)``."""
    counts: Integers = np.searchsorted(places, stops) - np.searchsorted(places, starts)
    return counts


class View:
    """The links, pictures and amounts of a Document, with how many each subtree holds."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.size = len(document)
        self.nodes: Integers = np.arange(self.size)
        self.end: Integers = np.array(document.end, dtype=np.int64)
        self.start: Integers = np.array(document.start, dtype=np.int64)
        self.stop: Integers = np.array(document.stop, dtype=np.int64)
        number = TAGS.get
        self.codes = np.array([number(tag, 0) for tag in document.tag], dtype=np.int8)
        self.amounts = amounts(document.text)
        self.links = self.places("a")
        self.pictures = self.places(*PICTURES)
        self.prices: Integers = np.array([each.start for each in self.amounts], dtype=np.int64)
        self.link_count = self.below(self.links)
        self.picture_count = self.below(self.pictures)
        self.price_count = within(self.prices, self.start, self.stop)

    def places(self, *tags: str) -> Integers:
        """The nodes with one of *tags*, which are among the counted ones, in document order."""
        numbers = [TAGS[tag] for tag in tags]
        wanted = self.codes == numbers[0]
        for number in numbers[1:]:
            wanted |= self.codes == number
        return np.flatnonzero(wanted)

    def below(self, places: Integers) -> Integers:
        """How many of *places* each node's subtree holds, the node itself included."""
        return within(places, self.nodes, self.end)

    @cached_property
    def promising(self) -> list[int]:
        """The nodes that hold text, a link, and a picture or a price; closed under ancestors."""
        seen = (
            (self.link_count > 0)
            & (self.stop > self.start)
            & ((self.picture_count > 0) | (self.price_count > 0))
        )
        found: list[int] = np.flatnonzero(seen).tolist()
        return found
