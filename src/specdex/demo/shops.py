"""The shops of the demo web: who they are, what they sell and under which URLs."""

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from specdex.demo.data import Chance, load
from specdex.demo.products import Product

__all__ = ["Offer", "Shop", "money", "shops", "slug"]

_CURRENCY_SIGNS = {"USD": "${}", "GBP": "£{}", "EUR": "{} €"}
_FASHION = 0.45
"""How far a product's popularity, rather than the shop's own taste, decides what is sold."""


@dataclass(frozen=True, slots=True, eq=False)
class Offer:
    """One product as one shop sells it."""

    product: Product
    sku: str
    title: str
    path: str
    amount: str
    """The price as a plain number."""
    price: str
    """The price as printed."""
    image: str


@dataclass(frozen=True, eq=False)
class Shop:
    """One shop: its settings from the data file, and its offers by category."""

    host: str
    settings: Mapping[str, Any]
    words: Mapping[str, Any]
    chance: Chance
    offers: Mapping[str, tuple[Offer, ...]]

    @property
    def home(self) -> str:
        """The URL of the home page."""
        return f"http://{self.host}/"

    @property
    def language(self) -> str:
        """The language of all pages."""
        return str(self.settings["language"])

    def pick(self, words: Mapping[str, list[Any]], *path: object) -> Any:
        """The shop's own choice among words of its language, always the same one."""
        return self.chance.pick(words[self.language], self.host, *path)

    def word(self, name: str) -> Any:
        """The shop's wording of a piece of page furniture."""
        options = self.words[name]
        return self.chance.pick(options, self.host, name) if isinstance(options, list) else options

    def translate(self, text: str) -> str:
        """A value's text in the shop's language; as it is when there is no other word for it."""
        return str(load("words")["values"].get(self.language, {}).get(text, text))

    def part_of(self, offer: "Offer", factor: float) -> str:
        """So much of the offer's price, as printed."""
        return money(float(offer.amount) * factor, self.settings["currency"], self.language)

    def menu_word(self, category: str) -> str:
        """What the menu calls the category."""
        return str(self.pick(load(category)["menu"], "menu", category))


def slug(text: str) -> str:
    """The text as it looks in a URL.

    >>> slug("Écrans PC & more")
    'ecrans-pc-more'
    """
    plain = unicodedata.normalize("NFKD", text.replace("ß", "ss")).encode("ascii", "ignore")
    return re.sub(r"[^a-z0-9]+", "-", plain.decode().lower()).strip("-")


def money(amount: float, currency: str, language: str) -> str:
    """The amount as shops of that language print it.

    >>> money(1299, "EUR", "de"), money(499.9, "USD", "en")
    ('1.299,00 €', '$499.90')
    """
    text = f"{amount:,.2f}"
    if language != "en":
        text = text.translate(str.maketrans(",.", ".,"))
    return _CURRENCY_SIGNS[currency].format(text)


def shops(chance: Chance, products: Mapping[str, Product]) -> list[Shop]:
    """All shops, in the order of the data file."""
    tables = load("shops")
    found = []
    for host, table in tables.items():
        if host == "defaults":
            continue
        settings = {**tables["defaults"], **table}
        words = load("words")["furniture"][settings["language"]]
        bare = Shop(host, settings, words, chance, {})
        offers = {
            category: tuple(_offers(bare, category, count, products))
            for category, count in settings["categories"].items()
        }
        found.append(Shop(host, settings, words, chance, offers))
    return found


def _offers(shop: Shop, category: str, count: int, products: Mapping[str, Product]) -> list[Offer]:
    mine = [product for product in products.values() if product.category == category]

    def wish(product: Product) -> float:
        taste = shop.chance.share(shop.host, "taste", product.id)
        return _FASHION * product.popularity + (1 - _FASHION) * taste

    chosen = sorted(mine, key=wish, reverse=True)[:count]
    return [_offer(shop, product) for product in chosen]


def _offer(shop: Shop, product: Product) -> Offer:
    settings, chance = shop.settings, shop.chance
    number = chance.number(shop.host, "sku", product.id) % 900000 + 100000
    prefix = chr(65 + chance.number(shop.host, "sku prefix") % 26)
    shape = chance.pick(("{n}", "{p}{n}", "{p}{n}"), shop.host, "sku shape")
    sku = shape.format(n=number, p=prefix)
    color = shop.translate(str(product.attributes["color"]))
    noun = shop.pick(load(product.category)["noun"], "noun", product.category)
    parts = {"brand": product.brand, "model": product.model, "mpn": product.mpn}
    title = settings["title"].format(noun=noun, color=color, **parts)
    twin = int(product.id[-3:]) % 6 == 5  # noqa: PLR2004 - the variant itself names its colour
    if twin and "{color}" not in settings["title"]:
        title += f" {color}"
    address = slug(title if product.mpn in title else f"{title} {product.mpn}")
    path = settings["product_url"].format(slug=address, sku=sku)
    wobble = 0.94 + 0.12 * chance.share(shop.host, product.id, "price")
    amount = float(round(product.price * settings["factor"] * wobble)) - 0.01
    return Offer(
        product=product,
        sku=sku,
        title=title,
        path=path,
        amount=f"{amount:.2f}",
        price=money(amount, settings["currency"], shop.language),
        image=f"/media/{sku}.png",
    )
