"""What the driver of a harvest pays for a page that a worker has walked and read."""

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from importlib import import_module
from pathlib import Path
from typing import Any, TypeVar

from benchmarks.throughput.warehouse import page_of
from specdex.engines.serial import SerialEngine
from specdex.html import parse
from specdex.pipeline.crawl import RunRecorder, Start
from specdex.pipeline.extract import extraction
from specdex.pipeline.shards import ShardWalk, walk_apart
from specdex.ports import Recorder, Walk
from specdex.records import Page, PageKind, Sight, Site, SiteStatus, Specification, Visit
from specdex.runs import RunFolder
from specdex.settings import Politeness

__all__ = ["CATEGORY", "TEMPLATES", "TOGETHER", "Taken", "taken_in", "templates"]

A = TypeVar("A")
B = TypeVar("B")
CATEGORY, TOGETHER, TEMPLATES = "camera", 20, 200
"""Pages recorded at one go, and pages that are different but for their number."""
MOMENT = "2026-01-01T00:00:00+00:00"


@dataclass(frozen=True, slots=True)
class Taken:
    """What a page cost, in milliseconds of processor time."""

    pages: int
    worker: float
    """To record it, read, and to pack it where that is done, …"""
    driver: float
    """… to hand its site out and to take it in, …"""
    wall: float
    """… and the same with waiting for the disk."""


def taken_in(folder: Path, sites: int, pages: int, place: str = "", first: int = 0) -> Taken:
    """Let a worker record *pages* of each of *sites*, and take its shards in, from *place*.

    Sites are numbered from the *first*.
    """
    # once in the life of a process
    import_module("pyarrow.parquet")
    import_module("fsspec.implementations.local")
    stock = _Stock(templates(), pages)
    engine = _Timed()
    hosts = [f"taken{number}.example" for number in range(first, first + sites)]
    with RunFolder(folder) as run:
        run.store.add(Site(each, SiteStatus.SEED, CATEGORY) for each in hosts)
        manners = Politeness(delay=0, proxy="http://localhost:1")
        walk = ShardWalk(CATEGORY, stock, extraction(), manners, place)
        began = time.process_time(), time.perf_counter()
        for sentence in walk_apart([Start(each) for each in hosts], run, walk, engine):
            raise RuntimeError(sentence)
        spent = time.process_time() - began[0], time.perf_counter() - began[1]
    count = sites * pages
    own = [1000 * each / count for each in engine.spent]
    driver = [1000 * each / count - by for each, by in zip(spent, own, strict=True)]
    return Taken(count, own[0], *driver)


def templates() -> list[tuple[Page, Specification]]:
    """Pages that differ, and what each says."""
    read, samples = extraction(), []
    for number in range(TEMPLATES):
        body = page_of(f"/camera/{number}", 10**9) or ""
        page = Page(f"https://x.example/{number}", body.encode())
        samples.append((page, read.read(parse(page))))
    return samples


class _Timed(SerialEngine):
    """One tour after the other, here; what they took is told apart from the rest."""

    def __init__(self) -> None:
        self.spent = [0.0, 0.0]
        self.workers = 1

    def work(
        self,
        function: Callable[[A], B],
        things: Iterable[A],
        watch: Callable[[], None] = lambda: None,
    ) -> Iterator[B]:
        del watch
        for thing in things:
            began = time.process_time(), time.perf_counter()
            done = function(thing)
            self.spent[0] += time.process_time() - began[0]
            self.spent[1] += time.perf_counter() - began[1]
            yield done


@dataclass(frozen=True)
class _Stock:
    """A crawler that brings home the same pages from every site, read."""

    samples: Sequence[tuple[Page, Specification]]
    pages: int

    def crawl(self, walks: Iterable[Walk], recorder: Recorder, watch: Any = None) -> None:
        """Record all pages of the sites of *walks*."""
        del watch
        assert isinstance(recorder, RunRecorder)  # noqa: S101 - walks of a category have one
        for walk in walks:
            if not hasattr(walk, "category"):
                continue
            for start in range(0, self.pages, TOGETHER):
                with recorder.together():
                    for number in range(start, min(start + TOGETHER, self.pages)):
                        self._take(walk.site, number, recorder)

    def _take(self, site: str, number: int, recorder: RunRecorder) -> None:
        page, said = self.samples[number % len(self.samples)]
        url = f"https://{site}/camera/{number}"
        fetched = replace(page, url=url, site=site, fetched=MOMENT)
        own = replace(said, url=url, site=site, category=CATEGORY)
        recorder.take(fetched, Sight(Visit(url, site), PageKind.PRODUCT, CATEGORY), own)
