"""The sites of the demo web that are no shops, and the hubs that link to many sites."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from specdex.demo.chance import Chance
from specdex.demo.data import load
from specdex.demo.listings import Link
from specdex.demo.products import Product, canonical
from specdex.demo.sheets import Sheet, Site
from specdex.demo.shops import Offer, Shop, slug
from specdex.demo.traps import calendar_sheet, start_of

__all__ = ["Neighbours", "hub_sites", "other_sites"]

_LINKS_PER_HUB_PAGE = 20
_OFTEN_LINKED = 0.45
_FACTS = 8


@dataclass(frozen=True, slots=True)
class Neighbours:
    """Everything a site that is no shop may talk about."""

    chance: Chance
    products: Mapping[str, Product]
    shops: Sequence[Shop]

    def of(self, category: str) -> list[Product]:
        """The products of a category, or of all of them."""
        return [p for p in self.products.values() if category in ("", p.category)]

    def linked(self) -> list[Shop]:
        """The shops that other sites know and link to."""
        return [shop for shop in self.shops if not shop.settings["unlisted"]]

    def offers(self, product: Product) -> list[tuple[Shop, Offer]]:
        """Who sells the product, among the shops that are linked to."""
        return [
            (shop, offer)
            for shop in self.linked()
            for offer in shop.offers.get(product.category, ())
            if offer.product.id == product.id
        ]


@dataclass(frozen=True, slots=True)
class _Writer:
    """One such site at work: its settings and a stream of draws of its own."""

    host: str
    settings: Mapping[str, Any]
    world: Neighbours

    def frame(self, title: str) -> dict[str, Any]:
        calendar = "calendar" in self.settings.get("traps", ())
        return {
            "name": self.settings["name"],
            "family": self.settings.get("family", "hub"),
            "title": title,
            "events": "/events/" + start_of(self.host) if calendar else "",
        }

    def talk(self, kind: str, count: int, *path: object) -> list[str]:
        sentences = load("prose")["talk"][kind]
        return self.world.chance.sample(sentences, count, self.host, *path)

    def products(self) -> list[Product]:
        mine = self.world.of(self.settings.get("topic", ""))
        brand = self.settings.get("brand", "")
        mine = [product for product in mine if brand in ("", product.brand)]
        return self.world.chance.sample(mine, self.settings["pages"], self.host, "topics")

    def shop_links(self, product: Product, most: int, *, deep: bool) -> list[Link]:
        sold = self.world.offers(product)
        chosen = self.world.chance.sample(sold, most, self.host, product.id, "links")
        return [
            Link(shop.settings["name"], shop.home + (offer.path[1:] if deep else ""))
            for shop, offer in chosen
        ]


Leaf = tuple[str, str, dict[str, Any]]
"""A page of such a site: path, title, and what its template needs besides the frame."""


def _facts(product: Product) -> list[tuple[str, str]]:
    facts = load(product.category)["attributes"]
    names = [name for name in product.attributes if name in facts][:_FACTS]
    return [(facts[name]["en"][0], canonical(product.attributes[name])) for name in names]


def _newspaper(writer: _Writer) -> list[Leaf]:
    leaves: list[Leaf] = []
    topics = writer.products() if "topic" in writer.settings else []
    for number in range(writer.settings["pages"]):
        paragraphs = writer.talk("en", 4, number)
        title = " ".join(paragraphs[0].split()[:6]).strip(",.")
        context: dict[str, Any] = {"paragraphs": paragraphs, "product": None, "links": []}
        if topics:
            product = topics[number % len(topics)]
            title = f"{product.brand} shows the {product.model}"
            links = writer.shop_links(product, number % 2, deep=False)
            context = {"paragraphs": paragraphs, "product": product, "links": links}
        leaves.append((f"/2026/{number + 1:02d}/{slug(title)}", title, context))
    return leaves


def _threads(writer: _Writer) -> list[Leaf]:
    leaves: list[Leaf] = []
    people = load("prose")["reviews"]["names"]
    for number, product in enumerate(writer.products()):
        ids = {"mpn": product.mpn, "gtin": product.gtin}
        texts = writer.talk("forum", 4, number)
        filled = [text.format(brand=product.brand, model=product.model, **ids) for text in texts]
        posters = writer.world.chance.sample(people, 4, writer.host, number, "posters")
        links = writer.shop_links(product, 1, deep=True) if number % 3 == 0 else []
        context = {"posts": list(zip(posters, filled, strict=True)), "links": links}
        leaves.append((f"/thread/{1000 + number * 7}", f"{product.model}: any good?", context))
    return leaves


def _magazine(writer: _Writer) -> list[Leaf]:
    leaves: list[Leaf] = []
    for number, product in enumerate(writer.products()):
        title = f"{product.brand} {product.model} review"
        scores = [
            (name, 5 + writer.world.chance.number(writer.host, number, name) % 5)
            for name in ("Handling", "Quality", "Value")
        ]
        facts = [("Model", product.model), ("Part number", product.mpn), *_facts(product)]
        context = {
            "paragraphs": writer.talk("en", 3, number),
            "facts": facts,
            "scores": scores,
            "links": writer.shop_links(product, 2, deep=True),
        }
        leaves.append((f"/reviews/{slug(title)}-{number}", title, context))
    return leaves


def _comparison(writer: _Writer) -> list[Leaf]:
    leaves: list[Leaf] = []
    for product in writer.products():
        sold = [
            (shop.settings["name"], offer.price, shop.home + offer.path[1:])
            for shop, offer in writer.world.offers(product)
            if writer.world.chance.often(_OFTEN_LINKED, writer.host, shop.host)
        ]
        title = f"{product.brand} {product.model} {product.mpn}"
        leaves.append((f"/offer/{product.gtin}", title, {"product": product, "offers": sold}))
    return leaves


def _corporate(writer: _Writer) -> list[Leaf]:
    leaves: list[Leaf] = []
    if "brand" in writer.settings:
        for product in writer.products():
            context = {
                "paragraphs": writer.talk("en", 1, product.id),
                "product": product,
                "facts": _facts(product),
                "links": writer.shop_links(product, 2, deep=False),
            }
            leaves.append((f"/products/{slug(product.mpn)}", product.model, context))
        return leaves
    for number, title in enumerate(("Services", "Careers", "Press", "Partners", "News", "History")):
        paragraphs = writer.talk("en", 3, number)
        leaves.append((f"/{slug(title)}", title, {"paragraphs": paragraphs, "product": None}))
    return leaves[: writer.settings["pages"]]


def _dictionary(writer: _Writer) -> list[Leaf]:
    words = load("prose")["talk"]["words"]
    return [(f"/define/{word}", word, {"paragraphs": writer.talk("en", 2, word)}) for word in words]


def _recipes(writer: _Writer) -> list[Leaf]:
    cakes = ("Lemon", "Walnut", "Plum", "Carrot", "Honey", "Poppy", "Apple", "Tea", "Almond", "Fig")
    return [
        (
            f"/recipe/{cake.lower()}-cake",
            f"{cake} cake",
            {"paragraphs": writer.talk("recipe", 4, cake)},
        )
        for cake in cakes
    ]


_FAMILIES: dict[str, Callable[[_Writer], list[Leaf]]] = {
    "newspaper": _newspaper,
    "threads": _threads,
    "magazine": _magazine,
    "comparison": _comparison,
    "corporate": _corporate,
    "dictionary": _dictionary,
    "recipes": _recipes,
}


def _context(writer: _Writer, title: str, more: dict[str, Any]) -> dict[str, Any]:
    return {**writer.frame(title), **more}


def _calendar(writer: _Writer, path: str) -> Sheet | None:
    return calendar_sheet("others/calendar.html.j2", writer.frame("Calendar"), path)


def _add_house_pages(writer: _Writer, site: Site) -> None:
    for title in ("About", "Contact"):
        more = {"paragraphs": writer.talk("en", 2, title), "product": None}
        make = partial(_context, writer, title, more)
        url = f"{site.home}{title.lower()}"
        site.sheets[url] = Sheet("others/corporate.html.j2", make)


def other_sites(world: Neighbours) -> list[Site]:
    """News, forums, reviews, comparisons, companies and the rest."""
    return [_other_site(host, table, world) for host, table in load("others")["others"].items()]


def _other_site(host: str, table: Mapping[str, Any], world: Neighbours) -> Site:
    writer = _Writer(host, table, world)
    family = table["family"]
    trapped = "calendar" in table["traps"]
    site = Site(
        host=host,
        kind=table["kind"],
        family=family,
        name=table["name"],
        traps=(f"http://{host}/events/",) if trapped else (),
        robots=len(host) % 2 == 0,
        sitemap=len(host) % 4 == 0,
        lazy=(partial(_calendar, writer),) if trapped else (),
    )
    leaves = _FAMILIES[family](writer)
    front = {
        "links": [Link(title, path) for path, title, _ in leaves],
        "teasers": writer.talk("en", 5, "front"),
    }
    home = partial(_context, writer, writer.settings["name"], front)
    site.sheets[site.home] = Sheet("others/front.html.j2", home)
    for path, title, more in leaves:
        make = partial(_context, writer, title, more)
        site.sheets[f"http://{host}{path}"] = Sheet(f"others/{family}.html.j2", make)
    _add_house_pages(writer, site)
    return site


def hub_sites(world: Neighbours, others: Sequence[Site]) -> list[Site]:
    """The directories, link lists and fan pages."""
    return [_hub(host, table, world, others) for host, table in load("others")["hubs"].items()]


def _linked(writer: _Writer, others: Sequence[Site]) -> list[Link]:
    table, chance = writer.settings, writer.world.chance
    by_host = {shop.host: Link(shop.settings["name"], shop.home) for shop in writer.world.linked()}
    if "only" in table:
        return [by_host[table["only"]]]
    wanted = set(table["links"].split())
    found = [
        by_host[shop.host]
        for shop in writer.world.linked()
        if wanted & {"all", *shop.settings["categories"]}
    ]
    found += [Link(site.name, site.home) for site in others if "all" in wanted]
    return [link for link in found if chance.often(table["share"], writer.host, link.path)]


def _hub(host: str, table: Mapping[str, Any], world: Neighbours, others: Sequence[Site]) -> Site:
    writer = _Writer(host, table, world)
    site = Site(host=host, kind="hub", family="hub", name=table["name"], robots=False)
    links = _linked(writer, others)
    step = _LINKS_PER_HUB_PAGE
    paths = ["/", *(f"/links/{n}" for n in range(2, -(-len(links) // step) + 1))]
    for number, path in enumerate(paths):
        mine = links[number * step : (number + 1) * step]
        texts = writer.talk("en", len(load("prose")["talk"]["en"]), path)
        more = {
            "intro": texts[-1],
            "linked": [(link, texts[n % len(texts)]) for n, link in enumerate(mine)],
            "more": paths[number + 1] if number + 1 < len(paths) else "",
        }
        make = partial(_context, writer, table["name"], more)
        site.sheets[f"http://{host}{path}"] = Sheet("others/hub.html.j2", make)
    _add_house_pages(writer, site)
    return site
