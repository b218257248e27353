"""Options of the whole suite."""

import sys

import pytest
from hypothesis import settings

COUNTED = sys.gettrace() is not None
"""Whether lines are being counted: that takes longer than what is timed, so nobody is hurried."""

# a machine that has other things to do may take its time; a hang is pytest's to end
settings.register_profile("unhurried", deadline=None)
settings.load_profile("unhurried")


def pytest_addoption(parser):
    parser.addoption(
        "--update-golden", action="store_true", help="write what is read now to the golden files"
    )


def pytest_collection_modifyitems(items):
    for item in items if COUNTED else ():
        if item.get_closest_marker("timed"):
            item.add_marker(pytest.mark.skip(reason="lines are being counted"))
