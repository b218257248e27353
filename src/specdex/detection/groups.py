# cython: boundscheck=False, wraparound=False
"""Regions of one look on a page: parts of one specification, or cards of a list.

What is printed by one piece of a template is the same thing: either all of it is specification or
none is. Parts of a specification have different names, cards of a list have the same again.
"""

from array import array
from collections.abc import Sequence
from math import log

from specdex.detection.matrix import log_of
from specdex.detection.regions import Region
from specdex.detection.texts import name_of
from specdex.html import Document

__all__ = [
    "ALIKE",
    "chances",
    "discount_cards",
    "discount_controls",
    "discount_offers",
    "groups_of",
    "lean",
    "of_groups",
    "pool",
    "ratios",
    "scale",
]

POOLED, MIN_ALIKE = 0.5, 3
"""How much of a region's log-odds is that of the other of its look; so many are judged as one."""

MAX_CARD, MIN_CARDS = 5, 3
"""So many regions of a few pairs, with the same names and other values, are cards of a list."""
CARD = 0.6
"""What cards lose of their log-odds, for each e-fold of them."""

OFFERED, OFFER = 0.6, 3.0
"""What regions lose of their log-odds where so many names of their look speak of an offer, a loan,
sizes to choose from or months."""

CONTROLS = 0.7
"""What regions lose of their log-odds that hold anything to fill in, choose or press."""

ALIKE = ("alike_regions", "alike_pairs", "alike_distinct", "alike_names")
"""The names of the columns, in order."""


def groups_of(document: Document, regions: Sequence[Region]) -> tuple[int, ...]:
    """The number of each region's look: its class, and the tags from the root down to it."""
    paths: dict[tuple[int, str], int] = {}
    known = array("i", [-1]) * len(document.tag)
    numbers: dict[tuple[int, str], int] = {}
    tags, parents, classes = document.tag, document.nodes.parent, document.classes
    groups: list[int] = []
    for region in regions:
        node, waiting = region.node, []
        while node >= 0 and known[node] < 0:
            waiting.append(node)
            node = parents[node]
        path = known[node] if node >= 0 else -1
        while waiting:
            node = waiting.pop()
            path = known[node] = paths.setdefault((path, tags[node]), len(paths))
        look = (path, classes[region.node])
        groups.append(numbers.setdefault(look, len(numbers)))
    return tuple(groups)


def of_groups(
    groups: Sequence[int], regions: Sequence[Region], names: Sequence[frozenset[str]]
) -> list[list[float]]:
    """How many regions look like each, with how many pairs and how different *names*."""
    size = max(groups) + 1
    same: dict[frozenset[str], int] = {}
    together: list[set[str]] = [set() for _ in range(size)]
    counts, pairs, told = [0] * size, [0] * size, [0] * size
    for at, group in enumerate(groups):
        each, region = names[at], regions[at]
        same[each] = same.get(each, 0) + 1
        together[group] |= each
        counts[group] += 1
        pairs[group] += len(region.pairs)
        told[group] += len(each)
    looks = [
        [log_of(counts[group]), log_of(pairs[group]), len(together[group]) / told[group]]
        for group in range(size)
    ]
    return [
        [*looks[group], log_of(same[each] - 1)] for group, each in zip(groups, names, strict=True)
    ]


def pool(odds: "array[float]", groups: Sequence[int], regions: Sequence[Region]) -> None:
    """Give all regions of one look the same log-*odds*, by pairs; of two, draw them together."""
    size = 1 + max(groups, default=-1)
    sums, counts = array("d", bytes(8 * size)), array("d", bytes(8 * size))
    alike = array("i", bytes(4 * size))
    for at, group in enumerate(groups):
        region = regions[at]
        pairs = len(region.pairs)
        sums[group] += odds[at] * pairs
        counts[group] += pairs
        alike[group] += 1
    for at, group in enumerate(groups):
        pooled = POOLED if alike[group] < MIN_ALIKE else 1.0
        odds[at] = (1 - pooled) * odds[at] + pooled * (sums[group] / counts[group])


def discount_cards(
    odds: "array[float]", regions: Sequence[Region], names: Sequence[frozenset[str]]
) -> None:
    """Take from the log-*odds* of regions where others have their *names* with other values."""
    shared: dict[frozenset[str], list[int]] = {}
    for at, region in enumerate(regions):
        if len(region.pairs) <= MAX_CARD:
            shared.setdefault(names[at], []).append(at)
    for places in shared.values():
        if len(places) >= MIN_CARDS:
            told = {_said(regions[at]) for at in places}
            if len(told) >= MIN_CARDS:
                for at in places:
                    odds[at] -= CARD * log(len(told))


def discount_offers(odds: "array[float]", groups: Sequence[int], regions: Sequence[Region]) -> None:
    """Take from the log-*odds* of looks whose names speak of how a product is sold."""
    size = 1 + max(groups, default=-1)
    pairs, aliens = array("i", bytes(4 * size)), array("i", bytes(4 * size))
    for at, group in enumerate(groups):
        region = regions[at]
        for pair in region.pairs:
            pairs[group] += 1
            if name_of(pair.name).alien:
                aliens[group] += 1
    for at, group in enumerate(groups):
        if aliens[group] >= OFFERED * pairs[group]:
            odds[at] -= OFFER


def discount_controls(
    odds: "array[float]", controls: "array[float]", pairs: "array[float]"
) -> None:
    """Take from the log-*odds* of regions with *controls*: people buy, choose or rate there.

    Where there are as many as *pairs*, each row has one that explains it.
    """
    for at in range(len(odds)):
        if controls[at] > 0 and controls[at] != pairs[at]:
            odds[at] -= CONTROLS


def _said(region: Region) -> frozenset[tuple[str, str]]:
    return frozenset([(name_of(pair.name).folded, pair.value) for pair in region.pairs])


def ratios(said: "array[float]", edge: float) -> None:
    """Make odds of probabilities, none of which is nearer than *edge* to being sure."""
    for at in range(len(said)):
        each = min(max(said[at], edge), 1 - edge)
        said[at] = each / (1 - each)


def scale(odds: "array[float]", slope: float, offset: float) -> None:
    """Make of each *slope* times itself and *offset*."""
    for at in range(len(odds)):
        odds[at] = slope * odds[at] + offset


def lean(odds: "array[float]", column: "array[float]", weight: float) -> None:
    """Add to each *weight* times what stands in its *column*."""
    for at in range(len(odds)):
        odds[at] += weight * column[at]


def chances(against: "array[float]") -> None:
    """Make probabilities of the odds *against*."""
    for at in range(len(against)):
        against[at] = 1 / (1 + against[at])
