"""What a journey decides, without anybody who fetches."""

from collections import defaultdict
from dataclasses import replace

import pytest

from specdex.crawlers import journey
from specdex.crawlers.journey import Journey
from specdex.crawlers.lanes import Wishes
from specdex.crawlers.wire import Answer, Robots
from specdex.crawling import PageWalk
from specdex.records import Page, PageKind, Sight, Visit
from specdex.settings import Budget
from tests.crawlers.folder_recorder import FolderRecorder

SHELL = b"<html><body><div id='root'></div><script src='/app.js'></script></body></html>"


def pages(host, count):
    return PageWalk(host, [f"http://{host}/{number}" for number in range(count)])


def come(order, body=b"<p>hello", **about):
    """The answer to an order that went well."""
    page = Page(order.visit.url, body, site=order.visit.site, **about)
    return Answer(order.lane, page, 200, len(body))


def urls(orders):
    return [order.visit.url.removeprefix("http://") for order in orders]


@pytest.fixture
def recorder(tmp_path):
    recorder = FolderRecorder(str(tmp_path))
    yield recorder
    recorder.close()


def test_a_lane_has_one_order_on_its_way_and_the_next_after_its_answer(recorder):
    walking = Journey([pages("a.example", 2), pages("b.example", 1)], recorder, Budget())
    first = list(walking.orders())
    assert urls(first) == ["a.example/0", "b.example/0"]
    assert list(walking.orders()) == []
    walking.hear(come(first[0]))
    (second,) = walking.orders()
    assert urls([second]) == ["a.example/1"]
    walking.hear(come(first[1]))
    assert list(walking.orders()) == []
    assert not walking.is_over()
    walking.hear(Answer(second.lane, None, 404, 9, "the site answered 404"))
    assert list(walking.orders()) == []
    assert walking.is_over()
    assert len(recorder.lines()) == 2
    assert [failure.reason for failure in recorder.failures()] == ["the site answered 404"]


def test_sites_beyond_the_limit_wait_in_line_and_keep_their_order(recorder, monkeypatch):
    monkeypatch.setattr(journey, "SITES_AT_ONCE", 2)
    hosts = ("a.example", "b.example", "c.example")
    walking = Journey([pages(host, 2) for host in hosts], recorder, Budget())
    asked, waiting = [], list(walking.orders())
    while waiting:
        assert len(waiting) <= 2
        asked += urls(waiting[:1])
        walking.hear(come(waiting.pop(0)))
        waiting += walking.orders()
    assert asked == [f"{host}/{number}" for number in range(2) for host in hosts]
    assert walking.is_over()


def test_what_was_recorded_is_seen_again_and_not_ordered(recorder):
    walk = pages("a.example", 3)
    for number in range(2):
        visit = walk.start()[number]
        recorder.record(Page(visit.url, b"<p>", site="a.example"), Sight(visit))
    walking = Journey([walk], recorder, Budget(max_crawl_pages=1))
    ordered = []
    while walking.patience() == 0:
        ordered += walking.orders()
    assert urls(ordered) == ["a.example/2"]


def test_a_pause_that_robots_txt_asks_for_is_kept_by_that_site_alone(recorder, monkeypatch):
    clock = [100.0]
    monkeypatch.setattr("time.monotonic", lambda: clock[0])
    walking = Journey([pages("a.example", 2), pages("b.example", 2)], recorder, Budget())
    slow, quick = walking.orders()
    asks = Robots("http://www.a.example/robots.txt", 7.0)
    walking.hear(Answer(slow.lane, come(slow).page, 200, 8, "", (asks,)))
    walking.hear(come(quick))
    assert urls(walking.orders()) == ["b.example/1"]
    assert walking.patience() == 7
    clock[0] = 107.0
    assert urls(walking.orders()) == ["a.example/1"]


def test_after_its_time_a_journey_waits_for_what_is_on_its_way_and_no_more(recorder, monkeypatch):
    clock = [100.0]
    monkeypatch.setattr("time.monotonic", lambda: clock[0])
    walking = Journey([pages("a.example", 2)], recorder, Budget(max_minutes=1))
    (order,) = walking.orders()
    clock[0] = 161.0
    assert not walking.is_over()
    walking.hear(come(order))
    assert walking.is_over()
    assert list(walking.orders()) == []
    assert walking.patience() > 0


def test_a_page_without_its_scripts_is_asked_for_through_a_browser(recorder):
    walking = Journey([pages("a.example", 3)], recorder, Budget(), render="auto")
    rendered = []
    for body in (b"<p>" + b"words " * 900, b""):
        (order,) = walking.orders()
        assert not order.rendered
        walking.hear(come(order, SHELL))
        (again,) = walking.orders()
        assert again.rendered
        assert again.visit == order.visit
        rendered.append(again)
        walking.hear(come(again, body) if body else Answer(again.lane, reason="it hangs"))
    # what came without a browser counts where there is nothing better
    bodies = [recorder.recall(order.visit.url).body for order in rendered]
    assert bodies == [b"<p>" + b"words " * 900, SHELL]


class Stumbling(PageWalk):
    """Stumbles over every page, those that do not come included."""

    def see(self, visit, document):
        raise ZeroDivisionError(visit, document)


def test_a_walk_that_stumbles_goes_on_elsewhere(recorder):
    urls = [f"http://a.example/{number}" for number in range(2)]
    walking = Journey([Stumbling("a.example", urls)], recorder, Budget())
    (order,) = walking.orders()
    walking.hear(Answer(order.lane, reason="it hangs"))
    (order,) = walking.orders()
    walking.hear(come(order))
    assert list(walking.orders()) == []
    assert walking.is_over()
    assert "stumbled" in recorder.failures()[-1].reason


class Renewing(FolderRecorder):
    """A recorder to which everything is outdated."""

    def outdated(self, url):
        return Page(url, b"<p>old", site="a.example", validator='"1"', fetched="2020-01-01")

    def recall(self, url):
        del url


def test_a_page_that_has_not_changed_is_seen_and_recorded_as_it_was(tmp_path):
    recorder = Renewing(str(tmp_path))
    walking = Journey([pages("a.example", 3)], recorder, Budget())
    (order,) = walking.orders()
    assert order.headers == {"If-None-Match": '"1"'}
    walking.hear(Answer(order.lane, None, 304))
    for body in (b"<p>old", b"<p>new"):
        (order,) = walking.orders()
        walking.hear(come(order, body))
    kept = recorder.lines()
    assert [line["page"]["validator"] for line in kept] == ['"1"', '"1"', ""]
    assert all(line["page"]["fetched"] > "2020-01-01" for line in kept[:2])
    recorder.close()


class Dated(PageWalk):
    """Asks for products that a sitemap says have not changed for long."""

    def start(self):
        return [
            replace(visit, expected=PageKind.PRODUCT, changed="2019-01-01T23:59:59+00:00")
            for visit in super().start()
        ]


@pytest.mark.parametrize(("bodies", "asked"), [([b"<p>old"] * 3, 3), ([b"<p>old", b"<p>x"], 6)])
def test_a_sitemaps_dates_are_believed_once_they_held_and_not_after_a_lie(tmp_path, bodies, asked):
    recorder = Renewing(str(tmp_path))
    walk = Dated("a.example", [f"http://a.example/{number}" for number in range(6)])
    walking = Journey([walk], recorder, Budget())
    ordered = []
    while not walking.is_over():
        for order in list(walking.orders()):
            body = bodies[min(len(ordered), len(bodies) - 1)]
            ordered.append(order)
            walking.hear(come(order, body))
    assert len(ordered) == asked
    assert len(recorder.lines()) == 6
    recorder.close()


class Mapped(PageWalk):
    """Reads sitemaps."""

    sitemaps = True


def test_a_sitemap_that_does_not_come_is_no_failure(recorder):
    walking = Journey([Mapped("a.example", ["http://a.example/"])], recorder, Budget())
    (order,) = walking.orders()
    named = Robots("http://a.example/robots.txt", 0.0, ("http://a.example/map.xml",))
    walking.hear(Answer(order.lane, come(order).page, 200, 8, "", (named,)))
    (order,) = walking.orders()
    assert order.visit == Visit(
        "http://a.example/map.xml", "a.example", 100.0, 0, PageKind.SITEMAP, ("sitemap",)
    )
    walking.hear(Answer(order.lane, reason="the site answered 404"))
    assert recorder.failures() == []


def test_what_a_site_wished_for_is_known_to_a_later_journey(recorder, monkeypatch):
    clock = [100.0]
    monkeypatch.setattr("time.monotonic", lambda: clock[0])
    known = defaultdict(Wishes)
    first = Journey([pages("a.example", 1)], recorder, Budget(), known=known)
    (order,) = first.orders()
    named = Robots("http://a.example/robots.txt", 7.0, ("http://a.example/map.xml",))
    first.hear(Answer(order.lane, come(order).page, 200, 8, "", (named,)))
    walk = Mapped("a.example", ["http://a.example/x", "http://a.example/y"])
    later = Journey([walk], recorder, Budget(), known=known)
    assert list(later.orders()) == []
    clock[0] = 107.0
    (order,) = later.orders()
    assert urls([order]) == ["a.example/x"]
    later.hear(come(order))
    clock[0] = 114.0
    assert urls(later.orders()) == ["a.example/map.xml"]


def test_what_was_on_its_way_is_ordered_again_from_a_new_child(recorder):
    walking = Journey([pages("a.example", 2), pages("b.example", 1)], recorder, Budget())
    first = list(walking.orders())
    assert urls(walking.again()) == urls(first)
    walking.hear(come(first[1]))
    assert urls(walking.again()) == ["a.example/0"]
