"""Products are found by words, by values and by shop, and counted by what they have.

Whatever is asked, a bounded part of the catalogue is looked at: of more than ``MOST`` products
that fit, so many are ordered and counted, and it is said that there are more.
"""
# ruff: noqa: S608 - the SQL is made of our own words; what is asked for is a parameter

import json
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import prod
from typing import Any, NamedTuple

from specdex.runs.stores import SqliteStore
from specdex.text import words

__all__ = ["MOST", "Choice", "Entry", "Found", "Term", "categories", "entries", "facets", "find"]

MOST = 500
"""Products that are ordered and counted at once."""
FEW = 20_000
"""Of a value that so many products have at most, all of them may be looked at."""
SHORT = 2
"""Letters from which on a word may be the beginning of another."""
FACETS = 16
PAGE = 40
SAYS = "catalogue_search MATCH :words"
BY_WORDS = "catalogue_search CROSS JOIN catalogue AS c ON c.number = catalogue_search.rowid"
COLUMNS = "product, title, model, pages, shops, attributes, disputed, price, currency, c.number"


class Choice(NamedTuple):
    """A value that products must have: a term, or an amount between two others."""

    attribute: str
    """Empty for the shop."""
    term: str = ""
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True, slots=True)
class Entry:
    """A product in a list."""

    id: str
    title: str
    model: str
    pages: int
    shops: int
    attributes: int
    disputed: int
    """Attributes that shops contradict each other on."""
    price: float | None
    """The lowest."""
    currency: str | None
    number: int
    """Its place in the catalogue."""


class Term(NamedTuple):
    """A value, as it is compared and as it is printed, and how many products have it."""

    term: str
    printed: str
    products: int


class Bin(NamedTuple):
    """How many products lie between two amounts."""

    low: float
    high: float
    products: int


@dataclass(frozen=True, slots=True)
class Facet:
    """How the values of an attribute are spread: over terms, or over amounts."""

    attribute: str
    """Empty for the shops."""
    title: str
    unit: str
    products: int
    terms: tuple[Term, ...] = ()
    bins: tuple[Bin, ...] = ()


@dataclass(frozen=True, slots=True)
class Found:
    """What a search came to."""

    entries: tuple[Entry, ...]
    total: int
    more: bool = False
    """Whether there are more than are counted."""
    after: str = ""
    """Where the next page begins; empty where there is none."""
    facets: tuple[Facet, ...] = ()


def find(
    store: SqliteStore,
    category: str,
    text: str = "",
    choices: Sequence[Choice] = (),
    after: str = "",
) -> Found:
    """Products of *category* with all words of *text* and all *choices*, a page from *after* on.

    The last word may be unfinished. Those that are called so come first, then those that most
    shops sell.
    """
    known = facets(store, category)
    if not text.strip() and not choices:
        page, behind = _listed(store, category, after)
        total = next((each.products for each in known if not each.attribute), len(page))
        return Found(page, total, after=behind, facets=_shown(known))
    kept = _matching(store, category, text, choices)
    more, kept = len(kept) > MOST, kept[:MOST]
    asked = words(text)
    kept.sort(key=lambda each: (not _called(each, asked), -each.shops, each.number))
    numbers = [each.number for each in kept]
    start = numbers.index(int(after)) + 1 if after.isdecimal() and int(after) in numbers else 0
    page = tuple(kept[start : start + PAGE])
    behind = str(page[-1].number) if start + PAGE < len(kept) else ""
    counted = tuple(each for each in _counted(store, _shown(known), numbers) if each.products)
    return Found(page, len(kept), more, behind, counted)


def categories(store: SqliteStore) -> tuple[str, ...]:
    """The categories that there are products of, the largest first."""
    query = "SELECT category FROM facets WHERE attribute = '' ORDER BY products DESC, category"
    return tuple(name for (name,) in store.rows(query))


def entries(store: SqliteStore, ids: Iterable[str]) -> list[Entry]:
    """The products with *ids*, in a list."""
    query = f"""SELECT {COLUMNS} FROM catalogue AS c
    WHERE product IN (SELECT value FROM json_each(:ids)) ORDER BY shops DESC, number"""
    return [Entry(*row) for row in store.rows(query, {"ids": json.dumps(list(ids))})]


def facets(store: SqliteStore, category: str) -> list[Facet]:
    """How the values of *category* were spread when it was joined: what most products say first."""
    query = """SELECT f.attribute, coalesce(nullif(a.title, ''), f.attribute), coalesce(a.unit, ''),
        f.products, f.terms, f.bins
    FROM facets AS f LEFT JOIN attributes AS a ON a.category = f.category AND a.name = f.attribute
    WHERE f.category = :category
    ORDER BY f.attribute != '', f.products DESC, f.attribute LIMIT 60"""
    return [
        Facet(
            name,
            title,
            unit,
            products,
            tuple(Term(*each) for each in json.loads(terms)),
            tuple(Bin(*each) for each in json.loads(bins)),
        )
        for name, title, unit, products, terms, bins in store.rows(query, {"category": category})
    ]


def _shown(known: Iterable[Facet]) -> tuple[Facet, ...]:
    """Those of *known* by which products can be told apart."""
    useful = [
        each
        for each in known
        if len(each.bins) > 1 or (len(each.terms) > 1 and each.terms[0].products > 1)
    ]
    return tuple(useful[:FACETS])


def _listed(store: SqliteStore, category: str, after: str) -> tuple[tuple[Entry, ...], str]:
    """All products, those of most shops first."""
    shops, _, number = after.partition("-")
    last = (int(shops), int(number)) if shops.isdecimal() and number.isdecimal() else (1 << 40, 0)
    query = f"""SELECT {COLUMNS} FROM catalogue AS c
    WHERE category = :category AND shops <= :shops AND (shops < :shops OR number > :number)
    ORDER BY shops DESC, number LIMIT {PAGE + 1}"""
    given = {"category": category, "shops": last[0], "number": last[1]}
    rows = [Entry(*row) for row in store.rows(query, given)]
    page = tuple(rows[:PAGE])
    return page, f"{page[-1].shops}-{page[-1].number}" if len(rows) > PAGE else ""


def _matching(
    store: SqliteStore, category: str, text: str, choices: Sequence[Choice]
) -> list[Entry]:
    """Up to one more than ``MOST`` products that fit."""
    given: dict[str, Any] = {"category": category}
    having = [_having(number, each, given) for number, each in enumerate(choices)]
    source = _few(store, given, having)
    tests = [] if source else [f"EXISTS ({each} AND v.number = c.number)" for each in having]
    order = "ORDER BY shops DESC, c.number"
    if text.strip():
        # all of them, those of some length also as beginnings
        asked = [f'"{each}"{"*" * (len(each) >= SHORT)}' for each in words(text)]
        given["words"] = " AND ".join(asked)
        if not asked:
            return []
        if source:
            tests.append(f"c.number IN (SELECT rowid FROM catalogue_search WHERE {SAYS})")
        else:
            source, order = BY_WORDS, ""
            tests.append(SAYS)
    source = source or "catalogue AS c INDEXED BY catalogue_by_shops"
    query = f"""SELECT {COLUMNS} FROM {source}
    WHERE {" AND ".join(["c.category = :category", *tests])} {order} LIMIT {MOST + 1}"""
    return [Entry(*row) for row in store.rows(query, given)]


def _having(number: int, choice: Choice, given: dict[str, Any]) -> str:
    """The products that have the *number*-th choice."""
    given |= {f"a{number}": choice.attribute, f"t{number}": choice.term}
    bounds = {} if choice.term else {">=": choice.low, "<=": choice.high}
    tests = ""
    for at, (sign, bound) in enumerate(bounds.items()):
        if bound is not None:
            given[f"b{number}_{at}"] = bound
            tests += f" AND v.amount {sign} :b{number}_{at}"
    return f"""SELECT v.number FROM catalogue_values AS v WHERE v.category = :category
        AND v.attribute = :a{number} AND v.term = :t{number}{tests}"""


def _few(store: SqliteStore, given: Mapping[str, Any], having: Sequence[str]) -> str:
    """Where to begin: at the choice of fewest products, unless most that are looked at fit all."""
    counted = sorted(
        (store.rows(f"SELECT count(*) FROM ({each} LIMIT {FEW + 1})", given)[0][0], each)
        for each in having
    )
    few, first = counted[0] if counted else (FEW + 1, "")
    if few > FEW or _looked_at(store, given, [count for count, _ in counted]) < few:
        return ""
    rest = "".join(f" AND v.number IN ({each})" for _, each in counted[1:])
    return f"({first}{rest}) AS h JOIN catalogue AS c ON c.number = h.number"


def _looked_at(store: SqliteStore, given: Mapping[str, Any], counts: Sequence[int]) -> float:
    """How many products are looked at, in order, until there are enough that fit all choices."""
    query = "SELECT products FROM facets WHERE category = :category AND attribute = ''"
    total = next((each for (each,) in store.rows(query, given)), 0) or 1
    share = prod(min(1.0, count / total) for count in counts)
    return min(total, MOST / share) if share else total


def _called(entry: Entry, asked: Sequence[str]) -> bool:
    """Whether the title has all words that were *asked* for, or their beginnings."""
    title = f" {' '.join(words(entry.title))}"
    return all(f" {each}" in title for each in asked)


def _counted(store: SqliteStore, known: Iterable[Facet], numbers: Sequence[int]) -> Iterator[Facet]:
    """*known* facets, counted among the products with *numbers*."""
    query = """SELECT attribute, term, amount, count(*) FROM catalogue_values
    WHERE number IN (SELECT value FROM json_each(:numbers)) GROUP BY attribute, term, amount"""
    terms: dict[str, Counter[str]] = {}
    amounts: dict[str, list[tuple[float, int]]] = {}
    for attribute, term, amount, count in store.rows(query, {"numbers": json.dumps(numbers)}):
        if amount is None:
            terms.setdefault(attribute, Counter())[term] = count
        else:
            amounts.setdefault(attribute, []).append((amount, count))
    for each in known:
        if each.bins:
            yield _binned(each, amounts.get(each.attribute, ()))
        else:
            found = terms.get(each.attribute, Counter())
            printed = {term: printed for term, printed, _ in each.terms}
            kept = (Term(term, printed.get(term, term), n) for term, n in found.most_common(40))
            yield replace(each, products=found.total(), terms=tuple(kept))


def _binned(facet: Facet, amounts: Iterable[tuple[float, int]]) -> Facet:
    counts = [0] * len(facet.bins)
    highs = [each.high for each in facet.bins[:-1]]
    for amount, count in amounts:
        counts[bisect_right(highs, amount)] += count
    bins = (each._replace(products=n) for each, n in zip(facet.bins, counts, strict=True))
    return replace(facet, products=sum(counts), bins=tuple(bins))
