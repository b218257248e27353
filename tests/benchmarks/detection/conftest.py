"""The pages that the tests of detection are made of."""

from tests.detection.conftest import document

__all__ = ["document"]
