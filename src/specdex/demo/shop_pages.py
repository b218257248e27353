"""Every page of a shop: home, category tree, listings, products, house pages."""

from functools import cache, partial
from typing import Any

from specdex.demo.data import load
from specdex.demo.listings import Branch, Link, Listing, Pager, branches, departments, pagers
from specdex.demo.printing import identifiers, sections
from specdex.demo.sheets import Sheet, Site
from specdex.demo.shops import Offer, Shop
from specdex.demo.traps import FILTER, SORT, calendar_sheet, filtered, sorted_offers, start_of

__all__ = ["shop_site"]

_REVIEWS = 3
_RELATED = 4
_FEATURED = 6
_EXTRAS = 3
_FIRST_SESSION = "/s/7f3a9c21"


def shop_site(shop: Shop) -> Site:
    """The shop as a site of the demo web."""
    traps = shop.settings["traps"]
    listings = [listing for branch in branches(shop) for listing in branch.listings]
    site = Site(
        host=shop.host,
        kind="shop",
        family=shop.settings["family"],
        name=shop.settings["name"],
        language=shop.language,
        robots=shop.settings["robots"],
        sitemap=shop.settings["sitemap"],
        traps=_trap_prefixes(shop, listings),
        lazy=(
            *([partial(_trap_listing, shop, listings)] if {FILTER, SORT} & set(traps) else []),
            *([partial(_calendar, shop)] if "calendar" in traps else []),
        ),
        session="/s/" if "session" in traps else "",
    )
    _add_house_pages(shop, site)
    for department, below in departments(shop).items():
        make = partial(_tree, shop, department, [branch.link for branch in below])
        site.sheets[_url(shop, department.path)] = Sheet("shop/tree.html.j2", make)
    for branch in branches(shop):
        _add_branch(shop, site, branch)
    return site


def _url(shop: Shop, path: str) -> str:
    return f"http://{shop.host}{path}"


def _add_house_pages(shop: Shop, site: Site) -> None:
    site.sheets[site.home] = Sheet("shop/home.html.j2", partial(_home, shop))
    named = [*shop.words["pages"], *_extras(shop)]
    texts = [(f"/{path}", title) for path, title in named]
    texts += [("/basket", shop.word("basket")), ("/login", shop.word("login"))]
    for path, title in texts:
        make = partial(_house_page, shop, title)
        site.sheets[_url(shop, path)] = Sheet("shop/text.html.j2", make)


def _add_branch(shop: Shop, site: Site, branch: Branch) -> None:
    category = branch.category
    site.entry[category] = [_url(shop, branch.link.path)]
    if branch.link.path not in {listing.path for listing in branch.listings}:
        links = [Link(listing.title, listing.path) for listing in branch.listings]
        make = partial(_tree, shop, branch.link, links)
        site.sheets[_url(shop, branch.link.path)] = Sheet("shop/tree.html.j2", make)
    for listing in branch.listings:
        for pager in pagers(shop, listing):
            make = partial(_listing, shop, listing, pager)
            url = _url(shop, pager.path)
            site.sheets[url] = Sheet(f"{site.family}/listing.html.j2", make)
            site.index.setdefault(category, []).append(url)
        for offer in listing.offers:
            make = partial(_product, shop, listing, offer)
            url = _url(shop, offer.path)
            site.sheets[url] = Sheet(f"{site.family}/product.html.j2", make)
            site.products.setdefault(category, []).append(url)


def _trap_prefixes(shop: Shop, listings: list[Listing]) -> tuple[str, ...]:
    traps = shop.settings["traps"]
    found = [
        _url(shop, f"{listing.path}?{trap}=")
        for trap in (FILTER, SORT)
        if trap in traps
        for listing in listings
    ]
    found += [_url(shop, "/events/")] if "calendar" in traps else []
    found += [_url(shop, "/s/")] if "session" in traps else []
    return tuple(found)


def _extras(shop: Shop) -> list[list[str]]:
    """Menu entries that lead to no products."""
    return shop.chance.sample(shop.words["extras"], _EXTRAS, shop.host, "extras")


@cache
def _house(shop: Shop) -> dict[str, Any]:
    """What all pages of the shop have around them."""
    tops = list(departments(shop)) or [branch.link for branch in branches(shop)]
    extras = [Link(text, f"/{path}") for path, text in _extras(shop)]
    traps = shop.settings["traps"]
    return {
        "shop": shop,
        "w": {name: shop.word(name) for name in shop.words},
        "k": shop.settings["skin"],
        "family": shop.settings["family"],
        "layout": f"{shop.settings['family']}/layout.html.j2",
        "menu": tops + extras,
        "footer": [Link(text, f"/{path}") for path, text in shop.words["pages"]],
        "basket": f"{_FIRST_SESSION}/basket" if "session" in traps else "/basket",
        "events": "/events/" + start_of(shop.host) if "calendar" in traps else "",
        "once": partial(_once, {}),
    }


def _once(known: dict[object, str], part: Any, *given: str) -> str:
    """A part of pages that is the same on all of a shop, printed when it is first met."""
    key = part.name, given
    known[key] = known[key] if key in known else part(*given)
    return known[key]


def _frame(shop: Shop, title: str, crumbs: tuple[Link, ...] = ()) -> dict[str, Any]:
    return {**_house(shop), "title": title, "crumbs": crumbs}


def _home(shop: Shop) -> dict[str, Any]:
    every = [offer for offers in shop.offers.values() for offer in offers]
    featured = shop.chance.sample(every, _FEATURED, shop.host, "featured")
    tagline = " ".join(shop.chance.sample(load("prose")["house"][shop.language], 2, shop.host))
    return {**_frame(shop, shop.settings["name"]), "offers": featured, "tagline": tagline}


def _house_page(shop: Shop, title: str) -> dict[str, Any]:
    prose = load("prose")["house"][shop.language]
    paragraphs = shop.chance.sample(prose, 4, shop.host, title)
    return {**_frame(shop, title), "paragraphs": paragraphs}


def _tree(shop: Shop, here: Link, links: list[Link]) -> dict[str, Any]:
    intro = shop.chance.pick(load("prose")["house"][shop.language], shop.host, here.path)
    return {**_frame(shop, here.text, (here,)), "links": links, "intro": intro}


def _listing(
    shop: Shop, listing: Listing, pager: Pager, count: int | None = None, chosen: str = ""
) -> dict[str, Any]:
    return {
        **_frame(shop, listing.title, listing.crumbs),
        "offers": pager.offers,
        "count": len(listing.offers) if count is None else count,
        "pager": pager,
        "path": listing.path,
        "brands": sorted({offer.product.brand for offer in listing.offers}),
        "chosen": chosen,
    }


def _trap_listing(shop: Shop, listings: list[Listing], path: str) -> Sheet | None:
    base, _, query = path.partition("?")
    name, _, value = query.partition("=")
    listing = next((one for one in listings if one.path == base), None)
    if listing is None or name not in shop.settings["traps"] or not value:
        return None
    choose, chosen = (sorted_offers, "") if name == SORT else (filtered, f"{value},")
    offers = choose(listing.offers, value)
    pager = Pager(listing.path, offers[: shop.settings["page_size"]], (), None)
    make = partial(_listing, shop, listing, pager, len(offers), chosen)
    return Sheet(f"{shop.settings['family']}/listing.html.j2", make)


def _calendar(shop: Shop, path: str) -> Sheet | None:
    return calendar_sheet("shop/calendar.html.j2", _frame(shop, shop.word("events")), path)


def _product(shop: Shop, listing: Listing, offer: Offer) -> dict[str, Any]:
    crumbs = (*listing.crumbs, Link(offer.title, offer.path))
    others = [other for other in shop.offers[listing.category] if other != offer]
    related = shop.chance.sample(others, _RELATED, shop.host, offer.sku, "related")
    parts = sections(shop, offer)
    header = identifiers(shop, offer) if shop.settings["ids_in"] == "header" else []
    return {
        **_frame(shop, offer.title, crumbs),
        "offer": offer,
        "product": offer.product,
        "sections": parts,
        "rows": [row for section in parts for row in section.rows],
        "header_ids": header,
        "part": partial(shop.part_of, offer),
        "related": related,
        "compare": lambda: [(other, sections(shop, other)[-1].rows[:3]) for other in related[:2]],
        "microdata": shop.settings["markup"] == "microdata",
        **_prose(shop, offer),
    }


def _prose(shop: Shop, offer: Offer) -> dict[str, Any]:
    prose, chance, path = load("prose"), shop.chance, (shop.host, offer.sku)
    noun = shop.pick(load(offer.product.category)["noun"], *path)
    product = offer.product
    names = {"brand": product.brand, "model": product.model, "noun": str(noun).lower()}
    sentences = chance.sample(prose["description"][shop.language], 3, *path, "description")
    texts = chance.sample(prose["reviews"][shop.language], _REVIEWS, *path, "texts")
    people = chance.sample(prose["reviews"]["names"], _REVIEWS, *path, "people")
    stars = [2 + chance.number(*path, "stars", person) % 4 for person in people]
    return {
        "description": [sentence.format(**names) for sentence in sentences],
        "reviews": list(zip(people, stars, texts, strict=True)),
        "histogram": [(n, chance.number(*path, "histogram", n) % 60) for n in (5, 4, 3, 2, 1)],
    }
