"""A few addresses of the web, fetched as politely as a crawl fetches, and archives of it."""

import os
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from itertools import chain

from specdex import plugins
from specdex.crawling import PageWalk
from specdex.errors import InputError, ProviderError
from specdex.groups import by_key
from specdex.html import Document
from specdex.ports import Crawler, PageArchive, RunLike
from specdex.records import Failure, Page, PageKind, Sight, StoredPage
from specdex.settings import COMMON_CRAWL, Budget, Politeness
from specdex.urls import bare, canonical, host

__all__ = [
    "COMMON_CRAWL",
    "Coverage",
    "archive_called",
    "archived",
    "coverage",
    "crawler_of",
    "default_crawler",
    "fetched",
]

INDEX, DATA = "SPECDEX_COMMONCRAWL_INDEX", "SPECDEX_COMMONCRAWL_DATA"
"""Where a mirror of Common Crawl is, if another than its own is asked."""

SCHEME = re.compile(r"(:)https?://")
"""Behind the name of an archive."""

UNASKED = "there was no time left to ask for it"


def default_crawler(politeness: Politeness | None = None, budget: Budget | None = None) -> Crawler:
    """The Scrapy crawler with these manners."""
    made: Crawler = plugins.load("crawlers", "scrapy")(
        politeness or Politeness(), budget or Budget()
    )
    return made


def crawler_of(source: str, politeness: Politeness, budget: Budget) -> Crawler:
    """The crawler that takes pages from *source*: the web where it is empty, or an archive."""
    if not source:
        return default_crawler(politeness, budget)
    made: Crawler = plugins.load("crawlers", "archive")(archive_called(source, politeness), budget)
    return made


def archive_called(source: str, politeness: Politeness) -> PageArchive:
    """The archive that *source* names: ``commoncrawl``, with ``:CRAWL`` or ``:index.parquet``."""
    from specdex.page_sources import common_crawl  # noqa: PLC0415 - most crawls ask the web

    name, _, crawl = source.partition(":")
    if name != COMMON_CRAWL:
        raise InputError(f"there is no source {name!r} of pages; there is {COMMON_CRAWL}")
    index = os.environ.get(INDEX, common_crawl.INDEX)
    data = os.environ.get(DATA, common_crawl.DATA)
    return common_crawl.CommonCrawl(crawl, politeness, index, data)


def archived(location: str, politeness: Politeness) -> Iterator[Page | Failure]:
    """The pages that ``commoncrawl:shop.example/p/*`` means, ``commoncrawl:CRAWL:…`` of one crawl.

    A Failure where the archive does not answer, or holds no page that is meant.
    """
    source, _, pattern = SCHEME.sub(r"\1", location).rpartition(":")
    try:
        found = archive_called(source, politeness).pages(pattern)
        nothing = Failure(location, "fetch", "Common Crawl holds no such page")
        yield from chain([next(found, nothing)], found)
    except ProviderError as error:
        yield Failure(location, "fetch", str(error))


def fetched(urls: Iterable[str], crawler: Crawler) -> Iterator[Page | Failure]:
    """The pages at *urls*, in this order, each once; a Failure for each that does not come."""
    wanted = list(dict.fromkeys(urls))
    by_site = by_key((host(url), url) for url in wanted)
    basket = _Basket()
    walks = [PageWalk(site, group, PageKind.PRODUCT) for site, group in by_site.items()]
    crawler.crawl(walks, basket)
    return (basket.of(url) for url in wanted)


class _Basket:
    """Takes what a crawl brings home, for whoever waits for it."""

    def __init__(self) -> None:
        self._found: dict[str, Page | Failure] = {}

    def of(self, url: str) -> Page | Failure:
        """What became of *url*."""
        return self._found.get(canonical(url)) or Failure(url, "fetch", UNASKED)

    def recall(self, url: str) -> Page | None:
        """Nothing: this crawl is the first."""
        del url
        return None

    outdated = recall

    def record(self, page: Page, sight: Sight, document: Document | None = None) -> None:
        """Keep *page*."""
        del document
        self._found[canonical(sight.visit.url)] = page

    def named(self, site: str, place: str, sitemaps: Sequence[str]) -> Sequence[str]:
        """The *sitemaps* as they are: nothing is resumed."""
        del site, place
        return sitemaps

    def fail(self, failure: Failure) -> None:
        """Keep why a page did not come."""
        self._found[canonical(failure.url)] = failure

    def together(self) -> AbstractContextManager[None]:
        """All is kept at once anyway."""
        return nullcontext()

    def close(self) -> None:
        """Nothing to let go of."""


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
