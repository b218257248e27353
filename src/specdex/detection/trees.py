"""A forest as plain arrays: read from JSON, asked with numpy alone."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

try:
    from specdex.detection._compiled import leaves as _leaves_compiled
except ImportError:  # built without a C compiler
    _leaves_compiled = None

__all__ = ["COMPILED", "Trees"]

COMPILED = _leaves_compiled is not None
"""Whether the compiled loop is at hand."""
STEP = np.dtype([("number", "f8"), ("feature", "i4"), ("right", "i4")])

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]
DIGITS = 4
"""Significant digits kept of thresholds and leaves: a model is data, and small."""


@dataclass(frozen=True)
class Trees:
    """An ensemble of regression trees whose sum is the answer. One row a tree, padded."""

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

    def sums(self, features: Floats) -> Floats:
        """What the trees say of each row of *features*, added up."""
        count, trees = len(features), len(self.feature)
        if not count or not trees:
            return np.full(count, self.start)
        told = self.told(features) if COMPILED else self.told_in_python(features)
        total: Floats = self.start + told.sum(axis=1)
        return total

    def told(self, features: Floats) -> Floats:
        """What each tree says of each row, by the compiled loop."""
        found: Floats = np.empty((len(features), len(self.feature)))
        rows = np.ascontiguousarray(features, dtype=np.float64)
        _leaves_compiled(rows, *self._steps, found)
        return found

    def told_in_python(self, features: Floats) -> Floats:
        """The reference: all rows and trees one step at a time."""
        count, (trees, width) = len(features), self.feature.shape
        feature, threshold, left, right, value = self._flat
        at = np.broadcast_to(np.arange(trees) * width, (count, trees)).ravel()
        base = np.repeat(np.arange(count) * features.shape[1], trees)
        cells = features.ravel()
        for _ in range(self.depth):
            below = cells[base + feature[at]] <= threshold[at]
            at = np.where(below, left[at], right[at])
        told: Floats = value[at].reshape(count, trees)
        return told

    @cached_property
    def _steps(self) -> tuple[npt.NDArray[np.void], npt.NDArray[np.int32]]:
        """The nodes of all trees from the left, side by side, and where each tree begins."""
        trees = []
        for feature, threshold, left, right, value in zip(
            self.feature, self.threshold, self.left, self.right, self.value, strict=True
        ):
            order = _from_the_left(left.tolist(), right.tolist())
            steps = np.zeros(len(order), dtype=STEP)
            places = np.zeros(len(feature), dtype=np.int32)
            places[order] = np.arange(len(order))
            steps["feature"] = feature[order]
            steps["right"] = places[right[order]]
            steps["number"] = np.where(feature[order] < 0, value[order], threshold[order])
            trees.append(steps)
        sizes = [0, *map(len, trees)]
        return np.concatenate(trees), np.cumsum(sizes[:-1], dtype=np.int32)

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
        """The ensemble as lists: each tree's nodes from the left, with what each asks or says."""
        trees = []
        for tree in range(len(self.feature)):
            order = _from_the_left(self.left[tree].tolist(), self.right[tree].tolist())
            feature = self.feature[tree, order]
            number = np.where(feature < 0, self.value[tree, order], self.threshold[tree, order])
            trees.append({"feature": feature.tolist(), "number": _rounded(number)})
        return {"start": round(self.start, DIGITS), "trees": trees}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> "Trees":
        """The ensemble that ``to_json`` gave."""
        return cls.of([_columns(**tree) for tree in data["trees"]], float(data["start"]))


def _rounded(numbers: Floats) -> list[float]:
    return [float(f"{number:.{DIGITS}g}") for number in numbers.tolist()]


def _from_the_left(left: Sequence[int], right: Sequence[int]) -> list[int]:
    """The nodes of a tree, each before its left branch and that before its right one."""
    order, waiting = [], [0]
    while waiting:
        node = waiting.pop()
        order.append(node)
        if right[node]:
            waiting += [right[node], left[node]]
    return order


def _columns(feature: Sequence[int], number: Sequence[float]) -> dict[str, Sequence[float]]:
    """The columns of a tree whose nodes are given from the left."""
    left, right = [0] * len(feature), [0] * len(feature)
    waiting: list[int] = []
    for node, asked in enumerate(feature):
        if node and feature[node - 1] < 0:
            right[waiting.pop()] = node
        if asked >= 0:
            left[node] = node + 1
            waiting.append(node)
    leaf = [asked < 0 for asked in feature]
    return {
        "feature": feature,
        "threshold": [0.0 if end else each for each, end in zip(number, leaf, strict=True)],
        "left": left,
        "right": right,
        "value": [each if end else 0.0 for each, end in zip(number, leaf, strict=True)],
    }


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
