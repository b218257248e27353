"""The semi-supervised paper's own way with seeds and patterns, for its tables.

Seeds are grouped by what stands between name and value; a page is read from left to right and from
right to left, and both readings are reconciled. What tells properties from values may be any of
the paper's classifiers.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any, Self

from specdex.errors import InputError, MissingExtra, NotFittedError
from specdex.html import Document
from specdex.papers.patterns.dictionary import Dictionary
from specdex.papers.patterns.matches import Match, Span, match_of, read
from specdex.papers.patterns.pattern import Pattern
from specdex.papers.patterns.reader import Reading
from specdex.papers.patterns.seeds import Features, NaiveBayes
from specdex.papers.patterns.source import Source, clean
from specdex.papers.patterns.trie import (
    MIN_SEEDS,
    Instance,
    Seed,
    instances,
    patterns_of,
    ranked,
)

__all__ = [
    "CLASSIFIERS",
    "Peer",
    "backward",
    "classifier",
    "forward",
    "is_valid",
    "read_as_paper",
    "reconcile",
    "shown_patterns",
]

CLOSE_CONTEXT = 3
"""Characters on either side by which the paper tells a seed's instance from a chance one."""
CLASSIFIERS = ("naive-bayes", "maximum-entropy", "decision-tree", "random-forest")
"""What ``classifier`` makes; all but the first need scikit-learn."""


def read_as_paper(document: Document, seeds: Iterable[Seed]) -> Reading:
    """What the patterns that *seeds* show read from *document*."""
    given = tuple(seeds)
    patterns = shown_patterns(document, given)
    return Reading(given, patterns, tuple(read(document, patterns, _in_both_directions)))


def shown_patterns(document: Document, seeds: Iterable[Seed]) -> tuple[Pattern, ...]:
    """The patterns that bracket seeds with the same close contexts, those with most seeds first."""
    source = clean(document)
    groups: dict[tuple[str, str, str], list[Instance]] = {}
    for seed in dict.fromkeys(seeds):
        for each in instances(source, seed):
            groups.setdefault(_contexts(source.text, each), []).append(each)
    found: dict[Pattern, list[Instance]] = {}
    for group in groups.values():
        if len({each.seed for each in group}) >= MIN_SEEDS:
            for pattern in patterns_of(source, group):
                found.setdefault(pattern, []).extend(group)
    return ranked(found)


def _contexts(text: str, each: Instance) -> tuple[str, str, str]:
    """Left, middle and right: who shares them with no other is there by chance."""
    return (
        text[max(0, each.start - CLOSE_CONTEXT) : each.start],
        text[each.name_stop : each.value_start].strip(),
        text[each.stop : each.stop + CLOSE_CONTEXT],
    )


def _in_both_directions(document: Document, pattern: Pattern) -> list[Match]:
    source = clean(document)
    spans = reconcile(source, forward(source.text, pattern), backward(source.text, pattern))
    return [match for span in spans if (match := match_of(source, span, pattern)).name]


def forward(text: str, pattern: Pattern) -> list[Span]:
    """What ``left(.*?)middle(.*?)right`` matches from left to right."""
    found: list[Span] = []
    at = 0
    while True:
        left = text.find(pattern.left, at)
        start = left + len(pattern.left)
        middle = text.find(pattern.middle, start) if left >= 0 else -1
        value = middle + len(pattern.middle)
        right = text.find(pattern.right, value) if middle >= 0 else -1
        if right < 0:
            return found
        found.append(Span(start, middle, value, right))
        at = max(right + len(pattern.right), value + 1)


def backward(text: str, pattern: Pattern) -> list[Span]:
    """What the same expression matches from right to left, in page order."""
    found: list[Span] = []
    at = len(text)
    while True:
        right = text.rfind(pattern.right, 0, at)
        middle = text.rfind(pattern.middle, 0, right) if right >= 0 else -1
        left = text.rfind(pattern.left, 0, middle) if middle >= 0 else -1
        if left < 0:
            return found[::-1]
        value = middle + len(pattern.middle)
        found.append(Span(left + len(pattern.left), middle, value, right))
        at = left


def reconcile(source: Source, one: list[Span], other: list[Span]) -> list[Span]:
    """The spans of both directions: where they differ, the shorter names and values without markup.

    A longer one stands only where it is valid HTML.
    """
    mine = {span.name_stop: span for span in one}
    theirs = {span.name_stop: span for span in other}
    found = []
    for middle in sorted(mine.keys() | theirs.keys()):
        first, second = mine.get(middle), theirs.get(middle)
        first, second = first or second, second or first
        if first is None or second is None:
            continue
        name = _better(source, first[:2], second[:2])
        value = _better(source, first[2:], second[2:])
        if name and value:
            found.append(Span(*name, *value))
    return found


def _better(source: Source, one: tuple[int, int], other: tuple[int, int]) -> tuple[int, int] | None:
    shorter, longer = sorted((one, other), key=lambda span: span[1] - span[0])
    if not source.has_markup(*shorter):
        return shorter
    for span in (longer, shorter):
        if is_valid(source, *span):
            return span
    return None


def is_valid(source: Source, start: int, stop: int) -> bool:
    """Whether the stretch is valid HTML: every tag it opens is closed in it."""
    return start < stop and source.container_at(start) == source.container_at(stop)


class Peer(NaiveBayes):
    """A classifier of scikit-learn over the same features, weighted by how often each was seen."""

    model_: Any = None

    def __init__(self, kind: str) -> None:
        super().__init__()
        self.kind = kind

    def fit(self, dictionary: Dictionary, features: Features) -> Self:
        """Train on the entries of both kinds."""
        super().fit(dictionary, features)
        make, self.vectors_ = _scikit(self.kind)
        entries = [(text, count, 1) for text, count in dictionary.properties.items()]
        entries += [(text, count, 0) for text, count in dictionary.values.items()]
        rows = [dict.fromkeys(features(text), 1) for text, _, _ in entries]
        table = self.vectors_.fit_transform(rows)
        weights = [count for _, count, _ in entries]
        self.model_ = make.fit(table, [kind for *_, kind in entries], sample_weight=weights)
        return self

    def predict(self, features: Sequence[str]) -> float:
        """The model's probability of a property."""
        if self.model_ is None:
            raise NotFittedError(f"the {self.kind} classifier was not fitted")
        table = self.vectors_.transform([dict.fromkeys(features, 1)])
        return float(self.model_.predict_proba(table)[0][1])


def classifier(name: str) -> Callable[[], NaiveBayes]:
    """What makes the classifier called *name*."""
    if name not in CLASSIFIERS:
        raise InputError(f"no classifier called {name!r}; there are: {', '.join(CLASSIFIERS)}")
    return NaiveBayes if name == CLASSIFIERS[0] else partial(Peer, name)


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
