"""A run that grows: what a page costs, what memory it takes, how soon it is open and resumed."""

import resource
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from benchmarks.throughput.warehouse import page_of
from specdex.harvest.state import read_state
from specdex.html import parse
from specdex.pipeline.crawl import RunRecorder
from specdex.pipeline.extract import extraction
from specdex.records import NotLearned, Page, PageKind, Sight, Site, SiteStatus, Visit
from specdex.runs import Run, RunFolder
from specdex.settings import HarvestSettings

__all__ = ["Size", "grown"]

CATEGORY, PER_SITE, TOGETHER, TEMPLATES = "camera", 500, 20, 200
"""Pages of a site, pages recorded at one go, and pages that are different but for their number."""
WINDOW = 4_000
"""Pages over which the time of one is measured."""


@dataclass(frozen=True, slots=True)
class Size:
    """A run at a certain size."""

    pages: int
    ms_a_page: float
    """To record one, read, at this size."""
    mebibytes: float
    opened: float
    """Seconds until it can be looked at, …"""
    resumed: float
    """… and until a harvest that was stopped knows what to do next."""
    bytes_a_page: float


def grown(folder: Path, sizes: list[int]) -> Iterator[Size]:
    """Let a run grow to each of *sizes* pages, all read, and look at it there."""
    read = extraction()
    samples = []
    for number in range(TEMPLATES):
        body = page_of(f"/camera/{number}", 10**9) or ""
        page = Page(f"https://x.example/{number}", body.encode())
        samples.append((page, read.read(parse(page))))
    done = 0
    for size in sizes:
        with RunFolder(folder) as run:
            recorder = RunRecorder(run)
            began, at = time.perf_counter(), done
            while done < size:
                if size - done <= WINDOW < size - at:
                    began, at = time.perf_counter(), done
                site = f"shop{done // PER_SITE}.example"
                if done % PER_SITE == 0:
                    known = Site(site, SiteStatus.SEED, CATEGORY, 1.0, crawled=True, reason="fine")
                    run.store.add([known, NotLearned(site, "generated")])
                with recorder.together():
                    for number in range(done, done + TOGETHER):
                        page, said = samples[number % TEMPLATES]
                        url = f"https://{site}/camera/{number}"
                        sight = Sight(Visit(url, site), PageKind.PRODUCT, CATEGORY)
                        moment = "2026-01-01T00:00:00+00:00"
                        fetched = replace(page, url=url, site=site, fetched=moment)
                        own = replace(said, url=url, site=site, category=CATEGORY)
                        recorder.take(fetched, sight, own)
                done += TOGETHER
            each = (time.perf_counter() - began) / (done - at)
        yield _looked_at(folder, done, each)


def _looked_at(folder: Path, pages: int, seconds: float) -> Size:
    began = time.perf_counter()
    with Run(folder) as run:
        next(run.specifications(), None)
    opened = time.perf_counter() - began
    began = time.perf_counter()
    with RunFolder(folder) as run:
        read_state(run.store, HarvestSettings(category=CATEGORY))
    resumed = time.perf_counter() - began
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    files = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    return Size(pages, 1000 * seconds, memory, opened, resumed, files / pages)
