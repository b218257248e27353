"""Seed learning: which short texts of a page are a property directly followed by its value?"""

import math
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol, Self

from specdex.errors import InputError, MissingExtra, NotFittedError
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

__all__ = [
    "BAG_OF_WORDS",
    "BOTH",
    "CLASSIFIERS",
    "NGRAM",
    "Peer",
    "SeedLearner",
    "classifier",
    "parts",
]

Features = Callable[[str], Sequence[str]]
MAX_ODDS = 500.0
"""Beyond this, certainty is certainty."""
CLASSIFIERS = ("naive-bayes", "maximum-entropy", "decision-tree", "random-forest")
"""What ``classifier`` makes; all but the first need scikit-learn."""
NGRAM, BAG_OF_WORDS, BOTH = "ngram", "bag-of-words", "both"
CERTAIN = 0.8
"""How likely a text must be a property, or a value, to be taken for one."""
MIN_KNOWN = 0.5
"""The share of a text's words that must be known for a judgement."""
MAX_SEEDS = 200
"""The most certain ones; more teach a page nothing new."""


class Classifier(Protocol):
    """Tells properties from values by features of their text."""

    def fit(self, dictionary: Dictionary, features: Features) -> Self:
        """Learn from the entries of *dictionary*."""
        ...

    def predict(self, features: Sequence[str]) -> float:
        """How likely a text with *features* is a property, rather than a value."""
        ...


@dataclass(slots=True)
class NaiveBayes:
    """Multinomial Naive Bayes with additive smoothing."""

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


@dataclass(slots=True)
class Peer:
    """A classifier of scikit-learn over the same features, weighted by how often each was seen."""

    kind: str
    vectors_: Any = None
    model_: Any = None

    def fit(self, dictionary: Dictionary, features: Features) -> Self:
        """Train on the entries of both kinds."""
        make, vectors = _scikit(self.kind)
        entries = [(text, count, 1) for text, count in dictionary.properties.items()]
        entries += [(text, count, 0) for text, count in dictionary.values.items()]
        self.vectors_ = vectors
        table = vectors.fit_transform([dict.fromkeys(features(text), 1) for text, _, _ in entries])
        weights = [count for _, count, _ in entries]
        self.model_ = make.fit(table, [kind for *_, kind in entries], sample_weight=weights)
        return self

    def predict(self, features: Sequence[str]) -> float:
        """The model's probability of a property."""
        if self.model_ is None:
            raise NotFittedError(f"the {self.kind} classifier was not fitted")
        table = self.vectors_.transform([dict.fromkeys(features, 1)])
        return float(self.model_.predict_proba(table)[0][1])


def classifier(name: str) -> Classifier:
    """The classifier called *name*, not yet fitted."""
    if name not in CLASSIFIERS:
        raise InputError(f"no classifier called {name!r}; there are: {', '.join(CLASSIFIERS)}")
    return NaiveBayes() if name == CLASSIFIERS[0] else Peer(name)


def _count(entries: Counter[str], features: Features) -> Counter[str]:
    counted: Counter[str] = Counter()
    for text, count in entries.items():
        for each in features(text):
            counted[each] += count
    return counted


def _scikit(kind: str) -> tuple[Any, Any]:
    """A model of scikit-learn and what turns features into its rows."""
    try:
        from sklearn.ensemble import RandomForestClassifier
        from sklearn.feature_extraction import DictVectorizer
        from sklearn.linear_model import LogisticRegression
        from sklearn.tree import DecisionTreeClassifier
    except ImportError as error:
        raise MissingExtra("scikit-learn", "learn") from error
    models: dict[str, Callable[[], Any]] = {
        "maximum-entropy": lambda: LogisticRegression(max_iter=1000),
        "decision-tree": lambda: DecisionTreeClassifier(random_state=0),
        "random-forest": lambda: RandomForestClassifier(n_estimators=50, random_state=0),
    }
    return models[kind](), DictVectorizer()


def known_features(dictionary: Dictionary, features: Features) -> frozenset[str]:
    """The features that entries of *dictionary* have."""
    texts: Iterable[str] = [*dictionary.properties, *dictionary.values]
    return frozenset(each for text in texts for each in features(text))


class Part(NamedTuple):
    """A text chunk, or one side of the colon in it."""

    text: str
    linked: bool


@dataclass(frozen=True, slots=True)
class _Judge:
    """A fitted classifier, and the features it knows."""

    model: Classifier
    known: frozenset[str]

    def property_odds(self, features: Sequence[str]) -> float | None:
        """How likely a text with *features* is a property; None where nobody can say."""
        seen = [each for each in features if each in self.known]
        if not seen or len(seen) < MIN_KNOWN * len(features):
            return None
        return self.model.predict(seen)


class SeedLearner:
    """Learns the seeds of pages from a dictionary: whole texts first, words where those fail.

    The paper asks for words only on a page where whole texts give fewer than two seeds. An
    ``eager`` learner always asks for both: pages print some pairs in one way, others in another.
    """

    def __init__(
        self, dictionary: Dictionary, *, model: str = "naive-bayes", eager: bool = True
    ) -> None:
        self.dictionary = dictionary
        self.model = model
        self.eager = eager
        self._judges: dict[str, _Judge] = {}

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

    def half_seeds(self, source: Source, *, limit: int = TOKEN_LIMIT) -> list[Seed]:
        """Certain properties with whatever follows them: where enough are printed alike, seeds."""
        judge, found = self._judge(NGRAM), list[Seed]()
        before, certain = Part("", linked=False), False
        for part in parts(source):
            odds = self._odds(judge, NGRAM, part.text, limit)
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

    def _odds(self, judge: _Judge, features: str, text: str, limit: int) -> float | None:
        text = entry(text)
        if not is_short(text, limit):
            return None
        return judge.property_odds([ngram(text)] if features == NGRAM else word_bag(text))

    def _judge(self, features: str) -> _Judge:
        if features not in self._judges:
            drawn = _whole if features == NGRAM else word_bag
            self._judges[features] = _Judge(
                classifier(self.model).fit(self.dictionary, drawn),
                known_features(self.dictionary, drawn),
            )
        return self._judges[features]


def _whole(text: str) -> list[str]:
    return [ngram(text)]


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
