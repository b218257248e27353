import pytest

from specdex.html import parse
from specdex.records import Page

ROWS = {
    "Weight": "675 g",
    "Colour": "Black",
    "Height": "98 mm",
    "Sensor type": "CMOS",
    "Shutter": "60 s to 1/4000 s, and bulb",
    "Card slots": "2",
}


def page(body, url="http://shop.example/camera"):
    return parse(Page(url, f"<html><body>{body}</body></html>".encode()))


def rows(template, pairs=None):
    filled = (template.format(name=n, value=v) for n, v in (pairs or ROWS).items())
    return "".join(filled)


@pytest.fixture
def make():
    """A Document from the HTML of a body."""
    return page


@pytest.fixture
def table():
    """A page with a menu, a table of pairs, and other tables around it."""
    return page(
        '<ul class="menu"><li><a href="/a">Weight</a></li><li><a href="/b">675 g</a></li></ul>'
        '<table class="layout"><tr><td>Home</td><td>Cameras</td><td>Offers</td></tr></table>'
        '<table class="spec"><tr><td colspan="2">General</td></tr>'
        + rows('<tr><td class="n">{name}</td><td class="v">{value}</td></tr>')
        + "</table><p>Colour may vary. Black is out of stock.</p>"
    )


@pytest.fixture
def pairs():
    """The pairs that the pages of this folder print."""
    return dict(ROWS)


@pytest.fixture
def print_rows():
    """The pairs printed with a template."""
    return rows
