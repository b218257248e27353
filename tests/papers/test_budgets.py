"""No reader takes a page of any size for longer than it may: it reads a part, and says so."""

import time

import pytest

from specdex import plugins
from specdex.crawling import SiteWalk
from specdex.extraction.extractor import PageExtractor
from specdex.html import parse, shortened
from specdex.papers import clustvx
from specdex.pipeline.extract import extraction
from specdex.records import Candidate, FragmentKind, Page, Visit, listing_line

VISIT = Visit("http://a.example/", "a.example")
ROWS = 100_000
SECONDS = 2.0
"""Of processor time, whether modules are compiled or not; the page itself is parsed before."""
TABLE = "<tr><th>Weight {0}</th><td>{0} kg</td></tr>"
CARDS = "<tr><td><a href=/p/{0}><img src=x>Kettle {0}</a></td><td>${0}.99</td></tr>"


class Everything:
    """Takes the whole page for one specification, so that readers have all of it to read."""

    name = "everything"

    def detect(self, document):
        return [Candidate(next(iter(document.nodes_of("table"))), FragmentKind.TABLE)]


def endless(row):
    body = "<table>" + "".join(map(row.format, range(ROWS)))
    return parse(Page("http://a.example/", body.encode(), site="a.example"))


@pytest.fixture(scope="module")
def table():
    return endless(TABLE)


@pytest.fixture(scope="module")
def cards():
    return endless(CARDS)


def in_time(read):
    """What *read* gives; its time is that of the quicker of two tries, if one is too slow."""
    for _ in range(2):
        began = time.process_time()
        said = read()
        took = time.process_time() - began
        if took < SECONDS:
            return said
    pytest.fail(f"it took {took:.1f} s")


@pytest.mark.slow
@pytest.mark.timed
@pytest.mark.parametrize("name", plugins.names("detectors"))
def test_a_detector_looks_at_a_part_of_an_endless_page_and_says_so(table, name):
    read = extraction(name, ("structure",))
    said = in_time(lambda: read.read(table))
    assert [each for each in said.failures if each.reason.startswith("only the first")]


@pytest.mark.slow
@pytest.mark.timed
@pytest.mark.parametrize("name", plugins.names("readers"))
def test_a_reader_reads_a_part_of_an_endless_page_and_says_so(table, name):
    reader = plugins.load("readers", name)()
    extractor = PageExtractor(detector=Everything(), readers=(reader,))
    said = in_time(lambda: extractor.extract(table))
    assert [each for each in said.failures if each.reason.startswith("only the first")]
    assert all(table.find(pair.xpath) is not None for pair in said.pairs[:20])


@pytest.mark.slow
@pytest.mark.timed
@pytest.mark.parametrize("name", plugins.names("listing_readers"))
def test_a_reader_of_lists_does_the_same(cards, name):
    reader = plugins.load("listing_readers", name)()
    listing = in_time(lambda: reader.read(cards))
    (failure,) = listing.failures
    assert failure.reason.startswith("only the first")
    assert listing_line(listing)["failures"][0]["reason"] == failure.reason


@pytest.mark.timed
def test_a_flood_of_links_is_followed_in_part():
    flood = "".join(f'<a href="/p/{number}">Kettle {number}</a>' for number in range(25_000))
    page = parse(Page("http://a.example/", flood.encode(), site="a.example"))
    in_time(lambda: SiteWalk("a.example", "http://a.example/", "kettle").see(VISIT, page))


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
