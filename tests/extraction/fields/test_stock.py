"""What shops say of their stock, by language; ``stock_words.json`` holds what platforms print."""

import json
from pathlib import Path

import pytest

from specdex.extraction.fields.stock_words import stock_word
from specdex.lexicon import languages, phrases

SAID = json.loads((Path(__file__).parent / "stock_words.json").read_text("utf-8"))
PAGE = "<title>Lamp X20 | Laden</title><h1>Lamp X20</h1><p class=price>$12.00</p><p>{}</p>"
FEW_LANGUAGES = 25


@pytest.mark.parametrize("language", SAID)
def test_a_word_for_the_stock_is_understood(language):
    said = {word: state for state, each in SAID[language].items() for word in each}
    assert {word: stock_word(word) for word in said} == said


@pytest.mark.parametrize("language", SAID)
def test_a_line_that_says_nothing_is_left_is_heard_where_no_button_buys(language, values):
    lines = SAID[language]["OutOfStock"]
    assert [
        line for line in lines if values(PAGE.format(line)).get("availability") == "InStock"
    ] == []


def test_every_language_says_that_something_and_that_nothing_is_left():
    there, gone = languages("buying.in_stock"), languages("buying.out_of_stock")
    assert there.keys() == gone.keys()
    assert len(gone) > FEW_LANGUAGES


@pytest.mark.parametrize("entry", ["buying.out_of_stock", "buying.nearly_gone"])
def test_a_negation_wins_over_the_word_inside_it(entry):
    expected = "OutOfStock" if entry == "buying.out_of_stock" else "InStock"
    assert [phrase for phrase in phrases(entry) if stock_word(phrase) != expected] == []


OTHERS = (
    "<h2>You may also like</h2><a href='/1'><img>Lamp X10</a><p>$10.00</p>"
    "<button>Add to cart</button>"
)
"""Another product that can be bought, near the heading."""


def test_a_button_below_a_heading_of_others_does_not_buy_what_is_gone(values):
    assert values(PAGE.format(f"Sold out</p>{OTHERS}"))["availability"] == "OutOfStock"


@pytest.mark.parametrize(
    "line",
    [
        "If an item is out of stock we will refund you",
        "Falls ein Artikel ausverkauft ist, melden wir uns",
        "In stock</p><p>What if it is out of stock?",
    ],
)
def test_what_would_be_if_nothing_were_left_is_no_state(values, line):
    page = PAGE.format(f"{line}</p><button>Add to cart</button><p>")
    assert values(page)["availability"] == "InStock"


def test_a_label_that_is_a_state_itself_only_has_another_one_as_its_value(values):
    page = PAGE.format("In stock</p><p>{}</p>{}<p>")
    assert values(page.format("No", ""))["availability"] == "OutOfStock"
    button = "<button>Add to cart</button>"
    assert values(page.format("Sold out in Bath", button))["availability"] == "InStock"


@pytest.mark.parametrize(
    "note",
    [
        "<p>Image not available</p>",
        "<p>Free returns are not available for this item</p>",
        "<p>Express delivery not available</p>",
        "<p>Not available with other discounts</p>",
        "<div><div>42</div><div>43 Sold out</div></div>",
        "<div><span class='opt'>Oak</span><span class='opt soldout'>Walnut</span></div>",
        "<ul><li><a>M</a></li><li><a class='is-unavailable'>XXL</a></li></ul>",
    ],
)
def test_what_is_not_available_beside_a_price_may_be_something_else(values, note):
    assert values(PAGE.format(f"Made by hand</p>{note}<p>"))["availability"] == "InStock"


@pytest.mark.parametrize(
    "note",
    [
        "<p>Lamp X20 is sold out</p>",
        "<p>X20 sold out</p>",
        "<p>Not available</p>",
        "<div class='box'><i class='icon soldout'></i> Come back in May</div>",
    ],
)
def test_what_is_not_available_may_be_the_product(values, note):
    assert values(PAGE.format(f"Made by hand</p>{note}<p>"))["availability"] == "OutOfStock"


def test_what_the_product_is_called_is_no_other_matter(values):
    page = PAGE.format("Made by hand</p><p>This picture frame is sold out").replace(
        "Lamp X20", "Oak picture frame"
    )
    assert values(page)["availability"] == "OutOfStock"
