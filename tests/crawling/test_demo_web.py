"""The walk on every shop of the demo web, without a network: nothing here is known to it."""

import heapq
from itertools import count

import pytest

from specdex.crawling import SiteWalk
from specdex.demo import build
from specdex.html import parse
from specdex.records import Page, PageKind
from specdex.urls import canonical

RECALL, HARVEST = 0.95, 0.6


@pytest.fixture(scope="module")
def web():
    return build()


def crawl(web, walk):
    """How many pages were fetched, and which were called products of the category."""
    order = count()
    queue = [(-visit.priority, next(order), visit) for visit in walk.start()]
    fetched, products = 0, set()
    while queue:
        visit = heapq.heappop(queue)[2]
        answer = web.answer(visit.url)
        fetched += 1
        page = Page(visit.url, answer.body, content_type=answer.content_type, status=answer.status)
        sight = walk.see(visit, parse(page))
        if sight.kind is PageKind.PRODUCT and sight.category:
            products.add(canonical(visit.url))
        for following in sight.visits:
            heapq.heappush(queue, (-following.priority, next(order), following))
    return fetched, products


@pytest.mark.parametrize("category", ["camera", "kettle"])
def test_shops_are_walked_to_their_products_and_little_else(web, category):
    wanted = found = fetched = wrong = 0
    for host, site in web.truth()["sites"].items():
        truth = {canonical(url) for url in site.get("products", {}).get(category, ())}
        if site["kind"] == "shop" and truth:
            pages, products = crawl(web, SiteWalk(host, site["home"], category))
            wanted, fetched = wanted + len(truth), fetched + pages
            found, wrong = found + len(truth & products), wrong + len(products - truth)
    assert found / wanted >= RECALL
    assert found / fetched >= HARVEST
    assert wrong <= 0.02 * found
