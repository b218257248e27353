import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from specdex import plugins
from specdex.html import parse
from specdex.ports import ListingReader
from specdex.records import Page

TAGS = ("div", "ul", "li", "table", "tr", "td", "p", "span", "a", "h2", "article", "section")
WORDS = st.sampled_from(
    ("Kettle", "Lamp 3", "$5.99", "€ 12,50", "12 kr", "Free", "", "New", "(12)", "was $9", "-", "%")
)


POINT = re.compile(r"[.,](?=\d\d(?!\d))")


def stands(price, text):
    """Whether *price* stands in *text*, or does but for the point before cents set apart there."""
    return price in text or any(POINT.sub(gap, price) in text for gap in ("", " "))


@st.composite
def elements(draw, depth=3):
    tag = draw(st.sampled_from(TAGS))
    css = draw(st.sampled_from(("", ' class="card"', ' class="card new"', ' class="price old"')))
    href = (
        draw(st.sampled_from(("", ' href="/p/1"', ' href="/p/2"', ' href="#"')))
        if tag == "a"
        else ""
    )
    picture = draw(
        st.sampled_from(("", '<img src="/1.jpg">', '<img data-src="/2.jpg" alt="Kettle">'))
    )
    inside = "".join(draw(st.lists(elements(depth=depth - 1), max_size=4))) if depth else ""
    copies = draw(st.integers(1, 4))
    return f"<{tag}{css}{href}>{draw(WORDS)}{picture}{inside}</{tag}>" * copies


@st.composite
def documents(draw):
    body = "".join(draw(st.lists(elements(), max_size=5)))
    markup = f"<html><body>{body}</body></html>"
    return parse(Page(url="http://shop.example/c", body=markup.encode()))


@pytest.mark.parametrize("name", plugins.names("listing_readers"))
@settings(max_examples=60, deadline=None)
@given(document=documents())
def test_records_are_disjoint_and_nothing_is_invented(name, document):
    reader = plugins.load("listing_readers", name)()
    assert isinstance(reader, ListingReader)
    listing = reader.read(document)
    assert bool(listing.offers) != bool(listing.reason)
    taken = set()
    written = {value for element in document.nodes.elements for value in element.values()}
    text = " ".join(document.text.split())
    for record in listing.offers:
        for xpath in (record.xpath, *record.rest):
            node = document.find(xpath)
            assert node is not None
            inside = set(range(node, document.end[node]))
            assert not taken & inside
            taken |= inside
        assert record.name in text or record.name in written
        assert stands(record.price, text)
        assert stands(record.old_price, text)
        assert record.rating_count in text
        assert not record.url or record.url in written
        assert not record.image or record.image in written


@pytest.mark.parametrize("name", plugins.names("listing_readers"))
@settings(max_examples=60, deadline=None)
@given(markup=st.text(alphabet="<>/abdiltrv =\"'$5.€\n", max_size=300))
def test_no_page_breaks_a_reader(name, markup):
    listing = plugins.load("listing_readers", name)().read(
        parse(Page(url="", body=markup.encode()))
    )
    assert bool(listing.offers) != bool(listing.reason)


@pytest.mark.parametrize("name", plugins.names("listing_readers"))
def test_a_very_deep_page_breaks_no_reader(name):
    markup = "<div>" * 400 + '<a href="/x"><img src="/y">$5</a>' * 3 + "</div>" * 400
    plugins.load("listing_readers", name)().read(
        parse(Page(url="http://shop.example/", body=markup.encode()))
    )
