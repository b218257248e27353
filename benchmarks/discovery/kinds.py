"""The kinds of sites and hubs of the synthetic web, as data.

What a crawl makes of a page was measured on 760 labelled pages, by detectors that never saw the
page's site; what has no number in the data is an assumption and says so.
"""

from dataclasses import dataclass

__all__ = [
    "AGREEMENT",
    "CLOSED",
    "FOUND",
    "FOUND_PAGE",
    "HUBS",
    "KINDS",
    "MAX_BLIND",
    "SCRIPTED",
    "SHOP",
    "SPECIFIED",
    "UNTOPICAL",
    "Agreement",
    "Hub",
    "Kind",
]

SHOP = "shop"


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of sites that are not shops with specifications of the category."""

    name: str
    per_shop: float
    """How many there are for each shop of a category; of kinds without a topic, in all."""
    ids_mean: float
    """Of the logarithm of the number of product ids that such a site mentions."""
    popularity: float
    """What is added to the logarithm of its popularity."""
    product: float
    """How often one of its pages is taken for a product of the category."""
    read: float
    """How often such a page is taken to have a specification."""
    talk: str
    """Which words its home page is made of; empty for those of a shop."""


KINDS = (
    # a shop of the category without specifications: 3 of 40 labelled pages were misread
    Kind("bare shop", 0.6, 2.8, -0.3, 0.95, 0.075, ""),
    # sells what belongs to the products: of another category, but with specifications (0.65 of
    # labelled product pages have one); that pages are taken for the category is an assumption
    Kind("accessory shop", 0.4, 2.8, -0.3, 0.04, 0.65, "accessory"),
    # offers in tables: as pages that list products
    Kind("comparator", 0.12, 5.0, 0.8, 0.375, 0.133, "comparator"),
    # twice what was measured on articles, as reviews have tables of facts
    Kind("review", 0.4, 3.2, 0.3, 0.3, 0.13, "review"),
    Kind("forum", 0.5, 3.0, 0.2, 0.152, 0.03, "forum"),
    Kind("news", 1.5, 1.0, 0.3, 0.243, 0.067, "news"),
    Kind("manual", 0.25, 4.3, 0.0, 0.129, 0.25, "manual"),
    Kind("coupon", 0.4, 2.6, 0.2, 0.375, 0.133, "coupon"),
    Kind("market", 0.1, 4.5, 1.0, 0.375, 0.133, "market"),
    Kind("corporate", 0.6, 0.7, 0.3, 0.167, 0.143, "corporate"),
)
"""Kinds of sites that speak of a category's products."""
UNTOPICAL = (
    Kind("popular", 500, 3.5, 2.5, 0.106, 0.02, "popular"),
    Kind("junk", 6000, 1.0, -1.0, 0.106, 0.05, "junk"),
    Kind("elsewhere", 4000, 0.0, 0.0, 0.167, 0.143, "corporate"),
)
"""Kinds that speak of everything, or of nothing here."""

FOUND = 0.97
"""The share of the shops with specifications whose template the detector reads: 64 of 66 labelled
sites of 2021 and 2025, each by a model that never saw it."""
FOUND_PAGE = 0.977
"""The share of the product pages of such a shop that are read: 125 of 128."""
SPECIFIED = (3.0, 1.0)
"""Of the share of such a shop's product pages that print one: a beta distribution of mean 0.75 (110
of 161 labelled product pages do, those of shops that never do included)."""


@dataclass(frozen=True, slots=True)
class Agreement:
    """How much of the names and values on a site so many known shops use: beta distributions."""

    typical: float
    """The mean of shops of the category, …"""
    shop: tuple[float, float]
    """… and what they are drawn from."""
    strange: tuple[float, float]
    """Shops of two neighbouring categories."""
    misread: tuple[float, float]
    """What is taken for a specification and is none."""


AGREEMENT = {
    20: Agreement(0.41, (2.18, 3.16), (2.18, 8.64), (0.39, 5.13)),
    50: Agreement(0.55, (2.62, 2.14), (2.58, 6.52), (0.46, 4.06)),
    100: Agreement(0.62, (2.68, 1.62), (2.70, 5.17), (0.47, 3.44)),
}
"""By the number of known shops: what ``fitting`` finds in DEXTER's collection. What is
misread shares 1.4 times what the best regions of 43 labelled pages without a specification share
with those shops, as these pages are few."""
CLOSED, SCRIPTED = 0.03, 0.03
"""Assumptions: shops that refuse a crawl, and shops whose menus neither a sitemap nor a
browser opens."""
MAX_BLIND = 40
"""Pages that a crawl sees of a site without finding what it looks for."""


@dataclass(frozen=True, slots=True)
class Hub:
    """A kind of pages that link to several sites."""

    name: str
    per_shop: float
    """How many there are for each shop of a category; of hubs without a topic, in all."""
    links_mean: float
    links_deviation: float
    """Of the logarithm of the number of links."""
    shares: tuple[float, float, float, float]
    """Where links go: shops of the topic, other sites of the topic, shops of anything, anywhere."""
    topical: bool = True


HUBS = (
    Hub("dealer list", 0.8, 2.3, 0.6, (0.62, 0.30, 0.04, 0.04)),
    Hub("link list", 1.2, 2.5, 0.8, (0.38, 0.42, 0.08, 0.12)),
    Hub("blog roll", 2.0, 1.6, 0.5, (0.12, 0.50, 0.08, 0.30)),
    Hub("shopping directory", 900, 3.4, 0.8, (0.0, 0.0, 0.60, 0.40), topical=False),
    Hub("coupon page", 900, 3.0, 0.7, (0.0, 0.0, 0.65, 0.35), topical=False),
    Hub("generic hub", 5000, 3.4, 1.0, (0.0, 0.0, 0.08, 0.92), topical=False),
)
