"""No reader takes a page of any size for longer than it may: it reads a part, and says so."""

import time

import pytest

from specdex import plugins
from specdex.html import parse, shortened
from specdex.papers import clustvx
from specdex.pipeline.extract import extraction
from specdex.records import Page, listing_line

ROWS = 25_000
SECONDS = 4.0
"""Of processor time, in Python, with what is measured around it."""


@pytest.fixture(scope="module")
def page():
    rows = "".join(
        f"<tr><th>Weight {number}</th><td>{number} kg</td></tr>" for number in range(ROWS)
    )
    return Page("http://a.example/", f"<table>{rows}</table>".encode(), site="a.example")


@pytest.fixture(scope="module")
def document(page):
    return parse(page)


@pytest.mark.timed
@pytest.mark.parametrize(("detector", "reader"), [("patterns", "patterns"), ("entropy", "entropy")])
def test_a_reader_reads_a_part_of_an_endless_table_and_says_so(document, detector, reader):
    read = extraction(detector, (reader,))
    began = time.process_time()
    said = read.read(document)
    assert time.process_time() - began < SECONDS
    assert [each.reason for each in said.failures if "only the first" in each.reason]
    assert all(document.find(pair.xpath) is not None for pair in said.pairs[:20])


@pytest.mark.timed
@pytest.mark.parametrize("reader", ["clustvx", "mdr"])
def test_a_reader_of_lists_does_the_same(document, reader):
    began = time.process_time()
    listing = plugins.load("listing_readers", reader)().read(document)
    assert time.process_time() - began < SECONDS
    (failure,) = listing.failures
    assert failure.reason.startswith("only the first")
    assert listing_line(listing)["failures"][0]["reason"] == failure.reason


def test_a_short_page_is_read_whole():
    small = parse(Page("http://a.example/", b"<p>x</p>"))
    assert shortened(small, 10) is small
    assert shortened(small, 2).failure.reason == "only the first 2 elements were read"


def test_how_elements_look_is_known_of_the_part_too(monkeypatch):
    monkeypatch.setattr(clustvx, "MAX_NODES", 6)
    long = parse(Page("http://a.example/", b"<div><p>a<p>b<p>c<p>d<p>e</div>"))
    for node, look in ((3, "red"), (4, "red"), (5, "blue")):
        long.note(node, clustvx.LOOK, look)
    (shelf,) = clustvx.ClustVxReader().read(long).shelves
    assert shelf.records == 2
