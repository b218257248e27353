"""The synthetic web as a harvest meets it: an engine, a link graph, sites to crawl and to read.

The harvest itself is the real one: ``specdex.harvest`` with its judge, its votes and its run. Only
what lies outside of it is played here, in memory.
"""

import re
import tempfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from html import escape
from pathlib import Path

import numpy as np
import numpy.typing as npt

from benchmarks.discovery.homes import Crawled, crawled, home_text
from benchmarks.discovery.kinds import AGREEMENT
from benchmarks.discovery.web import Web
from specdex.crawling import SiteWalk
from specdex.harvest import Harvest
from specdex.html import Document, parse
from specdex.pipeline.discover import Providers
from specdex.pipeline.extract import Extraction
from specdex.ports import Recorder, Walk
from specdex.records import (
    Backlink,
    Field,
    Fragment,
    FragmentKind,
    Page,
    PageKind,
    Pair,
    SearchResult,
    Sight,
    Site,
    SiteStatus,
    Specification,
    Visit,
)
from specdex.runs import SqliteStore
from specdex.settings import DiscoverySettings, HarvestSettings
from specdex.testing import MemoryRun

__all__ = ["Round", "World", "harvested"]

Ints = npt.NDArray[np.int64]
STRAY_RESULTS = 5
"""Results of a query that have nothing to do with it, popular sites first."""
PAGES = 12
"""Product pages that a crawl of a site may fetch."""
IDS = 6
"""Ids that a page states: it stands for several, as a shop has more products than are crawled."""
ROWS = 6
"""Pairs of a specification."""
NAMES, VALUES = 40, 4
"""Names that the shops of a category share, and the values of each."""
KNOWN_SHOPS = 50
"""Shops with which sites are taken to agree as far as ``AGREEMENT`` says."""
PRICE = " $ 19.00"
FETCHED = "2026-01-01T00:00:00+00:00"
SITE_NUMBER, HUB_NUMBER = re.compile(r"\bs(\d+)\.example"), re.compile(r"\bh(\d+)\.example")
ID_NUMBER = re.compile(r"\bLX-(\d+)-K\b")


@dataclass(frozen=True, slots=True)
class Round:
    """What one round of a harvest added."""

    candidates: int
    accepted: int
    right: int


def _host(site: int) -> str:
    return f"s{site}.example"


def _number(pattern: re.Pattern[str], text: str) -> int:
    found = pattern.search(text)
    return int(found[1]) if found else -1


@dataclass
class World:
    """All that a harvest of *category* asks: a search engine, a link graph, a crawler, a reader."""

    web: Web
    category: str

    def search(self, query: str, limit: int) -> Sequence[SearchResult]:
        """The sites that mention a product, popular ones rather, and some that do not."""
        product = _number(ID_NUMBER, query)
        mentioned = self.web.mentioned[self.category]
        if not 0 <= product < len(mentioned.starts) - 1:
            return ()
        chance = np.random.default_rng([self.web.seed, product, 7])
        found = mentioned.of_left(product)
        order = np.argsort(-self.web.popularity[found] * chance.exponential(size=len(found)))
        stray = np.searchsorted(self._popular, chance.random(STRAY_RESULTS)) % len(self.web)
        sites = dict.fromkeys([*found[order][: limit - STRAY_RESULTS].tolist(), *stray.tolist()])
        return [SearchResult(f"http://{_host(site)}/about") for site in sites]

    @cached_property
    def _popular(self) -> npt.NDArray[np.float64]:
        total = np.cumsum(self.web.popularity)
        steps: npt.NDArray[np.float64] = total / total[-1]
        return steps

    def backlinks(self, site: str, limit: int) -> Sequence[Backlink]:
        """Hubs that link to *site*."""
        number = _number(SITE_NUMBER, site)
        hubs = np.random.default_rng([self.web.seed, number, 7]).permutation(
            self.web.backlinks.of_left(number)
        )
        return [Backlink(site, f"http://h{hub}.example/") for hub in hubs[:limit].tolist()]

    def forward(self, hubs: Iterable[str], limit: int) -> Mapping[str, Sequence[str]]:
        """The sites that each of *hubs* links to."""
        return {hub: [_host(site) for site in self._linked(hub)[:limit].tolist()] for hub in hubs}

    def commonness(self, sites: Iterable[str]) -> Mapping[str, float]:
        """The share of all hubs that link to each of *sites*."""
        hubs = len(self.web.links.starts) - 1
        numbers = {site: _number(SITE_NUMBER, site) for site in sites}
        return {
            site: len(self.web.backlinks.of_left(number)) / hubs
            for site, number in numbers.items()
            if number >= 0
        }

    def _linked(self, hub: str) -> Ints:
        return self.web.links.of_left(_number(HUB_NUMBER, hub))

    def crawl(
        self, walks: Sequence[Walk], recorder: Recorder, watch: Callable[[], None] | None = None
    ) -> None:
        """Fetch home pages, and the product pages of sites that are walked."""
        del watch
        for walk in walks:
            with recorder.together():
                for page, sight, document in self._seen(walk):
                    recorder.record(page, sight, document)
        recorder.close()

    def _seen(self, walk: Walk) -> Iterable[tuple[Page, Sight, Document]]:
        number = _number(SITE_NUMBER, walk.site)
        if not isinstance(walk, SiteWalk):
            for visit in walk.start():
                page = _page(visit.url, walk.site, _home(self.web, number))
                document = parse(page)
                yield page, walk.see(visit, document), document
            return
        for at in range(self._crawled(number).products):
            visit = Visit(f"http://{walk.site}/p/{at}", walk.site, expected=PageKind.PRODUCT)
            page = _page(visit.url, walk.site, f"<h1>Product {at}</h1>")
            yield page, Sight(visit, PageKind.PRODUCT, self.category), parse(page)

    def _crawled(self, site: int) -> Crawled:
        return crawled(self.web, site, self.category, KNOWN_SHOPS, PAGES)

    def extract(self, document: Document) -> Specification:
        """What a product page says: ids, and rows that shops of the category share, or not."""
        page = document.page
        site, at = _number(SITE_NUMBER, page.site), int(page.url.rpartition("/")[2])
        known = self._crawled(site)
        if at >= known.read:
            return Specification(page.url, page.id, page.site, self.category)
        chance = np.random.default_rng([self.web.seed, site, at])
        shared = (known.agreement or 0.0) * AGREEMENT[KNOWN_SHOPS].typical
        pairs = tuple(
            Pair(
                _said(chance, shared, f"feature {name}", f"word {site} {row}"),
                _said(chance, shared, f"{name} of {name % VALUES}", f"{site} {at} {row}"),
                xpath=f"/html/body/h1[{row + 1}]",
                confidence=0.9,
            )
            for row, name in enumerate(chance.permutation(NAMES)[:ROWS].tolist())
        )
        fragment = Fragment("/html/body", FragmentKind.TABLE, pairs, 0.9)
        fields = tuple(Field("mpn", f"LX-{number}-K") for number in self._ids(site, at))
        return Specification(
            page.url, page.id, page.site, self.category, f"Product {at}", (fragment,), fields
        )

    def _ids(self, site: int, at: int) -> list[int]:
        """The ids that page *at* of *site* publishes."""
        published = self.web.published[self.category].of_left(site)
        order = np.random.default_rng([self.web.seed, site, 8]).permutation(published)
        found: list[int] = order[at * IDS : (at + 1) * IDS].tolist()
        return found


def _said(chance: np.random.Generator, shared: float, common: str, own: str) -> str:
    return common if chance.random() < shared else own


def _page(url: str, site: str, body: str) -> Page:
    return Page(url, body.encode(), site=site, fetched=FETCHED, encoding="utf-8")


def _home(web: Web, site: int) -> str:
    text = home_text(web, site)
    links = "".join(f"<p><a href='/'>{escape(label)}</a></p>" for label in text.labels)
    return f"<title>{_host(site)}</title>{links}<p>{PRICE * text.prices}</p>"


def harvested(
    web: Web,
    category: str,
    seeds: Sequence[int],
    discovery: DiscoverySettings,
    kind: type[World] = World,
) -> list[Round]:
    """The rounds of a harvest of *category* that begins with *seeds*, against the truth."""
    world = kind(web, category)
    relevant = web.relevant(category)
    settings = HarvestSettings(category, tuple(map(_host, seeds)), discovery=discovery)
    with (
        tempfile.TemporaryDirectory(prefix="specdex-") as folder,
        SqliteStore(Path(folder) / "run.db") as store,
    ):
        Harvest(
            settings,
            MemoryRun(store),
            mapped=Extraction(world),
            crawler=world,
            providers=Providers(world, world),
        ).go()
        sites = list(store.read(Site, category=category))
    rounds: dict[int, list[Site]] = {}
    for site in sites:
        rounds.setdefault(site.round, []).append(site)
    found = []
    for number in range(1, max(rounds, default=0) + 1):
        here = rounds.get(number, [])
        accepted = [site for site in here if site.status is SiteStatus.ACCEPTED]
        right = sum(bool(relevant[_number(SITE_NUMBER, site.host)]) for site in accepted)
        found.append(Round(len(here), len(accepted), right))
    return found
