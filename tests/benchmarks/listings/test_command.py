import json
import lzma

from click.testing import CliRunner

from benchmarks.listings import command
from benchmarks.listings.command import listings


def call(*arguments):
    return CliRunner().invoke(listings, list(map(str, arguments)), standalone_mode=False)


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
    row, blind, _ = map(json.loads, call(*how, "--json").stdout.splitlines())
    assert (row["part"], blind["part"], blind["recall"]) == ("open", "blind", None)
    assert [json.loads(call(*how, "--json", "--part", "open").stdout)] == [row]
    assert row["precision"] == row["recall"] == row["pages_exact"] == row["price_accuracy"] == 1.0
    assert "100.00%" in call(*how, "--per-page").stdout
    assert "only totals" in str(call(*how, "--per-page", "--part", "blind").exception)


def test_what_needs_a_browser_is_left_out_where_there_is_none(shop, tmp_path, monkeypatch):
    (tmp_path / "listings").mkdir()
    line = {"id": "1", "site": "s.example", "html": shop.page(shop.cards(3)), "regions": []}
    with lzma.open(tmp_path / "listings" / "shops.jsonl.xz", "wt", encoding="utf-8") as stream:
        stream.write(json.dumps(line) + "\n")
    monkeypatch.setattr(command, "find_browser", str)
    how = ("--data", tmp_path, "--set", "shops", "--reader", "clustvx", "--reader", "light")
    rows = [json.loads(each) for each in call(*how, "--json").stdout.splitlines() if "{" in each]
    assert {row["reader"] for row in rows} == {"light"}
