"""One round of votes on the synthetic web: the ranking behind figure 7 and tables 3 and 4.

Queries and backlinks are answered as engines do, with the paper's limits and with noise; the votes
are those of ``specdex.discovery``. Whole harvests are those of ``world``.
"""

from dataclasses import dataclass, field
from functools import cache

import numpy as np
import numpy.typing as npt

from benchmarks.discovery.web import Web, seeds_of
from specdex.discovery import votes
from specdex.records import Backlink, SearchResult

__all__ = ["Plan", "Scene", "ranking"]

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
MAX_RESULTS, MAX_BACKLINKS = 250, 250
"""The paper's limits of a query and of a site."""
STRAY_RESULTS = 5
"""Results of a query that have nothing to do with it, popular sites first."""


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
        self._returned: dict[str, list[SearchResult]] = {}
        self.backlinks: dict[str, list[Backlink]] = {}
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
            name = _site(site)
            self.backlinks[name] = [Backlink(name, _hub(hub)) for hub in hubs.tolist()]

    def _chance(self, number: int) -> np.random.Generator:
        return np.random.default_rng([self.web.seed, number, 7])

    def ask(self) -> dict[str, list[SearchResult]]:
        """What was returned for each id that was asked for so far."""
        enough = np.flatnonzero(self._counts > self.plan.tau)
        # with few seeds no id may be shared so widely; the most shared ones are asked for then
        if not len(enough):
            enough = np.flatnonzero(self._counts == max(1, self._counts.max()))
        order = enough[np.argsort(-self._counts[enough], kind="stable")][: self.plan.max_queries]
        for product in order.tolist():
            if str(product) not in self._returned:
                found = map(_site, self._results(product).tolist())
                self._returned[str(product)] = [SearchResult(f"http://{each}/") for each in found]
        return self._returned

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


@cache
def _site(number: int) -> str:
    return f"s{number}.example"


@cache
def _hub(number: int) -> str:
    return f"http://h{number}.example/"


def ranking(scene: Scene, strategy: str = "") -> Ints:
    """The sites that are not known or looked at yet, best first."""
    hubs = votes.hub_scores(scene.backlinks)
    links = {
        hub: list(map(_site, scene.web.links.of_left(_number(hub, "http://h")).tolist()))
        for hub in hubs
    }
    ranked = votes.merge(
        strategy or scene.plan.strategy,
        votes.search_scores(scene.ask()),
        votes.forward_scores(hubs, links),
    )
    order = (_number(each.site, "s") for each in ranked)
    return np.array([site for site in order if site not in scene.seen], dtype=np.int64)


def _number(name: str, lead: str) -> int:
    return int(name.removeprefix(lead).partition(".")[0])
