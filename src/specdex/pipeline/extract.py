"""The verb extract: a page in, a specification out."""

import gc
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any, Protocol, TypeVar

from specdex import plugins
from specdex.errors import InputError, SpecdexError
from specdex.html import Document, forget, parse
from specdex.pipeline.history import bounded, history_of
from specdex.ports import Archive, Detector, Engine, PageReader, Reader, RunLike, Store
from specdex.records import Failure, Page, PageKind, ProductId, Specification, StoredPage, sound
from specdex.settings import (
    COMMON_CRAWL,
    DEFAULT_DETECTOR,
    DEFAULT_READERS,
    Limits,
    Politeness,
)
from specdex.urls import host, is_web

__all__ = [
    "DEFAULT_DETECTOR",
    "DEFAULT_READERS",
    "LOST",
    "Extraction",
    "Extractor",
    "StoredExtraction",
    "composed",
    "each_of",
    "extract",
    "extract_run",
    "extraction",
    "how_many",
    "is_run",
    "keep",
    "load",
    "load_from",
    "page_of",
    "pages_at",
    "product_pages",
    "said_by",
    "shipped",
    "source_of",
    "uncollected",
    "unread",
]

A = TypeVar("A")
B = TypeVar("B")

BATCH = 20
"""Pages whose records are written in one transaction."""
OURS = "specdex."
LOST = "a worker process died over it, perhaps for want of memory"


class Extractor(Protocol):
    """Reads a parsed page."""

    def extract(self, document: Document) -> Specification:
        """The specification of *document*; never raises."""
        ...


@dataclass(frozen=True, slots=True)
class Extraction:
    """What is mapped over pages: parse once, detect, read. Picklable, and never raises."""

    extractor: Extractor
    limits: Limits = field(default_factory=Limits)
    ours: bool = False
    """Whether all who read are of this house; what others say is looked at twice."""

    def __call__(self, page: Page | Failure) -> Specification | Failure:
        """The specification of *page*; a Failure passes through."""
        if isinstance(page, Failure):
            return page
        with uncollected():
            try:
                document = parse(page, self.limits)
                specification = self._sound(document)
                forget(document)
                del document  # now, so that there is hardly any garbage to search for
            except Exception as error:  # noqa: BLE001 - whatever a page provokes, a batch goes on
                return Failure.of(page.url, "extract", error)
            return specification

    def _sound(self, document: Document) -> Specification:
        return sound(Specification, self.extractor.extract(document), ours=self.ours)

    def lost(self, page: Page | Failure) -> Failure:
        """What is said of a *page* that killed its worker."""
        return page if isinstance(page, Failure) else Failure(page.url, "extract", LOST)

    def read(self, document: Document) -> Specification:
        """The specification of a page that is parsed already."""
        with uncollected():
            try:
                return self._sound(document)
            except Exception as error:  # noqa: BLE001 - whatever a page provokes, a crawl goes on
                page = document.page
                failure = Failure.of(page.url, "extract", error)
                return Specification(page.url, page.id, page.site, failures=(failure,))


@contextmanager
def uncollected() -> Iterator[None]:
    """No search for cyclic garbage meanwhile: a page makes many records and hardly a cycle.

    Searching costs a sixth of the time where the process holds much else.
    """
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()


def extraction(
    detector: str = DEFAULT_DETECTOR, readers: Sequence[str] = DEFAULT_READERS
) -> Extraction:
    """An Extraction from the plug-ins of these names.

    Where no other readers are named, pages that show next to nothing are read from their scripts.
    """
    loaded = tuple(plugins.load("readers", name)() for name in readers)
    shells = _shells() if tuple(readers) == DEFAULT_READERS else ()
    return composed(plugins.load("detectors", detector)(), (*loaded, *shells))


def _shells() -> tuple[PageReader, ...]:
    """Who reads the pages that are filled by scripts."""
    from specdex.extraction.script_state import StateReader  # noqa: PLC0415 - keeps --help quick

    return (StateReader(shells_only=True),)


def composed(detector: Detector, readers: Sequence[Reader | PageReader]) -> Extraction:
    """An Extraction of these parts."""
    from specdex.extraction.extractor import PageExtractor  # noqa: PLC0415 - keeps --help quick
    from specdex.extraction.fields import FieldReader  # noqa: PLC0415 - the same

    return Extraction(
        PageExtractor(
            detector=detector,
            readers=tuple(each for each in readers if not isinstance(each, PageReader)),
            page_readers=tuple(each for each in readers if isinstance(each, PageReader)),
            fields=FieldReader(),
        ),
        ours=all(type(each).__module__.startswith(OURS) for each in (detector, *readers)),
    )


def extract(
    pages: Iterable[Page | Failure], mapped: Extraction, engine: Engine
) -> Iterator[Specification | Failure]:
    """The specification of each page, in order."""
    return engine.map(mapped, pages)


@cache
def shipped(*, any_topic: bool = False) -> Extraction:
    """The Extraction of the default plug-ins, made once and without a search for others.

    With *any_topic* every label-value block of a page's main thing is read, product or not.
    """
    from specdex.detection.any_topic import AnyTopicDetector  # noqa: PLC0415 - keeps --help quick
    from specdex.detection.detector import LearnedDetector  # noqa: PLC0415 - the same
    from specdex.extraction.structure import StructureReader  # noqa: PLC0415 - the same

    detector = AnyTopicDetector() if any_topic else LearnedDetector()
    return composed(detector, (StructureReader(), *_shells()))


def each_of(
    read: Callable[[A], B], things: Iterable[A | Failure], step: str
) -> Iterator[B | Failure]:
    """What *read* makes of each page or Document; whatever it raises is that page's Failure."""
    for thing in things:
        if isinstance(thing, Failure):
            yield thing
            continue
        try:
            made: B | Failure = read(thing)
        except Exception as error:  # noqa: BLE001 - whatever a page provokes, a batch goes on
            page: Any = getattr(thing, "page", thing)
            made = Failure.of(page.url, step, error)
        yield made


def page_of(page: str | bytes | Page, url: str | None = "") -> Page:
    """HTML as a Page that came from *url*, if that is known; a Page stays as it is.

    A text without any tag is refused: it is most likely the name of a file.
    """
    url = url or ""
    if isinstance(page, Page):
        return page
    if isinstance(page, str):
        if page.strip() and "<" not in page:
            raise InputError(f"{page[:60]!r} is no HTML; to read a file, give its bytes")
        return Page(url, page.encode("utf-8", "replace"), site=host(url), encoding="utf-8")
    if not isinstance(page, (bytes, bytearray, memoryview)):
        raise InputError(f"a page is text, bytes or a Page, and no {type(page).__name__}")
    return Page(url, bytes(page), site=host(url))


def is_run(location: str) -> bool:
    """Whether *location* is a run folder."""
    from specdex.runs import RunFolder  # noqa: PLC0415 - reading one page needs no run

    return location != "-" and RunFolder.is_one(Path(location))


def pages_at(
    locations: Iterable[str], politeness: Politeness | None = None
) -> Iterator[Page | Failure]:
    """The pages at all *locations*, in order; a Failure for each that cannot be read.

    A location is a file, a folder, a run, ``-``, an address of the web, or of an archive
    (``commoncrawl:shop.example/p/*``); what is not here is fetched with *politeness*.
    """
    for far, group in groupby(locations, _far):
        if not far:
            yield from _local_pages(group)
            continue
        from specdex.pipeline import fetch  # noqa: PLC0415 - heavy

        if far == COMMON_CRAWL:
            for each in group:
                yield from fetch.archived(each, politeness or Politeness())
        else:
            yield from fetch.fetched(group, fetch.default_crawler(politeness))


def _far(location: str) -> str:
    """Who has what is not on this machine; empty where it is."""
    if location.startswith(f"{COMMON_CRAWL}:"):
        return COMMON_CRAWL
    return "web" if is_web(location) else ""


def how_many(locations: Iterable[str]) -> int | None:
    """How many pages there are at *locations*; None where that cannot be told cheaply."""
    from specdex.page_sources import count_pages  # noqa: PLC0415 - reading one page needs no source
    from specdex.runs import Run  # noqa: PLC0415

    total = 0
    for location in locations:
        if is_run(location):
            with Run(Path(location)) as run:
                found: int | None = run.store.count(StoredPage, kind=PageKind.PRODUCT)
        else:
            found = 1 if is_web(location) else count_pages(location)
        if found is None:
            return None
        total += found
    return total


def _local_pages(locations: Iterable[str]) -> Iterator[Page | Failure]:
    from specdex.page_sources import open_pages  # noqa: PLC0415 - reading one page needs no source

    for location in locations:
        try:
            yield from run_pages(Path(location)) if is_run(location) else open_pages(location)
        except SpecdexError:
            raise
        except Exception as error:  # noqa: BLE001 - whatever a file holds, the next one is read
            yield Failure.of(location, "read", error)


def run_pages(path: Path) -> Iterator[Page | Failure]:
    """The product pages of the run at *path*."""
    from specdex.runs import Run  # noqa: PLC0415 - reading one page needs no run

    with Run(path) as run:
        yield from product_pages(run)


def product_pages(run: RunLike) -> Iterator[Page | Failure]:
    """The product pages that *run* has stored, a Failure for each that is damaged."""
    return (load(run, stored) for stored in run.store.read(StoredPage, kind=PageKind.PRODUCT))


def load(run: RunLike, stored: StoredPage) -> Page | Failure:
    """The page that lies there, with its category; a Failure where the archive is damaged."""
    return load_from(run.archive, stored)


def load_from(archive: Archive, stored: StoredPage) -> Page | Failure:
    """The same from an *archive* alone."""
    try:
        page = archive.load(stored)
    except Exception as error:  # noqa: BLE001 - whatever an archive holds, a batch goes on
        return Failure.of(stored.url, "read", error)
    return replace(page, category=stored.category) if stored.category else page


@dataclass(frozen=True, slots=True)
class StoredExtraction:
    """What is mapped over a run's pages: they travel by where they lie, and are loaded there."""

    archive: Archive
    mapped: Extraction

    def __call__(self, stored: StoredPage) -> Specification | Failure:
        """The specification of the page that lies there."""
        return self.mapped(load_from(self.archive, stored))

    def lost(self, stored: StoredPage) -> Failure:
        """What is said of a page that killed its worker."""
        return Failure(stored.url, "extract", LOST)


def source_of(page: StoredPage) -> str:
    """Which capture of a page a specification was read from."""
    return f"{page.file}@{page.offset}"


def said_by(specification: Specification) -> list[Specification | ProductId | Failure]:
    """All that a run keeps of what a page says."""
    from specdex.linkage import product_ids  # noqa: PLC0415 - reading one page needs no products

    try:
        return [specification, *product_ids(specification), *specification.failures]
    except Exception as error:  # noqa: BLE001 - whatever a page says, a batch goes on
        return _silent(specification, Failure.of(specification.url, "extract", error))


def _silent(said: Specification, failure: Failure) -> list[Specification | ProductId | Failure]:
    """What a run keeps of a page that cannot be kept as it is: that it was read, and *failure*."""
    empty = Specification(failure.url, site=said.site, category=said.category, source=said.source)
    return [replace(empty, failures=(failure,)), failure]


def keep(store: Store, groups: Sequence[Sequence[Any]]) -> None:
    """Keep all records of all *groups*, which begin with what has a URL, at one go.

    Where the store refuses one, the others are kept, and why that one is not.
    """
    try:
        store.add([record for group in groups for record in group])
    except InputError as error:
        if len(groups) > 1:
            for group in groups:
                keep(store, [group])
            return
        first = groups[0][0]
        failure = Failure.of(first.url, "store", error)
        store.add(_silent(first, failure) if isinstance(first, Specification) else [failure])


def unread(store: Store, category: str | None = None) -> Iterator[StoredPage]:
    """The product pages, of *category* where one is given, that are new or have changed."""
    from specdex.runs import queries  # noqa: PLC0415 - reading one page needs no run

    return queries.unread_pages(store, category)


def extract_run(
    run: RunLike,
    mapped: Extraction,
    engine: Engine,
    pages: Iterable[StoredPage] | None = None,
    advance: Callable[[], None] = lambda: None,
) -> int:
    """Read the product *pages* that are new, or have changed since they were read; how many.

    A page that cannot be read is kept as one that says nothing, and why.
    """
    stored = list(unread(run.store) if pages is None else pages)
    batch: list[Sequence[Any]] = []
    results = engine.map(StoredExtraction(run.archive, mapped), stored)
    for page, result in zip(stored, results, strict=True):
        if isinstance(result, Failure):
            said = Specification(page.url, site=page.site, failures=(result,))
        else:
            said = result
        said = replace(said, url=page.url, category=page.category, source=source_of(page))
        past = history_of(run.store, said, page.fetched)
        batch.append([*said_by(said), *past])
        if len(batch) >= BATCH:
            keep(run.store, batch)
            batch.clear()
        advance()
    keep(run.store, batch)
    bounded(run.store, [page.url for page in stored])
    return len(stored)
