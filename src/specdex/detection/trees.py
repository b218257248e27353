"""Boosted trees as plain arrays: read from JSON, asked with numpy alone."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

__all__ = ["Trees"]

Floats = npt.NDArray[np.float64]
DIGITS = 5
"""Digits kept of thresholds and leaves: a model is data, and small."""


@dataclass(frozen=True)
class Trees:
    """An ensemble of regression trees whose sum is a log-odds. One row a tree, padded."""

    feature: npt.NDArray[np.int32]
    """-1 at leaves."""
    threshold: Floats
    left: npt.NDArray[np.int32]
    right: npt.NDArray[np.int32]
    value: Floats
    start: float
    depth: int

    @classmethod
    def of(cls, trees: Sequence[dict[str, Sequence[float]]], start: float) -> "Trees":
        """From one dict of columns a tree: feature, threshold, left, right, value."""
        width = max((len(tree["value"]) for tree in trees), default=1)

        def column(name: str, fill: float) -> Floats:
            padded = [list(tree[name]) + [fill] * (width - len(tree[name])) for tree in trees]
            return np.array(padded, dtype=np.float64).reshape(len(trees), width)

        left, right = column("left", 0).astype(np.int32), column("right", 0).astype(np.int32)
        return cls(
            feature=column("feature", -1).astype(np.int32),
            threshold=column("threshold", 0.0),
            left=left,
            right=right,
            value=column("value", 0.0),
            start=start,
            depth=_depth(left, right),
        )

    def log_odds(self, features: Floats) -> Floats:
        """The log-odds of each row of *features*."""
        count, trees = len(features), len(self.feature)
        if not count or not trees:
            return np.full(count, self.start)
        at = np.zeros((count, trees), dtype=np.int32)
        tree = np.arange(trees)
        row = np.arange(count)[:, None]
        for _ in range(self.depth):
            feature = self.feature[tree, at]
            below = features[row, np.maximum(feature, 0)] <= self.threshold[tree, at]
            step = np.where(below, self.left[tree, at], self.right[tree, at])
            at = np.where(feature < 0, at, step)
        total: Floats = self.start + self.value[tree, at].sum(axis=1)
        return total

    def to_json(self) -> dict[str, Any]:
        """The ensemble as lists."""
        trees = []
        for tree in range(len(self.feature)):
            used = int(max(self.left[tree].max(), self.right[tree].max())) + 1
            trees.append(
                {
                    "feature": self.feature[tree, :used].tolist(),
                    "threshold": [round(each, DIGITS) for each in self.threshold[tree, :used]],
                    "left": self.left[tree, :used].tolist(),
                    "right": self.right[tree, :used].tolist(),
                    "value": [round(each, DIGITS) for each in self.value[tree, :used]],
                }
            )
        return {"start": round(self.start, DIGITS), "trees": trees}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> "Trees":
        """The ensemble that ``to_json`` gave."""
        return cls.of(data["trees"], float(data["start"]))


def _depth(left: npt.NDArray[np.int32], right: npt.NDArray[np.int32]) -> int:
    """How many steps lead from a root to the deepest leaf."""
    deepest = 0
    for lefts, rights in zip(left.tolist(), right.tolist(), strict=True):
        level = [0] * len(lefts)
        for node, (low, high) in enumerate(zip(lefts, rights, strict=True)):
            for child in (low, high):
                if child > node:
                    level[child] = level[node] + 1
        deepest = max(deepest, *level)
    return deepest
