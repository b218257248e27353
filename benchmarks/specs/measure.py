"""The verb behind ``bench specs``: read labelled pages, predict, score."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from benchmarks.data import page_of
from specdex.html import Document, parse
from specdex.pipeline.score import GoldPage, PageScore, Prediction, score_page
from specdex.records import Specification

__all__ = ["Measured", "measure"]


@dataclass(frozen=True, slots=True)
class Measured:
    """One labelled page: what was predicted, and how good that is."""

    specification: Specification
    score: PageScore


def measure(
    golds: Iterator[GoldPage], extract: Callable[[Document], Specification]
) -> Iterator[Measured]:
    """Each labelled page, predicted by *extract* and scored."""
    for gold in golds:
        document = parse(page_of(gold))
        specification = extract(document)
        yield Measured(specification, score_page(gold, document, predictions(specification)))


def predictions(specification: Specification) -> Sequence[Prediction]:
    """What a specification says, as the scorer takes it."""
    return [
        Prediction(
            fragment.xpath,
            tuple((pair.name, pair.value) for pair in fragment.pairs),
            fragment.confidence,
            tuple(pair.confidence for pair in fragment.pairs),
        )
        for fragment in specification.fragments
    ]
