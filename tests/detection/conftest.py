import pytest

from specdex.html import parse
from specdex.records import Page

ROWS = [("Brand", "Lumea"), ("Weight", "2.4 kg"), ("Colour", "red"), ("Power", "1800 W")]


@pytest.fixture
def table():
    """The markup of a specification."""
    cells = "".join(f"<tr><th>{name}</th><td>{value}</td></tr>" for name, value in ROWS)
    return f"<table class='specs'>{cells}</table>"


@pytest.fixture
def document():
    """Parses markup."""

    def build(markup):
        return parse(Page("http://shop.example/k200", f"<body>{markup}</body>".encode()))

    return build


@pytest.fixture
def shop_page(document, table):
    """A page of a shop: menu, product, specification, opening hours."""
    menu = "".join(f"<li><a href='/{name}'>{name}</a></li>" for name in ("Home", "Kettles", "Mugs"))
    return document(
        f"<nav><ul>{menu}</ul></nav><h1>Lumea kettle</h1><p>It boils water, and does it well.</p>"
        f"<h2>Specifications</h2>{table}"
        "<footer><p>Monday: 9-17<br>Tuesday: 9-17<br>Sunday: closed</p></footer>"
    )
