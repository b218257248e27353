"""The recipe of the in-site filter's weights: crawls of synthetic webs in, weights out.

What a crawl finds on real sites of each kind was measured (``kinds``); no real data set
has crawls of thousands of labelled sites, so weights are learned where there are.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Any, Self
from zlib import crc32

import numpy as np
import numpy.typing as npt

from benchmarks.data import Part, lines, part_of
from benchmarks.discovery.experiments import Lab, build_lab
from benchmarks.discovery.simulation import Filters, sampled
from specdex.discovery.home_learning import Example, WordLearner
from specdex.discovery.home_pages import MIN_READ, SIGNS, HomeModel, read_home
from specdex.html import parse
from specdex.records import Page
from specdex.statistics.metrics import Tally
from specdex.urls import registrable_domain

__all__ = [
    "SEEDS",
    "ShopLearner",
    "crawl_weights",
    "fifty_and_fifty",
    "labelled_homes",
    "learned_weights",
    "leave_sites_out",
    "train_homes",
]

SEEDS = (51, 52, 53)
"""Webs that teach; ``python -m benchmarks discovery`` measures on others."""
VARIANCE = 4.0
"""Of what is said of a page of which nothing is known."""
KNOWN = (20, 50)
"""Known shops that a crawl is compared with."""
VARIANCE = 100.0
"""Of the weights before anything was learned: hardly any opinion."""

NEWTON_STEPS = 25

Floats = npt.NDArray[np.float64]
Row = tuple[tuple[float, ...], bool]


def learned_weights(seeds: Iterable[int] = SEEDS) -> tuple[float, ...]:
    """The weights that the webs of *seeds* teach."""
    return crawl_weights(build_lab(seed) for seed in seeds)


def crawl_weights(labs: Iterable[Lab]) -> tuple[float, ...]:
    """The weights that discovered sites of *labs* teach, those that are decided by weighing.

    What nothing but the kind of evidence adds comes last.
    """
    rows = [row for lab in labs for filters in lab.filters.values() for row in _rows(filters)]
    features = np.array([(*each, 1.0) for each, _ in rows])
    target = np.array([float(relevant) for _, relevant in rows])
    variance = np.full(features.shape[1], VARIANCE)
    learned = _logistic(features, target, variance)
    return tuple(round(float(each), 2) for each in learned)


def _rows(filters: Filters) -> Iterator[Row]:
    relevant = filters.web.relevant(filters.category)
    for site in sampled(filters.web, filters.category):
        home = filters.score(site)
        for shops in KNOWN:
            found = filters.knowing(shops).evidence(site)
            if home >= filters.model.threshold and found.read >= MIN_READ:
                yield found.features(home), bool(relevant[site])


def _logistic(features: Floats, target: Floats, variance: Floats) -> Floats:
    """The most probable weights, by Newton's method."""
    weights = np.zeros(features.shape[1])
    for _ in range(NEWTON_STEPS):
        probability = 1 / (1 + np.exp(-features @ weights))
        slope = features.T @ (target - probability) - weights / variance
        curvature = (features.T * (probability * (1 - probability))) @ features
        weights = weights + np.linalg.solve(curvature + np.diag(1 / variance), slope)
    return weights


SHOPS = ("specs/modern.jsonl.xz", "specs/wcxb.jsonl.xz")
OLD_SHOPS = ("swde/camera/*.jsonl.xz", "swde/book/*.jsonl.xz")
PLATFORMS = "shops/*.jsonl.xz"
TYPED = "pagetypes/wcxb.jsonl.xz"
SHOP_TYPES = frozenset({"product", "collection"})
PAGES_A_SITE = 3
MAX_SIZE = 1_500_000
"""Characters; larger pages teach nothing that others do not."""
FOLDS = 5
FIFTY = 50
"""Sites of each kind that teach the paper's classifier."""
THRESHOLD = 0.1
"""A site that is left out is lost, one that is let in costs a crawl, which judges it again."""


def labelled_homes(data: Path) -> list[Example]:
    """Pages of shops and of other sites; every page of a site repeats its home page's menus."""
    examples = list(_labelled(data))
    shops = {each.site for each in examples if each.relevant}
    return [each for each in examples if each.relevant or each.site not in shops]


def _labelled(data: Path) -> Iterator[Example]:
    for name in SHOPS:
        yield from (_example(line, relevant=True) for line in lines(data / name) if _fits(line))
    for pattern in (*OLD_SHOPS, PLATFORMS):
        for path in sorted(data.glob(pattern)):
            first = islice(lines(path), 1 if pattern == PLATFORMS else PAGES_A_SITE)
            for line in first:
                yield _example({"site": path.name.partition(".")[0], **line}, relevant=True)
    for line in lines(data / TYPED):
        if _fits(line):
            yield _example(line, relevant=line["type"] in SHOP_TYPES)


def _fits(line: dict[str, Any]) -> bool:
    return len(line["html"]) <= MAX_SIZE


def _example(line: dict[str, Any], *, relevant: bool) -> Example:
    page = Page(line.get("url") or "http://page.example/", (line["html"] or "").encode())
    home = read_home(parse(replace(page, encoding="utf-8")), lambda _: 0.0)
    site = registrable_domain(line["site"]).partition(".")[0] or line["site"]
    return Example(home, relevant, site)


@dataclass
class ShopLearner:
    """Learns the general part of a :class:`HomeModel`: a shop, or not; sites weigh the same."""

    min_sites: int = 8
    """A word counts once so many sites link with it."""
    word_variance: float = 8.0
    sign_variance: float = 4.0
    """0 leaves nothing but the words of anchors, as in DEXTER's home-page classifier."""

    def fit(self, examples: Sequence[Example]) -> Self:
        """Learn from *examples*; scikit-learn's convention."""
        signs = np.array([(1.0, *each.home.signs) for each in examples])
        variance = [VARIANCE, *[self.sign_variance] * len(SIGNS)]
        words = WordLearner(self.min_sites, self.word_variance)
        (bias, *weights), known = words.fit(examples, signs, variance)
        self.model_ = HomeModel(bias, tuple(weights), known)
        return self


def leave_sites_out(examples: Sequence[Example], count: int = FOLDS) -> dict[Part, Tally]:
    """How well shops are told from other sites that the model never saw, open and blind."""
    tallies = {part: Tally() for part in Part}
    for fold in range(count):
        judged = [each for each in examples if crc32(each.site.encode()) % count == fold]
        learned = [each for each in examples if crc32(each.site.encode()) % count != fold]
        model = ShopLearner().fit(learned).model_
        for each in judged:
            said = model.shop_odds(each.home) > 0
            tally = Tally(said and each.relevant, said > each.relevant, each.relevant > said)
            tallies[part_of(each.site)] += tally
    return tallies


def fifty_and_fifty(examples: Sequence[Example]) -> dict[str, dict[Part, Tally]]:
    """What fifty shops and fifty other sites teach (DEXTER 3.1.3), judged on all other sites.

    By the words of anchors alone, as there, and with the signs of the house.
    """
    sites = {each.site: each.relevant for each in examples}
    order = sorted(sites, key=lambda site: (crc32(site.encode()), site))
    taught = {site for kind in (True, False) for site in _first(order, sites, relevant=kind)}
    seen = [each for each in examples if each.site in taught]
    judged = [each for each in examples if each.site not in taught]
    learners = {
        "anchors alone": ShopLearner(min_sites=2, sign_variance=0.0),
        "and signs": ShopLearner(min_sites=2),
    }
    found = {}
    for name, learner in learners.items():
        model = learner.fit(seen).model_
        found[name] = {part: Tally() for part in Part}
        for each in judged:
            said = model.shop_odds(each.home) > 0
            tally = Tally(said and each.relevant, said > each.relevant, each.relevant > said)
            found[name][part_of(each.site)] += tally
    return found


def _first(order: Sequence[str], sites: Mapping[str, bool], *, relevant: bool) -> Sequence[str]:
    return [site for site in order if sites[site] is relevant][:FIFTY]


def train_homes(examples: Sequence[Example]) -> HomeModel:
    """The general model of all *examples*."""
    return replace(ShopLearner().fit(examples).model_, threshold=THRESHOLD)
