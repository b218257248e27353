"""Options of the whole suite."""

import sys

import pytest
from hypothesis import settings


def pytest_addoption(parser):
    parser.addoption(
        "--update-golden", action="store_true", help="write what is read now to the golden files"
    )


def pytest_collection_modifyitems(items):
    """Nobody is hurried while lines are counted: that alone takes longer than what is timed."""
    if sys.gettrace() is not None:
        settings.register_profile("counted", deadline=None)
        settings.load_profile("counted")
        for item in items:
            if item.get_closest_marker("timed"):
                item.add_marker(pytest.mark.skip(reason="lines are being counted"))
