"""One spider for many sites: each site is a lane with one request on its way at a time."""

import asyncio
import heapq
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import count
from typing import Any
from urllib.parse import urlsplit

from scrapy import Request, Spider, signals
from scrapy.crawler import Crawler
from scrapy.exceptions import CloseSpider, StopDownload
from scrapy.http import Response
from scrapy.robotstxt import RobotParser
from twisted.python.failure import Failure as TwistedFailure

from specdex.crawlers.failures import sentence
from specdex.crawlers.manners import VISIT
from specdex.html import parse
from specdex.ports import Recorder, Walk
from specdex.records import Failure, Page, Sight, Visit
from specdex.settings import Budget, Limits
from specdex.urls import canonical, same_site

__all__ = ["Lane", "WalkSpider"]

LANE = "specdex_lane"
HTML_TYPES = ("text/html", "application/xhtml+xml", "application/xml", "text/xml")
HTML_SIGNS = (b"<html", b"<!doctype html", b"<head", b"<body")
SNIFFED = 1024
MAX_PAUSE = 30.0
"""Seconds; a longer Crawl-delay is taken for this."""
GONE = 599
"""The status under which a walk sees a page that could not be fetched at all."""


@dataclass(slots=True)
class Lane:
    """One site's walk and the visits it still wants, best first."""

    walk: Walk
    budget: Budget
    spent: int = 0
    """Pages asked for."""
    queue: list[tuple[float, int, Visit]] = field(default_factory=list)
    asked: set[str] = field(default_factory=set)
    pause: float = 0.0
    """Seconds between two requests that the site's robots.txt asks for."""
    last: float = 0.0
    """When its last answer came."""
    order: "count[int]" = field(default_factory=count)

    def add(self, visits: Sequence[Visit]) -> None:
        """Queue *visits*, each address once."""
        for visit in visits:
            key = canonical(visit.url)
            if key not in self.asked:
                self.asked.add(key)
                heapq.heappush(self.queue, (-visit.priority, next(self.order), visit))

    def take(self) -> Visit | None:
        """The next visit within the budget; None where the lane has ended."""
        while self.queue and self.spent < self.budget.max_pages:
            visit = heapq.heappop(self.queue)[2]
            if visit.depth <= self.budget.max_depth:
                self.spent += 1
                return visit
            self.miss(visit)
        return None

    def see(self, visit: Visit, page: Page) -> Sight:
        """What the walk makes of *page*; where it wants to go is queued."""
        sight = self.walk.see(visit, parse(page, Limits(max_bytes=self.budget.max_bytes)))
        self.add(sight.visits)
        return sight

    def wait(self) -> float:
        """The seconds left of the pause that the site asks for."""
        return max(0.0, self.last + self.pause - time.monotonic())

    def miss(self, visit: Visit, status: int = GONE) -> None:
        """Tell the walk that a page will not come."""
        self.see(visit, Page(visit.url, b"", site=self.walk.site, status=status))


class WalkSpider(Spider):
    """Walks many sites side by side and records what it sees."""

    name = "specdex"

    def __init__(
        self, walks: Sequence[Walk], recorder: Recorder, budget: Budget, **kwargs: Any
    ) -> None:
        super().__init__(**kwargs)
        self.lanes = [Lane(walk, budget) for walk in walks]
        self.recorder = recorder
        self.deadline = time.monotonic() + 60 * budget.max_minutes
        self.stopped = asyncio.Event()
        self.trouble: BaseException | None = None
        """What ended the crawl before its time."""

    @classmethod
    def from_crawler(cls, crawler: Crawler, *args: Any, **kwargs: Any) -> "WalkSpider":
        """The spider, listening for headers of what is no page."""
        spider = super().from_crawler(crawler, *args, **kwargs)
        crawler.signals.connect(spider.headers_received, signal=signals.headers_received)
        crawler.signals.connect(spider.robots_parsed, signal=signals.robots_parsed)
        return spider

    def stop(self) -> None:
        """End the crawl now: no lane asks for anything more, and every pause is over."""
        self.deadline = 0.0
        self.stopped.set()

    async def rest(self, seconds: float) -> None:
        """Pause, unless the crawl is stopped meanwhile."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self.stopped.wait(), seconds)

    def seconds_left(self) -> float:
        """How long the crawl may still take."""
        return max(0.0, self.deadline - time.monotonic())

    async def start(self) -> AsyncIterator[Any]:
        """The first request of each lane."""
        for lane in self.lanes:
            lane.add(lane.walk.start())
            request = await self._next(lane)
            if request:
                yield request

    def headers_received(self, headers: Any, request: Request) -> None:
        """Break off what its headers say is no page, before its body comes."""
        if VISIT in request.meta and not _may_be_html(headers.get("Content-Type") or b""):
            raise StopDownload(fail=True)

    def robots_parsed(self, robotparser: RobotParser, request: Request) -> None:
        """Keep the Crawl-delay that a site asks for, within reason."""
        agent = self.settings["ROBOTSTXT_USER_AGENT"]
        delay = robotparser.crawl_delay(agent) or 0.0
        for lane in self.lanes:
            if same_site(request.url, f"http://{lane.walk.site}/"):
                lane.pause = max(lane.pause, min(delay, MAX_PAUSE))

    async def arrived(self, response: Response) -> AsyncIterator[Request]:
        """See, record and go on with a page that came."""
        lane, visit = response.meta[LANE], response.meta[VISIT]
        lane.last = time.monotonic()
        with self._alarm():
            if _is_html(response):
                page = _page(response, visit)
                sight = self._see(lane, visit, page)
                if sight:
                    self.recorder.record(page, sight)
            else:
                self._fail(lane, visit, "it is not HTML", response.status)
        request = await self._next(lane)
        if request:
            yield request

    async def failed(self, failure: TwistedFailure) -> AsyncIterator[Request]:
        """Keep why a page did not come, and go on."""
        request: Request = failure.request  # type: ignore[attr-defined]
        lane, visit = request.meta[LANE], request.meta[VISIT]
        lane.last = time.monotonic()
        error = failure.value or RuntimeError("no reason given")
        response = getattr(error, "response", None)
        with self._alarm():
            reason = sentence(error, urlsplit(request.url).hostname or "")
            self._fail(lane, visit, reason, getattr(response, "status", GONE))
        following = await self._next(lane)
        if following:
            yield following

    async def _next(self, lane: Lane) -> Request | None:
        """The lane's next request; pages recorded earlier are seen again on the way."""
        while self.seconds_left() and self.trouble is None:
            with self._alarm():
                visit = lane.take()
                if visit is None:
                    return None
                page = self.recorder.recall(visit.url)
                if page is None:
                    await self.rest(lane.wait())
                    return self._request(lane, visit)
                self._see(lane, visit, page)
            await asyncio.sleep(0)
        return None

    def _request(self, lane: Lane, visit: Visit) -> Request:
        return Request(
            visit.url,
            callback=self.arrived,
            errback=self.failed,
            # the lane asks for each address once
            dont_filter=True,
            meta={LANE: lane, VISIT: visit},
        )

    def _see(self, lane: Lane, visit: Visit, page: Page) -> Sight | None:
        """What the walk makes of *page*; a walk that stumbles over it goes on elsewhere."""
        try:
            return lane.see(visit, page)
        except Exception as error:  # noqa: BLE001 - a stranger's walk; a crawl never dies on a page
            reason = f"the walk stumbled over it: {type(error).__name__}: {error}"
            self.recorder.fail(Failure(visit.url, "crawl", reason))
            return None

    def _fail(self, lane: Lane, visit: Visit, reason: str, status: int) -> None:
        self.recorder.fail(Failure(visit.url, "fetch", reason))
        lane.miss(visit, status)

    @contextmanager
    def _alarm(self) -> Iterator[None]:
        """End the crawl where its own house is on fire: a full disk, a recorder that breaks."""
        try:
            yield
        except Exception as error:
            self.trouble = self.trouble or error
            raise CloseSpider("trouble") from error


def _page(response: Response, visit: Visit) -> Page:
    return Page(
        url=response.url,
        body=response.body,
        id=visit.url,
        site=visit.site,
        content_type=(response.headers.get("Content-Type") or b"").decode("latin-1"),
        status=response.status,
        fetched=datetime.now(UTC).isoformat(timespec="seconds"),
    )


def _may_be_html(content_type: bytes) -> bool:
    """Whether a Content-Type leaves room for HTML; none at all does."""
    kind = content_type.decode("latin-1").partition(";")[0].strip().lower()
    return not kind or kind in HTML_TYPES


def _is_html(response: Response) -> bool:
    kind = response.headers.get("Content-Type") or b""
    if kind and b"xml" not in kind.replace(b"xhtml", b""):
        return _may_be_html(kind)
    start = response.body[:SNIFFED].lower()
    return any(sign in start for sign in HTML_SIGNS)
