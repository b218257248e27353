"""A product's page: what each shop prints, with its place, and who is believed."""

import pytest

from specdex.records import (
    Attribute,
    Claim,
    Correspondence,
    Fragment,
    FragmentKind,
    Match,
    Pair,
    Product,
    Specification,
)
from specdex.runs import SqliteStore
from specdex.runs.matrix import attributes, matches_within, matrix, named, product, variants

A, B = "https://a.example/1", "https://b.example/1"


def page(url, *pairs):
    made = tuple(Pair(name, value, xpath=f"/td[{n}]") for n, (name, value) in enumerate(pairs))
    fragments = (Fragment("/table", FragmentKind.TABLE, made),)
    return Specification(url, site=url.split("/")[2], category="kettle", fragments=fragments)


KETTLE = Product(
    "p1",
    "Kettle",
    "kettle",
    urls=(A, B),
    claims=(Claim("Colour", "red", (A, B)), Claim("Power", "2 kW", (A,))),
    disputed=(Claim("Power", "1 kW", (B,), 0.4),),
    model="m",
)


@pytest.fixture
def store(tmp_path):
    with SqliteStore(tmp_path / "specdex.db") as made:
        made.add(
            [
                page(A, ("Colour", "red"), ("Power", "2 kW")),
                page(B, ("Farbe", "rot"), ("Leistung", "1 kW"), ("Leistung", "1000 W")),
                Correspondence("b.example", "Leistung", "Power", 0.9, "kettle"),
                Correspondence("a.example", "Power", "Power", 1.0, "kettle"),
                Correspondence("c.example", "power", "Power", 0.8, "kettle"),
                Correspondence("b.example", "Farbe", "Colour", 0.9, "kettle"),
                Correspondence("b.example", "Leistung", "Power", 0.9, "tractor"),
                Match(A, B, 0.9, "mpn KX-1", "kettle"),
                Match(A, "https://c.example/1", 0.9, "", "kettle"),
                KETTLE,
                Product("p2", "Kettle, blue", "kettle", model="m"),
                *(Attribute(f"n{n:03}", pages=n // 2, category="kettle") for n in range(70)),
                Attribute("Power", "Leistung", "number", "W", pages=99, category="kettle"),
            ]
        )
        yield made


def test_each_cell_has_its_value_name_place_and_whether_it_is_believed(store):
    found = matrix(store, product(store, "p1"))
    assert [each.url for each in found.pages] == [A, B]
    power, colour = found.lines
    assert (power.attribute, power.claim.value, power.lost[0].value) == ("Power", "2 kW", "1 kW")
    (mine,), theirs = power.cells
    assert (mine.name, mine.value, mine.xpath, mine.believed) == ("Power", "2 kW", "/td[1]", True)
    assert [(each.name, each.value, each.xpath, each.believed) for each in theirs] == [
        ("Leistung", "1 kW", "/td[1]", False),
        ("Leistung", "1000 W", "/td[2]", False),
    ]
    assert [[each.value for each in cell] for cell in colour.cells] == [["red"], ["rot"]]
    assert colour.lost == ()


def test_why_it_is_one_product_and_what_else_there_is_of_its_model(store):
    assert [(each.other, each.evidence) for each in matches_within(store, KETTLE.urls)] == [
        (B, "mpn KX-1")
    ]
    assert [each.title for each in variants(store, KETTLE)] == ["Kettle, blue"]
    assert product(store, "nothing") is None


def test_attributes_come_by_pages_and_are_found_by_name_or_title(store):
    first, after = attributes(store, "kettle")
    rest, end = attributes(store, "kettle", after=after)
    assert first[0].name == "Power"
    assert len({each.name for each in first + rest}) == 71
    assert end == ""
    assert [each.name for each in attributes(store, "kettle", "leist")[0]] == ["Power"]
    assert attributes(store, "tractor") == ([], "")


def test_an_attribute_has_its_wordings_with_their_sites(store):
    found = named(store, "kettle", "Power")
    assert [(each.name, [by.site for by in each.sites]) for each in found] == [
        ("Power", ["a.example", "c.example"]),
        ("Leistung", ["b.example"]),
    ]
