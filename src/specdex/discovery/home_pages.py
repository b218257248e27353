"""Home pages: what they show, and the filters that judge them, and what a crawl brought home."""

import math
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import msgspec

from specdex import models
from specdex.discovery.agreement import UNKNOWN
from specdex.errors import InputError
from specdex.html import Document
from specdex.lexicon import phrases
from specdex.money import any_sign
from specdex.text import collapse, words

__all__ = [
    "SIGNS",
    "CategoryPart",
    "CrawlEvidence",
    "Home",
    "HomeModel",
    "Namer",
    "Verdict",
    "default_home_model",
    "home_of_labels",
    "judge_crawl",
    "judge_home",
    "read_home",
]

BASKET, SERVICE = phrases("buying.baskets"), phrases("links.services")
NOT_A_SHOP = phrases("links.of_other_sites")
_SIGNS = phrases("currencies.on_home_pages")
_BEFORE, _BEHIND = any_sign(_SIGNS, before=r"\b"), any_sign(_SIGNS)
CURRENCY = re.compile(rf"{_BEFORE}\s?\d|\d[\d.,' \u00a0]*\s?{_BEHIND}", re.IGNORECASE)
"""An amount of money."""

Namer = Callable[[str], float]
"""How surely a text names the category, from 0 to 1."""

SIGNS = ("a basket", "shop services", "prices", "links of other kinds of sites", "few links")
"""What speaks for or against a shop, apart from single words."""
ENOUGH_SERVICES, ENOUGH_PRICES, ENOUGH_STRANGE, ENOUGH_LINKS = 3, 3, 3, 30
"""How much of it counts in full."""
NAMED = 0.4
"""A text that names the category less surely names something else: camera bags."""
MAX_ANCHOR_WORDS = 8
MAX_LABEL_WORDS = 5
MAX_PHRASE_WORDS = 3
MAX_LABELS = 3000
"""Labels of a page that are looked at."""


@dataclass(frozen=True, slots=True)
class Home:
    """What the home-page filter knows of a home page."""

    signs: tuple[float, ...]
    """How clear each of SIGNS is, from 0 to 1."""
    said: frozenset[str]
    """The words of its links, and those links of a few words as a whole."""
    named: float
    """How surely its best link names the category."""


def read_home(document: Document, names: Namer, more: Sequence[Document] = ()) -> Home:
    """What *document*, a home page, shows, with *more* pages of the site that may say so for it."""
    pages = (document, *more)
    prices = sum(1 for page in pages for _ in CURRENCY.finditer(page.text))
    return home_of_labels([label for page in pages for label in _labels(page)], prices, names)


def home_of_labels(labels: Sequence[str], prices: int, names: Namer) -> Home:
    """What a home page with *labels* on its links and buttons and that many *prices* shows."""
    labels = labels[:MAX_LABELS]
    plain = [[word for word in words(label) if not word.isdigit()] for label in labels]
    said_so = {" ".join(said) for said in plain if said}
    signs = (
        float(bool(said_so & _phrases(BASKET))),
        _share(len(said_so & _phrases(SERVICE)), ENOUGH_SERVICES),
        _share(prices, ENOUGH_PRICES),
        _share(len(said_so & _phrases(NOT_A_SHOP)), ENOUGH_STRANGE),
        1.0 - _share(len(said_so), ENOUGH_LINKS),
    )
    short = {" ".join(said) for said in plain if 1 < len(said) <= MAX_PHRASE_WORDS}
    said = {word for label in plain if len(label) <= MAX_ANCHOR_WORDS for word in label}
    return Home(signs, frozenset(said | short), _named(dict.fromkeys(labels), names))


@cache
def _phrases(vocabulary: tuple[str, ...]) -> frozenset[str]:
    return frozenset(" ".join(words(phrase)) for phrase in vocabulary)


def _labels(document: Document) -> list[str]:
    """The texts of links and buttons: an image's or a field's words count too."""
    found: list[str] = []
    for node in document.nodes_of("a", "button", "input", "img"):
        label = document.text_of(node)
        for name in ("value", "title", "aria-label", "alt"):
            label = label or document.attribute(node, name)
        if label:
            found.append(collapse(label))
    return found


def _named(labels: Iterable[str], names: Namer) -> float:
    """How surely a label names the category; a long one is a headline or a product, and half so."""
    best = 0.0
    for label in labels:
        size = len(words(label))
        if size <= MAX_ANCHOR_WORDS:
            sure = names(label)
            best = max(best, 0.0 if sure < NAMED else sure if size <= MAX_LABEL_WORDS else sure / 2)
    return best


def _share(count: int, enough: int) -> float:
    return min(1.0, count / enough)


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
