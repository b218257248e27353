"""Self-training: a corpus read again and again with what it taught the dictionary."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Self

from specdex.html import Document
from specdex.papers.patterns.dictionary import EXTRA_TOKENS, TOKEN_LIMIT, Dictionary
from specdex.papers.patterns.matches import Match, read
from specdex.papers.patterns.pattern import Pattern
from specdex.papers.patterns.seeds import BAG_OF_WORDS, BOTH, NGRAM, SeedLearner
from specdex.papers.patterns.source import clean
from specdex.papers.patterns.trie import MIN_SEEDS, Seed, discover

__all__ = [
    "DEFAULT_STRATEGY",
    "EXTRA",
    "STRATEGIES",
    "Pass",
    "Reading",
    "SelfTraining",
    "Strategy",
    "assemble",
    "read_with",
]


@dataclass(frozen=True, slots=True)
class Reading:
    """What patterns read from one page."""

    seeds: tuple[Seed, ...] = ()
    patterns: tuple[Pattern, ...] = ()
    matches: tuple[Match, ...] = ()


def read_with(document: Document, seeds: Iterable[Seed], *, min_names: int = MIN_SEEDS) -> Reading:
    """What the patterns that *seeds* with at least *min_names* names show read from *document*."""
    given = tuple(seeds)
    patterns = discover(document, given, min_names=min_names)
    return Reading(given, patterns, tuple(read(document, patterns)))


@dataclass(frozen=True, slots=True)
class Pass:
    """One pass over a corpus."""

    features: str = BOTH
    limit: int = TOKEN_LIMIT
    only_failed: bool = False
    """Read only pages that have given nothing so far."""
    learn: bool = True
    """Add what is read to the dictionary, …"""
    recount: bool = True
    """… also what it has already."""


EXTRA = Pass(BAG_OF_WORDS, TOKEN_LIMIT + EXTRA_TOKENS, only_failed=True)


@dataclass(frozen=True, slots=True)
class Strategy:
    """How a corpus is processed: from how many training pages, in which passes."""

    name: str
    passes: tuple[Pass, ...]
    training_pages: int = 10
    fullest: bool = False
    """Whether the pages with most pairs teach; else pages of all sites in turn."""


STRATEGIES = (
    Strategy("one iteration", (Pass(), EXTRA)),
    Strategy("one, 20 pages", (Pass(), EXTRA), 20, fullest=True),
    Strategy("two iterations", (Pass(), Pass(recount=False), EXTRA)),
    Strategy(
        "three n-gram",
        (
            Pass(NGRAM),
            Pass(NGRAM, recount=False),
            Pass(BAG_OF_WORDS, only_failed=True, learn=False),
            EXTRA,
        ),
    ),
)
"""The paper's four corpus strategies, in its order."""
DEFAULT_STRATEGY = STRATEGIES[2]


@dataclass(slots=True)
class SelfTraining:
    """Reads a corpus and grows a dictionary with what it reads."""

    dictionary: Dictionary
    strategy: Strategy = DEFAULT_STRATEGY
    learner: Callable[[Dictionary], SeedLearner] = SeedLearner
    reads: Callable[[Document, Sequence[Seed]], Reading] = read_with
    dictionary_: Dictionary = field(default_factory=Dictionary)
    readings_: list[Reading] = field(default_factory=list)

    def fit(self, documents: Sequence[Document]) -> Self:
        """Read all *documents*; the dictionary that was handed in stays as it is."""
        self.dictionary_ = self.dictionary.copy()
        self.readings_ = [Reading()] * len(documents)
        learner = self.learner(self.dictionary_)
        for step in self.strategy.passes:
            for place, document in enumerate(documents):
                if step.only_failed and self.readings_[place].matches:
                    continue
                seeds = learner.learn(clean(document), features=step.features, limit=step.limit)
                reading = self.reads(document, seeds)
                if reading.matches or not self.readings_[place].matches:
                    self.readings_[place] = reading
                if step.learn and self._teach(reading, step):
                    learner.forget()
        return self

    def _teach(self, reading: Reading, step: Pass) -> int:
        pairs = [(match.name, match.value) for match in reading.matches]
        return self.dictionary_.learn(pairs, limit=step.limit, recount=step.recount)


def assemble(
    documents: Iterable[Document], seeds: Iterable[Seed], dictionary: Dictionary
) -> list[Reading]:
    """Grow *dictionary* with the short pairs of a few pages, from seeds that a user gives.

    A page is read with the given seeds that stand on it and with those that the pages before it
    have taught. What was read comes back, to be looked at.
    """
    given, readings = tuple(seeds), list[Reading]()
    for document in documents:
        learned = SeedLearner(dictionary).learn(clean(document), features=NGRAM)
        reading = read_with(document, (*given, *learned))
        dictionary.learn((match.name, match.value) for match in reading.matches)
        readings.append(reading)
    return readings
