"""The same votes over millions of links: numbers in arrays instead of records in dictionaries.

Sites, hubs and products become numbers as they are streamed in, each kept once; equations 1 to 6
and the merge are then sums over arrays. ``votes`` and ``merge`` say the same for few.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable
from functools import cache
from itertools import compress, count, islice

import numpy as np
import numpy.typing as npt

from specdex.discovery.votes import PLACES, STRATEGIES, Ranked
from specdex.errors import InputError
from specdex.urls import host

__all__ = ["Ballots", "forward_shares", "hub_shares", "merged", "position_shares", "search_shares"]

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
LEAST_SITES = 2
"""A hub of fewer known sites is pruned."""
WIDTH = 32
MASK = (1 << WIDTH) - 1
CHUNK = 1 << 16
"""Links that become numbers at a time."""
_host = cache(host)


def search_shares(returned: Ints, products: int, sites: int) -> Floats:
    """The sSearch of each of *sites*: *returned* holds a site once for each product (eq. 1, 2)."""
    return np.bincount(returned, minlength=sites) / max(1, products)


def hub_shares(hubs: Ints, known: int, size: int, *, prune: bool = True) -> Floats:
    """The sHub of each of *size* hubs: *hubs* holds one for each *known* site (eq. 3, 4)."""
    counts = np.bincount(hubs, minlength=size).astype(np.float64)
    if prune:
        counts[counts < LEAST_SITES] = 0.0
    return counts / max(1, known)


def forward_shares(hubs: Ints, sites: Ints, shares: Floats, size: int) -> Floats:
    """The sForward of each of *size* sites: the hubs' shares, by links hub to site (eq. 5, 6)."""
    total = float(shares.sum())
    found: Floats = np.bincount(sites, weights=shares[hubs], minlength=size).astype(np.float64)
    return found / total if total else found


def position_shares(scores: Floats, rank: Ints | None = None) -> Floats:
    """The rScore of each site, 0 where it has no score; ties go by *rank*, or by number."""
    ranked = np.flatnonzero(scores > 0)
    ties = ranked if rank is None else rank[ranked]
    order = ranked[np.lexsort((ties, -np.round(scores[ranked], PLACES)))]
    result = np.zeros(len(scores))
    result[order] = np.arange(len(order), 0, -1) / max(1, len(order))
    return result


def merged(strategy: str, search: Floats, backlink: Floats, rank: Ints | None = None) -> Floats:
    """What *strategy* makes of both scores; 0 for sites that it does not rank."""
    if strategy not in STRATEGIES:
        raise InputError(f"no strategy called {strategy!r}; there are: {', '.join(STRATEGIES)}")
    first, second = position_shares(search, rank), position_shares(backlink, rank)
    if strategy == "search":
        return first
    if strategy == "backlink":
        return second
    if strategy == "union":
        return np.maximum(first, second)
    total = first + second
    product = 2.0 * first * second
    return np.divide(product, total, out=np.zeros(len(total)), where=(first > 0) & (second > 0))


class _Numbers:
    """Numbers for names, in the order they first came."""

    def __init__(self) -> None:
        self.of = defaultdict[str, int](count().__next__)

    def __call__(self, names: Collection[str]) -> Ints:
        return np.fromiter(map(self.of.__getitem__, names), dtype=np.int64, count=len(names))

    def __len__(self) -> int:
        return len(self.of)

    def rank(self) -> Ints:
        """The place of each by name."""
        names = list(self.of)
        order = sorted(range(len(names)), key=names.__getitem__)
        places = np.empty(len(names), dtype=np.int64)
        places[order] = np.arange(len(names))
        return places


class _Pairs:
    """Different pairs of numbers, kept in eight bytes each."""

    def __init__(self) -> None:
        self._chunks: list[Ints] = []

    def add(self, left: Ints, right: Ints) -> None:
        self._chunks.append(left << WIDTH | right)

    def __call__(self) -> tuple[Ints, Ints]:
        if len(self._chunks) != 1:
            empty = np.zeros(0, dtype=np.int64)
            self._chunks = [np.concatenate([empty, *self._chunks])]
        keys = np.sort(self._chunks[0])
        keys = keys[np.diff(keys, prepend=-1) > 0]
        self._chunks = [keys]
        return keys >> WIDTH, keys & MASK


class Ballots:
    """Counts the votes of one round as they are streamed in."""

    def __init__(self) -> None:
        self._sites, self._hubs, self._products = _Numbers(), _Numbers(), _Numbers()
        self._returned, self._links = _Pairs(), _Pairs()

    def add_results(self, product: str, sites: Iterable[str]) -> None:
        """A search engine returned *sites* for *product*."""
        numbers = self._sites(list(sites))
        self._returned.add(np.full(len(numbers), self._products.of[product]), numbers)

    def add_links(self, links: Iterable[tuple[str, str]]) -> None:
        """Each hub, by address, links to a site; backlinks of known sites are such links too."""
        waiting = iter(links)
        while batch := list(islice(waiting, CHUNK)):
            self.add_columns(*zip(*batch, strict=True))

    def add_columns(self, hubs: Collection[str], sites: Collection[str]) -> None:
        """The same links, their hubs and their sites apart."""
        self._links.add(self._hubs(hubs), self._sites(sites))

    def ranked(self, strategy: str, known: Collection[str]) -> list[Ranked]:
        """The sites that *strategy* ranks from the votes so far, best first.

        *known* are the sites S whose hubs count; a site's own pages are no hubs of it.
        """
        rank = self._sites.rank()
        scores = merged(strategy, self._search(), self._backlink(known), rank)
        found = np.flatnonzero(scores > 0)
        order = found[np.lexsort((rank[found], -np.round(scores[found], PLACES)))]
        names = list(self._sites.of)
        return [Ranked(names[at], float(scores[at])) for at in order.tolist()]

    def _search(self) -> Floats:
        _, returned = self._returned()
        return search_shares(returned, len(self._products), len(self._sites))

    def _backlink(self, known: Collection[str]) -> Floats:
        hubs, sites = self._links()
        trusted = np.zeros(len(self._sites), dtype=bool)
        trusted[[self._sites.of[site] for site in known if site in self._sites.of]] = True
        kept = trusted[sites]
        own = self._own(hubs[kept], sites[kept])
        shares = hub_shares(hubs[kept][~own], len(known), len(self._hubs))
        return forward_shares(hubs, sites, shares, len(self._sites))

    def _own(self, hubs: Ints, sites: Ints) -> npt.NDArray[np.bool_]:
        """Whether each hub is a page of the site itself."""
        wanted = np.zeros(len(self._hubs), dtype=bool)
        wanted[hubs] = True
        hosts = np.full(len(self._hubs), -1, dtype=np.int64)
        for name, number in compress(self._hubs.of.items(), wanted.tolist()):
            # the scheme and the host of an address: few, where addresses are many
            hosts[number] = self._sites.of.get(_host("/".join(name.split("/", 3)[:3])), -1)
        own: npt.NDArray[np.bool_] = hosts[hubs] == sites
        return own
