"""The filters: does a home page look like a shop of the category, and did a crawl find one?"""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import msgspec

from specdex import models
from specdex.discovery.agreement import UNKNOWN
from specdex.discovery.home_features import SIGNS, Home
from specdex.errors import InputError

__all__ = [
    "CategoryPart",
    "CrawlEvidence",
    "HomeModel",
    "Verdict",
    "default_home_model",
    "judge_crawl",
    "judge_home",
]

SHIPPED = "home_pages.json"
NAMED_SLOPE, NAMED_OFFSET = 6.0, -3.0
"""Before anything was learned of a category, a link that is its name is twenty to one for it, none
at all twenty to one against it, and a shelf that may hold it says nothing."""
MAX_ODDS = 30.0
MIN_READ = 2
"""A shop shows more than one product; a single page may be misread."""
LEAST_SURE = 0.5
"""The probability from which a site is taken for a shop: rather one than not."""
LEAST, LEAST_AGREEMENT = 1e-3, 0.1
"""What keeps logarithms small."""


def _probability(odds: float) -> float:
    return 1 / (1 + math.exp(-max(-MAX_ODDS, min(MAX_ODDS, odds))))


def _odds(probability: float) -> float:
    kept = min(1 - LEAST, max(LEAST, probability))
    return math.log(kept / (1 - kept))


@dataclass(frozen=True, slots=True)
class CategoryPart:
    """What was learned about the shops of one category, on top of the general prior."""

    bias: float = 0.0
    scale: float = 1.0
    """How much the prior's log-odds count."""
    words: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class HomeModel:
    """Says how likely a home page is that of a shop of the category."""

    bias: float
    signs: tuple[float, ...]
    """The weights of SIGNS."""
    words: Mapping[str, float] = field(repr=False)
    """What each word, or link of a few words, adds to the log-odds of a shop."""
    threshold: float = 0.5
    categories: Mapping[str, CategoryPart] = field(default_factory=dict, repr=False)

    def shop_odds(self, home: Home) -> float:
        """The log-odds of a shop of anything."""
        signs = sum(a * b for a, b in zip(self.signs, home.signs, strict=True))
        return self.bias + signs + spoken(self.words, home)

    def prior(self, home: Home) -> float:
        """The probability of a shop of the category, for any category."""
        category = _probability(NAMED_SLOPE * home.named + NAMED_OFFSET)
        return _probability(self.shop_odds(home)) * category

    def probability(self, home: Home, category: str = "") -> float:
        """The probability of a shop of *category*, with what was learned about that category."""
        prior = self.prior(home)
        part = self.categories.get(category)
        if part is None:
            return prior
        return _probability(part.bias + part.scale * _odds(prior) + spoken(part.words, home))

    def prior_odds(self, home: Home) -> float:
        """The log-odds of :meth:`prior`."""
        return _odds(self.prior(home))

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "HomeModel":
        """The model as it was written down; an InputError for anything else."""
        try:
            return cls(
                bias=float(data["bias"]),
                signs=tuple(float(data["signs"][name]) for name in SIGNS),
                threshold=float(data["threshold"]),
                words=msgspec.convert(data["words"], dict[str, float]),
                categories=msgspec.convert(data["categories"], dict[str, CategoryPart]),
            )
        except (KeyError, TypeError, ValueError, msgspec.ValidationError) as error:
            raise InputError(f"this is no model of home pages: {error!r}") from error


def spoken(words: Mapping[str, float], home: Home) -> float:
    """What the known words of *home* add up to, many of them weighing less each."""
    # an exact sum: sets have no order, and a verdict must not depend on one
    known = [words[word] for word in home.said if word in words]
    return math.fsum(known) / math.sqrt(len(known)) if known else 0.0


@cache
def default_home_model() -> HomeModel:
    """The model that is shipped."""
    return HomeModel.from_json(models.read(SHIPPED))


WEIGHTS, BIAS = (0.73, 1.2, 1.68, 3.3), -3.72
"""What evidence adds to the log-odds of a shop with specifications of the category; learned on
other synthetic webs than ``python -m benchmarks discovery`` measures on."""
FOR = SIGNS[:3]
"""Those that speak for a shop."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a filter thinks of a site."""

    accepted: bool
    """Whether the site is let through."""
    score: float
    reason: str
    """The evidence, for a person."""


def judge_home(home: Home, category: str, model: HomeModel) -> Verdict:
    """The home-page filter: whether *home* looks like that of a shop of *category*, and why."""
    score = model.probability(home, category)
    accepted = score >= model.threshold
    return Verdict(accepted, round(score, 4), _said(home, category, accepted=accepted))


def _said(home: Home, category: str, *, accepted: bool) -> str:
    """What speaks for a home page that is *accepted*, and against one that is not."""
    found = {name for name, value in zip(SIGNS, home.signs, strict=True) if value}
    named = f"links to {category}"
    found |= {named} if home.named else set()
    if accepted:
        signs = [each for each in (*SIGNS, named) if each in found]
        return f"found {', '.join(signs)}" if signs else "its words are those of a shop"
    missing = [each for each in (*FOR, named) if each not in found]
    if len(missing) > len(FOR):
        return "no sign of a shop"
    against = [f"no {each.removeprefix('a ')}" for each in missing]
    against += [each for each in SIGNS if each in found and each not in FOR]
    return ", ".join(against) or f"what it says is too little for a shop of {category}"


@dataclass(frozen=True, slots=True)
class CrawlEvidence:
    """What a crawl of a site for a category brought home."""

    products: int
    """Pages taken for products of the category."""
    read: int
    """Those of them with a specification."""
    agreement: float = UNKNOWN
    """How far they say what known shops of the category say; 1 is as far as those do."""

    def features(self, home: float) -> tuple[float, float, float, float]:
        """What is weighed; *home* is the score of the home page.

        Its log-odds, the share of product pages with a specification, and the logarithms of how
        many there are and of how far they say what known shops say.
        """
        return (
            _odds(home),
            self.read / max(1, self.products),
            math.log(self.read + 1),
            math.log(self.agreement + LEAST_AGREEMENT),
        )


def judge_crawl(found: CrawlEvidence, home: float = 0.5) -> Verdict:
    """The in-site filter: whether a crawl found a shop with specifications of the category.

    The less the home page looked like such a shop (*home*, its score), the more they must show.
    """
    if not found.products:
        return Verdict(accepted=False, score=0.0, reason="no product pages of the category")
    if not found.read:
        return Verdict(accepted=False, score=0.0, reason="no specifications")
    odds = sum(a * b for a, b in zip(WEIGHTS, found.features(home), strict=True)) + BIAS
    score = _probability(odds)
    accepted = score >= LEAST_SURE and found.read >= MIN_READ
    reason = f"{found.read} of {found.products} product pages have a specification"
    if not accepted:
        reason += (
            ", too few for such a home page; they have"
            f" {found.agreement:.0%} of what known shops have in common"
        )
    return Verdict(accepted, round(score, 4), reason)
