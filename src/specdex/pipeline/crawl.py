"""The verb crawl: walks that decide, a crawler that fetches, a run that keeps."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from specdex import plugins
from specdex.crawling.memory import WalkMemory
from specdex.crawling.url_patterns import learn_patterns
from specdex.crawling.walk import SiteWalk
from specdex.errors import ProviderError
from specdex.pipeline.funnels import Funnel, barren_reason, funnel, judged
from specdex.pipeline.recording import RunRecorder, now
from specdex.ports import Crawler, SearchEngine
from specdex.records import Site, SiteStatus, StoredPage, UrlPattern
from specdex.runs import RunFolder
from specdex.settings import Budget, Politeness
from specdex.urls import host, is_web, same_site

__all__ = [
    "Funnel",
    "RunRecorder",
    "Start",
    "barren_reason",
    "begin_renewal",
    "crawl_sites",
    "default_crawler",
    "funnel",
    "home_of",
    "searched",
]

READER = "offers"
"""The listing reader whose offers tell a walk of products."""
HITS = 10
"""Results of a search within a site that a walk begins with."""


@dataclass(frozen=True, slots=True)
class Start:
    """A site to walk, and how."""

    site: str
    hits: tuple[str, ...] = ()
    """What a search within the site has found for the category, best first."""
    nofollow: bool = False
    """Leave links alone that their page marks nofollow."""


def searched(
    starts: Iterable[Start],
    category: str,
    engine: SearchEngine | None,
    tell: Callable[[str], None] = lambda _: None,
) -> list[Start]:
    """The *starts* with what *engine* finds on each site for *category*.

    An engine that fails is not asked again; *tell* hears why, and the walks begin without it.
    """
    found = []
    for start in starts:
        hits: tuple[str, ...] = ()
        if engine is not None:
            try:
                hits = _within(home_of(start.site), category, engine)
            except ProviderError as error:
                tell(f"no search within sites: {error}")
                engine = None
        found.append(replace(start, hits=(*start.hits, *hits)))
    return found


def _within(home: str, category: str, engine: SearchEngine) -> tuple[str, ...]:
    results = engine.search(f"site:{host(home)} {category}", HITS)
    return tuple(each.url for each in results if same_site(each.url, home))


def home_of(site: str) -> str:
    """The home page of a site given by host or by URL."""
    return site if is_web(site) else f"http://{site}/"


def crawl_sites(
    sites: Sequence[str | Start],
    category: str,
    run: Path,
    crawler: Crawler | None = None,
    watch: Callable[[], None] | None = None,
) -> None:
    """Walk all *sites* to their product pages of *category*; a site walked before is left alone.

    A walk begins with the URL patterns and entry pages that the run knows of the site; what the
    crawl learns of them is kept.
    """
    with RunFolder(run) as folder:
        known = folder.store.read(Site, category=category)
        since = {site.host: site.renewing for site in known if site.renewing}
        walked = {site.host for site in folder.store.read(Site, category=category) if site.crawled}
        walks = [
            _walk(folder, start, category)
            for start in dict.fromkeys(map(_start, sites))
            if host(home_of(start.site)) not in walked
        ]
    if not walks:
        return
    (crawler or default_crawler()).crawl(walks, RunRecorder(run, since), watch)
    with RunFolder(run) as folder:
        _mark_crawled(folder, [walk.site for walk in walks], category)


def _start(site: str | Start) -> Start:
    return Start(site) if isinstance(site, str) else site


def _walk(folder: RunFolder, start: Start, category: str) -> SiteWalk:
    """The walk through a site, with what the run knows of it."""
    home = home_of(start.site)
    known = folder.store.read(UrlPattern, site=host(home), category=category)
    memory = WalkMemory.of(known, start.hits)
    reader = plugins.load("listing_readers", READER)()
    walk = SiteWalk(host(home), home, category, memory, reader)
    walk.nofollow = start.nofollow
    return walk


def default_crawler(politeness: Politeness | None = None, budget: Budget | None = None) -> Crawler:
    """The Scrapy crawler with these manners."""
    made: Crawler = plugins.load("crawlers", "scrapy")(
        politeness or Politeness(), budget or Budget()
    )
    return made


def _mark_crawled(folder: RunFolder, hosts: Iterable[str], category: str) -> None:
    """Keep that *hosts* were walked, what was learned of their addresses, and why one is dry."""
    known = {site.host: site for site in folder.store.read(Site, category=category)}
    for each in hosts:
        pages = folder.store.read(StoredPage, site=each)
        site = known.get(each, Site(each, SiteStatus.CANDIDATE, category))
        folder.store.add(
            [
                *learn_patterns(pages, each, category),
                judged(folder, replace(site, crawled=True, renewing="")),
            ]
        )


def begin_renewal(run: Path, category: str, hosts: Iterable[str]) -> None:
    """Make the next crawl walk *hosts* again, and fetch again only what has changed.

    A renewal that was stopped midway goes on from where it was.
    """
    wanted = frozenset(hosts)
    with RunFolder(run) as folder:
        folder.store.add(
            replace(site, crawled=False, renewing=site.renewing or now())
            for site in list(folder.store.read(Site, category=category))
            if site.host in wanted and site.crawled
        )
