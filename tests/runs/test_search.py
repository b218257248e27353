"""Products are found by what people type and choose, however many there are."""

import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from specdex.records import Attribute, Claim, Product, SiteOffer
from specdex.runs import SqliteStore
from specdex.runs.search import MOST, PAGE, Choice, Term, entries, facets, find

OLD = Path(__file__).with_name("version-1.sql").read_text(encoding="utf-8")


def product(number, *claims, shops=1, **more):
    urls = tuple(f"https://shop{each}.example/{number}" for each in range(shops))
    return Product(
        f"p{number}", f"Kettle KX-{number}", "kettle", (f"mpn:KX-{number}",), urls, claims, **more
    )


def colour(name):
    return Claim("Colour", name.title(), normal=name)


def power(watts):
    return Claim("Power", f"{watts / 1000:g} kW", normal=str(watts), unit="W")


PRODUCTS = [
    product(1, colour("red"), power(1000), shops=2),
    product(2, colour("red"), power(2000), shops=3),
    product(3, colour("blue"), power(3000)),
    product(4, Claim("Features", "Timer, Lid", normal="lid | timer")),
    Product("t1", "Red tractor", "tractor", claims=(colour("red"),)),
]


@pytest.fixture
def store(tmp_path):
    with SqliteStore(tmp_path / "specdex.db") as made:
        made.add([Attribute("Power", "Power", "number", "W", category="kettle"), *PRODUCTS])
        made.count_facets("kettle")
        yield made


def ids(found):
    return [each.id for each in found.entries]


def facet(found, attribute):
    return next(each for each in found.facets if each.attribute == attribute)


def test_all_products_of_a_category_those_of_most_shops_first(store):
    found = find(store, "kettle")
    assert ids(found) == ["p2", "p1", "p3", "p4"]
    assert (found.total, found.more, found.after) == (4, False, "")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("ket", ["p2", "p1", "p3", "p4"]),
        ("kx-3", ["p3"]),
        ("KX3", ["p3"]),
        ("red kettle", ["p2", "p1"]),
        ("timer", ["p4"]),
        ("tractor", []),
        ('" OR *', []),
        ("-", []),
    ],
)
def test_words_are_found_in_names_numbers_and_values(store, text, expected):
    assert ids(find(store, "kettle", text)) == expected


def test_what_is_called_so_comes_before_what_only_says_so(store):
    store.add([replace(product(9, shops=5), claims=(Claim("Sold with", "KX-3"),))])
    assert ids(find(store, "kettle", "KX 3")) == ["p3", "p9"]


def test_terms_amounts_and_shops_are_chosen_together(store):
    red = Choice("Colour", "red")
    assert ids(find(store, "kettle", choices=[red])) == ["p2", "p1"]
    assert ids(find(store, "kettle", choices=[red, Choice("Power", low=1500)])) == ["p2"]
    assert ids(find(store, "kettle", choices=[Choice("Power", low=1000, high=2000)])) == [
        "p2",
        "p1",
    ]
    assert ids(find(store, "kettle", choices=[Choice("", "shop2.example")])) == ["p2"]
    assert ids(find(store, "kettle", "kx-1", [red])) == ["p1"]
    assert ids(find(store, "kettle", choices=[Choice("Features", "lid")])) == ["p4"]


def test_facets_count_terms_as_printed_and_amounts_in_bins(store):
    found = find(store, "kettle")
    assert facet(found, "Colour").terms == (Term("red", "Red", 2), Term("blue", "Blue", 1))
    bins = facet(found, "Power").bins
    assert (bins[0].low, bins[-1].high, sum(each.products for each in bins)) == (1000, 3000, 3)
    assert facet(found, "").terms[0].term == "shop0.example"
    narrower = find(store, "kettle", choices=[Choice("Power", low=1500)])
    assert [(each.term, each.products) for each in facet(narrower, "Colour").terms] == [
        ("blue", 1),
        ("red", 1),
    ]
    assert sum(each.products for each in facet(narrower, "Power").bins) == 2


def test_an_amount_in_another_unit_is_a_term(store):
    odd = Claim("Power", "3 lm", normal="3", unit="lm")
    store.add([replace(PRODUCTS[2], claims=(odd,))])
    assert ids(find(store, "kettle", choices=[Choice("Power", low=0)])) == ["p2", "p1"]
    assert ids(find(store, "kettle", choices=[Choice("Power", "3")])) == ["p3"]


def test_a_product_that_changes_or_goes_is_found_as_it_is_now(store):
    store.add([replace(PRODUCTS[0], title="Teapot", claims=(colour("green"),))])
    assert ids(find(store, "kettle", "teapot")) == ["p1"]
    assert ids(find(store, "kettle", choices=[Choice("Colour", "red")])) == ["p2"]
    store.replace(Product, {"category": "kettle"}, [PRODUCTS[1]])
    assert ids(find(store, "kettle")) == ["p2"]
    assert find(store, "kettle", "teapot").entries == ()
    kept = store.rows("SELECT (SELECT count(*) FROM catalogue_values WHERE category = 'kettle')")
    assert kept == [(5,)], "a colour, a power and three shops"


def test_pages_follow_each_other_without_gap_or_doublet(tmp_path):
    with SqliteStore(tmp_path / "specdex.db") as store:
        store.add(product(n, colour("red"), shops=1 + n % 3) for n in range(PAGE * 2 + 5))
        store.count_facets("kettle")
        for asked in ({}, {"text": "kettle"}, {"choices": [Choice("Colour", "red")]}):
            seen, after = [], ""
            for _ in range(3):
                found = find(store, "kettle", after=after, **asked)
                seen += found.entries
                after = found.after
            assert not after
            assert len({each.id for each in seen}) == len(seen) == found.total == PAGE * 2 + 5
            assert [each.shops for each in seen] == sorted((e.shops for e in seen), reverse=True)


def test_of_very_many_some_are_counted_and_it_is_said(tmp_path):
    with SqliteStore(tmp_path / "specdex.db") as store:
        store.add(product(n, colour("red")) for n in range(MOST + 5))
        store.count_facets("kettle")
        assert find(store, "kettle").total == MOST + 5
        for asked in ({"text": "kettle"}, {"choices": [Choice("Colour", "red")]}):
            found = find(store, "kettle", **asked)
            assert (found.total, found.more) == (MOST, True)


def test_a_list_shows_the_lowest_price_and_what_is_disputed(store):
    offers = tuple(SiteOffer("s", "u", price, "EUR") for price in ("1.299,00", "39", "", "free"))
    store.add([product(7, power(1), disputed=(power(2), power(3)), offers=offers)])
    (found,) = entries(store, ["p7"])
    assert (found.price, found.currency, found.attributes, found.disputed) == (39.0, "EUR", 1, 1)


def test_what_an_earlier_version_kept_is_found(tmp_path):
    path = tmp_path / "specdex.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(OLD)
    with SqliteStore(path, read_only=True) as store:
        assert ids(find(store, "kettle", "kx-100")) == ["p1"]
        assert {each.attribute for each in facets(store, "kettle")} == {"", "Power"}


@given(st.text(max_size=20))
@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
def test_whatever_is_typed_is_answered(store, text):
    assert find(store, "kettle", text).total <= 4
