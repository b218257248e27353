"""One crawl over many badly behaved sites at once; each test looks at one of them."""

from datetime import datetime

import pytest

from specdex.crawlers.scrapy_crawler import ScrapyCrawler
from specdex.crawling import PageWalk, SiteWalk
from specdex.html import parse
from specdex.records import PageKind
from specdex.settings import Budget, Politeness
from tests.crawlers.folder_recorder import FolderRecorder

PAGES = {
    "loop.example": ["/a"],
    "busy.example": ["/once", "/always"],
    "broken.example": ["/oops", "/gone"],
    "huge.example": ["/huge", "/bomb", "/huge?again"],
    "media.example": ["/image", "/manual"],
    "slow.example": ["/slow"],
    "charset.example": ["/"],
    "forbidden.example": ["/open", "/secret"],
    "away.example": ["/out"],
    "inward.example": ["/in"],
    "drop.example": ["/drop"],
    "wall.example": ["/a", "/b"],
    "shaky.example": ["/any"],
}
ODD = ["http://[odd.example/", "odd", "ftp://odd.example/", "http://odd.example:999999/", ""]
"""What no address looks like; some walk will ask for it."""


class Outcome:
    def __init__(self, server, recorder):
        self.server = server
        self.lines = {line["asked"]: line for line in recorder.lines()}
        self.reasons = {failure.url: failure.reason for failure in recorder.failures()}
        self.recorder = recorder


@pytest.fixture(scope="module")
def outcome(server, tmp_path_factory):
    recorder = FolderRecorder(str(tmp_path_factory.mktemp("run")))
    walks = [
        PageWalk(host, [f"http://{host}{path}" for path in paths]) for host, paths in PAGES.items()
    ]
    walks.append(SiteWalk("shop.example", "http://shop.example/", "kettle"))
    walks.append(PageWalk("10.0.0.1", ["http://10.0.0.1/router"]))
    walks.append(PageWalk("odd.example", ODD))
    politeness = Politeness(delay=0, timeout=1.0, proxy=server.url)
    beats = []
    ScrapyCrawler(politeness, Budget(max_bytes=1_000_000)).crawl(
        walks, recorder, lambda: beats.append(1)
    )
    assert beats
    return Outcome(server, recorder)


def test_a_shop_is_walked_to_all_its_products(outcome):
    products = {
        line["page"]["url"]
        for line in outcome.lines.values()
        if line["kind"] == PageKind.PRODUCT and line["category"] == "kettle"
    }
    assert products == {f"http://shop.example/p/{number}" for number in range(1, 8)}


def test_no_page_is_asked_for_twice(outcome):
    asked = outcome.server.asked("shop.example")
    assert len(asked) == len(set(asked))
    assert "/cart" not in asked


def test_pages_carry_when_and_how_they_were_fetched(outcome):
    line = outcome.lines["http://shop.example/"]["page"]
    assert line["status"] == 200
    assert line["content_type"] == "text/html"
    assert line["site"] == "shop.example"
    assert datetime.fromisoformat(line["fetched"]).utcoffset().total_seconds() == 0


def test_a_redirect_loop_ends_as_a_failure(outcome):
    assert outcome.reasons["http://loop.example/a"] == "it redirects too often"
    assert len(outcome.server.asked("loop.example")) <= 8


def test_a_busy_site_is_asked_again_after_the_pause_it_wants(outcome):
    times = [
        when for when, host, path in outcome.server.log if (host, path) == ("busy.example", "/once")
    ]
    assert len(times) == 2
    assert times[1] - times[0] >= 1
    assert "http://busy.example/once" in outcome.lines


def test_a_site_that_wants_too_long_a_pause_is_left_alone(outcome):
    assert outcome.reasons["http://busy.example/always"] == "the site answered 429"
    assert outcome.server.asked("busy.example").count("/always") == 1


def test_an_error_is_tried_again_and_then_kept_as_a_failure(outcome):
    assert outcome.reasons["http://broken.example/oops"] == "the site answered 500"
    assert outcome.server.asked("broken.example").count("/oops") == 3
    assert outcome.reasons["http://broken.example/gone"] == "the site answered 404"
    assert outcome.server.asked("broken.example").count("/gone") == 1


@pytest.mark.parametrize("path", ["/huge", "/bomb"])
def test_a_page_over_the_budget_is_refused_packed_or_not(outcome, path):
    assert (
        outcome.reasons[f"http://huge.example{path}"] == "the page is larger than the budget allows"
    )


@pytest.mark.parametrize("path", ["/image", "/manual"])
def test_what_is_not_html_is_not_kept(outcome, path):
    assert outcome.reasons[f"http://media.example{path}"] == "it is not HTML"


def test_a_body_that_never_ends_runs_into_the_timeout(outcome):
    assert outcome.reasons["http://slow.example/slow"] == "the site did not answer in time"


def test_a_broken_charset_is_kept_as_it_came(outcome):
    page = outcome.recorder.recall("http://charset.example/")
    assert page.body == "<p>Größe</p>".encode("latin-1")
    assert "Gr" in parse(page).text


def test_what_robots_txt_forbids_is_not_asked_for(outcome):
    assert outcome.reasons["http://forbidden.example/secret"] == "robots.txt forbids it"
    assert outcome.server.asked("forbidden.example") == ["/open"]


def test_a_redirect_to_another_site_is_not_followed(outcome):
    assert "redirects to another site" in outcome.reasons["http://away.example/out"]
    assert outcome.server.asked("elsewhere.example") == []


def test_private_addresses_are_never_asked_for(outcome):
    assert "private address" in outcome.reasons["http://inward.example/in"]
    assert (
        outcome.reasons["http://10.0.0.1/router"]
        == "10.0.0.1 is a private address; --allow-private permits those"
    )
    assert outcome.server.asked("127.0.0.1") == []


def test_a_dropped_connection_is_a_failure_like_others(outcome):
    assert outcome.reasons["http://drop.example/drop"].startswith("the site ")


def test_a_wall_that_wants_a_cookie_lets_us_in_once_it_has_set_one(outcome):
    assert {line["page"]["url"] for line in outcome.lines.values() if "wall" in line["asked"]} == {
        "http://wall.example/a",
        "http://wall.example/b",
    }
    # the cookie is kept for the site's next page
    assert outcome.server.asked("wall.example") == ["/a", "/a", "/b"]


def test_a_robots_txt_that_fails_forbids_everything(outcome):
    assert outcome.server.asked("shaky.example") == []
    assert outcome.reasons["http://shaky.example/any"].startswith("the site answered 50")


@pytest.mark.parametrize("url", ODD)
def test_what_is_no_address_is_a_failure_like_others(outcome, url):
    assert url in outcome.reasons or url in outcome.lines
