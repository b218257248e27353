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
from specdex.discovery.agreement import MAX_PAGES
from specdex.harvest.home_teaching import taught_model
from specdex.html import Document
from specdex.pipeline.crawl import Start, crawl_sites, default_crawler, home_of, searched
from specdex.pipeline.discover import Providers, discover
from specdex.pipeline.extract import Extraction, extraction
from specdex.pipeline.funnels import barren_reason
from specdex.pipeline.join import join
from specdex.pipeline.learn import learn_run_site
from specdex.pipeline.looking import documents, look_at
from specdex.pipeline.storing import extract_run
from specdex.plugins import load
from specdex.ports import Crawler
from specdex.records import (
    NotLearned,
    PageKind,
    ProductId,
    Site,
    SiteStatus,
    Specification,
    StoredPage,
    Vote,
    Wrapper,
)
from specdex.runs import RunFolder
from specdex.settings import HarvestSettings
from specdex.urls import host

__all__ = ["Harvest"]

ASKABLE = frozenset({"gtin", "mpn", "model"})
"""Kinds of ids that other shops use too; a sku is a shop's own."""
TRUSTED = frozenset({SiteStatus.SEED, SiteStatus.ACCEPTED})
BELIEVED = 0.5
"""An id of less confidence is not asked for."""

UNSEEN = 0.5
"""The score of a home page that is not there."""

Tell = Callable[[str], None]
Judge = Callable[[str, int, Sequence[Specification]], discovery.Verdict]
"""What the in-site filter says of a site with so many product pages and these specifications."""


@dataclass
class Harvest:
    """One harvest in one run folder; *tell* hears of each step, *watch* lives between them."""

    settings: HarvestSettings
    path: Path
    tell: Tell = lambda _: None
    complain: Tell = lambda _: None
    """Hears what went wrong and does not stop the harvest."""
    watch: Callable[[], None] = lambda: None
    mapped: Extraction = field(default_factory=extraction)
    crawler: Crawler | None = None

    def __post_init__(self) -> None:
        self.crawler = self.crawler or default_crawler(
            self.settings.politeness, self.settings.budget
        )
        self._home_model = discovery.default_home_model()
        self.providers = Providers.of(
            self.settings.discovery, self.settings.politeness.proxy, self.path
        )

    @property
    def category(self) -> str:
        """What is harvested."""
        return self.settings.category

    def go(self) -> None:
        """Do all that is left to do."""
        self._reports: list[discovery.RoundReport] = []
        self._confidence: dict[str, float] = {}
        with RunFolder(self.path) as self.run:
            self._seed()
            self._gather(self._sites(SiteStatus.SEED))
            self._barren_seeds()
            for number in range(1, self.settings.discovery.rounds + 1):
                reason = self._round(number)
                if reason:
                    self.tell(f"round {number}: {reason}")
                    break
            self._learn()
            self._join()

    def _barren_seeds(self) -> None:
        for seed in self._sites(SiteStatus.SEED):
            reason = barren_reason(self.run, seed.host, self.category)
            if reason:
                self.complain(f"the seed {seed.host} gave no specifications: {reason}")

    def _learn(self) -> None:
        """Learn how each shop prints its data, and read again what wrappers read better."""
        learned = {each.site for each in self.run.store.read(Wrapper)}
        learned |= {each.site for each in self.run.store.read(NotLearned)}
        for site in self._sites(*TRUSTED):
            if site.host not in learned:
                changed = learn_run_site(self.run, site.host, self.mapped)
                self.watch()
                if changed:
                    self.tell(f"learned {site.host}: {changed} pages read better together")

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
        self._home_model = taught_model(self.run, self._sites(), self.category)
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
        new = [site.host for site in self._sites(SiteStatus.ACCEPTED) if site.round == number]
        report = discovery.RoundReport(
            len(chosen), tuple(self._confidence.get(host, 1.0) for host in new)
        )
        self._reports.append(report)
        sure = f", precision about {report.precision:.2f}" if new else ""
        self.tell(f"round {number}: {len(chosen)} candidates, {len(new)} new shops{sure}")
        settings = self.settings.discovery
        return discovery.why_stop(self._reports, settings.rounds, settings.patience)

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
            self.complain(f"round {number}: {reason}")
        known = {site.host for site in self._sites()}
        votes = [replace(vote, round=number) for vote in found.votes]
        best = discovery.new_candidates(self._ranked(votes), known, self.settings.discovery.top)
        chosen = [
            Site(each.site, SiteStatus.CANDIDATE, self.category, each.score, number)
            for each in best
        ]
        self.run.store.add([*votes, *found.failures, *chosen])
        return chosen

    def _ranked(self, votes: Sequence[Vote]) -> list[discovery.Ranked]:
        """The sites by this round's *votes*, and by what products said in earlier rounds."""
        earlier = self.run.store.read(Vote, strategy="search")
        search, backlink = discovery.count_votes([*earlier, *votes])
        if not any(vote.strategy == "backlink" for vote in votes):
            backlink = {}
        strategy = discovery.usable_strategy(
            self.settings.discovery.strategy, search=bool(search), backlink=bool(backlink)
        )
        return discovery.merge(strategy, search, backlink)

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
        verdict = discovery.judge_home_page(home, self.category, names, self._home_model)
        passed = verdict.accepted or self.settings.discovery.filters not in {"home", "both"}
        status = SiteStatus.CANDIDATE if passed else SiteStatus.REJECTED
        return replace(site, status=status, reason=f"home page: {verdict.reason}")

    def _gather(self, sites: Sequence[Site]) -> None:
        """Crawl and read *sites*, and accept those that show specifications."""
        hosts = [site.host for site in sites if not site.crawled]
        if hosts:
            self.tell(f"crawling {len(hosts)} sites")
        crawl_sites(self._starts(hosts), self.category, self.path, self._crawler(), self.watch)
        read = extract_run(self.run, self.mapped, load("engines", "serial")(), self.watch)
        if read:
            self.tell(f"read {read} product pages")
        wanted = {site.host for site in sites}
        current = [site for site in self._sites() if site.host in wanted]
        judge = self._judge(current)
        self.run.store.add([self._judged(site, judge) for site in current])

    def _starts(self, hosts: Iterable[str]) -> list[Start]:
        """How *hosts* are walked: with what a search within each finds, where one can be asked."""
        engine = self.providers.search if self.settings.discovery.search_within else None
        starts = (Start(each, nofollow=self.settings.politeness.nofollow) for each in hosts)
        return searched(starts, self.category, engine, self.complain)

    def _judge(self, sites: Sequence[Site]) -> Judge:
        """The in-site filter, with what is known of home pages and of other shops' names now."""
        names = Category.of(self.category).promise
        homes = {home_of(site.host): site.host for site in sites}
        scores = {
            homes[url]: discovery.judge_home_page(
                document, self.category, names, self._home_model
            ).score
            for url, document in documents(self.run, homes)
        }
        known = self._known_shops()

        def judge(site: str, products: int, pages: Sequence[Specification]) -> discovery.Verdict:
            agreement = known.agreement(site, discovery.said(map(_pairs, pages)))
            found = discovery.CrawlEvidence(products, len(pages), agreement)
            return discovery.judge_crawl(found, scores.get(site, UNSEEN))

        return judge

    def _known_shops(self) -> discovery.KnownShops:
        """What the shops say that are known so far."""
        trusted = frozenset(site.host for site in self._sites(*TRUSTED))
        pages: dict[str, list[list[tuple[str, str]]]] = {}
        for each in self.run.store.read(Specification):
            if each.site in trusted and each.pairs:
                kept = pages.setdefault(each.site, [])
                if len(kept) < MAX_PAGES:
                    kept.append(_pairs(each))
        return discovery.KnownShops({site: discovery.said(some) for site, some in pages.items()})

    def _judged(self, site: Site, judge: Judge) -> Site:
        """A shop has specifications of the category."""
        if site.status is SiteStatus.SEED:
            return site
        products = {
            page.url
            for page in self.run.store.read(
                StoredPage, site=site.host, kind=PageKind.PRODUCT, category=self.category
            )
        }
        pages = [
            each
            for each in self.run.store.read(Specification, site=site.host)
            if each.pairs and each.url in products
        ]
        verdict = judge(site.host, len(products), pages)
        self._confidence[site.host] = verdict.score
        strict = self.settings.discovery.filters in {"crawl", "both"}
        accepted = verdict.accepted if strict else bool(pages)
        status = SiteStatus.ACCEPTED if accepted else SiteStatus.REJECTED
        barren = "" if accepted else barren_reason(self.run, site.host, self.category)
        return replace(site, status=status, reason=barren or verdict.reason)

    def _join(self) -> None:
        specifications = [each for each in self.run.store.read(Specification) if each.pairs]
        joined = join(specifications)
        self.run.store.add([*joined.correspondences, *joined.matches, *joined.products])
        self.tell(f"joined {len(specifications)} specifications to {len(joined.products)} products")

    def _crawler(self) -> Crawler:
        return self.crawler or default_crawler()


def _pairs(specification: Specification) -> list[tuple[str, str]]:
    return [(pair.name, pair.value) for pair in specification.pairs]
