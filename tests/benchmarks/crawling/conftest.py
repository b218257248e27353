"""The pages that the tests of crawling are made of."""

from tests.crawling.conftest import document

__all__ = ["document"]
