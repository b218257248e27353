"""What a group of elements looks like, as numbers: the evidence that its members are records."""

import math
from collections import Counter
from functools import cached_property

import numpy as np
import numpy.typing as npt

from specdex.listings.groups import Group
from specdex.listings.view import Integers, View, within
from specdex.listings.vocabulary import ASIDE_WORDS, BUTTONS, FRAMES, HEADINGS, RECORD_WORDS

__all__ = ["NAMES", "Matrix", "features"]

Matrix = npt.NDArray[np.float64]

NAMES = (
    *("members", "priced", "few_prices", "prices", "pictured", "pictures", "apart", "links"),
    *("link_text", "text", "text_spread", "size_spread", "timed", "buttons", "headings"),
    *("position", "text_cover", "price_cover", "picture_cover", "prices_before", "prices_after"),
    *("splits", "framed", "in_main", "contained", "record_words", "aside_words", "alike", "rank"),
    *("bigger", "depth"),
)
"""The features in their order."""

FEW_PRICES = 3
HALF = 0.5
WORD_LEVELS = 4
"""How many elements from the roof upwards are asked for their class and id."""
MOST_WORDS = 3.0
MAX_CLASS = 100
"""Characters of a class that are read: what comes later only styles."""


class _Sums:
    """Sums over the members of each group at once."""

    def __init__(self, sizes: list[int]) -> None:
        self.sizes: Matrix = np.array(sizes, dtype=np.float64)
        self.offsets = np.concatenate(([0], np.cumsum(sizes)[:-1])).astype(np.int64)

    def sum(self, values: npt.NDArray[np.generic]) -> Matrix:
        total: Matrix = np.add.reduceat(values.astype(np.float64), self.offsets)
        return total

    def mean(self, values: npt.NDArray[np.generic]) -> Matrix:
        return self.sum(values) / self.sizes

    def spread(self, values: Integers) -> Matrix:
        """The standard deviation over the mean; 0 where the mean is."""
        mean = self.mean(values)
        variance = np.maximum(self.mean(values.astype(np.float64) ** 2) - mean**2, 0.0)
        result: Matrix = np.sqrt(variance) / np.maximum(mean, 1e-9)
        return result


def features(view: View, found: list[Group]) -> Matrix:
    """A row of numbers for each group, in the order of ``NAMES``."""
    if not found:
        return np.zeros((0, len(NAMES)))
    evidence = _Evidence(view, found)
    return np.column_stack([*evidence.looks(), *evidence.place(), *evidence.relations()])


class _Evidence:
    """The members of all groups of a page in one line, so that a number costs one sweep."""

    def __init__(self, view: View, found: list[Group]) -> None:
        self.view = view
        self.found = found
        self.sums = _Sums([len(group.members) for group in found])
        self.members: Integers = np.array([span[0] for group in found for span in group.spans])
        lasts: Integers = np.array([span[-1] for group in found for span in group.spans])
        self.start, self.stop = view.start[self.members], view.stop[lasts]
        self.end = view.end[lasts]
        self.text = self.stop - self.start
        self.prices = view.prices_before[self.stop] - view.prices_before[self.start]
        self.pictures = view.pictures_before[self.end] - view.pictures_before[self.members]
        self.links = view.links_before[self.end] - view.links_before[self.members]
        self.priced = self.sums.mean(self.prices > 0)
        self.pictured = self.sums.mean(self.pictures > 0)
        self.text_sum = self.sums.sum(self.text)

    def looks(self) -> list[Matrix]:
        """What the members hold, and how much alike they are."""
        view, sums = self.view, self.sums
        return [
            np.log(sums.sizes),
            self.priced,
            sums.mean((self.prices > 0) & (self.prices <= FEW_PRICES)),
            np.log1p(sums.mean(self.prices)),
            self.pictured,
            np.log1p(sums.mean(self.pictures)),
            self._apart(),
            np.log1p(sums.mean(self.links)),
            sums.sum(self._link_text()) / np.maximum(self.text_sum, 1.0),
            np.log1p(sums.mean(self.text)),
            sums.spread(self.text),
            sums.spread(self.end - self.members),
            *(
                sums.mean(within(view.places(*tags), self.members, self.end) > 0)
                for tags in (("time",), BUTTONS, HEADINGS)
            ),
        ]

    def place(self) -> list[Matrix]:
        """Where on the page the members stand, and how much of it they take."""
        view, sums = self.view, self.sums
        first = self.start[sums.offsets]
        last = np.maximum.reduceat(self.stop, sums.offsets)
        total = max(1, len(view.document.text))
        return [
            first / total,
            self.text_sum / total,
            sums.sum(self.prices) / max(1, len(view.prices)),
            sums.sum(self.pictures) / max(1, len(view.pictures)),
            np.log1p(np.searchsorted(view.prices, first)),
            np.log1p(len(view.prices) - np.searchsorted(view.prices, last)),
        ]

    def relations(self) -> list[Matrix]:
        """How the groups stand to each other and to the frame of the page."""
        sums, found = self.sums, self.found
        good = (self.pictured >= HALF) & (self.priced >= HALF)
        if not good.any():
            good = self.pictured >= HALF
        roofs: Integers = np.sort(np.array([group.roof for group in found])[good])
        alike = Counter(group.path for group in found)
        covers = self.text_sum * ((self.pictured >= HALF) | (self.priced >= HALF))
        biggest = sums.sizes[good].max() if good.any() else 1.0
        surroundings = np.array([self._surroundings(group) for group in found])
        return [
            sums.mean(within(roofs, self.members, self.end) > 0),
            *surroundings.T,
            np.log([alike[group.path] for group in found]),
            covers / max(1.0, covers.max()),
            sums.sizes / biggest,
            np.array([self.view.document.depth[group.roof] for group in found], dtype=np.float64),
        ]

    def _apart(self) -> Matrix:
        """The share of members whose first link leads where no other's does."""
        links, attribute = self.view.links, self.view.document.attribute
        first = np.minimum(self.view.links_before[self.members], len(links) - 1)
        hrefs = [attribute(node, "href") for node in links[first].tolist()]
        shares, place = [], 0
        for group in self.found:
            size = len(group.members)
            shares.append(len(set(hrefs[place : place + size])) / size)
            place += size
        return np.array(shares)

    def _link_text(self) -> Integers:
        """How many characters of each member stand in links."""
        links = self.view.links
        lengths = np.concatenate(([0], np.cumsum(self.view.stop[links] - self.view.start[links])))
        before = self.view.links_before
        inside: Integers = lengths[before[self.end]] - lengths[before[self.members]]
        return inside

    def _surroundings(self, group: Group) -> tuple[float, float, float, float, float]:
        """Framed, in main, contained in another group's member; record words, aside words."""
        document = self.view.document
        framed = in_main = contained = 0.0
        words = [*group.tokens]
        for level, node in enumerate((group.roof, *document.ancestors(group.roof))):
            tag = document.tag[node]
            if tag in FRAMES:
                framed = 1.0
            elif tag == "main":
                in_main = 1.0
            contained = max(contained, self._crowd.get(node, 0.0))
            if level < WORD_LEVELS:
                words.append(document.attribute(node, "class")[:MAX_CLASS])
                words.append(document.attribute(node, "id"))
        text = " ".join(words).lower()
        return (
            framed,
            in_main,
            contained,
            min(MOST_WORDS, sum(word in text for word in RECORD_WORDS)),
            min(MOST_WORDS, sum(word in text for word in ASIDE_WORDS)),
        )

    @cached_property
    def _crowd(self) -> dict[int, float]:
        """For each member of any group how many its group has, as a logarithm."""
        return {
            node: math.log1p(len(group.members)) for group in self.found for node in group.members
        }
