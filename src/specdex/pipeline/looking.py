"""A look at single pages: home pages of candidate sites, and hubs."""

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from specdex.crawling import PageWalk
from specdex.html import Document, parse
from specdex.pipeline.crawl import RunRecorder
from specdex.pipeline.pages import load
from specdex.ports import Crawler
from specdex.records import Page, PageKind, StoredPage
from specdex.runs import RunFolder
from specdex.urls import canonical, host

__all__ = ["documents", "look_at"]


def look_at(
    urls: Iterable[str],
    run: Path,
    crawler: Crawler,
    kind: PageKind = PageKind.OTHER,
    watch: Callable[[], None] | None = None,
) -> None:
    """Fetch *urls* into the run at *run*, each once in its life."""
    by_site: dict[str, list[str]] = {}
    with RunFolder(run) as folder:
        for url in dict.fromkeys(canonical(url) for url in urls):
            if not folder.store.count(StoredPage, url=url):
                by_site.setdefault(host(url), []).append(url)
    walks = [PageWalk(site, group, kind) for site, group in by_site.items()]
    if walks:
        crawler.crawl(walks, RunRecorder(run), watch)


def documents(folder: RunFolder, urls: Iterable[str]) -> Iterator[tuple[str, Document]]:
    """Those of *urls* that *folder* has, parsed."""
    for url in urls:
        for stored in folder.store.read(StoredPage, url=canonical(url)):
            page = load(folder, stored)
            if isinstance(page, Page):
                yield url, parse(page)
