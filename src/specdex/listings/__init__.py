"""Which products does a listing page show?

``OffersReader`` is the default; ``light``, ``mdr`` and ``clustvx`` are the published methods beside
it. All take a Document and give a Listing: records with their fields, or a reason for silence.
"""

from collections.abc import Callable

from specdex.listings.clustvx import ClustVxReader
from specdex.listings.found import Listing, ListingReader, Record, Shelf, listing_line
from specdex.listings.light import LightReader
from specdex.listings.mdr import MdrReader
from specdex.listings.offers import OffersReader

__all__ = [
    "DEFAULT_READER",
    "READERS",
    "ClustVxReader",
    "LightReader",
    "Listing",
    "ListingReader",
    "MdrReader",
    "OffersReader",
    "Record",
    "Shelf",
    "listing_line",
]

READERS: dict[str, Callable[[], ListingReader]] = {
    "offers": OffersReader,
    "light": LightReader,
    "mdr": MdrReader,
    "clustvx": ClustVxReader,
}
"""The readers by name."""
DEFAULT_READER = "offers"
