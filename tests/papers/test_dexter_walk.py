"""DEXTER's own walk: three strategies for the entry page, groups of anchors, nested lists."""

import pytest
from click.testing import CliRunner

from specdex import plugins
from specdex.cli import crawl as crawling
from specdex.crawling import WalkMemory
from specdex.crawling.model import AnchorClassifier
from specdex.crawling.sitemaps import Strategy
from specdex.html import parse
from specdex.papers.dexter_walk import MOST_ENTRIES, DexterWalk
from specdex.pipeline.crawl import DEFAULT_WALK, crawl_sites
from specdex.records import Page, PageKind
from specdex.testing import MemoryRun

HOST = "http://shop.example"
NAMES = [f"Lumarra X{n}00 camera" for n in range(1, 5)]
ENTRY = AnchorClassifier().fit([("Cameras", True), ("Garden", False), ("Imprint", False)])
INDEX = AnchorClassifier().fit([*((name, True) for name in NAMES), ("Imprint", False)] * 2)
MEMORY = WalkMemory(anchors={"entry": ENTRY, "index": INDEX})


def links(*targets):
    return "".join(f'<li><a href="{url}">{text}</a></li>' for url, text in targets)


def product(name):
    rows = "".join(f"<tr><th>Label {n}</th><td>{n} cm</td></tr>" for n in range(6))
    return (
        f"<h1>{name}</h1><p class=price>$ 99.00</p><button>Add to cart</button><img src=x.jpg>"
        f"<table>{rows}</table><ul>{links(('/cameras', 'Cameras'))}</ul>"
        '<script type="application/ld+json">{"@type": "Product", "name": "' + name + '"}</script>'
    )


def listed(*numbers):
    return f"<ul class=list>{links(*((f'/p{n}', NAMES[n]) for n in numbers))}</ul>"


SHOP = {
    "/": f"<nav><ul>{links(('/garden', 'Garden'), ('/cameras', 'Cameras'))}</ul></nav>",
    "/garden": f"<ul>{links(('/hoe', 'Hoe'), ('/rake', 'Rake'))}</ul>",
    "/cameras": listed(0, 1) + '<a rel="next" href="/cameras?page=2">Next</a>',
    "/cameras?page=2": listed(2, 3),
    **{f"/p{n}": product(name) for n, name in enumerate(NAMES)},
}


def crawled(shop, memory=MEMORY, category="camera"):
    """The pages that were called products of the category, and all that was asked for."""
    walk = DexterWalk("shop.example", f"{HOST}/", category, memory)
    waiting, found, asked = list(walk.start()), [], []
    while waiting:
        visit = waiting.pop(0)
        place = visit.url.removeprefix(HOST)
        asked.append(place)
        body, status = (shop[place], 200) if place in shop else ("", 404)
        page = Page(visit.url, f"<html><body>{body}</body></html>".encode(), status=status)
        sight = walk.see(visit, parse(page))
        if sight.kind is PageKind.PRODUCT and sight.category:
            found.append(place)
        waiting += sight.visits
    return found, asked


def test_it_enters_by_the_best_anchor_and_follows_the_pages_of_the_list():
    found, asked = crawled(SHOP)
    assert found == ["/p0", "/p1", "/p2", "/p3"]
    assert asked[0] == "/"
    assert len(asked) == len(set(asked))


def test_the_entry_page_may_point_to_lists():
    nested = {
        **SHOP,
        "/cameras": f"<ul>{links(('/compact', 'Compact'), ('/mirror', 'Mirrorless'))}</ul>",
        "/compact": listed(0, 1),
        "/mirror": listed(2, 3),
    }
    assert sorted(crawled(nested)[0]) == ["/p0", "/p1", "/p2", "/p3"]


def test_lists_are_not_looked_for_below_the_second_level():
    deep = {
        **SHOP,
        "/cameras": f"<ul>{links(('/a', 'Small things'), ('/b', 'Big things'))}</ul>",
        "/a": f"<ul>{links(('/c', 'Black things'), ('/d', 'Red things'))}</ul>",
        "/c": listed(0, 1),
        "/d": listed(2, 3),
    }
    assert crawled(deep)[0] == []


def test_what_all_three_strategies_name_is_the_entry_page():
    """The anchor alone would take the walk elsewhere; a search and a product page know better."""
    shop = {
        **SHOP,
        "/": f"<ul>{links(('/sale', 'Cameras'), ('/photo', 'Photo'), ('/garden', 'Garden'))}</ul>",
        "/sale": "<p>Nothing is left.</p>",
        "/photo": listed(0, 1, 2, 3),
        "/p0": product(NAMES[0]).replace("/cameras", "/photo"),
    }
    hits = (f"{HOST}/photo", f"{HOST}/p0")
    memory = WalkMemory(anchors=MEMORY.anchors, hits=hits)
    walk = DexterWalk("shop.example", f"{HOST}/", "camera", memory)
    assert [visit.url for visit in walk.start()] == [f"{HOST}/", *hits]
    found, asked = crawled(shop, memory)
    assert sorted(found) == ["/p0", "/p1", "/p2", "/p3"]
    assert "/sale" not in asked[asked.index("/p1") :]


def test_a_site_without_the_category_is_given_up():
    shop = {"/": SHOP["/garden"], "/hoe": "<p>A hoe.</p>", "/rake": "<p>A rake.</p>"}
    found, asked = crawled(shop)
    assert found == []
    assert len(asked) <= len(shop) + MOST_ENTRIES


def test_pages_that_do_not_answer_end_nothing():
    broken = {place: body for place, body in SHOP.items() if place != "/p1"}
    assert crawled(broken)[0] == ["/p0", "/p2", "/p3"]


@pytest.mark.parametrize("category", ["sextant", "camera"])
def test_it_is_a_plug_in_that_knows_every_category_by_name(category):
    assert plugins.names("walks") == ("dexter", DEFAULT_WALK)
    walk = plugins.load("walks", "dexter")("shop.example", "shop.example", category)
    assert walk.home == "http://shop.example/"
    assert walk.entry.score(category) > 0.5


def test_a_candidate_is_worth_the_product_of_the_anchors_on_the_way_to_it():
    walk = DexterWalk("shop.example", f"{HOST}/", "camera", MEMORY)
    (home,) = walk.start()
    walk.see(home, parse(Page(home.url, SHOP["/"].encode())))
    said = walk.votes.said
    assert said[f"{HOST}/cameras"] == {Strategy.HOME: (walk.entry.score("Cameras"), 1)}
    assert said[f"{HOST}/garden"][Strategy.HOME][0] == walk.entry.score("Garden") < 0.5


def test_an_entry_page_is_chosen_once_all_that_was_asked_for_has_come():
    walk = DexterWalk("shop.example", f"{HOST}/", "camera", MEMORY)
    (home,) = walk.start()
    explored = walk.see(home, parse(Page(home.url, SHOP["/"].encode()))).visits
    sights = [
        walk.see(visit, parse(Page(visit.url, SHOP[visit.url.removeprefix(HOST)].encode())))
        for visit in explored
    ]
    assert len(sights) > 1
    assert [bool(sight.visits) for sight in sights] == [False] * (len(sights) - 1) + [True]


class Watched:
    """A crawler that only sees who walks."""

    def crawl(self, walks, recorder, watch=None):
        del watch
        self.walks = list(walks)
        recorder.close()


def test_a_crawl_goes_its_way_where_it_is_told_to(monkeypatch):
    told = []
    monkeypatch.setattr(crawling, "crawl_watched", lambda starts, *_: told.extend(starts))
    CliRunner().invoke(crawling.crawl, ["shop.example", "-c", "camera", "--walk", "dexter"])
    crawler = Watched()
    monkeypatch.setattr("specdex.pipeline.crawl.elsewhere", lambda *_: {})
    crawl_sites(told, "camera", MemoryRun(), crawler)
    assert [type(walk) for walk in crawler.walks] == [DexterWalk]
