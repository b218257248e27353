"""Which specifications are worth comparing? Never all with all."""

from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt

from specdex.arrays import firsts
from specdex.linkage.bags import Bag, Integers

__all__ = ["ROOM", "candidate_pairs"]

WINDOW = 40
"""With how many neighbours in the list of a mark each page is compared."""
COMMON = 0.35
"""A mark that weighs less brings nobody together, unless there is room for all pairs, or a page
has no rarer one: of few products that many shops sell, every mark is common."""
KEYS = 12
"""How many of its rarest marks bring a page together with others."""
KEPT, KEPT_AT_HOME = 14, 6
"""How many candidates a page keeps, on other sites and on its own, …"""
ROOM = 40_000
"""… or more, as long as all pages together have no more than this."""
BITS = 17
DEGREES, MOST_TOTAL = 1 << (BITS - 1), 1 << 24
"""How finely what pairs share is told apart, which takes so many bits a mark, and more degrees
than there are."""


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
    window = max(WINDOW, min(ROOM // count, count))
    least = COMMON if window < count else 0.0
    shared = [part for bag in bags for part in _neighbours(bag, rank, window, least)]
    unique, total = _added(shared)
    one, other = np.divmod(unique, count)
    home = sites[one] == sites[other]
    room = ROOM // count
    kept = np.zeros(len(unique), dtype=bool)
    for where, most in ((~home, KEPT), (home, KEPT_AT_HOME)):
        chosen = np.flatnonzero(where)
        kept[chosen] = _best(one[chosen], other[chosen], total[chosen], max(most, room))
    return one[kept], other[kept]


def _added(shared: list[Integers]) -> tuple[Integers, Integers]:
    """The different codes of pairs in order, and the degrees that each shares in all.

    Codes and degrees stand in one number each, which sorts ten times as fast as two do.
    """
    both = np.concatenate([np.empty(0, dtype=np.int64), *shared])
    shared.clear()
    both.sort()
    starts = np.flatnonzero(firsts(both >> BITS))
    codes = both[starts] >> BITS
    both &= (1 << BITS) - 1
    return codes, np.add.reduceat(both, starts) if len(starts) else both


def _neighbours(bag: Bag, rank: Integers, window: int, least: float) -> Iterator[Integers]:
    """Coded pairs that stand near each other in the list of a mark, with the weight of the mark."""
    count = max(1, len(rank))
    weight = bag.weight[bag.ids]
    by_page = np.lexsort((-weight, bag.pages))
    nth = np.empty(len(by_page), dtype=np.int64)
    nth[by_page] = np.arange(len(by_page)) - bag.starts[bag.pages[by_page]]
    rarest = np.zeros(count)
    np.maximum.at(rarest, bag.pages, weight)
    telling = weight >= np.minimum(least, rarest[bag.pages])
    use = np.flatnonzero((bag.spread[bag.ids] > 1) & telling & (nth < KEYS))
    use = use[np.lexsort((rank[bag.pages[use]], bag.ids[use]))]
    marks, pages = bag.ids[use], bag.pages[use]
    degrees = np.round(weight[use] * DEGREES).astype(np.int64)
    near = np.arange(len(marks))
    for step in range(1, window + 1):
        near = near[near < len(marks) - step]
        near = near[marks[near] == marks[near + step]]
        if not len(near):
            break
        one, other = pages[near], pages[near + step]
        code = np.minimum(one, other) * count + np.maximum(one, other)
        yield (code << BITS) + degrees[near]


def _best(one: Integers, other: Integers, total: Integers, most: int) -> npt.NDArray[np.bool_]:
    """Whether a pair is among the best of either of its pages."""
    kept = np.zeros(len(one), dtype=bool)
    rank = MOST_TOTAL - total
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
