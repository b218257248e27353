"""The verb crawl: walks that decide, a crawler that fetches, a run that keeps."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from specdex import plugins
from specdex.crawling.walk import SiteWalk
from specdex.pipeline.pages import load
from specdex.ports import Crawler
from specdex.records import Failure, Page, PageKind, Sight, Site, SiteStatus, StoredPage
from specdex.settings import Budget, Politeness
from specdex.stores import RunFolder
from specdex.urls import canonical, host, is_web

__all__ = ["Funnel", "RunRecorder", "crawl_sites", "default_crawler", "funnel", "home_of"]


class RunRecorder:
    """Keeps what a crawl brings home in a run folder, which it opens where it is used."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._run: RunFolder | None = None

    def __getstate__(self) -> Path:
        return self.path

    def __setstate__(self, path: Path) -> None:
        self.__init__(path)  # type: ignore[misc]

    @property
    def run(self) -> RunFolder:
        """The run folder, opened on first use."""
        if self._run is None:
            self._run = RunFolder(self.path)
        return self._run

    def recall(self, url: str) -> Page | None:
        """The page of *url* if this run has it already."""
        for stored in self._stored(url):
            page = load(self.run, stored)
            return page if isinstance(page, Page) else None
        return None

    def _stored(self, url: str) -> Iterator[StoredPage]:
        for spelling in dict.fromkeys((url, canonical(url))):
            yield from self.run.store.read(StoredPage, url=spelling)

    def record(self, page: Page, sight: Sight) -> None:
        """Keep *page* and what it turned out to be."""
        known = next(iter(self.run.store.read(StoredPage, url=page.url)), None)
        stored = replace(
            known or self.run.archive.append(page), site=sight.visit.site, depth=sight.visit.depth
        )
        seen = [replace(stored, kind=sight.kind, category=sight.category)]
        # after a redirect the address that was asked for leads to the same page
        aliases = {sight.visit.url, canonical(sight.visit.url)} - {page.url}
        seen += [replace(stored, url=alias, kind=PageKind.OTHER) for alias in sorted(aliases)]
        self.run.store.add(seen)

    def fail(self, failure: Failure) -> None:
        """Keep a failure."""
        self.run.store.add([failure])

    def close(self) -> None:
        """Let go of the run folder."""
        if self._run is not None:
            self._run.close()
            self._run = None


def home_of(site: str) -> str:
    """The home page of a site given by host or by URL."""
    return site if is_web(site) else f"http://{site}/"


def crawl_sites(
    sites: Sequence[str],
    category: str,
    run: Path,
    crawler: Crawler | None = None,
    watch: Callable[[], None] | None = None,
) -> None:
    """Walk all *sites* to their product pages of *category*; a site walked before is left alone."""
    with RunFolder(run) as folder:
        walked = {site.host for site in folder.store.read(Site, category=category) if site.crawled}
    walks = [
        SiteWalk(host(home), home, category)
        for home in map(home_of, dict.fromkeys(sites))
        if host(home) not in walked
    ]
    if not walks:
        return
    (crawler or default_crawler()).crawl(walks, RunRecorder(run), watch)
    with RunFolder(run) as folder:
        _mark_crawled(folder, [walk.site for walk in walks], category)


def default_crawler(politeness: Politeness | None = None, budget: Budget | None = None) -> Crawler:
    """The Scrapy crawler with these manners."""
    made: Crawler = plugins.load("crawlers", "scrapy")(
        politeness or Politeness(), budget or Budget()
    )
    return made


def _mark_crawled(folder: RunFolder, hosts: Iterable[str], category: str) -> None:
    known = {site.host: site for site in folder.store.read(Site, category=category)}
    folder.store.add(
        replace(known.get(each, Site(each, SiteStatus.CANDIDATE, category)), crawled=True)
        for each in hosts
    )


@dataclass(frozen=True, slots=True)
class Funnel:
    """How a crawl of one site went."""

    site: str
    fetched: int
    products: int
    failures: int

    @property
    def harvest_rate(self) -> float:
        """The share of fetched pages that show a product of the category."""
        return self.products / self.fetched if self.fetched else 0.0


def funnel(folder: RunFolder, site: str, category: str) -> Funnel:
    """What the run knows of the crawl of *site*."""
    pages = list(folder.store.read(StoredPage, site=site))
    products = sum(page.kind is PageKind.PRODUCT and page.category == category for page in pages)
    failures = sum(host(each.url) == site for each in folder.store.read(Failure, step="fetch"))
    fetched = len({(page.file, page.offset) for page in pages})
    return Funnel(site, fetched, products, failures)
