import pytest

from specdex.html import parse
from specdex.records import Page


@pytest.fixture
def document():
    """Makes a Document of a little HTML."""

    def make(body, url="http://shop.example/kettles", **fields):
        return parse(Page(url, body.encode() if isinstance(body, str) else body, **fields))

    return make
