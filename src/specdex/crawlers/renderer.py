"""The browser edge: pages as a headless Chromium shows them, through Playwright.

A page that is already at hand is rendered with the network off and its scripts not run; a page of
the web is fetched with both. Either way its elements come back with how they look:
``data-specdex-look`` (font, size, weight, style, colour as computed) and ``data-specdex-box``
(x, y, width, height in pixels).
"""

import os
import signal
import socket
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from functools import cache
from threading import Timer
from typing import TYPE_CHECKING, Any, Self, TypeVar
from urllib.parse import urlsplit

from lxml import etree, html

from specdex.crawlers.addresses import is_public, literal_address
from specdex.crawlers.browser import ARGUMENTS, NAMES, SIZE, find_browser
from specdex.crawlers.gate import Gate
from specdex.errors import MissingExtra, ProviderError
from specdex.html import Document
from specdex.records import Failure, Page
from specdex.settings import Politeness
from specdex.urls import is_web

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Playwright, Route

__all__ = ["BOX", "LOOK", "Renderer", "is_public_host"]

LOOK = "data-specdex-look"
BOX = "data-specdex-box"
NODE = "data-specdex-node"
SETTLE = 1.5
"""Seconds that scripts get after a page has loaded."""
STEP = "render"

LOOKS = f"""
() => {{
  for (const element of document.querySelectorAll('*')) {{
    const style = getComputedStyle(element), box = element.getBoundingClientRect();
    element.setAttribute('{LOOK}', [style.fontFamily, style.fontSize, style.fontWeight,
      style.fontStyle, style.color].join(';'));
    element.setAttribute('{BOX}', [box.x + scrollX, box.y + scrollY, box.width, box.height]
      .map(Math.round).join(','));
  }}
}}
"""
"""Writes on every element how it looks."""
READ = f"""
() => Array.from(document.querySelectorAll('[{NODE}]'), element =>
  [+element.getAttribute('{NODE}'), element.getAttribute('{LOOK}'), element.getAttribute('{BOX}')])
"""
"""Reads back what was written on the elements that carry a number."""

T = TypeVar("T")


class Renderer:
    """A browser that renders one page after the other; a context manager.

    No page takes longer than ``politeness.timeout`` seconds: then the browser is killed, the page
    becomes a Failure, and the next page gets a new browser.
    """

    def __init__(self, politeness: Politeness | None = None) -> None:
        self.politeness = politeness or Politeness()
        self.path = find_browser()
        # Playwright wants a thread of its own, without another event loop
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="specdex-browser")
        self._playwright: Playwright | None = None
        self._browser: Browser | None = None
        self._process = 0
        self._gate: Gate | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    def close(self) -> None:
        """End the browser."""
        self._thread.submit(self._end).result()
        self._thread.shutdown()

    def _end(self) -> None:
        if self._playwright is not None:
            self._end_browser()
            self._playwright.stop()
            self._playwright = None
        if self._gate is not None:
            self._gate.close()
            self._gate = None

    def fetch(self, url: str, *, looks: bool = False) -> Page | Failure:
        """The page at *url* after its scripts have run; with how its elements look, if wanted."""
        if not is_web(url):
            return Failure(url, STEP, "it is no address of the web")

        def work() -> Page:
            with self._context(online=True) as context:
                tab = context.new_page()
                answer = tab.goto(url, wait_until="load")
                tab.wait_for_timeout(SETTLE * 1000)
                if looks:
                    tab.evaluate(LOOKS)
                return Page(
                    url=tab.url,
                    body=tab.content().encode("utf-8", "replace"),
                    encoding="utf-8",
                    status=answer.status if answer else 200,
                )

        return self._guarded(url, work)

    def look_at(self, document: Document) -> Failure | None:
        """Write on the elements of *document* how they look when rendered as they are."""
        if not len(document):
            return Failure(document.page.url, STEP, "the page is empty or could not be parsed")
        markup = _numbered(document)

        def work() -> list[tuple[int, str, str]]:
            with self._context(online=False) as context:
                tab = context.new_page()
                tab.set_content(markup, wait_until="domcontentloaded")
                tab.evaluate(LOOKS)
                found: list[tuple[int, str, str]] = tab.evaluate(READ)
                return found

        seen = self._guarded(document.page.url, work)
        if isinstance(seen, Failure):
            return seen
        for node, look, box in seen:
            if 0 <= node < len(document):
                document.note(node, LOOK, look)
                document.note(node, BOX, box)
        return None

    def _guarded(self, url: str, work: Callable[[], T]) -> T | Failure:
        """What *work* gives, within the time that a page may take."""
        return self._thread.submit(self._watched, url, work).result()

    def _watched(self, url: str, work: Callable[[], T]) -> T | Failure:
        if self._playwright is None:
            self._playwright = _playwright()
        from playwright.sync_api import Error

        began = time.monotonic()
        try:
            self._start()
            watch = Timer(self.politeness.timeout, self._kill)
            watch.start()
            try:
                return work()
            finally:
                watch.cancel()
        except Error as error:
            late = time.monotonic() - began >= self.politeness.timeout
            self._end_browser()
            reason = str(error).partition("\n")[0][:200]
            return Failure(url, STEP, "it took too long" if late else reason)

    def _start(self) -> None:
        if self._browser is not None and self._browser.is_connected():
            return
        if not self.path:
            raise ProviderError(f"no browser found; looked for {', '.join(NAMES)}")
        if self._playwright is None:
            raise ProviderError("the browser has ended")
        server = self.politeness.proxy or ("" if self.politeness.allow_private else self._gated())
        proxy: Any = {"server": server} if server else None
        self._browser = self._playwright.chromium.launch(
            executable_path=self.path, args=list(ARGUMENTS), proxy=proxy
        )
        processes = self._browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")
        self._process = next(
            (each["id"] for each in processes["processInfo"] if each["type"] == "browser"), 0
        )

    def _gated(self) -> str:
        """Where the gate is that all connections of the browser pass."""
        if self._gate is None:
            self._gate = Gate()
            self._gate.open()
        return self._gate.url

    @contextmanager
    def _context(self, *, online: bool) -> Iterator["BrowserContext"]:
        """A window with nothing in it from before."""
        if self._browser is None:
            raise ProviderError("the browser has ended")
        context = self._browser.new_context(
            offline=not online,
            java_script_enabled=online,
            viewport=SIZE,  # type: ignore[arg-type]
            user_agent=self.politeness.user_agent if online else None,
            service_workers="block",
            accept_downloads=False,
        )
        context.set_default_timeout(self.politeness.timeout * 1000)
        context.route("**/*", self._pass if online else lambda route: route.abort())
        try:
            yield context
        finally:
            context.close()

    def _pass(self, route: "Route") -> None:
        """Let a request out that goes to the public web."""
        url = route.request.url
        if self.politeness.allow_private or self.politeness.proxy or is_public_host(url):
            route.continue_()
        else:
            route.abort()

    def _kill(self) -> None:
        if self._process:
            with suppress(ProcessLookupError):
                os.kill(self._process, signal.SIGKILL)

    def _end_browser(self) -> None:
        from playwright.sync_api import Error

        if self._browser is not None:
            with suppress(Error):
                self._browser.close()
            self._browser = None
            self._process = 0


def _playwright() -> "Playwright":
    try:
        from playwright.sync_api import sync_playwright
    except ImportError as error:
        raise MissingExtra("playwright", "browser") from error
    return sync_playwright().start()


def _numbered(document: Document) -> str:
    """The markup of *document*, each element with the number of its node."""
    for node in range(len(document)):
        document.element(node).set(NODE, str(node))
    try:
        return str(
            html.tostring(document.element(0), encoding="unicode", doctype="<!DOCTYPE html>")
        )
    finally:
        etree.strip_attributes(document.element(0), NODE)


@cache
def _addresses(host: str) -> tuple[str, ...]:
    try:
        return tuple({str(each[4][0]) for each in socket.getaddrinfo(host, None)})
    except OSError:
        return ()


def is_public_host(url: str) -> bool:
    """Whether *url* leads to the public internet, or nowhere (data and blob addresses)."""
    if not is_web(url):
        return url.startswith(("data:", "blob:", "about:"))
    literal = literal_address(url)
    found = (literal,) if literal else _addresses(urlsplit(url).hostname or "")
    return bool(found) and all(map(is_public, found))
