"""A run that grows: what a page costs, what memory it takes, how soon it is open and resumed."""
# ruff: noqa: S608 - the SQL is made of our own words

import sqlite3
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing
from dataclasses import dataclass, replace
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from shutil import copytree
from statistics import median
from typing import TypeVar

from benchmarks.scale.taking import CATEGORY, TEMPLATES, TOGETHER, taken_in, templates
from specdex.engines.processes import ProcessEngine
from specdex.harvest.state import read_state
from specdex.pipeline.crawl import RunRecorder
from specdex.pipeline.extract import StoredExtraction, extraction
from specdex.records import (
    NotLearned,
    Page,
    PageKind,
    Sight,
    Site,
    SiteStatus,
    Specification,
    StoredPage,
    Visit,
)
from specdex.runs import Run, RunFolder, WarcArchive
from specdex.runs.warc import INDEX, MOST_RECORDS, write_index
from specdex.settings import HarvestSettings

__all__ = ["Size", "grown"]

A = TypeVar("A")
PER_SITE = 500
"""Pages of a site."""
WORKERS, TAKEN = 2, 10
"""Who read pages beside, and sites whose shards are taken in, at each size."""
WINDOW, ROUNDS = 4_000, 5
"""Pages over which the time of one is measured, and how often: the middle is told."""
OF_PAGES = ("pages", "specifications", "observations", "product_ids", "not_learned", "sites")
"""The tables that grow with pages."""
COPIES = {"url": "replace(url, '//', '//' || ?1)", "site": "?1 || site", "host": "?1 || host"}
"""What a copy says in the place of these columns."""


@dataclass(frozen=True, slots=True)
class Size:
    """A run at a certain size."""

    pages: int
    ms_a_page: float
    """Of processor time to record one, read, at this size, …"""
    wall: float
    """… with waiting for the disk, …"""
    of_first: float
    """… and how many times what it costs in the smallest run."""
    taken: float
    """To take in one that a worker has recorded, …"""
    taken_of_first: float
    """… and how many times what that costs in the smallest run."""
    mebibytes: float
    """The most memory that this process had, …"""
    worker: float
    """… and a worker that reads pages of the run."""
    opened: float
    """Seconds until it can be looked at, …"""
    resumed: float
    """… and until a harvest that was stopped knows what to do next."""
    bytes_a_page: float


@dataclass(frozen=True, slots=True)
class _Cost:
    """What a page cost in one round, in milliseconds: as of a ``Size``."""

    ms_a_page: float
    wall: float
    taken: float
    mebibytes: float


def grown(folder: Path, sizes: list[int]) -> list[Size]:
    """A run of about each of *sizes* pages, all read, below *folder*, and what a page costs there.

    Pages are recorded as a crawl does in the smallest run; rows are copied from one run to the
    next under other sites, which takes a twentieth of the time. Then every run in turn records
    pages and takes some in, in several rounds: the machine is not as quick at all times, so costs
    are compared within a round.
    """
    runs = [folder / str(size) for size in sizes]
    for size, run, before in zip(sizes, runs, [None, *runs], strict=False):
        if not _pages(run):
            _begun(run, size, before)
    rounds = [[_alone(_extended, run) for run in runs] for _ in range(ROUNDS)]
    return [
        _size(run, costs, [first for first, *_ in rounds])
        for run, costs in zip(runs, zip(*rounds, strict=True), strict=True)
    ]


def _alone(function: Callable[[Path], A], folder: Path) -> A:
    """What *function* says of *folder* in a process with no memory of it."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as fresh:
        return fresh.submit(function, folder).result()


def _begun(run: Path, size: int, before: Path | None) -> None:
    """Make *run*, of *size* pages: from nothing, or from the smaller one *before* it."""
    if before is None:
        _recorded(run, templates(), 0, size)
        return
    copytree(before, run)
    _copied(run, max(0, round(size / _pages(run)) - 1))


def _extended(run: Path) -> _Cost:
    """Record pages behind those that are there, and take some in from a worker."""
    start = _pages(run)
    cost, wall = _recorded(run, templates(), start, WINDOW)
    # the first of a process loads what all need
    taken_in(run, 1, TOGETHER, first=start)
    taken = taken_in(run, TAKEN, PER_SITE, first=start + 1).driver
    return _Cost(1000 * cost, 1000 * wall, taken, _mebibytes())


def _size(run: Path, costs: Sequence[_Cost], firsts: Sequence[_Cost]) -> Size:
    """What was measured of *run*, the middle of all rounds, beside the *firsts*."""
    pairs = list(zip(costs, firsts, strict=True))
    return Size(
        (pages := _pages(run)),
        median(each.ms_a_page for each in costs),
        median(each.wall for each in costs),
        median(each.ms_a_page / first.ms_a_page for each, first in pairs),
        median(each.taken for each in costs),
        median(each.taken / first.taken for each, first in pairs),
        max(each.mebibytes for each in costs),
        *_alone(_looked_at, run),
        sum(path.stat().st_size for path in run.rglob("*") if path.is_file()) / pages,
    )


def _pages(folder: Path) -> int:
    if not RunFolder.is_one(folder):
        return 0
    with Run(folder) as run:
        return run.store.count(StoredPage)


def _recorded(
    folder: Path, samples: list[tuple[Page, Specification]], start: int, count: int
) -> tuple[float, float]:
    """Record *count* pages as a crawl does: processor and wall time of each, in seconds."""
    with RunFolder(folder) as run:
        recorder = RunRecorder(run)
        began = time.process_time(), time.perf_counter()
        for done in range(start, start + count, TOGETHER):
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
        ended = time.process_time(), time.perf_counter()
    closed = time.process_time() - ended[0], time.perf_counter() - ended[1]
    # the index is merged whenever a file is full
    return tuple(  # type: ignore[return-value]
        (last - first) / count + close / MOST_RECORDS
        for first, last, close in zip(began, ended, closed, strict=True)
    )


def _copied(folder: Path, times: int) -> None:
    """Copy what the run knows of its pages so many *times*, each under sites of other names."""
    with closing(sqlite3.connect(folder / "specdex.db", isolation_level=None)) as base:
        tables = {
            name: [row[1] for row in base.execute(f"PRAGMA table_info({name})")]
            for name in OF_PAGES
        }
        last = {
            name: base.execute(f"SELECT max(rowid) FROM {name}").fetchone()[0] for name in OF_PAGES
        }
        already = base.execute("SELECT count(*) FROM sites").fetchone()[0]
        for number in range(times):
            base.execute("BEGIN")
            for name, columns in tables.items():
                new = ", ".join(COPIES.get(each, f'"{each}"') for each in columns)
                query = f"INSERT INTO {name} SELECT {new} FROM {name} WHERE rowid <= ?2 AND ?1 > ''"
                base.execute(query, (f"c{already}x{number}", last[name]))
            base.execute("COMMIT")
    index = folder / "warc" / INDEX
    lines = index.read_bytes().splitlines(keepends=True)
    names = [b"example,c%dx%d" % (already, number) for number in range(times)]
    copies = (line.replace(b"example,", name, 1) for name in names for line in lines)
    write_index(index.parent, sorted([*lines, *copies]))


def _looked_at(folder: Path) -> tuple[float, float, float]:
    """The memory of a worker that reads pages of a run, and seconds to open and to resume it."""
    began = time.perf_counter()
    with Run(folder) as run:
        next(run.specifications(), None)
    opened = time.perf_counter() - began
    began = time.perf_counter()
    with RunFolder(folder) as run:
        read_state(run.store, HarvestSettings(category=CATEGORY))
    resumed = time.perf_counter() - began
    with Run(folder) as run:
        stored = list(islice(run.store.read(StoredPage), WINDOW))
        weighed = ProcessEngine(WORKERS).map(_Weighed(run.archive), stored)
        return max(weighed), opened, resumed


class _Weighed:
    """What is mapped over pages: read one, and tell how much memory its worker has had."""

    def __init__(self, archive: WarcArchive) -> None:
        self.mapped = StoredExtraction(archive, extraction())

    def __call__(self, page: StoredPage) -> float:
        self.mapped(page)
        return _mebibytes()


def _mebibytes() -> float:
    """The most memory that this process has had; what getrusage tells begins with its parent."""
    status = Path("/proc/self/status").read_text(encoding="utf-8")
    return int(status.partition("VmHWM:")[2].split()[0]) / 1024
