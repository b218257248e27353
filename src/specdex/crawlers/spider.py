"""One spider for many sites: each site is a lane with one request on its way at a time."""

import asyncio
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from typing import Any
from urllib.parse import urlsplit

from scrapy import Request, Spider, signals
from scrapy.crawler import Crawler
from scrapy.exceptions import CloseSpider, StopDownload
from scrapy.http import Response
from scrapy.robotstxt import RobotParser
from twisted.python.failure import Failure as TwistedFailure

from specdex.crawlers.answers import (
    NOT_MODIFIED,
    is_html,
    may_be_html,
    now,
    page_of,
    validating_headers,
)
from specdex.crawlers.browsing import rendering
from specdex.crawlers.failures import sentence
from specdex.crawlers.lanes import GONE, Lane, Purse, Scripts
from specdex.crawlers.manners import VISIT
from specdex.html import Document
from specdex.ports import Recorder, Walk
from specdex.records import Failure, Page, PageKind, Sight, Visit
from specdex.settings import Budget
from specdex.urls import same_site

__all__ = ["WalkSpider"]

LANE = "specdex_lane"
OUTDATED = "specdex_outdated"
"""The key under which the version of a page travels that its server is asked to renew."""
BARE = "specdex_bare"
"""The key under which a page travels that came without its scripts having run."""
MAX_PAUSE = 30.0
"""Seconds; a longer Crawl-delay is taken for this."""


class WalkSpider(Spider):
    """Walks many sites side by side and records what it sees."""

    name = "specdex"

    def __init__(
        self, walks: Sequence[Walk], recorder: Recorder, budget: Budget, **kwargs: Any
    ) -> None:
        render = kwargs.pop("render", "never")
        super().__init__(**kwargs)
        purse = Purse(budget)
        self.lanes = [Lane(walk, budget, purse, Scripts(render)) for walk in walks]
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
        visit = request.meta.get(VISIT)
        if visit is None or visit.expected is PageKind.SITEMAP:
            return
        if not may_be_html(headers.get("Content-Type") or b""):
            raise StopDownload(fail=True)

    def robots_parsed(self, robotparser: RobotParser, request: Request) -> None:
        """Keep the Crawl-delay that a site asks for, within reason, and the sitemaps it names."""
        agent = self.settings["ROBOTSTXT_USER_AGENT"]
        delay = robotparser.crawl_delay(agent) or 0.0
        named = list(getattr(getattr(robotparser, "rp", None), "sitemaps", ()))
        for lane in self.lanes:
            if same_site(request.url, f"http://{lane.walk.site}/"):
                lane.pause = max(lane.pause, min(delay, MAX_PAUSE))
                lane.add_sitemaps(named)

    async def arrived(self, response: Response) -> AsyncIterator[Request]:
        """See, record and go on with what came."""
        lane, visit = response.meta[LANE], response.meta[VISIT]
        lane.receive(len(response.body))
        again = None
        with self._alarm():
            if response.status == NOT_MODIFIED:
                self._unchanged(lane, visit, response.meta.get(OUTDATED))
            elif visit.expected is PageKind.SITEMAP:
                self._keep(lane, visit, lane.parse(page_of(response, visit)))
            elif is_html(response):
                again = self._page(lane, visit, response)
            else:
                self._fail(lane, visit, "it is not HTML", response.status)
        request = again or await self._next(lane)
        if request:
            yield request

    async def failed(self, failure: TwistedFailure) -> AsyncIterator[Request]:
        """Keep why a page did not come, and go on."""
        request: Request = failure.request  # type: ignore[attr-defined]
        lane, visit = request.meta[LANE], request.meta[VISIT]
        lane.receive(0)
        error = failure.value or RuntimeError("no reason given")
        response = getattr(error, "response", None)
        bare: Page | None = request.meta.get(BARE)
        with self._alarm():
            if bare is not None:
                # no browser made it richer; what came without one counts
                lane.scripts.compare(1, 0)
                self._keep(lane, visit, lane.parse(bare))
            elif visit.expected is not PageKind.SITEMAP:
                reason = sentence(error, urlsplit(request.url).hostname or "")
                self._fail(lane, visit, reason, getattr(response, "status", GONE))
        following = await self._next(lane)
        if following:
            yield following

    def _page(self, lane: Lane, visit: Visit, response: Response) -> Request | None:
        """Keep the page that came, or ask for it once more through a browser."""
        document = lane.parse(page_of(response, visit))
        bare: Page | None = response.meta.get(BARE)
        if bare is not None:
            without = lane.parse(bare)
            lane.scripts.compare(len(without.text), len(document.text))
        elif not lane.scripts.wanted() and lane.scripts.worth_a_try(document):
            lane.pay()
            return self._request(lane, visit, rendered=True, **{BARE: document.page})
        outdated: Page | None = response.meta.get(OUTDATED)
        if outdated is not None and outdated.body == document.page.body:
            self._unchanged(lane, visit, outdated)
        else:
            self._keep(lane, visit, document)
        return None

    def _keep(self, lane: Lane, visit: Visit, document: Document) -> None:
        sight = self._see(lane, visit, document)
        if sight:
            self.recorder.record(document.page, sight)

    def _unchanged(self, lane: Lane, visit: Visit, outdated: Page | None) -> None:
        """See the version that is at hand again, and keep that it is still the latest."""
        if outdated is not None:
            sight = self._see(lane, visit, lane.parse(outdated))
            if sight:
                self.recorder.record(replace(outdated, fetched=now()), sight)

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
                    return self._first_request(lane, visit)
                lane.pay(-1)
                self._see(lane, visit, lane.parse(page))
            await asyncio.sleep(0)
        return None

    def _first_request(self, lane: Lane, visit: Visit) -> Request:
        if visit.expected is PageKind.SITEMAP:
            return self._request(lane, visit)
        outdated = self.recorder.outdated(visit.url)
        return self._request(
            lane,
            visit,
            rendered=lane.scripts.wanted(),
            **({OUTDATED: outdated} if outdated else {}),
        )

    def _request(
        self, lane: Lane, visit: Visit, *, rendered: bool = False, **about: Any
    ) -> Request:
        lane.ask()
        outdated = about.get(OUTDATED)
        return Request(
            visit.url,
            callback=self.arrived,
            errback=self.failed,
            headers=validating_headers(outdated) if outdated and not rendered else {},
            # the lane asks for each address once
            dont_filter=True,
            meta={
                LANE: lane,
                VISIT: visit,
                "cookiejar": lane.walk.site,
                "handle_httpstatus_list": [NOT_MODIFIED],
                **(rendering(self.settings, lane.walk.site) if rendered else {}),
                **about,
            },
        )

    def _see(self, lane: Lane, visit: Visit, document: Document) -> Sight | None:
        """What the walk makes of a page; a walk that stumbles over it goes on elsewhere."""
        try:
            return lane.see(visit, document)
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
