"""Patterns as an approach to be measured: known seeds, training pages, a corpus."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from specdex.html import Document
from specdex.papers.patterns.dictionary import Dictionary
from specdex.papers.patterns.reader import page_reading
from specdex.papers.patterns.source import clean
from specdex.papers.patterns.training import (
    DEFAULT_STRATEGY,
    Reading,
    SelfTraining,
    Strategy,
    read_with,
)
from specdex.papers.patterns.trie import Seed, instances
from specdex.records import Pair

__all__ = ["PatternApproach"]


@dataclass(frozen=True, slots=True)
class PatternApproach:
    """Reads pages with seeds, as the paper does or (``tight``) as specdex does by default."""

    tight: bool = True
    strategy: Strategy = DEFAULT_STRATEGY
    model: str = "naive-bayes"
    base: Dictionary = field(default_factory=Dictionary)
    """What every dictionary begins with."""

    def stands(self, document: Document, seed: tuple[str, str]) -> bool:
        """Whether the seed's name and value stand together on the page."""
        return bool(instances(clean(document), Seed(*seed)))

    def read(self, document: Document, seeds: Sequence[tuple[str, str]]) -> list[Pair]:
        """The pairs of a page whose *seeds* are known."""
        return _pairs(document, read_with(document, _seeds(seeds), tight=self.tight))

    def dictionary(self, pages: Iterable[tuple[Document, Sequence[tuple[str, str]]]]) -> Dictionary:
        """The short pairs that patterns read from training pages, with a few seeds of each."""
        learned = self.base.copy()
        for document, seeds in pages:
            reading = read_with(document, _seeds(seeds), tight=self.tight)
            learned.learn((match.name, match.value) for match in reading.matches)
        return learned

    def read_corpus(
        self, dictionary: Dictionary, documents: Sequence[Document]
    ) -> list[list[Pair]]:
        """The pairs of each page after self-training on all of them."""
        training = SelfTraining(
            dictionary, strategy=self.strategy, model=self.model, tight=self.tight
        )
        readings = training.fit(documents).readings_
        return [
            _pairs(document, reading) for document, reading in zip(documents, readings, strict=True)
        ]


def _seeds(pairs: Iterable[tuple[str, str]]) -> list[Seed]:
    return [Seed(name, value) for name, value in pairs]


def _pairs(document: Document, reading: Reading) -> list[Pair]:
    return list(page_reading(document, reading).pairs)
