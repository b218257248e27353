"""The recipe of the in-site filter's weights: crawls of synthetic webs in, weights out.

What a crawl finds on real sites of each kind was measured (``discovery_kinds``); no real data set
has crawls of thousands of labelled sites, so weights are learned where there are.
"""

from collections.abc import Iterable, Iterator

import numpy as np
import numpy.typing as npt

from benchmarks.discovery.experiments import Lab, build_lab
from benchmarks.discovery.simulation import Filters, sampled
from specdex.discovery.home_pages import MIN_READ, CrawlWeights

__all__ = ["SEEDS", "crawl_weights", "learned_weights"]

SEEDS = (51, 52, 53)
"""Webs that teach; ``python -m benchmarks discovery`` measures on others."""
KNOWN = (20, 50)
"""Known shops that a crawl is compared with."""
VARIANCE = 100.0
"""Of the weights before anything was learned: hardly any opinion."""

NEWTON_STEPS = 25

Floats = npt.NDArray[np.float64]
Row = tuple[tuple[float, ...], bool]


def learned_weights(seeds: Iterable[int] = SEEDS) -> CrawlWeights:
    """The weights that the webs of *seeds* teach."""
    return crawl_weights(build_lab(seed) for seed in seeds)


def crawl_weights(labs: Iterable[Lab]) -> CrawlWeights:
    """The weights that discovered sites of *labs* teach, those that are decided by weighing."""
    rows = [row for lab in labs for filters in lab.filters.values() for row in _rows(filters)]
    features = np.array([(*each, 1.0) for each, _ in rows])
    target = np.array([float(relevant) for _, relevant in rows])
    variance = np.full(features.shape[1], VARIANCE)
    learned = _logistic(features, target, variance)
    return CrawlWeights(*(round(float(each), 2) for each in learned))


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
