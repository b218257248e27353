"""Anchor texts: which words lead to a category's pages, learned from walks and while walking."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from math import exp, log
from typing import Any

from specdex.crawling.category import fold
from specdex.text import words

__all__ = ["AnchorClassifier", "features_of"]

SMOOTHING = 0.5
MAX_ODDS = 4.0
"""No anchor is surer than this, as a logarithm of odds: a word may mean anything elsewhere."""
MAX_WORDS = 12
MAX_VOCABULARY = 20_000
NUMBER = "0"
"""What all numbers are to the classifier."""


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

    def to_json(self) -> dict[str, Any]:
        """The classifier as plain JSON values."""
        told = {
            word: [round(self.good_.get(word, 0.0), 3), round(self.bad_.get(word, 0.0), 3)]
            for word in sorted({*self.good_, *self.bad_})
        }
        return {"smoothing": self.smoothing, "count": list(self.count_), "words": told}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "AnchorClassifier":
        """The classifier that ``to_json`` gave."""
        told = data["words"]
        return cls(
            float(data["smoothing"]),
            {word: float(counts[0]) for word, counts in told.items() if counts[0]},
            {word: float(counts[1]) for word, counts in told.items() if counts[1]},
            (float(data["count"][0]), float(data["count"][1])),
        )
