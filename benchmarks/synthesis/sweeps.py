"""Figure 7 of the paper: what the threshold of likeness costs, on a sample of labelled sites."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.synthesis.score import Prediction, Values, score
from benchmarks.synthesis.trials import (
    LabelledSite,
    label_scheme,
    labelled_sites,
    readings,
    verticals,
)
from specdex.html import Document, parse
from specdex.papers.cross_supervised import PaperSynthesizer
from specdex.synthesis.equivalences import Words
from specdex.synthesis.scheme import Scheme, read_items

__all__ = ["Step", "sweep"]

Teller = Callable[[str], object]


@dataclass(frozen=True, slots=True)
class Step:
    """What one threshold gives, averaged over attributes of target sites that have a rule."""

    threshold: float
    precision: float
    recall: float
    f1: float
    completeness: float
    """The share of attributes that have one."""


@dataclass(frozen=True, slots=True)
class _Site:
    """A labelled site: its pages, what is true of them, and the scheme a person would write."""

    vertical: str
    site: str
    documents: dict[str, Document]
    truth: dict[str, Values]
    scheme: Scheme


def sweep(
    data: Path, thresholds: Sequence[float], sample: tuple[int, int], tell: Teller
) -> Iterator[Step]:
    """A step per threshold; *sample* says how many pages of a site, and how many seeds of a kind.

    Seeds are spread evenly over the sites of a kind, one at a time.
    """
    pages, seeds = sample
    kinds = [
        [_read(each, pages) for each in labelled_sites(data, vertical)]
        for vertical in verticals(data)
    ]
    for threshold in thresholds:
        made = [
            prediction
            for sites in kinds
            for seed in sites[:: max(1, len(sites) // seeds)][:seeds]
            for prediction in _predictions(seed, sites, threshold, tell)
        ]
        truth = {(each.vertical, each.site): each.truth for sites in kinds for each in sites}
        rows = score(made, truth)
        ruled = [row for row in rows if row.ruled]
        yield Step(
            threshold,
            _mean([row.precision for row in ruled]),
            _mean([row.recall for row in ruled]),
            _mean([row.f1 for row in ruled]),
            len(ruled) / max(1, len(rows)),
        )


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0


def _read(labelled: LabelledSite, pages: int) -> _Site:
    rows = labelled.rows(pages)
    documents = {page.id: parse(page) for page, _ in rows}
    scheme = label_scheme(labelled.site, list(documents.values()), readings(rows))
    truth: dict[str, Values] = {page.id: values for page, values in rows}
    return _Site(labelled.vertical, labelled.site, documents, truth, scheme)


def _predictions(
    seed: _Site, sites: Sequence[_Site], threshold: float, tell: Teller
) -> Iterator[Prediction]:
    """What the schemes read that are made from one seed."""
    tell(f"threshold {threshold}: {seed.vertical} from {seed.site}")
    maker = PaperSynthesizer(
        equivalences={name: Words(threshold) for each in sites for name in each.scheme.names}
    )
    documents = {each.site: list(each.documents.values()) for each in sites}
    made = maker.synthesize(documents, {seed.site: seed.scheme})
    for each in sites:
        if each is not seed:
            scheme = made.get(each.site)
            said = {page: _values(scheme, found) for page, found in each.documents.items()}
            rules = frozenset(scheme.names if scheme else ())
            yield Prediction(each.vertical, (seed.site,), each.site, said, rules)


def _values(scheme: Scheme | None, document: Document) -> Values:
    found: dict[str, list[str]] = defaultdict(list)
    for item in read_items(scheme, document.element(0)) if scheme and len(document) else ():
        for name, values in item.items():
            found[name] += [each.value for each in values]
    return found
