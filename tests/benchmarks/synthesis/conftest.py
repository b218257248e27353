"""The pages that the tests of synthesis are made of."""

from tests.synthesis.conftest import books, fancy, plain

__all__ = ["books", "fancy", "plain"]
