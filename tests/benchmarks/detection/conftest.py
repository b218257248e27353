"""The pages that the tests of detection are made of."""

from tests.detection.conftest import document, reader

__all__ = ["document", "reader"]
