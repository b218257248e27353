"""What people said of pages, as labels that ``score`` and training read (docs/labels.md)."""

from collections.abc import Iterator, Mapping
from typing import Any

from specdex.errors import StoreError
from specdex.extraction.structure import StructureReader
from specdex.html import Document, parse
from specdex.pipeline.extract import shipped
from specdex.records import (
    Candidate,
    Decision,
    DecisionKind,
    Fragment,
    FragmentKind,
    Pair,
    Specification,
    StoredPage,
)
from specdex.runs import Run

__all__ = ["labels"]

OF_PAGES = (DecisionKind.FRAGMENT, DecisionKind.NO_FRAGMENT, DecisionKind.WRONG)


def labels(run: Run) -> Iterator[dict[str, Any]]:
    """A label for each page of *run* of which a person said what is a specification on it.

    What was found there and nobody spoke of is doubtful: it counts neither for nor against; so
    are the pairs of a fragment with a wrong value, since the right one is not known.
    """
    said: dict[str, list[Decision]] = {}
    for each in run.store.read(Decision):
        if each.kind in OF_PAGES:
            said.setdefault(each.one, []).append(each)
    for url, decisions in said.items():
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
