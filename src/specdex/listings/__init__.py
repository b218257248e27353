"""Which products does a listing page show?

``OffersReader`` is the default; the published methods stand in ``papers``. All take a Document and
give a Listing: records with their fields, or a reason for silence.
"""

from specdex.listings.offers import OffersReader

__all__ = ["OffersReader"]
