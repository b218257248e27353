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
    """Two judges: of groups on one page, and of the page with its best group."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self._records = Trees.from_json(data["records"])
        self._pages = Trees.from_json(data["pages"])
        self._page_line = _Line(data["page_line"])

    def records(self, rows: Floats) -> Floats:
        """For each group the probability that its members are product records."""
        return self._records.probability(rows)

    def page(self, row: Floats) -> float:
        """The probability that a page is a listing, from what it is judged by."""
        rows = row[None, :]
        odds = (self._pages.sums(rows) + self._page_line.odds(rows)) / 2
        return float(probability(odds)[0])


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
