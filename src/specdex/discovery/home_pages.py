"""The filters: does a home page look like a shop of the category, and did a crawl find one?"""

import math
from dataclasses import dataclass

from specdex.discovery.agreement import UNKNOWN
from specdex.discovery.home_features import SIGNS, Home, Namer, by_word, read_home
from specdex.discovery.home_model import HomeModel, default_home_model
from specdex.html import Document

__all__ = [
    "CrawlEvidence",
    "Verdict",
    "judge_crawl",
    "judge_home",
    "judge_home_page",
]

MIN_READ = 2
"""A shop shows more than one product; a single page may be misread."""
LEAST_SURE = 0.5
"""The probability from which a site is taken for a shop: rather one than not."""
LEAST, LEAST_AGREEMENT = 1e-3, 0.1
"""What keeps logarithms small."""


@dataclass(frozen=True, slots=True)
class CrawlWeights:
    """What evidence adds to the log-odds of a shop with specifications of the category."""

    home: float
    """For the log-odds of the home page."""
    share: float
    """For the share of the product pages that have a specification."""
    read: float
    """For the logarithm of how many have one."""
    agreement: float
    """For the logarithm of how far they say what known shops say."""
    bias: float


WEIGHTS = CrawlWeights(home=0.73, share=1.2, read=1.68, agreement=3.3, bias=-3.72)
"""Learned on other synthetic webs than ``python -m benchmarks discovery`` measures on."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a filter thinks of a site."""

    accepted: bool
    """Whether the site is let through."""
    score: float
    reason: str
    """The evidence, for a person."""


def judge_home_page(
    document: Document, category: str, names: Namer | None = None, model: HomeModel | None = None
) -> Verdict:
    """The home-page filter: whether *document* looks like a shop of *category*, and why.

    *names* says how surely a text names the category; without it the word and its plural do.
    """
    if not len(document):
        reason = document.failure.reason if document.failure else "the page is empty"
        return Verdict(accepted=False, score=0.0, reason=f"no home page: {reason}")
    home = read_home(document, names or by_word(category))
    return judge_home(home, category, model or default_home_model())


def judge_home(home: Home, category: str, model: HomeModel) -> Verdict:
    """The same for a home page that was read."""
    score = model.probability(home, category)
    signs = [name for name, value in zip(SIGNS, home.signs, strict=True) if value]
    signs += [f"links to {category}"] if home.named else []
    reason = f"found {', '.join(signs)}" if signs else "no sign of a shop"
    return Verdict(score >= model.threshold, round(score, 4), reason)


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
        """What CrawlWeights weighs, in its order; *home* is the score of the home page."""
        kept = min(1 - LEAST, max(LEAST, home))
        return (
            math.log(kept / (1 - kept)),
            self.read / max(1, self.products),
            math.log(self.read + 1),
            math.log(self.agreement + LEAST_AGREEMENT),
        )


def judge_crawl(
    found: CrawlEvidence, home: float = 0.5, weights: CrawlWeights = WEIGHTS
) -> Verdict:
    """The in-site filter: whether a crawl found a shop with specifications of the category.

    The less the home page looked like such a shop (*home*, its score), the more they must show.
    """
    if not found.products:
        return Verdict(accepted=False, score=0.0, reason="no product pages of the category")
    if not found.read:
        return Verdict(accepted=False, score=0.0, reason="no specifications")
    weighed = (weights.home, weights.share, weights.read, weights.agreement)
    odds = sum(a * b for a, b in zip(weighed, found.features(home), strict=True)) + weights.bias
    score = 1 / (1 + math.exp(-odds))
    accepted = score >= LEAST_SURE and found.read >= MIN_READ
    reason = f"{found.read} of {found.products} product pages have a specification"
    if not accepted:
        reason += (
            ", too few for such a home page; they have"
            f" {found.agreement:.0%} of what known shops have in common"
        )
    return Verdict(accepted, round(score, 4), reason)
