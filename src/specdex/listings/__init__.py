"""Which products does a listing page show?

``OffersReader`` is the default; ``light``, ``mdr`` and ``clustvx`` are the published methods beside
it. All take a Document and give a Listing: records with their fields, or a reason for silence.
"""

from specdex.listings.clustvx import ClustVxReader
from specdex.listings.light import LightReader
from specdex.listings.mdr import MdrReader
from specdex.listings.offers import OffersReader

__all__ = ["DEFAULT_READER", "ClustVxReader", "LightReader", "MdrReader", "OffersReader"]

DEFAULT_READER = "offers"
