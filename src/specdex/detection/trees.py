"""Boosted trees as plain arrays: read from JSON, asked with numpy alone."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

__all__ = ["Trees"]

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]
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
        width = self.feature.shape[1]
        feature, threshold, left, right, value = self._flat
        at = np.broadcast_to(np.arange(trees) * width, (count, trees)).ravel()
        base = np.repeat(np.arange(count) * features.shape[1], trees)
        cells = features.ravel()
        for _ in range(self.depth):
            below = cells[base + feature[at]] <= threshold[at]
            at = np.where(below, left[at], right[at])
        total: Floats = self.start + value[at].reshape(count, trees).sum(axis=1)
        return total

    @cached_property
    def _flat(self) -> tuple[Integers, Floats, Integers, Integers, Floats]:
        """The columns in one row, with leaves that lead to themselves."""
        trees, width = self.feature.shape
        place = np.arange(trees * width).reshape(trees, width)
        first = place[:, :1]
        leaf = self.feature < 0
        return (
            np.maximum(self.feature, 0).ravel().astype(np.int64),
            self.threshold.ravel(),
            np.where(leaf, place, self.left + first).ravel(),
            np.where(leaf, place, self.right + first).ravel(),
            self.value.ravel(),
        )

    def to_json(self) -> dict[str, Any]:
        """The ensemble as lists."""
        trees = []
        for tree in range(len(self.feature)):
            used = int(max(self.left[tree].max(), self.right[tree].max())) + 1
            trees.append(
                {
                    "feature": self.feature[tree, :used].tolist(),
                    "threshold": np.round(self.threshold[tree, :used], DIGITS).tolist(),
                    "left": self.left[tree, :used].tolist(),
                    "right": self.right[tree, :used].tolist(),
                    "value": np.round(self.value[tree, :used], DIGITS).tolist(),
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
