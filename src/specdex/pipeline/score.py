"""The verb score: pages and labels in, how well the pages are read out."""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import msgspec

from specdex.errors import InputError
from specdex.html import Document, parse
from specdex.page_sources.compression import Damage
from specdex.page_sources.streams import MAX_BYTES, opened
from specdex.records import Page, Specification
from specdex.statistics.field_scores import SCORED_FIELDS, FieldError, FieldScore, score_fields
from specdex.statistics.page_scores import GoldPage, PageScore, predictions, score_page

__all__ = ["Labels", "Measured", "fields_of", "measure", "read_labels"]


@dataclass(frozen=True, slots=True)
class Measured:
    """One labelled page: what was read, and how good that is."""

    gold: GoldPage
    specification: Specification
    score: PageScore


def read_labels(location: str) -> Iterator[GoldPage]:
    """The labels at *location*: JSON lines, plain or compressed with gzip or xz."""
    number = 0
    with opened(location) as stream:
        try:
            while line := stream.readline():
                stream.allowance = MAX_BYTES  # of each line, not of all
                number += 1
                if line.strip():
                    yield msgspec.convert(_stated(json.loads(line)), GoldPage)
        except Damage as damage:
            raise InputError(f"cannot read {location}: {damage}") from damage
        except (ValueError, RecursionError) as error:
            raise InputError(f"line {number} of {location} is no label: {error}") from error


def _stated(line: Any) -> Any:
    """*line* without what it leaves open: null is as good as nothing."""
    if not isinstance(line, dict):
        return line
    return {name: value for name, value in line.items() if value is not None}


class Labels:
    """Labels by the page that they belong to: by its id, else by its address."""

    def __init__(self, labels: Iterable[GoldPage]) -> None:
        self._by_name: dict[str, GoldPage] = {}
        for label in labels:
            name = label.id or label.url
            if not name:
                raise InputError("a label names its page by id or url; one has neither")
            if name in self._by_name:
                raise InputError(f"there are two labels for {name}")
            self._by_name[name] = label
        self.unused = set(self._by_name)
        """Labels whose page has not come."""

    def of(self, pages: Iterable[Page]) -> Iterator[tuple[GoldPage, Page]]:
        """Each of *pages* that has a label, with it."""
        for page in pages:
            name = next((each for each in (page.id, page.url) if each in self._by_name), None)
            if name is not None:
                self.unused.discard(name)
                label = self._by_name[name]
                site, category = label.site or page.site, label.category or page.category
                yield replace(label, id=name, site=site, category=category), page


def measure(
    labelled: Iterable[tuple[GoldPage, Page]], extract: Callable[[Document], Specification]
) -> Iterator[Measured]:
    """Each labelled page, read by *extract* and scored."""
    for gold, page in labelled:
        document = parse(page)
        specification = extract(document)
        yield Measured(gold, specification, score_page(gold, document, predictions(specification)))


def fields_of(
    measured: Iterable[Measured], names: Sequence[str] = ()
) -> tuple[tuple[FieldScore, ...], tuple[FieldError, ...]]:
    """The scores of fields on the pages whose labels speak of fields, and every mistake.

    Scored are the fields called *names*, or else those that any label has.
    """
    truth, answers = {}, {}
    for number, each in enumerate(measured):
        if each.gold.fields is not None:
            page = f"{number} {each.gold.url or each.gold.id}"
            truth[page] = each.gold.fields
            answers[page] = {field.name: field.value for field in each.specification.fields}
    known = {name for labels in truth.values() for name in labels}
    order = [*SCORED_FIELDS, *sorted(known.difference(SCORED_FIELDS))]
    return score_fields(answers, truth, names or [name for name in order if name in known])
