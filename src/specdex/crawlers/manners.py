"""How a crawl behaves: it stays on the site and off private networks, and backs off when asked."""

from collections.abc import Sequence
from http import HTTPStatus
from time import monotonic
from typing import TYPE_CHECKING, Any, Self
from urllib.parse import urlsplit

from scrapy import Spider, signals
from scrapy.crawler import Crawler
from scrapy.downloadermiddlewares.retry import RetryMiddleware
from scrapy.downloadermiddlewares.robotstxt import RobotsTxtMiddleware
from scrapy.exceptions import IgnoreRequest
from scrapy.http import Request, Response
from scrapy.resolver import CachingThreadedResolver
from scrapy.robotstxt import RobotParser
from twisted.internet.base import ReactorBase
from twisted.internet.defer import Deferred
from twisted.internet.error import DNSLookupError

from specdex.clock import retry_after
from specdex.crawlers.addresses import ALLOW_PRIVATE, OPEN_HOSTS, is_public, literal_address
from specdex.urls import is_web, same_site

if TYPE_CHECKING:
    from scrapy.downloadermiddlewares.cookies import CookiesMiddleware

__all__ = [
    "DEADLINE",
    "PERMIT",
    "VISIT",
    "BackOff",
    "CarefulRobots",
    "Cookies",
    "Guard",
    "GuardedResolver",
    "Pauses",
    "RefusedRequest",
    "refused_names",
]

VISIT = "specdex_visit"
"""The key of a request's meta under which its visit travels."""
DEADLINE = "specdex_deadline"
"""The same for the moment at which its crawl ends."""
BUSY = frozenset({429, 503})
"""What a server answers that wants to be left alone for a while."""
PERMIT = "--allow-private permits those"
FORBID_ALL = b"User-agent: *\nDisallow: /\n"
MAX_WAIT = 120.0
"""Seconds; a site that wants more is left alone for good."""
UNKNOWN = "CannotResolveHost"
"""Part of the name of what Scrapy raises for a host that does not exist."""
FIRST_WAIT = 2.0
"""Seconds; doubled with each further refusal, where the server names no time."""
refused_names: dict[str, str] = {}
"""The names that were refused, and the private addresses they mean."""


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
            raise RefusedRequest(f"{address} is a private address; {PERMIT}")
        visit = request.meta.get(VISIT)
        if visit is not None and not same_site(request.url, f"http://{visit.site}/"):
            raise RefusedRequest(f"it redirects to another site, {request.url}")


class CarefulRobots(RobotsTxtMiddleware):
    """Scrapy's robots.txt, with RFC 9309's answer where a server cannot give its own.

    A robots.txt that fails (5xx) forbids everything; one that is not there (4xx) forbids nothing.
    """

    def __init__(self, crawler: Crawler) -> None:
        super().__init__(crawler)
        self._failed: dict[str, int] = {}
        """What the servers answered that could not give their robots.txt."""

    def process_request_2(self, rp: RobotParser | None, request: Request) -> None:
        """Let *request* pass, or say what keeps it: the rules of the site, or that it is ill."""
        status = self._failed.get(urlsplit(request.url).netloc)
        if status:
            raise RefusedRequest(f"the site answered {status}, to robots.txt already")
        super().process_request_2(rp, request)

    async def _parse_robots(self, response: Response, netloc: str, request: Request) -> None:
        if response.status >= HTTPStatus.INTERNAL_SERVER_ERROR:
            self._failed[netloc] = response.status
            response = response.replace(body=FORBID_ALL)
        elif response.status >= HTTPStatus.BAD_REQUEST:
            response = response.replace(body=b"")
        await super()._parse_robots(response, netloc, request)


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
        asked = retry_after((response.headers.get("Retry-After") or b"").decode("latin-1"))
        tried = request.meta.get("retry_times", 0)
        wait = FIRST_WAIT * 2**tried if asked is None else asked
        if wait > self._patience(request) or tried >= self.max_retry_times:
            return response
        await self.crawler.spider.rest(wait)  # type: ignore[union-attr]
        return super().process_response(request, response)

    def process_exception(
        self, request: Request, exception: Exception, spider: Spider | None = None
    ) -> Request | Response | None:
        """Ask again for what did not come, unless the crawl's time is over.

        Nobody is there under an unknown name, however often it is asked for: robots.txt and the
        page are two chances.
        """
        del spider
        if UNKNOWN in type(exception).__name__ or not self._patience(request):
            return None
        return super().process_exception(request, exception)

    def _patience(self, request: Request) -> float:
        """The longest pause that still makes sense: the crawl's own time is limited too."""
        left: float = self.crawler.spider.seconds_left(request)  # type: ignore[union-attr]
        return min(MAX_WAIT, left)


class Cookies:
    """Scrapy's cookies, loaded when a site sets the first."""

    def __init__(self, crawler: Crawler) -> None:
        self.crawler = crawler
        self.jars: CookiesMiddleware | None = None

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        """No cookies yet."""
        return cls(crawler)

    def process_request(self, request: Request) -> None:
        """Bring back what the site has set."""
        if self.jars is not None:
            self.jars.process_request(request)

    def process_response(self, request: Request, response: Response) -> Response:
        """Keep what the site sets."""
        if self.jars is None and "Set-Cookie" in response.headers:
            from scrapy.downloadermiddlewares.cookies import CookiesMiddleware  # noqa: PLC0415

            self.jars = CookiesMiddleware.from_crawler(self.crawler)
        if self.jars is not None:
            self.jars.process_response(request, response)
        return response


class Pauses:
    """Counts a site's delay from its last answer, or when none came, not from when we asked.

    Between the two a request waits for processors and wires, so that a server may see the next one
    sooner than the delay; behind an answer it cannot.
    """

    def __init__(self, crawler: Crawler) -> None:
        self.crawler = crawler

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        """Pauses that hear of every answer, and of everything that was asked in vain."""
        pauses = cls(crawler)
        crawler.signals.connect(pauses.answered, signals.response_downloaded)
        crawler.signals.connect(pauses.answered, signals.request_left_downloader)
        return pauses

    def answered(self, request: Request) -> None:
        """A site's pause begins."""
        engine = self.crawler.engine
        slot = engine and engine.downloader.slots.get(request.meta.get("download_slot", ""))
        if slot:
            slot.lastseen = monotonic()


class GuardedResolver(CachingThreadedResolver):
    """Resolves names, and refuses those that mean a private address.

    What it returns is what is connected to, so a name that changes its address between two
    requests, or after a redirect, is caught as well.
    """

    open_hosts: frozenset[str] = frozenset()
    allow_private: bool = False

    @classmethod
    def from_crawler(cls, crawler: Crawler, reactor: ReactorBase) -> Self:
        """The resolver with the hosts that settings let pass."""
        resolver = super().from_crawler(crawler, reactor)
        resolver.open_hosts = frozenset(crawler.settings.getlist(OPEN_HOSTS))
        resolver.allow_private = crawler.settings.getbool(ALLOW_PRIVATE)
        return resolver

    def getHostByName(  # noqa: N802 - twisted's name
        self, name: str, timeout: Sequence[int] = ()
    ) -> "Deferred[str]":
        """The address of *name*; fails where it is private."""
        found = super().getHostByName(name, timeout)
        if not self.allow_private and name not in self.open_hosts:
            found.addCallback(self._checked, name)
        return found

    def _checked(self, address: Any, name: str) -> str:
        if not is_public(str(address)):
            # Twisted forgets why a name could not be resolved
            refused_names[name] = str(address)
            raise DNSLookupError(f"{name} is at the private address {address}")
        return str(address)
