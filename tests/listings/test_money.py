from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from specdex.listings.money import amounts, currency_of, value_of


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("$19.99", [19.99]),
        ("US $1,299.00", [1299.0]),
        ("1.299,00 €", [1299.0]),
        ("€ 5 € 6", [5.0, 6.0]),
        ("5 € 6 €", [5.0, 6.0]),
        ("was £20 now £15", [20.0, 15.0]),
        ("12 999 руб.", [12999.0]),  # noqa: RUF001 - Cyrillic
        ("1 299 Kč", [1299.0]),
        ("499,-", [499.0]),
        ("¥1,980", [1980.0]),
        ("1,980円", [1980.0]),
        ("Qty 2 $70", [70.0]),
        ("Rs. 1,299", [1299.0]),
        ("CHF 20.50", [20.5]),
    ],
)
def test_amounts_are_read_in_many_spellings(text, values):
    assert [amount.value for amount in amounts(text)] == values


@pytest.mark.parametrize(
    "text", ["", "16:9", "1080p", "5.3 x 4.2 cm", "2024", "4.5 stars (12)", "$"]
)
def test_other_numbers_are_no_amounts(text):
    assert amounts(text) == []


@pytest.mark.parametrize(
    ("price", "code"),
    [
        ("C$19.99", "CAD"),
        ("US $5", "USD"),
        ("£5", "GBP"),
        ("from 19,02 €", "EUR"),
        ("12 zł", "PLN"),
        ("$5", ""),
        ("From 5", ""),
    ],
)
def test_the_currency_is_named_where_the_price_says_it(price, code):
    assert currency_of(price) == code


@pytest.mark.parametrize(
    ("site", "language", "code"),
    [("shop.se", "", "SEK"), ("shop.example", "nb-NO", "NOK"), ("shop.example", "en", "")],
)
def test_crowns_are_those_of_the_page(site, language, code):
    assert currency_of("499 kr", site, language) == code


def test_a_country_on_the_line_above_is_no_part_of_the_amount():
    text = "NEW\n£14.30"
    (amount,) = amounts(text)
    assert text[amount.start : amount.stop] == "£14.30"


@given(st.text(alphabet="0123456789.,' $€£krEUR-\n"))
def test_amounts_stand_in_the_text_in_order_and_apart(text):
    found = amounts(text)
    assert all(0 <= one.start < one.stop <= len(text) for one in found)
    assert all(one.stop <= other.start for one, other in pairwise(found))
    assert all(one.number in text[one.start : one.stop] for one in found)


@given(st.text())
def test_no_text_breaks_the_reading_of_amounts(text):
    assert all(amount.value >= 0 for amount in amounts(text))
    assert isinstance(currency_of(text), str)


@given(st.integers(0, 10**8), st.integers(0, 99))
def test_both_ways_of_grouping_mean_the_same(whole, cents):
    english = f"{whole:,}.{cents:02}"
    german = english.replace(",", " ").replace(".", ",").replace(" ", ".")
    assert value_of(english) == value_of(german)
