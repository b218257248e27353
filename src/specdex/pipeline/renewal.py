"""A run is renewed: what changed is read again, and what is gone is told from what was missed."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from pathlib import Path

from specdex.clock import next_second, now
from specdex.crawling import PageWalk
from specdex.pipeline.history import OFFERED, gone
from specdex.ports import Crawler, Recorder, RunLike
from specdex.records import (
    Failure,
    Milestone,
    PageKind,
    Site,
    SiteStatus,
    Specification,
    StoredPage,
    UrlPattern,
)
from specdex.runs import RunFolder

__all__ = ["RENEWAL", "begin_again", "begin_renewal", "let_go", "look_again", "renewals"]

RENEWAL = "renewal"
"""The milestone that tells when a category was last renewed."""
LOST = ("answered 404", "answered 410")
"""How a site says that a page is not there any more."""


def renewals(run: RunLike, category: str) -> dict[str, str]:
    """The sites of *run* that are crawled again, and since when."""
    known = run.store.read(Site, category=category)
    return {site.host: site.renewing for site in known if site.renewing}


def begin_renewal(run: RunLike, category: str, hosts: Iterable[str]) -> None:
    """Make the next crawl walk *hosts* again, and fetch again only what has changed.

    A renewal that was stopped midway goes on from where it was.
    """
    wanted = frozenset(hosts)
    known = run.store.read(Site, category=category)
    sites = [site for site in known if site.host in wanted and site.crawled]
    moment = next_second() if sites else ""  # what was seen a moment ago was seen before
    with run.store.transaction():
        run.store.add(
            replace(site, crawled=False, renewing=site.renewing or moment) for site in sites
        )
        for site in sites:
            # their robots.txt files may name others by now
            named = {"site": site.host, "category": "", "kind": PageKind.SITEMAP}
            run.store.replace(UrlPattern, named, ())


def begin_again(path: Path, category: str) -> int:
    """Make the next harvest of *category* renew its shops; how many.

    Where an earlier renewal has not ended, that one goes on.
    """
    with RunFolder(path, create=False) as run:
        unfinished = renewals(run, category)
        if unfinished:
            return len(unfinished)
        shops = [
            site.host
            for site in run.store.read(Site, category=category)
            if site.crawled and site.status in {SiteStatus.SEED, SiteStatus.ACCEPTED}
        ]
        with run.store.transaction():
            begin_renewal(run, category, shops)
            run.store.add([Milestone(category, RENEWAL, mark=now())])
        return len(shops)


def look_again(
    run: RunLike,
    category: str,
    recorder: Recorder,
    crawler: Crawler,
    watch: Callable[[], None] | None = None,
) -> None:
    """Ask for the product pages that a renewing walk did not come by: are they still there?"""
    walks = []
    for site, since in renewals(run, category).items():
        urls = [page.url for page in _unseen(run, site, category, since)]
        if urls:
            walks.append(PageWalk(site, urls, PageKind.PRODUCT, category))
    if walks:
        crawler.crawl(walks, recorder, watch)


def let_go(run: RunLike, category: str, since: Mapping[str, str]) -> None:
    """Let what is gone from the sites of *since* be no offer any more; what it said stays."""
    for site, moment in since.items():
        pages = {page.url: page for page in run.store.read(StoredPage, site=site)}
        failed = run.store.read(Failure, step="fetch")
        lost = {each.url for each in failed if each.reason.endswith(LOST)}
        unseen = {page.url for page in _unseen(run, site, category, moment)}
        for said in list(run.store.read(Specification, site=site, category=category)):
            page = pages.get(said.url)
            if page and (page.kind is not PageKind.PRODUCT or page.url in lost & unseen):
                run.store.add(_gone(said, page))


def _unseen(run: RunLike, site: str, category: str, since: str) -> list[StoredPage]:
    kept = run.store.read(StoredPage, site=site, kind=PageKind.PRODUCT, category=category)
    return [page for page in kept if page.fetched < since]


def _gone(said: Specification, page: StoredPage) -> list[Specification | StoredPage | object]:
    """The page as one that was a product's, and what it said without what it asked."""
    fields = tuple(each for each in said.fields if each.name not in OFFERED)
    if fields == said.fields and page.kind is not PageKind.PRODUCT:
        return []
    return [
        gone(said, now()),
        replace(said, fields=fields, source="gone"),
        replace(page, kind=PageKind.OTHER),
    ]
