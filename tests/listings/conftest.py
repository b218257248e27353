from html import escape

import pytest

from specdex.html import parse
from specdex.records import Page

NOUNS = ("Kettle", "Lamp", "Radio", "Camera", "Tripod", "Speaker", "Monitor", "Keyboard")
MENU = "".join(f'<li><a href="/c/{n}">Department {n}</a></li>' for n in range(8))
FOOT = "".join(f'<li><a href="/about/{n}">About us {n}</a></li>' for n in range(5))


class Shop:
    """Writes listing pages of an imaginary shop."""

    def name(self, n):
        return f"Northwind {NOUNS[n % len(NOUNS)]} model {n + 1}{chr(65 + n % 26)}"

    def card(self, n, *, price=None, image=None, extra="", css="product-card", tag="div"):
        cost = f'<span class="price">${10 + n}.99</span>' if price is None else price
        shown = f'<img src="/img/{n}.jpg" alt="">' if image is None else image
        return (
            f'<{tag} class="{css}"><a class="pic" href="/p/{n}">{shown}</a>'
            f'<h3 class="title"><a href="/p/{n}">{escape(self.name(n))}</a></h3>'
            f"{cost}{extra}</{tag}>"
        )

    def cards(self, count, first=0, **how):
        return "".join(self.card(n, **how) for n in range(first, first + count))

    def page(self, body, *, head="", title="Kitchen"):
        return (
            f"<html><head><title>{title}</title>{head}</head><body>"
            f'<header><nav><ul class="menu">{MENU}</ul></nav></header>'
            f"<main><h1>{title}</h1>{body}</main>"
            f'<footer><ul class="links">{FOOT}</ul></footer></body></html>'
        )

    def document(self, body, *, url="http://shop.example/c/kitchen", **how):
        markup = self.page(body, **how)
        return parse(Page(url=url, body=markup.encode(), id="one", site="shop.example"))


@pytest.fixture(scope="session")
def shop():
    return Shop()


@pytest.fixture(scope="session")
def document_of():
    def parsed(markup, url="http://shop.example/c/kitchen"):
        return parse(Page(url=url, body=markup.encode(), id="one", site="shop.example"))

    return parsed
