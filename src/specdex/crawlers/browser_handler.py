"""The download handler that lets a browser run a page's scripts, and keeps it on a short leash."""

import asyncio
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

from scrapy.crawler import Crawler
from scrapy.http import Request, Response
from scrapy_playwright.handler import ScrapyPlaywrightDownloadHandler
from scrapy_playwright.page import PageMethod

from specdex.crawlers.addresses import ALLOW_PRIVATE, OPEN_HOSTS
from specdex.crawlers.gate import Gate
from specdex.crawlers.manners import VISIT, RefusedRequest
from specdex.crawlers.renderer import is_public_host
from specdex.urls import same_site

__all__ = ["BrowserHandler"]

UNNEEDED = frozenset({"image", "media", "font", "websocket", "eventsource", "manifest"})
"""Kinds of requests that no text of a page comes from."""
SETTLE = 3.0
"""Seconds that scripts get, at most, after a page has loaded."""
LAUNCHING = 40.0
"""Seconds that a browser gets to start."""
CLOSING = 5.0
"""Seconds that a window gets to close before its browser is ended."""


class BrowserHandler(ScrapyPlaywrightDownloadHandler):  # type: ignore[misc]
    """Starts a browser with the first page that wants one; gives every page a window of its own.

    A window is closed whatever happened, and a page that never ends is given up with its browser.
    """

    def __init__(self, crawler: Crawler) -> None:
        super().__init__(crawler)
        settings = crawler.settings
        self.seconds = settings.getfloat("DOWNLOAD_TIMEOUT")
        self.max_bytes = settings.getint("DOWNLOAD_MAXSIZE")
        self.open = settings.getbool(ALLOW_PRIVATE) or bool(settings.getlist(OPEN_HOSTS))
        self.abort_request = self._refuses
        self._starting = asyncio.Lock()
        self._started = False
        self._gate = Gate()

    async def _close(self) -> None:
        await super()._close()
        await asyncio.to_thread(self._gate.close)

    async def download_request(self, request: Request) -> Response:
        """The answer to *request*, through the browser."""
        async with self._starting:
            if not self._started:
                if not self.open:
                    gate = await asyncio.to_thread(self._gate.open)
                    self.config.launch_options["proxy"] = {"server": gate}
                await asyncio.wait_for(self._launch(), LAUNCHING)
                self._started = True
        request.meta.setdefault("playwright_page_methods", [PageMethod(_settle)])
        try:
            response: Response = await asyncio.wait_for(
                super().download_request(request), self.seconds + SETTLE
            )
        finally:
            await self._close_window(request.meta["playwright_context"])
        return self._checked(request, response)

    def _checked(self, request: Request, response: Response) -> Response:
        visit = request.meta.get(VISIT)
        if visit is not None and not same_site(response.url, f"http://{visit.site}/"):
            raise RefusedRequest(f"it redirects to another site, {response.url}")
        if self.max_bytes and len(response.body) > self.max_bytes:
            raise RefusedRequest("the page is larger than the budget allows")
        return response

    async def _close_window(self, name: str) -> None:
        wrapper = self.context_wrappers.get(name)
        if wrapper is None:
            return
        try:
            await asyncio.wait_for(wrapper.context.close(), CLOSING)
        except Exception:  # noqa: BLE001 - whatever keeps a window open, its browser goes
            self.context_wrappers.pop(name, None)
            with suppress(Exception):
                await asyncio.wait_for(self.browser.close(), CLOSING)

    async def _refuses(self, request: Any) -> bool:
        """Whether the browser may not make *request*: unneeded, or not to the public web."""
        if request.resource_type in UNNEEDED:
            return True
        if self.open:
            return urlsplit(request.url).scheme not in {"http", "https", "data", "blob", "about"}
        return not await asyncio.to_thread(is_public_host, request.url)


async def _settle(page: Any) -> None:
    """Wait until the page asks for nothing more, but not for ever."""
    with suppress(Exception):
        await page.wait_for_load_state("networkidle", timeout=1000 * SETTLE)
