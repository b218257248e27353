"""The ground truth of the demo web, for training and measuring."""

from collections.abc import Sequence
from typing import Any

from specdex.demo.data import CATEGORIES
from specdex.demo.others import Neighbours
from specdex.demo.printing import identifiers, sections
from specdex.demo.products import Product, canonical
from specdex.demo.sheets import Site
from specdex.demo.shops import Offer, Shop

__all__ = ["truth"]

_SEEDS = 2
_OF_SITE = ("kind", "family", "language", "home", "entry", "index", "products", "sitemap", "robots")
_OF_PRODUCT = ("category", "brand", "model", "line", "mpn", "gtin")


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
