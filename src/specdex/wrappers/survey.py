"""A site's pages seen together: all their spots, features and couples under common numbers."""

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache, cached_property
from itertools import pairwise
from typing import NamedTuple

from specdex.groups import by_key
from specdex.html import Document
from specdex.labels import clean_name, is_label, is_parted
from specdex.records.wrappers import PairRule, Wrapper
from specdex.text import letters_and_digits
from specdex.wrappers.apply import Applier
from specdex.wrappers.features import FeatureTable, Inductor, features_of
from specdex.wrappers.spots import Part, Spot, spots_of

__all__ = ["Couple", "Survey"]

PAIR = 2
MENUS = frozenset({"ul", "ol"})
"""Lists, whose entries are rows, not cells; two entries may still be a name and its value."""
CELLS = frozenset({"td", "th", "dt"})
REACH = 4
"""How far above a name its container is looked for."""
HOLDERS = frozenset({"tr", "tbody", "thead", "table", "ul", "ol", "dl", "form", "body"})
"""Elements that hold rows: their text as a whole is no label."""


class Couple(NamedTuple):
    """Two spots that may be a name and its value, as numbers of a survey."""

    name: int
    value: int


class Survey:
    """The spots of many pages. Built once a site; everything learned is learned from it."""

    def __init__(self, documents: Sequence[Document]) -> None:
        self.documents = documents
        self.table = FeatureTable()
        self.appliers: dict[tuple[PairRule, ...], Applier] = {}
        self.fold = cache(letters_and_digits)
        """A text as it is compared; a site prints the same words again and again."""
        self._name = cache(lambda text: letters_and_digits(clean_name(text)))
        self.spots: list[Spot] = []
        self.ranges: list[range] = []
        features: list[frozenset[int]] = []
        for page, document in enumerate(documents):
            spots = spots_of(document, page)
            self.ranges.append(range(len(self.spots), len(self.spots) + len(spots)))
            self.spots += spots
            features += features_of(document, spots, self.table)
        self.inductor = Inductor(features)

    @cached_property
    def folded(self) -> list[str]:
        """The text of each spot as it is compared."""
        return [self.fold(spot.text) for spot in self.spots]

    def applier(self, rules: tuple[PairRule, ...]) -> Applier:
        """What applies *rules*: one for the same rules, so that no page is read twice by them."""
        made = Applier(Wrapper(self.documents[0].page.site, rules=rules))
        return self.appliers.setdefault(rules, made)

    def name_at(self, number: int) -> str:
        """The name that a spot prints, as it is compared."""
        return self._name(self.spots[number].text)

    @cached_property
    def container_looks(self) -> list[Counter[str]]:
        """For each page, how many elements that hold text have each class."""
        return [
            Counter(
                look
                for look, start, stop in zip(
                    document.classes, document.start, document.stop, strict=True
                )
                if look and stop > start
            )
            for document in self.documents
        ]

    @cached_property
    def couples(self) -> list[list[Couple]]:
        """For each page, the spots that may be names with the spots that may be their values."""
        return [self._couples(page) for page in range(len(self.documents))]

    @cached_property
    def by_name(self) -> dict[int, list[Couple]]:
        """The couples of each spot that may be a name."""
        return by_key((couple.name, couple) for couples in self.couples for couple in couples)

    @cached_property
    def by_look(self) -> list[dict[tuple[str, str], set[str]]]:
        """For each page, the values that elements of one class give a name."""
        found: list[dict[tuple[str, str], set[str]]] = []
        for page, couples in enumerate(self.couples):
            document = self.documents[page]
            values: dict[tuple[str, str], set[str]] = {}
            for couple in couples:
                name = self.name_at(couple.name)
                node = self.spots[couple.name].node
                for _ in range(REACH):
                    look = document.attribute(node, "class")
                    if look:
                        values.setdefault((look, name), set()).add(self.folded[couple.value])
                    node = document.parent[node]
                    if node <= 0:
                        break
            found.append(values)
        return found

    def couples_between(self, page: int, first: int, last: int) -> int:
        """How many couples of *page* have their name between the nodes *first* and *last*."""
        nodes = self._name_nodes[page]
        return bisect_left(nodes, last) - bisect_right(nodes, first)

    @cached_property
    def _name_nodes(self) -> list[list[int]]:
        return [
            sorted(self.spots[couple.name].node for couple in couples if self._firm(couple))
            for couples in self.couples
        ]

    def _firm(self, couple: Couple) -> bool:
        """Whether a couple is labelled, or stands in a table or definition list."""
        spot = self.spots[couple.name]
        if spot.part is Part.LABEL or spot.text.endswith(":"):
            return True
        return self.documents[spot.page].tag[spot.node] in CELLS

    def _couples(self, page: int) -> list[Couple]:
        wholes: dict[int, int] = {}
        couples: list[Couple] = []
        for number in self.ranges[page]:
            spot = self.spots[number]
            if spot.part is Part.LABEL:
                couples.append(Couple(number, number + 1))
            elif spot.part is Part.WHOLE:
                wholes[spot.node] = number
        couples += self._cells(page, wholes)
        couples.sort()
        return couples

    def _cells(self, page: int, wholes: dict[int, int]) -> Iterator[Couple]:
        """Neighbours on lines of their own under one element; the first can be a label."""
        document = self.documents[page]
        rows = by_key((document.parent[node], number) for node, number in wholes.items())
        for row, cells in rows.items():
            if len(cells) > PAIR and document.tag[row] in MENUS:
                continue
            for one, other in pairwise(cells):
                if self._apart(document, one, other):
                    yield Couple(one, other)

    def _apart(self, document: Document, one: int, other: int) -> bool:
        first, second = self.spots[one].node, self.spots[other].node
        if document.tag[first] in HOLDERS:
            return False
        between = document.text[document.stop[first] - 1 : document.start[second] + 1]
        label = clean_name(self.spots[one].text)
        return "\n" in between and is_label(label) and not is_parted(label, ending=True)
