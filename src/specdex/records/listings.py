"""What a listing page shows: offers, and the shelves they stand on."""

from dataclasses import dataclass

from specdex.records.pages import Failure

__all__ = ["Listing", "Offer", "Shelf"]


@dataclass(frozen=True, slots=True)
class Offer:
    """One product record on a listing page, with all that it shows, as printed."""

    xpath: str
    name: str = ""
    url: str = ""
    """Where the product's own page is, as written in the link: perhaps relative to the page."""
    price: str = ""
    image: str = ""
    currency: str = ""
    """The ISO code, where the price says it."""
    old_price: str = ""
    """The price before, as printed."""
    rating_count: str = ""
    """How many people rated the product."""
    rest: tuple[str, ...] = ()
    """XPaths of the further siblings that belong to the record."""


@dataclass(frozen=True, slots=True)
class Shelf:
    """An element that holds offers, and how many."""

    xpath: str
    records: int
    confidence: float = 1.0


@dataclass(frozen=True, slots=True)
class Listing:
    """The offers of a page, or why there are none."""

    url: str
    id: str = ""
    site: str = ""
    offers: tuple[Offer, ...] = ()
    shelves: tuple[Shelf, ...] = ()
    reader: str = ""
    confidence: float = 0.0
    """That the page is a listing."""
    reason: str = ""
    """Why nothing is listed; empty where something is."""
    failures: tuple[Failure, ...] = ()
    """What of the page was left out, if anything was."""
