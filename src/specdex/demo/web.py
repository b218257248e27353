"""The demo web as a whole: every host, every URL, and the truth about them."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from threading import Lock
from typing import Any
from urllib.parse import parse_qs, urldefrag, urlsplit

from specdex.demo.data import CATEGORIES, Chance
from specdex.demo.others import Neighbours, hub_sites, other_sites
from specdex.demo.pharmacies import pharmacies
from specdex.demo.printing import identifiers, sections
from specdex.demo.products import Product, canonical, world
from specdex.demo.search import Index
from specdex.demo.sheets import Answer, Sheet, Site, picture, printed, text_answer
from specdex.demo.shop_pages import shop_site
from specdex.demo.shops import Offer, Shop, shops
from specdex.demo.traps import in_session, with_session

__all__ = ["LINKS_HOST", "SEARCH_HOST", "DemoWeb", "build", "truth"]

SEARCH_HOST = "search.example"
LINKS_HOST = "links.example"

_JSON = "application/json; charset=utf-8"
_PER_PAGE = 10
_MOST_DIGITS = 9
_MOST_BACKLINKS = 250
_STYLE = "body{font-family:sans-serif;margin:1em}table{border-collapse:collapse}"
_INDEXING = Lock()
_SEEDS = 2
_OF_SITE = ("kind", "family", "language", "home", "entry", "index", "products", "sitemap", "robots")
_OF_PRODUCT = ("category", "brand", "model", "line", "mpn", "gtin")


@dataclass(frozen=True)
class DemoWeb:
    """A small web that always answers the same way."""

    seed: int
    neighbours: Neighbours = field(repr=False)
    sites: tuple[Site, ...] = field(repr=False)
    corner: tuple[Site, ...] = field(default=(), repr=False)
    """Sites that answer too, but are neither searched nor part of the truth: the pharmacies."""

    @property
    def hosts(self) -> tuple[str, ...]:
        """All hosts that answer, the search engine and the link index included."""
        return (*(site.host for site in (*self.sites, *self.corner)), SEARCH_HOST, LINKS_HOST)

    def truth(self) -> dict[str, Any]:
        """What there is to find: sites, pages, products, as plain JSON values."""
        return truth(self.neighbours, self.sites)

    def answer(self, url: str) -> Answer:
        """What the web says to a GET of that URL."""
        try:
            parts = urlsplit(urldefrag(url).url)
        except ValueError:
            return _error(400, "This is no URL.", plain=True)
        host, path = parts.hostname or "", parts.path or "/"
        asked = {name: values[0] for name, values in parse_qs(parts.query).items()}
        if host == SEARCH_HOST:
            return self._search(path, asked)
        if host == LINKS_HOST:
            return self._backlinks(path, asked)
        site = self._by_host.get(host)
        if site is None:
            return _error(502, f"The demo web has no host {host}; is this server your HTTP proxy?")
        return _of_site(site, path + (f"?{parts.query}" if parts.query else ""))

    @cached_property
    def _by_host(self) -> dict[str, Site]:
        return {site.host: site for site in (*self.sites, *self.corner)}

    @cached_property
    def _index(self) -> Index:
        return Index(
            (url, printed(sheet)) for site in self.sites for url, sheet in site.sheets.items()
        )

    def _shared_index(self) -> Index:
        with _INDEXING:
            return self._index

    def _search(self, path: str, asked: dict[str, str]) -> Answer:
        if path not in ("/", "/search"):
            return _error(404, "This search engine answers under /search.")
        query, number = asked.get("q", "").strip(), asked.get("pageno", "1")
        if not query:
            return _error(400, "Please give a query: /search?q=...", plain=True)
        if not (_is_count(number) and int(number)):
            return _error(400, "pageno must be a number from 1 on.", plain=True)
        results = self._shared_index().search(query)
        first = (int(number) - 1) * _PER_PAGE
        shown = [
            {"url": page.url, "title": page.title, "content": page.around(query), "engine": "demo"}
            for page in results[first : first + _PER_PAGE]
        ]
        if asked.get("format") == "json":
            found = {"query": query, "number_of_results": len(results), "results": shown}
            return text_answer(json.dumps(found, ensure_ascii=False), _JSON)
        page = {"query": query, "total": len(results), "results": shown}
        return text_answer(printed(Sheet("others/search.html.j2", lambda: page)))

    def _backlinks(self, path: str, asked: dict[str, str]) -> Answer:
        if path != "/backlinks":
            return _error(404, "This link index answers under /backlinks.")
        site, limit = asked.get("site", "").strip(), asked.get("limit", str(_MOST_BACKLINKS))
        if not site:
            return _error(400, "Please name a site: /backlinks?site=HOST", plain=True)
        if not _is_count(limit):
            return _error(400, "limit must be a number.", plain=True)
        links = self._shared_index().backlinks(site)[: int(limit)]
        found = [{"url": url, "site": urlsplit(url).hostname} for url in links]
        return text_answer(json.dumps({"site": site, "backlinks": found}), _JSON)


def build(seed: int = 7) -> DemoWeb:
    """The demo web of that seed."""
    chance = Chance(seed)
    products = world(chance)
    all_shops = shops(chance, products)
    neighbours = Neighbours(chance, products, all_shops)
    others = other_sites(neighbours)
    hubs = hub_sites(neighbours, others)
    corner = tuple(pharmacy.site() for pharmacy in pharmacies(chance))
    return DemoWeb(seed, neighbours, (*map(shop_site, all_shops), *others, *hubs), corner)


def _is_count(text: str) -> bool:
    return text.isdecimal() and len(text) <= _MOST_DIGITS


def _error(status: int, sentence: str, *, plain: bool = False) -> Answer:
    if plain:
        return text_answer(sentence + "\n", "text/plain; charset=utf-8", status)
    titles = {404: "Not found", 502: "Bad gateway"}
    page = {"title": titles[status], "sentence": sentence}
    return text_answer(printed(Sheet("others/error.html.j2", lambda: page)), status=status)


def _of_site(site: Site, path: str) -> Answer:
    if site.session and (found := in_session(path)):
        inner, session = found
        answer = _of_site(site, inner)
        html = with_session(answer.body.decode(), session) if answer.status == 200 else ""  # noqa: PLR2004 - a status
        return text_answer(html) if html else answer
    sheet = site.sheets.get(f"http://{site.host}{path}")
    tries = iter(site.lazy)
    while sheet is None and (lazy := next(tries, None)):
        sheet = lazy(path)
    if sheet is not None:
        return text_answer(printed(sheet))
    return _fixed(site, path) or _error(404, f"There is no {path} here.")


def _fixed(site: Site, path: str) -> Answer | None:
    if path.startswith("/media/") and path.endswith(".png"):
        return picture()
    if path == "/style.css":
        return text_answer(_STYLE, "text/css; charset=utf-8")
    if path == "/index.html":
        return Answer(301, "text/html; charset=utf-8", b"", site.home)
    if path == "/robots.txt" and site.robots:
        return text_answer(_robots(site), "text/plain; charset=utf-8")
    if path == "/sitemap.xml" and site.sitemap:
        return text_answer(_sitemap(site), "application/xml; charset=utf-8")
    return None


def _robots(site: Site) -> str:
    hidden = ["/basket", "/login", *(prefix[len(site.home) - 1 :] for prefix in site.traps)]
    lines = ["User-agent: *", *(f"Disallow: {path}" for path in hidden)]
    if site.sitemap:
        lines.append(f"Sitemap: {site.home}sitemap.xml")
    return "\n".join(lines) + "\n"


def _sitemap(site: Site) -> str:
    escaped = [url.replace("&", "&amp;") for url in site.sheets]
    urls = "".join(f"<url><loc>{url}</loc></url>\n" for url in escaped)
    head = '<?xml version="1.0" encoding="UTF-8"?>\n'
    return f'{head}<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n{urls}</urlset>\n'


def truth(neighbours: Neighbours, sites: Sequence[Site]) -> dict[str, Any]:
    """Sites, pages, products and seed shops, as plain JSON values.

    `entry` names the page of a category (the listing itself, or the page above its lines), `index`
    every page that lists its products, `traps` the URL prefixes where endless pages begin.
    """
    pages = {
        f"http://{shop.host}{offer.path}": _page(shop, offer)
        for shop in neighbours.shops
        for offers in shop.offers.values()
        for offer in offers
    }
    return {
        "seeds": {category: _seeds(neighbours.shops, category) for category in CATEGORIES},
        "sites": {site.host: _site(site) for site in sites},
        "pages": pages,
        "products": {id_: _product(product) for id_, product in neighbours.products.items()},
    }


def _seeds(shops: Sequence[Shop], category: str) -> list[str]:
    """The first shops of the category that print all product ids."""
    full = [
        shop.host
        for shop in shops
        if category in shop.offers and len(shop.settings["ids"]) > _SEEDS
    ]
    return full[:_SEEDS]


def _site(site: Site) -> dict[str, Any]:
    about = {name: getattr(site, name) for name in _OF_SITE}
    return about | {"categories": list(site.products), "traps": list(site.traps)}


def _page(shop: Shop, offer: Offer) -> dict[str, Any]:
    rows = [row for section in sections(shop, offer) for row in section.rows if row.value]
    ids = identifiers(shop, offer)
    in_header = shop.settings["ids_in"] == "header"
    return {
        "site": shop.host,
        "category": offer.product.category,
        "product": offer.product.id,
        "title": offer.title,
        "ids": {row.attribute: row.value for row in ids},
        "price": offer.amount,
        "price_text": offer.price,
        "currency": shop.settings["currency"],
        "pairs": [[row.name, row.value] for row in rows],
        "alt": [[row.name, row.value] for row in ids] if in_header else [],
        "attributes": {row.name: row.attribute for row in rows},
        "wrong": [row.name for row in rows if row.wrong],
    }


def _product(product: Product) -> dict[str, Any]:
    attributes = {name: canonical(value) for name, value in product.attributes.items()}
    return {name: getattr(product, name) for name in _OF_PRODUCT} | {"attributes": attributes}
