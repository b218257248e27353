"""The judge of candidates: boosted trees as plain data, read from JSON."""

import json
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any

import numpy as np

from specdex.errors import SpecdexError
from specdex.synthesis.matching import FEATURES
from specdex.synthesis.values import Matrix

__all__ = ["MatchingModel", "learned"]

FILE = "synthesis.json"


class MatchingModel:
    """A sum of trees over the features of a candidate, as logarithms of odds."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        if tuple(data["features"]) != FEATURES:
            raise SpecdexError("the model of synthesis was learned from other features; train it")
        self.start = float(data["start"])
        self._feature = np.array(data["feature"], dtype=np.int64)
        """A row a tree; -1 at leaves."""
        self._threshold = np.array(data["threshold"], dtype=np.float64)
        self._left = np.array(data["left"], dtype=np.int64)
        self._right = np.array(data["right"], dtype=np.int64)
        self._value = np.array(data["value"], dtype=np.float64)
        self._depth = int(data["depth"])

    def probabilities(self, rows: Matrix) -> Matrix:
        """For each row the probability that the candidate reads the attribute."""
        trees = np.arange(len(self._feature))
        place = np.zeros((len(rows), len(trees)), dtype=np.int64)
        lines = np.arange(len(rows))[:, None]
        for _ in range(self._depth):
            asked = self._feature[trees, place]
            low = rows[lines, np.maximum(asked, 0)] <= self._threshold[trees, place]
            step = np.where(low, self._left[trees, place], self._right[trees, place])
            place = np.where(asked < 0, place, step)
        odds = self.start + self._value[trees, place].sum(axis=1)
        result: Matrix = (1 / (1 + np.exp(-odds))).astype(np.float32)
        return result


@cache
def learned() -> MatchingModel:
    """The model that comes with the package."""
    path = resources.files("specdex").joinpath("models").joinpath(FILE)
    return MatchingModel(json.loads(path.read_text(encoding="utf-8")))
