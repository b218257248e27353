"""Which specifications are worth comparing? Never all with all."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from specdex.arrays import summed
from specdex.linkage.bags import Bag, Floats, Integers

__all__ = ["ROOM", "candidate_pairs"]

WINDOW = 40
"""With how many neighbours in the list of a mark each page is compared."""
COMMON = 0.35
"""A mark that weighs less brings nobody together, unless there is room for all pairs."""
KEYS = 12
"""How many of its rarest marks bring a page together with others."""
KEPT, KEPT_AT_HOME = 14, 6
"""How many candidates a page keeps, on other sites and on its own, …"""
ROOM = 40_000
"""… or more, as long as all pages together have no more than this."""
TOGETHER = 1 << 21
"""So many pairs are sorted at once."""
DEGREES, MOST_TOTAL = 1 << 16, 1 << 24
"""How finely what pairs share is told apart, and more degrees than there are."""


def candidate_pairs(
    bags: Sequence[Bag], order: Integers, sites: Integers
) -> tuple[Integers, Integers]:
    """Pairs of pages that share rare marks, the smaller number first; near linear in the pages.

    The list of a mark is walked in *order*, in which like pages stand side by side; each page meets
    its next neighbours there, and keeps the candidates with which it shares most.
    """
    rank = np.empty(len(order), dtype=np.int64)
    rank[order] = np.arange(len(order))
    count = max(1, len(order))
    codes, weights = [np.empty(0, dtype=np.int64)], [np.empty(0)]
    window = max(WINDOW, min(ROOM // count, count))
    least = COMMON if window < count else 0.0
    for bag in bags:
        found, weight = _neighbours(bag, rank, window, least)
        codes.append(found)
        weights.append(weight)
    unique, total = _added(np.concatenate(codes), np.concatenate(weights))
    codes.clear()
    weights.clear()
    one, other = np.divmod(unique, count)
    home = sites[one] == sites[other]
    room = ROOM // count
    kept = np.zeros(len(unique), dtype=bool)
    for where, most in ((~home, KEPT), (home, KEPT_AT_HOME)):
        chosen = np.flatnonzero(where)
        kept[chosen] = _best(one[chosen], other[chosen], total[chosen], max(most, room))
    return one[kept], other[kept]


def _added(codes: Integers, weights: Floats) -> tuple[Integers, Floats]:
    """The different *codes* in order, and what they weigh; some at a time, for it takes room."""
    parts = max(1, len(codes) // TOGETHER)
    bounds = np.linspace(0, codes.max(initial=0) + 1, parts + 1).astype(np.int64)
    place = np.searchsorted(bounds, codes, "right") if parts > 1 else np.ones(len(codes))
    found = [summed(codes[place == at], weights[place == at]) for at in range(1, parts + 1)]
    return (
        np.concatenate([unique for unique, _ in found]),
        np.concatenate([total for _, (total,) in found]),
    )


def _neighbours(bag: Bag, rank: Integers, window: int, least: float) -> tuple[Integers, Floats]:
    """Coded pairs that stand near each other in the list of a mark, with the weight of the mark."""
    count = max(1, len(rank))
    weight = bag.weight[bag.ids]
    by_page = np.lexsort((-weight, bag.pages))
    nth = np.empty(len(by_page), dtype=np.int64)
    nth[by_page] = np.arange(len(by_page)) - bag.starts[bag.pages[by_page]]
    use = np.flatnonzero((bag.spread[bag.ids] > 1) & (weight >= least) & (nth < KEYS))
    use = use[np.lexsort((rank[bag.pages[use]], bag.ids[use]))]
    marks, pages, weight = bag.ids[use], bag.pages[use], weight[use]
    codes, weights = [np.empty(0, dtype=np.int64)], [np.empty(0)]
    near = np.arange(len(marks))
    for step in range(1, window + 1):
        near = near[near < len(marks) - step]
        near = near[marks[near] == marks[near + step]]
        if not len(near):
            break
        one, other = pages[near], pages[near + step]
        codes.append(np.minimum(one, other) * count + np.maximum(one, other))
        weights.append(weight[near])
    return np.concatenate(codes), np.concatenate(weights)


def _best(one: Integers, other: Integers, total: Floats, most: int) -> npt.NDArray[np.bool_]:
    """Whether a pair is among the best of either of its pages."""
    kept = np.zeros(len(one), dtype=bool)
    rank = MOST_TOTAL - np.round(total * DEGREES).astype(np.int64)
    for page in (one, other):
        many = np.bincount(page, minlength=1)[page] > most
        kept[~many] = True
        chosen = np.flatnonzero(many)
        keys = page[chosen] * MOST_TOTAL + rank[chosen]
        order = np.argsort(keys, kind="stable")
        sorted_pages = page[chosen[order]]
        first = np.searchsorted(sorted_pages, sorted_pages)
        kept[chosen[order[np.arange(len(order)) - first < most]]] = True
    return kept
