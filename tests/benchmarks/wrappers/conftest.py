"""The pages that the tests of wrappers are made of."""

from tests.wrappers.conftest import page_of, pairs_of, shop

__all__ = ["page_of", "pairs_of", "shop"]
