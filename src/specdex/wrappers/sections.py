"""Couples of names and values that a site prints in one way, gathered over its pages."""

import re
from collections import Counter
from dataclasses import dataclass, field
from typing import NamedTuple, Self

from specdex.groups import by_key
from specdex.html import Document
from specdex.wrappers.spots import Part
from specdex.wrappers.survey import Couple, Survey

__all__ = ["Believed", "Row", "Section", "sections_of"]

TRANSPARENT = frozenset({"tbody", "thead", "tfoot", "tr", "center", "font"})
"""What stands between a container and its rows without meaning."""
ROW_CELLS = 3
"""An element with more couples than this is no row but holds rows."""
PATH_LEVELS = 5
"""How many elements above its container tell a section from another."""
UNSTABLE = re.compile(r"\d")
"""An id with a digit may be another one on the next page."""
STABLE = 0.2
"""The share of pages that a class with a digit stands on at least, to tell sections apart."""


class Row(NamedTuple):
    """A couple on a page, in words."""

    page: int
    couple: Couple
    container: int
    """The node that holds it and its neighbours."""
    name: str
    """As it is compared."""
    value: str

    @classmethod
    def of(cls, survey: Survey, couple: Couple, container: int) -> Self:
        """The row that *couple* is."""
        page, name = survey.spots[couple.name].page, survey.name_at(couple.name)
        return cls(page, couple, container, name, survey.folded[couple.value])


@dataclass(slots=True)
class Section:
    """All rows of a site that stand in the same kind of container in the same way."""

    signature: str
    rows: list[Row] = field(default_factory=list)

    @property
    def pages(self) -> set[int]:
        """The pages it stands on."""
        return {row.page for row in self.rows}

    @property
    def couples(self) -> list[Couple]:
        """Its names and values, as spots of the survey."""
        return [row.couple for row in self.rows]


@dataclass(frozen=True, slots=True)
class Believed:
    """A section, and how much it is believed to be specification, from 0 to 1."""

    section: Section
    belief: float


def sections_of(survey: Survey) -> list[Section]:
    """The sections of a site, those with the most rows first."""
    found: dict[str, Section] = {}
    looks = _stable_looks(survey)
    for page, couples in enumerate(survey.couples):
        shelf = _Shelf(survey, page, looks)
        for couple in couples:
            container, signature = shelf.place(couple)
            section = found.setdefault(signature, Section(signature))
            section.rows.append(Row.of(survey, couple, container))
    parts = [part for section in found.values() for part in _parted(section)]
    return sorted(parts, key=lambda each: (-len(each.rows), each.signature))


def _stable_looks(survey: Survey) -> frozenset[str]:
    """The classes that are not made anew for each page."""
    pages: Counter[str] = Counter()
    for document in survey.documents:
        pages.update(set(document.classes) - {""})
    least = STABLE * len(survey.documents)
    return frozenset(
        look for look, count in pages.items() if count >= least or not UNSTABLE.search(look)
    )


def _parted(section: Section) -> list[Section]:
    """The section in parts whose containers share no name: a price box is no specification."""
    left = by_key(((row.page, row.container), row) for row in section.rows)
    holders = by_key((row.name, (row.page, row.container)) for row in section.rows)
    parts: list[Section] = []
    for place in tuple(left):
        waiting, rows = [place], list[Row]()
        while waiting:
            for row in left.pop(waiting.pop(), ()):
                rows.append(row)
                also = holders.pop(row.name, [])
                # twice on one page is no habit of the site
                waiting += also if len({page for page, _ in also}) > 1 else []
        if rows:
            parts.append(Section(section.signature, sorted(rows)))
    return parts


class _Shelf:
    """Where the couples of one page stand."""

    def __init__(self, survey: Survey, page: int, looks: frozenset[str]) -> None:
        self.document: Document = survey.documents[page]
        self.looks = looks
        self.survey = survey
        self.paths: dict[int, str] = {}
        spots = survey.spots
        self.crowds = Counter(self._row(couple) for couple in survey.couples[page])
        self.labels = {spots[couple.name].node for couple in survey.couples[page]}

    def _row(self, couple: Couple) -> int:
        spot = self.survey.spots[couple.name]
        return spot.node if spot.part is Part.LABEL else self.document.parent[spot.node]

    def place(self, couple: Couple) -> tuple[int, str]:
        """The container of *couple*, and what its section is told by."""
        document, row = self.document, self._row(couple)
        spot = self.survey.spots[couple.name]
        container = row
        if document.tag[row] != "dl" and self.crowds[row] <= self._most(spot.part):
            container = document.parent[row]
            while document.tag[container] in TRANSPARENT and document.parent[container] > 0:
                container = document.parent[container]
        steps = [spot.part.value]
        if spot.part is Part.WHOLE:
            steps.append(f"{document.tag[spot.node]}{self._nth(spot.node)}")
        at = row
        while at > container:
            steps.append(document.tag[at])
            at = document.parent[at]
        return container, "/".join((*steps, "", self.path(container)))

    def _most(self, part: Part) -> int:
        return 1 if part is Part.LABEL else ROW_CELLS

    def _nth(self, node: int) -> int:
        document = self.document
        before = range(document.parent[node] + 1, node)
        if self.crowds[document.parent[node]] > ROW_CELLS:
            return 0
        return sum(
            document.parent[each] == document.parent[node]
            and document.tag[each] == document.tag[node]
            for each in before
        )

    def path(self, node: int) -> str:
        """The tags, classes and ids of *node* and the elements above it."""
        known = self.paths.get(node)
        if known is None:
            steps, at = list[str](), node
            while at > 0 and len(steps) < PATH_LEVELS:
                steps.append(self._step(at))
                at = self.document.parent[at]
            known = self.paths[node] = "/".join(steps)
        return known

    def _step(self, node: int) -> str:
        look = self.document.attribute(node, "class")
        name = self.document.attribute(node, "id")
        look = look if look in self.looks else ""
        name = "" if UNSTABLE.search(name) else name
        return f"{self.document.tag[node]}.{look}#{name}"
