import subprocess
import sys
from types import SimpleNamespace

import pytest
from scrapy.exceptions import IgnoreRequest
from scrapy.http import Request, Response
from scrapy.spidermiddlewares.httperror import HttpError
from scrapy.utils.test import get_crawler
from twisted.web._newclient import STATUS

from specdex.crawlers.child import MAX_HEAD, bounded, scrapy_settings
from specdex.crawlers.manners import VISIT, BackOff, Cookies, Guard, RefusedRequest
from specdex.crawlers.spider import sentence
from specdex.records import Visit
from specdex.settings import Budget, Politeness


def request(url, site="shop.example"):
    return Request(url, meta={VISIT: Visit(url, site)})


def test_what_fetches_loads_nothing_that_decides_and_no_cookies_before_a_site_sets_one():
    said = """
import sys
import specdex.crawlers.process
from specdex.crawlers.child import HANDLER, MIDDLEWARES
from scrapy.utils.misc import load_object
[load_object(path) for path in (HANDLER, *MIDDLEWARES)]
print([each for each in ("specdex.html", "specdex.crawlers.journey", "tldextract", "duckdb")
       if each in sys.modules])
"""
    done = subprocess.run(
        [sys.executable, "-c", said], capture_output=True, check=True, text=True, timeout=60
    )
    assert done.stdout.strip() == "[]"


def test_cookies_are_brought_back_to_the_site_that_set_them():
    cookies = Cookies.from_crawler(get_crawler(settings_dict={"COOKIES_ENABLED": True}))
    first, second = (Request("http://shop.example/", meta={"cookiejar": "shop"}) for _ in range(2))
    cookies.process_request(first)
    plain = Response(first.url)
    assert cookies.process_response(first, plain) is plain
    assert cookies.jars is None
    cookies.process_response(first, Response(first.url, headers={"Set-Cookie": "seen=1; Path=/"}))
    cookies.process_request(second)
    assert (first.headers.get("Cookie"), second.headers.get("Cookie")) == (None, b"seen=1")


def test_the_guard_lets_a_site_and_its_subdomains_pass():
    guard = Guard(allow_private=False)
    guard.process_request(request("http://shop.example/a"))
    guard.process_request(request("https://www.shop.example/a"))
    guard.process_request(Request("http://shop.example/robots.txt"))


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("http://other.example/", "another site"),
        ("http://169.254.169.254/latest", "private address"),
        ("file:///etc/passwd", "no address of the web"),
    ],
)
def test_the_guard_refuses_what_leaves_the_site_or_the_public_net(url, reason):
    with pytest.raises(RefusedRequest, match=reason):
        Guard(allow_private=False).process_request(request(url))


def test_private_addresses_pass_where_they_are_allowed():
    Guard(allow_private=True).process_request(request("http://10.0.0.1/", site="10.0.0.1"))


class CannotResolveHostError(Exception):
    """As Scrapy calls it."""


@pytest.mark.parametrize(
    ("left", "error", "again"),
    [
        (9.0, TimeoutError(), True),
        (0.0, TimeoutError(), False),
        (9.0, CannotResolveHostError(), False),
    ],
)
def test_what_did_not_come_is_asked_for_again_while_there_is_time(left, error, again, monkeypatch):
    crawler = get_crawler(settings_dict=scrapy_settings(Politeness(), Budget()))
    crawler.spider = SimpleNamespace(seconds_left=lambda _: left, crawler=crawler)
    crawler.stats = SimpleNamespace(inc_value=lambda *_: None)
    back_off = BackOff.from_crawler(crawler)
    monkeypatch.setattr(back_off, "exceptions_to_retry", (Exception,))
    asked = back_off.process_exception(request("http://a/"), error)
    assert (asked is not None) is again


def test_each_failure_is_one_sentence():
    assert sentence(HttpError(Response("http://a.example/", status=418))) == "the site answered 418"
    assert sentence(IgnoreRequest("Forbidden by robots.txt")) == "robots.txt forbids it"
    assert sentence(IgnoreRequest()) == "the request was dropped"
    assert sentence(TimeoutError()) == "the site did not answer in time"
    assert sentence(ZeroDivisionError()) == "it could not be fetched (ZeroDivisionError)"


def test_settings_carry_politeness_and_budget_to_scrapy():
    polite = Politeness(
        delay=2.5, user_agent="specdex/9", timeout=7, proxy="http://proxy.local:3128"
    )
    settings = scrapy_settings(polite, Budget(max_bytes=1234))
    assert settings["DOWNLOAD_DELAY"] == 2.5
    assert settings["DOWNLOAD_DELAY_JITTER"] == 0
    assert settings["CONCURRENT_REQUESTS_PER_DOMAIN"] == 1
    assert settings["AUTOTHROTTLE_ENABLED"]
    assert settings["ROBOTSTXT_OBEY"]
    assert settings["ROBOTSTXT_USER_AGENT"] == "specdex"
    assert settings["DOWNLOAD_MAXSIZE"] == 1234
    assert settings["DOWNLOAD_TIMEOUT"] == 7
    assert "proxy.local" in settings["SPECDEX_OPEN_HOSTS"]
    assert not settings["TELNETCONSOLE_ENABLED"]
    assert not settings["REMOTE_CONTROL_ENABLED"]


def test_headers_are_bounded_answer_by_answer():
    aborted = []
    wire = SimpleNamespace(
        transport=SimpleNamespace(abortConnection=lambda: aborted.append("aborted")),
        _giveUp=lambda _: None,
    )
    heard = []
    receive = bounded(lambda _, data: heard.append(len(data)))
    for _ in range(3):
        vars(wire).update(_parser=SimpleNamespace(state=STATUS))
        receive(wire, b"x" * MAX_HEAD)
    assert (heard, aborted) == ([MAX_HEAD] * 3, [])
    receive(wire, b"x")
    assert (len(heard), aborted) == (3, ["aborted"])
