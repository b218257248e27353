"""Fields of open and of blind sites, counted apart."""

import json
import lzma

import pytest
from click.testing import CliRunner

from benchmarks.fields.command import fields

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
