"""What the tests of generated pages need."""

from random import Random

import pytest


@pytest.fixture
def chance():
    return Random(1)
