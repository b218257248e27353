"""The sites of the demo web that are no shops, and the hubs that link to many sites."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from specdex.demo.data import Chance, load
from specdex.demo.listings import Link
from specdex.demo.products import Product, canonical
from specdex.demo.sheets import Sheet, Site
from specdex.demo.shops import Offer, Shop, slug
from specdex.demo.traps import calendar_sheet, start_of

__all__ = ["Neighbours", "hub_sites", "other_sites"]

_LINKS_PER_HUB_PAGE = 20
_OFTEN_LINKED = 0.45
_FACTS = 8
_POSTS = 4


@dataclass(frozen=True, slots=True)
class Neighbours:
    """Everything a site that is no shop may talk about."""

    chance: Chance
    products: Mapping[str, Product]
    shops: Sequence[Shop]

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


Leaf = tuple[str, str, dict[str, Any]]
"""A page of such a site: path, title, and what its template needs besides the frame."""


@dataclass(frozen=True, slots=True)
class _Writer:
    """One such site at work: its settings and a stream of draws of its own."""

    host: str
    settings: Mapping[str, Any]
    world: Neighbours

    @property
    def trapped(self) -> bool:
        return "calendar" in self.settings.get("traps", ())

    def context(self, title: str, **more: Any) -> dict[str, Any]:
        return {
            "writer": self,
            "name": self.settings["name"],
            "family": self.settings.get("family", "hub"),
            "title": title,
            "events": "/events/" + start_of(self.host) if self.trapped else "",
            **more,
        }

    def sheet(self, template: str, title: str, **more: Any) -> Sheet:
        return Sheet(f"others/{template}.html.j2", partial(self.context, title, **more))

    def calendar(self, path: str) -> Sheet | None:
        return calendar_sheet("others/calendar.html.j2", self.context("Calendar"), path)

    def talk(self, kind: str, count: int, *path: object) -> list[str]:
        sentences = load("prose")["talk"][kind]
        return self.world.chance.sample(sentences, count, self.host, *path)

    def products(self) -> list[Product]:
        wanted = self.settings.get("topic", ""), self.settings.get("brand", "")
        mine = [
            product
            for product in self.world.products.values()
            if wanted[0] in ("", product.category) and wanted[1] in ("", product.brand)
        ]
        return self.world.chance.sample(mine, self.settings["pages"], self.host, "topics")

    def shop_links(self, product: Product, most: int, *, deep: bool) -> list[Link]:
        sold = self.world.offers(product)
        chosen = self.world.chance.sample(sold, most, self.host, product.id, "links")
        return [
            Link(shop.settings["name"], shop.home + (offer.path[1:] if deep else ""))
            for shop, offer in chosen
        ]

    def sellers(self, product: Product) -> list[tuple[Shop, Offer]]:
        return [
            (shop, offer)
            for shop, offer in self.world.offers(product)
            if self.world.chance.often(_OFTEN_LINKED, self.host, shop.host)
        ]

    def posts(self, product: Product, number: int) -> Iterator[tuple[str, str]]:
        people = load("prose")["reviews"]["names"]
        posters = self.world.chance.sample(people, _POSTS, self.host, number, "posters")
        for person, text in zip(posters, self.talk("forum", _POSTS, number), strict=True):
            ids = {"mpn": product.mpn, "gtin": product.gtin}
            yield person, text.format(brand=product.brand, model=product.model, **ids)

    def facts(self, product: Product) -> list[tuple[str, str]]:
        facts = load(product.category)["attributes"]
        names = [name for name in product.attributes if name in facts][:_FACTS]
        return [(facts[name]["en"][0], canonical(product.attributes[name])) for name in names]


def _newspaper(writer: _Writer) -> Iterator[Leaf]:
    topics: list[Any] = writer.products() if "topic" in writer.settings else [None]
    for number in range(writer.settings["pages"]):
        paragraphs, product = writer.talk("en", 4, number), topics[number % len(topics)]
        title = " ".join(paragraphs[0].split()[:6]).strip(",.")
        if product:
            title = f"{product.brand} shows the {product.model}"
        more = {"paragraphs": paragraphs, "product": product, "number": number}
        yield f"/2026/{number + 1:02d}/{slug(title)}", title, more


def _leaves(writer: _Writer) -> Iterator[Leaf]:
    """The pages of a site, a page for each product or subject, as the data file tells."""
    settings = writer.settings
    if settings["family"] == "newspaper":
        yield from _newspaper(writer)
        return
    form = load("others")["leaves"]["maker" if "brand" in settings else settings["family"]]
    kind, count, drawn_by = form.get("talk", ("en", 0, "number"))
    told: list[Any] = form.get("subjects") or writer.products()
    for number, subject in enumerate(told[: settings["pages"]]):
        product = subject if isinstance(subject, Product) else None
        title = form["title"].format(subject)
        names = {"slug": slug(title), "mpn": slug(product.mpn if product else ""), "number": number}
        drawn = number if drawn_by == "number" else product.id if product else subject
        more = {"paragraphs": writer.talk(kind, count, drawn), "product": product, "number": number}
        yield form["path"].format(subject, thread=1000 + number * 7, **names), title, more


def _add_house_pages(writer: _Writer, site: Site) -> None:
    for title in ("About", "Contact"):
        paragraphs = writer.talk("en", 2, title)
        sheet = writer.sheet("corporate", title, paragraphs=paragraphs, product=None)
        site.sheets[f"{site.home}{title.lower()}"] = sheet


def other_sites(world: Neighbours) -> list[Site]:
    """News, forums, reviews, comparisons, companies and the rest."""
    return [_other_site(host, table, world) for host, table in load("others")["others"].items()]


def _other_site(host: str, table: Mapping[str, Any], world: Neighbours) -> Site:
    writer = _Writer(host, table, world)
    site = Site(
        host=host,
        kind=table["kind"],
        family=table["family"],
        name=table["name"],
        traps=(f"http://{host}/events/",) if writer.trapped else (),
        robots=len(host) % 2 == 0,
        sitemap=len(host) % 4 == 0,
        lazy=(writer.calendar,) if writer.trapped else (),
    )
    leaves = list(_leaves(writer))
    links = [Link(title, path) for path, title, _ in leaves]
    teasers = writer.talk("en", 5, "front")
    site.sheets[site.home] = writer.sheet("front", site.name, links=links, teasers=teasers)
    for path, title, more in leaves:
        site.sheets[f"http://{host}{path}"] = writer.sheet(site.family, title, **more)
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
        more = paths[number + 1] if number + 1 < len(paths) else ""
        sheet = writer.sheet("hub", site.name, links=mine, texts=texts, more=more)
        site.sheets[f"http://{host}{path}"] = sheet
    _add_house_pages(writer, site)
    return site
