import json
import lzma

import pytest
from click.testing import CliRunner

from benchmarks.listings.changes import CHANGES, changed
from benchmarks.listings.command import listings
from benchmarks.listings.examples import listing_page
from benchmarks.listings.score import GoldListing, Labels, score_listing
from specdex.html import parse
from specdex.listings import OffersReader

SIZE = 9


@pytest.fixture
def gold(shop):
    records = [f"/html/body/main/div/div[{n}]" for n in range(1, SIZE + 1)]
    fields = [
        {"name": shop.name(n), "price": f"${10 + n}.99", "url": f"/p/{n}"} for n in range(SIZE)
    ]
    html = shop.page(f'<div class="grid">{shop.cards(SIZE)}</div>')
    regions = ({"records": records, "fields": fields},)
    return GoldListing("1", "shop.example", html, "http://shop.example/c", regions)


def laid(gold, way):
    (page,) = changed([gold], way)
    document = parse(listing_page(page))
    return page, document, Labels(page, document)


@pytest.mark.parametrize("way", CHANGES)
def test_no_change_loses_a_record_or_says_what_is_not_there(gold, way):
    _, document, labels = laid(gold, way)
    assert len(labels.elements) == (3 if way == "few" else SIZE)
    assert all(labels.hit(element) == n for n, (element,) in enumerate(labels.elements))
    if not way.startswith("named-by"):
        assert all(fields["name"] in document.text for fields in labels.fields)


@pytest.mark.parametrize("way", sorted({*CHANGES} - {"unpriced", "named-by-picture"}))
def test_records_are_found_however_they_are_printed(gold, way):
    page, document, _ = laid(gold, way)
    assert score_listing(page, document, OffersReader().read(document).offers).is_exact


def test_changes_do_what_they_are_called(gold):
    assert "$" not in laid(gold, "unpriced")[1].text
    assert not any(fields["price"] for fields in laid(gold, "unpriced")[2].fields)
    assert "$" not in laid(gold, "foreign")[1].text
    assert laid(gold, "foreign")[2].fields[0]["price"] == "10.99 QXR"
    assert laid(gold, "bare")[2].fields[1]["price"] == "11.99"
    assert "Sold out" in laid(gold, "sold")[1].text
    assert "<sup>99</sup>" in laid(gold, "cents")[0].html
    assert "class=" not in laid(gold, "classless")[0].html
    assert "</li>" not in laid(gold, "unclosed")[0].html.partition("grid")[2].partition("</main")[0]
    assert laid(gold, "table")[0].html.count("<tr") == SIZE
    assert laid(gold, "cells")[0].html.count("<tr") == 3
    assert laid(gold, "unaddressed")[0].url == ""
    for name in ("hashed", "rows", "banners", "shelves", "custom", "linked", "framed", "lazy"):
        assert laid(gold, name)[0].html != laid(gold, "as-is")[0].html, name


def test_pages_that_list_nothing_are_changed_as_a_whole(shop):
    page = GoldListing("2", "shop.example", shop.page("<h1>News</h1><p class='a'>Hello</p>"))
    assert not list(changed([page], "unpriced"))
    assert "<h1" not in next(changed([page], "unheaded")).html


def test_the_bench_reads_changed_pages(gold, tmp_path):
    (tmp_path / "listings").mkdir()
    line = {n: getattr(gold, n) for n in ("id", "site", "html", "url", "regions")}
    with lzma.open(tmp_path / "listings" / "shops.jsonl.xz", "wt", encoding="utf-8") as stream:
        stream.write(json.dumps(line) + "\n")
    how = ["--data", str(tmp_path), "--set", "shops", "--shipped", "--json", "--part", "open"]
    found = CliRunner().invoke(listings, [*how, "--changed", "cents"], standalone_mode=False)
    row = json.loads(found.stdout)
    assert (row["set"], row["recall"], row["price_accuracy"]) == ("cents", 1.0, 1.0)
    every = CliRunner().invoke(listings, [*how, "--changed", "all"], standalone_mode=False)
    assert [json.loads(each)["set"] for each in every.stdout.splitlines()] == list(CHANGES)
