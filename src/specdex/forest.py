"""A forest as plain arrays: read from JSON, asked with numpy alone."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

try:
    from specdex._native import sums as _sums_natively
except ImportError:  # nothing was compiled
    _sums_natively = None

__all__ = ["Floats", "Trees", "probability"]

STEP = np.dtype([("number", "f8"), ("feature", "i4"), ("below", "i4")])

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]
DIGITS = 4
"""Significant digits of thresholds and leaves that are kept: a model is data, and small."""


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

    def sums(self, features: Floats, known: Floats | None = None) -> Floats:
        """What the trees say of each row of *features*, and of *known* beside them, added up."""
        if known is None:
            known = np.empty((len(features), 0))
        if _sums_natively is None:
            return self.sums_in_python(np.hstack([features, known]))
        total: Floats = np.zeros(len(features))
        _sums_natively(
            np.ascontiguousarray(features, dtype=np.float64),
            np.ascontiguousarray(known, dtype=np.float64),
            *self._steps(features.shape[1] + known.shape[1]),
            total,
        )
        total += self.start
        return total

    def sums_in_python(self, features: Floats) -> Floats:
        """The reference: what each tree says, added up by numpy."""
        count, trees = len(features), len(self.feature)
        if not count or not trees:
            return np.full(count, self.start)
        total: Floats = self.start + self.told_in_python(features).sum(axis=1)
        return total

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

    def _steps(self, width: int) -> tuple[npt.NDArray[np.void], npt.NDArray[np.int32]]:
        """The nodes of all trees side by side, and where each tree begins, for rows that wide."""
        known = self._known_steps
        if width not in known:
            known[width] = self._made_steps(width)
        return known[width]

    @cached_property
    def _known_steps(self) -> dict[int, tuple[npt.NDArray[np.void], npt.NDArray[np.int32]]]:
        return {}

    def _made_steps(self, width: int) -> tuple[npt.NDArray[np.void], npt.NDArray[np.int32]]:
        """The nodes of each tree, branches in pairs; a leaf asks for column *width*, and stays."""
        trees, nodes = self.feature.shape
        first = np.arange(trees) * nodes
        branches = zip(first.tolist(), self.left.tolist(), self.right.tolist(), strict=True)
        order = np.array(
            [root + node for root, left, right in branches for node in _in_pairs(left, right)],
            dtype=np.int64,
        )
        place = np.zeros(trees * nodes, dtype=np.int32)
        place[order] = np.arange(len(order))
        feature, threshold, below, _, value = (column[order] for column in self._flat)
        leaf = self.feature.ravel()[order] < 0
        steps = np.zeros(len(order), dtype=STEP)
        steps["feature"] = np.where(leaf, width, feature)
        steps["below"] = place[below]
        steps["number"] = np.where(leaf, value, threshold)
        return steps, place[first]

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

    def probability(self, features: Floats) -> Floats:
        """For each row the probability of a yes whose log-odds the trees say."""
        return probability(self.sums(features))

    def to_json(self, digits: int = DIGITS) -> dict[str, Any]:
        """The ensemble as lists: each tree's nodes from the left, with what each asks or says.

        Of each number so many significant *digits* are kept.
        """
        trees = []
        for tree in range(len(self.feature)):
            order = _from_the_left(self.left[tree].tolist(), self.right[tree].tolist())
            feature = self.feature[tree, order]
            number = np.where(feature < 0, self.value[tree, order], self.threshold[tree, order])
            trees.append({"feature": feature.tolist(), "number": _rounded(number, digits)})
        return {"start": round(self.start, digits), "trees": trees}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> "Trees":
        """The ensemble that ``to_json`` gave."""
        return cls.of([_columns(**tree) for tree in data["trees"]], float(data["start"]))


def probability(odds: Floats) -> Floats:
    """Logarithms of odds as probabilities."""
    result: Floats = 1.0 / (1.0 + np.exp(-odds))
    return result


def _rounded(numbers: Floats, digits: int) -> list[float]:
    return [float(f"{number:.{digits}g}") for number in numbers.tolist()]


def _from_the_left(left: Sequence[int], right: Sequence[int]) -> list[int]:
    """The nodes of a tree, each before its left branch and that before its right one."""
    order, waiting = [], [0]
    while waiting:
        node = waiting.pop()
        order.append(node)
        if right[node]:
            waiting += [right[node], left[node]]
    return order


def _in_pairs(left: Sequence[int], right: Sequence[int]) -> list[int]:
    """The nodes of a tree, both branches of one side by side, then those of the larger first."""
    sizes = [1] * len(left)
    for node in reversed(_from_the_left(left, right)):
        if right[node]:
            sizes[node] += sizes[left[node]] + sizes[right[node]]
    order, waiting = [0], [0]
    while waiting:
        node = waiting.pop()
        if right[node]:
            branches = [left[node], right[node]]
            order += branches
            waiting += sorted(branches, key=sizes.__getitem__)
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
