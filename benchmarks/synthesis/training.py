"""Learning the judge: which candidates of labelled sites read an attribute, and which do not."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from benchmarks.written import EXACT, trees_of, written_trees
from specdex.errors import MissingExtra
from specdex.synthesis.choice import AS_GOOD, LEAST_FIT, Readings, examples_of, fit
from specdex.synthesis.field import NEAR
from specdex.synthesis.linked_pages import Matrix, Truth
from specdex.synthesis.matching import (
    BEST,
    FEATURES,
    PLAIN,
    RELATIVE,
    SHARED,
    Field,
    Known,
    features,
    with_distances,
)
from specdex.synthesis.profiles import VIEWS

__all__ = ["LabelledField", "Sample", "learn", "sample", "seedings"]

RISING = frozenset(
    {*VIEWS, *NEAR, *BEST, *SHARED, "coverage", "same_label", "same_path"}
    | {f"behind_{name}" for name in RELATIVE}
)
"""Features of which more is never worse."""
SEED_COUNTS = (1, 2, 5)
HARD, EASY = 12, 8
"""Of the candidates that are wrong, so many of the likeliest and of the others are learned from."""
HIDDEN = 0.5
"""What a site whose right candidates are hidden weighs: it teaches what absence looks like."""
NOT_IT = 0.15
"""A candidate that reads less of the attribute than this does not read it."""
TREES, LEAVES, RATE, LEAST_LEAF, SHRINK, SHARE = 150, 12, 0.06, 60, 5.0, 0.4


@dataclass(frozen=True, slots=True)
class LabelledField:
    """Sites of one kind, and what their labels say."""

    field: Field
    readings: Mapping[str, Mapping[str, Readings]]
    """By site and attribute; only attributes that the site has."""

    @property
    def attributes(self) -> tuple[str, ...]:
        """All attributes that any site has."""
        return tuple(sorted({name for read in self.readings.values() for name in read}))


def seedings(sites: Sequence[str], count: int) -> list[tuple[str, ...]]:
    """The sets of *count* seed sites, in cyclic order.

    >>> seedings("abc", 2)
    [('a', 'b'), ('b', 'c'), ('c', 'a')]
    """
    return [
        tuple(sites[(first + step) % len(sites)] for step in range(count))
        for first in range(len(sites))
    ]


Sample = tuple[Matrix, Truth, Matrix]
"""Features, truth and weight of candidates."""


def sample(labelled: LabelledField) -> Sample:
    """What one labelled field teaches."""
    return _Sampler(labelled).collect()


def learn(parts: Sequence[Sample]) -> dict[str, Any]:
    """The judge as JSON-able data."""
    rows = np.concatenate([part[0] for part in parts])
    truth = np.concatenate([part[1] for part in parts])
    weight = np.concatenate([part[2] / part[2].sum() for part in parts]) * len(rows)
    return _data(_fitted(rows, truth, weight))


def _fitted(rows: Matrix, truth: Truth, weight: Matrix) -> Any:
    try:
        from sklearn.ensemble import HistGradientBoostingClassifier
    except ImportError as error:
        raise MissingExtra("scikit-learn", "learn") from error
    learner = HistGradientBoostingClassifier(
        max_iter=TREES,
        learning_rate=RATE,
        max_leaf_nodes=LEAVES,
        min_samples_leaf=LEAST_LEAF,
        l2_regularization=SHRINK,
        max_features=SHARE,
        monotonic_cst=[int(name in RISING) for name in FEATURES],
        early_stopping=False,
        random_state=0,
    )
    return learner.fit(rows, truth, sample_weight=weight)


def _data(fitted: Any) -> dict[str, Any]:
    """The trees of scikit-learn as plain data."""
    trees = [
        {
            "feature": np.where(nodes["is_leaf"], -1, nodes["feature_idx"].astype(int)).tolist(),
            "threshold": [round(each, 7) for each in nodes["num_threshold"].tolist()],
            "left": nodes["left"].tolist(),
            "right": nodes["right"].tolist(),
            "value": [round(each, 6) for each in nodes["value"].tolist()],
        }
        for nodes in (stage[0].nodes for stage in fitted._predictors)  # noqa: SLF001 - no public view
    ]
    start = float(fitted._baseline_prediction.ravel()[0])  # noqa: SLF001
    return {"features": list(FEATURES), **written_trees(trees_of(trees, start), EXACT)}


class _Sampler:
    """Rows of features with the truth, from every seeding of one labelled field."""

    def __init__(self, labelled: LabelledField) -> None:
        self._labelled = labelled
        self._sites = list(labelled.field.sites)
        self._random = np.random.default_rng(0)
        self._examples = {
            (site, name): examples_of(labelled.field, site, read)
            for site, names in labelled.readings.items()
            for name, read in names.items()
        }
        self._fits = {
            (site, name): self._fit(site, read)
            for site, names in labelled.readings.items()
            for name, read in names.items()
        }

    def _fit(self, site: str, read: Readings) -> Matrix:
        values = self._labelled.field.sites[site].values
        return np.array([fit(each, read) for each in values], np.float32)

    def collect(self) -> Sample:
        """Features, truth and weight."""
        parts = [
            part
            for count in SEED_COUNTS
            for seeds in seedings(self._sites, count)
            for name in self._labelled.attributes
            for part in self._of(seeds, name)
        ]
        return (
            np.concatenate([part[0] for part in parts]),
            np.concatenate([part[1] for part in parts]),
            np.concatenate([part[2] for part in parts]),
        )

    def _of(self, seeds: Sequence[str], name: str) -> Iterator[Sample]:
        known = Known(name, tuple((site, self._examples.get((site, name), ())) for site in seeds))
        if not known.examples:
            return
        targets = [site for site in self._sites if site not in seeds and (site, name) in self._fits]
        for site, rows in features(self._labelled.field, known, targets).items():
            fits = self._fits[site, name]
            yield self._shown(rows, fits >= AS_GOOD * max(fits.max(initial=0.0), LEAST_FIT))
            others = rows[fits < NOT_IT]
            if len(others):
                yield self._hidden(others)

    def _shown(self, rows: Matrix, right: Truth) -> Sample:
        kept = self._kept(rows, right)
        truth = right[kept]
        share = np.where(truth, 1 / max(1, truth.sum()), 1 / max(1, (~truth).sum()))
        return rows[kept], truth, share

    def _hidden(self, others: Matrix) -> Sample:
        """The candidates of a site as if it did not have the attribute."""
        rows = with_distances(others[:, : len(PLAIN)])
        kept = self._kept(rows, np.zeros(len(rows), np.bool_))
        return rows[kept], np.zeros(len(kept), np.bool_), np.full(len(kept), HIDDEN / len(kept))

    def _kept(self, rows: Matrix, right: Truth) -> Any:
        wrong = np.flatnonzero(~right)
        likely = rows[wrong][:, FEATURES.index("together")]
        hard = wrong[np.argsort(-likely, kind="stable")[:HARD]]
        easy = self._random.choice(wrong, min(EASY, len(wrong)), replace=False)
        return np.unique(np.concatenate([np.flatnonzero(right), hard, easy]))
