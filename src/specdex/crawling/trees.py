"""Boosted trees as plain arrays: read from JSON, asked with numpy alone."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

__all__ = ["Matrix", "Trees", "trees_of"]

Matrix = npt.NDArray[np.float64]
DIGITS = 5
"""Digits kept of thresholds and leaves: a model is data, and small."""


@dataclass(frozen=True, slots=True)
class Trees:
    """A sum of small regression trees, as a logarithm of odds. All nodes lie in one row."""

    feature: npt.NDArray[np.int64]
    threshold: Matrix
    left: npt.NDArray[np.int64]
    """Leaves lead to themselves."""
    right: npt.NDArray[np.int64]
    value: Matrix
    roots: npt.NDArray[np.int64]
    depth: int
    start: float

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Trees":
        """The trees that ``to_json`` gave."""
        return cls(
            feature=np.array(data["feature"], dtype=np.int64),
            threshold=np.array(data["threshold"], dtype=np.float64),
            left=np.array(data["left"], dtype=np.int64),
            right=np.array(data["right"], dtype=np.int64),
            value=np.array(data["value"], dtype=np.float64),
            roots=np.array(data["roots"], dtype=np.int64),
            depth=int(data["depth"]),
            start=float(data["start"]),
        )

    def to_json(self) -> dict[str, Any]:
        """The trees as lists."""
        return {
            "start": round(self.start, DIGITS),
            "depth": self.depth,
            "roots": self.roots.tolist(),
            "feature": self.feature.tolist(),
            "threshold": np.round(self.threshold, DIGITS).tolist(),
            "left": self.left.tolist(),
            "right": self.right.tolist(),
            "value": np.round(self.value, DIGITS).tolist(),
        }

    def probability(self, rows: Matrix) -> Matrix:
        """For each row the probability that the answer is yes."""
        if not len(rows):
            return np.zeros(0)
        at = np.broadcast_to(self.roots, (len(rows), len(self.roots)))
        lines = np.arange(len(rows))[:, None]
        for _ in range(self.depth):
            below = rows[lines, self.feature[at]] <= self.threshold[at]
            at = np.where(below, self.left[at], self.right[at])
        odds = self.start + self.value[at].sum(axis=1)
        said: Matrix = 1.0 / (1.0 + np.exp(-odds))
        return said


def trees_of(ensembles: Sequence[Any], share: float) -> Trees:
    """The trees of fitted scikit-learn ensembles, their mean; *share* of their rows were yes."""
    columns: dict[str, list[Any]] = {
        name: [] for name in ("feature", "threshold", "left", "right", "value")
    }
    roots: list[int] = []
    depth = 0
    for ensemble in ensembles:
        rate = ensemble.learning_rate / len(ensembles)
        for estimator in np.ravel(ensemble.estimators_):
            tree, first = estimator.tree_, len(columns["value"])
            roots.append(first)
            depth = max(depth, int(tree.max_depth))
            leaf = tree.children_left < 0
            place = np.arange(len(leaf)) + first
            columns["feature"] += np.where(leaf, 0, tree.feature).tolist()
            columns["threshold"] += np.where(leaf, 0.0, tree.threshold).tolist()
            columns["left"] += np.where(leaf, place, tree.children_left + first).tolist()
            columns["right"] += np.where(leaf, place, tree.children_right + first).tolist()
            columns["value"] += np.where(leaf, tree.value[:, 0, 0] * rate, 0.0).tolist()
    start = float(np.log(share / (1 - share)))
    return Trees.from_json({**columns, "roots": roots, "depth": depth, "start": start})
