"""The site as the unit of crawling: workers walk sites into shards, and the run takes them in.

A shard is a small run folder below the run's own, for a handful of sites that one worker walks at
the same time: it begins with what the run knows of them, and ends with their pages, read. Sites of
one registrable domain or one address are always at one worker, one after the other there, so that
politeness holds over all workers. A worker that dies leaves its shard, from which another goes on;
so does a harvest whose own process was killed.
"""

import json
import shutil
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import asdict, dataclass, replace
from itertools import zip_longest
from pathlib import Path
from typing import Any
from urllib.parse import quote

from specdex.crawlers.addresses import addresses_of
from specdex.pipeline.crawl import RunRecorder, Start, told, walk_sites
from specdex.pipeline.extract import Extraction
from specdex.pipeline.homes import home_of
from specdex.pipeline.renewal import renewals
from specdex.ports import Crawler, Engine
from specdex.records import Failure, Site
from specdex.runs import Run, RunFolder
from specdex.runs.slices import give_out, take_over
from specdex.settings import Politeness
from specdex.urls import host, registrable_domain

__all__ = ["ShardWalk", "Tour", "tours", "walk_apart"]

SHARDS, PLAN = "shards", "tour.json"
MOST_SITES = 50
"""Sites that a worker walks at the same time: more keep no processor busier."""
TOURS = 2
"""Tours a worker, at least, so that none waits long for the last."""
WORKERS = 8
"""As many are expected where an engine does not say."""
LOST = "every worker that walked it died, perhaps for want of memory"

Lane = tuple[Start, ...]
"""Sites that are walked one after the other."""


@dataclass(frozen=True, slots=True)
class Tour:
    """What a worker takes on: lanes that are walked at the same time, into one shard."""

    shard: str
    lanes: tuple[Lane, ...]

    @property
    def hosts(self) -> tuple[str, ...]:
        """All its sites."""
        return tuple(_host(start) for lane in self.lanes for start in lane)


@dataclass(frozen=True, slots=True)
class Walked:
    """What a worker reports."""

    tour: Tour
    lost: bool = False
    """Whether its workers died."""


@dataclass(frozen=True, slots=True)
class ShardWalk:
    """What is mapped over tours: their sites are walked into a shard, and read. Picklable."""

    category: str
    crawler: Crawler
    mapped: Extraction
    politeness: Politeness

    def __call__(self, tour: Tour) -> Walked:
        """Walk all sites of *tour*; what was walked before the last worker died is not again."""
        with RunFolder(tour.shard, create=False) as run, _entered(self.crawler):
            recorder = RunRecorder(run, renewals(run, self.category), self.mapped)
            for some in zip_longest(*tour.lanes):
                # whoever was asked last, here or elsewhere, is left alone for a while
                time.sleep(self.politeness.delay)
                starts = [start for start in some if start is not None]
                walk_sites(starts, self.category, recorder, self.crawler)
        return Walked(tour)

    def lost(self, tour: Tour) -> Walked:
        """What is said of a *tour* that killed its workers."""
        return Walked(tour, lost=True)


def _entered(crawler: Crawler) -> AbstractContextManager[Any]:
    return crawler if isinstance(crawler, AbstractContextManager) else nullcontext()


def walk_apart(
    starts: Sequence[Start],
    run: RunFolder,
    walk: ShardWalk,
    engine: Engine,
    watch: Callable[[], None] = lambda: None,
) -> None:
    """Walk the sites of *starts* by the workers of *engine*, each into a shard; take all in.

    What an earlier call left is gone on with.
    """
    place = run.path / SHARDS
    begun = [each for each in _begun(place) if _left(run, each, walk.category)]
    known = {each for tour in begun for each in tour.hosts}
    rest = [start for start in starts if _host(start) not in known]
    workers = getattr(engine, "workers", None) or WORKERS
    new = tours(rest, place, workers, _addresses(rest, walk.politeness))

    def handed() -> Iterator[Tour]:
        yield from begun
        for tour in new:
            _give(run, tour, walk.category)
            yield tour

    for walked in engine.work(walk, handed(), watch):
        _take_in(run, walked, walk.category)


def _addresses(starts: Sequence[Start], politeness: Politeness) -> Mapping[str, str]:
    """The address of each site; behind a proxy nobody but that knows it."""
    return {} if politeness.proxy else addresses_of(map(_host, starts))


def tours(
    starts: Sequence[Start], place: Path, workers: int, addresses: Mapping[str, str]
) -> list[Tour]:
    """*starts* as tours for so many *workers*; what shares a domain or an address is one lane."""
    lanes = _lanes(starts, addresses)
    size = max(1, min(MOST_SITES, -(-len(lanes) // (TOURS * workers))))
    groups = (tuple(lanes[at : at + size]) for at in range(0, len(lanes), size))
    return [Tour(str(place / quote(_host(group[0][0]), safe="")), group) for group in groups]


def _lanes(starts: Iterable[Start], addresses: Mapping[str, str]) -> list[Lane]:
    lanes: defaultdict[str, list[Start]] = defaultdict(list)
    lane_of: dict[str, str] = {}
    for start in starts:
        name = _host(start)
        marks = [registrable_domain(name), addresses.get(name, "")]
        met = sorted({lane_of[mark] for mark in marks if mark in lane_of})
        lane = met[0] if met else name
        for other in met[1:]:
            lanes[lane] += lanes.pop(other)
            lane_of |= {mark: lane for mark, own in lane_of.items() if own == other}
        lanes[lane].append(start)
        lane_of |= dict.fromkeys(filter(None, marks), lane)
    return [tuple(lane) for lane in lanes.values()]


def _host(start: Start) -> str:
    return host(home_of(start.site))


def _give(run: RunFolder, tour: Tour, category: str) -> None:
    """Make the shard of *tour*, whole or not at all, with what *run* knows of its sites."""
    shard = Path(tour.shard)
    part = shard.with_name(f"{shard.name}.part")
    shutil.rmtree(part, ignore_errors=True)
    shutil.rmtree(shard, ignore_errors=True)
    with RunFolder(part) as made:
        for each in tour.hosts:
            give_out(run, made, each, category)
    lanes = [[asdict(start) for start in lane] for lane in tour.lanes]
    (part / PLAN).write_text(json.dumps(lanes), encoding="utf-8")
    part.rename(shard)


def _begun(place: Path) -> Iterator[Tour]:
    """The tours that were handed out and did not come home."""
    for path in sorted(place.glob(f"*/{PLAN}")) if place.is_dir() else ():
        if path.parent.suffix != ".part":
            lanes = json.loads(path.read_text(encoding="utf-8"))
            yield Tour(str(path.parent), tuple(tuple(map(_start, lane)) for lane in lanes))


def _start(said: Mapping[str, Any]) -> Start:
    return Start(**{**said, "hits": tuple(said["hits"]), "names": tuple(said["names"])})


def _left(run: RunFolder, tour: Tour, category: str) -> list[str]:
    """The sites of *tour* that *run* has not taken in yet."""
    done = {site.host for site in run.store.read(Site, category=category) if site.crawled}
    return [each for each in tour.hosts if each not in done]


def _take_in(run: RunFolder, walked: Walked, category: str) -> None:
    """Take what a worker brought home into *run*, site by site; then its shard is gone."""
    tour = walked.tour
    left = _left(run, tour, category)
    with Run(tour.shard) as shard:
        for site in left:
            take_over(run, shard, site, [category])
        for failure in shard.failures():
            told(failure, run)
    if walked.lost:
        known = [each for each in run.store.read(Site, category=category) if each.host in left]
        failures = [Failure(home_of(each), "crawl", LOST) for each in known if not each.crawled]
        run.store.add([*failures, *(replace(each, crawled=True) for each in known)])
    shutil.rmtree(tour.shard)
