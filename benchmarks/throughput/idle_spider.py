"""A Scrapy spider that fetches pages and does nothing with them: what others are measured by."""

import os
from collections.abc import AsyncIterator
from typing import Any

from scrapy import Request, Spider
from scrapy.crawler import AsyncCrawlerProcess
from scrapy.http import Response

__all__ = ["run_idle"]

SETTINGS = {
    "CONCURRENT_REQUESTS": 64,
    "CONCURRENT_REQUESTS_PER_DOMAIN": 1,
    # without any delay Scrapy sends a host all that is queued for it at once
    "DOWNLOAD_DELAY": 0.005,
    "DOWNLOAD_DELAY_JITTER": 0,
    "ROBOTSTXT_OBEY": True,
    "LOG_ENABLED": False,
    "TELNETCONSOLE_ENABLED": False,
    "TWISTED_REACTOR": "twisted.internet.asyncioreactor.AsyncioSelectorReactor",
}
"""One request at a time for each site and robots.txt, as a crawl of ours has it."""


class IdleSpider(Spider):
    """Counts answers."""

    name = "idle"

    def __init__(self, urls: list[str], tally: list[int], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.urls = urls
        self.tally = tally

    async def start(self) -> AsyncIterator[Any]:
        """A request for every page."""
        for url in self.urls:
            yield Request(url, callback=self.arrived)

    def arrived(self, response: Response) -> None:
        """Count it."""
        del response
        self.tally[0] += 1


def run_idle(urls: list[str], proxy: str) -> int:
    """How many of *urls* answered."""
    os.environ["http_proxy"] = proxy
    tally = [0]
    process = AsyncCrawlerProcess(SETTINGS)
    process.crawl(IdleSpider, urls, tally)
    process.start()
    return tally[0]
