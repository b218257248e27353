"""Fields of open and of blind sites, counted apart."""

import json
import lzma

import pytest
from click.testing import CliRunner

from benchmarks.data import Part
from benchmarks.fields.command import fields
from benchmarks.fields.unmarked import unmarked_pages

OFFER = '{"@type": "Product", "name": "Borea C1", "gtin": "4006381333931", "sku": "B-1"}'
HTML = f'<script type="application/ld+json">{OFFER}</script><h1>Borea C1</h1>'


@pytest.fixture
def call(tmp_path):
    (tmp_path / "specs").mkdir()
    labels = {"modern": {"gtin": ["4006381333931"], "sku": ["X"]}, "real": {"name": ["Borea C1"]}}
    for name, truth in labels.items():
        path = tmp_path / "specs" / f"{name}.jsonl.xz"
        with lzma.open(path, "wt", encoding="utf-8") as stream:
            for site in ("shop.example", "one.example"):
                line = {"id": site, "site": site, "html": HTML, "fragments": [], "fields": truth}
                stream.write(json.dumps(line) + "\n")
    return lambda *given: CliRunner().invoke(fields, ["--data", str(tmp_path), *given])


def test_a_set_without_any_label_of_a_field_says_nothing_of_it(call):
    rows = [json.loads(line) for line in call("--json").stdout.splitlines()]
    found = {(row["field"], row["part"]): row["f1"] for row in rows}
    assert found["gtin", "open"] == found["gtin", "blind"] == 1.0
    assert found["name", "open"] == found["name", "blind"] == 1.0
    assert found["sku", "blind"] == 0.0
    assert found["sku", "difference"] == 0.0


def test_mistakes_are_listed_of_open_sites_only(call):
    assert call("--errors", "9").stdout.count("for X") == 1
    refused = call("--errors", "9", "--part", "blind")
    assert refused.exit_code == 2
    assert "of blind sites only totals are printed" in refused.output
    assert call("--part", "open").exit_code == 0


SHOWN = """<html><head><meta property="og:title" content="x"><title>Borea C1</title>
<script type="application/ld+json">{"@type": "Product", "name": "Borea C1",
"offers": {"price": "19.90", "priceCurrency": "EUR"}}</script></head>
<body itemscope itemtype="https://schema.org/Product"><h1 itemprop="name">Borea C1</h1>
<meta itemprop="sku" content="B-1"> behind <p class="price">24,90 \u20ac</p>
<button>Add to cart</button>"""


@pytest.fixture
def unmarked(tmp_path):
    (tmp_path / "specs").mkdir()
    for name in ("modern", "real", "wcxb"):
        with lzma.open(tmp_path / "specs" / f"{name}.jsonl.xz", "wt", encoding="utf-8") as stream:
            if name == "real":
                for site in ("shop.example", "one.example"):
                    line = {"id": site, "site": site, "html": SHOWN, "fields": {"name": ["C1"]}}
                    stream.write(json.dumps(line) + "\n")
    return tmp_path


def test_pages_without_their_markup_are_labelled_by_it(unmarked):
    (gold,) = unmarked_pages(unmarked, "all", [Part.OPEN])
    assert gold.fields["price"] == ("19.90",)
    assert gold.fields["name"] == ("C1",)
    assert not any(word in gold.html for word in ("ld+json", "og:title", "itemprop", "B-1"))
    assert " behind " in gold.html
    (gold,) = unmarked_pages(unmarked, "attributes", [Part.OPEN])
    assert "ld+json" in gold.html
    assert "itemprop" not in gold.html


def test_looks_are_taken_out_with_all_markup(unmarked):
    (gold,) = unmarked_pages(unmarked, "headings", [Part.OPEN])
    assert "<div>Borea C1</div>" in gold.html
    assert "ld+json" not in gold.html
    assert 'class="price"' in gold.html
    (gold,) = unmarked_pages(unmarked, "class-names", [Part.OPEN])
    assert "<h1>Borea C1</h1>" in gold.html
    assert "price" not in gold.html
    assert '<p class="x' in gold.html


def test_only_fields_with_a_truth_are_counted_on_pages_without_markup(unmarked):
    given = ["--data", str(unmarked), "--unmarked", "--json"]
    rows = [json.loads(line) for line in CliRunner().invoke(fields, given).stdout.splitlines()]
    found = {(row["field"], row["part"]): row["f1"] for row in rows}
    assert found["currency", "open"] == found["currency", "blind"] == 1.0
    assert found["price", "open"] == 0.0
    listed = CliRunner().invoke(fields, [*given[:-1], "--errors", "9"])
    assert "24.90 for 19.90" in listed.stdout
