"""The front door, used as a stranger would use it."""

import subprocess
import sys
from dataclasses import replace

import pytest

import specdex
from specdex import forest
from specdex.errors import InputError, StoreError
from specdex.pipeline.extract import extraction, shipped
from specdex.records import DecisionKind, Site, SiteStatus
from specdex.runs import RunFolder

KETTLE = """<html><head><title>Kettle K200</title></head><body><h1>Kettle K200</h1>
<table><tr><th>Power</th><td>2200 W</td></tr><tr><th>Capacity</th><td>1.7 l</td></tr>
<tr><th>Colour</th><td>Steel</td></tr></table></body></html>"""

TRIALS = 3
MAX_IMPORT = 0.05
"""Processor seconds that importing takes, at its best, …"""
MAX_FIRST = {False: 0.5, True: 1.0}
"""… and a first extract with it: numpy is needed where nothing is compiled."""


def kettle(number):
    rows = [("Model", f"K{number}"), ("Power", f"{number} W"), ("Capacity", f"1.{number % 9} l")]
    cells = "".join(f"<tr><th>{name}</th><td>{value}</td></tr>" for name, value in rows)
    top = f"<html><body><h1>Kettle K{number}</h1><h2>Technical data</h2>"
    table = f"<table class='specs'>{cells}</table><p>Back to all kettles</p></body></html>"
    return f"https://shop.example/kettle-{number}", top + table


def run(code):
    return subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout.strip()


def test_extract_takes_text_bytes_and_pages():
    url = "https://shop.example/k200"
    page = specdex.Page(url, KETTLE.encode(), site="shop.example")
    answers = [
        specdex.extract(KETTLE, url=url),
        specdex.extract(KETTLE.encode(), url=url),
        specdex.extract(page),
    ]
    for each in answers:
        assert isinstance(each, specdex.Specification)
        assert each.url == url
        assert each.site == "shop.example"
        assert [(pair.name, pair.value) for pair in each.pairs][:2] == [
            ("Power", "2200 W"),
            ("Capacity", "1.7 l"),
        ]
        assert all(pair.xpath and 0 < pair.confidence <= 1 for pair in each.pairs)


def test_what_ships_are_the_default_plug_ins():
    assert shipped() == extraction()


@pytest.mark.timed  # what counts lines loads some of them itself
def test_a_first_extract_waits_for_nothing_that_it_does_not_need():
    code = f"import sys, specdex; specdex.extract({KETTLE!r}); print(*sorted(sys.modules))"
    started = set(run(code).split())
    slow = {"w3lib.url", "importlib.metadata", "tomllib", "urllib.request"}
    assert not slow & started
    assert "numpy" not in started or forest._sums_natively is None  # noqa: SLF001 - the edge


@pytest.mark.timed
def test_importing_and_a_first_extract_are_quick():
    told = "print(time.process_time() - began)"
    imported = f"import time; began = time.process_time(); import specdex; {told}"
    both = f"{imported}; specdex.extract({KETTLE!r}); {told}"
    trials = [[float(each) for each in run(both).split()] for _ in range(TRIALS)]
    assert min(import_ for import_, _ in trials) < MAX_IMPORT
    assert min(first for _, first in trials) < MAX_FIRST[forest._sums_natively is None]  # noqa: SLF001 - the edge


@pytest.mark.parametrize("page", ["", b"", b"\0\1\2", b"%PDF-1.4", "<" * 1000, "<p>Hello"])
def test_no_page_raises(page):
    assert specdex.extract(page).pairs == ()
    assert specdex.listings(page).offers == ()


def test_the_name_of_a_file_is_no_page():
    with pytest.raises(InputError, match="give its bytes"):
        specdex.extract("kettle.html")


def test_a_page_may_come_from_nowhere():
    assert specdex.extract(KETTLE, url=None) == specdex.extract(KETTLE)


def test_what_is_no_page_is_told_in_a_sentence():
    with pytest.raises(InputError, match="no NoneType"):
        specdex.extract(None)


def test_listings_are_read():
    cards = "".join(
        f"<li class='card'><a href='/p/{n}'><img src='/i/{n}.jpg' alt=''>Kettle model K{n}</a>"
        f"<span class='price'>€ {n}.99</span></li>"
        for n in range(20, 32)
    )
    page = f"<html><body><h1>Kettles</h1><ul class='grid'>{cards}</ul></body></html>"
    listing = specdex.listings(page, url="https://shop.example/kettles")
    assert isinstance(listing, specdex.Listing)
    assert len(listing.offers) == 12
    assert listing.offers[0].name == "Kettle model K20"


def test_a_wrapper_is_learned_and_reads_another_page():
    wrapper = specdex.learn(kettle(number) for number in range(1500, 1512))
    assert wrapper, wrapper.reason
    url, html = kettle(1999)
    read = wrapper.apply(html, url=url)
    assert ("Power", "1999 W") in [(pair.name, pair.value) for pair in read.pairs]


def test_what_cannot_be_learned_says_why():
    wrapper = specdex.learn([("https://shop.example/", "<p>Nothing here</p>")])
    assert not wrapper
    assert wrapper.reason
    assert wrapper.apply("<p>x</p>", url="https://shop.example/x").failures
    with pytest.raises(InputError, match="one site"):
        specdex.learn([kettle(1), ("https://other.example/", "<p>x</p>")])


def test_specifications_are_joined():
    gtin = "<tr><th>EAN</th><td>4006381333931</td></tr></table>"
    pages = [
        specdex.extract(KETTLE.replace("</table>", gtin), url=f"https://{shop}.example/k200")
        for shop in ("one", "two")
    ]
    (product,) = specdex.join(pages)
    assert isinstance(product, specdex.Product)
    assert set(product.urls) == {page.url for page in pages}
    apart = specdex.Decision(DecisionKind.DIFFERENT, pages[0].url, pages[1].url)
    assert len(specdex.join(pages, decisions=[apart])) == 2
    with pytest.raises(InputError, match="contradicts"):
        specdex.join(pages, [apart, replace(apart, kind=DecisionKind.SAME)])


def test_a_run_is_looked_at(tmp_path):
    with RunFolder(tmp_path / "run") as written:
        page = specdex.extract(KETTLE, url="https://shop.example/k200")
        written.store.add([Site("shop.example", SiteStatus.ACCEPTED, "kettle"), page])
    with specdex.Run(tmp_path / "run") as run:
        assert [site.host for site in run.sites()] == ["shop.example"]
        (kept,) = run.specifications()
        assert kept.pairs == page.pairs
    with pytest.raises(StoreError, match="nowhere"):
        specdex.Run(tmp_path / "nowhere")


def test_importing_costs_nothing():
    loaded = run("import specdex, sys; print(*[m for m in ('lxml', 'numpy') if m in sys.modules])")
    assert loaded == ""


def test_every_public_name_is_there():
    for name in specdex.__all__:
        assert getattr(specdex, name) is not None
    assert dir(specdex) == sorted(specdex.__all__)
    with pytest.raises(AttributeError, match="no attribute"):
        specdex.nothing  # noqa: B018 - asking is the test
