"""A harvest of the demo web, and what it costs."""

import collections
import multiprocessing
import sys

import pytest

from specdex import html
from specdex.demo import DemoServer, build
from specdex.demo.harvest import compare, demo_settings
from specdex.harvest import Harvest
from specdex.runs import RunFolder

pytestmark = pytest.mark.slow
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
    products = {
        url for site in truth["sites"].values() for url in site["products"].get(CATEGORY, ())
    }
    assert max(parsed[url] for url in products) == 2
    assert not multiprocessing.active_children()
