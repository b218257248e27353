"""What was learned about listings: which groups are records, which pages are listings."""

from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np

from specdex import models
from specdex.forest import Floats, Trees, probability

__all__ = ["ListingModel", "learned"]

FILE = "listings.json"


class ListingModel:
    """Judges of groups on one page, and of a page by its best group, with prices or without."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self._records = Trees.from_json(data["records"])
        self._priced, self._unpriced = _Judge(data["priced"]), _Judge(data["unpriced"])

    def records(self, rows: Floats) -> Floats:
        """For each group the probability that its members are product records."""
        return self._records.probability(rows)

    def page(self, row: Floats, *, is_priced: bool) -> float:
        """The probability that a page is a listing, from what it is judged by."""
        judge = self._priced if is_priced else self._unpriced
        return judge.sure(row[None, :])


class _Judge:
    """Trees and a line that judge pages together."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.trees = Trees.from_json(data["trees"])
        self.line = _Line(data["line"])

    def sure(self, rows: Floats) -> float:
        """The probability that the page of the only one of *rows* is a listing."""
        return float(probability((self.trees.sums(rows) + self.line.odds(rows)) / 2)[0])


class _Line:
    """A weighted sum of standardised features, as logarithms of odds."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.start = float(data["start"])
        self.mean = np.array(data["mean"], dtype=np.float64)
        self.scale = np.array(data["scale"], dtype=np.float64)
        self.weights = np.array(data["weights"], dtype=np.float64)

    def odds(self, rows: Floats) -> Floats:
        """For each row the logarithm of the odds that the answer is yes."""
        total: Floats = self.start + (rows - self.mean) / self.scale @ self.weights
        return total


@cache
def learned() -> ListingModel:
    """The model that comes with the package."""
    return ListingModel(models.read(FILE))
