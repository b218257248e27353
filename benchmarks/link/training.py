"""The recipe of the linkage model: labelled pairs of several sets in, trees out."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from benchmarks.link.sets import LinkSet
from specdex.errors import InputError, MissingExtra
from specdex.forest import Trees
from specdex.linkage.attributes import agreements, entries
from specdex.linkage.candidates import candidate_pairs
from specdex.linkage.evidence import ATTRIBUTE_FEATURES, attribute_features
from specdex.linkage.features import TEXT_FEATURES, text_features
from specdex.linkage.pages import pages
from specdex.linkage.scores import PairModel

__all__ = ["Examples", "examples", "train"]

Floats = npt.NDArray[np.float64]
TREES, LEAVES, RATE, MIN_LEAF, PULL, BINS = 60, 8, 0.1, 60, 5.0, 64


@dataclass(frozen=True, slots=True)
class Examples:
    """The labelled pairs of a set that are candidates."""

    features: Floats
    target: Floats


def examples(chosen: LinkSet) -> Examples:
    """The features of the labelled candidate pairs of *chosen*, among its labelled pages only."""
    specifications = chosen.labelled_pages()
    seen = pages(specifications)
    one, other = candidate_pairs([seen.spellings, seen.gtins, seen.words], seen.order, seen.sites)
    text = text_features(seen, one, other)
    said = entries(specifications, seen)
    known = agreements(said, one, other, len(specifications))
    features = np.hstack([text, attribute_features(said.names, known, text)])
    place = {each.url: number for number, each in enumerate(specifications)}
    labels = {
        (min(place[mine], place[theirs]), max(place[mine], place[theirs])): same
        for mine, theirs, same in chosen.pairs
    }
    told = [labels.get(pair) for pair in zip(one.tolist(), other.tolist(), strict=True)]
    rows = [row for row, same in enumerate(told) if same is not None]
    return Examples(features[rows], np.array([float(bool(told[row])) for row in rows]))


def train(sets: Sequence[Examples], seed: int = 0) -> PairModel:
    """Boosted trees over *sets*, each of which weighs the same; what speaks for stays for."""
    try:
        from sklearn.ensemble import HistGradientBoostingClassifier
    except ImportError as error:
        raise MissingExtra("training", "learn") from error
    usable = [each for each in sets if len(each.target)]
    if not usable:
        raise InputError("there are no labelled pairs to learn from")
    features = np.vstack([each.features for each in usable])
    target = np.concatenate([each.target for each in usable])
    weight = np.concatenate([np.full(len(each.target), 1 / len(each.target)) for each in usable])
    learner = HistGradientBoostingClassifier(
        max_iter=TREES,
        max_leaf_nodes=LEAVES,
        learning_rate=RATE,
        min_samples_leaf=MIN_LEAF,
        l2_regularization=PULL,
        max_bins=BINS,
        monotonic_cst=[*TEXT_FEATURES.values(), *ATTRIBUTE_FEATURES.values()],
        early_stopping=False,
        random_state=seed,
    ).fit(features, target, weight * len(target) / weight.sum())
    start = float(np.ravel(learner._baseline_prediction)[0])  # noqa: SLF001
    trees = [_columns(stage[0].nodes) for stage in learner._predictors]  # noqa: SLF001
    return PairModel(Trees.of(trees, start))


def _columns(nodes: Any) -> dict[str, Sequence[float]]:
    leaf = nodes["is_leaf"].astype(bool)
    return {
        "feature": np.where(leaf, -1, nodes["feature_idx"]).tolist(),
        "threshold": np.where(leaf, 0.0, nodes["num_threshold"]).tolist(),
        "left": np.where(leaf, 0, nodes["left"]).tolist(),
        "right": np.where(leaf, 0, nodes["right"]).tolist(),
        "value": np.where(leaf, nodes["value"], 0.0).tolist(),
    }
