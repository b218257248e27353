"""The site as the unit of crawling: workers walk sites into shards, and the run takes them in.

A shard is a small run for a handful of sites that one worker walks at the same time: it begins with
what the run knows of them, and ends with their pages, read. It is a folder below the run's own or,
where workers do not see that, a packed run at an address. Sites of one registrable domain or one
address are always at one worker, one after the other there, so that politeness holds over all
workers. A worker that dies leaves its shard, from which another goes on; so does a harvest whose
own process was killed.
"""

import json
import shutil
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from dataclasses import asdict, dataclass, replace
from itertools import zip_longest
from pathlib import Path
from secrets import token_hex
from tempfile import TemporaryDirectory, gettempdir
from typing import Any
from urllib.parse import quote

from specdex.crawlers.addresses import addresses_of
from specdex.errors import DamagedError
from specdex.pipeline.crawl import RunRecorder, Start, told, walk_sites
from specdex.pipeline.extract import Extraction
from specdex.pipeline.homes import home_of
from specdex.pipeline.renewal import renewals
from specdex.ports import Crawler, Engine
from specdex.records import Failure, Site, StoredPage
from specdex.runs import RunFolder, SqliteStore, WarcArchive
from specdex.runs.folder import DATABASE, WARC
from specdex.runs.packed import bring, pack, unpack
from specdex.runs.places import address
from specdex.runs.slices import carry, give_out, take_in
from specdex.runs.warc import INDEX, STEM, hold, link
from specdex.settings import Politeness
from specdex.urls import host, registrable_domain

__all__ = ["ShardWalk", "Tour", "tours", "walk_apart"]

SHARDS, PLAN, PART, BROUGHT = "shards", "plan.json", ".part", "brought.db"
SCRATCH, LOCK = "specdex-walk-", "lock"
"""What is called so in the folder for temporary files, and held for as long as it is needed."""
LONGEST = 100
"""Characters of a host that the name of a shard has."""
PAUSE = 600.0
"""Seconds between two moments in which a shard elsewhere is brought up to date."""
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
    damage: str = ""
    """Why its shard cannot be used."""


@dataclass(frozen=True, slots=True)
class ShardWalk:
    """What is mapped over tours: their sites are walked into a shard, and read. Picklable."""

    category: str
    crawler: Crawler
    mapped: Extraction
    politeness: Politeness
    place: str = ""
    """Where shards lie packed: an address, or a folder that all workers see; else below the run."""

    def __call__(self, tour: Tour) -> Walked:
        """Walk all sites of *tour*; what was walked before the last worker died is not again."""
        try:
            with self._opened(tour) as (run, watch), _entered(self.crawler):
                recorder = RunRecorder(run, renewals(run, self.category), self.mapped)
                for some in zip_longest(*tour.lanes):
                    # whoever was asked last, here or elsewhere, is left alone for a while
                    time.sleep(self.politeness.delay)
                    starts = [start for start in some if start is not None]
                    walk_sites(starts, self.category, recorder, self.crawler, watch)
        except DamagedError as error:
            return Walked(tour, damage=str(error))
        return Walked(tour)

    def lost(self, tour: Tour) -> Walked:
        """What is said of a *tour* that killed its workers."""
        return Walked(tour, lost=True)

    def packed(self, tour: Tour) -> str:
        """Where the shard of *tour* lies packed."""
        return f"{self.place.rstrip('/')}/{Path(tour.shard).name}"

    @contextmanager
    def _opened(self, tour: Tour) -> Iterator[tuple[RunFolder, Callable[[], None]]]:
        """The shard of *tour*, at hand; and what is to be called now and then."""
        if not self.place:
            with _shard(Path(tour.shard)) as run:
                yield run, lambda: None
            return
        with _scratch() as scratch:
            folder = scratch / Path(tour.shard).name
            unpack(self.packed(tour), folder)
            with _shard(folder) as run:
                packed_at = time.monotonic()

                def watch() -> None:
                    nonlocal packed_at
                    if time.monotonic() - packed_at > PAUSE:
                        pack(run, self.packed(tour))
                        packed_at = time.monotonic()

                yield run, watch
                pack(run, self.packed(tour))


@contextmanager
def _scratch() -> Iterator[Path]:
    """A folder of this worker alone; what workers left that were killed here is removed."""
    for left in Path(gettempdir()).glob(f"{SCRATCH}*"):
        with suppress(OSError), (left / LOCK).open("rb") as lock:
            if hold(lock):
                shutil.rmtree(left, ignore_errors=True)
    with TemporaryDirectory(prefix=SCRATCH) as scratch:
        folder = Path(scratch)
        # nobody finds a lock that is not held yet
        with (folder / PART).open("wb") as lock:
            hold(lock)
            (folder / PART).rename(folder / LOCK)
            yield folder


@contextmanager
def _shard(path: Path) -> Iterator[RunFolder]:
    """The shard at *path*: no file of another is called as the WARC files that it writes."""
    if not (path / DATABASE).is_file():
        raise DamagedError(f"the shard {path} has no database")
    with RunFolder(path, create=False) as run:
        token = path.name.removesuffix(PART).rpartition("-")[2]
        run.archive = WarcArchive(path / WARC, root=path, stem=f"{STEM}{token}-")
        yield run


def _entered(crawler: Crawler) -> AbstractContextManager[Any]:
    return crawler if isinstance(crawler, AbstractContextManager) else nullcontext()


def walk_apart(
    starts: Sequence[Start],
    run: RunFolder,
    walk: ShardWalk,
    engine: Engine,
    watch: Callable[[], None] = lambda: None,
) -> Iterator[str]:
    """Walk the sites of *starts* by the workers of *engine*, each into a shard; take all in.

    What an earlier call left is gone on with. Tells of shards that came home damaged: their sites
    are walked once more.
    """
    place = run.path / SHARDS
    begun = list(_begun(run, place, walk.category))
    known = {each for tour in begun for each in tour.hosts}
    rest = [start for start in starts if _host(start) not in known]
    workers = getattr(engine, "workers", None) or WORKERS
    new = tours(rest, place, workers, _addresses(rest, walk.politeness))
    for again in (False, True):
        hurt: list[Tour] = []
        for walked in engine.work(walk, _handed(run, begun, new, walk), watch):
            damage = _take_in(run, walked, walk)
            if damage:
                yield f"{damage}; {_counted(walked.tour)} {'given up' if again else 'walked again'}"
                hurt.append(replace(walked.tour, shard=_named(place, walked.tour.lanes)))
                if again:
                    _give_up(run, walked.tour, walk.category, damage)
        begun, new = [], hurt


def _handed(
    run: RunFolder, begun: Iterable[Tour], new: Iterable[Tour], walk: ShardWalk
) -> Iterator[Tour]:
    yield from begun
    for tour in new:
        _give(run, tour, walk)
        yield tour


def _counted(tour: Tour) -> str:
    count = len(tour.hosts)
    return f"its {count} sites are" if count > 1 else "its site is"


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
    return [Tour(_named(place, group), group) for group in groups]


def _named(place: Path, lanes: Sequence[Lane]) -> str:
    """A shard for *lanes* whose name no other has, nor ever had."""
    return str(place / f"{quote(_host(lanes[0][0]), safe='')[:LONGEST]}-{token_hex(6)}")


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


def _give(run: RunFolder, tour: Tour, walk: ShardWalk) -> None:
    """Make the shard of *tour*, whole or not at all, with what *run* knows of its sites."""
    shard = Path(tour.shard)
    part = shard.with_name(f"{shard.name}{PART}")
    RunFolder(part).close()
    give_out(run, part / DATABASE, tour.hosts, walk.category)
    with _shard(part) as made:
        if walk.place:
            carry(run, made)
            pack(made, walk.packed(tour))
        else:
            # pages that the run has are read where they lie, and are no news
            (made.archive.folder / INDEX).touch()
            for file in {page.file for page in made.store.read(StoredPage)} - {""}:
                if not address(file):
                    link(run.path / file, part / file)
    lanes = [[asdict(start) for start in lane] for lane in tour.lanes]
    (part / PLAN).write_text(json.dumps(lanes), encoding="utf-8")
    part.rename(shard)


def _begun(run: RunFolder, place: Path, category: str) -> Iterator[Tour]:
    """The tours that were handed out and did not come home; what else is left there goes."""
    for path in sorted(place.iterdir()) if place.is_dir() else ():
        tour = None if path.suffix == PART else _planned(path)
        if tour and _left(run, tour, category):
            yield tour
        else:
            shutil.rmtree(path, ignore_errors=True)


def _planned(path: Path) -> Tour | None:
    """The tour whose shard lies at *path*; None where nobody can tell."""
    try:
        lanes = json.loads((path / PLAN).read_text(encoding="utf-8"))
        return Tour(str(path), tuple(tuple(map(_start, lane)) for lane in lanes))
    except (OSError, ValueError, TypeError, KeyError):
        return None


def _start(said: Mapping[str, Any]) -> Start:
    return Start(**{**said, "hits": tuple(said["hits"]), "names": tuple(said["names"])})


def _left(run: RunFolder, tour: Tour, category: str) -> list[str]:
    """The sites of *tour* that *run* has not taken in yet."""
    return [each for each in tour.hosts if not _is_walked(run, each, category)]


def _is_walked(run: RunFolder, site: str, category: str) -> bool:
    known = run.store.read(Site, host=site, category=category)
    return any(each.crawled for each in known)


def _take_in(run: RunFolder, walked: Walked, walk: ShardWalk) -> str:
    """Take what a worker brought home into *run*; then its shard is gone. What is damaged, if so.

    First its WARC files are files of the run, too, then the run has all rows at one go, and only
    then the shard goes: whoever is killed in between does the same again.
    """
    tour, shard = walked.tour, Path(walked.tour.shard)
    try:
        database = _sound(walk, walked)
    except DamagedError as error:
        _remove(shard)
        return str(error)
    if not walk.place:
        run.archive.adopt(shard / WARC)
    take_in(run, database, _left(run, tour, walk.category), walk.category)
    with SqliteStore(database, read_only=True) as brought:
        for failure in brought.read(Failure):
            told(failure, run)
    if walked.lost:
        _give_up(run, tour, walk.category, LOST)
    _remove(shard)
    return ""


def _sound(walk: ShardWalk, walked: Walked) -> Path:
    """The database of a shard, whose pages lie where it says; a DamagedError where they do not."""
    shard = Path(walked.tour.shard)
    if walked.damage:
        raise DamagedError(walked.damage)
    if walk.place:
        bring(walk.packed(walked.tour), shard / BROUGHT)
        return shard / BROUGHT
    with _shard(shard) as made:
        (found,) = made.store.rows("PRAGMA quick_check(1)")[0]
        if found != "ok":
            raise DamagedError(f"the shard {shard} is damaged: {found}")
        ends = """SELECT file, max("offset" + length) FROM pages WHERE file != '' GROUP BY file"""
        for file, end in made.store.rows(ends):
            path = shard / file
            if not path.is_file() or path.stat().st_size < end:
                raise DamagedError(f"{path} is missing or cut off")
    return shard / DATABASE


def _give_up(run: RunFolder, tour: Tour, category: str, reason: str) -> None:
    """Let the sites of *tour* that were not walked be failed ones."""
    known = [
        each for host in tour.hosts for each in run.store.read(Site, host=host, category=category)
    ]
    left = [each for each in known if not each.crawled]
    run.store.add(Failure(home_of(each), "crawl", reason) for each in left)
    run.store.add(replace(each, crawled=True) for each in left)


def _remove(shard: Path) -> None:
    """Let a shard go: first what makes it one."""
    (shard / PLAN).unlink(missing_ok=True)
    shutil.rmtree(shard, ignore_errors=True)
