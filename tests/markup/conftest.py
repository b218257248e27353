from collections.abc import Callable

import pytest

from specdex.html import parse
from specdex.markup import Markup, read_markup
from specdex.records import Page


@pytest.fixture
def markup() -> Callable[..., Markup]:
    def read(html: str) -> Markup:
        page = Page("https://www.laden.example/p/lampe-4711.html", html.encode(), encoding="utf-8")
        return read_markup(parse(page))

    return read
