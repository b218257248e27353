"""The pages that the tests of entropy are made of."""

from tests.papers.entropy.conftest import shelf

__all__ = ["shelf"]
