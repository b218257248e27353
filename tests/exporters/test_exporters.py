import csv
import io
import json
import sys
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from zyte_common_items import Product

from specdex.errors import MissingExtra
from specdex.exporters import tables
from specdex.exporters.lines import JsonLdExporter, JsonLinesExporter, ZyteExporter
from specdex.exporters.tables import (
    COLUMNS,
    CsvExporter,
    ParquetExporter,
    guarded,
    rows,
    unguarded,
)
from specdex.records import Field, Fragment, FragmentKind, Pair, Specification, extract_line
from specdex.testing import SPECIFICATION, ExporterContract

BARE = Specification("https://a.example/")


def with_fields(**fields):
    return replace(SPECIFICATION, fields=tuple(Field(*each) for each in fields.items()))


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


class TestCsvExporter(ExporterContract):
    def make_exporter(self):
        return CsvExporter()

    def test_there_is_a_row_for_every_pair(self):
        found = list(csv.reader(io.StringIO(self.export(SPECIFICATION, BARE), newline="")))
        assert tuple(found[0]) == COLUMNS
        assert [[*map(unguarded, row[:5]), float(row[5])] for row in found[1:]] == [
            list(row) for row in rows(SPECIFICATION)
        ]

    def test_no_cell_is_a_formula_to_a_spreadsheet(self):
        risky = ["=1+1", "+1", "-5", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "\uff1d1", "'quoted"]
        text = self.export(with_pairs(*((cell, cell) for cell in risky)))
        found = list(csv.reader(io.StringIO(text, newline="")))
        assert [row[3:5] for row in found[1:]] == [["'" + cell] * 2 for cell in risky]

    def test_there_is_one_header_however_often_it_is_appended_to(self):
        stream = io.StringIO(newline="")
        for _ in range(2):
            CsvExporter().write([SPECIFICATION], stream)
        assert stream.getvalue().count("site,url") == 1

    @given(cells=st.lists(st.tuples(st.text(), st.text()), max_size=5))
    def test_every_cell_can_be_restored(self, cells):
        text = self.export(with_pairs(*cells))
        found = list(csv.reader(io.StringIO(text, newline=""), strict=True))
        assert [tuple(map(unguarded, row[3:5])) for row in found[1:]] == cells

    @given(cell=st.text())
    def test_a_guarded_cell_never_begins_like_a_formula(self, cell):
        assert not guarded(cell).startswith(("=", "+", "-", "@", "\t", "\r", "\n"))
        assert unguarded(guarded(cell)) == cell


class TestParquetExporter(ExporterContract):
    def make_exporter(self):
        return ParquetExporter()

    def test_it_holds_the_flat_table(self, monkeypatch):
        pq = pytest.importorskip("pyarrow.parquet")
        monkeypatch.setattr(tables, "ROW_GROUP", 3)
        many = [replace(SPECIFICATION, url=f"https://a.example/{n}") for n in range(4)]
        file = pq.ParquetFile(io.BytesIO(self.export(*many)))
        assert file.num_row_groups == 3
        table = file.read()
        assert tuple(table.column_names) == COLUMNS
        assert [tuple(row.values()) for row in table.to_pylist()] == [
            row for each in many for row in rows(each)
        ]

    def test_without_pyarrow_it_names_the_extra(self, monkeypatch):
        monkeypatch.setitem(sys.modules, "pyarrow", None)
        with pytest.raises(MissingExtra, match=r"specdex\[analytics\]"):
            self.export(SPECIFICATION)


class TestJsonLdExporter(ExporterContract):
    def make_exporter(self):
        return JsonLdExporter()

    def test_a_line_is_a_schema_org_product(self):
        (line,) = self.export(SPECIFICATION).splitlines()
        assert json.loads(line) == {
            "@context": "https://schema.org",
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
                },
                {"@type": "PropertyValue", "name": "Größe", "value": SPECIFICATION.pairs[1].value},
            ],
        }

    def test_what_is_not_known_is_left_out(self):
        assert json.loads(self.export(BARE)) == {
            "@context": "https://schema.org",
            "@type": "Product",
            "url": BARE.url,
        }


class TestZyteExporter(ExporterContract):
    def make_exporter(self):
        return ZyteExporter()

    def product(self, specification):
        product = Product.from_dict(json.loads(self.export(specification)))
        assert not product._unknown_fields_dict  # noqa: SLF001 - their only way to tell
        return product

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
