import json
import lzma

import pytest
from click.testing import CliRunner

from benchmarks.listings.command import listings as bench_listings
from specdex.cli.listings import listings


@pytest.fixture
def page(shop, tmp_path):
    path = tmp_path / "category.html"
    path.write_text(shop.page(f'<div class="grid">{shop.cards(9)}</div>'), encoding="utf-8")
    return path


def call(command, *arguments):
    return CliRunner().invoke(command, list(map(str, arguments)), standalone_mode=False)


def test_a_line_per_page_comes_out(page):
    result = call(listings, page)
    assert result.return_value == 0
    (line,) = map(json.loads, result.stdout.splitlines())
    assert len(line["records"]) == 9
    assert line["regions"][0]["records"] == 9


@pytest.mark.parametrize("reader", ["light", "mdr"])
def test_the_other_methods_run_by_name(page, reader):
    (line,) = map(json.loads, call(listings, page, "--reader", reader).stdout.splitlines())
    assert line["reader"] == reader
    assert len(line["records"]) == 9


def test_a_page_with_no_records_gives_the_reason(tmp_path):
    path = tmp_path / "text.html"
    path.write_text("<p>Nothing to buy here.</p>", encoding="utf-8")
    result = call(listings, path)
    assert result.return_value == 1
    (line,) = map(json.loads, result.stdout.splitlines())
    assert line["records"] == []
    assert line["reason"]


def test_a_web_address_needs_the_browser():
    result = call(listings, "http://shop.example/")
    assert "--rendered" in str(result.exception)


def test_the_bench_scores_labelled_pages(shop, tmp_path):
    (tmp_path / "listings").mkdir()
    html = shop.page(f'<div class="grid">{shop.cards(9)}</div>')
    records = [f"/html/body/main/div/div[{n}]" for n in range(1, 10)]
    fields = [{"name": shop.name(n), "price": f"${10 + n}.99"} for n in range(9)]
    line = {
        "id": "1",
        "site": "shop.example",
        "url": "http://shop.example/c",
        "html": html,
        "regions": [{"records": records, "fields": fields}],
    }
    with lzma.open(tmp_path / "listings" / "shops.jsonl.xz", "wt", encoding="utf-8") as stream:
        stream.write(json.dumps(line) + "\n")
    how = ("--data", tmp_path, "--set", "shops", "--reader", "offers", "--shipped")
    (row,) = map(json.loads, call(bench_listings, *how, "--json").stdout.splitlines())
    assert row["precision"] == row["recall"] == row["pages_exact"] == row["price_accuracy"] == 1.0
    assert "100.00%" in call(bench_listings, *how, "--per-page").stdout
