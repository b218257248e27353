import csv
import json

import pytest
from click.testing import CliRunner

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


def test_a_web_address_is_fetched_and_what_hinders_it_told(caplog):
    assert call(listings, "http://127.0.0.1:9/").return_value == 1
    assert "--allow-private" in caplog.text


def test_records_go_to_a_file_a_row_each(page, tmp_path):
    target = tmp_path / "offers.csv"
    assert call(listings, page, "-O", target).return_value == 0
    rows = list(csv.DictReader(target.read_text(encoding="utf-8-sig").splitlines()))
    assert len(rows) == 9
    assert all(row["name"] and row["url"] for row in rows)
    assert rows[0]["price"] == "$10.99"
    assert rows[0]["xpath"].startswith("/html/body")


def test_lines_are_appended_to_a_file_as_they_are_printed(page, tmp_path):
    target = tmp_path / "lists.jsonl"
    for _ in range(2):
        call(listings, page, "-o", target)
    assert target.read_text(encoding="utf-8") == 2 * call(listings, page).stdout
