"""Products as they are searched and counted: a row each, their values and words, and facets.

None of it is a record: it is made of the products when they are put into a store, and of what
stands there when a category was joined. ``search.py`` asks it.
"""

import json
import sqlite3
from collections.abc import Iterable, Iterator
from itertools import islice
from math import isfinite
from typing import Any

from specdex.money import amount
from specdex.records import Claim, Product
from specdex.runs.schema import transaction
from specdex.runs.tables import table_of
from specdex.text import letters_and_digits
from specdex.urls import host

__all__ = ["BETWEEN", "count_facets", "enter", "fill"]

BETWEEN = " | "
"""What stands between the parts of a list."""
LONGEST = 60
"""Signs of a term that others may share."""
LONGEST_AMOUNT = 9
"""Digits of an amount without a unit."""
TERMS = 40
"""The commonest terms of an attribute that are counted."""
BINS = 24
TAIL = 0.01
"""The share of amounts at either end that share one bin with what is beside them."""
BATCH = 500

Row = tuple[Any, ...]


def enter(connection: sqlite3.Connection, products: Iterable[Product]) -> None:
    """Let *products* stand in the catalogue as they are now; of one that comes twice the last."""
    products = tuple({each.id: each for each in products}.values())
    run, every = connection.execute, connection.executemany
    asked = "SELECT name, unit FROM attributes WHERE category = ?"
    units = {
        (category, name): unit
        for category in {each.category for each in products}
        for name, unit in run(asked, (category,))
    }
    values: list[Row] = []
    texts: list[Row] = []
    every("DELETE FROM catalogue WHERE product = ?", [(each.id,) for each in products])
    for each in products:
        number = run(
            "INSERT INTO catalogue VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", _row(each)
        ).lastrowid
        said = {(attribute, term): rest for attribute, term, *rest in _values(each, units)}
        values += [(number, *key, each.category, *rest) for key, rest in said.items()]
        texts.append((number, _words(each)))
    every("INSERT INTO catalogue_values VALUES (?, ?, ?, ?, ?, ?)", values)
    every("INSERT INTO catalogue_search (rowid, words) VALUES (?, ?)", texts)


def fill(connection: sqlite3.Connection) -> None:
    """Enter what an earlier version kept, if nothing is entered yet."""
    run, table = connection.execute, table_of(Product)
    empty = "SELECT EXISTS (SELECT 1 FROM products) AND NOT EXISTS (SELECT 1 FROM catalogue)"
    if not run(empty).fetchone()[0]:
        return
    with transaction(connection):
        kept: Iterator[Row] = iter(run(table.select) if run(empty).fetchone()[0] else ())
        while found := [table.record(row) for row in islice(kept, BATCH)]:
            enter(connection, found)
        for (category,) in run("SELECT DISTINCT category FROM catalogue").fetchall():
            count_facets(connection, category)


def _row(product: Product) -> Row:
    prices = [(_amount(each.price), each.currency) for each in product.offers]
    price, currency = min((each for each in prices if each[0]), default=(None, None))
    return (
        product.id,
        product.category,
        product.title,
        product.model,
        len(product.urls),
        len(_sites(product)),
        len(product.claims),
        len({each.attribute for each in product.disputed}),
        price,
        currency,
    )


def _sites(product: Product) -> set[str]:
    return {host(url) or url for url in product.urls}


def _amount(price: str) -> float:
    try:
        found = float(price or 0)
    except ValueError:
        found = float(amount(price) or 0)
    return found if isfinite(found) else 0.0


def _values(product: Product, units: dict[tuple[str, str], str]) -> Iterator[Row]:
    """Attribute, term, amount and how it is printed; the shops are values of no attribute."""
    for claim in product.claims:
        said = claim.normal or claim.value
        number = _number(claim)
        if number is not None and units.get((product.category, claim.attribute)) in {
            None,
            claim.unit,
        }:
            yield claim.attribute, "", number, claim.value
            continue
        for term in said.split(BETWEEN):
            if term and len(term) <= LONGEST:
                yield claim.attribute, term, None, claim.value if term == said else term
    yield from (("", site, None, site) for site in _sites(product))


def _number(claim: Claim) -> float | None:
    """The amount that *claim* states; a long row of digits is a code, and none."""
    digits = claim.normal.lstrip("-").partition(".")[0]
    if not digits[:1].isdigit() or (len(digits) > LONGEST_AMOUNT and not claim.unit):
        return None
    try:
        found = float(claim.normal)
    except ValueError:
        return None
    return found if isfinite(found) else None


def _words(product: Product) -> str:
    """All that a product is found by: numbers also as they are typed without their signs."""
    ids = [each.partition(":")[2] for each in product.ids]
    joined = [letters_and_digits(each) for each in ids]
    return " ".join([product.title, *ids, *joined, *(each.value for each in product.claims)])


def count_facets(connection: sqlite3.Connection, category: str) -> None:
    """Count anew how the values of *category* are spread: terms, and amounts in bins."""
    run = connection.execute
    run("DELETE FROM facets WHERE category = ?", (category,))
    counted = run(
        """SELECT attribute, count(DISTINCT number), count(amount) FROM catalogue_values
        WHERE category = ? GROUP BY attribute""",
        (category,),
    ).fetchall()
    for attribute, products, amounts in counted:
        measured = amounts * 2 > products
        terms = [] if measured else _terms(connection, category, attribute)
        bins = _bins(connection, category, attribute) if measured else []
        run(
            "INSERT INTO facets VALUES (?, ?, ?, ?, ?)",
            (category, attribute, products, json.dumps(terms), json.dumps(bins)),
        )


def _terms(connection: sqlite3.Connection, category: str, attribute: str) -> list[Row]:
    """The commonest terms, as one product prints each, with how many have it."""
    query = """SELECT term, (
        SELECT printed FROM catalogue_values AS v
        WHERE v.number = found.number AND v.attribute = :attribute AND v.term = found.term
    ), products FROM (
        SELECT term, min(number) AS number, count(*) AS products FROM catalogue_values
        WHERE category = :category AND attribute = :attribute AND term != ''
        GROUP BY term ORDER BY products DESC, term LIMIT :most
    ) AS found"""
    given = {"category": category, "attribute": attribute, "most": TERMS}
    return connection.execute(query, given).fetchall()


def _bins(connection: sqlite3.Connection, category: str, attribute: str) -> list[Row]:
    """From, to and how many: bins of one width between the tails, which the outer ones hold."""
    query = """SELECT amount FROM catalogue_values
    WHERE category = ? AND attribute = ? AND term = '' ORDER BY amount"""
    found = [row[0] for row in connection.execute(query, (category, attribute))]
    least, greatest = found[int(len(found) * TAIL)], found[-1 - int(len(found) * TAIL)]
    width = (greatest - least) / BINS
    if not width:
        return [(found[0], found[-1], len(found))]
    counts = [0] * BINS
    for each in found:
        counts[max(0, min(BINS - 1, int((each - least) / width)))] += 1
    edges = [found[0], *(least + width * each for each in range(1, BINS)), found[-1]]
    return [(edges[each], edges[each + 1], count) for each, count in enumerate(counts)]
