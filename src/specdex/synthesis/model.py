"""The judge of candidates: boosted trees as plain data, read from JSON."""

import json
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any

import numpy as np

from specdex.errors import SpecdexError
from specdex.forest import Trees
from specdex.synthesis.linked_pages import Matrix
from specdex.synthesis.matching import FEATURES

__all__ = ["MatchingModel", "learned"]

FILE = "synthesis.json"
COLUMNS = ("feature", "threshold", "left", "right", "value")


class MatchingModel:
    """A sum of trees over the features of a candidate, as logarithms of odds."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        if tuple(data["features"]) != FEATURES:
            raise SpecdexError("the model of synthesis was learned from other features; train it")
        rows = zip(*(data[name] for name in COLUMNS), strict=True)
        trees = [dict(zip(COLUMNS, row, strict=True)) for row in rows]
        self._trees = Trees.of(trees, float(data["start"]))

    def probabilities(self, rows: Matrix) -> Matrix:
        """For each row the probability that the candidate reads the attribute."""
        return self._trees.probability(rows.astype(np.float64)).astype(np.float32)


@cache
def learned() -> MatchingModel:
    """The model that comes with the package."""
    path = resources.files("specdex").joinpath("models").joinpath(FILE)
    return MatchingModel(json.loads(path.read_text(encoding="utf-8")))
