"""What was learned about crawling: steps through lists, types of pages, words of anchors."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from specdex import models
from specdex.crawling.anchors import AnchorClassifier
from specdex.forest import Trees

__all__ = ["CrawlingModel", "learned"]

FILE = "crawling.json"
DIGITS = 8
"""Significant digits that are kept of a threshold or a leaf."""


@dataclass(frozen=True, slots=True)
class CrawlingModel:
    """The learned parts of a walk; data, read from JSON."""

    pager: Trees
    """Whether a link leads to the next page of the list."""
    product: Trees
    collection: Trees
    """Whether a page is one product's; whether it lists products."""
    anchors: Mapping[str, Mapping[str, AnchorClassifier]] = field(default_factory=dict)
    """For each category by name: the classifiers ``entry``, ``index`` and ``home``."""

    def to_json(self) -> dict[str, Any]:
        """The model as plain JSON values."""
        return {
            "pager": self.pager.to_json(DIGITS),
            "product": self.product.to_json(DIGITS),
            "collection": self.collection.to_json(DIGITS),
            "anchors": {
                category: {name: each.to_json() for name, each in kinds.items()}
                for category, kinds in self.anchors.items()
            },
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "CrawlingModel":
        """The model that ``to_json`` gave."""
        return cls(
            pager=Trees.from_json(data["pager"]),
            product=Trees.from_json(data["product"]),
            collection=Trees.from_json(data["collection"]),
            anchors={
                category: {name: AnchorClassifier.from_json(each) for name, each in kinds.items()}
                for category, kinds in data["anchors"].items()
            },
        )


@cache
def learned() -> CrawlingModel:
    """The model that comes with the package."""
    return CrawlingModel.from_json(models.read(FILE))
