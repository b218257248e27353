"""The listing pages that the tests of listings are made of."""

from tests.listings.conftest import document_of, shop

__all__ = ["document_of", "shop"]
