"""What was learned about listings: which groups are records, which pages are listings."""

import json
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any

from specdex.listings.boosting import BoostedTrees

__all__ = ["ListingModel", "learned"]

FILE = "listings.json"


class ListingModel:
    """Two judges: of groups on one page, and of the page with its best group."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.records = BoostedTrees(data["records"])
        self.pages = BoostedTrees(data["pages"])


@cache
def learned() -> ListingModel:
    """The model that comes with the package."""
    path = resources.files("specdex").joinpath("models").joinpath(FILE)
    return ListingModel(json.loads(path.read_text(encoding="utf-8")))
