"""The shapes that stages and edges agree on. Whoever fits a Protocol here can be plugged in."""

import gc
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import IO, Any, Generic, Protocol, Self, TypeVar, runtime_checkable

from specdex.html import Document
from specdex.records import (
    Backlink,
    Candidate,
    Failure,
    Fragment,
    Listing,
    Page,
    Pair,
    SearchResult,
    Sight,
    Specification,
    StoredPage,
    Visit,
)

__all__ = [
    "Archive",
    "BacklinkSource",
    "CountedLinks",
    "Crawler",
    "Detector",
    "Engine",
    "Exporter",
    "Keeping",
    "LinkGraph",
    "ListingReader",
    "PageReader",
    "Reader",
    "Recorder",
    "RunLike",
    "SearchEngine",
    "Store",
    "Walk",
    "shared",
]

A = TypeVar("A")
B = TypeVar("B")
R = TypeVar("R")


@runtime_checkable
class Exporter(Protocol):
    """Writes specifications in one format."""

    suffixes: tuple[str, ...]
    """The file endings that choose it."""
    binary: bool
    """Whether it writes bytes, and so cannot append to a file that exists."""

    def write(self, specifications: Iterable[Specification], stream: IO[Any]) -> int:
        """Write all to *stream*; how many."""
        ...


@runtime_checkable
class Store(Protocol):
    """Keeps the records of a run, by the keys of ``records.KEYS``."""

    def add(self, records: Iterable[Any]) -> int:
        """Keep *records* for good before returning; how many keys were new.

        A record with a known key takes the place of the earlier one.
        """
        ...

    def replace(self, kind: type[R], scope: Mapping[str, Any], records: Iterable[R]) -> None:
        """Let the records of *kind* whose fields equal *scope* be exactly *records*, in one step.

        What was there and is not among *records* is gone. An InputError where one of *records*
        lies outside *scope*: nothing is changed then.
        """
        ...

    def transaction(self) -> AbstractContextManager[None]:
        """Keep what is added and replaced meanwhile for good at the end, or nothing of it."""
        ...

    def read(self, kind: type[R], /, **where: Any) -> Iterator[R]:
        """The records of *kind* whose fields equal *where*, in the order they were first added."""
        ...

    def count(self, kind: type, /, **where: Any) -> int:
        """How many records of *kind* have fields equal to *where*."""
        ...

    def select(self, kind: type[R], condition: str, parameters: Mapping[str, Any]) -> Iterator[R]:
        """The records of *kind* whose row ``t`` fulfils an SQL *condition*."""
        ...

    def rows(
        self, query: str, parameters: Mapping[str, Any] | None = None
    ) -> list[tuple[Any, ...]]:
        """What an SQL *query* answers."""
        ...

    def close(self) -> None:
        """Let go of files; the store is not used afterwards."""
        ...

    def __enter__(self) -> Self: ...

    def __exit__(self, *exc: object) -> None: ...


@runtime_checkable
class Archive(Protocol):
    """Keeps pages as fetched."""

    def append(self, page: Page) -> StoredPage:
        """Keep *page* for good before returning; where it lies."""
        ...

    def append_all(self, pages: Sequence[Page]) -> Sequence[StoredPage]:
        """Keep *pages* for good before returning, sooner than one by one; where each lies."""
        ...

    def load(self, stored: StoredPage) -> Page:
        """The page that lies there."""
        ...

    def close(self) -> None:
        """Let go of files."""
        ...


class RunLike(Protocol):
    """Where a run is kept."""

    @property
    def store(self) -> Store:
        """Its records."""
        ...

    @property
    def archive(self) -> Archive:
        """Its pages, as fetched."""
        ...


@runtime_checkable
class Engine(Protocol):
    """Maps a function over many things."""

    def map(self, function: Callable[[A], B], things: Iterable[A]) -> Iterator[B]:
        """``function(thing)`` for each, in order."""
        ...

    def work(
        self,
        function: Callable[[A], B],
        things: Iterable[A],
        watch: Callable[[], None] = lambda: None,
    ) -> Iterator[B]:
        """``function(thing)`` for each of large *things*, as they are done: one a worker at a time.

        *watch* is called about twice a second meanwhile, or between two things; whatever it
        raises stops all workers.
        """
        ...


@runtime_checkable
class Keeping(Engine, Protocol):
    """An engine whose workers stay from map to map.

    Of a function that is ``held`` thing number *n* of every map goes to the same worker.
    """

    @property
    def workers(self) -> int:
        """How many there are."""
        ...


@dataclass(frozen=True, slots=True)
class _Share(Generic[A, B]):
    """What is mapped over parts."""

    function: Callable[[A], B]

    def __call__(self, part: A) -> B:
        """What comes of a part.

        It is made of many small things, none in circles: a worker that looked for such took a
        seventh longer.
        """
        enabled = gc.isenabled()
        gc.disable()
        try:
            return self.function(part)
        finally:
            if enabled:
                gc.enable()

    def lost(self, part: A) -> B:
        """The same, here, where several workers were lost with it."""
        return self(part)


def shared(
    function: Callable[[A], B], parts: Iterable[A], engine: Engine | None = None
) -> Iterator[B]:
    """``function(part)`` for each, in order: by the workers of *engine*, or else here."""
    return engine.map(_Share(function), parts) if engine else map(function, parts)


@runtime_checkable
class SearchEngine(Protocol):
    """Finds pages for a query."""

    def search(self, query: str, limit: int) -> Sequence[SearchResult]:
        """At most *limit* results, best first; a ProviderError where it does not answer."""
        ...


@runtime_checkable
class BacklinkSource(Protocol):
    """Knows who links to a site."""

    def backlinks(self, site: str, limit: int) -> Sequence[Backlink]:
        """At most *limit* pages elsewhere that link to *site*.

        A ProviderError where it does not answer.
        """
        ...


@runtime_checkable
class LinkGraph(BacklinkSource, Protocol):
    """A backlink source that also knows where hubs link, so that they need not be fetched."""

    def forward(self, hubs: Iterable[str], limit: int) -> Mapping[str, Sequence[str]]:
        """At most *limit* other sites that each of *hubs* links to, for those that are known."""
        ...


@runtime_checkable
class CountedLinks(Protocol):
    """A backlink source that can tell how common links to a site are."""

    def commonness(self, sites: Iterable[str]) -> Mapping[str, float]:
        """The share of all sites that link to each of *sites*, for those that are known."""
        ...


@runtime_checkable
class Walk(Protocol):
    """Decides, page by page, where a crawl of one site goes. Pure."""

    site: str

    def start(self) -> Sequence[Visit]:
        """Where the walk begins."""
        ...

    def see(self, visit: Visit, document: Document) -> Sight:
        """What *document*, fetched for *visit*, is, and where to go from it.

        A page that could not be fetched is seen as an empty Document.
        """
        ...


@runtime_checkable
class Recorder(Protocol):
    """Takes what a crawl brings home; it is used by one thread."""

    def recall(self, url: str) -> Page | None:
        """The page of *url* if it was recorded earlier: a resumed crawl does not fetch it again.

        Both the address that was asked for and the one that answered are known.
        """
        ...

    def outdated(self, url: str) -> Page | None:
        """The version of *url* from an earlier crawl, to be fetched again only if it has changed.

        None in a crawl that does not renew an earlier one.
        """
        ...

    def record(self, page: Page, sight: Sight, document: Document | None = None) -> None:
        """Keep *page* and what it is for good before returning; *document* is it as parsed.

        A page with the same body and a later time than the one kept is the same page, still valid.
        """
        ...

    def named(self, site: str, place: str, sitemaps: Sequence[str]) -> Sequence[str]:
        """The sitemaps that the robots.txt of the host *place* named, as first recorded for *site*.

        Where none were, *sitemaps* are recorded, before any page that is recorded later: so a
        resumed crawl meets what the one before it met.
        """
        ...

    def fail(self, failure: Failure) -> None:
        """Keep a failure."""
        ...

    def together(self) -> AbstractContextManager[None]:
        """Let what is recorded, and what fails, meanwhile be kept at the end, all at one go.

        That is sooner than one by one. Pages are recalled at once, but not safe before the end.
        """
        ...

    def close(self) -> None:
        """Let go of files."""
        ...


@runtime_checkable
class Crawler(Protocol):
    """Fetches what walks decide."""

    def crawl(
        self, walks: Sequence[Walk], recorder: Recorder, watch: Callable[[], None] | None = None
    ) -> None:
        """Walk all sites to their end; *watch* is called about twice a second meanwhile."""
        ...


@runtime_checkable
class PageArchive(Protocol):
    """Holds pages of the web that somebody else has fetched."""

    def addresses(self, site: str) -> Sequence[str]:
        """The addresses of the pages of *site* that it holds; a ProviderError without an answer."""
        ...

    def page(self, url: str, site: str) -> Page | Failure:
        """The page of *site* at *url*, or why it cannot be had."""
        ...

    def pages(self, pattern: str) -> Iterator[Page | Failure]:
        """The pages at addresses like *pattern*: ``shop.example``, ``shop.example/product/*``."""
        ...


@runtime_checkable
class Detector(Protocol):
    """Finds the elements of a page that hold a specification."""

    def detect(self, document: Document) -> Sequence[Candidate]:
        """The candidates believed in, in page order."""
        ...


@runtime_checkable
class Reader(Protocol):
    """Reads pairs from an element."""

    @property
    def name(self) -> str:
        """What its pairs say they were read by."""
        ...

    def read(self, document: Document, candidate: Candidate) -> Sequence[Pair]:
        """The pairs that the candidate's element holds, in page order."""
        ...


@runtime_checkable
class PageReader(Protocol):
    """Reads pairs from a whole page, where no element shows them."""

    @property
    def name(self) -> str:
        """What its pairs say they were read by."""
        ...

    def fragments(self, document: Document, known: Sequence[Fragment]) -> Sequence[Fragment]:
        """What the page says beyond the *known* fragments, which it shows."""
        ...


@runtime_checkable
class ListingReader(Protocol):
    """Finds the product records of a listing page. Pure and picklable."""

    name: str

    def read(self, document: Document) -> Listing:
        """The offers of *document* in page order, or the reason why there are none.

        ``read(document).offers`` is empty on pages that are no listing. An offer's url is as
        written: resolve it with ``urls.absolute(document.base, offer.url)``; it may be empty.
        """
        ...
