"""Pages from wherever a user points: files, folders, archives, a run, standard input."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from specdex.errors import StoreError
from specdex.page_sources import open_pages
from specdex.records import Failure, Page, PageKind, StoredPage
from specdex.runs import RunFolder

__all__ = ["is_run", "load", "pages_at", "product_pages"]


def is_run(location: str) -> bool:
    """Whether *location* is a run folder."""
    return location != "-" and RunFolder.is_one(Path(location))


def pages_at(locations: Iterable[str]) -> Iterator[Page | Failure]:
    """The pages at all *locations*, in order; a Failure for each that cannot be read."""
    for location in locations:
        yield from run_pages(Path(location)) if is_run(location) else open_pages(location)


def run_pages(path: Path) -> Iterator[Page | Failure]:
    """The product pages of the run at *path*."""
    with RunFolder(path) as run:
        yield from product_pages(run)


def product_pages(run: RunFolder) -> Iterator[Page | Failure]:
    """The product pages that *run* has stored, a Failure for each that is damaged."""
    for stored in run.store.read(StoredPage, kind=PageKind.PRODUCT):
        page = load(run, stored)
        yield replace(page, category=stored.category) if isinstance(page, Page) else page


def load(run: RunFolder, stored: StoredPage) -> Page | Failure:
    """The page that lies there; a Failure where the archive is damaged."""
    try:
        return run.archive.load(stored)
    except StoreError as error:
        return Failure(stored.url, "read", str(error))
