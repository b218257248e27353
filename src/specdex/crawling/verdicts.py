"""The in-site crawling filter: why a crawl of a site found no specifications."""

from dataclasses import dataclass
from enum import StrEnum

__all__ = ["Barren", "CrawlFacts", "why_barren"]

MOST = 0.5
"""The share of pages without content of their own that makes a site one of scripts."""


class Barren(StrEnum):
    """Why a site is filtered out."""

    BLOCKED = "none of its pages came"
    SCRIPTS = "it shows nothing without JavaScript"
    NO_CATEGORY = "no page of the category was found"
    NO_PRODUCTS = "pages of the category lead to no products"
    NO_SPECIFICATIONS = "its product pages have no specification"


@dataclass(frozen=True, slots=True)
class CrawlFacts:
    """What a crawl of one site came to."""

    came: int = 0
    """Pages that were served."""
    scripted: int = 0
    """Pages looked at that show nothing until their scripts have run, …"""
    looked_at: int = 0
    """… of so many."""
    lists: int = 0
    """Entry and index pages of the category."""
    products: int = 0
    specifications: int | None = None
    """Product pages with a specification; None where nobody has read them yet."""


def why_barren(facts: CrawlFacts) -> Barren | None:
    """Why a crawl found no specifications; None where it found some, or may have.

    >>> print(why_barren(CrawlFacts(came=9)))
    no page of the category was found
    >>> why_barren(CrawlFacts(came=9, lists=2, products=5)) is None
    True
    """
    if not facts.came:
        return Barren.BLOCKED
    if facts.products:
        return Barren.NO_SPECIFICATIONS if facts.specifications == 0 else None
    if facts.looked_at and facts.scripted > MOST * facts.looked_at:
        return Barren.SCRIPTS
    return Barren.NO_PRODUCTS if facts.lists else Barren.NO_CATEGORY
