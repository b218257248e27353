"""The download handler of a crawl: Scrapy's own, and a browser's once a page wants one."""

from typing import TYPE_CHECKING

from scrapy.core.downloader.handlers.http11 import HTTP11DownloadHandler
from scrapy.crawler import Crawler
from scrapy.http import Request, Response

if TYPE_CHECKING:
    from specdex.crawlers.browser_handler import BrowserHandler

__all__ = ["PageHandler"]

CONNECTIONS = 64
"""Those kept open to one machine: a proxy speaks for many sites, each with one request a time."""


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
