"""How much of a collection an archive of the web holds: its sites, and their product pages."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from specdex.ports import PageArchive, RunLike
from specdex.records import PageKind, StoredPage
from specdex.urls import bare

__all__ = ["Coverage", "coverage"]


@dataclass(frozen=True, slots=True)
class Coverage:
    """What an archive holds of a site."""

    site: str
    products: int
    """Product pages that the run has."""
    held: int
    """Those of them that the archive holds."""
    archived: int
    """All pages of the site that the archive holds."""


def coverage(
    run: RunLike, archive: PageArchive, advance: Callable[[], object] = lambda: None
) -> Iterator[Coverage]:
    """What *archive* holds of each site of *run* that has product pages, by name."""
    sites: dict[str, set[str]] = {}
    for page in run.store.read(StoredPage, kind=PageKind.PRODUCT):
        sites.setdefault(page.site, set()).add(bare(page.url))
    for site, products in sorted(sites.items()):
        archived = {bare(url) for url in archive.addresses(site)}
        advance()
        yield Coverage(site, len(products), len(products & archived), len(archived))
