"""Product records in the lists of embedded JSON."""

import json

from hypothesis import given, settings
from hypothesis import strategies as st

from specdex.html import parse
from specdex.markup.state_records import state_records
from specdex.records import Page


def records(data, kind="application/json"):
    page = f"<body><h1>Phones</h1><script type='{kind}'>{data}</script></body>"
    return state_records(parse(Page("https://shop.example/phones", page.encode())))


PRODUCTS = [
    {
        "id": number,
        "title": f"Phone {number} black",
        "slug": f"phone-{number}",
        "price": {"value": 100 + number, "currency": "EUR"},
        "images": [{"url": f"/i/{number}.jpg", "alt": "front"}],
        "brand": {"name": "Acme", "logo": "/acme.png"},
    }
    for number in range(4)
]


def test_a_list_of_products_is_found_among_others():
    menu = [{"name": f"Class {number}", "url": f"/c/{number}"} for number in range(5)]
    found = records(json.dumps({"menu": menu, "results": {"hits": PRODUCTS}}))
    assert [(each.name, each.url, each.price, each.image) for each in found] == [
        (f"Phone {n} black", f"phone-{n}", str(100 + n), f"/i/{n}.jpg") for n in range(4)
    ]
    assert found[1].xpath == "/html/body/script#$.results.hits[1]"
    assert {each.shelf for each in found} == {"/html/body/script#$.results.hits"}


def test_records_may_be_wrapped_and_marked_up():
    edges = [{"cursor": "x", "node": each} for each in PRODUCTS]
    assert next(each.name for each in records(json.dumps({"edges": edges}))) == "Phone 0 black"
    items = [
        {
            "@type": "ListItem",
            "item": {
                "@type": "Product",
                "name": f"Phone {n} x",
                "url": f"/p/{n}",
                "offers": {"price": 9},
            },
        }
        for n in range(3)
    ]
    found = records(json.dumps({"itemListElement": items}), "application/ld+json")
    assert [(each.url, each.price) for each in found] == [(f"/p/{n}", "9") for n in range(3)]


def test_lists_of_other_things_are_no_products():
    reviews = [{"title": f"Good {n}", "url": f"/r/{n}", "text": "yes"} for n in range(5)]
    assert records(json.dumps({"reviews": reviews})) == []
    assert records(json.dumps(PRODUCTS[:2])) == []
    assert records("nothing") == []


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=5)
        | st.dictionaries(st.sampled_from(["name", "url", "price", "image", "x"]), inner)
    ),
    max_leaves=40,
)


@given(VALUES)
@settings(max_examples=50)
def test_no_json_makes_it_raise(value):
    for each in records(json.dumps([value, *PRODUCTS]).replace("</", "<\\/")):
        assert each.name
        assert each.xpath.startswith("/html")
