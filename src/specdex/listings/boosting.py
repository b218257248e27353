"""Boosted trees as plain data: thresholds and leaves in arrays, read from JSON."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from specdex.listings.features import Matrix

__all__ = ["BoostedTrees"]


class BoostedTrees:
    """A sum of small complete trees; gives the odds of a row as a probability."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.names: tuple[str, ...] = tuple(data["features"])
        self.start = float(data["start"])
        self.depth = int(data["depth"])
        self.feature = np.array(data["feature"], dtype=np.int64)
        """One row a tree: the feature each inner node asks, in breadth-first order."""
        self.threshold = np.array(data["threshold"], dtype=np.float64)
        self.leaf = np.array(data["leaf"], dtype=np.float64)
        self.trees = np.arange(len(self.feature))

    def probability(self, rows: Matrix) -> Matrix:
        """For each row the probability that the answer is yes."""
        if not len(rows):
            return np.zeros(0)
        place = np.zeros((len(rows), len(self.trees)), dtype=np.int64)
        lines = np.arange(len(rows))[:, None]
        for _ in range(self.depth):
            asked = self.feature[self.trees, place]
            right = rows[lines, asked] > self.threshold[self.trees, place]
            place = 2 * place + 1 + right
        leaves = self.leaf[self.trees, place - self.feature.shape[1]]
        odds: Matrix = self.start + leaves.sum(axis=1)
        result: Matrix = 1.0 / (1.0 + np.exp(-odds))
        return result
