"""The verb harvest: discover, filter, crawl, extract, in rounds; then align and link.

Everything goes through the run folder, so that a harvest that was stopped at any moment goes on:
sites that were walked are not walked again, pages that were read are not read again, and a round
whose candidates were chosen keeps them.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from specdex import discovery
from specdex.crawling import Category
from specdex.html import Document
from specdex.pipeline.crawling import crawl_sites, default_crawler, home_of
from specdex.pipeline.discovering import Providers, discover
from specdex.pipeline.extracting import Extraction, extraction
from specdex.pipeline.joining import join
from specdex.pipeline.looking import documents, look_at
from specdex.pipeline.storing import extract_run
from specdex.plugins import load
from specdex.ports import Crawler
from specdex.records import (
    PageKind,
    ProductId,
    Site,
    SiteStatus,
    Specification,
    StoredPage,
    Vote,
)
from specdex.settings import HarvestSettings
from specdex.stores import RunFolder
from specdex.urls import host

__all__ = ["Harvest"]

ASKABLE = frozenset({"gtin", "mpn", "model"})
"""Kinds of ids that other shops use too; a sku is a shop's own."""
TRUSTED = frozenset({SiteStatus.SEED, SiteStatus.ACCEPTED})
BELIEVED = 0.5
"""An id of less confidence is not asked for."""

Tell = Callable[[str], None]


@dataclass
class Harvest:
    """One harvest in one run folder; *tell* hears of each step, *watch* lives between them."""

    settings: HarvestSettings
    path: Path
    tell: Tell = lambda _: None
    watch: Callable[[], None] = lambda: None
    mapped: Extraction = field(default_factory=extraction)
    crawler: Crawler | None = None

    def __post_init__(self) -> None:
        self.crawler = self.crawler or default_crawler(
            self.settings.politeness, self.settings.budget
        )
        self.providers = Providers.of(self.settings.discovery, self.settings.politeness.proxy)

    @property
    def category(self) -> str:
        """What is harvested."""
        return self.settings.category

    def go(self) -> None:
        """Do all that is left to do."""
        with RunFolder(self.path) as self.run:
            self._seed()
            self._gather([site for site in self._sites() if site.status is SiteStatus.SEED])
            for number in range(1, self.settings.discovery.rounds + 1):
                reason = self._round(number)
                if reason:
                    self.tell(f"round {number}: {reason}")
                    break
            self._join()

    def _seed(self) -> None:
        known = {site.host for site in self._sites()}
        hosts = dict.fromkeys(host(home_of(site)) for site in self.settings.sites)
        self.run.store.add(
            Site(name, SiteStatus.SEED, self.category, 1.0, reason="given")
            for name in hosts
            if name not in known
        )

    def _sites(self, *statuses: SiteStatus) -> list[Site]:
        return [
            site
            for site in self.run.store.read(Site, category=self.category)
            if not statuses or site.status in statuses
        ]

    def _round(self, number: int) -> str:
        """One round of discovery, filters and gathering; why it was the last, if it was."""
        chosen = [site for site in self._sites() if site.round == number]
        if not chosen:
            chosen = self._discover(number)
        self._filter(chosen)
        hopeful = [
            site
            for site in self._sites(SiteStatus.CANDIDATE, SiteStatus.ACCEPTED)
            if site.round == number
        ]
        self._gather(hopeful)
        accepted = sum(site.round == number for site in self._sites(SiteStatus.ACCEPTED))
        self.tell(f"round {number}: {len(chosen)} candidates, {accepted} new shops")
        ranked = [discovery.Ranked(site.host, site.score) for site in chosen]
        return discovery.why_stop(number, self.settings.discovery.rounds, ranked, accepted)

    def _discover(self, number: int) -> list[Site]:
        """Ask the providers, count the votes, keep the best new sites as candidates."""
        trusted = [site.host for site in self._sites(*TRUSTED)]
        asked = {vote.evidence for vote in self.run.store.read(Vote, strategy="search")}
        ids = discovery.ids_to_ask(
            self.settings.ids, self._ids(trusted), self.settings.discovery, asked
        )
        self.tell(f"round {number}: asking for {len(ids)} product ids and {len(trusted)} sites")
        found = discover(
            trusted,
            discovery.queries(ids, self.category),
            self.settings.discovery,
            self.providers,
            self._hubs,
        )
        for reason in dict.fromkeys(failure.reason for failure in found.failures):
            self.tell(f"round {number}: {reason}")
        known = {site.host for site in self._sites()}
        best = discovery.new_candidates(found.ranked, known, self.settings.discovery.top)
        chosen = [
            Site(each.site, SiteStatus.CANDIDATE, self.category, each.score, number)
            for each in best
        ]
        votes = (replace(vote, round=number) for vote in found.votes)
        self.run.store.add([*votes, *found.failures, *chosen])
        return chosen

    def _ids(self, trusted: Iterable[str]) -> Iterator[ProductId]:
        sites = frozenset(trusted)
        return (
            each
            for each in self.run.store.read(ProductId)
            if each.kind in ASKABLE and each.site in sites and each.confidence >= BELIEVED
        )

    def _hubs(self, urls: Sequence[str]) -> Iterator[tuple[str, Document]]:
        look_at(urls, self.path, self._crawler(), watch=self.watch)
        return documents(self.run, urls)

    def _filter(self, chosen: Sequence[Site]) -> None:
        """The home-page filter: reject candidates that do not look like shops of the category."""
        fresh = [site for site in chosen if site.status is SiteStatus.CANDIDATE and not site.reason]
        homes = {home_of(site.host): site for site in fresh}
        look_at(homes, self.path, self._crawler(), PageKind.HOME, self.watch)
        seen = dict(documents(self.run, homes))
        names = Category.of(self.category).promise
        self.run.store.add(
            self._verdict(site, seen.get(home), names) for home, site in homes.items()
        )

    def _verdict(self, site: Site, home: Document | None, names: Callable[[str], float]) -> Site:
        if home is None:
            return replace(site, status=SiteStatus.REJECTED, reason="its home page cannot be had")
        verdict = discovery.judge_home_page(home, self.category, names)
        status = SiteStatus.CANDIDATE if verdict.accepted else SiteStatus.REJECTED
        return replace(site, status=status, reason=f"home page: {verdict.reason}")

    def _gather(self, sites: Sequence[Site]) -> None:
        """Crawl and read *sites*, and accept those that show specifications."""
        hosts = [site.host for site in sites if not site.crawled]
        if hosts:
            self.tell(f"crawling {len(hosts)} sites")
        crawl_sites(hosts, self.category, self.path, self._crawler(), self.watch)
        read = extract_run(self.run, self.mapped, load("engines", "serial")(), self.watch)
        if read:
            self.tell(f"read {read} product pages")
        wanted = {site.host for site in sites}
        current = [site for site in self._sites() if site.host in wanted]
        self.run.store.add([self._judged(site) for site in current])

    def _judged(self, site: Site) -> Site:
        """The in-site filter: a shop has specifications of the category."""
        if site.status is SiteStatus.SEED:
            return site
        products = self.run.store.count(
            StoredPage, site=site.host, kind=PageKind.PRODUCT, category=self.category
        )
        read = sum(bool(each.pairs) for each in self.run.store.read(Specification, site=site.host))
        if products and read:
            reason = f"{read} of {products} product pages have a specification"
            return replace(site, status=SiteStatus.ACCEPTED, reason=reason)
        reason = "no specifications" if products else "no product pages of the category"
        return replace(site, status=SiteStatus.REJECTED, reason=reason)

    def _join(self) -> None:
        specifications = [each for each in self.run.store.read(Specification) if each.pairs]
        joined = join(specifications)
        self.run.store.add([*joined.correspondences, *joined.matches, *joined.products])
        self.tell(f"joined {len(specifications)} specifications to {len(joined.products)} products")

    def _crawler(self) -> Crawler:
        return self.crawler or default_crawler()
