"""A small synthetic web without a network: shops with products, other sites, hubs, an engine."""

from dataclasses import dataclass, replace
from functools import cached_property

from specdex.html import parse
from specdex.pipeline.discover import Providers
from specdex.pipeline.extract import Extraction
from specdex.pipeline.homes import home_of
from specdex.records import (
    KEYS,
    Backlink,
    Failure,
    Field,
    Fragment,
    FragmentKind,
    Milestone,
    Page,
    PageKind,
    Pair,
    Product,
    SearchResult,
    Sight,
    Specification,
    StoredPage,
    Visit,
)
from specdex.settings import DiscoverySettings, HarvestSettings

CATEGORY = "kettle"
BASKET = "<a href='/cart'>Cart</a> <button>Add to cart</button> <a href='/s'>Shipping</a>"
SERVICES = "<a href='/r'>Returns</a> <a href='/k'>Kettles</a> $ 19.00 $ 29.00 $ 39.00"
BUTTONS = BASKET + SERVICES
MENU = " ".join(f"<a href='/k{number}'>Kettles of kind {number}</a>" for number in range(40))
SHOP, OTHER = f"<nav>{BUTTONS} {MENU}</nav>", "<p>Once upon a time</p>"


@dataclass(frozen=True)
class World:
    """*shops* sell products, by number; *others* only mention them; *hubs* link to sites."""

    shops: dict[str, tuple[int, ...]]
    others: dict[str, tuple[int, ...]]
    hubs: tuple[tuple[str, ...], ...] = ()

    @cached_property
    def pages(self):
        homes = {f"http://{host}/": SHOP for host in self.shops}
        homes |= {f"http://{host}/": OTHER for host in self.others}
        hubs = {
            f"http://hub{number}.example/": "".join(
                f"<a href='{home_of(one)}'>x</a>" for one in hub
            )
            for number, hub in enumerate(self.hubs)
        }
        products = {
            f"http://{host}/p/{number}": f"<h1>Kettle {number}</h1>"
            for host, sold in self.shops.items()
            for number in sold
        }
        return homes | hubs | products

    def search(self, query, limit):
        """Every site that mentions the product."""
        sites = self.shops | self.others
        found = [host for host, some in sites.items() if any(_mpn(one) in query for one in some)]
        return [SearchResult(f"http://{host}/x") for host in found][:limit]

    def backlinks(self, site, limit):
        """The hubs that link to it."""
        linking = [number for number, hub in enumerate(self.hubs) if site in hub]
        return [Backlink(site, f"http://hub{number}.example/") for number in linking][:limit]

    @property
    def providers(self):
        return Providers(self, self)


def _mpn(number):
    return f"MPN-00{number}-X"


class Fetcher:
    """A crawler that fetches from a World; it counts what was asked for."""

    def __init__(self, world):
        self.world = world
        self.fetched = []

    def crawl(self, walks, recorder, watch=None):
        del watch
        for walk in walks:
            with recorder.together():
                visits = list(walk.start())
                for visit in visits:
                    self._visit(visit, walk, recorder)
                answers = any(visit.url in self.world.pages for visit in visits)
                if hasattr(walk, "category") and answers:
                    self._products(walk.site, recorder)
        recorder.close()

    def _visit(self, visit, walk, recorder):
        if visit.url not in self.world.pages:
            recorder.fail(Failure(visit.url, "crawl", "no answer"))
        if hasattr(walk, "category"):
            return
        page = self._page(visit.url, recorder)
        if page:
            document = parse(page)
            recorder.record(page, walk.see(visit, document), document)

    def _products(self, site, recorder):
        for url in self.world.pages:
            if url.startswith(f"http://{site}/p/"):
                page = self._page(url, recorder)
                visit = Visit(url, site, expected=PageKind.PRODUCT)
                recorder.record(page, Sight(visit, PageKind.PRODUCT, CATEGORY), parse(page))

    def _page(self, url, recorder):
        known = recorder.recall(url)
        if known or url not in self.world.pages:
            return known
        self.fetched.append(url)
        site = url.split("/")[2]
        return Page(url, self.world.pages[url].encode(), site=site, fetched="2026-01-01")


class Reader:
    """Reads what a product page of a World says."""

    def extract(self, document):
        page = document.page
        number = page.url.rpartition("/")[2]
        pairs = tuple(
            Pair(name, value, xpath=f"/html/body/h1[{place}]", confidence=0.9)
            for place, (name, value) in enumerate(
                [("MPN", _mpn(number)), ("Power", f"{number}00 W"), ("Volume", "1.7 l")]
            )
        )
        fragments = (Fragment("/html/body", FragmentKind.TABLE, pairs, 0.9),)
        fields = (Field("name", f"Kettle {number}"), Field("mpn", _mpn(number)))
        return Specification(page.url, page.id, page.site, CATEGORY, "Kettle", fragments, fields)


MAPPED = Extraction(Reader())


def settings(sites, rounds=3, **discovery):
    chosen = {"top": 2, "min_sites": 0, "patience": 9} | discovery
    return HarvestSettings(
        CATEGORY, tuple(sites), discovery=DiscoverySettings(rounds=rounds, **chosen)
    )


def held(run):
    """Everything that a run holds but its pages: where those lie depends on when they came.

    The ids of products do, too: they stay where a product stays.
    """
    kinds = [kind for kind in KEYS if kind not in {StoredPage, Failure, Milestone}]
    return {kind.__name__: set(map(_placeless, run.store.read(kind))) for kind in kinds}


def _placeless(record):
    if isinstance(record, Product):
        return replace(record, id="", model="")
    return replace(record, source="") if isinstance(record, Specification) else record
