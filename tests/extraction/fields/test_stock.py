"""What shops say of their stock, by language; ``stock_words.json`` holds what platforms print."""

import json
from pathlib import Path

import pytest

from specdex.extraction.fields.stock import stock_word
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
