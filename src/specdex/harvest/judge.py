"""Who decides what a site is: the one writer of a site's status, and the reasons it gives.

A home page is scored when a site is looked at, its crawl when it has ended; scores and verdicts
are kept in the run. The filters know the sites of earlier rounds only, so that a verdict depends
on neither when a harvest was stopped nor how often it was extended.
"""

import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from heapq import nsmallest
from pathlib import Path

from specdex.crawling import Category
from specdex.crawling.verdicts import Barren, CrawlFacts, why_barren
from specdex.discovery.agreement import MAX_PAGES, MIN_SHOPS, KnownShops, Said, said
from specdex.discovery.home_learning import CategoryLearner, Example
from specdex.discovery.home_pages import (
    CrawlEvidence,
    Home,
    HomeModel,
    Verdict,
    default_home_model,
    judge_crawl,
    judge_home,
    read_home,
)
from specdex.errors import InputError
from specdex.html import Document, needs_scripts, parse
from specdex.pipeline.crawl import RunRecorder, default_crawler, documents, walk_sites
from specdex.pipeline.extract import load, shipped
from specdex.pipeline.homes import home_of
from specdex.ports import RunLike
from specdex.records import (
    Decision,
    DecisionKind,
    Failure,
    Page,
    PageKind,
    Site,
    SiteStatus,
    Specification,
    StoredPage,
)
from specdex.runs import RunFolder
from specdex.settings import Budget, Politeness
from specdex.urls import host, is_web

__all__ = [
    "ENOUGH",
    "TRUSTED",
    "Funnel",
    "Judge",
    "barren_reason",
    "check_sites",
    "funnel",
    "look_at_seeds",
    "refuse_barren",
]

TRUSTED = frozenset({SiteStatus.SEED, SiteStatus.ACCEPTED})
"""Sites that are shops of the category."""
DECIDED = (DecisionKind.SHOP, DecisionKind.NO_SHOP)
ENOUGH = 50
"""Shops, and other sites, that it takes to learn a category (the paper's fifty and fifty)."""
LOOKED_AT = 5
"""Pages that are looked at to tell a site of scripts."""
LISTS = frozenset({PageKind.ENTRY, PageKind.INDEX})
ERROR = 400
NO_HOST = frozenset(" \t\r\n\"'<>\\@?#")
"""What no host has in its name."""
LOOK = Budget(max_pages=12, max_minutes=1, max_site_minutes=1)
"""What a short look may cost."""


@dataclass
class Judge:
    """Judges the sites of one *category* in a *run*; *filters* are those that must be passed."""

    run: RunLike
    category: str
    filters: str = "both"
    enough: int = ENOUGH
    names: Callable[[str, Sequence[Site]], tuple[str, ...]] = lambda _site, _earlier: ()
    """What a site may call the category besides, by what earlier sites taught."""
    shown: Callable[[str], Sequence[Document]] = lambda _site: ()
    """Pages of a site on which known products are for sale: they speak for its home page."""
    _homes: dict[str, Home | str] = field(default_factory=dict, init=False, repr=False)
    """What home pages show, or why they show nothing."""
    _said: dict[str, Said] = field(default_factory=dict, init=False, repr=False)

    def homes(self, sites: Sequence[Site], earlier: Sequence[Site]) -> list[Site]:
        """*sites* by their home pages: those that do not look like shops are rejected."""
        model = self.model(earlier)
        for site in sites:
            # a site that is looked at again may have told what it calls the category
            self._homes[site.host] = self._read_home(site, earlier)
        return [self._decided(self._by_home(site, model)) for site in sites]

    def crawls(self, sites: Iterable[Site], earlier: Sequence[Site]) -> list[Site]:
        """*sites* by what their crawls found: a shop has specifications of the category."""
        known = self._known_shops(earlier)
        judged = (self._by_crawl(site, known) for site in sites)
        return [self._decided(site, SiteStatus.ACCEPTED) for site in judged]

    def _decided(self, site: Site, taken: SiteStatus = SiteStatus.CANDIDATE) -> Site:
        """*site* as a person has said, whatever the filters say; *taken* is a shop so far."""
        for each in self.run.store.read(Decision, one=site.host, other=self.category):
            if each.kind in DECIDED and site.status is not SiteStatus.SEED:
                status = taken if each.kind is DecisionKind.SHOP else SiteStatus.REJECTED
                return replace(
                    site, status=status, reason=f"{each.author or 'a person'} decided so"
                )
        return site

    def forget(self, site: str) -> None:
        """Look again at what *site* says: it was read anew."""
        self._said.pop(site, None)

    def model(self, sites: Iterable[Site]) -> HomeModel:
        """The home-page filter, with its own part once crawls have told enough sites apart.

        Only sites that were crawled teach: what the filter itself refused says nothing new.
        """
        general = default_home_model()
        crawled = [site for site in sites if site.crawled]
        shops = sum(site.status in TRUSTED for site in crawled)
        if min(shops, len(crawled) - shops) < self.enough:
            return general
        seen = ((self._home(site, crawled), site) for site in crawled)
        examples = [
            Example(home, site.status in TRUSTED, site.host)
            for home, site in seen
            if isinstance(home, Home)
        ]
        if len({each.relevant for each in examples}) < len((True, False)):
            return general
        return CategoryLearner(general, self.category).fit(examples).model_

    def _home(self, site: Site, known: Sequence[Site]) -> Home | str:
        if site.host not in self._homes:
            self._homes[site.host] = self._read_home(site, known)
        return self._homes[site.host]

    def _read_home(self, site: Site, known: Sequence[Site]) -> Home | str:
        names = self.names(site.host, [each for each in known if each.round < site.round])
        promise = Category.of(self.category, names).promise
        for _, document in documents(self.run, [home_of(site)]):
            if not len(document):
                failure = document.failure
                return f"no home page: {failure.reason if failure else 'the page is empty'}"
            try:
                return read_home(document, promise, self.shown(site.host))
            except Exception as error:  # noqa: BLE001 - whatever a page provokes, a harvest goes on
                return Failure.of(document.page.url, "judge", error).reason
        return ""

    def _by_home(self, site: Site, model: HomeModel) -> Site:
        home = self._homes[site.host]
        if not home:
            return replace(site, status=SiteStatus.REJECTED, reason="its home page cannot be had")
        verdict = (
            Verdict(accepted=False, score=0.0, reason=home)
            if isinstance(home, str)
            else judge_home(home, self.category, model)
        )
        passed = verdict.accepted or self.filters not in {"home", "both"}
        return replace(
            site,
            status=SiteStatus.CANDIDATE if passed else SiteStatus.REJECTED,
            reason=f"home page: {verdict.reason}",
            home_score=verdict.score,
        )

    def _by_crawl(self, site: Site, known: KnownShops) -> Site:
        products = {
            page.url
            for page in self.run.store.read(
                StoredPage, site=site.host, kind=PageKind.PRODUCT, category=self.category
            )
        }
        read = self.run.store.read(Specification, site=site.host)
        pages = [each for each in read if each.pairs and each.url in products]
        agreement = known.agreement(site.host, said(map(_pairs, pages)))
        evidence = CrawlEvidence(len(products), len(pages), agreement)
        verdict = judge_crawl(evidence, site.home_score)
        strict = self.filters in {"crawl", "both"}
        accepted = verdict.accepted if strict else bool(pages)
        barren = "" if pages else barren_reason(self.run, site.host, self.category)
        status = SiteStatus.ACCEPTED if accepted else SiteStatus.REJECTED
        return replace(
            site,
            status=site.status if site.status is SiteStatus.SEED else status,
            reason=barren or verdict.reason,
            crawl_score=verdict.score,
        )

    def _known_shops(self, sites: Iterable[Site]) -> KnownShops:
        """What the shops among *sites* say; nothing is read where they are too few to compare."""
        shops = [site.host for site in sites if site.status in TRUSTED]
        if len(shops) < MIN_SHOPS:
            return KnownShops({})
        for each in shops:
            if each not in self._said:
                read = self.run.store.read(Specification, site=each)
                # the same ones in whatever order a crawl that was stopped has brought them
                some = nsmallest(MAX_PAGES, (one for one in read if one.pairs), key=_url)
                self._said[each] = said(map(_pairs, some))
        return KnownShops({each: self._said[each] for each in shops})


def _url(specification: Specification) -> str:
    return specification.url


def _pairs(specification: Specification) -> list[tuple[str, str]]:
    return [(pair.name, pair.value) for pair in specification.pairs]


def refuse_barren(run: RunLike, category: str, hosts: Iterable[str]) -> None:
    """Reject those of *hosts* whose crawl found nothing, and say why; a seed stays one."""
    wanted = frozenset(hosts)
    for site in list(run.store.read(Site, category=category)):
        reason = barren_reason(run, site.host, category) if site.host in wanted else ""
        if reason:
            seed = site.status is SiteStatus.SEED
            status = SiteStatus.SEED if seed else SiteStatus.REJECTED
            run.store.add([replace(site, status=status, reason=reason)])


@dataclass(frozen=True, slots=True)
class Funnel:
    """How a crawl of one site went."""

    site: str
    fetched: int
    products: int
    failures: int
    specifications: int | None = None
    """Product pages with a specification; None where nobody has read them yet."""
    bytes: int = 0
    """What its pages take in the archive."""
    seconds: float = 0.0
    """Between its first page and its last."""
    reason: str = ""
    """Why it was filtered out, if it was."""

    @property
    def harvest_rate(self) -> float:
        """The share of fetched pages that show a product of the category."""
        return self.products / self.fetched if self.fetched else 0.0


def funnel(
    run: RunLike, site: str, category: str, reads: Callable[[Page], bool] | None = None
) -> Funnel:
    """What the run knows of the crawl of *site*; *reads* tells whether a page is specified."""
    pages = _pages(run, site)
    products = _products(pages, category)
    places = {(page.file, page.offset): page.length for page in pages}
    specified = _specified(run, site, products, reads)
    facts = replace(crawl_facts(run, site, category), specifications=specified)
    return Funnel(
        site,
        fetched=len(places),
        products=len(products),
        failures=sum(host(each.url) == site for each in run.store.read(Failure, step="fetch")),
        specifications=specified,
        bytes=sum(places.values()),
        seconds=_seconds(pages),
        reason=_reason(run, site, facts),
    )


def _pages(run: RunLike, site: str) -> list[StoredPage]:
    return list(run.store.read(StoredPage, site=site))


def _products(pages: Sequence[StoredPage], category: str) -> list[StoredPage]:
    return [page for page in pages if page.kind is PageKind.PRODUCT and page.category == category]


def _specified(
    run: RunLike,
    site: str,
    products: Sequence[StoredPage],
    reads: Callable[[Page], bool] | None,
) -> int | None:
    """How many *products* have a specification: as stored, or as *reads* says."""
    urls = {page.url for page in products}
    known = [each for each in run.store.read(Specification, site=site) if each.url in urls]
    if known or reads is None:
        return sum(bool(each.pairs) for each in known) if known else None
    loaded = (load(run, page) for page in products)
    return sum(reads(page) for page in loaded if isinstance(page, Page))


def _seconds(pages: Sequence[StoredPage]) -> float:
    """Between the first page and the last."""
    times = []
    for page in pages:
        try:
            times.append(datetime.fromisoformat(page.fetched))
        except ValueError:
            continue
    return (max(times) - min(times)).total_seconds() if times else 0.0


def crawl_facts(run: RunLike, site: str, category: str) -> CrawlFacts:
    """What the run knows of the crawl of *site*, specifications left open."""
    pages = [
        page
        for page in _pages(run, site)
        if page.status < ERROR and page.kind is not PageKind.SITEMAP
    ]
    products = _products(pages, category)
    looked = [load(run, page) for page in pages[:LOOKED_AT]] if not products else []
    documents = [parse(page) for page in looked if isinstance(page, Page)]
    return CrawlFacts(
        came=len(pages),
        scripted=sum(map(needs_scripts, documents)),
        looked_at=len(documents),
        lists=sum(page.kind in LISTS and page.category == category for page in pages),
        products=len(products),
    )


def barren_reason(run: RunLike, site: str, category: str) -> str:
    """Why a crawl of *site* found no specifications; empty where it did, or may have."""
    facts = crawl_facts(run, site, category)
    specified = _specified(run, site, _products(_pages(run, site), category), None)
    return _reason(run, site, replace(facts, specifications=specified))


def _reason(run: RunLike, site: str, facts: CrawlFacts) -> str:
    """Why a crawl is barren; where nothing came, what the site, or its name, answered most."""
    why = why_barren(facts)
    if why is not Barren.BLOCKED:
        return why or ""
    failed = run.store.read(Failure, step="fetch")
    reasons = Counter(each.reason for each in failed if host(each.url) == site)
    return f"{why}: {reasons.most_common(1)[0][0]}" if reasons else why


def check_sites(sites: Sequence[str]) -> None:
    """An InputError where one of *sites* can be none."""
    for site in sites:
        named = is_web(site) if "://" in site else not set(site) & NO_HOST
        if not named or not any(map(str.isalnum, host(home_of(site)))):
            raise InputError(f"{site!r} is no site: give its host, shop.example, or its address")


def look_at_seeds(sites: Sequence[str], category: str, politeness: Politeness) -> list[Funnel]:
    """How a short crawl of each of *sites* goes: does it answer, and what do its pages give?"""
    with (
        tempfile.TemporaryDirectory(prefix="specdex-") as scratch,
        RunFolder(Path(scratch) / "run") as run,
    ):
        recorder = RunRecorder(run, read=shipped())
        walk_sites(sites, category, recorder, default_crawler(politeness, LOOK))
        hosts = dict.fromkeys(host(home_of(site)) for site in sites)
        return [funnel(run, each, category) for each in hosts]
