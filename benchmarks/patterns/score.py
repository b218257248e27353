"""The experiments on patterns: known seeds (exact and partial matches) and learned seeds.

A page of a site is never read with a dictionary made from pages of that site. What reads pages is
handed in as an Approach. Pairs are compared as in ``specs``; a partial match has words too many or
too few. Counts are pooled over pages, averages are over sites.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Protocol

from benchmarks.patterns.paper import classifier, read_as_paper
from specdex.html import Document
from specdex.papers.patterns.dictionary import Dictionary
from specdex.papers.patterns.reader import (
    DEFAULT_STRATEGY,
    Reading,
    SelfTraining,
    Strategy,
    page_reading,
    read_with,
)
from specdex.papers.patterns.seeds import SeedLearner
from specdex.papers.patterns.source import clean
from specdex.papers.patterns.trie import Seed, instances
from specdex.records import Pair
from specdex.statistics.metrics import Tally, f1, mean
from specdex.statistics.page_scores import GoldPage, Mistake, PageScore, Prediction, score_page

__all__ = [
    "Approach",
    "PatternApproach",
    "PatternScore",
    "Row",
    "corpus_seeds",
    "known_seeds",
    "learned_seeds",
    "row",
    "score",
    "seeds_of",
    "training_pages",
]

SEEDS_A_FRAGMENT = 5
"""The paper's user points at two to five pairs of a page."""
MIN_TRAINING_PAIRS = 5
"""A page with fewer pairs teaches too little to be chosen."""

NameAndValue = tuple[str, str]
Parse = Callable[[GoldPage], Document]


class Approach(Protocol):
    """A way to read pages with seeds."""

    def stands(self, document: Document, seed: NameAndValue) -> bool:
        """Whether the seed can be pointed at on the page."""
        ...

    def read(self, document: Document, seeds: Sequence[NameAndValue]) -> Sequence[Pair]:
        """The pairs of a page whose *seeds* are known."""
        ...

    def dictionary(self, pages: Iterable[tuple[Document, Sequence[NameAndValue]]]) -> Any:
        """What is learned from training pages and a few seeds of each."""
        ...

    def read_corpus(
        self, dictionary: Any, documents: Sequence[Document]
    ) -> Sequence[Sequence[Pair]]:
        """The pairs of each page, with seeds learned from *dictionary*."""
        ...


@dataclass(frozen=True, slots=True)
class PatternScore:
    """What was right and wrong on one page: to the letter, and when partial matches count."""

    site: str
    exact: Tally
    partial: Tally
    mistakes: tuple[Mistake, ...] = ()
    wanted: int = 0
    """The pairs that the page's labels ask for, whoever reads it."""


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the paper's table 1, and the averages over sites."""

    name: str
    pages: int
    pooled: Tally
    precision: float
    """Averaged over sites, …"""
    recall: float
    """… as is this."""
    expected: int = 0
    """How many pairs there are: the same in every row."""

    @property
    def f1(self) -> float:
        """Of the averages over sites."""
        return f1(self.precision, self.recall)

    @property
    def actual(self) -> int:
        """How many pairs were read."""
        return self.pooled.right + self.pooled.wrong


def score(gold: GoldPage, document: Document, said: Iterable[Pair]) -> PatternScore:
    """How the pairs read from a page compare with its labels."""
    predicted = [Prediction(each.xpath, ((each.name, each.value),)) for each in said]
    page: PageScore = score_page(gold, document, predicted)
    partial = _partial_matches(page.mistakes)
    exact = page.pairs
    loose = Tally(exact.right + partial, exact.wrong - partial, exact.missed - partial)
    wanted = score_page(gold, document, []).pairs.missed
    return PatternScore(page.site, exact, loose, page.mistakes, wanted)


def _partial_matches(mistakes: Sequence[Mistake]) -> int:
    """How many invented pairs are a missed one with some words more or less."""
    missed = [each for each in mistakes if each.kind == "missed"]
    found = 0
    for wrong in mistakes:
        if wrong.kind != "invented":
            continue
        for place, each in enumerate(missed):
            if _close(wrong.name, each.name) and _close(wrong.value, each.value):
                del missed[place]
                found += 1
                break
    return found


def _close(one: str, other: str) -> bool:
    return one in other or other in one


def row(name: str, scores: Sequence[PatternScore], *, partial: bool = False) -> Row:
    """The scores of pages as one line."""
    sites: dict[str, Tally] = {}
    for each in scores:
        tally = each.partial if partial else each.exact
        sites[each.site] = sites.get(each.site, Tally()) + tally
    return Row(
        name=name,
        pages=len(scores),
        pooled=sum(sites.values(), Tally()),
        precision=mean(tally.precision for tally in sites.values()),
        recall=mean(tally.recall for tally in sites.values()),
        expected=sum(each.wanted for each in scores),
    )


def seeds_of(
    gold: GoldPage, stands: Callable[[NameAndValue], bool], most: int = SEEDS_A_FRAGMENT
) -> list[NameAndValue]:
    """What a user would point at: at most *most* pairs of every fragment, spread over it."""
    seeds: list[NameAndValue] = []
    for fragment in gold.fragments:
        if not (fragment.doubtful or fragment.pairs_doubtful):
            seeds += _spread([pair for pair in fragment.pairs if stands(pair)], most)
    return seeds


def _spread(pairs: Sequence[NameAndValue], most: int) -> list[NameAndValue]:
    if len(pairs) <= most or most < 2:  # noqa: PLR2004 - a spread has two ends
        return list(pairs[:most])
    return [pairs[place * (len(pairs) - 1) // (most - 1)] for place in range(most)]


def training_pages(
    golds: Iterable[GoldPage], count: int, *, fullest: bool = False
) -> list[GoldPage]:
    """*count* pages to learn from: of all sites in turn, or (*fullest*) those with most pairs."""
    sites: dict[str, list[GoldPage]] = {}
    given = list(golds)
    if fullest:
        return sorted(given, key=lambda gold: (-_pairs_of(gold), gold.id))[:count]
    for gold in given:
        if _pairs_of(gold) >= MIN_TRAINING_PAIRS:
            sites.setdefault(gold.site, []).append(gold)
    deepest = max(map(len, sites.values()), default=0)
    turns = [
        pages[turn] for turn in range(deepest) for pages in sites.values() if turn < len(pages)
    ]
    return turns[:count]


def _pairs_of(gold: GoldPage) -> int:
    return sum(len(each.pairs) for each in gold.fragments if not each.doubtful)


def known_seeds(
    golds: Iterable[GoldPage], parse: Parse, approach: Approach
) -> Iterator[PatternScore]:
    """The pages read with seeds that a user pointed at: the paper's table 1."""
    for gold in golds:
        document = parse(gold)
        seeds = _pointed_at(gold, document, approach)
        yield score(gold, document, approach.read(document, seeds))


def learned_seeds(
    golds: Sequence[GoldPage],
    parse: Parse,
    approach: Approach,
    pages: int,
    *,
    fullest: bool = False,
) -> Iterator[PatternScore]:
    """The pages read with seeds learned from *pages* pages of other sites: the paper's figure 4."""
    taught: dict[int, tuple[Document, list[NameAndValue]]] = {}
    for site in dict.fromkeys(gold.site for gold in golds):
        others = (gold for gold in golds if gold.site != site)
        lessons = training_pages(others, pages, fullest=fullest)
        for gold in lessons:
            if id(gold) not in taught:
                document = parse(gold)
                taught[id(gold)] = document, _pointed_at(gold, document, approach)
        dictionary = approach.dictionary(taught[id(gold)] for gold in lessons)
        corpus = [gold for gold in golds if gold.site == site]
        documents = [parse(gold) for gold in corpus]
        read = approach.read_corpus(dictionary, documents)
        for gold, document, said in zip(corpus, documents, read, strict=True):
            yield score(gold, document, said)


def corpus_seeds(
    golds: Sequence[GoldPage], parse: Parse, approach: Approach, strategy: Strategy
) -> Iterator[PatternScore]:
    """All pages as one corpus, as in the paper: some of them teach, all of them are read.

    Pages of all sites are read in turn, so that what one site teaches is tried on others.
    """
    lessons = training_pages(golds, strategy.training_pages, fullest=strategy.fullest)
    taught = [(document := parse(gold), _pointed_at(gold, document, approach)) for gold in lessons]
    order = training_pages(golds, len(golds))
    rest = [gold for gold in golds if gold not in order]
    corpus = [*order, *rest]
    documents = [parse(gold) for gold in corpus]
    read = approach.read_corpus(approach.dictionary(taught), documents)
    for gold, document, said in zip(corpus, documents, read, strict=True):
        yield score(gold, document, said)


def _pointed_at(gold: GoldPage, document: Document, approach: Approach) -> list[NameAndValue]:
    return seeds_of(gold, lambda pair: approach.stands(document, pair))


@dataclass(frozen=True, slots=True)
class PatternApproach:
    """Reads pages with seeds, as the paper does or (``tight``) as specdex does by default."""

    tight: bool = True
    strategy: Strategy = DEFAULT_STRATEGY
    model: str = "naive-bayes"
    base: Dictionary = field(default_factory=Dictionary)
    """What every dictionary begins with."""

    @property
    def _reads(self) -> Callable[[Document, Sequence[Seed]], Reading]:
        return read_with if self.tight else read_as_paper

    def stands(self, document: Document, seed: tuple[str, str]) -> bool:
        """Whether the seed's name and value stand together on the page."""
        return bool(instances(clean(document), Seed(*seed)))

    def read(self, document: Document, seeds: Sequence[tuple[str, str]]) -> list[Pair]:
        """The pairs of a page whose *seeds* are known."""
        return _pairs(document, self._reads(document, _seeds(seeds)))

    def dictionary(self, pages: Iterable[tuple[Document, Sequence[tuple[str, str]]]]) -> Dictionary:
        """The short pairs that patterns read from training pages, with a few seeds of each."""
        learned = self.base.copy()
        for document, seeds in pages:
            reading = self._reads(document, _seeds(seeds))
            learned.learn((match.name, match.value) for match in reading.matches)
        return learned

    def read_corpus(
        self, dictionary: Dictionary, documents: Sequence[Document]
    ) -> list[list[Pair]]:
        """The pairs of each page after self-training on all of them."""
        learner = partial(SeedLearner, model=classifier(self.model), eager=self.tight)
        training = SelfTraining(dictionary, self.strategy, learner, self._reads)
        readings = training.fit(documents).readings_
        return [
            _pairs(document, reading) for document, reading in zip(documents, readings, strict=True)
        ]


def _seeds(pairs: Iterable[tuple[str, str]]) -> list[Seed]:
    return [Seed(name, value) for name, value in pairs]


def _pairs(document: Document, reading: Reading) -> list[Pair]:
    return list(page_reading(document, reading).pairs)
