"""Counts of right, wrong and missed answers, and what they amount to."""

import math
from collections.abc import Iterable
from dataclasses import dataclass

__all__ = ["Tally", "f1", "mean"]


def f1(precision: float, recall: float) -> float:
    """The harmonic mean of both; 0 where neither is above 0."""
    total = precision + recall
    return 2 * precision * recall / total if total > 0 else 0.0


def mean(values: Iterable[float]) -> float:
    """The average of the values that are defined; NaN where none is."""
    defined = [value for value in values if not math.isnan(value)]
    # exact, so that no order of the values makes a difference
    return math.fsum(defined) / len(defined) if defined else math.nan


@dataclass(frozen=True, slots=True)
class Tally:
    """How many answers were right, wrong (invented) and missed.

    >>> (Tally(3, 1, 0) + Tally(0, 0, 3)).recall
    0.5
    """

    right: int = 0
    wrong: int = 0
    missed: int = 0

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(self.right + other.right, self.wrong + other.wrong, self.missed + other.missed)

    @property
    def precision(self) -> float:
        """The share of what was said that is right; NaN where nothing was said."""
        said = self.right + self.wrong
        return self.right / said if said else math.nan

    @property
    def recall(self) -> float:
        """The share of what was wanted that is right; NaN where nothing was wanted."""
        wanted = self.right + self.missed
        return self.right / wanted if wanted else math.nan

    @property
    def f1(self) -> float:
        """The harmonic mean of precision and recall, 0 where either is undefined."""
        precision, recall = self.precision, self.recall
        return 0.0 if math.isnan(precision + recall) else f1(precision, recall)
