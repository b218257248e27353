"""How a crawl of a site went: the funnel from requests to specifications, and why it ran dry."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from specdex.crawling.verdicts import CrawlFacts, why_barren
from specdex.html import needs_scripts, parse
from specdex.pipeline.pages import load
from specdex.records import Failure, Page, PageKind, Site, SiteStatus, Specification, StoredPage
from specdex.runs import RunFolder
from specdex.urls import host

__all__ = ["Funnel", "barren_reason", "crawl_facts", "funnel", "judged"]

LOOKED_AT = 5
"""Pages that are looked at to tell a site of scripts."""
LISTS = frozenset({PageKind.ENTRY, PageKind.INDEX})
ERROR = 400


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
    folder: RunFolder, site: str, category: str, reads: Callable[[Page], bool] | None = None
) -> Funnel:
    """What the run knows of the crawl of *site*; *reads* tells whether a page is specified."""
    pages = _pages(folder, site)
    products = _products(pages, category)
    places = {(page.file, page.offset): page.length for page in pages}
    specified = _specified(folder, site, products, reads)
    facts = replace(crawl_facts(folder, site, category), specifications=specified)
    return Funnel(
        site,
        fetched=len(places),
        products=len(products),
        failures=sum(host(each.url) == site for each in folder.store.read(Failure, step="fetch")),
        specifications=specified,
        bytes=sum(places.values()),
        seconds=_seconds(pages),
        reason=why_barren(facts) or "",
    )


def _pages(folder: RunFolder, site: str) -> list[StoredPage]:
    return list(folder.store.read(StoredPage, site=site))


def _products(pages: Sequence[StoredPage], category: str) -> list[StoredPage]:
    return [page for page in pages if page.kind is PageKind.PRODUCT and page.category == category]


def _specified(
    folder: RunFolder,
    site: str,
    products: Sequence[StoredPage],
    reads: Callable[[Page], bool] | None,
) -> int | None:
    """How many *products* have a specification: as stored, or as *reads* says."""
    urls = {page.url for page in products}
    known = [each for each in folder.store.read(Specification, site=site) if each.url in urls]
    if known or reads is None:
        return sum(bool(each.pairs) for each in known) if known else None
    loaded = (load(folder, page) for page in products)
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


def crawl_facts(folder: RunFolder, site: str, category: str) -> CrawlFacts:
    """What the run knows of the crawl of *site*, specifications left open."""
    pages = [
        page
        for page in _pages(folder, site)
        if page.status < ERROR and page.kind is not PageKind.SITEMAP
    ]
    products = _products(pages, category)
    looked = [load(folder, page) for page in pages[:LOOKED_AT]] if not products else []
    documents = [parse(page) for page in looked if isinstance(page, Page)]
    return CrawlFacts(
        came=len(pages),
        scripted=sum(map(needs_scripts, documents)),
        looked_at=len(documents),
        lists=sum(page.kind in LISTS and page.category == category for page in pages),
        products=len(products),
    )


def barren_reason(folder: RunFolder, site: str, category: str) -> str:
    """Why a crawl of *site* found no specifications; empty where it did, or may have."""
    facts = crawl_facts(folder, site, category)
    specified = _specified(folder, site, _products(_pages(folder, site), category), None)
    return why_barren(replace(facts, specifications=specified)) or ""


def judged(folder: RunFolder, site: Site) -> Site:
    """*site*, filtered out with the reason where its crawl found nothing; a seed stays one."""
    reason = barren_reason(folder, site.host, site.category)
    if not reason:
        return site
    status = site.status if site.status is SiteStatus.SEED else SiteStatus.REJECTED
    return replace(site, status=status, reason=reason)
