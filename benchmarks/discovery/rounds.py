"""One round of votes on the synthetic web, by arrays: the ranking behind figure 7.

How votes are counted and merged is handed in; queries and backlinks are answered as engines do,
with the paper's limits and with noise. Whole harvests are those of ``world``.
"""

from dataclasses import dataclass, field
from typing import Protocol

import numpy as np
import numpy.typing as npt

from benchmarks.discovery.web import Web, seeds_of

__all__ = ["Plan", "Scene", "Voting", "ranking"]

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
MAX_RESULTS, MAX_BACKLINKS = 250, 250
"""The paper's limits of a query and of a site."""
STRAY_RESULTS = 5
"""Results of a query that have nothing to do with it, popular sites first."""


class Voting(Protocol):
    """What is measured: equations 1 to 6 and the merge, over numbers."""

    def search(self, returned: Ints, products: int, sites: int) -> Floats:
        """The search score of each site."""
        ...

    def backlink(self, hubs: Ints, known: int, web: Web) -> Floats:
        """The backlink score of each site; *hubs* holds a hub once for each known site."""
        ...

    def merge(self, strategy: str, search: Floats, backlink: Floats) -> Floats:
        """The merged score of each site; 0 for sites that are not ranked."""
        ...


@dataclass(frozen=True, slots=True)
class Plan:
    """One experiment: the paper's strategy, |S| and tau."""

    category: str
    strategy: str = "intersection"
    seeds: int = 20
    tau: int = 3
    """An id is asked for once more than this many sites publish it: the paper's four."""
    max_queries: int = 400
    draw: int = 0
    """Which seeds are drawn."""


@dataclass
class Scene:
    """What is known of one category at some time, and what the engines answered so far."""

    web: Web
    plan: Plan
    known: set[int] = field(default_factory=set)
    """The sites S, seeds first."""
    seen: set[int] = field(default_factory=set)

    def __post_init__(self) -> None:
        self._counts = np.zeros(len(self.web.mentioned[self.plan.category].starts) - 1, np.int64)
        self._asked = set[int]()
        self._returned = [np.zeros(0, dtype=np.int64)]
        self._hubs = [np.zeros(0, dtype=np.int64)]
        self.trust(seeds_of(self.web, self.plan.category, self.plan.seeds, self.plan.draw))

    def trust(self, sites: list[int]) -> None:
        """Let *sites* join S: their ids and their hubs are known from now on."""
        for site in sites:
            self.known.add(site)
            self.seen.add(site)
            self._counts[self.web.published[self.plan.category].of_left(site)] += 1
            hubs = self.web.backlinks.of_left(site)
            if len(hubs) > MAX_BACKLINKS:
                hubs = self._chance(site).permutation(hubs)[:MAX_BACKLINKS]
            self._hubs.append(hubs)

    def _chance(self, number: int) -> np.random.Generator:
        return np.random.default_rng([self.web.seed, number, 7])

    def ask(self) -> tuple[Ints, int]:
        """The sites that were returned, once for each id asked for so far, and how many ids."""
        enough = np.flatnonzero(self._counts > self.plan.tau)
        # with few seeds no id may be shared so widely; the most shared ones are asked for then
        if not len(enough):
            enough = np.flatnonzero(self._counts == max(1, self._counts.max()))
        order = enough[np.argsort(-self._counts[enough], kind="stable")][: self.plan.max_queries]
        for product in order.tolist():
            if product not in self._asked:
                self._asked.add(product)
                self._returned.append(self._results(product))
        return np.concatenate(self._returned), len(self._asked)

    def _results(self, product: int) -> Ints:
        found = self.web.mentioned[self.plan.category].of_left(product)
        chance = self._chance(product)
        if len(found) > MAX_RESULTS:
            order = np.argsort(-self.web.popularity[found] * chance.exponential(size=len(found)))
            found = found[order[:MAX_RESULTS]]
        stray = np.searchsorted(self._steps(), chance.random(STRAY_RESULTS))
        return np.unique(np.concatenate([found, np.minimum(stray, len(self.web) - 1)]))

    def _steps(self) -> Floats:
        if not hasattr(self, "_popular"):
            total = np.cumsum(self.web.popularity)
            self._popular: Floats = total / total[-1]
        return self._popular

    def hubs(self) -> Ints:
        """The hubs of known sites, once for each site."""
        return np.concatenate(self._hubs)


def ranking(scene: Scene, voting: Voting, strategy: str = "") -> Ints:
    """The sites that are not known or looked at yet, best first."""
    returned, products = scene.ask()
    search = voting.search(returned, products, len(scene.web))
    backlink = voting.backlink(scene.hubs(), len(scene.known), scene.web)
    scores = voting.merge(strategy or scene.plan.strategy, search, backlink)
    scores[list(scene.seen)] = 0.0
    order = np.flatnonzero(scores > 0)
    return order[np.argsort(-scores[order], kind="stable")]
