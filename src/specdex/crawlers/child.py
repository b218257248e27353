"""Scrapy in its own process: one reactor, one spider, until all walks have ended."""

import asyncio
import multiprocessing
import os
import signal
from typing import Any

from scrapy.crawler import AsyncCrawlerProcess, Crawler
from scrapy.utils.reactor import install_reactor
from twisted.internet.task import LoopingCall

from specdex.crawlers.browsing import rendering_mode
from specdex.crawlers.scrapy_settings import scrapy_settings
from specdex.crawlers.spider import WalkSpider
from specdex.ports import Recorder, Walk
from specdex.settings import Budget, Politeness

__all__ = ["walk_all"]

REACTOR = "twisted.internet.asyncioreactor.AsyncioSelectorReactor"
GLANCE = 0.5
"""Seconds between two looks at whether the crawl should stop."""


def walk_all(
    walks: tuple[Walk, ...], recorder: Recorder, politeness: Politeness, budget: Budget
) -> None:
    """Walk all sites to their end; raises what broke the crawl, if anything did.

    SIGTERM, or the death of the parent process, stops it cleanly.
    """
    _use_proxy(politeness.proxy)
    install_reactor(REACTOR)
    process = AsyncCrawlerProcess(scrapy_settings(politeness, budget), install_root_handler=False)
    crawler = process.create_crawler(WalkSpider)
    process.crawl(crawler, walks, recorder, budget, render=rendering_mode(politeness))
    stopper = _Stopper(process, crawler)
    signal.signal(signal.SIGTERM, stopper.ask)
    LoopingCall(stopper.look).start(GLANCE)
    process.start(install_signal_handlers=False)
    trouble = getattr(crawler.spider, "trouble", None)
    if trouble is not None:
        raise trouble


def _use_proxy(proxy: str) -> None:
    """Send everything, robots.txt included, through *proxy*, which also resolves names."""
    if proxy:
        for name in ("http_proxy", "https_proxy"):
            os.environ[name] = proxy
        for name in ("no_proxy", "NO_PROXY"):
            os.environ.pop(name, None)


class _Stopper:
    """Stops the crawl once it was asked to, or once nobody is left to want it."""

    def __init__(self, process: AsyncCrawlerProcess, crawler: Crawler) -> None:
        self.process = process
        self.crawler = crawler
        self.asked = False
        self.stopping: asyncio.Future[Any] | None = None

    def ask(self, *_: Any) -> None:
        """Remember that the crawl shall stop; it may not even have begun."""
        self.asked = True

    def look(self) -> None:
        """Stop if it is time to."""
        parent = multiprocessing.parent_process()
        orphaned = parent is not None and not parent.is_alive()
        spider = self.crawler.spider
        if (self.asked or orphaned) and isinstance(spider, WalkSpider) and not self.under_way():
            spider.stop()
            self.stopping = asyncio.ensure_future(self.process.stop())

    def under_way(self) -> bool:
        """Tell whether Scrapy is stopping; it refuses while it is still starting."""
        stopping = self.stopping
        if stopping is None or not stopping.done():
            return stopping is not None
        return not stopping.cancelled() and stopping.exception() is None
