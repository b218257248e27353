"""What was learned about listings: which groups are records, which pages are listings."""

import json
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any

from specdex.listings.boosting import BoostedTrees, Linear, probability
from specdex.listings.features import Matrix

__all__ = ["ListingModel", "learned"]

FILE = "listings.json"


class ListingModel:
    """Two judges: of groups on one page, and of the page with its best group."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self._records = BoostedTrees(data["records"])
        self._pages = BoostedTrees(data["pages"])
        self._page_line = Linear(data["page_line"])

    def records(self, rows: Matrix) -> Matrix:
        """For each group the probability that its members are product records."""
        return probability(self._records.odds(rows))

    def page(self, row: Matrix) -> float:
        """The probability that a page is a listing, from what it is judged by."""
        rows = row[None, :]
        odds = (self._pages.odds(rows) + self._page_line.odds(rows)) / 2
        return float(probability(odds)[0])


@cache
def learned() -> ListingModel:
    """The model that comes with the package."""
    path = resources.files("specdex").joinpath("models").joinpath(FILE)
    return ListingModel(json.loads(path.read_text(encoding="utf-8")))
