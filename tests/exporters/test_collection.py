import pytest

from specdex.exporters.collection import BEFORE, BEHIND, Collection, Layout, tables_of
from specdex.records import (
    Attribute,
    Claim,
    Correspondence,
    Fragment,
    FragmentKind,
    Pair,
    Product,
    SiteOffer,
    Specification,
)

ONE, TWO = "https://a.example/k1", "https://b.example/p/7"
KETTLE = Product(
    "k1",
    "Kettle K1",
    "kettle",
    ("gtin:4006381333931", "mpn:K-1", "model:K-1", "sku:77"),
    (ONE, TWO),
    (
        Claim("Brand", "Acme", (ONE, TWO)),
        Claim("Power", "2200 W", (ONE,), 0.9),
        Claim("Weight", "1,2 kg", (ONE, TWO), 0.8),
        Claim("EAN", "4006381333931", (ONE,)),
        Claim("Wireless", "no", (ONE,), 0.4),
    ),
    (Claim("Power", "2000 W", (TWO,), 0.1),),
    "family",
    (SiteOffer("a.example", ONE, "39,00", "EUR", "InStock", "2026-01-02"),),
)
LAMP = Product(
    "l1", "=Lamp", "", (), (TWO,), (Claim("Weight", "900 g", (TWO,)), Claim("id", "7", (TWO,)))
)
PAGE = Specification(
    TWO,
    site="b.example",
    fragments=(
        Fragment(
            "/html/table",
            FragmentKind.TABLE,
            (
                Pair("Gewicht", "1.2 kg", xpath="/html/table/tr[1]/td"),
                Pair("Leistung", "2000 W", xpath="/html/table/tr[2]/td"),
            ),
        ),
    ),
)
COLLECTION = Collection(
    lambda: iter((KETTLE, LAMP)),
    {TWO: PAGE}.get,
    (Attribute("Weight", "Weight", "number", "g", ("900", "1050", "1200"), 2, 2, "kettle"),),
    (
        Correspondence("b.example", "Gewicht", "Weight"),
        Correspondence("b.example", "Leistung", "Power"),
    ),
)


def table(name, collection=COLLECTION, most=60):
    made = tables_of(collection, Layout(collection, most), [name])[0]
    return [dict(zip(made.columns, row, strict=True)) for row in made.rows()]


def test_a_product_is_a_row_and_an_attribute_a_column_with_its_unit():
    kettle, lamp = table("products")
    assert list(kettle) == [
        *BEFORE,
        *("Brand", "Weight (g)", "Power (W)", "Wireless", "id (2)"),
        *BEHIND,
    ]
    assert kettle == {
        "Title": "Kettle K1",
        "Lowest price": 39.0,
        "Highest price": 39.0,
        "Currency": "EUR",
        "Shops": 2,
        "GTIN": "4006381333931",
        "MPN": "K-1",
        "Model": None,
        "Brand": "Acme",
        "Weight (g)": 1200,
        "Power (W)": 2200,
        "Wireless": "no",
        "id (2)": None,
        "More": None,
        "SKU": "77",
        "Category": "kettle",
        "Variants": "family",
        "Id": "k1",
        "Addresses": f"{ONE} {TWO}",
    }
    assert (lamp["Weight (g)"], lamp["Power (W)"], lamp["id (2)"]) == (900, None, 7)


def test_the_brand_has_one_column_whatever_shops_call_it():
    brands = [("Brand name", "Acme"), ("Brand", "Brewa"), ("Marke", "Brewa")]
    made = [
        Product(f"k{number}", "Kettle", claims=(Claim(name, value),), urls=(ONE,))
        for number, (name, value) in enumerate(brands)
    ]
    both = Product("k9", "Kettle", claims=(Claim("Brand", "Acme"), Claim("Marke", "Brewa")))
    rows = table("products", Collection(lambda: iter((*made, both))))
    assert [name for name in rows[0] if name not in {*BEFORE, *BEHIND}] == ["Brand"]
    assert [row["Brand"] for row in rows] == ["Acme", "Brewa", "Brewa", "Acme"]
    assert [row["More"] for row in rows] == [None, None, None, "Marke: Brewa"]


def test_a_page_without_an_address_counts_as_a_shop_of_its_own():
    saved = Product("k2", "Kettle", urls=("file:///a.html", "file:///b.html", ONE))
    alone = Collection(lambda: iter((saved,)), {}.get)
    (row,) = tables_of(alone, Layout(alone), ["products"])[0].rows()
    assert row[BEFORE.index("Shops")] == 3


def test_columns_are_few_and_the_rest_stands_together():
    kettle, lamp = table("products", most=2)
    assert list(kettle)[len(BEFORE) : -len(BEHIND)] == ["Brand", "Weight (g)"]
    assert kettle["More"] == "Power: 2200 W; Wireless: no"
    assert lamp["More"] == "id: 7"


def test_an_identifier_that_is_no_id_of_the_product_is_not_lost():
    odd = Product("o", ids=("gtin:4006381333931",), claims=(Claim("EAN", "see box"),))
    many = [KETTLE, *(Product(f"{n}", ids=KETTLE.ids, claims=KETTLE.claims) for n in range(5)), odd]
    rows = table("products", Collection(lambda: iter(many)))
    assert "EAN" not in rows[0]
    assert [row["More"] for row in rows] == [None] * 6 + ["EAN: see box"]


def test_a_column_is_of_numbers_only_where_all_its_values_are():
    mixed = Product("m", claims=(Claim("Weight", "heavy"),))
    for products, typed in (((KETTLE, LAMP), True), ((KETTLE, LAMP, mixed), False)):
        collection = Collection(
            lambda given=products: iter(given), attributes=COLLECTION.attributes
        )
        made = tables_of(collection, Layout(collection), ["products"])[0]
        assert ("Weight (g)" in made.numbers) is typed


def test_every_value_tells_its_page_and_place():
    rows = table("sources")
    assert len(rows) == 10
    by = {(row["product"], row["attribute"], row["url"]): row for row in rows}
    weight = by["k1", "Weight", TWO]
    assert weight == {
        "product": "k1",
        "title": "Kettle K1",
        "attribute": "Weight",
        "value": "1.2 kg",
        "normal": "1.2",
        "unit": "kg",
        "confidence": 0.8,
        "believed": "yes",
        "site": "b.example",
        "url": TWO,
        "name": "Gewicht",
        "xpath": "/html/table/tr[1]/td",
    }
    lost = by["k1", "Power", TWO]
    assert (lost["believed"], lost["xpath"]) == ("no", "/html/table/tr[2]/td")
    unknown = by["k1", "Power", ONE]
    assert (unknown["site"], unknown["value"], unknown["xpath"]) == ("a.example", "2200 W", None)


def test_claims_offers_and_attributes_are_tables_of_their_own():
    assert [row["pages"] for row in table("claims")[:2]] == [2, 1]
    assert table("offers")[0]["amount"] == 39.0
    weight = next(row for row in table("attributes") if row["name"] == "Weight")
    assert (weight["products"], weight["sites"], weight["spread"]) == (2, 2, "900; 1050; 1200")


def test_attributes_of_one_title_stay_apart():
    two = (Attribute("w1", "Weight"), Attribute("w2", "weight"))
    product = Product("p", claims=(Claim("w1", "a"), Claim("w2", "b")))
    row = table("products", Collection(lambda: iter((product,)), attributes=two))[0]
    assert (row["Weight"], row["weight (2)"]) == ("a", "b")


def test_nothing_joined_is_a_header_without_rows():
    assert table("products", Collection(lambda: iter(()))) == []


@pytest.mark.parametrize("name", ["products", "sources", "claims", "offers", "attributes"])
def test_rows_are_as_long_as_their_header_and_typed_as_promised(name):
    made = tables_of(COLLECTION, Layout(COLLECTION), [name])[0]
    assert len(set(made.columns)) == len(made.columns)
    assert made.numbers <= set(made.columns)
    for row in made.rows():
        for column, cell in zip(made.columns, row, strict=True):
            if column in made.numbers:
                assert cell is None or isinstance(cell, (int, float))
