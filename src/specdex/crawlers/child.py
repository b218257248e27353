"""Scrapy in its own process: one reactor, one spider, until nobody orders any more."""

import multiprocessing
import os
import signal
import socket
import time
from typing import Any

from scrapy.crawler import AsyncCrawlerProcess, Crawler
from scrapy.utils.reactor import install_reactor
from twisted.internet.task import LoopingCall

from specdex.crawlers.scrapy_settings import scrapy_settings
from specdex.crawlers.spider import FetchSpider
from specdex.settings import Budget, Politeness

__all__ = ["fetch_all"]

REACTOR = "twisted.internet.asyncioreactor.AsyncioSelectorReactor"
GLANCE = 0.5
"""Seconds between two looks at whether the crawl should stop."""
LEASH = 5.0
"""Seconds that Scrapy gets to stop; nothing is lost with it."""


def fetch_all(line: socket.socket, politeness: Politeness, budget: Budget) -> None:
    """Fetch what comes as orders over *line*; raises what kept Scrapy from it, if anything did.

    A line that is closed, SIGTERM, or the death of the parent process stops it.
    """
    _use_proxy(politeness.proxy)
    install_reactor(REACTOR)
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
            self._hurry(spider)

    def _hurry(self, spider: FetchSpider) -> None:
        if spider.stopped.is_set():
            self.since = self.since or time.monotonic()
            if time.monotonic() - self.since > LEASH:
                os._exit(1)
