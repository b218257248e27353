"""Statistics of a collection: a run's specifications, or files of them."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from specdex.errors import InputError
from specdex.identifiers import gtin14
from specdex.linkage import product_ids
from specdex.linkage.identifiers import comparable
from specdex.page_sources.compression import Damage
from specdex.page_sources.streams import opened
from specdex.pipeline.pages import is_run
from specdex.records import (
    Failure,
    Fragment,
    FragmentKind,
    PageKind,
    Pair,
    Specification,
    StoredPage,
    specification_from_line,
)
from specdex.runs import RunFolder
from specdex.statistics.collection import (
    ALL,
    CategoryStatistics,
    Described,
    Overlap,
    Survey,
    overlaps,
)
from specdex.text import letters_and_digits
from specdex.urls import host

__all__ = ["Statistics", "collected", "id_list", "statistics"]

SHARED = frozenset({"gtin", "mpn", "model"})
"""Kinds of ids that several sites use; a sku is a shop's own."""
UNKNOWN = "unknown"
"""The category of specifications that say none."""
MAX_LINE = 64 << 20
"""Bytes of a line."""
BROKEN = (ValueError, InputError, AttributeError, TypeError, LookupError, RecursionError)

Advance = Callable[[], None]


@dataclass(frozen=True, slots=True)
class Statistics:
    """What a collection holds, and how it overlaps with others."""

    categories: tuple[CategoryStatistics, ...] = ()
    overlaps: tuple[Overlap, ...] = ()
    """Of the ids that were asked for, how many the collection has."""
    failures: tuple[Failure, ...] = ()

    def lines(self) -> Iterator[dict[str, Any]]:
        """JSON lines, one a category."""
        covered = {each.category: each.line() for each in self.overlaps}
        for each in self.categories:
            overlap = covered.pop(each.category, None)
            yield {**each.line(), **({"overlap": overlap} if overlap else {})}
        for category, overlap in covered.items():
            yield {"category": category, "overlap": overlap}


def statistics(
    locations: Iterable[str],
    against: Iterable[str] = (),
    ids: Iterable[str] = (),
    advance: Advance = lambda: None,
) -> Statistics:
    """The statistics of the collection at *locations*.

    *against* are other collections, *ids* product ids; how many of either the collection covers
    is told, by category for a collection.
    """
    failures: list[Failure] = []
    survey = _survey(locations, failures, advance)
    wanted: dict[str, set[str]] = {}
    other = _survey(against, failures, advance)
    for category, known in other.fullest.items():
        wanted.setdefault(ALL, set()).update(known)
        if category != UNKNOWN:
            wanted.setdefault(category, set()).update(known)
    listed = set(ids)
    if listed:
        wanted.setdefault(ALL, set()).update(listed)
    return Statistics(tuple(survey.categories()), tuple(overlaps(survey, wanted)), tuple(failures))


def collected(locations: Iterable[str]) -> Iterator[Specification | Failure]:
    """The specifications in run folders and in files, compressed or not, of JSON lines.

    A line is what ``specdex extract`` printed, or has ``site``, ``category`` and ``attributes``:
    names with a value or a list of values.
    """
    for location in locations:
        if is_run(location):
            yield from _run(Path(location))
        else:
            yield from _file(location)


def _run(path: Path) -> Iterator[Specification]:
    """The specifications of a run; what a page was crawled for is its category."""
    with RunFolder(path, create=False) as run:
        pages = run.store.read(StoredPage, kind=PageKind.PRODUCT)
        crawled_for = {page.url: page.category for page in pages if page.category}
        for each in run.store.read(Specification):
            yield replace(each, category=each.category or crawled_for.get(each.url, ""))


def id_list(path: Path) -> set[str]:
    """The product ids in a text file, one a line, as they are compared."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"cannot read {path}: {error}") from error
    found = {_plain(line) for line in text.splitlines()} - {""}
    if not found:
        raise InputError(f"{path} holds no product ids")
    return found


def _plain(text: str) -> str:
    return gtin14(text.strip()) or letters_and_digits(text)


def _survey(locations: Iterable[str], failures: list[Failure], advance: Advance) -> Survey:
    survey = Survey()
    for each in collected(locations):
        advance()
        if isinstance(each, Failure):
            failures.append(each)
        else:
            survey.add(_described(each))
    return survey


def _described(specification: Specification) -> Described:
    known = (each for each in product_ids(specification) if each.kind in SHARED)
    return Described(
        host(f"http://{specification.site}") or host(specification.url),
        specification.category or UNKNOWN,
        tuple(pair.name for pair in specification.pairs),
        frozenset(plain for each in known if (plain := comparable(each))),
    )


def _file(location: str) -> Iterator[Specification | Failure]:
    with opened(location) as stream:
        number = 0
        while True:
            number += 1
            try:
                stream.allowance = MAX_LINE
                line = stream.readline()
            except Damage as damage:
                yield Failure(location, "read", f"line {number} of {location}: {damage}")
                return
            if not line:
                return
            if line.strip():
                yield _specification(location, number, line)


def _specification(location: str, number: int, line: bytes) -> Specification | Failure:
    try:
        data = json.loads(line)
        attributes = data.get("attributes")
        if isinstance(attributes, dict):
            return _from_attributes(data, attributes)
        return specification_from_line(data)
    except BROKEN as error:
        sentence = f"line {number} of {location} is no specification: {error}"
        return Failure(location, "read", sentence)


def _from_attributes(data: Mapping[str, Any], attributes: Mapping[str, Any]) -> Specification:
    pairs = tuple(
        Pair(str(name), str(value))
        for name, values in attributes.items()
        for value in (values if isinstance(values, list) else [values])
    )
    return Specification(
        str(data.get("url") or data.get("id") or ""),
        site=str(data.get("site") or ""),
        category=str(data.get("category") or ""),
        title=str(data.get("title") or ""),
        fragments=(Fragment("", FragmentKind.TABLE, pairs),),
    )
