"""The home pages of the synthetic web, and what a crawl of a site would find.

Labels are drawn so that the signs of shops and of other sites are as frequent as on labelled pages
of 131 real shops and 407 other sites: a basket that is named on 60 % of the shops and 4 % of the
others, services on 69 % and 7 %, prices on 89 % and 44 %.
"""

from dataclasses import dataclass

import numpy as np

from benchmarks.discovery.kinds import (
    AGREEMENT,
    CLOSED,
    FOUND,
    FOUND_PAGE,
    KINDS,
    MAX_BLIND,
    SCRIPTED,
    SHOP,
    SPECIFIED,
    UNTOPICAL,
)
from benchmarks.discovery.statistics import CATEGORIES
from benchmarks.discovery.web import Web
from benchmarks.discovery.words import (
    BRANDS,
    CHROME,
    DEPARTMENTS,
    GENERIC_SHELVES,
    LANGUAGES,
    NAMES,
    TALK,
)

__all__ = ["Crawled", "HomeText", "crawled", "home_text"]

SPARSE, MAKER, UNNAMED, FOREIGN_NAMES = 0.07, 0.06, 0.09, 0.1
"""Shops whose links are pictures, makers that sell nowhere, shops that name only a wider shelf, and
shops that keep English names in another language."""
BASKET, SERVICES, PRICES = 0.92, 0.92, 0.95
"""How many shops have them on their home page; icons without words are left out."""
OTHER_BASKET, OTHER_PRICES, STRANGE = 0.05, 0.44, 0.55
"""Other sites that have them (a shop of their own), and shops that link to what others link to."""
LABELS = {"en": 5.1, "other": 4.7}
LABELS_DEVIATION = 0.9
MAX_LABELS = 400
PRODUCT_NAMES = ("Pro", "Series", "Edition", "Kit", "II", "Plus", "Black", "HD", "X", "Bundle")
WORDED, SPARSE_NAMED, SPARSE_PRICED = 0.3, 0.5, 0.3
"""Links to products that name their shelf; pages of pictures that name one, and show a price."""
BESIDE_NAMED, GENERAL, SPOKEN = 0.4, 0.4, 0.5
"""Accessory shops that name the products' shelf; shops of one category with many other shelves;
other sites whose words are of their own language."""
CORRELATED = 0.35
"""How alike the pages of one site are to a crawl: 0 is not at all, 1 all the same."""
OFF_TOPIC = 0.25
"""How many pages of a site that is about something else are taken for the category, relatively."""
_KINDS = {kind.name: kind for kind in (*KINDS, *UNTOPICAL)}


@dataclass(frozen=True, slots=True)
class HomeText:
    """A home page as the filter sees it."""

    labels: tuple[str, ...]
    prices: int


@dataclass(frozen=True, slots=True)
class Crawled:
    """What a crawl of a site for a category brings home."""

    products: int
    """Pages taken for products of the category."""
    read: int
    """Those of them with a specification."""
    agreement: float | None = None
    """How far they say what known shops of the category say, 1 being typical for those; None where
    too few shops are known."""


def _rng(web: Web, site: int, what: int) -> np.random.Generator:
    return np.random.default_rng([web.seed, site, what])


def _some(chance: np.random.Generator, pool: str, most: int) -> list[str]:
    """Up to *most* different labels of *pool*."""
    labels = pool.split("|")
    size = min(len(labels), int(chance.integers(1, max(2, most + 1))))
    return [labels[at] for at in chance.permutation(len(labels))[:size]]


def home_text(web: Web, site: int) -> HomeText:
    """What the home page of *site* says; always the same."""
    chance = _rng(web, site, 1)
    language = tuple(LANGUAGES)[int(web.language[site])]
    kind = web.kinds[site]
    if kind in {SHOP, "bare shop", "accessory shop"}:
        return _shop(web, site, language, chance)
    return _other(web, site, _KINDS[kind].talk, language, chance)


def _named(web: Web, site: int, language: str, chance: np.random.Generator) -> list[str]:
    """The shelves of the categories that *site* is about."""
    if language != "en" and chance.random() < FOREIGN_NAMES:
        language = "en"
    labels: list[str] = []
    unnamed = chance.random() < UNNAMED
    for at in np.flatnonzero(web.topics[site]):
        category = CATEGORIES[at]
        pool = GENERIC_SHELVES[category] if unnamed else NAMES[category][language]
        labels += _some(chance, pool, 4)
    return labels


def _products(chance: np.random.Generator, labels: list[str], most: int) -> list[str]:
    """Links to single products, with or without the shelf's word."""
    brands = BRANDS.split("|")
    found = []
    for _ in range(int(chance.integers(0, most + 1))):
        brand = brands[int(chance.integers(len(brands)))]
        model = f"{chr(65 + int(chance.integers(26)))}{int(chance.integers(10, 9999))}"
        tail = PRODUCT_NAMES[int(chance.integers(len(PRODUCT_NAMES)))]
        word = (
            labels[int(chance.integers(len(labels)))] if labels and chance.random() < WORDED else ""
        )
        found.append(" ".join(filter(None, (brand, model, word, tail))))
    return found


def _shop(web: Web, site: int, language: str, chance: np.random.Generator) -> HomeText:
    shelves = _named(web, site, language, chance)
    house = _some(chance, CHROME["house"][language], 10)
    style = chance.random()
    if style < SPARSE:
        some = shelves[:1] if chance.random() < SPARSE_NAMED else []
        return HomeText(tuple(house[:4] + some), int(chance.random() < SPARSE_PRICED))
    if style < SPARSE + MAKER and web.kinds[site] == SHOP:
        about = _some(chance, TALK["corporate"], 10) + _some(chance, CHROME["service"]["en"], 3)
        return HomeText(tuple(shelves + about + house + _products(chance, shelves, 8)), 0)
    labels = shelves + house
    if web.kinds[site] == "accessory shop":
        name = shelves[0] if shelves else "Products"
        labels = house + [each.format(name) for each in _some(chance, TALK["accessory"], 10)]
        labels += shelves[:1] if chance.random() < BESIDE_NAMED else []
    if chance.random() < BASKET:
        labels += _some(chance, CHROME["basket"][language], 3)
    if chance.random() < SERVICES:
        labels += _some(chance, CHROME["service"][language], 9)
    general = int(web.topics[site].sum()) > 1 or chance.random() < GENERAL
    labels += _some(chance, DEPARTMENTS[language], 30 if general else 4)
    if chance.random() < STRANGE:
        labels += _some(chance, TALK["news"], 2) + _some(
            chance, TALK["review"].replace("{0}", ""), 2
        )
    size = int(np.exp(chance.normal(LABELS["en"], LABELS_DEVIATION)))
    labels += _products(chance, shelves, min(MAX_LABELS, max(0, size - len(labels))))
    prices = int(chance.integers(3, 30)) if chance.random() < PRICES else 0
    return HomeText(tuple(labels), prices)


def _other(web: Web, site: int, talk: str, language: str, chance: np.random.Generator) -> HomeText:
    spoken = language if chance.random() < SPOKEN else "en"
    about = np.flatnonzero(web.topics[site])
    names = [
        name for at in about[:4] for name in _some(chance, NAMES[CATEGORIES[at]][spoken], 2)
    ] or ["Products"]
    labels: list[str] = []
    for each in _some(chance, TALK[talk], 24):
        labels += [each.format(name) for name in names[:3]] if "{0}" in each else [each]
    labels += _some(chance, CHROME["house"][language], 12)
    if talk == "comparator":
        labels += names + _some(chance, DEPARTMENTS[spoken], 30)
    if chance.random() < OTHER_BASKET:
        labels += _some(chance, CHROME["basket"][spoken], 1)
    if chance.random() < OTHER_BASKET:
        labels += _some(chance, CHROME["service"][spoken], 2)
    size = int(np.exp(chance.normal(LABELS["other"], LABELS_DEVIATION)))
    labels += _headlines(chance, names, min(MAX_LABELS, max(0, size - len(labels))))
    prices = int(chance.integers(1, 12)) if chance.random() < OTHER_PRICES else 0
    return HomeText(tuple(labels), prices)


def _headlines(chance: np.random.Generator, names: list[str], count: int) -> list[str]:
    """Longer links of articles and threads, some with the category's name in them."""
    openings = ("Why", "How", "The new", "Our first", "Question about", "What to know about")
    ends = ("this year", "in the test", "for beginners", "explained", "and what comes next", "?")
    found = []
    for product in _products(chance, names, count):
        opening = openings[int(chance.integers(len(openings)))]
        end = ends[int(chance.integers(len(ends)))]
        middle = names[int(chance.integers(len(names)))] if chance.random() < WORDED else product
        found.append(f"{opening} {middle} {end}")
    return found


def crawled(web: Web, site: int, category: str, shops: int = 50, most: int = 100) -> Crawled:
    """What a crawl of at most *most* product pages of *site* finds; always the same.

    What it found is compared with that of so many known *shops*.
    """
    at = CATEGORIES.index(category)
    chance = _rng(web, site, 100 + at)
    pages = int(web.pages[site, at])
    if web.kinds[site] == SHOP and pages:
        unread = chance.random() >= FOUND
        if chance.random() < CLOSED + SCRIPTED:
            return Crawled(0, 0)
        seen = min(pages, most)
        specified = float(chance.beta(*SPECIFIED))
        read = 0 if unread else int(chance.binomial(seen, FOUND_PAGE * specified))
        return Crawled(seen, read, _agreement(chance, shops, "shop"))
    kind = _KINDS.get(web.kinds[site], _KINDS["accessory shop"])  # shops of other categories
    about = 1.0 if web.topics[site, at] else OFF_TOPIC
    products = int(chance.binomial(MAX_BLIND, _of_site(chance, kind.product * about)))
    read = int(chance.binomial(products, _of_site(chance, kind.read)))
    other = "strange" if kind.name == "accessory shop" else "misread"
    return Crawled(products, read, _agreement(chance, shops, other))


def _agreement(chance: np.random.Generator, shops: int, kind: str) -> float | None:
    """How far a site of *kind* says what *shops* known shops say."""
    known = [AGREEMENT[least] for least in AGREEMENT if least <= shops]
    return float(chance.beta(*getattr(known[-1], kind))) / known[-1].typical if known else None


def _of_site(chance: np.random.Generator, mean: float) -> float:
    """The rate of one site's pages, which are alike, where that of all pages is *mean*."""
    spread = (1 - CORRELATED) / CORRELATED
    return float(chance.beta(mean * spread, (1 - mean) * spread))
