"""A trained detection model: trees over features, and what is known about words."""

from array import array
from dataclasses import dataclass, field
from functools import cache, cached_property
from math import exp, log
from typing import Any

from specdex import models
from specdex.detection.groups import (
    chances,
    discount_cards,
    discount_controls,
    discount_offers,
    lean,
    pool,
    ratios,
    scale,
)
from specdex.detection.sheet import FEATURES, Sheet
from specdex.detection.word_weights import Scales
from specdex.errors import InputError
from specdex.forest import Trees

__all__ = ["KNOWN", "DetectionModel", "default_model"]

EDGE = 1e-3
"""No forest is surer than this."""
SCALE = 100
"""Weights of words are kept as whole hundredths."""
SHIPPED = "detection.json"
COLUMNS = {name: slice(at, None, len(FEATURES)) for at, name in enumerate(FEATURES)}
"""Where among all features of a page stand those of one kind."""
CONTROLS, PAIRS = COLUMNS["forms"], COLUMNS["pairs"]
KNOWN = (
    "name_mean",
    "name_most",
    "name_least",
    "name_good",
    "name_bad",
    "word_mean",
    "word_most",
    "word_least",
    "heading_mean",
    "heading_most",
    "heading_least",
    "class_mean",
    "class_most",
    "class_least",
    "catalogue",
)
"""The names of the columns that knowledge adds, in order."""


@dataclass(frozen=True)
class DetectionModel:
    """Says how likely each region of a page is a specification."""

    trees: Trees
    weights: dict[int, float] = field(repr=False)
    """The log-odds of names, words, headings and classes, by hash."""
    catalogue: dict[int, float] = field(repr=False)
    """How common a name is in catalogues of products, by hash."""
    threshold: float = 0.5
    """From here on a region is believed in."""
    slope: float = 1.0
    offset: float = 0.0
    evidence: dict[str, float] = field(default_factory=dict)
    """What makes the forest's log-odds honest on sites it never saw: a slope, an offset, and what a
    region's own columns add, each times its weight here."""
    columns: tuple[str, ...] = (*FEATURES, *KNOWN)

    @cached_property
    def scales(self) -> Scales:
        """What weighs words by this model."""
        return Scales(self.weights, self.catalogue)

    def confidences(self, sheet: Sheet) -> "array[float]":
        """The calibrated probability of each region of *sheet*."""
        return self.calibrated(self.odds(sheet), sheet)

    def odds(self, sheet: Sheet) -> "array[float]":
        """The log-odds of each region of *sheet*, before they are made honest."""
        known = self.scales.rows(sheet.clues, len(KNOWN))
        said = self.trees.totals(len(sheet.regions), sheet.features, known)
        ratios(said, EDGE)
        odds = array("d", map(log, said))
        pool(odds, sheet.groups, sheet.regions)
        discount_cards(odds, sheet.regions, sheet.names)
        discount_offers(odds, sheet.groups, sheet.regions)
        discount_controls(odds, sheet.features[CONTROLS], sheet.features[PAIRS])
        return odds

    def calibrated(self, odds: "array[float]", sheet: Sheet) -> "array[float]":
        """The probabilities of the regions of *sheet* that have these *odds*, which are used up."""
        scale(odds, -self.slope, -self.offset)
        for name, weight in self.evidence.items():
            lean(odds, sheet.features[COLUMNS[name]], -weight)
        result = array("d", map(exp, odds))
        chances(result)
        return result

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> "DetectionModel":
        """The model as it was written down; an InputError where it is of other features."""
        columns = tuple(data.get("columns", ()))
        if columns != (*FEATURES, *KNOWN):
            raise InputError("the detection model was trained on other features: train it again")
        return cls(
            trees=Trees.from_json(data["ensemble"]),
            weights=_read_table(data["weights"]),
            catalogue=_read_table(data["catalogue"]),
            threshold=data["threshold"],
            slope=data["slope"],
            offset=data["offset"],
            evidence=data["evidence"],
        )


def _read_table(data: dict[str, list[int]]) -> dict[int, float]:
    return {
        key: weight / SCALE for key, weight in zip(data["hashes"], data["weights"], strict=True)
    }


@cache
def default_model() -> DetectionModel:
    """The model that ships with specdex."""
    return DetectionModel.from_json(models.read(SHIPPED))
