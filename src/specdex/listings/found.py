"""What a reader of listings found on one page."""

from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

from specdex.html import Document
from specdex.records import Offer

__all__ = ["Listing", "ListingReader", "Record", "Shelf", "listing_line", "silence"]


@dataclass(frozen=True, slots=True)
class Record:
    """One product record on a listing page, with all that it shows."""

    xpath: str
    name: str = ""
    url: str = ""
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

    @property
    def offer(self) -> Offer:
        """The record as the rest of the house knows it."""
        return Offer(self.xpath, self.name, self.url, self.price, self.image)


@dataclass(frozen=True, slots=True)
class Shelf:
    """An element that holds records, and how many."""

    xpath: str
    records: int
    confidence: float = 1.0


@dataclass(frozen=True, slots=True)
class Listing:
    """The records of a page, or why there are none."""

    url: str
    id: str = ""
    site: str = ""
    records: tuple[Record, ...] = ()
    shelves: tuple[Shelf, ...] = ()
    reader: str = ""
    confidence: float = 0.0
    """That the page is a listing."""
    reason: str = ""
    """Why nothing is listed; empty where something is."""

    @property
    def offers(self) -> tuple[Offer, ...]:
        """The records as offers."""
        return tuple(record.offer for record in self.records)


@runtime_checkable
class ListingReader(Protocol):
    """Finds the product records of a page."""

    name: str

    def read(self, document: Document) -> Listing:
        """The records of *document*, or why there are none."""
        ...


def silence(document: Document, reader: str, reason: str, confidence: float = 0.0) -> Listing:
    """A listing of nothing, with the reason."""
    page = document.page
    return Listing(
        page.url, page.id, page.site, reader=reader, confidence=confidence, reason=reason
    )


def listing_line(listing: Listing) -> dict[str, Any]:
    """The line that ``specdex listings`` prints; its shape is a contract."""
    return {
        "id": listing.id or listing.url,
        "url": listing.url,
        "site": listing.site or None,
        "records": [_record_line(record) for record in listing.records],
        "regions": [
            {
                "xpath": shelf.xpath,
                "records": shelf.records,
                "confidence": round(shelf.confidence, 4),
            }
            for shelf in listing.shelves
        ],
        "reader": listing.reader,
        "confidence": round(listing.confidence, 4),
        "reason": listing.reason or None,
    }


def _record_line(record: Record) -> dict[str, Any]:
    line: dict[str, Any] = {
        "xpath": record.xpath,
        "name": record.name or None,
        "url": record.url or None,
        "price": record.price or None,
        "image": record.image or None,
    }
    further = {
        "currency": record.currency,
        "old_price": record.old_price,
        "rating_count": record.rating_count,
        "rest": list(record.rest),
    }
    return line | {name: value for name, value in further.items() if value}
