"""What a group of elements looks like, as numbers: the evidence that its members are records."""

import math
from collections import Counter
from functools import cached_property

import numpy as np
import numpy.typing as npt

from specdex.html.tags import FRAME_TAGS, HEADINGS
from specdex.lexicon import phrases
from specdex.listings.groups import Group
from specdex.listings.view import BUTTONS, Integers, View, within

__all__ = ["NAMES", "Matrix", "features"]

Matrix = npt.NDArray[np.float64]
RECORD_WORDS, ASIDE_WORDS = phrases("classes.records"), phrases("classes.beside_records")

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
        """The sums of one line of values, or of several."""
        total: Matrix = np.add.reduceat(values.astype(np.float64), self.offsets, axis=-1)
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
    return np.array([*evidence.looks(), *evidence.place(), *evidence.relations()]).T


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
        self._frames: dict[int, tuple[float, float, float]] = {-1: (0.0, 0.0, 0.0)}

    def looks(self) -> list[Matrix]:
        """What the members hold, and how much alike they are."""
        view, sums = self.view, self.sums
        size = self.end - self.members
        timed, buttons, headings = (
            within(view.places(*tags), self.members, self.end) > 0
            for tags in (("time",), BUTTONS, HEADINGS)
        )
        few = (self.prices > 0) & (self.prices <= FEW_PRICES)
        seen = (few, self.prices, self.pictures, self.links, timed, buttons, headings)
        few_mean, prices, pictures, links, *told = sums.mean(np.array(seen, dtype=np.float64))
        return [
            np.log(sums.sizes),
            self.priced,
            few_mean,
            np.log1p(prices),
            self.pictured,
            np.log1p(pictures),
            self._apart(),
            np.log1p(links),
            sums.sum(self._link_text()) / np.maximum(self.text_sum, 1.0),
            np.log1p(self.text_sum / sums.sizes),
            sums.spread(self.text),
            sums.spread(size),
            *told,
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
        if not len(links):
            return np.zeros(len(self.found))
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
        words = " ".join((*group.tokens, self._called(group.roof))).lower()
        return (
            *self._frame(group.roof),
            min(MOST_WORDS, sum(word in words for word in RECORD_WORDS)),
            min(MOST_WORDS, sum(word in words for word in ASIDE_WORDS)),
        )

    def _called(self, roof: int) -> str:
        """The classes and ids of *roof* and of those just around it."""
        attribute, parent = self.view.document.attribute, self.view.document.parent
        words = []
        node = roof
        for _ in range(WORD_LEVELS):
            if node < 0:
                break
            words.append(attribute(node, "class")[:MAX_CLASS])
            words.append(attribute(node, "id"))
            node = parent[node]
        return " ".join(words)

    def _frame(self, roof: int) -> tuple[float, float, float]:
        """Whether *roof* is or lies in a frame, in main, in another group's member."""
        known, document = self._frames, self.view.document
        trail, node = [], roof
        while node not in known:
            trail.append(node)
            node = document.parent[node]
        framed, in_main, contained = known[node]
        for each in reversed(trail):
            tag = document.tag[each]
            framed = 1.0 if tag in FRAME_TAGS else framed
            in_main = 1.0 if tag == "main" else in_main
            contained = max(contained, self._crowd.get(each, 0.0))
            known[each] = framed, in_main, contained
        return known[roof]

    @cached_property
    def _crowd(self) -> dict[int, float]:
        """For each member of any group how many its group has, as a logarithm."""
        return {
            node: math.log1p(len(group.members)) for group in self.found for node in group.members
        }
