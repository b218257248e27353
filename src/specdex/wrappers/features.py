"""What tells one spot from another: tags, classes, ids and positions on the way up to the root.

A feature is a number; :class:`FeatureTable` knows what it means. The rule that some spots generate
is the set of features they share, and reads as an XPath.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from specdex.html import Document
from specdex.wrappers.spots import Part, Spot

__all__ = ["Feature", "FeatureTable", "Trait", "features_of"]

LEVELS = 7
"""How many elements on the way up are told apart by their distance."""
UNDER = -1
"""The level of a trait that some ancestor has, at whatever distance; its value is ``tag value``."""
MAX_CLASSES = 4
CHANGING = re.compile(r"\d{4,}|[0-9a-f]{12,}|\d+_\d+|ctl\d+")
"""What a class or id looks like that is made anew for each page or row."""
HINT_LENGTH = 40
"""Text before a spot longer than this is no label."""


class Trait(StrEnum):
    """What a feature speaks of."""

    PART = "part"
    TAG = "tag"
    ID = "id"
    CLASS = "class"
    """The whole class attribute."""
    TOKEN = "token"  # noqa: S105 - one of its words
    FIRST = "nth"
    """The place among siblings of the same tag, from the beginning, as ``tag 2``."""
    LAST = "nth-last"
    """The same, from the end."""
    AFTER = "after"
    """The label that stands before the spot."""


class Feature(NamedTuple):
    """One thing that is true of a spot."""

    level: int
    """How far up the element is that has the trait: 0 is the spot's own."""
    trait: Trait
    value: str


@dataclass
class FeatureTable:
    """Numbers for features, and back."""

    features: list[Feature] = field(default_factory=list)
    numbers: dict[Feature, int] = field(default_factory=dict)

    def number(self, feature: Feature) -> int:
        """The number of *feature*, a new one where it has none yet."""
        known = self.numbers.get(feature)
        if known is None:
            known = self.numbers[feature] = len(self.features)
            self.features.append(feature)
        return known

    def meaning(self, numbers: Sequence[int] | frozenset[int]) -> list[Feature]:
        """The features behind *numbers*, nearest first."""
        return sorted((self.features[each] for each in numbers), key=_reading_order)


def _reading_order(feature: Feature) -> tuple[int, str, str]:
    return (feature.level if feature.level >= 0 else LEVELS, feature.trait, feature.value)


def features_of(
    document: Document, spots: Sequence[Spot], table: FeatureTable, *, hints: bool = False
) -> list[frozenset[int]]:
    """The features of *spots*, all of *document*, as numbers of *table*.

    With *hints* the label that stands before a spot is one of them.
    """
    page = _Page(document, table)
    if hints:
        return [page.hinted(spot) for spot in spots]
    return [page.of(spot) for spot in spots]


class _Page:
    """The features of one page's nodes, each asked for many times."""

    def __init__(self, document: Document, table: FeatureTable) -> None:
        self.document = document
        self.table = table
        self.traits: dict[int, list[tuple[Trait, str]]] = {}
        self.ways: dict[int, frozenset[int]] = {}
        self.places = _places(document)
        self.parts = {part: table.number(Feature(0, Trait.PART, part)) for part in Part}

    def of(self, spot: Spot) -> frozenset[int]:
        """The features of *spot*."""
        return self.way(spot.node) | {self.parts[spot.part]}

    def hinted(self, spot: Spot) -> frozenset[int]:
        """The features of *spot*, the label before it among them."""
        hint = self.hint(spot)
        own = {self.table.number(Feature(0, Trait.AFTER, hint))} if hint else set()
        return self.of(spot) | own

    def hint(self, spot: Spot) -> str:
        """The label that stands right before *spot*; empty where there is none."""
        document = self.document
        if spot.part is not Part.WHOLE:
            return ""
        start = document.start[spot.node]
        before = document.text[max(0, start - HINT_LENGTH - 2) : start].rstrip()
        line = before.rpartition("\n")[2].strip()
        return line.rstrip(": ").lower() if 0 < len(line) <= HINT_LENGTH else ""

    def way(self, node: int) -> frozenset[int]:
        """The features of the elements on the way up from *node*."""
        known = self.ways.get(node)
        if known is not None:
            return known
        number = self.table.number
        found: set[int] = set()
        level, at = 0, node
        while at > 0:
            for trait, value in self.traits_of(at):
                if level < LEVELS:
                    found.add(number(Feature(level, trait, value)))
                if level and trait in {Trait.ID, Trait.CLASS}:
                    found.add(number(Feature(UNDER, trait, f"{self.document.tag[at]} {value}")))
            at = self.document.parent[at]
            level += 1
        self.ways[node] = result = frozenset(found)
        return result

    def traits_of(self, node: int) -> list[tuple[Trait, str]]:
        """What is true of *node* itself."""
        known = self.traits.get(node)
        if known is None:
            known = self.traits[node] = self._traits(node)
        return known

    def _traits(self, node: int) -> list[tuple[Trait, str]]:
        tag = self.document.tag[node]
        nth, last = self.places[node]
        traits = [
            (Trait.TAG, tag),
            (Trait.FIRST, f"{tag} {nth}"),
            (Trait.LAST, f"{tag} {last}"),
        ]
        element = self.document.element(node)
        name, look = element.get("id"), element.get("class")
        if name and "'" not in name and not CHANGING.search(name):
            traits.append((Trait.ID, name))
        if look and "'" not in look and not CHANGING.search(look):
            traits.append((Trait.CLASS, look))
            words = look.split()
            if len(words) > 1:
                traits += [(Trait.TOKEN, word) for word in words[:MAX_CLASSES]]
        return traits


def _places(document: Document) -> list[tuple[int, int]]:
    """Each node's place among its siblings of the same tag, from either end, from 1 on."""
    nth = [0] * len(document)
    totals: dict[tuple[int, str], int] = {}
    for node, (parent, tag) in enumerate(zip(document.parent, document.tag, strict=True)):
        totals[parent, tag] = nth[node] = totals.get((parent, tag), 0) + 1
    return [
        (place, totals[document.parent[node], document.tag[node]] - place + 1)
        for node, place in enumerate(nth)
    ]
