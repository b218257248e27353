"""Scrapy in its own process: one reactor, one spider, until nobody orders any more."""

import multiprocessing
import os
import signal
import time
from collections.abc import Callable
from functools import lru_cache
from multiprocessing.connection import Connection
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from scrapy.core.downloader.handlers.http11 import HTTP11DownloadHandler
from scrapy.crawler import AsyncCrawlerProcess, Crawler
from scrapy.downloadermiddlewares import httpproxy
from scrapy.http import Request, Response
from scrapy.utils.reactor import install_reactor
from twisted.internet.task import LoopingCall
from twisted.python.failure import Failure
from twisted.web import _newclient

from specdex.crawlers.addresses import ALLOW_PRIVATE, OPEN_HOSTS
from specdex.crawlers.browser import browser_settings
from specdex.crawlers.spider import FetchSpider
from specdex.settings import Budget, Politeness

if TYPE_CHECKING:
    from specdex.crawlers.browser_handler import BrowserHandler

__all__ = ["PageHandler", "fetch_all", "scrapy_settings"]

REACTOR = "twisted.internet.asyncioreactor.AsyncioSelectorReactor"
GLANCE = 0.5
"""Seconds between two looks at whether the crawl should stop."""
LEASH = 5.0
"""Seconds that Scrapy gets to stop; nothing is lost with it."""
MAX_DELAY = 60.0
MAX_REDIRECTS = 6
RETRIES = 2
DNS_SECONDS = 20
HOSTS = 4096
"""Whose way, by a proxy or without, is remembered."""
MAX_HEAD = 1 << 18
"""Bytes of an answer's headers: no browser takes more."""
HEAD_STATES = frozenset({_newclient.STATUS, _newclient.HEADER})
HANDLER = "specdex.crawlers.child.PageHandler"
CONNECTIONS = 64
"""Those kept open to one machine: a proxy speaks for many sites, each with one request a time."""
RESOLVER = "specdex.crawlers.manners.GuardedResolver"
MIDDLEWARES = (
    "specdex.crawlers.manners.Guard",
    "specdex.crawlers.manners.CarefulRobots",
    "scrapy.downloadermiddlewares.downloadtimeout.DownloadTimeoutMiddleware",
    "scrapy.downloadermiddlewares.defaultheaders.DefaultHeadersMiddleware",
    "scrapy.downloadermiddlewares.useragent.UserAgentMiddleware",
    "specdex.crawlers.manners.BackOff",
    "scrapy.downloadermiddlewares.httpcompression.HttpCompressionMiddleware",
    "scrapy.downloadermiddlewares.redirect.RedirectMiddleware",
    "specdex.crawlers.manners.Cookies",
    "scrapy.downloadermiddlewares.httpproxy.HttpProxyMiddleware",
)
"""All that a request passes, the engine first: what Scrapy has besides costs its import alone."""
PROXIES = ("http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY", "all_proxy", "ALL_PROXY")


def fetch_all(line: Connection, politeness: Politeness, budget: Budget) -> None:
    """Fetch what comes as orders over *line*; raises what kept Scrapy from it, if anything did.

    A line that is closed, SIGTERM, or the death of the parent process stops it.
    """
    _use_proxy(politeness.proxy)
    # what the environment says of a host is the same for every request
    httpproxy.proxy_bypass = lru_cache(HOSTS)(httpproxy.proxy_bypass)  # type: ignore[attr-defined]
    install_reactor(REACTOR)
    protocol = _newclient.HTTP11ClientProtocol
    protocol.dataReceived = bounded(protocol.dataReceived)  # type: ignore[method-assign]
    process = AsyncCrawlerProcess(scrapy_settings(politeness, budget), install_root_handler=False)
    crawler = process.create_crawler(FetchSpider)
    crawling = process.crawl(crawler, line)
    stopper = _Stopper(crawler)
    signal.signal(signal.SIGTERM, stopper.ask)
    LoopingCall(stopper.look).start(GLANCE)
    process.start(install_signal_handlers=False)
    if crawling.done() and not crawling.cancelled():
        crawling.result()


def _use_proxy(proxy: str) -> None:
    """Send everything, robots.txt included, through *proxy*, which also resolves names."""
    if proxy:
        for name in ("http_proxy", "https_proxy"):
            os.environ[name] = proxy
        for name in ("no_proxy", "NO_PROXY"):
            os.environ.pop(name, None)


class HeadTooLarge(Exception):  # noqa: N818 - it says what happened
    """The headers of an answer do not end."""


def bounded(received: Callable[[Any, bytes], None]) -> Callable[[Any, bytes], None]:
    """Twisted's reader of answers, within limits: it would take headers for as long as they come.

    It bounds the connection, not its parser: Scrapy puts a parser of its own in place. Each answer
    has a parser, so that those of a connection are not added up.
    """

    def data_received(self: Any, data: bytes) -> None:
        parser, length = self._parser, 0
        if parser is not None and parser.state in HEAD_STATES:
            parser.head = length = getattr(parser, "head", 0) + len(data)
        if length > MAX_HEAD:
            self.transport.abortConnection()
            self._giveUp(Failure(HeadTooLarge()))  # type: ignore[no-untyped-call]
        else:
            received(self, data)

    return data_received


class PageHandler(HTTP11DownloadHandler):
    """Fetches as Scrapy does; a request whose meta asks for a browser is handed to one."""

    def __init__(self, crawler: Crawler) -> None:
        super().__init__(crawler)
        self._pool.maxPersistentPerHost = CONNECTIONS
        # a site is asked again after its pause, not at once
        self._pool.retryAutomatically = False
        self._browser: BrowserHandler | None = None

    async def download_request(self, request: Request) -> Response:
        """The answer to *request*."""
        if not request.meta.get("playwright"):
            return await super().download_request(request)
        if self._browser is None:
            # most crawls never need a browser, nor what drives it
            from specdex.crawlers.browser_handler import BrowserHandler  # noqa: PLC0415

            self._browser = BrowserHandler(self._crawler)
        response: Response = await self._browser.download_request(request)
        return response

    async def close(self) -> None:
        """Let go of all connections, and of the browser."""
        if self._browser is not None:
            await self._browser.close()
        await super().close()


class _Stopper:
    """Stops the crawl once it was asked to, or once nobody is left to want it."""

    def __init__(self, crawler: Crawler) -> None:
        self.crawler = crawler
        self.asked = False
        self.since = 0.0
        """When it was first seen that the crawl shall stop."""

    def ask(self, *_: Any) -> None:
        """Remember that the crawl shall stop; it may not even have begun."""
        self.asked = True

    def look(self) -> None:
        """Stop if it is time to."""
        parent = multiprocessing.parent_process()
        orphaned = parent is not None and not parent.is_alive()
        spider = self.crawler.spider
        if isinstance(spider, FetchSpider):
            if self.asked or orphaned:
                spider.stop()
            if spider.stopped.is_set():
                self.since = self.since or time.monotonic()
                if time.monotonic() - self.since > LEASH:
                    os._exit(1)


def scrapy_settings(politeness: Politeness, budget: Budget) -> dict[str, Any]:
    """The settings of a crawl; nothing of Scrapy listens, phones home or logs."""
    proxy = politeness.proxy or next(filter(None, map(os.environ.get, PROXIES)), "")
    return {
        "USER_AGENT": politeness.user_agent,
        "ROBOTSTXT_OBEY": politeness.robots,
        "ROBOTSTXT_USER_AGENT": politeness.user_agent.partition("/")[0],
        "DOWNLOAD_DELAY": politeness.delay,
        "DOWNLOAD_DELAY_JITTER": 0,
        "CONCURRENT_REQUESTS_PER_DOMAIN": 1,
        "AUTOTHROTTLE_ENABLED": politeness.delay > 0,
        "AUTOTHROTTLE_START_DELAY": politeness.delay,
        "AUTOTHROTTLE_MAX_DELAY": max(MAX_DELAY, politeness.delay),
        "RETRY_TIMES": RETRIES,
        # a jar for each site, for this crawl alone: some shops show nothing without a cookie
        "COOKIES_ENABLED": True,
        "DEFAULT_REQUEST_HEADERS": {
            "Accept": "text/html,application/xhtml+xml;q=0.9,*/*;q=0.1",
            "Accept-Language": "en,*;q=0.5",
        },
        "DOWNLOAD_TIMEOUT": politeness.timeout,
        "DNS_TIMEOUT": min(DNS_SECONDS, politeness.timeout),
        "DOWNLOAD_MAXSIZE": budget.max_bytes,
        "DOWNLOAD_WARNSIZE": 0,
        "DOWNLOAD_FAIL_ON_DATALOSS": True,
        "REDIRECT_MAX_TIMES": MAX_REDIRECTS,
        "DOWNLOADER_MIDDLEWARES_BASE": {path: at for at, path in enumerate(MIDDLEWARES)},
        "DOWNLOAD_HANDLERS": {
            **dict.fromkeys(("data", "file", "ftp", "s3")),
            **dict.fromkeys(("http", "https"), HANDLER),
        },
        "TWISTED_DNS_RESOLVER": RESOLVER,
        ALLOW_PRIVATE: politeness.allow_private,
        OPEN_HOSTS: _proxy_hosts(politeness),
        "LOG_ENABLED": False,
        "TELNETCONSOLE_ENABLED": False,
        "REMOTE_CONTROL_ENABLED": False,
        "STATS_DUMP": False,
        "EXTENSIONS_BASE": {
            "specdex.crawlers.manners.Pauses": 0,
            "scrapy.extensions.throttle.AutoThrottle": 0,
        },
        **browser_settings(politeness, proxy),
    }


def _proxy_hosts(politeness: Politeness) -> list[str]:
    """The hosts of the proxies in use: they may well be on this machine."""
    proxies = [politeness.proxy, *(os.environ.get(name, "") for name in PROXIES)]
    hosts = (
        urlsplit(proxy if "//" in proxy else f"//{proxy}").hostname for proxy in proxies if proxy
    )
    return sorted({host for host in hosts if host})
