"""The verb score: how well pages are read, by labels; and what people said, as such labels."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import msgspec

from specdex.errors import InputError, StoreError
from specdex.extraction.structure import StructureReader
from specdex.groups import by_key
from specdex.html import Document, parse
from specdex.page_sources.compression import Damage
from specdex.page_sources.streams import lines
from specdex.pipeline.extract import shipped
from specdex.records import (
    Candidate,
    Decision,
    DecisionKind,
    Fragment,
    FragmentKind,
    Page,
    Pair,
    Specification,
    StoredPage,
)
from specdex.runs import Run
from specdex.statistics.field_scores import SCORED_FIELDS, FieldError, FieldScore, score_fields
from specdex.statistics.page_scores import GoldPage, PageScore, predictions, score_page

__all__ = ["Labels", "Measured", "fields_of", "labels", "measure", "measure_page", "read_labels"]


@dataclass(frozen=True, slots=True)
class Measured:
    """One labelled page: what was read, and how good that is."""

    gold: GoldPage
    specification: Specification
    score: PageScore


def read_labels(location: str) -> Iterator[GoldPage]:
    """The labels at *location*: JSON lines, plain or compressed with gzip or xz."""
    for number, line in lines(location):
        if isinstance(line, Damage):
            raise InputError(f"cannot read {location}: {line}")
        try:
            yield msgspec.convert(_stated(json.loads(line)), GoldPage)
        except (ValueError, RecursionError) as error:
            raise InputError(f"line {number} of {location} is no label: {error}") from error


def _stated(line: Any) -> Any:
    """*line* without what it leaves open; a field's only value need not be a list."""
    if not isinstance(line, dict):
        return line
    said = {name: value for name, value in line.items() if value is not None}
    if "pairs" in said and "fragments" not in said:
        raise ValueError("its pairs belong into fragments: [{'xpath': …, 'pairs': […]}]")
    fields = said.get("fields")
    if isinstance(fields, dict):
        said["fields"] = {
            name: [value] if isinstance(value, str) else value for name, value in fields.items()
        }
    return said


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
        yield measure_page(gold, parse(page), extract)


def measure_page(
    gold: GoldPage, document: Document, extract: Callable[[Document], Specification]
) -> Measured:
    """One labelled page, parsed, as *extract* reads it, and scored."""
    specification = extract(document)
    return Measured(gold, specification, score_page(gold, document, predictions(specification)))


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


OF_PAGES = (DecisionKind.FRAGMENT, DecisionKind.NO_FRAGMENT, DecisionKind.WRONG)


def labels(run: Run) -> Iterator[dict[str, Any]]:
    """A label for each page of *run* of which a person said what is a specification on it.

    What was found there and nobody spoke of is doubtful: it counts neither for nor against; so
    are the pairs of a fragment with a wrong value, since the right one is not known.
    """
    said = (each for each in run.store.read(Decision) if each.kind in OF_PAGES)
    for url, decisions in by_key((each.one, each) for each in said).items():
        for stored in run.store.read(StoredPage, url=url):
            try:
                document = parse(run.load(stored))
            except StoreError:
                continue
            yield _label(document, stored, decisions)


def _label(document: Document, stored: StoredPage, decisions: list[Decision]) -> dict[str, Any]:
    specification = shipped().read(document)
    verdicts = {each.other: each.kind for each in decisions if each.kind is not DecisionKind.WRONG}
    wrong = {(each.other, each.value) for each in decisions if each.kind is DecisionKind.WRONG}
    fragments = [
        _fragment(each, verdicts.get(each.xpath), wrong)
        for each in specification.fragments
        if verdicts.get(each.xpath) is not DecisionKind.NO_FRAGMENT
    ]
    fragments += [
        _fragment(each, DecisionKind.FRAGMENT, wrong)
        for each in _added(document, specification, verdicts)
    ]
    return {
        "url": stored.url,
        "site": stored.site,
        "category": stored.category,
        "html": document.page.body.decode(document.page.encoding or "utf-8", "replace"),
        "fragments": fragments,
    }


def _fragment(
    fragment: Fragment, verdict: DecisionKind | None, wrong: set[tuple[str, str]]
) -> dict[str, Any]:
    said = [(pair.name, pair.value) for pair in fragment.pairs]
    right = [list(each) for each in said if each not in wrong]
    return {
        "xpath": fragment.xpath,
        "pairs": right,
        **({} if verdict else {"doubtful": True}),
        **({"pairs_doubtful": True} if len(right) < len(said) else {}),
    }


def _added(
    document: Document, specification: Specification, verdicts: Mapping[str, DecisionKind]
) -> Iterator[Fragment]:
    """What a person found and nobody else, with the pairs that are read there."""
    known = {each.xpath for each in specification.fragments}
    for xpath, verdict in verdicts.items():
        node = document.find(xpath)
        if verdict is DecisionKind.FRAGMENT and xpath not in known and node is not None:
            kind = FragmentKind.of(document.tag[node])
            pairs: tuple[Pair, ...] = tuple(StructureReader().read(document, Candidate(node, kind)))
            yield Fragment(xpath, kind, pairs)
