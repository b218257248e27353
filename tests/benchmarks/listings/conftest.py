"""The pages that the tests of listings are made of."""

from tests.listings.conftest import shop

__all__ = ["shop"]
