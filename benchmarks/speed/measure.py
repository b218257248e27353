"""How fast pages are read, beside other libraries, in one run on the same pages.

Every contestant reads every page once a round, one contestant after the other, so that a busy
machine is busy for all of them; the best round of each counts. Ratios hold within one run only.
"""

import resource
import sys
import time
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from io import StringIO
from itertools import islice
from pathlib import Path

import click
from lxml import etree
from rich.table import Table

from benchmarks.listings.examples import LISTING_SETS, gold_listings, listing_page
from specdex import plugins
from specdex.cli.progress import console
from specdex.html import parse
from specdex.records import Page
from specdex.settings import DEFAULT_LISTING_READER

__all__ = [
    "FLOOR",
    "PEERS",
    "SLOWEST",
    "Contestant",
    "Lap",
    "Mark",
    "SpeedTable",
    "is_flat",
    "march",
    "peers",
    "race",
    "time_listings",
]

FLOOR = "lxml parse only"
"""What all others are compared with."""
EXTRACT = "specdex extract"
PEERS = (
    "selectolax parse only",
    "extruct (json-ld, microdata, opengraph)",
    "trafilatura",
    "pandas.read_html",
)
"""The other libraries, all in the extra ``peers``."""
NOT_INSTALLED = "not installed"
SLOWEST = 2.0
"""Seconds that no page may take."""
FLAT, WARM = 1.1, 4
"""Times the memory after a quarter of a long march, when what is remembered is complete, that
the rest may need."""
EXTRUCT_SYNTAXES = ["json-ld", "microdata", "opengraph"]

Read = Callable[[Page], object]


@dataclass(frozen=True, slots=True)
class Contestant:
    """Something that reads a page; *read* is None where its library is missing."""

    name: str
    read: Read | None = None


@dataclass(frozen=True, slots=True)
class Lap:
    """How one contestant did."""

    name: str
    pages: int
    seconds: float
    """Of the best round; 0 where there was none."""
    failures: int = 0
    """Pages of a round on which it raised."""
    note: str = ""
    """Why there is no time."""

    @property
    def pages_per_second(self) -> float:
        """Pages read in a second; 0 where nothing was timed."""
        return self.pages / self.seconds if self.seconds else 0.0

    @property
    def milliseconds(self) -> float:
        """Time of an average page."""
        return 1000 * self.seconds / self.pages if self.pages else 0.0


@dataclass(frozen=True, slots=True)
class SpeedTable:
    """One race."""

    laps: tuple[Lap, ...]

    def lap(self, name: str) -> Lap | None:
        """The lap of the contestant called *name*, if it ran."""
        return next((lap for lap in self.laps if lap.name == name), None)

    def ratio(self, name: str, other: str = FLOOR) -> float | None:
        """Pages a second of *name* over those of *other*; None where either was not timed."""
        mine, theirs = self.lap(name), self.lap(other)
        if mine is None or theirs is None or not mine.seconds or not theirs.seconds:
            return None
        return mine.pages_per_second / theirs.pages_per_second

    def rows(self) -> tuple[tuple[str, ...], ...]:
        """Name, pages a second, milliseconds a page, ratio to the floor, note; as text."""
        return tuple(self._row(lap) for lap in self.laps)

    def _row(self, lap: Lap) -> tuple[str, ...]:
        ratio = self.ratio(lap.name)
        if not lap.seconds:
            return (lap.name, "", "", "", lap.note)
        failed = f"{lap.failures} pages failed" if lap.failures else ""
        shown = f"{ratio:.2f}" if ratio is not None else ""
        return (lap.name, f"{lap.pages_per_second:.0f}", f"{lap.milliseconds:.2f}", shown, failed)


def race(
    contestants: Sequence[Contestant],
    pages: Sequence[Page],
    rounds: int = 3,
    clock: Callable[[], float] = time.process_time,
) -> SpeedTable:
    """Time *contestants* over *pages*, interleaved; the best of *rounds* counts.

    Processor time by default: other programs on the machine disturb it least. Each reads a page
    before the clock starts, since loading a library or a model is not reading.
    """
    best: dict[str, float] = {}
    failures: dict[str, int] = {}
    for contestant in contestants:
        if contestant.read is not None:
            _round(contestant.read, pages[:1], clock)
    for _ in range(rounds):
        for contestant in contestants:
            if contestant.read is not None:
                seconds, failed = _round(contestant.read, pages, clock)
                best[contestant.name] = min(seconds, best.get(contestant.name, seconds))
                failures[contestant.name] = failed
    return SpeedTable(
        tuple(_lap(contestant, len(pages), best, failures) for contestant in contestants)
    )


def _round(read: Read, pages: Sequence[Page], clock: Callable[[], float]) -> tuple[float, int]:
    """Seconds for all *pages*, and on how many of them *read* raised."""
    failed = 0
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        begin = clock()
        for page in pages:
            try:
                read(page)
            except Exception:  # noqa: BLE001 - a peer may raise anything; the race goes on
                failed += 1
        return clock() - begin, failed


@dataclass(frozen=True, slots=True)
class Mark:
    """How a long march stands after so many pages."""

    pages: int
    megabytes: float
    """The most memory that the process has ever held."""
    slowest: float
    """Seconds of the slowest page so far."""


def peak_megabytes() -> float:
    """The most memory that this process has ever held."""
    size = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return size / (1 << 20 if sys.platform == "darwin" else 1 << 10)


def march(
    read: Read,
    pages: Iterable[Page],
    step: int,
    memory: Callable[[], float] = peak_megabytes,
    clock: Callable[[], float] = time.process_time,
) -> Iterator[Mark]:
    """Read *pages* one after the other, with a mark every *step* of them."""
    slowest, count = 0.0, 0
    for count, page in enumerate(pages, 1):
        begin = clock()
        read(page)
        slowest = max(slowest, clock() - begin)
        if count % step == 0:
            yield Mark(count, memory(), slowest)
    if count % step:
        yield Mark(count, memory(), slowest)


def is_flat(marks: Sequence[Mark]) -> bool:
    """Whether memory stayed what it was after a quarter of the marks, nearly."""
    return not marks or marks[-1].megabytes <= FLAT * marks[len(marks) // WARM].megabytes


def _lap(
    contestant: Contestant, pages: int, best: Mapping[str, float], failures: Mapping[str, int]
) -> Lap:
    name = contestant.name
    if contestant.read is None:
        return Lap(name, pages, 0.0, note=NOT_INSTALLED)
    return Lap(name, pages, best.get(name, 0.0), failures.get(name, 0))


def peers(extract: Read) -> tuple[Contestant, ...]:
    """The floor, *extract* as specdex's own, and every peer, installed or not."""
    return (
        Contestant(FLOOR, _lxml),
        Contestant(PEERS[0], _selectolax()),
        Contestant(EXTRACT, extract),
        Contestant(PEERS[1], _extruct()),
        Contestant(PEERS[2], _trafilatura()),
        Contestant(PEERS[3], _pandas()),
    )


def _lxml(page: Page) -> object:
    return etree.fromstring(page.body, etree.HTMLParser(encoding="utf-8", huge_tree=True))


def _selectolax() -> Read | None:
    if find_spec("selectolax") is None:
        return None
    from selectolax.lexbor import LexborHTMLParser  # noqa: PLC0415 - an extra

    return lambda page: LexborHTMLParser(page.body)


def _extruct() -> Read | None:
    if find_spec("extruct") is None:
        return None
    import extruct

    return lambda page: extruct.extract(
        page.body.decode("utf-8", "replace"), base_url=page.url, syntaxes=EXTRUCT_SYNTAXES
    )


def _trafilatura() -> Read | None:
    if find_spec("trafilatura") is None:
        return None
    import trafilatura

    return lambda page: trafilatura.extract(page.body, url=page.url)


def _pandas() -> Read | None:
    """pandas.read_html; a page without tables makes it raise, which counts as read."""
    if find_spec("pandas") is None:
        return None
    import pandas as pd

    def read(page: Page) -> object:
        try:
            return pd.read_html(StringIO(page.body.decode("utf-8", "replace")), flavor="lxml")
        except ValueError:
            return []

    return read


PARSE, READ = "specdex parse", "specdex parse and listings"


def time_listings(data: Path, pages: int, rounds: int) -> int:
    """Time the default reader on listing pages and others; its cost is what it adds to parsing."""
    reader = plugins.load("listing_readers", DEFAULT_LISTING_READER)()
    contestants = [
        Contestant(FLOOR, _lxml),
        Contestant(PARSE, parse),
        Contestant(READ, lambda page: reader.read(parse(page))),
    ]
    for name, file in LISTING_SETS.items():
        chosen = list(islice(_pages(data / file), pages))
        table = race(contestants, chosen, rounds)
        shown = Table("who", "pages/s", "ms/page", "of lxml parse only", "note", title=name)
        for row in table.rows():
            shown.add_row(*row)
        console().print(shown)
        floor, parsed, read = (table.lap(each) for each in (FLOOR, PARSE, READ))
        if floor and parsed and read and floor.milliseconds:
            cost = (read.milliseconds - parsed.milliseconds) / floor.milliseconds
            click.echo(f"{name}: listings cost {cost:.2f} of lxml's parsing, on top of it")
    return 0


def _pages(path: Path) -> Iterator[Page]:
    return (listing_page(gold) for gold in gold_listings(path))
