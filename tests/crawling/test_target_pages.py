import pytest

from specdex.crawling import Category
from specdex.crawling.target_pages import (
    breadcrumbs,
    heading,
    mentions,
    of_category,
    product_score,
    signals,
)

PRODUCT = """<title>Borea K100 | Shop</title><h1>Borea K100</h1><p>$ 29.00</p>
<button>Add to cart</button>
<table><tr><th>Volume</th><td>1.7 l</td></tr><tr><th>Power</th><td>2200 W</td></tr>
<tr><th>Colour</th><td>Red</td></tr><tr><th>Weight</th><td>1 kg</td></tr></table>"""
LIST = """<h1>Kettles</h1>""" + "".join(
    f"<div><a href='/p/{n}'>Borea K{n}</a> $ {n}9.00 <button>Add to cart</button></div>"
    for n in range(8)
)
KETTLE = Category.of("kettle")


def test_a_product_page_is_told_from_a_list(document):
    assert product_score(signals(document(PRODUCT))) > 0.8
    assert product_score(signals(document(LIST), offers=8)) == 0.0


@pytest.mark.parametrize(
    "rows",
    [
        "<dl>" + "<dt>Name</dt><dd>Value</dd>" * 4 + "</dl>",
        "<ul>" + "<li>Power: 2200 W</li>" * 4 + "</ul>",
        "<table>" + "<tr><td>Power</td><td>2200 W</td></tr>" * 4 + "</table>",
    ],
)
def test_specifications_are_seen_in_any_markup(document, rows):
    assert signals(document(rows))["specification"] == 1.0


def test_structured_data_says_what_a_page_is(document):
    single = '{"@graph": [{"@type": ["Product"]}, {"@type": "Brand"}]}'
    several = '[{"@type": "Product"}, {"@type": "Product"}]'
    scripts = [single, several, '{"@type": "ItemList"}', '{"@type": ']
    bodies = [f'<script type="application/ld+json">{script}</script>' for script in scripts]
    bodies.append('<div itemtype="https://schema.org/Product"></div>')
    found = [signals(document(body)) for body in bodies]
    assert [each["markup"] for each in found] == [1, 0, 0, 0, 1]
    assert [each["list markup"] for each in found] == [0, 0, 1, 0, 0]


def test_a_page_called_like_its_link_is_likely_what_it_named(document):
    assert signals(document(PRODUCT), "Borea K100")["named by its link"] == 1.0
    assert signals(document(PRODUCT), "Details")["named by its link"] == 0.0
    assert signals(document(PRODUCT), "Other Thing Entirely")["named by its link"] == 0.0


@pytest.mark.parametrize(
    "trail",
    [
        '<ol class="breadcrumb"><li><a href="/">Home</a><li><a href="/k">Kettles</a><li>K100</ol>',
        '<nav aria-label="Breadcrumb"><a href="/">Home</a> / <a href="/k">Kettles</a>/K100</nav>',
        '<p><a href="/">Home</a> \u203a <a href="/k">Kettles</a> \u203a Borea K100</p>',
    ],
)
def test_a_trail_is_read_marked_or_not(document, trail):
    crumbs = breadcrumbs(document(trail + PRODUCT))
    assert [crumb.text for crumb in crumbs][:2] == ["Home", "Kettles"]
    assert crumbs[1].url == "http://shop.example/k"
    assert crumbs[-1].text.endswith("K100")


def test_a_menu_is_no_trail(document):
    menu = '<div><a href="/">Home</a> <a href="/k">Kettles</a> <a href="/t">Toasters</a></div>'
    assert breadcrumbs(document(menu + PRODUCT)) == []


def test_a_product_is_of_the_category_its_trail_or_heading_names(document):
    trail = (
        '<ol class="breadcrumb"><li><a href="/">Home</a><li><a href="/k">Kettles</a><li>Borea</ol>'
    )
    assert of_category(document(trail + PRODUCT), KETTLE) == 1.0
    assert of_category(document("<h1>Borea Kettle K100</h1>"), KETTLE) == 0.7
    assert of_category(document(PRODUCT), KETTLE) == 0.0


def test_the_shop_in_a_title_does_not_count(document):
    assert (
        heading(document("<title>Borea Kettle K100 | Filter World</title>")) == "Borea Kettle K100"
    )


def test_a_sentence_may_mention_the_category_but_a_link_does_not_count(document):
    assert mentions(document("<p>This kettle boils fast.</p>"), KETTLE)
    assert not mentions(document('<p><a href="/"><b>Kettles</b></a></p>'), KETTLE)
