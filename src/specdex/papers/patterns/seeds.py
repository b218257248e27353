"""Seed learning: which short texts of a page are a property directly followed by its value?"""

import math
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, Self

from specdex.labels import clean_name, clean_value, part_label
from specdex.papers.patterns.dictionary import (
    TOKEN_LIMIT,
    Dictionary,
    entry,
    is_short,
    ngram,
    word_bag,
)
from specdex.papers.patterns.source import Source
from specdex.papers.patterns.trie import MIN_SEEDS, Seed

__all__ = ["BAG_OF_WORDS", "BOTH", "NGRAM", "NaiveBayes", "SeedLearner", "parts"]

Features = Callable[[str], Sequence[str]]
MAX_ODDS = 500.0
"""Beyond this, certainty is certainty."""
NGRAM, BAG_OF_WORDS, BOTH = "ngram", "bag-of-words", "both"
DRAWN: dict[str, Features] = {NGRAM: lambda text: [ngram(text)], BAG_OF_WORDS: word_bag}
CERTAIN = 0.8
"""How likely a text must be a property, or a value, to be taken for one."""
MIN_KNOWN = 0.5
"""The share of a text's words that must be known for a judgement."""
MAX_SEEDS = 200
"""The most certain ones; more teach a page nothing new."""


@dataclass(slots=True)
class NaiveBayes:
    """Tells properties from values: multinomial Naive Bayes with additive smoothing."""

    smoothing: float = 0.1
    properties_: Counter[str] = field(default_factory=Counter)
    values_: Counter[str] = field(default_factory=Counter)
    offset_: float = 0.0

    def fit(self, dictionary: Dictionary, features: Features) -> Self:
        """Count the features of both kinds of entries."""
        self.properties_ = _count(dictionary.properties, features)
        self.values_ = _count(dictionary.values, features)
        known = len(self.properties_.keys() | self.values_.keys()) or 1
        self.offset_ = math.log(self.values_.total() + self.smoothing * known) - math.log(
            self.properties_.total() + self.smoothing * known
        )
        return self

    def predict(self, features: Sequence[str]) -> float:
        """The probability of a property when both are equally likely beforehand."""
        odds = sum(
            self.offset_
            + math.log(self.properties_[each] + self.smoothing)
            - math.log(self.values_[each] + self.smoothing)
            for each in features
        )
        return 1 / (1 + math.exp(-max(-MAX_ODDS, min(MAX_ODDS, odds))))

    def judge(self, features: Sequence[str]) -> float | None:
        """How likely a text with *features* is a property; None where nobody can say."""
        seen = [each for each in features if each in self.properties_ or each in self.values_]
        if not seen or len(seen) < MIN_KNOWN * len(features):
            return None
        return self.predict(seen)


def _count(entries: Counter[str], features: Features) -> Counter[str]:
    counted: Counter[str] = Counter()
    for text, count in entries.items():
        for each in features(text):
            counted[each] += count
    return counted


class Part(NamedTuple):
    """A text chunk, or one side of the colon in it."""

    text: str
    linked: bool


class SeedLearner:
    """Learns the seeds of pages from a dictionary: whole texts first, words where those fail.

    The paper asks for words only on a page where whole texts give fewer than two seeds. An
    ``eager`` learner always asks for both: pages print some pairs in one way, others in another.
    """

    def __init__(
        self,
        dictionary: Dictionary,
        *,
        model: Callable[[], NaiveBayes] = NaiveBayes,
        eager: bool = True,
    ) -> None:
        self.dictionary = dictionary
        self.model = model
        self.eager = eager
        self._judges: dict[str, NaiveBayes] = {}

    def learn(
        self, source: Source, *, features: str = BOTH, limit: int = TOKEN_LIMIT
    ) -> list[Seed]:
        """The seeds of a page, most certain first."""
        texts = parts(source)
        if features != BOTH:
            return self._seeds(texts, features, limit)
        found = self._seeds(texts, NGRAM, limit)
        if self.eager or len(found) < MIN_SEEDS:
            found = list(dict.fromkeys(found + self._seeds(texts, BAG_OF_WORDS, limit)))
        return found

    def half_seeds(self, source: Source) -> list[Seed]:
        """Certain properties with whatever follows them: where enough are printed alike, seeds."""
        judge, found = self._judge(NGRAM), list[Seed]()
        before, certain = Part("", linked=False), False
        for part in parts(source):
            odds = self._odds(judge, NGRAM, part.text, TOKEN_LIMIT)
            is_property = odds is not None and odds >= CERTAIN
            if certain and not is_property and not part.linked:
                found.append(Seed(clean_name(before.text), clean_value(part.text)))
            before, certain = part, is_property and not part.linked
        return list(dict.fromkeys(found))[:MAX_SEEDS]

    def forget(self) -> None:
        """Judge anew: the dictionary has grown."""
        self._judges.clear()

    def _seeds(self, texts: Sequence[Part], features: str, limit: int) -> list[Seed]:
        judge = self._judge(features)
        scores: dict[Seed, float] = {}
        before, certainty = Part("", linked=False), 0.0
        judged: dict[str, float | None] = {}
        for part in texts:
            text = part.text
            if text not in judged:
                judged[text] = self._odds(judge, features, text, limit)
            odds = judged[text]
            linked = before.linked and part.linked
            if certainty and not linked and odds is not None and odds <= 1 - CERTAIN:
                seed = Seed(clean_name(before.text), clean_value(text))
                scores[seed] = max(scores.get(seed, 0.0), certainty * (1 - odds))
            before, certainty = part, odds if odds is not None and odds >= CERTAIN else 0.0
        ranked = sorted(scores, key=lambda seed: (-scores[seed], seed))
        return ranked[:MAX_SEEDS]

    def _odds(self, judge: NaiveBayes, features: str, text: str, limit: int) -> float | None:
        text = entry(text)
        if not is_short(text, limit):
            return None
        return judge.judge(DRAWN[features](text))

    def _judge(self, features: str) -> NaiveBayes:
        if features not in self._judges:
            self._judges[features] = self.model().fit(self.dictionary, DRAWN[features])
        return self._judges[features]


def parts(source: Source) -> list[Part]:
    """The text chunks of a page in order, those with a label's colon parted at it."""
    found: list[Part] = []
    nodes, text = source.document.nodes, source.document.text
    for chunk, run in enumerate(source.run):
        if run < 0:
            continue
        printed = text[nodes.run_start[run] : nodes.run_stop[run]]
        linked = source.is_linked(source.start[chunk])
        found += [Part(each, linked) for each in part_label(printed) or (printed,)]
    return found
