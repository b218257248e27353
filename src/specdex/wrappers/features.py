"""What tells one spot from another, and the rule that spots have in common.

A feature is a tag, class, id or position on the way up to the root, as a number that
:class:`FeatureTable` knows the meaning of. The rule that some spots generate is the set of features
they share: a rule extracts its labels, labels it extracts change nothing, and more labels never
extract less. Dalvi, Kumar and Soliman (2011) call an inductor with these laws well-behaved.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from specdex.html import Document
from specdex.wrappers.spots import Part, Spot

__all__ = ["Feature", "FeatureTable", "Inductor", "Rule", "Trait", "features_of"]

LEVELS = 7
"""How many elements on the way up are told apart by their distance."""
UNDER = -1
"""The level of a trait that some ancestor has, at whatever distance; its value is ``tag value``."""
MAX_CLASSES = 4
CHANGING = re.compile(r"\d{4,}|[0-9a-f]{12,}|\d+_\d+|ctl\d+")
"""What a class or id looks like that is made anew for each page or row."""


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


class Feature(NamedTuple):
    """One thing that is true of a spot."""

    level: int
    """How far up the element is that has the trait: 0 is the spot's own."""
    trait: Trait
    value: str


class _Kind(NamedTuple):
    """What an element's features are made of; a site prints the same kinds again and again."""

    tag: str
    nth: int
    """Its place among siblings of the same tag, from 1 on."""
    last: int
    """The same, from the end."""
    name: str
    look: str


class FeatureTable:
    """Numbers for features, and back."""

    def __init__(self) -> None:
        self.features: list[Feature] = []
        self.numbers: dict[Feature, int] = {}
        self.ways: dict[tuple[int, _Kind], int] = {}
        """A number for every way up to the root: that of the parent, and the element's kind."""
        self._parts = {part: self.number(Feature(0, Trait.PART, part)) for part in Part}
        self._steps: dict[tuple[int, _Kind], frozenset[int]] = {}
        self._known: dict[tuple[int, Part], frozenset[int]] = {}

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

    def of(self, spot: Spot, ways: Sequence[int], page: "_Page") -> frozenset[int]:
        """The features of *spot* on a *page* whose nodes have these *ways* up."""
        known = self._known.get((ways[spot.node], spot.part))
        if known is None:
            steps = (
                self._step(min(level, LEVELS), kind)
                for level, kind in enumerate(page.up(spot.node))
            )
            known = frozenset({self._parts[spot.part]}).union(*steps)
            self._known[ways[spot.node], spot.part] = known
        return known

    def _step(self, level: int, kind: _Kind) -> frozenset[int]:
        """The features of a spot that an element of *kind* has *level* elements above it."""
        known = self._steps.get((level, kind))
        if known is None:
            numbers = []
            for trait, value in _traits(kind):
                if level < LEVELS:
                    numbers.append(self.number(Feature(level, trait, value)))
                if level and trait in {Trait.ID, Trait.CLASS}:
                    numbers.append(self.number(Feature(UNDER, trait, f"{kind.tag} {value}")))
            known = self._steps[level, kind] = frozenset(numbers)
        return known


def _reading_order(feature: Feature) -> tuple[int, str, str]:
    return (feature.level if feature.level >= 0 else LEVELS, feature.trait, feature.value)


def _traits(kind: _Kind) -> list[tuple[Trait, str]]:
    """What is true of an element of *kind*."""
    tag, nth, last, name, look = kind
    traits = [(Trait.TAG, tag), (Trait.FIRST, f"{tag} {nth}"), (Trait.LAST, f"{tag} {last}")]
    if name and "'" not in name and not CHANGING.search(name):
        traits.append((Trait.ID, name))
    if look and "'" not in look and not CHANGING.search(look):
        traits.append((Trait.CLASS, look))
        words = look.split()
        if len(words) > 1:
            traits += [(Trait.TOKEN, word) for word in words[:MAX_CLASSES]]
    return traits


def features_of(
    document: Document, spots: Iterable[Spot], table: FeatureTable
) -> list[frozenset[int]]:
    """The features of *spots*, all of *document*, as numbers of *table*."""
    page = _Page(document)
    ways = page.ways(table)
    return [table.of(spot, ways, page) for spot in spots]


class _Page:
    """The kinds of one page's nodes."""

    def __init__(self, document: Document) -> None:
        self.parent = document.parent
        totals: dict[tuple[int, str], int] = {}
        nth = []
        for key in zip(document.parent, document.tag, strict=True):
            totals[key] = place = totals.get(key, 0) + 1
            nth.append(place)
        ids = [document.attribute(node, "id") for node in range(len(document))]
        self.kinds = [
            _Kind(tag, place, totals[above, tag] - place + 1, name, look)
            for above, tag, place, name, look in zip(
                document.parent, document.tag, nth, ids, document.classes, strict=True
            )
        ]

    def ways(self, table: FeatureTable) -> list[int]:
        """A number for the way up from each node."""
        known = table.ways
        ways: list[int] = []
        for above, kind in zip(self.parent, self.kinds, strict=True):
            key = (ways[above] if above >= 0 else -1, kind)
            ways.append(known.setdefault(key, len(known)))
        return ways

    def up(self, node: int) -> Iterator[_Kind]:
        """The kinds of *node* and the elements above it, the root left out."""
        while node > 0:
            yield self.kinds[node]
            node = self.parent[node]


@dataclass(frozen=True, slots=True)
class Rule:
    """A conjunction of features, and the spots that have them all."""

    features: frozenset[int]
    extracted: frozenset[int]

    def within(self, numbers: Sequence[int]) -> "Rule":
        """The rule with its spots renumbered: the spot at *place* is ``numbers[place]``."""
        return Rule(self.features, frozenset(numbers[place] for place in self.extracted))


class Inductor:
    """Induces rules over spots that are given as sets of features."""

    def __init__(self, spots: Sequence[frozenset[int]]) -> None:
        self.spots = spots
        self.alike: dict[frozenset[int], list[int]] = {}
        """The spots that have the same features."""
        for place, features in enumerate(spots):
            self.alike.setdefault(features, []).append(place)
        self.holders: dict[int, list[frozenset[int]]] = {}
        """The sets that hold a feature."""
        for features in self.alike:
            for feature in features:
                self.holders.setdefault(feature, []).append(features)

    def count(self, feature: int) -> int:
        """How many spots have *feature*."""
        return sum(len(self.alike[each]) for each in self.holders[feature])

    def extract(self, features: frozenset[int]) -> frozenset[int]:
        """The spots that have all *features*; all spots where there are none."""
        if not features:
            return frozenset(range(len(self.spots)))
        rarest = min((self.holders.get(each, []) for each in features), key=len)
        return frozenset(at for each in rarest if features <= each for at in self.alike[each])

    def induce(self, labels: Iterable[int]) -> Rule:
        """The least general rule that extracts all *labels*."""
        chosen = {self.spots[label] for label in labels}
        features = frozenset.intersection(*chosen) if chosen else frozenset()
        return Rule(features, self.extract(features))
