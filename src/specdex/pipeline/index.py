"""The index of pages at hand: a search engine and a link graph, for discovery without a network."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import partial
from hashlib import blake2b
from itertools import islice
from pathlib import Path

from specdex.html import Document, parse
from specdex.page_sources import open_pages
from specdex.pipeline.extract import is_run, load
from specdex.providers.backlink_sources.local import LocalLinks
from specdex.providers.search_engines.local import IndexedPage, LocalIndex
from specdex.records import Failure, Page, StoredPage
from specdex.runs import Run
from specdex.urls import absolute, host, is_web

__all__ = ["index_pages"]

BATCH = 200
"""Pages written in one transaction."""
GOOD = range(200, 300)
"""Statuses of pages that are worth finding."""
HTML = ("", "text/html", "application/xhtml+xml")

Advance = Callable[[], None]
Found = tuple[str, str, Callable[[], Page | Failure]]
"""A page's URL, its place, and how to get it."""


@dataclass(frozen=True, slots=True)
class Indexed:
    """What indexing came to."""

    pages: int = 0
    unchanged: int = 0
    links: int = 0
    failures: tuple[Failure, ...] = ()


def index_pages(locations: Sequence[str], target: Path, advance: Advance = lambda: None) -> Indexed:
    """Index the pages at *locations* into the folder *target*; those it has already stay.

    A run folder's pages are all those that it fetched, not its product pages alone.
    """
    target.mkdir(parents=True, exist_ok=True)
    index, links = LocalIndex(str(target)), LocalLinks(str(target))
    places = index.places()
    pages = unchanged = linked = 0
    failures: list[Failure] = []
    with ExitStack() as opened:
        every = _all(locations, opened)
        while batch := list(islice(every, BATCH)):
            documents: list[tuple[str, Document]] = []
            for found in batch:
                advance()
                if isinstance(found, Failure):
                    failures.append(found)
                    continue
                url, place, get = found
                if places.get(url) == place:
                    unchanged += 1
                    continue
                places[url] = place
                page = get()
                if isinstance(page, Failure):
                    failures.append(page)
                else:
                    documents.append((place, parse(page)))
            linked += links.add((each.page.url, _targets(each)) for _, each in documents)
            pages += index.add(
                IndexedPage(each.page.url, each.title, each.text, place)
                for place, each in documents
            )
    return Indexed(pages, unchanged, linked, tuple(failures))


def _all(locations: Iterable[str], opened: ExitStack) -> Iterator[Found | Failure]:
    for location in locations:
        if is_run(location):
            yield from _run(opened.enter_context(Run(location)))
        else:
            yield from _files(location)


def _run(run: Run) -> Iterator[Found]:
    """Every page that *run* fetched, once, whatever addresses lead to it."""
    seen: set[tuple[str, int]] = set()
    for stored in run.store.read(StoredPage):
        kind = stored.content_type.partition(";")[0].strip().lower()
        fetched = (stored.file, stored.offset)
        if stored.status in GOOD and kind in HTML and fetched not in seen:
            seen.add(fetched)
            place = f"{run.path.resolve()}:{stored.file}:{stored.offset}"
            yield stored.url, place, partial(load, run, stored)


def _files(location: str) -> Iterator[Found | Failure]:
    for page in open_pages(location):
        if isinstance(page, Failure):
            yield page
        elif is_web(page.url):
            yield page.url, blake2b(page.body, digest_size=16).hexdigest(), partial(replace, page)


def _targets(document: Document) -> set[str]:
    """The hosts that a page links to."""
    return {
        host(absolute(document.base, document.attribute(node, "href")))
        for node in document.nodes_of("a", "area")
    }
