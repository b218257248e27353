"""Boosted trees and linear models as plain data: arrays read from JSON."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from specdex.listings.features import Matrix

__all__ = ["BoostedTrees", "Linear", "probability"]


class BoostedTrees:
    """A sum of small complete trees, as logarithms of odds."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.names: tuple[str, ...] = tuple(data["features"])
        self.start = float(data["start"])
        self.depth = int(data["depth"])
        self.feature = np.array(data["feature"], dtype=np.int64)
        """One row a tree: the feature each inner node asks, in breadth-first order."""
        self.threshold = np.array(data["threshold"], dtype=np.float64)
        self.leaf = np.array(data["leaf"], dtype=np.float64)
        self.trees = np.arange(len(self.feature))

    def odds(self, rows: Matrix) -> Matrix:
        """For each row the logarithm of the odds that the answer is yes."""
        if not len(rows):
            return np.zeros(0)
        place = np.zeros((len(rows), len(self.trees)), dtype=np.int64)
        lines = np.arange(len(rows))[:, None]
        for _ in range(self.depth):
            asked = self.feature[self.trees, place]
            right = rows[lines, asked] > self.threshold[self.trees, place]
            place = 2 * place + 1 + right
        leaves = self.leaf[self.trees, place - self.feature.shape[1]]
        total: Matrix = self.start + leaves.sum(axis=1)
        return total


class Linear:
    """A weighted sum of standardised features, as logarithms of odds."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.start = float(data["start"])
        self.mean = np.array(data["mean"], dtype=np.float64)
        self.scale = np.array(data["scale"], dtype=np.float64)
        self.weights = np.array(data["weights"], dtype=np.float64)

    def odds(self, rows: Matrix) -> Matrix:
        """For each row the logarithm of the odds that the answer is yes."""
        total: Matrix = self.start + (rows - self.mean) / self.scale @ self.weights
        return total


def probability(odds: Matrix) -> Matrix:
    """Logarithms of odds as probabilities."""
    result: Matrix = 1.0 / (1.0 + np.exp(-odds))
    return result
