"""The filters: does a home page look like a shop of the category, and did a crawl find one?"""

import math
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from specdex.discovery.home_features import SIGNS, Home, Namer, by_word, read_home
from specdex.discovery.home_model import HomeModel, default_home_model
from specdex.html import Document
from specdex.text import letters_and_digits

__all__ = [
    "CrawlEvidence",
    "Verdict",
    "judge_crawl",
    "judge_home",
    "judge_home_page",
    "known_names",
    "share_of_known",
]

MIN_READ = 2
"""A shop shows more than one product; a single page may be misread."""
HOME_WEIGHT, SHARE_WEIGHT, READ_WEIGHT, NAMES_WEIGHT, BIAS = 0.8, 1.5, 1.75, 6.0, -7.9
"""What the home page's log-odds, the share of product pages with a specification, the logarithm of
their number, and the share of known attribute names say about a site; fitted on a synthetic web
other than the one that ``specdex bench discovery`` measures on."""
NAMES_UNKNOWN = 0.5
"""The share of known names that is supposed while there are too few known shops to compare with."""
MIN_SHOPS, MIN_SITES = 20, 2
"""Names are compared once so many shops are known; a name is known once so many use it."""
LEAST = 1e-6


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
    names: float = NAMES_UNKNOWN
    """The share of their attribute names that known shops of the category use."""


def judge_crawl(found: CrawlEvidence, home: float = 0.5) -> Verdict:
    """The in-site filter: whether a crawl found a shop with specifications of the category.

    The less the home page looked like such a shop (*home*, its score), the more they must show.
    """
    if not found.products:
        return Verdict(accepted=False, score=0.0, reason="no product pages of the category")
    if not found.read:
        return Verdict(accepted=False, score=0.0, reason="no specifications")
    kept = min(1 - LEAST, max(LEAST, home))
    odds = (
        HOME_WEIGHT * math.log(kept / (1 - kept))
        + SHARE_WEIGHT * found.read / found.products
        + READ_WEIGHT * math.log(found.read + 1)
        + NAMES_WEIGHT * found.names
        + BIAS
    )
    accepted = odds > 0 and found.read >= MIN_READ
    reason = f"{found.read} of {found.products} product pages have a specification"
    if not accepted:
        reason += f", too few for such a home page; {found.names:.0%} of the names are known"
    return Verdict(accepted, round(1 / (1 + math.exp(-odds)), 4), reason)


def known_names(by_site: Iterable[Collection[str]]) -> frozenset[str]:
    """The attribute names that two or more of the known shops use, given those of each.

    None while shops are few: two shops of two languages have no name in common.
    """
    counts: Counter[str] = Counter()
    shops = 0
    for names in by_site:
        counts.update({letters_and_digits(name) for name in names})
        shops += 1
    if shops < MIN_SHOPS:
        return frozenset()
    return frozenset(name for name, sites in counts.items() if name and sites >= MIN_SITES)


def share_of_known(pages: Sequence[Collection[str]], known: Collection[str]) -> float:
    """The share of the names on *pages* that are *known*, a page's mean; a half where none are."""
    shares = [
        sum(letters_and_digits(name) in known for name in names) / len(names)
        for names in pages
        if names
    ]
    return sum(shares) / len(shares) if shares and known else NAMES_UNKNOWN
