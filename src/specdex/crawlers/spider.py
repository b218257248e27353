"""The spider that fetches: it takes orders, answers each, and decides nothing."""

import asyncio
import math
import time
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from multiprocessing.connection import Connection
from typing import Any
from urllib.parse import urlsplit

from scrapy import Request, Spider, signals
from scrapy.crawler import Crawler
from scrapy.exceptions import CloseSpider, IgnoreRequest, StopDownload
from scrapy.http import Response
from scrapy.robotstxt import RobotParser
from scrapy.spidermiddlewares.httperror import HttpError

from specdex.clock import now
from specdex.crawlers.browser import rendering
from specdex.crawlers.manners import DEADLINE, PERMIT, VISIT, RefusedRequest, refused_names
from specdex.crawlers.wire import GONE, NOT_MODIFIED, Answer, HungUp, Order, Robots, received, send
from specdex.records import Page, PageKind, Visit

__all__ = ["FetchSpider", "is_html", "may_be_html", "page_of", "sentence"]

FINE = range(200, 300)
"""The statuses of answers that are pages."""
PHRASES = (
    ("Timeout", "the site did not answer in time"),
    ("MaxSize", "the page is larger than the budget allows"),
    ("Cancelled", "the page is larger than the budget allows"),
    ("CannotResolveHost", "host unknown"),
    ("ConnectionRefused", "the site refused the connection"),
    ("DataLoss", "the site broke off in the middle of the page"),
    ("DownloadFailed", "the site broke off in the middle of the page"),
    ("ConnectionLost", "the site broke off in the middle of the page"),
    ("ConnectionDone", "the site broke off in the middle of the page"),
    ("ResponseNeverReceived", "the site closed the connection without an answer"),
    ("Tunnel", "the proxy could not reach the site"),
    ("StopDownload", "it is not HTML"),
    ("SSL", "the site's encryption is broken"),
)
"""Parts of the names of exceptions, and what they mean to a person; the first that fits."""
IGNORED = (
    ("robots", "robots.txt forbids it"),
    ("max redirections", "it redirects too often"),
    ("decompress", "the page is larger than the budget allows"),
    ("size", "the page is larger than the budget allows"),
    ("limit", "the page is larger than the budget allows"),
)
"""Parts of what Scrapy says when it ignores a request."""
HTML_TYPES = ("text/html", "application/xhtml+xml", "application/xml", "text/xml")
HTML_SIGNS = (b"<html", b"<!doctype html", b"<head", b"<body")
SNIFFED = 1024


class FetchSpider(Spider):
    """Fetches what comes as orders over *line*, until nobody is at its other end.

    Every request passes Scrapy's downloader with its middlewares, slots and delays.
    """

    name = "specdex"

    def __init__(self, line: Connection, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.line = line
        self.stopped = asyncio.Event()
        self.heard: list[Robots] = []
        """What robots.txt files said since the last answer."""

    @classmethod
    def from_crawler(cls, crawler: Crawler, *args: Any, **kwargs: Any) -> "FetchSpider":
        """The spider, listening for headers of what is no page."""
        spider = super().from_crawler(crawler, *args, **kwargs)
        crawler.signals.connect(spider.headers_received, signal=signals.headers_received)
        crawler.signals.connect(spider.robots_parsed, signal=signals.robots_parsed)
        return spider

    async def start(self) -> AsyncIterator[Any]:
        """No request of its own: those that are ordered, until the crawl is stopped."""
        nothing: tuple[Request, ...] = ()
        for request in nothing:
            yield request
        desk = Desk(self)
        await self.stopped.wait()
        await desk.clear()
        # what Scrapy still has to do with what was given up is not waited for
        raise CloseSpider("stopped")

    def stop(self) -> None:
        """End the crawl now: every pause and every request is over."""
        self.stopped.set()

    async def rest(self, seconds: float) -> None:
        """Pause, unless the crawl is stopped meanwhile."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self.stopped.wait(), seconds)

    def seconds_left(self, request: Request) -> float:
        """How long the crawl that wants *request* may still take; a robots.txt is for all."""
        if self.stopped.is_set():
            return 0.0
        deadline: float = request.meta.get(DEADLINE, math.inf)
        return max(0.0, deadline - time.monotonic())

    def headers_received(self, headers: Any, request: Request) -> None:
        """Break off what its headers say is no page, before its body comes."""
        visit = request.meta.get(VISIT)
        if visit is None or visit.expected is PageKind.SITEMAP:
            return
        if not may_be_html(headers.get("Content-Type") or b""):
            raise StopDownload(fail=True)

    def robots_parsed(self, robotparser: RobotParser, request: Request) -> None:
        """Remember the Crawl-delay that a site asks for and the sitemaps it names."""
        agent = self.settings["ROBOTSTXT_USER_AGENT"]
        delay = robotparser.crawl_delay(agent) or 0.0
        named = tuple(getattr(getattr(robotparser, "rp", None), "sitemaps", ()))
        if delay or named:
            self.heard.append(Robots(request.url, delay, named))

    async def fetch(self, order: Order) -> Answer:
        """What became of *order*, whatever that is."""
        try:
            response = await self.crawler.engine.download_async(self._request(order))
            return _answer(order, response)
        except Exception as error:  # noqa: BLE001 - every order gets an answer
            refusal = getattr(error, "response", None)
            status, size = getattr(refusal, "status", GONE), len(getattr(refusal, "body", b""))
            reason = sentence(error, _name(order.visit.url))
            return Answer(order.lane, None, status, size, reason)

    def _request(self, order: Order) -> Request:
        visit = order.visit
        return Request(
            visit.url,
            headers=dict(order.headers),
            meta={
                VISIT: visit,
                DEADLINE: time.monotonic() + order.seconds,
                "cookiejar": visit.site,
                **(rendering(self.settings, visit.site) if order.rendered else {}),
            },
        )


def _name(url: str) -> str:
    """The name of the host of *url*, as it is resolved."""
    try:
        return urlsplit(url).hostname or ""
    except ValueError:
        return ""


def _answer(order: Order, response: Response) -> Answer:
    """The answer that *response* is; an HttpError where it is an error of the site."""
    size = len(response.body)
    if response.status == NOT_MODIFIED:
        return Answer(order.lane, None, NOT_MODIFIED, size)
    if response.status not in FINE:
        raise HttpError(response)
    if order.visit.expected is not PageKind.SITEMAP and not is_html(response):
        return Answer(order.lane, None, response.status, size, "it is not HTML")
    return Answer(order.lane, page_of(response, order.visit), response.status, size)


def page_of(response: Response, visit: Visit) -> Page:
    """The page that *response* brings for *visit*."""
    rendered = "playwright" in response.flags
    # where a proxy stands between, the address would be the proxy's
    proxied = response.request is not None and "proxy" in response.request.meta
    return Page(
        url=response.url,
        body=response.body,
        id=visit.url,
        site=visit.site,
        content_type=_header(response, "Content-Type"),
        encoding=str(getattr(response, "encoding", "") or "") if rendered else "",
        status=response.status,
        fetched=now(),
        validator=_header(response, "ETag") or _header(response, "Last-Modified"),
        ip="" if proxied else str(response.ip_address or ""),
    )


def may_be_html(content_type: bytes) -> bool:
    """Whether a Content-Type leaves room for HTML; none at all does."""
    kind = content_type.decode("latin-1").partition(";")[0].strip().lower()
    return not kind or kind in HTML_TYPES


def is_html(response: Response) -> bool:
    """Whether *response* is a page, by its type or, where that says little, by its first bytes."""
    kind = response.headers.get("Content-Type") or b""
    if kind and b"xml" not in kind.replace(b"xhtml", b""):
        return may_be_html(kind)
    start = response.body[:SNIFFED].lower()
    return any(sign in start for sign in HTML_SIGNS)


def _header(response: Response, name: str) -> str:
    return (response.headers.get(name) or b"").decode("latin-1").strip()


def sentence(error: BaseException, name: str = "") -> str:
    """What *error*, from the host called *name*, means to a person."""
    if isinstance(error, HttpError):
        return f"the site answered {error.response.status}"
    if isinstance(error, RefusedRequest):
        return str(error)
    if name in refused_names:
        return f"{name} is at the private address {refused_names[name]}; {PERMIT}"
    if isinstance(error, IgnoreRequest):
        told = str(error) or "the request was dropped"
        return next((meaning for part, meaning in IGNORED if part in told.lower()), told)
    kind = type(error).__name__
    told = f"it could not be fetched ({kind})"
    return next((meaning for part, meaning in PHRASES if part in kind), told)


class Desk:
    """Where orders come in and answers go out; neither waits for the other."""

    def __init__(self, spider: FetchSpider) -> None:
        self.spider = spider
        self.tasks: set[asyncio.Task[None]] = set()
        self.loop = asyncio.get_running_loop()
        self.voice = ThreadPoolExecutor(1)
        """Who says the answers, however long nobody listens."""
        self.loop.add_reader(spider.line.fileno(), self.hear)

    def hear(self) -> None:
        """Begin to fetch what was ordered; stop where nobody wants an answer any more."""
        try:
            orders = received(self.spider.line, 0.0)
        except HungUp:
            self.loop.remove_reader(self.spider.line.fileno())
            self.spider.stop()
            return
        for order in orders:
            task = asyncio.ensure_future(self._serve(order))
            self.tasks.add(task)
            task.add_done_callback(self.tasks.discard)

    async def clear(self) -> None:
        """Give up what is still being fetched."""
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)

    async def _serve(self, order: Order) -> None:
        answer = await self.spider.fetch(order)
        heard, self.spider.heard = tuple(self.spider.heard), []
        said = [replace(answer, robots=heard)]
        self.loop.run_in_executor(self.voice, send, self.spider.line, said)
