"""What deciding and recording cost a crawl, beside a Scrapy spider that does nothing."""

import multiprocessing
import os
import resource
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path

from benchmarks.throughput.warehouse import Warehouse
from specdex.pipeline.crawl import crawl_sites, default_crawler
from specdex.records import PageKind, StoredPage
from specdex.runs import RunFolder
from specdex.settings import Budget, Politeness

__all__ = ["Pace", "Throughput", "measure"]

CATEGORY = "camera"
READINGS = 10


@dataclass(frozen=True, slots=True)
class Pace:
    """What fetching so many pages took, from the start of its first process to the end of all."""

    pages: int
    seconds: float
    deciding: float
    """CPU seconds of the process that decides and records."""
    fetching: float
    """CPU seconds of the process that fetches."""
    at_once: int
    """The most requests that any site had at the same time."""
    memory: tuple[tuple[int, int], ...] = ()
    """MiB of both processes, at even distances from the beginning to the end."""

    @property
    def pages_per_second(self) -> float:
        """All in all."""
        return self.pages / self.seconds if self.seconds else 0.0


@dataclass(frozen=True, slots=True)
class Throughput:
    """A crawl, and a spider that did nothing, on the same pages of the same server."""

    crawl: Pace
    idle: Pace

    @property
    def ratio(self) -> float:
        """Pages a second of the crawl over those of the other."""
        idle = self.idle.pages_per_second
        return self.crawl.pages_per_second / idle if idle else 0.0


def measure(
    sites: int, products: int, latency: float, watch: Callable[[], None] = lambda: None
) -> Throughput:
    """Crawl so many *sites* with so many *products* each, then fetch the same pages idly."""
    hosts = [f"warehouse{number}.example" for number in range(sites)]
    with Warehouse(products, latency) as warehouse, tempfile.TemporaryDirectory() as scratch:
        run = Path(scratch) / "run"
        memory: list[tuple[int, int]] = []

        def beat() -> None:
            memory.extend(_memory())
            watch()

        politeness = Politeness(delay=0, proxy=warehouse.url, render="never")
        budget = Budget(max_pages=3 * products + 100, max_minutes=600, max_site_minutes=600)
        clock = _Clock(warehouse)
        crawl_sites(hosts, CATEGORY, run, default_crawler(politeness, budget), beat)
        urls = _fetched(run, sites * products)
        crawl = clock.pace(len(urls), memory)
        clock = _Clock(warehouse)
        _fetch_idly(urls, warehouse.url)
        idle = clock.pace(len(urls))
    return Throughput(crawl, idle)


class _Clock:
    """Seconds, and CPU seconds of this process and of its children that have ended."""

    def __init__(self, warehouse: Warehouse) -> None:
        self.warehouse = warehouse
        self.warehouse.busiest()
        self.began = self._now()

    def pace(self, pages: int, memory: Sequence[tuple[int, int]] = ()) -> Pace:
        """What *pages* took since the clock was made."""
        seconds, own, children = (
            now - then for now, then in zip(self._now(), self.began, strict=True)
        )
        return Pace(pages, seconds, own, children, self.warehouse.busiest(), _evenly(memory))

    def _now(self) -> tuple[float, float, float]:
        children = resource.getrusage(resource.RUSAGE_CHILDREN)
        return time.monotonic(), time.process_time(), children.ru_utime + children.ru_stime


def _fetched(run: Path, products: int) -> list[str]:
    """The pages of a crawl in the order they were fetched; all *products* have to be there."""
    with RunFolder(run) as folder:
        found = folder.store.count(StoredPage, kind=PageKind.PRODUCT)
        if found < products:
            raise AssertionError(f"{found} of {products} product pages found")
        return [page.url for page in folder.store.read(StoredPage)]


def _evenly(readings: Sequence[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    if len(readings) <= READINGS:
        return tuple(readings)
    last = len(readings) - 1
    return tuple(readings[last * place // (READINGS - 1)] for place in range(READINGS))


def _memory() -> list[tuple[int, int]]:
    """MiB of this process and of the one that fetches for it, where the system tells."""
    fetching = [
        child.pid for child in multiprocessing.active_children() if child.name != "warehouse"
    ]
    readings = [_resident(pid) for pid in (os.getpid(), *fetching)]
    return [(readings[0], max(readings[1:]))] if len(readings) > 1 and min(readings) else []


def _resident(pid: int | None) -> int:
    status = Path(f"/proc/{pid}/statm")
    if not status.exists():
        return 0
    return int(status.read_text().split()[1]) * resource.getpagesize() >> 20


def _fetch_idly(urls: Sequence[str], proxy: str) -> None:
    """Let a spider with the same manners fetch *urls* that looks at nothing."""
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=_idle, args=(theirs, list(urls), proxy))
    process.start()
    fetched = ours.recv()
    process.join()
    if fetched != len(urls):
        raise AssertionError(f"the idle spider fetched {fetched} of {len(urls)} pages")


def _idle(report: Connection, urls: list[str], proxy: str) -> None:
    # Scrapy only where it is used
    from benchmarks.throughput.idle_spider import run_idle  # noqa: PLC0415

    report.send(run_idle(urls, proxy))
