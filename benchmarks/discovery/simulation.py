"""The experiments on discovery: the house's votes and filters on a synthetic web."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cache

import numpy as np
import numpy.typing as npt

from benchmarks.discovery.homes import crawled, home_text
from benchmarks.discovery.rounds import Plan, Scene, ranking
from benchmarks.discovery.web import Web
from specdex.crawling import Category
from specdex.discovery.home_learning import CategoryLearner, Example
from specdex.discovery.home_pages import (
    CrawlEvidence,
    Home,
    HomeModel,
    default_home_model,
    home_of_labels,
    judge_crawl,
    judge_home,
)

__all__ = ["FILTERS", "Filters", "discovered", "sampled", "teach"]

Ints = npt.NDArray[np.int64]
EVEN, ALONE = 0.5, 0.8
"""The score from which the home page alone decides, and the one that the crawl alone takes it to
have had."""
SEEDS = 50
"""Shops that are known when tables 3 and 4 are made, as in figure 7."""
SAMPLE = 1000
"""Discovered sites that tables 3 and 4 judge, of each category."""
TAUGHT = 50
"""The paper's labelled sites of each kind."""


@cache
def _namer(category: str) -> Callable[[str], float]:
    return cache(Category.of(category).promise)


def read(web: Web, site: int, category: str) -> Home:
    """What the home-page filter sees of a synthetic site."""
    text = home_text(web, site)
    return home_of_labels(text.labels, text.prices, _namer(category))


def discovered(web: Web, category: str, draws: Iterable[int] = (0,)) -> Ints:
    """Every site that got a vote from any strategy, from SEEDS seeds."""
    found: list[Ints] = []
    for draw in draws:
        scene = Scene(web, Plan(category, strategy="union", seeds=SEEDS, draw=draw))
        found.append(ranking(scene))
    return np.unique(np.concatenate(found))


def sampled(web: Web, category: str) -> list[int]:
    """A thousand of the discovered sites."""
    sites = discovered(web, category)
    chance = np.random.default_rng([web.seed, len(sites)])
    found: list[int] = chance.permutation(sites)[:SAMPLE].tolist()
    return found


def teach(web: Web, category: str, prior: HomeModel, size: int = TAUGHT) -> HomeModel:
    """*prior* with what *size* shops of *category* and as many other sites of *web* teach.

    Both are drawn from what discovery finds there, as a person would label it.
    """
    sites = discovered(web, category)
    chance = np.random.default_rng([web.seed, len(sites)])
    relevant = web.relevant(category)[sites]
    examples = [
        Example(read(web, site, category), bool(kind))
        for kind in (True, False)
        for site in chance.permutation(sites[relevant == kind])[:size].tolist()
    ]
    return CategoryLearner(prior, category).fit(examples).model_


@dataclass
class Filters:
    """Both filters on one category of a synthetic web; every site is judged once."""

    web: Web
    category: str
    model: HomeModel = field(default_factory=default_home_model)
    shops: int = SEEDS
    """Known shops that a crawl is compared with."""
    _scores: dict[int, float] = field(default_factory=dict, repr=False)

    def knowing(self, shops: int) -> "Filters":
        """The same with so many known *shops*."""
        return replace(self, shops=shops)

    def score(self, site: int) -> float:
        """What the home-page filter says of *site*."""
        if site not in self._scores:
            home = read(self.web, site, self.category)
            self._scores[site] = judge_home(home, self.category, self.model).score
        return self._scores[site]

    def evidence(self, site: int) -> CrawlEvidence:
        """What a crawl of *site* brings home."""
        found = crawled(self.web, site, self.category, self.shops)
        if found.agreement is None:
            return CrawlEvidence(found.products, found.read)
        return CrawlEvidence(found.products, found.read, found.agreement)

    def _crawl(self, site: int, home: float) -> bool:
        return judge_crawl(self.evidence(site), home).accepted

    def none(self, site: int) -> bool:
        """No filter."""
        del site
        return True

    def home(self, site: int) -> bool:
        """The home-page filter alone: rather a shop than not."""
        return self.score(site) >= EVEN

    def crawl(self, site: int) -> bool:
        """The in-site filter alone, nothing known of the home page."""
        return self._crawl(site, ALONE)

    def both(self, site: int) -> bool:
        """The home-page filter, let through what may be a shop, then the in-site filter."""
        home = self.score(site)
        return home >= self.model.threshold and self._crawl(site, home)

    def each(self) -> Iterator[tuple[str, Callable[[int], bool]]]:
        """The filters of figure 7 by name."""
        yield from ((name, getattr(self, method)) for name, method in FILTERS.items())


FILTERS = {"none": "none", "HPF": "home", "HPF.ICF": "both"}
"""The filters of figure 7, by the paper's names."""
