"""The recipe of the linkage model: labelled pairs of several sets in, trees out."""

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from benchmarks.link.sets import LinkSet
from benchmarks.written import trees_of
from specdex.errors import InputError, MissingExtra
from specdex.linkage.evidence import ATTRIBUTE_FEATURES
from specdex.linkage.features import TEXT_FEATURES, TITLE_FEATURES
from specdex.linkage.learned import compared, pair_features
from specdex.linkage.scores import PairModel
from specdex.records import Specification

__all__ = ["Examples", "examples", "small_collections", "train"]

Floats = npt.NDArray[np.float64]
SMALL_SETS, SMALL_WEIGHT, SMALL_SIZES = 40, 0.5, (2, 4, 8, 15, 30, 60)
"""How many small collections are made of a set, what all of them weigh beside the set, and how
many pages they have."""
NEAR = 0.8
"""How often the next page is one that a label connects with the others."""
TREES, LEAVES, RATE, MIN_LEAF, PULL, BINS = 60, 8, 0.1, 120, 5.0, 64


@dataclass(frozen=True, slots=True)
class Examples:
    """The labelled pairs of a set that are candidates, and how much each weighs."""

    features: Floats
    target: Floats
    weight: Floats


def examples(chosen: LinkSet) -> Examples:
    """The features of the labelled candidate pairs of *chosen*, among its labelled pages only.

    Small collections are made of it, too: what is rare among thirty pages is not what is rare
    among thousands.
    """
    labels = {(min(pair[:2]), max(pair[:2])): float(pair[2]) for pair in chosen.pairs}
    found = [_examples(chosen.labelled_pages(), labels, 1.0)]
    found += [
        _examples(part, labels, SMALL_WEIGHT / SMALL_SETS)
        for part in small_collections(chosen, SMALL_SETS)
    ]
    return Examples(
        np.vstack([each.features for each in found]),
        np.concatenate([each.target for each in found]),
        np.concatenate([each.weight for each in found]),
    )


def _examples(
    specifications: Sequence[Specification], labels: Mapping[tuple[str, str], float], weight: float
) -> Examples:
    pairs = compared(specifications)
    one, other, features = pairs.one, pairs.other, pair_features(pairs)
    urls = [each.url for each in specifications]
    told = [
        labels.get((min(urls[mine], urls[theirs]), max(urls[mine], urls[theirs])))
        for mine, theirs in zip(one.tolist(), other.tolist(), strict=True)
    ]
    rows = [row for row, same in enumerate(told) if same is not None]
    target = np.array([same for same in told if same is not None])
    return Examples(features[rows], target, np.full(len(rows), weight / max(1, len(rows))))


def small_collections(chosen: LinkSet, count: int, seed: int = 0) -> Iterator[list[Specification]]:
    """Small collections of pages that labels connect, the same ones every time."""
    chance = random.Random(seed)  # noqa: S311 - nobody must not guess it
    by_url = {each.url: each for each in chosen.specifications}
    beside: dict[str, list[str]] = {}
    for one, other, _ in chosen.pairs:
        beside.setdefault(one, []).append(other)
        beside.setdefault(other, []).append(one)
    for _ in range(count):
        size = chance.choice(SMALL_SIZES)
        kept: dict[str, None] = {}
        while len(kept) < min(size, len(beside)):
            near = beside[chance.choice(list(kept))] if kept and chance.random() < NEAR else None
            kept[chance.choice(near or sorted(beside))] = None
        yield [by_url[url] for url in sorted(kept)]


def train(sets: Sequence[Examples], seed: int = 0) -> PairModel:
    """Boosted trees over *sets*, each of which weighs the same; what speaks for stays for."""
    try:
        from sklearn.ensemble import HistGradientBoostingClassifier
        from threadpoolctl import threadpool_limits  # noqa: PLC0415 - comes with it
    except ImportError as error:
        raise MissingExtra("training", "learn") from error
    usable = [each for each in sets if len(each.target)]
    if not usable:
        raise InputError("there are no labelled pairs to learn from")
    features = np.vstack([each.features for each in usable])
    target = np.concatenate([each.target for each in usable])
    weight = np.concatenate([each.weight for each in usable])
    learner = HistGradientBoostingClassifier(
        max_iter=TREES,
        max_leaf_nodes=LEAVES,
        learning_rate=RATE,
        min_samples_leaf=MIN_LEAF,
        l2_regularization=PULL,
        max_bins=BINS,
        monotonic_cst=[
            *TEXT_FEATURES.values(),
            *ATTRIBUTE_FEATURES.values(),
            *TITLE_FEATURES.values(),
        ],
        early_stopping=False,
        random_state=seed,
    )
    # threads that wait for each other take most of the time where a machine is busy
    with threadpool_limits(limits=1):
        learner.fit(features, target, weight * len(target) / weight.sum())
    start = float(np.ravel(learner._baseline_prediction)[0])  # noqa: SLF001
    trees = [_columns(stage[0].nodes) for stage in learner._predictors]  # noqa: SLF001
    return PairModel(trees_of(trees, start), np.median(features, axis=0))


def _columns(nodes: Any) -> dict[str, Sequence[float]]:
    leaf = nodes["is_leaf"].astype(bool)
    return {
        "feature": np.where(leaf, -1, nodes["feature_idx"]).tolist(),
        "threshold": np.where(leaf, 0.0, nodes["num_threshold"]).tolist(),
        "left": np.where(leaf, 0, nodes["left"]).tolist(),
        "right": np.where(leaf, 0, nodes["right"]).tolist(),
        "value": np.where(leaf, nodes["value"], 0.0).tolist(),
    }
