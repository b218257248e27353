"""A harvest of the demo web, and what it found against the truth."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, TypeVar

from specdex.groups import by_key
from specdex.records import PageKind, Product, Site, SiteStatus, Specification, StoredPage
from specdex.runs import RunFolder
from specdex.settings import Budget, DiscoverySettings, HarvestSettings, Politeness
from specdex.statistics.metrics import Tally
from specdex.text import letters_and_digits
from specdex.urls import canonical

__all__ = ["Report", "SiteReport", "compare", "demo_settings"]

T = TypeVar("T")
SEARCH, BACKLINKS = "searxng:http://search.example", "http:http://links.example"


@dataclass(frozen=True, slots=True)
class SiteReport:
    """What a harvest made of one site."""

    site: str
    family: str
    fetched: int
    pages: Tally
    """Product pages of the category."""
    pairs: Tally


@dataclass(frozen=True, slots=True)
class Report:
    """A harvest of the demo web against its truth."""

    category: str
    sites: Tally
    pages: Tally
    specifications: Tally
    """Pages whose pairs were read at all, against the pages that have some."""
    pairs: Tally
    together: Tally
    """Pairs of pages that were joined to one product, against those that are of one."""
    claims: Tally
    """Values believed of products: a wrong one is of pages that are all mistaken, or of none."""
    alien: int
    """Pages of other categories in products."""
    products: int
    known_products: int
    by_site: tuple[SiteReport, ...]


def demo_settings(truth: Mapping[str, Any], category: str, proxy: str) -> HarvestSettings:
    """A harvest of *category* from its two seed shops, through the demo web's own services."""
    return HarvestSettings(
        category=category,
        sites=tuple(truth["seeds"][category]),
        discovery=DiscoverySettings(search_engine=SEARCH, backlink_source=BACKLINKS),
        politeness=Politeness(delay=0.0, proxy=proxy),
        budget=Budget(max_pages=400, max_minutes=5),
    )


def compare(run: RunFolder, truth: Mapping[str, Any], category: str) -> Report:
    """What *run* found, against *truth*."""
    wanted = {
        host
        for host, site in truth["sites"].items()
        if site["kind"] == "shop" and category in site["categories"]
    }
    found = {
        site.host
        for site in run.store.read(Site, category=category)
        if site.status in {SiteStatus.SEED, SiteStatus.ACCEPTED}
    }
    specifications = {canonical(each.url): each for each in run.store.read(Specification)}
    reports = tuple(
        _site(run, truth, category, host, specifications) for host in sorted(wanted | found)
    )
    pages = {url: page for url, page in truth["pages"].items() if page["category"] == category}
    joined = list(run.store.read(Product))
    known = {canonical(url): page for url, page in pages.items()}
    right = {url: _right(page) for url, page in known.items()}
    read = {url for url, each in specifications.items() if each.pairs}
    return Report(
        category=category,
        sites=_sets(found, wanted),
        pages=sum((each.pages for each in reports), Tally()),
        specifications=_sets(read, {canonical(url) for url in pages}),
        pairs=sum((each.pairs for each in reports), Tally()),
        together=_together(joined, known),
        claims=sum((_claims(each, right) for each in joined), Tally()),
        alien=sum(canonical(url) not in known for each in joined for url in each.urls),
        products=len(joined),
        known_products=len({page["product"] for page in pages.values()}),
        by_site=reports,
    )


def _sets(found: set[T], wanted: set[T]) -> Tally:
    return Tally(len(found & wanted), len(found - wanted), len(wanted - found))


def _together(products: Iterable[Product], pages: Mapping[str, Any]) -> Tally:
    """Pairs of pages in one of *products* against those that *pages* say are of one."""
    groups = [[canonical(url) for url in each.urls] for each in products]
    found = {pair for urls in groups for pair in combinations(sorted(urls), 2)}
    same = by_key((page["product"], url) for url, page in sorted(pages.items()))
    return _sets(found, {pair for urls in same.values() for pair in combinations(urls, 2)})


def _claims(product: Product, right: Mapping[str, set[str]]) -> Tally:
    """The claims of *product* that some page prints and is *right* with, page by page."""
    found = Tally()
    for claim in product.claims:
        value = letters_and_digits(claim.value)
        said = any(value in right.get(canonical(url), ()) for url in claim.urls)
        found += Tally(right=said, wrong=not said)
    return found


def _right(page: Mapping[str, Any]) -> set[str]:
    """The values that *page* prints and is right with, as they are compared."""
    return {
        letters_and_digits(value)
        for name, value in (*page["pairs"], *page["alt"])
        if name not in page["wrong"]
    }


def _site(
    run: RunFolder,
    truth: Mapping[str, Any],
    category: str,
    host: str,
    specifications: Mapping[str, Specification],
) -> SiteReport:
    site = truth["sites"].get(host, {})
    wanted = {canonical(url): url for url in site.get("products", {}).get(category, ())}
    stored = list(run.store.read(StoredPage, site=host))
    found = {
        canonical(page.url)
        for page in stored
        if page.kind is PageKind.PRODUCT and page.category == category
    }
    pairs = Tally()
    for key, url in wanted.items():
        said = specifications[key].pairs if key in specifications else ()
        pairs += _pairs(((pair.name, pair.value) for pair in said), truth["pages"][url])
    fetched = len({(page.file, page.offset) for page in stored})
    return SiteReport(host, site.get("family", ""), fetched, _sets(found, set(wanted)), pairs)


def _pairs(said: Iterable[tuple[str, str]], page: Mapping[str, Any]) -> Tally:
    answered = _folded(said)
    wanted = _folded(page["pairs"])
    return Tally(
        len(answered & wanted),
        len(answered - wanted - _folded(page.get("alt", ()))),
        len(wanted - answered),
    )


def _folded(pairs: Iterable[Sequence[str]]) -> set[tuple[str, str]]:
    return {(letters_and_digits(pair[0]), letters_and_digits(pair[1])) for pair in pairs}
