"""The site as the unit of crawling: workers walk sites into shards, and the run takes them in.

A shard is a small run for a handful of sites that one worker walks at the same time: it begins with
what the run knows of them, and ends with their pages, read, as WARC and Parquet files under a
manifest, below the run or, where workers do not see that, at an address. There its sites are
learned (``lessons``), and then it goes. Sites of one registrable domain or one address are always
at one worker, one after the other there, so that politeness holds over all workers. A worker that
dies leaves its shard, from which another goes on; so does a harvest whose own process was killed.
"""

import json
import shutil
import time
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from dataclasses import dataclass, replace
from itertools import zip_longest
from pathlib import Path
from tempfile import TemporaryDirectory, gettempdir
from typing import Any

from specdex.crawlers.addresses import addresses_of
from specdex.errors import DamagedError
from specdex.pipeline.crawl import RunRecorder, Start, told, walk_sites
from specdex.pipeline.extract import Extraction
from specdex.pipeline.homes import home_of
from specdex.pipeline.renewal import renewals
from specdex.pipeline.tours import PLAN, WORKERS, Tour, host_of, named, planned, tours
from specdex.ports import Crawler, Engine
from specdex.records import Failure, Site, StoredPage
from specdex.runs import RunFolder, WarcArchive
from specdex.runs.folder import DATABASE, WARC
from specdex.runs.packed import MANIFEST, Packed, pack, seal
from specdex.runs.places import address
from specdex.runs.slices import carry, give_out, marks, take_in
from specdex.runs.unpacked import unpack
from specdex.runs.warc import INDEX, STEM, closed_files, hold, link
from specdex.settings import Politeness

__all__ = [
    "SHARDS",
    "ShardWalk",
    "give",
    "keep_marks",
    "let_go",
    "lies",
    "scratch",
    "taken_in",
    "walk_apart",
]

SHARDS, MARKS, PART = "shards", "marks.json", ".part"
AGAIN = "again="
"""What the name of a shard begins with that was made to be learned in, and not to be walked."""
SCRATCH, LOCK = "specdex-walk-", "lock"
"""What is called so in the folder for temporary files, and held for as long as it is needed."""
PAUSE = 600.0
"""Seconds between two moments in which a shard elsewhere is brought up to date."""
LOST = "every worker that walked it died, perhaps for want of memory"


@dataclass(frozen=True, slots=True)
class Walked:
    """What a worker reports."""

    tour: Tour
    lost: bool = False
    """Whether its workers died."""
    damage: str = ""
    """Why its shard cannot be used."""


@dataclass(frozen=True, slots=True)
class Taken:
    """A shard that was taken in."""

    tour: Tour
    place: str
    """Where it lies, if not below the run."""
    marks: Mapping[str, str]
    """What the run had of each site then."""


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

    @contextmanager
    def _opened(self, tour: Tour) -> Iterator[tuple[RunFolder, Callable[[], None]]]:
        """The shard of *tour*, at hand, and sealed in the end; what is to be called meanwhile."""
        if not self.place:
            with _sealed(Path(tour.shard)) as run:
                yield run, lambda: None
            return
        place = lies(self.place, tour.shard)
        with scratch() as own:
            folder = own / Path(tour.shard).name
            unpack(place, folder)
            with _shard(folder) as run:
                packed_at = time.monotonic()

                def watch() -> None:
                    nonlocal packed_at
                    if time.monotonic() - packed_at > PAUSE:
                        pack(run, place)
                        packed_at = time.monotonic()

                yield run, watch
                pack(run, place)


def lies(place: str, shard: str) -> str:
    """Where a *shard* lies, sealed: at *place*, if there is one, or below the run."""
    return f"{place.rstrip('/')}/{Path(shard).name}" if place else shard


@contextmanager
def scratch() -> Iterator[Path]:
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
        run.archive = WarcArchive(path / WARC, root=path, stem=_stem(path))
        yield run


def _stem(path: Path) -> str:
    return f"{STEM}{path.name.removesuffix(PART).rpartition('-')[2]}-"


@contextmanager
def _sealed(path: Path) -> Iterator[RunFolder]:
    """The shard at *path* to be worked on; it is sealed, where it lies, in the end."""
    (path / MANIFEST).unlink(missing_ok=True)
    with _shard(path) as run:
        yield run
        run.archive.close()
        own = [each for each in closed_files(path / WARC) if each.name.startswith(_stem(path))]
        seal(run.store, path, own)


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
    are walked once more. The others stay until they are let go: their sites are learned there.
    """
    place = run.path / SHARDS
    begun = list(_begun(run, place, walk.category))
    known = {each for tour in begun for each in tour.hosts}
    rest = [start for start in starts if host_of(start) not in known]
    workers = getattr(engine, "workers", None) or WORKERS
    new = tours(rest, place, workers, _addresses(rest, walk.politeness))
    for again in (False, True):
        hurt: list[Tour] = []
        for walked in engine.work(walk, _handed(run, begun, new, walk), watch):
            damage = _take_in(run, walked, walk)
            if damage:
                yield f"{damage}; {_counted(walked.tour)} {'given up' if again else 'walked again'}"
                hurt.append(replace(walked.tour, shard=named(place, walked.tour.lanes)))
                if again:
                    _give_up(run, walked.tour, walk.category, damage)
        begun, new = [], hurt


def _handed(
    run: RunFolder, begun: Iterable[Tour], new: Iterable[Tour], walk: ShardWalk
) -> Iterator[Tour]:
    yield from begun
    for tour in new:
        give(run, tour, walk.category, walk.place)
        yield tour


def _counted(tour: Tour) -> str:
    count = len(tour.hosts)
    return f"its {count} sites are" if count > 1 else "its site is"


def _addresses(starts: Sequence[Start], politeness: Politeness) -> Mapping[str, str]:
    """The address of each site; behind a proxy nobody but that knows it."""
    return {} if politeness.proxy else addresses_of(map(host_of, starts))


def give(run: RunFolder, tour: Tour, category: str, place: str) -> None:
    """Make the shard of *tour*, whole or not at all, with what *run* knows of its sites."""
    shard = Path(tour.shard)
    part = shard.with_name(f"{shard.name}{PART}")
    RunFolder(part).close()
    give_out(run, part / DATABASE, tour.hosts, category)
    with _shard(part) as made:
        if place:
            carry(run, made)
            pack(made, lies(place, tour.shard))
        else:
            # pages that the run has are read where they lie, and are no news
            (made.archive.folder / INDEX).touch()
            for file in {page.file for page in made.store.read(StoredPage)} - {""}:
                if not address(file):
                    link(run.path / file, part / file)
    (part / PLAN).write_text(tour.plan, encoding="utf-8")
    part.rename(shard)


def _begun(run: RunFolder, place: Path, category: str) -> Iterator[Tour]:
    """The tours that were handed out and did not come home; what else is left there goes."""
    known = {each.tour.shard for each in taken_in(run)}
    for path in sorted(place.iterdir()) if place.is_dir() else ():
        tour = None if path.suffix == PART else planned(path)
        if tour and _left(run, tour, category) and tour.shard not in known:
            yield tour
        elif str(path) not in known:
            shutil.rmtree(path, ignore_errors=True)


def taken_in(run: RunFolder) -> Iterator[Taken]:
    """The shards that were taken in and are there still."""
    for path in sorted((run.path / SHARDS).glob(f"*/{MARKS}")):
        tour = planned(path.parent)
        with suppress(OSError, ValueError, TypeError):
            if tour:
                yield Taken(tour, **json.loads(path.read_text(encoding="utf-8")))


def keep_marks(run: RunFolder, tour: Tour, place: str) -> None:
    """Keep that the shard of *tour* was taken in, and what *run* has of its sites since."""
    text = json.dumps({"place": place, "marks": marks(run, tour.hosts)})
    (Path(tour.shard) / MARKS).write_text(text, encoding="utf-8")


def let_go(run: RunFolder, waiting: Container[str] = ()) -> None:
    """Remove the shards that were taken in, but those whose sites are *waiting* to be learned."""
    for taken in list(taken_in(run)):
        if not any(each in waiting for each in taken.tour.hosts):
            _remove(taken.tour.shard, taken.place)


def _left(run: RunFolder, tour: Tour, category: str) -> list[str]:
    """The sites of *tour* that *run* has not taken in yet."""
    return [each for each in tour.hosts if not _is_walked(run, each, category)]


def _is_walked(run: RunFolder, site: str, category: str) -> bool:
    known = run.store.read(Site, host=site, category=category)
    return any(each.crawled for each in known)


def _take_in(run: RunFolder, walked: Walked, walk: ShardWalk) -> str:
    """Take what a worker brought home into *run*. What is damaged, if so; that shard is gone.

    First its WARC files are files of the run, too, then the run has all rows at one go: whoever is
    killed in between does the same again.
    """
    tour, moved = walked.tour, dict[str, str]()
    try:
        shard = _sound(walk, walked)
    except DamagedError as error:
        _remove(tour.shard, walk.place)
        return str(error)
    if walk.place:
        moved = shard.addresses()
    else:
        run.archive.adopt(Path(tour.shard) / WARC)
    left = _left(run, tour, walk.category)
    for failure in take_in(run, shard, left, walk.category, moved):
        told(failure, run)
    if walked.lost:
        _give_up(run, tour, walk.category, LOST)
    keep_marks(run, tour, walk.place)
    return ""


def _sound(walk: ShardWalk, walked: Walked) -> Packed:
    """What a worker brought home, sealed; a DamagedError where it is not what was sealed."""
    if walked.damage:
        raise DamagedError(walked.damage)
    if walked.lost and not walk.place:
        with _sealed(Path(walked.tour.shard)):
            pass
    shard = Packed(lies(walk.place, walked.tour.shard))
    if not shard.state():
        raise DamagedError(f"the shard {shard.place} has no manifest")
    shard.check()
    return shard


def _give_up(run: RunFolder, tour: Tour, category: str, reason: str) -> None:
    """Let the sites of *tour* that were not walked be failed ones."""
    known = [
        each for host in tour.hosts for each in run.store.read(Site, host=host, category=category)
    ]
    left = [each for each in known if not each.crawled]
    run.store.add(Failure(home_of(each), "crawl", reason) for each in left)
    run.store.add(replace(each, crawled=True) for each in left)


def _remove(shard: str, place: str) -> None:
    """Let a *shard* go: first what makes it one. Pages of a walk stay at the *place* they are."""
    (Path(shard) / PLAN).unlink(missing_ok=True)
    if place and AGAIN in shard:
        Packed(lies(place, shard)).remove()
    shutil.rmtree(shard, ignore_errors=True)
