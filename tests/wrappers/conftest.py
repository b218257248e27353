"""A small shop, written here: products that differ, templates that print them."""

from collections.abc import Callable

import pytest

from specdex.html import Document, parse
from specdex.records import Page

BRANDS = ("Nordlicht", "Abele", "Castor", "Dürer", "Ember")
COLOURS = ("black", "silver", "red", "white")


def product(number: int) -> dict[str, str]:
    return {
        "Brand": BRANDS[number % len(BRANDS)],
        "Model number": f"NL-{1000 + 37 * number}",
        "Weight": f"{310 + 17 * number} g",
        "Optical zoom": f"{3 + number % 4}x",
        "Display size": f'{2 + number % 3}.{number % 10}"',
        "Colour": COLOURS[number % len(COLOURS)],
    }


def table(pairs: dict[str, str]) -> str:
    rows = "".join(f"<tr><td>{name}</td><td>{value}</td></tr>" for name, value in pairs.items())
    return f'<table class="specs">{rows}</table>'


def definitions(pairs: dict[str, str]) -> str:
    rows = "".join(f"<dt>{name}</dt><dd>{value}</dd>" for name, value in pairs.items())
    return f'<section class="facts"><dl>{rows}</dl></section>'


def lines(pairs: dict[str, str]) -> str:
    rows = "".join(f"<li><b>{name}:</b> {value}</li>" for name, value in pairs.items())
    return f'<div id="details"><ul>{rows}</ul></div>'


TEMPLATES = {"table": table, "definitions": definitions, "lines": lines}


def html(number: int, template: str) -> str:
    others = "".join(
        f'<div class="teaser"><a href="/p/{at}">Camera {at}</a>'
        f"<p>Price: {at * 3 + number} EUR</p></div>"
        for at in range(4)
    )
    return f"""<html><head><title>Camera {number} - shop</title></head><body>
    <ul class="menu"><li>Cameras</li><li>Lenses</li><li>Bags</li><li>Sale</li></ul>
    <h1>Camera {number}</h1>
    <div class="buy"><p>Price: {199 + number} EUR</p><p>Shipping: free</p></div>
    {TEMPLATES[template](product(number))}
    <div class="others">{others}</div>
    <form><p>Your email: <input></p><p>Your name: <input></p></form>
    <div id="foot"><p>Phone: 0800 123</p><p>Contact: by mail</p></div></body></html>"""


@pytest.fixture
def shop() -> Callable[..., list[Document]]:
    """``shop(pages, template)``: the parsed pages of the shop."""

    def build(pages: int, template: str = "table", first: int = 0) -> list[Document]:
        return [
            parse(
                Page(
                    url=f"https://shop.example/p/{number}",
                    site="shop.example",
                    category="camera",
                    body=html(number, template).encode(),
                    encoding="utf-8",
                )
            )
            for number in range(first, first + pages)
        ]

    return build


@pytest.fixture
def pairs_of() -> Callable[[int], set[tuple[str, str]]]:
    """``pairs_of(number)``: what the page of a product ought to be read as."""
    return lambda number: set(product(number).items())


@pytest.fixture
def page_of() -> Callable[[str], Document]:
    """``page_of(html)``: a page of our own, parsed."""
    return lambda text: parse(
        Page(
            url="https://shop.example/x", site="shop.example", body=text.encode(), encoding="utf-8"
        )
    )
