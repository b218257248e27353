"""Workers learn how sites print their data, in the shards that they were walked into.

What a site prints is understood by what all known shops print, so it is learned when all are
walked; the knowledge goes to the workers, and what they learn, and read anew by it, is sealed in
the shard as a lesson. The run takes in all lessons of a group of sites at one go. A site whose
shard is gone, or is not what the run holds any more, is given a new one.
"""

from collections.abc import Callable, Container, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from pathlib import Path
from typing import NamedTuple

from specdex.errors import DamagedError
from specdex.groups import by_key
from specdex.pipeline.crawl import Start
from specdex.pipeline.learn import Learned, RunLearning
from specdex.pipeline.shards import AGAIN, SHARDS, give, keep_marks, lies, scratch, taken_in
from specdex.pipeline.tours import TOURS, WORKERS, Tour, named
from specdex.ports import Archive, Engine, Store
from specdex.runs import MemoryStore, RunFolder, SqliteStore, WarcArchive
from specdex.runs.folder import DATABASE, WARC
from specdex.runs.packed import Packed, seal
from specdex.runs.slices import marks, take_learned
from specdex.runs.unpacked import bring

__all__ = ["Lesson", "ShardLearning", "Taught", "learn_apart"]

LESSONS = "lessons"


@dataclass(frozen=True, slots=True)
class Lesson:
    """What a worker takes on: sites that are learned, and the shard where they lie."""

    shard: str
    sites: tuple[str, ...]

    @property
    def name(self) -> str:
        """The same for the same sites."""
        sites = " ".join(self.sites)
        return f"{LESSONS}/{blake2b(sites.encode(), digest_size=6).hexdigest()}"


@dataclass(frozen=True, slots=True)
class Taught:
    """What a worker reports."""

    lesson: Lesson
    changed: dict[str, int] = field(default_factory=dict)
    """How many pages of each site were read anew."""
    lost: bool = False
    """Whether its workers died."""
    damage: str = ""
    """Why its shard cannot be used."""


class _Shard(NamedTuple):
    store: Store
    archive: Archive


@dataclass(frozen=True, slots=True)
class ShardLearning:
    """What is mapped over lessons: their sites are learned into their shard. Picklable."""

    category: str
    learning: RunLearning
    place: str = ""
    """Where shards lie, as for their walk."""

    def __call__(self, lesson: Lesson) -> Taught:
        """Learn all sites of *lesson*."""
        return self._taught(lesson, self.learning)

    def lost(self, lesson: Lesson) -> Taught:
        """What is said of a *lesson* that killed its workers; a site alone is not learned."""
        if len(lesson.sites) > 1:
            return Taught(lesson, lost=True)
        return self._taught(lesson, self.learning.lost)

    def lies(self, lesson: Lesson) -> Packed:
        """Where *lesson* lies, sealed."""
        return Packed(f"{lies(self.place, lesson.shard)}/{lesson.name}")

    def _taught(self, lesson: Lesson, learn: Callable[[_Shard, str], Learned]) -> Taught:
        changed = {}
        try:
            with self._opened(lesson.shard) as shard, MemoryStore() as store:
                for site in lesson.sites:
                    learned = learn(shard, site)
                    learned.keep(store)
                    changed[site] = len(learned.changed)
                seal(store, self.lies(lesson).place)
        except DamagedError as error:
            return Taught(lesson, damage=str(error))
        return Taught(lesson, changed)

    @contextmanager
    def _opened(self, shard: str) -> Iterator[_Shard]:
        """A *shard*, to be read: the tables at hand, the pages where they lie."""
        with ExitStack() as opened:
            folder = Path(shard)
            if self.place:
                folder = opened.enter_context(scratch())
                bring(lies(self.place, shard), folder / DATABASE)
            store = opened.enter_context(_sound(folder))
            yield _Shard(store, WarcArchive(folder / WARC, root=folder, read_only=True))


@contextmanager
def _sound(folder: Path) -> Iterator[SqliteStore]:
    """The database of a shard, whose pages lie where it says; a DamagedError where they do not."""
    if not (folder / DATABASE).is_file():
        raise DamagedError(f"the shard {folder} has no database")
    with SqliteStore(folder / DATABASE, read_only=True) as store:
        ends = """SELECT file, max("offset" + length) FROM pages
        WHERE file LIKE 'warc/%' GROUP BY file"""
        for file, end in store.rows(ends):
            path = folder / file
            if not path.is_file() or path.stat().st_size < end:
                raise DamagedError(f"{path} is missing or cut off")
        yield store


def learn_apart(
    sites: Sequence[str],
    run: RunFolder,
    work: ShardLearning,
    engine: Engine,
    watch: Callable[[], None] = lambda: None,
) -> Iterator[Taught]:
    """Let the workers of *engine* learn *sites*, each in its shard; then *run* has it at one go.

    A shard that is damaged is told, and its sites are given another; sites whose workers died are
    learned one by one.
    """
    workers = getattr(engine, "workers", None) or WORKERS
    size = max(1, -(-len(sites) // (TOURS * workers)))
    left, done, hurt = list(sites), list[Packed](), dict[str, str]()
    while left:
        lessons, left = _lessons(left, run, work, size, hurt.values()), []
        for taught in engine.work(work, lessons, watch):
            lesson, damage = taught.lesson, taught.damage or _damage(work, taught)
            if damage:
                if hurt.keys() & set(lesson.sites):
                    raise DamagedError(damage)
                hurt |= dict.fromkeys(lesson.sites, lesson.shard)
            if damage or taught.lost:
                left += lesson.sites
            else:
                done.append(work.lies(lesson))
            yield replace(taught, damage=damage)
        size = 1
    take_learned(run, done, sites)


def _damage(work: ShardLearning, taught: Taught) -> str:
    """Why what was *taught* cannot be used, if so."""
    try:
        if not taught.lost:
            work.lies(taught.lesson).check()
    except DamagedError as error:
        return str(error)
    return ""


def _lessons(
    sites: Sequence[str],
    run: RunFolder,
    work: ShardLearning,
    size: int,
    hurt: Container[str],
) -> Iterator[Lesson]:
    """*sites* as lessons of at most so many, in the shards that hold what *run* does.

    Those that are *hurt* do not.
    """
    now = marks(run, sites)
    held = {
        each: taken.tour.shard
        for taken in taken_in(run)
        if taken.place == work.place and taken.tour.shard not in hurt
        for each, mark in taken.marks.items()
        if now.get(each) == mark
    }
    by_shard = by_key((held[each], each) for each in sites if each in held)
    for shard, own in by_shard.items():
        for at in range(0, len(own), size):
            yield Lesson(shard, tuple(own[at : at + size]))
    homeless = [each for each in sites if each not in held]
    for at in range(0, len(homeless), size):
        lanes = tuple((Start(each),) for each in homeless[at : at + size])
        tour = Tour(named(run.path / SHARDS, lanes, AGAIN), lanes)
        give(run, tour, work.category, work.place)
        keep_marks(run, tour, work.place)
        yield Lesson(tour.shard, tour.hosts)
