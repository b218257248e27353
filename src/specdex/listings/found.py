"""Listings of nothing, with the reason."""

from specdex.html import Document
from specdex.records import Listing

__all__ = ["silence"]


def silence(document: Document, reader: str, reason: str, confidence: float = 0.0) -> Listing:
    """A listing of nothing, with the reason."""
    page = document.page
    return Listing(
        page.url, page.id, page.site, reader=reader, confidence=confidence, reason=reason
    )
