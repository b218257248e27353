"""What deciding and recording cost a crawl, beside a Scrapy spider that does nothing."""

import multiprocessing
import resource
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path

from specdex.demo.warehouse import Warehouse
from specdex.pipeline.crawling import crawl_sites, default_crawler
from specdex.records import PageKind, StoredPage
from specdex.settings import Budget, Politeness
from specdex.stores import RunFolder

__all__ = ["Throughput", "measure"]

KIBIBYTES = 1 if sys.platform != "darwin" else 1024
CATEGORY = "camera"


@dataclass(frozen=True, slots=True)
class Throughput:
    """Pages and seconds of a crawl and of a spider that did nothing, on the same pages."""

    pages: int
    """Product pages that the crawl recorded."""
    seconds: float
    idle_pages: int
    idle_seconds: float
    memory: tuple[int, ...] = ()
    """MiB of the crawling process, at even distances from its beginning to its end."""

    @property
    def pages_per_second(self) -> float:
        """Of the crawl."""
        return self.pages / self.seconds if self.seconds else 0.0

    @property
    def idle_pages_per_second(self) -> float:
        """Of the spider that does nothing."""
        return self.idle_pages / self.idle_seconds if self.idle_seconds else 0.0

    @property
    def ratio(self) -> float:
        """Pages a second of the crawl over those of the other."""
        idle = self.idle_pages_per_second
        return self.pages_per_second / idle if idle else 0.0


def measure(
    sites: int, products: int, latency: float, watch: Callable[[], None] = lambda: None
) -> Throughput:
    """Crawl so many *sites* with so many *products* each, then fetch the same pages idly."""
    hosts = [f"warehouse{number}.example" for number in range(sites)]
    with Warehouse(products, latency) as warehouse, tempfile.TemporaryDirectory() as scratch:
        run = Path(scratch) / "run"
        memory: list[int] = []
        politeness = Politeness(delay=0, proxy=warehouse.url, render="never")
        budget = Budget(max_pages=3 * products + 100, max_minutes=600, max_site_minutes=600)
        began = time.monotonic()

        def beat() -> None:
            memory.extend(_memory())
            watch()

        crawl_sites(hosts, CATEGORY, run, default_crawler(politeness, budget), beat)
        seconds = time.monotonic() - began
        with RunFolder(run) as folder:
            pages = folder.store.count(StoredPage)
            found = folder.store.count(StoredPage, kind=PageKind.PRODUCT)
        if found < sites * products:
            raise AssertionError(f"{found} of {sites * products} product pages found")
        urls = [f"http://{host}/camera/{each}" for each in range(products) for host in hosts]
        idle = _fetch_idly(urls, warehouse.url)
    return Throughput(pages, seconds, len(urls), idle, _evenly(memory))


def _evenly(readings: Sequence[int], count: int = 10) -> tuple[int, ...]:
    if len(readings) <= count:
        return tuple(readings)
    return tuple(readings[(len(readings) - 1) * place // (count - 1)] for place in range(count))


def _memory() -> list[int]:
    """MiB of the processes that crawl for this one, where the system tells."""
    readings = []
    for child in multiprocessing.active_children():
        status = Path(f"/proc/{child.pid}/statm")
        if "Warehouse" not in child.name and status.exists():
            readings.append(int(status.read_text().split()[1]) * resource.getpagesize() >> 20)
    return [max(readings)] if readings else []


def _fetch_idly(urls: Sequence[str], proxy: str) -> float:
    """Seconds that a spider with the same manners takes that looks at nothing."""
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe(duplex=False)
    began = time.monotonic()
    process = context.Process(target=_idle, args=(theirs, list(urls), proxy))
    process.start()
    fetched = ours.recv()
    process.join()
    if fetched != len(urls):
        raise AssertionError(f"the idle spider fetched {fetched} of {len(urls)} pages")
    return time.monotonic() - began


def _idle(report: Connection, urls: list[str], proxy: str) -> None:
    # Scrapy only where it is used
    from specdex.demo.idle_spider import run_idle  # noqa: PLC0415

    report.send(run_idle(urls, proxy))
