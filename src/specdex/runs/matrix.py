"""One product as its shops print it, attribute by attribute; and attributes as sites name them."""
# ruff: noqa: S608 - the SQL is made of our own words; what is asked for is a parameter

import json
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from specdex.groups import by_key
from specdex.records import Attribute, Claim, Correspondence, Match, Product, Specification
from specdex.runs.search import Entry, entries
from specdex.runs.stores import SqliteStore
from specdex.text import folded
from specdex.urls import host

__all__ = [
    "Cell",
    "Line",
    "Matrix",
    "Name",
    "attributes",
    "beside",
    "examples",
    "matches_within",
    "matrix",
    "meanings",
    "named",
    "pages_of",
    "product",
    "variants",
]

SHOPS = 24
"""Pages of a product that a matrix shows; the others are only counted."""
MATCHES = 200
VARIANTS = 40
PAGE = 60
LOOKED_AT = 8
"""Pages of a site that are looked at for an example."""


@dataclass(frozen=True, slots=True)
class Cell:
    """What a page prints for an attribute."""

    url: str
    name: str
    value: str
    xpath: str
    believed: bool


@dataclass(frozen=True, slots=True)
class Line:
    """An attribute of a product: what is believed, what lost, and what each page prints."""

    attribute: str
    claim: Claim | None
    lost: tuple[Claim, ...]
    cells: tuple[tuple[Cell, ...], ...]
    """For each page of the matrix; several where it prints it several times."""


@dataclass(frozen=True, slots=True)
class Matrix:
    """The attributes of a product by the pages that print them."""

    pages: tuple[Specification, ...]
    lines: tuple[Line, ...]
    hidden: int = 0
    """Pages that are not shown."""


def product(store: SqliteStore, name: str) -> Product | None:
    """The product with that id, if there is one."""
    return next(store.read(Product, id=name), None)


def pages_of(store: SqliteStore, urls: Iterable[str]) -> list[Specification]:
    """What the pages *urls* say, in that order; those that are gone are left out."""
    return [each for url in urls for each in store.read(Specification, url=url)]


def matrix(store: SqliteStore, found: Product) -> Matrix:
    """The attributes of a product by pages; what shops contradict each other on comes first."""
    pages = pages_of(store, found.urls[:SHOPS])
    _, printed = _printed(store, found.category, pages)
    lost = by_key((each.attribute, each) for each in found.disputed)
    lines = [
        Line(name, claim, tuple(lost.get(name, ())), _cells(folded(name), printed, claim.urls))
        for claim in sorted(found.claims, key=lambda each: each.attribute not in lost)
        for name in (claim.attribute,)
    ]
    return Matrix(tuple(pages), tuple(lines), max(0, len(found.urls) - SHOPS))


def meanings(store: SqliteStore, category: str, sites: Iterable[str]) -> list[Correspondence]:
    """What the names of *sites* mean."""
    rest = "WHERE category = :category AND site IN (SELECT value FROM json_each(:sites))"
    given = {"category": category, "sites": json.dumps(sorted(sites))}
    return store.found(Correspondence, rest, given)


Printed = dict[str, list[tuple[str, str, str, str]]]
"""Address, name, value and XPath of what a page prints, by attribute as they are compared."""


def _printed(
    store: SqliteStore, category: str, pages: Sequence[Specification]
) -> tuple[list[Correspondence], list[Printed]]:
    """What the names on *pages* mean, and what each page prints."""
    known = meanings(store, category, {each.site or host(each.url) for each in pages})
    means = {(each.site, folded(each.name)): each.attribute for each in known}
    printed: list[Printed] = [defaultdict(list) for _ in pages]
    for page, found in zip(pages, printed, strict=True):
        for pair in page.pairs:
            meant = means.get((page.site or host(page.url), folded(pair.name)), pair.name)
            found[folded(meant)].append((page.url, pair.name, pair.value, pair.xpath))
    return known, printed


def _cells(
    name: str, printed: Iterable[Printed], believed: Collection[str]
) -> tuple[tuple[Cell, ...], ...]:
    """What each page prints for the attribute called *name*; some pages are *believed*."""
    said = (page.get(name, ()) for page in printed)
    return tuple(tuple(Cell(*each, each[0] in believed) for each in cells) for cells in said)


def beside(
    store: SqliteStore, category: str, pages: Sequence[Specification]
) -> list[tuple[str, tuple[tuple[Cell, ...], ...]]]:
    """What each of *pages* prints, by attribute: those that all of them print first."""
    known, printed = _printed(store, category, pages)
    titles = {name: told[0][1] for said in reversed(printed) for name, told in said.items()}
    titles |= {folded(each.attribute): each.attribute for each in known}
    names = dict.fromkeys(name for said in printed for name in said)
    every = {page.url for page in pages}
    lines = [(titles[name], _cells(name, printed, every)) for name in names]
    return sorted(lines, key=lambda line: -sum(map(bool, line[1])))


def examples(store: SqliteStore, category: str, site: str, name: str, most: int = 3) -> list[Cell]:
    """Where some pages of *site* print *name*."""
    rest = f"WHERE site = :site AND category = :category LIMIT {LOOKED_AT}"
    found: dict[str, Cell] = {}
    for page in store.found(Specification, rest, {"site": site, "category": category}):
        for pair in page.pairs:
            if folded(pair.name) == folded(name):
                cell = Cell(page.url, pair.name, pair.value, pair.xpath, believed=True)
                found.setdefault(pair.value, cell)
        if len(found) >= most:
            break
    return list(found.values())[:most]


def matches_within(store: SqliteStore, urls: Iterable[str]) -> list[Match]:
    """Which of the pages *urls* were found to show one product, and why: the surest first."""
    rest = f"""WHERE one IN (SELECT value FROM json_each(:urls))
        AND other IN (SELECT value FROM json_each(:urls))
    ORDER BY confidence DESC, one, other LIMIT {MATCHES}"""
    return store.found(Match, rest, {"urls": json.dumps(list(urls))})


def variants(store: SqliteStore, found: Product) -> list[Entry]:
    """The other products of its model."""
    if not found.model:
        return []
    query = f"""SELECT id FROM products WHERE model = :model AND id != :id
    LIMIT {VARIANTS}"""
    ids = store.rows(query, {"model": found.model, "id": found.id})
    return entries(store, (name for (name,) in ids))


@dataclass(frozen=True, slots=True)
class Name:
    """A wording that means an attribute, and the sites that use it."""

    name: str
    sites: tuple[Correspondence, ...]


def attributes(
    store: SqliteStore, category: str, text: str = "", after: str = ""
) -> tuple[list[Attribute], str]:
    """The attributes of *category* that are called like *text*, those of most pages first.

    A page of them from *after* on, and where the next one begins.
    """
    pages, _, name = after.partition("-")
    rest = f"""WHERE category = :category AND pages <= :pages
        AND (pages < :pages OR name > :name) AND instr(lower(name || ' ' || title), :text) > 0
    ORDER BY pages DESC, name LIMIT {PAGE + 1}"""
    last = (int(pages), name) if pages.isdecimal() and len(pages) <= len(str(1 << 40)) else None
    given: dict[str, str | int] = {"category": category, "text": text.lower()}
    given |= {"pages": last[0], "name": last[1]} if last else {"pages": 1 << 40, "name": ""}
    found = store.found(Attribute, rest, given)
    shown = found[:PAGE]
    return shown, f"{shown[-1].pages}-{shown[-1].name}" if len(found) > PAGE else ""


def named(store: SqliteStore, category: str, attribute: str) -> list[Name]:
    """How sites name *attribute*: the wording of most sites first."""
    rest = "WHERE category = :category AND attribute = :attribute"
    found = store.found(Correspondence, rest, {"category": category, "attribute": attribute})
    by_wording = by_key((folded(each.name), each) for each in found)
    names = (
        Name(same[0].name, tuple(sorted(same, key=lambda each: each.site)))
        for same in by_wording.values()
    )
    return sorted(names, key=lambda each: (-len(each.sites), each.name))
