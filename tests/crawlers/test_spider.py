from scrapy.http import HtmlResponse, Response

from specdex.crawlers.lanes import Lane
from specdex.crawlers.spider import is_html, may_be_html
from specdex.records import Page, PageKind, Sight, Visit
from specdex.settings import Budget

SITE = "a.example"


class Recall:
    """A walk that remembers what it was shown."""

    site = SITE

    def __init__(self):
        self.seen = []

    def start(self):
        return [Visit("http://a.example/", SITE)]

    def see(self, visit, document):
        self.seen.append((visit.url, len(document) > 0, document.page.status))
        return Sight(visit, PageKind.OTHER, "", (Visit("http://a.example/next", SITE, priority=5),))


def visit(path, priority=0.0, depth=0):
    return Visit(f"http://a.example{path}", SITE, priority, depth)


def test_a_lane_gives_the_best_visit_first_and_equals_in_their_order():
    lane = Lane(Recall(), Budget())
    lane.add([visit("/low"), visit("/high", 9), visit("/also-high", 9)])
    assert [lane.take().url[16:] for _ in range(3)] == ["/high", "/also-high", "/low"]
    assert lane.take() is None


def test_an_address_is_taken_once_however_it_is_spelled():
    lane = Lane(Recall(), Budget())
    lane.add([visit("/a?x=1&y=2"), visit("/a?y=2&x=1#top")])
    assert lane.take()
    assert lane.take() is None


def test_what_cannot_be_written_down_is_not_asked_for():
    lane = Lane(Recall(), Budget())
    lane.add([visit("/half\ud800"), visit("/größe")])
    assert lane.take().url == "http://a.example/größe"
    assert lane.take() is None


def test_a_lane_ends_with_its_budget():
    lane = Lane(Recall(), Budget(max_pages=2))
    lane.add([visit(f"/{number}") for number in range(5)])
    assert lane.take()
    assert lane.take()
    assert lane.take() is None


def test_what_lies_too_deep_is_shown_to_the_walk_as_missing():
    walk = Recall()
    lane = Lane(walk, Budget(max_depth=3))
    lane.add([visit("/deep", depth=4)])
    assert lane.take().url == "http://a.example/next"
    assert walk.seen == [("http://a.example/deep", False, 599)]


def test_what_a_walk_wants_next_is_queued():
    walk = Recall()
    lane = Lane(walk, Budget())
    lane.see(visit("/"), lane.parse(Page("http://a.example/", b"<p>hello")))
    assert walk.seen == [("http://a.example/", True, 200)]
    assert lane.take().url == "http://a.example/next"


def test_html_is_told_by_its_type_or_by_its_first_bytes():
    assert may_be_html(b"text/html; charset=utf-8")
    assert may_be_html(b"")
    assert not may_be_html(b"image/png")
    assert is_html(
        HtmlResponse("http://a.example/", body=b"x", headers={"Content-Type": "text/html"})
    )
    assert is_html(Response("http://a.example/", body=b"<!DOCTYPE html><p>"))
    assert not is_html(Response("http://a.example/", body=b"\x89PNG"))
    feed = {"Content-Type": "application/xml"}
    assert not is_html(Response("http://a.example/", body=b"<?xml?><rss/>", headers=feed))
