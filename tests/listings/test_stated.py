"""Lists that a page states in JSON-LD or carries in scripts, and shows once these have run."""

import json

import pytest

from specdex.html import parse
from specdex.listings import OffersReader
from specdex.records import Page


def product(number):
    return {
        "@type": "Product",
        "name": f"Walnut lamp {number}",
        "url": f"/p/{number}",
        "image": f"/i/{number}.jpg",
        "offers": {"@type": "Offer", "price": 20 + number, "priceCurrency": "EUR"},
    }


def read(*things):
    script = json.dumps({"@context": "https://schema.org", "@graph": list(things)})
    body = f'<body><div id="app"></div><script type="application/ld+json">{script}</script></body>'
    document = parse(Page(url="https://shop.example/lamps", body=body.encode()))
    return document, OffersReader().read(document)


def listed(*items):
    steps = [{"@type": "ListItem", "position": n, "item": each} for n, each in enumerate(items)]
    return {"@type": "ItemList", "itemListElement": steps}


@pytest.mark.parametrize("whole", [False, True])
def test_a_stated_list_is_read_with_the_place_of_each_record(whole):
    stated = listed(*map(product, range(5)))
    page = {"@type": "CollectionPage", "mainEntity": stated} if whole else stated
    document, listing = read(page)
    assert [offer.name for offer in listing.offers] == [f"Walnut lamp {n}" for n in range(5)]
    assert [offer.url for offer in listing.offers] == [f"/p/{n}" for n in range(5)]
    assert [offer.price for offer in listing.offers] == [str(20 + n) for n in range(5)]
    script = document.select(listing.offers[0].xpath)
    assert script is not None
    assert script.tag == "script"
    assert "#$" in listing.offers[0].xpath
    assert "itemListElement[0]" in listing.offers[0].xpath


def test_a_product_that_lists_others_is_no_list():
    _, listing = read(product(9), listed(*map(product, range(5))))
    assert not listing.offers
    assert listing.reason


def test_articles_are_no_products():
    articles = [{**product(n), "@type": "BlogPosting"} for n in range(5)]
    assert not read(listed(*articles))[1].offers


def carried(number):
    return {
        "id": number,
        "title": f"Walnut lamp {number}",
        "slug": f"walnut-lamp-{number}",
        "price": {"value": 20 + number, "currency": "EUR"},
    }


MENU = [{"name": f"Class {n}", "url": f"/c/{n}", "image": f"/c/{n}.png"} for n in range(9)]
LAMPS = {"menu": MENU, "category": {"name": "Lamps", "hits": [carried(n) for n in range(5)]}}


def read_state(state, shown="", title="Lamps"):
    script = f"window.__STATE__ = {json.dumps(state)};"
    page = (
        f"<html><head><title>{title}</title></head><body><div id=app>{shown}</div>"
        f"<script>{script}</script></body></html>"
    )
    document = parse(Page(url="https://shop.example/lamps", body=page.encode()))
    return document, OffersReader().read(document)


def test_a_list_that_the_scripts_of_a_shell_carry_is_read_with_its_place():
    document, listing = read_state(LAMPS)
    assert [offer.name for offer in listing.offers] == [f"Walnut lamp {n}" for n in range(5)]
    assert [offer.price for offer in listing.offers] == [str(20 + n) for n in range(5)]
    assert listing.offers[2].xpath == "/html/body/script#$.category.hits[2]"
    assert document.select(listing.offers[2].xpath).tag == "script"
    assert listing.shelves[0].xpath == "/html/body/script#$.category.hits"


@pytest.mark.parametrize(
    ("state", "shown", "title"),
    [
        (
            {"product": {**carried(7), "related": [carried(n) for n in range(5)]}},
            "",
            "Walnut lamp 7",
        ),
        (LAMPS, "<p>A lamp lights a room. </p>" * 100, "Lamps"),
        ({"menu": MENU}, "", "Lamps"),
    ],
    ids=("one product", "no shell", "no prices"),
)
def test_what_scripts_carry_is_no_list_where(state, shown, title):
    _, listing = read_state(state, shown, title)
    assert not listing.offers
    assert listing.reason
