"""Is a short text a property or a value? Naive Bayes, and what it was compared with."""

import math
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, Self

from specdex.errors import InputError, MissingExtra, NotFittedError
from specdex.papers.patterns.dictionary import Dictionary

__all__ = [
    "CLASSIFIERS",
    "Classifier",
    "NaiveBayes",
    "Peer",
    "classifier",
    "known_features",
]

Features = Callable[[str], Sequence[str]]
MAX_ODDS = 500.0
"""Beyond this, certainty is certainty."""


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


CLASSIFIERS = ("naive-bayes", "maximum-entropy", "decision-tree", "random-forest")
"""What ``classifier`` makes; all but the first need scikit-learn."""


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
