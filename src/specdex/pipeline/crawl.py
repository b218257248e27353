"""The verb crawl: walks that decide, a crawler that fetches, a run that keeps.

A product page of the category is read while it is at hand as parsed, and kept with what it says.
"""

import logging
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from specdex import plugins
from specdex.crawling import PageWalk
from specdex.crawling.addresses import learn_patterns
from specdex.crawling.model import WalkMemory
from specdex.errors import ProviderError
from specdex.groups import by_key
from specdex.html import Document, parse
from specdex.pipeline.extract import Extraction, keep, load, said_by, source_of
from specdex.pipeline.fetch import default_crawler
from specdex.pipeline.history import bounded, history_of
from specdex.pipeline.homes import elsewhere, home_of
from specdex.pipeline.renewal import let_go, look_again, renewals
from specdex.ports import Crawler, RunLike, SearchEngine, Walk
from specdex.records import (
    Failure,
    NotLearned,
    Page,
    PageKind,
    Sight,
    Site,
    SiteStatus,
    Specification,
    StoredPage,
    UrlPattern,
    Wrapper,
)
from specdex.runs import RunFolder
from specdex.settings import DEFAULT_WALK
from specdex.urls import canonical, host, same_site

__all__ = [
    "DEFAULT_WALK",
    "RunRecorder",
    "Start",
    "crawl_sites",
    "default_crawler",
    "documents",
    "look_at",
    "searched",
    "told",
]

READER = "offers"
"""The listing reader whose offers tell a walk of products."""
_log = logging.getLogger("specdex")
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
    names: tuple[str, ...] = ()
    """What the site may call the category besides, the likeliest first."""
    walk: str = DEFAULT_WALK
    """Who decides where to go."""


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
        hits: list[str] = []
        if engine is not None:
            home, named = home_of(start.site), (*start.names, category)[0]
            try:
                results = engine.search(f"site:{host(home)} {named}", HITS)
                hits = [each.url for each in results if same_site(each.url, home)]
            except ProviderError as error:
                tell(f"no search within sites: {error}")
                engine = None
        found.append(replace(start, hits=(*start.hits, *hits)))
    return found


def crawl_sites(
    sites: Sequence[str | Start],
    category: str,
    run: RunLike | Path,
    crawler: Crawler | None = None,
    watch: Callable[[], None] | None = None,
) -> None:
    """Walk all *sites* to their product pages of *category*; a site walked before is left alone.

    A walk begins with the URL patterns and entry pages that the run knows of the site; what the
    crawl learns of them is kept. Product pages are kept unread.
    """
    with RunFolder(run) if isinstance(run, Path) else nullcontext(run) as folder:
        recorder = RunRecorder(folder, renewals(folder, category))
        walk_sites(sites, category, recorder, crawler or default_crawler(), watch)


def walk_sites(
    sites: Sequence[str | Start],
    category: str,
    recorder: "RunRecorder",
    crawler: Crawler,
    watch: Callable[[], None] | None = None,
) -> None:
    """The same into the run of *recorder*, which may read the product pages."""
    run = recorder.run
    walked = {site.host for site in run.store.read(Site, category=category) if site.crawled}
    starts = {
        host(home_of(start.site)): start
        for start in dict.fromkeys(Start(e) if isinstance(e, str) else e for e in sites)
        if host(home_of(start.site)) not in walked
    }
    if not starts:
        return
    walks = [_walk(run, start, category) for start in starts.values()]
    crawler.crawl(walks, recorder, watch)
    homes = {each: home_of(start.site) for each, start in starts.items()}
    silent = [homes[each] for each in homes if not run.store.count(StoredPage, site=each)]
    look = partial(look_at, run=run, crawler=crawler, kind=PageKind.HOME, watch=watch)
    found = elsewhere(silent, run.store, look)
    if found:
        moved = (replace(starts[each], site=home) for each, home in found.items())
        crawler.crawl([_walk(run, start, category) for start in moved], recorder, watch)
    look_again(run, category, recorder, crawler, watch)
    let_go(run, category, renewals(run, category))
    _mark_crawled(run, homes | found, category)


def _walk(run: RunLike, start: Start, category: str) -> Walk:
    """The walk through a site, with what the run knows of it."""
    home = home_of(start.site)
    known = run.store.read(UrlPattern, site=host(home), category=category)
    memory = WalkMemory.of(known, start.hits, start.names)
    reader = plugins.load("listing_readers", READER)()
    made = plugins.load("walks", start.walk)(host(home), home, category, memory, reader)
    made.nofollow = start.nofollow
    walk: Walk = made
    return walk


def _mark_crawled(run: RunLike, homes: Mapping[str, str], category: str) -> None:
    """Keep that sites were walked from *homes*, and what was learned of their addresses.

    What reads the pages of a site that was renewed is to be learned anew.
    """
    known = {site.host: site for site in run.store.read(Site, category=category)}
    for each, home in homes.items():
        pages = run.store.read(StoredPage, site=each)
        site = known.get(each, Site(each, SiteStatus.CANDIDATE, category))
        patterns = learn_patterns(pages, each, category)
        with run.store.transaction():
            if site.renewing:
                run.store.replace(Wrapper, {"site": each}, ())
                run.store.replace(NotLearned, {"site": each}, ())
            run.store.add([*patterns, replace(site, crawled=True, renewing="", home=home)])


def look_at(
    urls: Iterable[str],
    run: RunLike,
    crawler: Crawler,
    kind: PageKind = PageKind.OTHER,
    watch: Callable[[], None] | None = None,
) -> None:
    """Fetch *urls* into *run*, each once in its life."""
    known = dict.fromkeys(canonical(url) for url in urls)
    wanted = (url for url in known if not run.store.count(StoredPage, url=url))
    by_site = by_key((host(url), url) for url in wanted)
    walks = [PageWalk(site, group, kind) for site, group in by_site.items()]
    if walks:
        crawler.crawl(walks, RunRecorder(run), watch)


def documents(run: RunLike, urls: Iterable[str]) -> Iterator[tuple[str, Document]]:
    """Those of *urls* that *run* has, parsed."""
    for url in urls:
        for stored in run.store.read(StoredPage, url=canonical(url)):
            page = load(run, stored)
            if isinstance(page, Page):
                yield url, parse(page)


class RunRecorder:
    """Keeps what a crawl brings home in a run, which it opens on first use where a path is given.

    *since* tells for sites that are crawled again when that began: what was fetched before is
    outdated. With *read*, product pages are kept with what they say.
    """

    def __init__(
        self,
        run: RunLike | Path,
        since: Mapping[str, str] | None = None,
        read: Extraction | None = None,
    ) -> None:
        self.since = dict(since or {})
        self.read = read
        self._place = run
        self._own: RunFolder | None = None
        self._gathering = False
        self._seen: list[tuple[Page, Sight, Specification | None]] = []
        self._by_url: dict[str, Page] = {}
        """The pages that were seen, by where they are found."""
        self._failures: list[Failure] = []
        self._named: dict[str, dict[str, UrlPattern]] = {}
        """What robots.txt files said, by site and by host and port."""
        self._heard: list[UrlPattern] = []
        """What of that is to be kept."""

    @property
    def run(self) -> RunLike:
        """Where everything is kept."""
        if not isinstance(self._place, Path):
            return self._place
        self._own = self._own or RunFolder(self._place)
        return self._own

    def recall(self, url: str) -> Page | None:
        """The page of *url* if this run has it already, and it is not outdated."""
        gathered = self._by_url.get(url) or self._by_url.get(canonical(url))
        return gathered or self._page(url, outdated=False)

    def outdated(self, url: str) -> Page | None:
        """The page of *url* as it was before this crawl began to renew its site."""
        if not self.since:
            return None
        return self._page(url, outdated=True)

    def _page(self, url: str, *, outdated: bool) -> Page | None:
        for stored in self._stored(url):
            if self._is_outdated(stored) is outdated:
                page = load(self.run, stored)
                return replace(page, category="") if isinstance(page, Page) else None
        return None

    def _is_outdated(self, stored: StoredPage) -> bool:
        return stored.fetched < self.since.get(stored.site, "")

    def _stored(self, url: str) -> Iterator[StoredPage]:
        for spelling in dict.fromkeys((url, canonical(url))):
            yield from self.run.store.read(StoredPage, url=spelling)

    def record(self, page: Page, sight: Sight, document: Document | None = None) -> None:
        """Keep *page* and what it turned out to be; a page that has not changed is kept once."""
        said = None
        if self.read and document and sight.kind is PageKind.PRODUCT and sight.category:
            said = replace(self.read.read(document), category=sight.category)
        self.take(page, sight, said)

    def take(self, page: Page, sight: Sight, said: Specification | None) -> None:
        """Keep *page*, what it turned out to be, and what it says, where it was read."""
        with self.together():
            self._seen.append((page, sight, said))
            self._by_url.update(dict.fromkeys(_addresses(page, sight), page))

    def named(self, site: str, place: str, sitemaps: Sequence[str]) -> Sequence[str]:
        """The sitemaps that *place*'s robots.txt named to *site*'s first crawl, or *sitemaps*."""
        if site not in self._named:
            told = self.run.store.read(UrlPattern, site=site, category="", kind=PageKind.SITEMAP)
            self._named[site] = {each.pattern: each for each in told}
        known = self._named[site]
        if sitemaps and place not in known:
            text = " ".join(sitemaps)
            known[place] = UrlPattern(site, "", PageKind.SITEMAP, place, len(sitemaps), text)
            with self.together():
                self._heard.append(known[place])
        return known[place].example.split() if place in known else ()

    def fail(self, failure: Failure) -> None:
        """Keep a failure."""
        told(failure, self._place)
        with self.together():
            self._failures.append(failure)

    @contextmanager
    def together(self) -> Iterator[None]:
        """Keep what comes meanwhile with one wait for the archive and one for the store."""
        if self._gathering:
            yield
            return
        self._gathering = True
        try:
            yield
        finally:
            self._gathering = False
            self._keep()

    def _keep(self) -> None:
        """Put what was gathered on the disk: the pages, then what the run knows of them."""
        seen, failures = self._seen, self._failures
        heard, self._heard = self._heard, []
        self._seen, self._by_url, self._failures = [], {}, []
        if heard:
            self.run.store.add(heard)
        known = [self._unchanged(page) for page, _, _ in seen]
        new = [each[0] for each, place in zip(seen, known, strict=True) if place is None]
        appended = iter(self.run.archive.append_all(new) if new else ())
        groups: list[Sequence[object]] = [[each] for each in failures]
        read: list[str] = []
        for (page, sight, said), place in zip(seen, known, strict=True):
            stored = place or next(appended)
            groups.append(_rows(page, sight, stored))
            # what was read of it before may be a wrapper's
            if said and (place is None or not self._is_read(stored)):
                known_said = replace(said, url=stored.url, source=source_of(stored))
                past = history_of(self.run.store, known_said, page.fetched)
                groups.append([*said_by(known_said), *past])
                read.append(stored.url)
        keep(self.run.store, groups)
        bounded(self.run.store, read)

    def _is_read(self, stored: StoredPage) -> bool:
        read = self.run.store.read(Specification, url=stored.url)
        return any(each.source in {"", source_of(stored)} for each in read)

    def _unchanged(self, page: Page) -> StoredPage | None:
        """Where *page* lies already; None where it is new or has changed."""
        known = next(iter(self.run.store.read(StoredPage, url=page.url)), None)
        if known is None or not self._is_outdated(known):
            return known
        kept = load(self.run, known)
        same = isinstance(kept, Page) and kept.body == page.body
        return replace(known, fetched=page.fetched) if same else None

    def close(self) -> None:
        """Let go of a run folder that was opened here."""
        if self._own is not None:
            self._own.close()
            self._own = None


def told(failure: Failure, run: RunLike | Path) -> None:
    """Tell the log of *failure*, and where it happened."""
    place = run if isinstance(run, Path) else getattr(run, "path", "")
    about = {"run": str(place), "site": host(failure.url), "url": failure.url}
    _log.info("%s: %s", failure.url, failure.reason, extra=about | {"step": failure.step})


def _rows(page: Page, sight: Sight, place: StoredPage) -> list[StoredPage]:
    """What a run knows of *page*, which lies at *place*."""
    stored = replace(place, site=sight.visit.site, depth=sight.visit.depth)
    aliases = _addresses(page, sight) - {page.url}
    return [
        replace(stored, kind=sight.kind, category=sight.category),
        *(replace(stored, url=alias, kind=PageKind.OTHER) for alias in sorted(aliases)),
    ]


def _addresses(page: Page, sight: Sight) -> set[str]:
    """Where *page* is found: after a redirect, what was asked for leads to it as well."""
    return {page.url, sight.visit.url, canonical(sight.visit.url)}
