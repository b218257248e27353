"""A harvest of the demo web, and what it costs."""

import collections
import multiprocessing
import sys

import pytest

import specdex
from specdex import html
from specdex.demo import DemoServer, build
from specdex.demo.harvest import compare, demo_settings
from specdex.harvest import Harvest
from specdex.records import Claim, Product
from specdex.runs import RunFolder

CATEGORY = "kettle"


@pytest.fixture
def parsed(monkeypatch):
    """How often each page was parsed, wherever that was done."""
    counts, parse = collections.Counter(), html.parse

    def counting(page, *args):
        counts[page.url] += bool(page.body)
        return parse(page, *args)

    for name, module in list(sys.modules.items()):
        if name.startswith("specdex") and getattr(module, "parse", None) is parse:
            monkeypatch.setattr(module, "parse", counting)
    return counts


@pytest.fixture
def opened(monkeypatch):
    """The run folders that were opened."""
    paths, init = [], RunFolder.__init__

    def opening(self, path, **about):
        paths.append(path)
        init(self, path, **about)

    monkeypatch.setattr(RunFolder, "__init__", opening)
    return paths


@pytest.mark.slow
def test_each_product_page_is_parsed_twice_at_most_by_one_child_and_one_folder(
    tmp_path, parsed, opened
):
    web = build()
    truth = web.truth()
    children = set()

    def watch():
        children.update(child.pid for child in multiprocessing.active_children())

    with DemoServer(web) as server:
        Harvest(demo_settings(truth, CATEGORY, server.url), tmp_path / "run", watch=watch).go()
    assert len(children) == len(opened) == 1
    with RunFolder(tmp_path / "run") as run:
        report = compare(run, truth, CATEGORY)
    assert report.sites.f1 == report.pages.f1 == report.specifications.f1 == 1.0
    assert report.products == report.known_products
    assert report.together.f1 >= 0.99
    assert report.claims.precision >= 0.975  # of what one of four shops says, a twentieth is wrong
    assert report.alien == 0
    products = {
        url for site in truth["sites"].values() for url in site["products"].get(CATEGORY, ())
    }
    assert max(parsed[url] for url in products) == 2
    assert not multiprocessing.active_children()


def test_every_variant_of_a_camera_is_a_product_of_its_own():
    web = build()
    cameras = {
        url: page["product"]
        for url, page in web.truth()["pages"].items()
        if page["category"] == "camera"
    }
    read = [specdex.extract(web.answer(url).body, url=url) for url in cameras]
    products = specdex.join(read)
    mixed = [each.urls for each in products if len({cameras[url] for url in each.urls}) > 1]
    assert not mixed
    assert len(products) == len(set(cameras.values()))


@pytest.fixture
def joined(tmp_path):
    """Two products of two pages each, as a run has joined them."""

    def make(*groups):
        path = tmp_path / "run"
        with RunFolder(path) as run:
            for number, urls in enumerate(groups):
                claims = (Claim("Weight", "450 g", urls), Claim("Colour", "Red", urls[:1]))
                run.store.add([Product(str(number), urls=urls, claims=claims)])
            return compare(run, truth(), CATEGORY)

    def truth():
        def page(product, category=CATEGORY, wrong=()):
            pairs = [["Weight", "450 g"], ["Colour", "red"]]
            about = {"pairs": pairs, "alt": [], "wrong": list(wrong)}
            return {"site": "a.example", "category": category, "product": product, **about}

        pages = {f"http://{site}.example/1": page("one") for site in "ab"}
        pages |= {f"http://{site}.example/2": page("two", wrong=["Colour"]) for site in "ab"}
        return {"sites": {}, "pages": pages | {"http://a.example/3": page("three", "monitor")}}

    return make


def test_products_are_compared_page_by_page_and_claim_by_claim(joined):
    one, two = (tuple(f"http://{site}.example/{n}" for site in "ab") for n in "12")
    report = joined(one, two)
    assert report.together.f1 == 1.0
    assert (report.claims.right, report.claims.wrong, report.alien) == (3, 1, 0)


def test_a_page_in_the_wrong_product_or_of_another_category_shows(joined):
    report = joined(("http://a.example/1", "http://a.example/2", "http://a.example/3"))
    assert (report.together.right, report.together.wrong, report.together.missed) == (0, 3, 2)
    assert report.alien == 1
