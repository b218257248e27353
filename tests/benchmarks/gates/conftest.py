"""What needs the labelled data runs when it is there."""

from pathlib import Path

import pytest

SHARED = Path(__file__).parents[4] / "shared"


@pytest.fixture(scope="session")
def data():
    if not (SHARED / "data" / "specs").is_dir():
        pytest.skip("the labelled data is not here")
    return SHARED / "data"


@pytest.fixture(scope="session")
def tools(data):
    return data.parent / "tools"
