"""What a walk knows before it begins: what was learned from many sites, and of this one before."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from math import exp, log
from typing import Any

from specdex import models
from specdex.crawling.category import Category, fold
from specdex.forest import Trees
from specdex.records import PageKind, UrlPattern
from specdex.text import words

__all__ = ["NOTHING", "AnchorClassifier", "CrawlingModel", "WalkMemory", "features_of", "learned"]

SMOOTHING = 0.5
MAX_ODDS = 4.0
"""No anchor is surer than this, as a logarithm of odds: a word may mean anything elsewhere."""
MAX_WORDS = 12
MAX_VOCABULARY = 20_000
NUMBER = "0"
"""What all numbers are to the classifier."""
FILE = "crawling.json"


def features_of(text: str) -> tuple[str, ...]:
    """The words of an anchor that count, each once; numbers and models by their shape.

    >>> features_of("Canon EOS 700D 24")
    ('canon', 'eos', '0x', '0')
    """
    found: dict[str, None] = {}
    for word in words(fold(text))[:MAX_WORDS]:
        if word.isdigit():
            found[NUMBER] = None
        elif any(character.isdigit() for character in word):
            found[f"{NUMBER}x"] = None
        else:
            found[word] = None
    return tuple(found)


@dataclass(slots=True)
class AnchorClassifier:
    """Naive Bayes over the words of anchors: those that led somewhere, and those that did not.

    ``fit`` learns from seed sites; ``learn`` goes on learning while a walk sees what came of each
    link. Deterministic and JSON-able.

    >>> told = AnchorClassifier().fit([("Digital cameras", True), ("Garden chairs", False)])
    >>> told.score("Cameras") > 0.5 > told.score("Garden")
    True
    """

    smoothing: float = SMOOTHING
    good_: dict[str, float] = field(default_factory=dict)
    """How often each word stood in an anchor that led somewhere."""
    bad_: dict[str, float] = field(default_factory=dict)
    count_: tuple[float, float] = (0.0, 0.0)
    """How many anchors did, and did not."""

    def fit(self, examples: Iterable[tuple[str, bool]]) -> "AnchorClassifier":
        """Learn from anchors and whether each led somewhere, forgetting what was known."""
        self.good_, self.bad_, self.count_ = {}, {}, (0.0, 0.0)
        for text, lucky in examples:
            self.learn(text, lucky=lucky)
        return self

    def learn(self, text: str, *, lucky: bool, weight: float = 1.0) -> None:
        """Learn from one more anchor."""
        told = self.good_ if lucky else self.bad_
        good, bad = self.count_
        self.count_ = (good + weight, bad) if lucky else (good, bad + weight)
        for word in features_of(text):
            if word in told or len(told) < MAX_VOCABULARY:
                told[word] = told.get(word, 0.0) + weight

    def odds(self, text: str) -> float:
        """The logarithm of the odds that an anchor leads somewhere; 0 where nothing is known."""
        good, bad = self.count_
        if not good and not bad:
            return 0.0
        total = 0.0
        for word in features_of(text):
            hits, misses = self.good_.get(word, 0.0), self.bad_.get(word, 0.0)
            if hits or misses:
                total += log((hits + self.smoothing) / (good + 2 * self.smoothing)) - log(
                    (misses + self.smoothing) / (bad + 2 * self.smoothing)
                )
        return max(-MAX_ODDS, min(MAX_ODDS, total))

    def score(self, text: str) -> float:
        """How surely an anchor leads somewhere, from 0 to 1; 0.5 where nothing is known."""
        return 1.0 / (1.0 + exp(-self.odds(text)))

    def copy(self) -> "AnchorClassifier":
        """One that learns on its own."""
        return AnchorClassifier(self.smoothing, dict(self.good_), dict(self.bad_), self.count_)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "AnchorClassifier":
        """The classifier as it was written down."""
        told = data["words"]
        return cls(
            float(data["smoothing"]),
            {word: float(counts[0]) for word, counts in told.items() if counts[0]},
            {word: float(counts[1]) for word, counts in told.items() if counts[1]},
            (float(data["count"][0]), float(data["count"][1])),
        )


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

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "CrawlingModel":
        """The model as it was written down."""
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


@dataclass(frozen=True, slots=True)
class WalkMemory:
    """Addresses and patterns that a walk starts with."""

    entries: tuple[str, ...] = ()
    """Entry pages of the category, as an earlier crawl found them."""
    products: frozenset[str] = frozenset()
    """URL patterns of product pages."""
    hits: tuple[str, ...] = ()
    """What a search engine finds for the category on this site, best first."""
    names: tuple[str, ...] = ()
    """What the site may call the category besides."""
    anchors: Mapping[str, AnchorClassifier] | None = None
    """The classifiers ``entry`` and ``index`` of the category; None for those that ship."""

    def classifier(self, kind: str, category: Category) -> AnchorClassifier:
        """The classifier of *kind* that a walk to *category* begins with, its own to teach."""
        told = self.anchors
        if told is None:
            shipped = learned().anchors
            told = next((shipped[name] for name in category.keys if name in shipped), {})
        return told[kind].copy() if kind in told else AnchorClassifier()

    @classmethod
    def of(
        cls, patterns: Iterable[UrlPattern], hits: tuple[str, ...] = (), names: tuple[str, ...] = ()
    ) -> "WalkMemory":
        """What *patterns* of an earlier crawl say."""
        known = list(patterns)
        return cls(
            entries=tuple(each.example for each in known if each.kind is PageKind.ENTRY),
            products=frozenset(each.pattern for each in known if each.kind is PageKind.PRODUCT),
            hits=hits,
            names=names,
        )


NOTHING = WalkMemory()
"""A site never seen before."""
