"""What was learned about listings: which groups are records, which pages are listings."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import numpy as np

from specdex import models
from specdex.forest import Floats, Trees, probability

__all__ = ["ListingModel", "complete_trees", "learned"]

FILE = "listings.json"


class ListingModel:
    """Two judges: of groups on one page, and of the page with its best group."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self._records = complete_trees(data["records"])
        self._pages = complete_trees(data["pages"])
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


def complete_trees(data: Mapping[str, Any]) -> Trees:
    """The trees of *data*: what the inner nodes of each ask, from the root down, and its leaves."""
    leaves = 2 ** int(data["depth"])
    nothing = [0] * leaves
    branches = range(1, 2 * leaves - 1)
    columns = zip(data["feature"], data["threshold"], data["leaf"], strict=True)
    trees: list[dict[str, Sequence[float]]] = [
        {
            "feature": [*feature, *(-1 for _ in leaf)],
            "threshold": [*threshold, *nothing],
            "left": [*branches[::2], *nothing],
            "right": [*branches[1::2], *nothing],
            "value": [*nothing[1:], *leaf],
        }
        for feature, threshold, leaf in columns
    ]
    return Trees.of(trees, float(data["start"]))


@cache
def learned() -> ListingModel:
    """The model that comes with the package."""
    return ListingModel(models.read(FILE))
