"""Whatever a page is made of: extract and listings answer, and nothing in them breaks."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from specdex import plugins
from specdex.html import parse
from specdex.pipeline.extract import extraction
from specdex.records import Page

WORDS = [
    *("Weight", "Color: red", "Size \u2013 5 cm", "$12.99", "EUR 1.299,00", "In stock", "SKU 123"),
    *(
        "4.5 GHz",
        "Yes",
        "Brand",
        "ISBN 978-3-16-148410-0",
        "12 MP",
        "\xd7",
        "\ufb03",
        "\u0130",
        "\U0001d7d8",
    ),
    *(
        "\u0663",
        "\uff11\uff12",
        "a" * 300,
        "|",
        ";",
        ":",
        "\u2013",
        "&nbsp;",
        "",
        " ",
        "<br>",
        "<!-- c -->",
    ),
    *(
        "<img alt=r>",
        '<img src=x alt="a b">',
        "<b>Bold</b>",
        "<a href=/p>link</a>",
        "<svg><g></svg>",
    ),
    *("<input value=3>", "<h1>Title", "</table>", "</div>", "<p>", "<span class=price>"),
    *('<script type="application/ld+json">{"@type":"Product","name":"x"}</script>', "<noscript>"),
    *("<div itemscope itemtype='http://schema.org/Product'>", "<i itemprop=price content=1>"),
]
TEXT = st.lists(st.sampled_from(WORDS), min_size=1, max_size=3).map("".join)
SPAN = st.sampled_from(
    ["", " colspan=2", " rowspan=0", " colspan=99999", " rowspan=-1", " colspan=x"]
)
CELL = st.builds("<{}{}>{}".format, st.sampled_from(["td", "th"]), SPAN, TEXT)
ROW = st.lists(CELL, max_size=4).map(lambda cells: f"<tr>{''.join(cells)}")
ROWS = (
    st.lists(ROW, max_size=8).map(lambda rows: f"<table>;{''.join(rows)}</table>")
    | st.lists(st.builds("<dt>{}<dd>{}".format, TEXT, TEXT), max_size=8).map("<dl>{}".format)
    | st.lists(st.builds("<li><b>{}</b>{}".format, TEXT, TEXT), max_size=8).map("<ul>{}".format)
    | st.lists(st.builds("{}: {}<br>".format, TEXT, TEXT), max_size=8).map("".join)
    | st.lists(
        st.builds("<div class=row><span>{}</span><span>{}</span></div>".format, TEXT, TEXT),
        max_size=8,
    ).map("".join)
)
PAGES = st.lists(ROWS | TEXT, max_size=4).map(lambda parts: "".join(parts).encode())


@pytest.fixture(scope="module")
def mapped():
    return extraction()


def page(body):
    return Page("http://shop.example/p", b"<body>" + body, encoding="utf-8")


@settings(max_examples=300, deadline=None)
@given(PAGES)
def test_extract_answers_whatever_stands_on_a_page(mapped, body):
    assert not mapped(page(body)).failures


@settings(max_examples=100, deadline=None)
@given(PAGES)
def test_listings_are_read_whatever_stands_on_a_page(body):
    reader = plugins.load("listing_readers", "offers")()
    reader.read(parse(page(body)))


def test_a_cell_with_nothing_but_an_icon_at_the_end_of_a_page(mapped):
    assert not mapped(page(b"<table>;<tr><td>|<td><img alt=r><td><img alt=a>")).failures
