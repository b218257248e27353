"""Regions of one look on a page: parts of one specification, or cards of a list.

What is printed by one piece of a template is the same thing: either all of it is specification or
none is. Parts of a specification have different names, cards of a list have the same again.
"""

from collections import Counter
from collections.abc import Sequence
from math import log, log1p

import numpy as np
import numpy.typing as npt

from specdex.detection.regions import Region
from specdex.detection.wording import fold_name
from specdex.html import Document

__all__ = ["ALIKE", "cards", "groups_of", "of_groups", "pooled"]

Floats = npt.NDArray[np.float64]
MAX_NAMES = 60
"""Names of a region that are compared."""
POOLED = 0.5
"""How much of a region's log-odds is that of all regions of its look."""

MAX_CARD, MIN_CARDS = 5, 3
"""So many regions of a few pairs, with the same names and other values, are cards of a list."""
CARD = 0.6
"""What cards lose of their log-odds, for each e-fold of them."""

ALIKE = ("alike_regions", "alike_pairs", "alike_distinct", "alike_names")
"""The names of the columns, in order."""


def groups_of(document: Document, regions: Sequence[Region]) -> tuple[int, ...]:
    """The number of each region's look: its class, and the tags from the root down to it."""
    numbers: dict[tuple[str, str], int] = {}
    return tuple(
        numbers.setdefault(_look(document, region.candidate.node), len(numbers))
        for region in regions
    )


def _look(document: Document, node: int) -> tuple[str, str]:
    tags, parents = document.tag, document.nodes.parent
    path, upper = [tags[node]], parents[node]
    while upper >= 0:
        path.append(tags[upper])
        upper = parents[upper]
    return "/".join(path), document.classes[node]


def of_groups(groups: Sequence[int], regions: Sequence[Region]) -> list[list[float]]:
    """How many regions look like each, with how many pairs and how different names."""
    names = [
        frozenset([fold_name(pair.name) for pair in region.pairs[:MAX_NAMES]]) for region in regions
    ]
    same = Counter(names)
    size = max(groups) + 1
    together: list[set[str]] = [set() for _ in range(size)]
    counts, pairs, told = [0] * size, [0] * size, [0] * size
    for group, each, region in zip(groups, names, regions, strict=True):
        together[group] |= each
        counts[group] += 1
        pairs[group] += len(region.pairs)
        told[group] += len(each)
    looks = [
        [log1p(counts[group]), log1p(pairs[group]), len(together[group]) / told[group]]
        for group in range(size)
    ]
    return [
        [*looks[group], log1p(same[each] - 1)] for group, each in zip(groups, names, strict=True)
    ]


def pooled(odds: Floats, groups: Sequence[int], regions: Sequence[Region]) -> Floats:
    """Log-odds drawn towards those of all regions of the same look, by pairs."""
    if not groups:
        return odds
    size = max(groups) + 1
    sums, pairs = [0.0] * size, [0.0] * size
    said = odds.tolist()
    for each, group, region in zip(said, groups, regions, strict=True):
        sums[group] += each * len(region.pairs)
        pairs[group] += len(region.pairs)
    drawn = [
        (1 - POOLED) * each + POOLED * (sums[group] / pairs[group])
        for each, group in zip(said, groups, strict=True)
    ]
    return np.array(drawn, dtype=np.float64)


def cards(regions: Sequence[Region]) -> Floats:
    """What speaks against each region where others have its names with other values."""
    told: dict[frozenset[str], set[frozenset[tuple[str, str]]]] = {}
    shared: list[frozenset[str]] = []
    for region in regions:
        names: frozenset[str] = frozenset()
        if len(region.pairs) <= MAX_CARD:
            said = frozenset([(fold_name(pair.name), pair.value) for pair in region.pairs])
            names = frozenset([name for name, _ in said])
            told.setdefault(names, set()).add(said)
        shared.append(names)
    counts = [len(told.get(names, ())) for names in shared]
    many = [CARD * log(count) if count >= MIN_CARDS else 0.0 for count in counts]
    return np.array(many, dtype=np.float64)
