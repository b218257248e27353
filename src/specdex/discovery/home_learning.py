"""What a category adds to the home-page classifier: labelled home pages in, a model out.

The general part, which ships, tells shops from sites of other kinds. A category's part is the
paper's: some fifty shops of the category and fifty other sites, here as corrections of the general
part, so that few examples change little and none at all change nothing.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Self

import numpy as np

from specdex.arrays import Floats
from specdex.discovery.home_pages import CategoryPart, Home, HomeModel
from specdex.errors import InputError, NotFittedError

__all__ = ["CategoryLearner", "Example", "WordLearner"]

NEWTON_STEPS = 40
STEP = 1e-6
"""A smaller step is none."""
LEAST_CURVATURE = 1e-9


@dataclass(frozen=True, slots=True)
class Example:
    """A labelled home page."""

    home: Home
    relevant: bool
    site: str = ""
    """Pages of one site share one weight."""


@dataclass
class CategoryLearner:
    """Learns what a category adds to the general model *prior*."""

    prior: HomeModel
    category: str
    min_sites: int = 2
    word_variance: float = 3.0
    bias_variance: float = 1.0
    scale_variance: float = 0.3

    def fit(self, examples: Sequence[Example]) -> Self:
        """Learn from *examples* of the category; scikit-learn's convention."""
        odds = np.array([self.prior.prior_odds(each.home) for each in examples])
        ones = np.column_stack([np.ones(len(examples)), odds])
        variance = [self.bias_variance, self.scale_variance]
        words = WordLearner(self.min_sites, self.word_variance)
        (bias, scale), known = words.fit(examples, ones, variance, odds)
        self.part_ = CategoryPart(bias, 1.0 + scale, known)
        return self

    @property
    def model_(self) -> HomeModel:
        """The general model with this category's part."""
        if not hasattr(self, "part_"):
            raise NotFittedError("the category learner was asked before fit")
        parts: Mapping[str, CategoryPart] = {**self.prior.categories, self.category: self.part_}
        return replace(self.prior, categories=parts)


@dataclass(frozen=True, slots=True)
class WordLearner:
    """Learns what words weigh beside other columns."""

    min_sites: int
    variance: float

    def fit(
        self,
        examples: Sequence[Example],
        columns: Floats,
        variance: Sequence[float],
        odds: Floats | None = None,
    ) -> tuple[list[float], dict[str, float]]:
        """The weights of *columns*, one row an example, and of the words that count."""
        if len({each.relevant for each in examples}) < len((True, False)):
            raise InputError("home pages of both kinds are needed: shops, and other sites")
        known = _known_words(examples, self.min_sites)
        rows = np.hstack([columns, _words(examples, known)])
        allowed = np.array([*variance, *[self.variance] * len(known)])
        target = np.array([float(each.relevant) for each in examples])
        learned = _logistic(rows, target, _weights(examples), allowed, odds).tolist()
        size = len(variance)
        return learned[:size], dict(zip(known, learned[size:], strict=True))


def _known_words(examples: Sequence[Example], min_sites: int) -> list[str]:
    by_site: dict[str, set[str]] = {}
    for at, each in enumerate(examples):
        by_site.setdefault(each.site or str(at), set()).update(each.home.said)
    sites = Counter(word for said in by_site.values() for word in said)
    return sorted(word for word, count in sites.items() if count >= min_sites)


def _words(examples: Sequence[Example], known: Sequence[str]) -> Floats:
    """One row an example; its known words weigh as ``home_model.spoken`` adds them up."""
    column = {word: at for at, word in enumerate(known)}
    rows = np.zeros((len(examples), len(known)))
    for row, each in zip(rows, examples, strict=True):
        here = [column[word] for word in each.home.said if word in column]
        if here:
            row[here] = 1 / np.sqrt(len(here))
    return rows


def _weights(examples: Sequence[Example]) -> Floats:
    """Sites weigh the same within a kind, and both kinds weigh the same."""
    pages = Counter((each.relevant, each.site or str(at)) for at, each in enumerate(examples))
    sites = Counter(relevant for relevant, _ in pages)
    half = len(pages) / 2
    return np.array(
        [
            half / sites[each.relevant] / pages[each.relevant, each.site or str(at)]
            for at, each in enumerate(examples)
        ]
    )


def _logistic(
    rows: Floats, target: Floats, weight: Floats, variance: Floats, odds: Floats | None = None
) -> Floats:
    """The likeliest weights, normal with *variance*, on top of log-*odds*, by Newton's method."""
    known = np.zeros(len(rows)) if odds is None else odds
    kernel = (rows * variance) @ rows.T
    dual = np.zeros(len(rows))
    for _ in range(NEWTON_STEPS):
        probability = 1 / (1 + np.exp(-np.clip(known + kernel @ dual, -30, 30)))
        curvature = weight * probability * (1 - probability) + LEAST_CURVATURE
        slope = weight * (target - probability)
        wanted = np.linalg.solve(kernel + np.diag(1 / curvature), kernel @ dual + slope / curvature)
        step = wanted - dual
        # a full step may overshoot where examples are far on the wrong side
        size = 1.0
        cost = _cost(kernel, dual, known, target, weight)
        while size > STEP and _cost(kernel, dual + size * step, known, target, weight) > cost:
            size /= 2
        dual = dual + size * step
        if size * np.abs(step).max() < STEP:
            break
    return variance * (rows.T @ dual)


def _cost(kernel: Floats, dual: Floats, known: Floats, target: Floats, weight: Floats) -> float:
    """What Newton's method makes small: surprise at the examples, and size of the weights."""
    odds = known + kernel @ dual
    surprise = weight * np.logaddexp(0.0, np.where(target > 0, -odds, odds))
    return float(surprise.sum() + dual @ kernel @ dual / 2)
