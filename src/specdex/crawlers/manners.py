"""Downloader middlewares: stay on the site, stay off private networks, back off when asked to."""

from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from http import HTTPStatus
from typing import Self

from scrapy import Spider
from scrapy.crawler import Crawler
from scrapy.downloadermiddlewares.retry import RetryMiddleware
from scrapy.downloadermiddlewares.robotstxt import RobotsTxtMiddleware
from scrapy.exceptions import IgnoreRequest
from scrapy.http import Request, Response

from specdex.crawlers.addresses import ALLOW_PRIVATE, is_public, literal_address
from specdex.urls import is_web, same_site

__all__ = [
    "DEADLINE",
    "VISIT",
    "BackOff",
    "CarefulRobots",
    "Guard",
    "RefusedRequest",
    "retry_after",
]

VISIT = "specdex_visit"
"""The key of a request's meta under which its visit travels."""
DEADLINE = "specdex_deadline"
"""The same for the moment at which its crawl ends."""
BUSY = frozenset({429, 503})
"""What a server answers that wants to be left alone for a while."""
FORBID_ALL = b"User-agent: *\nDisallow: /\n"
MAX_WAIT = 120.0
"""Seconds; a site that wants more is left alone for good."""
FIRST_WAIT = 2.0
"""Seconds; doubled with each further refusal, where the server names no time."""


class RefusedRequest(IgnoreRequest):
    """A request that we do not make; its text says why."""


class Guard:
    """Refuses requests, also after redirects, that leave the web, the site or the public net."""

    def __init__(self, *, allow_private: bool) -> None:
        self.allow_private = allow_private

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        """The guard as settings have it."""
        return cls(allow_private=crawler.settings.getbool(ALLOW_PRIVATE))

    def process_request(self, request: Request) -> None:
        """Let *request* pass, or refuse it."""
        if not is_web(request.url):
            raise RefusedRequest("it is no address of the web")
        address = literal_address(request.url)
        if address and not self.allow_private and not is_public(address):
            raise RefusedRequest(f"{address} is a private address")
        visit = request.meta.get(VISIT)
        if visit is not None and not same_site(request.url, f"http://{visit.site}/"):
            raise RefusedRequest(f"it redirects to another site, {request.url}")


class CarefulRobots(RobotsTxtMiddleware):
    """Scrapy's robots.txt, with RFC 9309's answer where a server cannot give its own.

    A robots.txt that fails (5xx) forbids everything; one that is not there (4xx) forbids nothing.
    """

    async def _parse_robots(self, response: Response, netloc: str, request: Request) -> None:
        if response.status >= HTTPStatus.INTERNAL_SERVER_ERROR:
            response = response.replace(body=FORBID_ALL)
        elif response.status >= HTTPStatus.BAD_REQUEST:
            response = response.replace(body=b"")
        await super()._parse_robots(response, netloc, request)


def retry_after(response: Response, now: datetime) -> float | None:
    """The seconds that a Retry-After header asks for, in either of its forms; None without one."""
    value = (response.headers.get("Retry-After") or b"").decode("latin-1").strip()
    if not value:
        return None
    if value.isdigit():
        return float(value)
    try:
        moment = parsedate_to_datetime(value)
    except ValueError:
        return None
    moment = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    return max(0.0, (moment - now).total_seconds())


class BackOff(RetryMiddleware):
    """Scrapy's retries, with the pauses that a busy server asks for.

    A site has one request on its way at a time, so a pause here is a pause for the whole site.
    """

    async def process_response(  # type: ignore[override]
        self, request: Request, response: Response, spider: Spider | None = None
    ) -> Request | Response:
        """The response, or after a pause the request again."""
        del spider
        if response.status not in BUSY or request.meta.get("dont_retry", False):
            return super().process_response(request, response)
        asked = retry_after(response, datetime.now(UTC))
        tried = request.meta.get("retry_times", 0)
        wait = FIRST_WAIT * 2**tried if asked is None else asked
        if wait > self._patience(request) or tried >= self.max_retry_times:
            return response
        await self.crawler.spider.rest(wait)  # type: ignore[union-attr]
        return super().process_response(request, response)

    def process_exception(
        self, request: Request, exception: Exception, spider: Spider | None = None
    ) -> Request | Response | None:
        """Ask again for what did not come, unless the crawl's time is over."""
        del spider
        in_time = self._patience(request)
        return super().process_exception(request, exception) if in_time else None

    def _patience(self, request: Request) -> float:
        """The longest pause that still makes sense: the crawl's own time is limited too."""
        left: float = self.crawler.spider.seconds_left(request)  # type: ignore[union-attr]
        return min(MAX_WAIT, left)
