"""Titles are the product's, empty values head nothing, and a page's words tell its domain."""

import json

import pytest
from click.testing import CliRunner

from specdex.cli.extract import detect, extract
from specdex.html import parse
from specdex.papers.entropy.data_records import EntropyDetector, is_title, product_title, records
from specdex.papers.entropy.leaves import for_page
from specdex.papers.entropy.nodes import Kind
from specdex.papers.entropy.roles import shipped, suggest
from specdex.records import Page

ROWS = """<tr><td>Brand</td><td>Makko</td></tr><tr><td>Resolution</td><td>24 megapixel</td></tr>
<tr><td>Optical zoom</td><td>5x</td></tr><tr><td>Weight</td><td>300 g</td></tr>
<tr><td>Display</td><td>3 inch</td></tr>"""
PAGE = f"""<title>Makko DX-5 camera | Photo shop</title><h1>Photo shop</h1><h1>Makko DX-5</h1>
<p>Add to basket</p><table>{ROWS}</table>"""


def document(body, category=""):
    url = "http://shop.example/p"
    return parse(Page(url, body.encode(), site="shop.example", category=category, encoding="utf-8"))


def test_the_only_record_of_a_page_is_called_as_the_page():
    (record,) = records(document(PAGE), shipped("cameras"))
    assert record.title == "Makko DX-5"


@pytest.mark.parametrize("text", ["Add to basket", "", "12.50", "x" * 300])
def test_buttons_and_numbers_are_no_titles(text):
    assert not is_title(text)


def test_the_heading_is_chosen_that_the_page_is_called_by():
    page = "<title>Zorin 7 - Shop</title><h1>Sale of the week</h1><h2>Zorin 7</h2><h2>Zorin 8</h2>"
    assert product_title(document(page)) == "Zorin 7"
    assert product_title(document("<p>nothing</p>")) == ""


def test_an_empty_value_is_not_the_group_of_later_rows():
    empty = ROWS.replace("<td>24 megapixel</td>", "<td></td>")
    page = PAGE.replace(ROWS, empty)
    (record,) = records(document(page), shipped("cameras"))
    assert {pair.name: pair.group for pair in record.pairs}["Optical zoom"] == ""
    heading = ROWS.replace("<td>Display</td><td>3 inch</td>", "<td colspan=2>Display</td>")
    nested = heading + "<tr><td>Screen size</td><td>3 inch</td></tr>"
    (record,) = records(document(PAGE.replace(ROWS, nested)), shipped("cameras"))
    assert [pair.value for pair in record.pairs if pair.name == "Brand"] == ["Makko"]


def test_the_domain_is_chosen_by_the_words_of_the_page():
    assert for_page(document(PAGE, "camera")).name == "cameras"
    books = "<h1>A tale</h1><table>" + "".join(
        f"<tr><td>{name}</td><td>{value}</td></tr>"
        for name, value in (
            *(("Author", "A. Writer"), ("ISBN-13", "9780306406157"), ("Publisher", "Press")),
            *(("Pages", "320"), ("Language", "English"), ("Publication date", "2010")),
        )
    )
    assert for_page(document(books)).name == "books"
    assert for_page(document("<p>nothing at all</p>")).name == "product"


def test_nodes_of_every_kind_are_reached_from_the_command_line(tmp_path):
    cards = "".join(
        f"<div class=card><p>Price: {n}.00</p><p>Brand: Makko {n}</p></div>" for n in range(8)
    )
    page = tmp_path / "page.html"
    page.write_text(f"<title>x</title><div>{cards}</div>{PAGE}", encoding="utf-8")
    for kind in Kind:
        found = EntropyDetector(shipped("cameras"), kind=kind).detect(
            document(page.read_text(encoding="utf-8"))
        )
        call = CliRunner().invoke(
            detect, [str(page), "--domain", "cameras", "--nodes", kind.value], standalone_mode=False
        )
        line = json.loads(call.stdout.splitlines()[0])
        assert len(line["fragments"]) == len(found), call.output
    done = CliRunner().invoke(extract, [str(page), "--domain", "cameras"], standalone_mode=False)
    assert "megapixel" in done.stdout


def test_a_proposal_is_surer_the_more_was_seen():
    few = [("Optical zoom", f"{n}x") for n in range(2)] + [
        ("Zoomfaktor", f"{n}x") for n in range(2)
    ]
    many = [(name, f"{n}x") for n in range(30) for name in ("Optical zoom", "Zoomfaktor")]
    (little,), (much,) = suggest(few, shipped("cameras")), suggest(many, shipped("cameras"))
    assert little.confidence == 0.5
    assert 0.9 < much.confidence < 1.0
