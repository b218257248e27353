"""Statistics of a collection: a run's specifications, or files of them."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from specdex.errors import InputError
from specdex.identifiers import gtin14
from specdex.linkage import product_ids
from specdex.linkage.identifiers import comparable
from specdex.page_sources.streams import text_of
from specdex.pipeline.export import BELONGING, Scope, specifications_at
from specdex.records import Failure, Specification
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

__all__ = ["id_list", "statistics"]

SHARED = frozenset({"gtin", "mpn", "model"})
"""Kinds of ids that several sites use; a sku is a shop's own."""
UNKNOWN = "unknown"
"""The category of specifications that say none."""

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
    scope: Scope = BELONGING,
) -> Statistics:
    """The statistics of what *scope* means of the collection at *locations*.

    *against* are other collections, *ids* product ids; how many of either the collection covers
    is told, by category for a collection.
    """
    failures: list[Failure] = []

    def surveyed(places: Iterable[str]) -> Survey:
        survey = Survey()
        for each in specifications_at(places, scope):
            advance()
            if isinstance(each, Failure):
                failures.append(each)
            else:
                survey.add(_described(each))
        return survey

    survey, other = surveyed(locations), surveyed(against)
    wanted: dict[str, set[str]] = {}
    for category, known in other.fullest.items():
        wanted.setdefault(ALL, set()).update(known)
        if category != UNKNOWN:
            wanted.setdefault(category, set()).update(known)
    listed = set(ids)
    if listed:
        wanted.setdefault(ALL, set()).update(listed)
    return Statistics(tuple(survey.categories()), tuple(overlaps(survey, wanted)), tuple(failures))


def id_list(path: Path) -> set[str]:
    """The product ids in a text file, one a line, as they are compared."""
    lines = text_of(path).splitlines()
    found = {gtin14(line.strip()) or letters_and_digits(line) for line in lines} - {""}
    if not found:
        raise InputError(f"{path} holds no product ids")
    return found


def _described(specification: Specification) -> Described:
    known = (each for each in product_ids(specification) if each.kind in SHARED)
    return Described(
        host(f"http://{specification.site}") or host(specification.url),
        specification.category or UNKNOWN,
        tuple(pair.name for pair in specification.pairs),
        frozenset(plain for each in known if (plain := comparable(each))),
    )
