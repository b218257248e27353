import io
import json
from dataclasses import replace

import pytest
from zyte_common_items import Product

from specdex.errors import InputError
from specdex.exporters.collection import Collection
from specdex.exporters.lines import JsonLdExporter, JsonLinesExporter, ZyteExporter
from specdex.exporters.tables import Table
from specdex.records import (
    Claim,
    Field,
    Fragment,
    FragmentKind,
    Pair,
    SiteOffer,
    Specification,
    extract_line,
    from_json,
)
from specdex.records import Product as Joined
from specdex.testing import SPECIFICATION, ExporterContract

BARE = Specification("https://a.example/")
JOINED = Joined(
    "k1",
    "Kettle K1",
    "kettle",
    ("gtin:4006381333931", "mpn:K-1", "sku:1", "sku:2"),
    ("https://a.example/k1", "https://b.example/k1"),
    (
        Claim("Brand", "Acme", ("https://a.example/k1",)),
        Claim("Weight", "1,2 kg", ("https://a.example/k1", "https://b.example/k1")),
    ),
    model="family",
    offers=(
        SiteOffer("a.example", "https://a.example/k1", "39,00", "EUR", "InStock"),
        SiteOffer("b.example", "https://b.example/k1", "41.5", "EUR", "soon"),
    ),
)
COLLECTION = Collection(lambda: iter((JOINED, Joined("bare"))))


def with_fields(**fields):
    return replace(SPECIFICATION, fields=tuple(Field(*each) for each in fields.items()))


WHOLE = with_fields(
    name="K1",
    price="39.00",
    currency="EUR",
    availability="InStock",
    image="https://a.example/k1.jpg",
    breadcrumbs="Kitchen > Kettles",
    description="Boils.",
)


def with_pairs(*pairs):
    fragment = Fragment("/html", FragmentKind.DL, tuple(Pair(*pair) for pair in pairs))
    return replace(BARE, fragments=(fragment,))


class TestJsonLinesExporter(ExporterContract):
    def make_exporter(self):
        return JsonLinesExporter()

    def test_a_line_is_what_extract_prints(self):
        text = self.export(SPECIFICATION, BARE)
        lines = text.splitlines()
        assert [json.loads(line) for line in lines] == [
            extract_line(SPECIFICATION),
            extract_line(BARE),
        ]
        assert "Größe" in text

    def test_a_product_is_a_line_with_all_its_fields(self):
        stream = io.StringIO()
        assert JsonLinesExporter().write_products(COLLECTION, stream) == 2
        first, second = map(json.loads, stream.getvalue().splitlines())
        assert from_json(Joined, first) == JOINED
        assert from_json(Joined, second) == Joined("bare")

    def test_a_row_is_an_object(self):
        stream = io.StringIO()
        table = Table("things", ("a", "b"), lambda: iter([("x", 1), (None, 2.5)]))
        assert JsonLinesExporter().write_tables([table], stream) == 2
        assert stream.getvalue() == '{"a":"x","b":1}\n{"a":null,"b":2.5}\n'


class TestJsonLdExporter(ExporterContract):
    def make_exporter(self):
        return JsonLdExporter()

    def test_all_fields_are_carried(self):
        (line,) = json.loads(self.export(replace(WHOLE, category="")))["@graph"]
        assert (line["image"], line["description"]) == ("https://a.example/k1.jpg", "Boils.")
        assert line["category"] == "Kitchen > Kettles"
        assert line["offers"]["availability"] == "https://schema.org/InStock"

    def test_products_are_one_document(self):
        stream = io.StringIO()
        assert JsonLdExporter().write_products(COLLECTION, stream) == 2
        document = json.loads(stream.getvalue())
        assert document["@context"] == "https://schema.org"
        kettle, bare = document["@graph"]
        assert bare == {"@type": "Product", "productID": "bare"}
        assert kettle["brand"] == {"@type": "Brand", "name": "Acme"}
        assert (kettle["gtin"], kettle["mpn"], kettle["sku"]) == (
            "4006381333931",
            "K-1",
            ["1", "2"],
        )
        assert kettle["isVariantOf"] == {"@type": "ProductGroup", "productGroupID": "family"}
        assert kettle["additionalProperty"][1] == {
            "@type": "PropertyValue",
            "name": "Weight",
            "value": 1.2,
            "unitText": "kg",
            "description": "1,2 kg",
            "subjectOf": ["https://a.example/k1", "https://b.example/k1"],
        }
        offers = kettle["offers"]
        assert (offers["lowPrice"], offers["highPrice"], offers["offerCount"]) == (39.0, 41.5, 2)
        assert offers["offers"][0] == {
            "@type": "Offer",
            "url": "https://a.example/k1",
            "seller": {"@type": "Organization", "name": "a.example"},
            "price": "39.00",
            "priceCurrency": "EUR",
            "availability": "https://schema.org/InStock",
        }
        with pytest.raises(InputError, match="cannot be appended"):
            JsonLdExporter().write_products(COLLECTION, stream)

    def test_what_schema_org_has_no_word_for_is_said_in_words_of_our_own(self):
        stream = io.StringIO()
        assert JsonLdExporter().write_lines("site", [{"site": "a.example"}], stream) == 1
        document = json.loads(stream.getvalue())
        assert document["@context"] == {"@vocab": "urn:specdex:"}
        assert document["@graph"] == [{"@type": "site", "site": "a.example"}]

    def test_pages_are_one_document_of_schema_org_products(self):
        document = json.loads(self.export(SPECIFICATION, BARE))
        assert document["@context"] == "https://schema.org"
        line, _ = document["@graph"]
        assert line == {
            "@type": "Product",
            "url": SPECIFICATION.url,
            "name": "Kettle K1",
            "category": "kettle",
            "brand": {"@type": "Brand", "name": "Acme"},
            "sku": "K-1",
            "gtin": "4006381333931",
            "offers": {"@type": "Offer", "price": "1299.00", "priceCurrency": "EUR"},
            "additionalProperty": [
                {
                    "@type": "PropertyValue",
                    "name": "Power",
                    "value": "2200 W",
                    "measurementTechnique": "structure",
                    "subjectOf": {"@type": "WebPageElement", "xpath": "/html/body/table/tr[1]/td"},
                },
                {
                    "@type": "PropertyValue",
                    "name": "Größe",
                    "value": SPECIFICATION.pairs[1].value,
                    "subjectOf": {"@type": "WebPageElement", "xpath": "/html/body/table/tr[2]/td"},
                },
            ],
        }

    def test_what_is_not_known_is_left_out(self):
        assert json.loads(self.export(BARE))["@graph"] == [{"@type": "Product", "url": BARE.url}]


class TestZyteExporter(ExporterContract):
    def make_exporter(self):
        return ZyteExporter()

    def product(self, specification):
        product = Product.from_dict(json.loads(self.export(specification)))
        assert not product._unknown_fields_dict  # noqa: SLF001 - their only way to tell
        return product

    def test_all_fields_are_carried(self):
        item = Product.from_dict(json.loads(self.export(WHOLE)))
        assert (item.availability, item.description) == ("InStock", "Boils.")
        assert item.mainImage.url == "https://a.example/k1.jpg"
        assert [step.name for step in item.breadcrumbs] == ["Kitchen", "Kettles"]

    def test_zyte_reads_it(self):
        product = self.product(SPECIFICATION)
        assert product.url == SPECIFICATION.url
        assert product.name == "Kettle K1"
        assert product.brand.name == "Acme"
        assert product.sku == "K-1"
        assert (product.gtin[0].type, product.gtin[0].value) == ("gtin13", "4006381333931")
        assert (product.price, product.currency) == ("1299.00", "EUR")
        assert [(each.name, each.value) for each in product.additionalProperties] == [
            (pair.name, pair.value) for pair in SPECIFICATION.pairs
        ]
        assert product.get_probability() == 1.0

    def test_a_model_is_a_property_since_zyte_has_no_word_for_it(self):
        properties = self.product(with_fields(model="K-1")).additionalProperties
        assert ("model", "K-1") in [(each.name, each.value) for each in properties]

    def test_products_that_were_joined_are_read_too(self):
        stream = io.StringIO()
        assert ZyteExporter().write_products(COLLECTION, stream) == 2
        kettle = Product.from_dict(json.loads(stream.getvalue().splitlines()[0]))
        assert (kettle.productId, kettle.brand.name, kettle.price) == ("k1", "Acme", "39.00")
        assert (kettle.gtin[0].value, kettle.mpn, kettle.sku) == ("4006381333931", "K-1", "1")
        assert kettle.additionalProperties[1].value == "1,2 kg"

    def test_a_bare_page_is_an_unlikely_product(self):
        product = self.product(BARE)
        assert product.get_probability() == 0.0
        assert product.name is None

    @pytest.mark.parametrize(
        ("fields", "expected"),
        [
            ({"price": "$1,234.50"}, ("1234.50", None, "$")),
            ({"price": "99,90", "currency": "CHF"}, ("99.90", "CHF", "CHF")),
            ({"price": "99 EUR"}, ("99", "EUR", "EUR")),
            ({"price": "on request", "currency": "EUR"}, (None, None, None)),
            ({}, (None, None, None)),
        ],
    )
    def test_prices_become_plain_numbers(self, fields, expected):
        product = self.product(with_fields(**fields))
        assert (product.price, product.currency, product.currencyRaw) == expected

    @pytest.mark.parametrize(
        ("printed", "kind"),
        [("96385074", "gtin8"), ("036000291452", "upc"), ("978-0-306-40615-7", "gtin13")],
    )
    def test_a_gtin_has_the_type_of_its_length(self, printed, kind):
        (gtin,) = self.product(with_fields(gtin=printed)).gtin
        assert gtin.type == kind
        assert gtin.value.isdecimal()

    @pytest.mark.parametrize("printed", ["12345", "n/a", "", "no. 4006381333931"])
    def test_what_is_no_gtin_is_left_out(self, printed):
        assert not self.product(with_fields(gtin=printed)).gtin

    def test_the_surer_of_two_fields_is_taken(self):
        fields = (Field("sku", "a", confidence=0.4), Field("sku", "b", confidence=0.9))
        assert self.product(replace(BARE, fields=fields)).sku == "b"

    def test_pairs_without_name_or_value_are_left_out(self):
        product = self.product(with_pairs(("", "x"), ("y", ""), ("a", "b")))
        assert [(each.name, each.value) for each in product.additionalProperties] == [("a", "b")]
