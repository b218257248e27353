"""Which specifications are worth comparing? Never all with all."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from specdex.arrays import Bools, distinct, firsts, spelled
from specdex.linkage.bags import Bag, Integers
from specdex.ports import Engine, shared

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
BLOCK = 1 << 14
"""So many pages look for their candidates at once."""


@dataclass(frozen=True, slots=True)
class _Lists:
    """The pages that bear each mark, like ones side by side: a row for each page of each mark."""

    marks: Integers
    pages: Integers
    degrees: Integers
    ranks: Integers
    """By row, the place of its page among all, …"""
    by_rank: Integers
    """… and the rows in the order of that."""

    @classmethod
    def of(cls, bag: Bag, rank: Integers, least: float) -> "_Lists":
        """The marks in *bag* that are rare enough to bring pages together."""
        weight = bag.weight[bag.ids]
        by_page = np.lexsort((-weight, bag.pages))
        nth = np.empty(len(by_page), dtype=np.int64)
        nth[by_page] = np.arange(len(by_page)) - bag.starts[bag.pages[by_page]]
        rarest = np.zeros(max(1, len(rank)))
        np.maximum.at(rarest, bag.pages, weight)
        telling = weight >= np.minimum(least, rarest[bag.pages])
        use = np.flatnonzero((bag.spread[bag.ids] > 1) & telling & (nth < KEYS))
        use = use[np.lexsort((rank[bag.pages[use]], bag.ids[use]))]
        pages = bag.pages[use]
        degrees = np.round(weight[use] * DEGREES).astype(np.int64)
        return cls(bag.ids[use], pages, degrees, rank[pages], np.argsort(rank[pages]))

    def near(self, begin: int, end: int, window: int) -> Integers:
        """The rows of pages from place *begin* to *end*, and in the *window* around each."""
        bounds = np.searchsorted(self.ranks, [begin, end], sorter=self.by_rank)
        own = np.sort(self.by_rank[slice(*bounds)])
        low = np.maximum(own - window, np.searchsorted(self.marks, self.marks[own]))
        high = np.minimum(own + window + 1, np.searchsorted(self.marks, self.marks[own], "right"))
        low[1:] = np.maximum(low[1:], high[:-1])
        return spelled(low, high - low)[1]


@dataclass(frozen=True, slots=True)
class _Block:
    """Pages that stand side by side, and all that they may be candidates of."""

    pages: Integers
    """Their numbers; here they are numbered as they stand there."""
    own: Bools
    """Whether they are of this block, or only near it."""
    sites: Integers
    lists: Sequence[tuple[Integers, Integers, Integers]]
    """Marks, pages and degrees."""
    window: int
    room: int

    def candidates(self) -> tuple[Integers, Integers]:
        """The pairs that are among the best of a page of this block."""
        unique, total = _added([part for each in self.lists for part in self._neighbours(*each)])
        one, other = np.divmod(unique, max(1, len(self.pages)))
        home = self.sites[one] == self.sites[other]
        kept = np.zeros(len(unique), dtype=bool)
        for where, most in ((~home, KEPT), (home, KEPT_AT_HOME)):
            chosen = np.flatnonzero(where)
            for page in (one[chosen], other[chosen]):
                mine = self.own[page]
                best = _best(page[mine], total[chosen[mine]], max(most, self.room))
                kept[chosen[mine][best]] = True
        return self.pages[one[kept]], self.pages[other[kept]]

    def _neighbours(
        self, marks: Integers, pages: Integers, degrees: Integers
    ) -> Iterator[Integers]:
        """Coded pairs that stand near each other in the list of a mark, with its weight."""
        near = np.arange(len(marks))
        for step in range(1, self.window + 1):
            near = near[near < len(marks) - step]
            near = near[marks[near] == marks[near + step]]
            if not len(near):
                break
            one, other = pages[near], pages[near + step]
            mine = self.own[one] | self.own[other]
            one, other = one[mine], other[mine]
            code = np.minimum(one, other) * len(self.pages) + np.maximum(one, other)
            yield (code << BITS) + degrees[near[mine]]


def candidate_pairs(
    bags: Sequence[Bag], rank: Integers, sites: Integers, engine: Engine | None = None
) -> tuple[Integers, Integers]:
    """Pairs of pages that share rare marks, the smaller number first; near linear in the pages.

    The list of a mark is walked by *rank*, by which like pages stand side by side; each page meets
    its next neighbours there, and keeps the candidates with which it shares most. Blocks of like
    pages find theirs by themselves, by the workers of *engine* where there are any.
    """
    count = max(1, len(rank))
    window = max(WINDOW, min(ROOM // count, count))
    lists = [_Lists.of(bag, rank, COMMON if window < count else 0.0) for bag in bags]
    ends = np.linspace(0, count, 1 + -(-count // BLOCK)).astype(np.int64).tolist()

    def blocks() -> Iterator[_Block]:
        for begin, end in pairwise(ends):
            rows = [each.near(begin, end, window) for each in lists]
            near = [each.pages[some] for each, some in zip(lists, rows, strict=True)]
            pages = distinct(np.concatenate([np.empty(0, dtype=np.int64), *near]))
            own = (rank[pages] >= begin) & (rank[pages] < end)
            cut = [
                (each.marks[some], np.searchsorted(pages, own_pages), each.degrees[some])
                for each, some, own_pages in zip(lists, rows, near, strict=True)
            ]
            yield _Block(pages, own, sites[pages], cut, window, ROOM // count)

    workers = engine if count > BLOCK else None
    found = list(shared(_Block.candidates, blocks(), workers))
    one, other = (np.concatenate([pair[side] for pair in found]) for side in (0, 1))
    return np.divmod(distinct(one * count + other), count)


def _added(shared: list[Integers]) -> tuple[Integers, Integers]:
    """The different codes in order, and their degrees summed; as one number both sort faster."""
    both = np.concatenate([np.empty(0, dtype=np.int64), *shared])
    shared.clear()
    both.sort()
    starts = np.flatnonzero(firsts(both >> BITS))
    codes = both[starts] >> BITS
    both &= (1 << BITS) - 1
    return codes, np.add.reduceat(both, starts) if len(starts) else both


def _best(page: Integers, total: Integers, most: int) -> Bools:
    """Whether each pair is among those with which its page shares most."""
    kept = np.bincount(page, minlength=1)[page] <= most
    chosen = np.flatnonzero(~kept)
    order = np.argsort(page[chosen] * MOST_TOTAL + MOST_TOTAL - total[chosen], kind="stable")
    ranked = page[chosen[order]]
    first = np.searchsorted(ranked, ranked)
    kept[chosen[order[np.arange(len(order)) - first < most]]] = True
    return kept
