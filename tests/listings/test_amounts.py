import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from specdex.listings.amounts import currency_of, page_amounts
from specdex.money import currency_code


def printed(document):
    return [document.text[each.start : each.stop] for each in page_amounts(document)]


@pytest.mark.parametrize(
    ("left", "price"),
    [
        ("Poster 703", "27,99 €"),
        ("Poster 703", "$27.99"),
        ("Poster 852", "RM140.50"),
        ("4.5", "12,99 €"),
        ("Chair 3", "1.299 kr"),
    ],
)
def test_a_price_ends_no_name_that_it_touches(document_of, left, price):
    document = document_of(f"<p><span>{left}</span><span>{price}</span></p>")
    assert printed(document) == [price]


@pytest.mark.parametrize(
    ("markup", "price"),
    [
        ("<span>$</span><span>12</span><span>.99</span>", "$12.99"),
        ("<span>from 12,99</span><span>€</span>", "12,99€"),
        ("<b>1</b><i>.299 €</i>", "1.299 €"),
    ],
)
def test_a_price_set_in_several_elements_is_one(document_of, markup, price):
    assert printed(document_of(f"<p>{markup}</p>")) == [price]


def test_an_unknown_code_in_a_price_element_is_money(document_of):
    document = document_of('<div class="tile__price">QTZ 45.50</div><div>QTZ</div><div>45</div>')
    assert printed(document) == ["QTZ 45.50"]


def test_a_share_in_a_price_element_is_none(document_of):
    assert printed(document_of('<div class="price-badge">-20%</div>')) == []


def test_a_code_that_repeats_is_money_where_it_is_no_measure(document_of):
    rows = "".join(f"<p>Lamp {n}</p><p>{n}5 XQN</p><p>{n}0 GB</p>" for n in range(1, 5))
    assert printed(document_of(rows)) == ["15 XQN", "25 XQN", "35 XQN", "45 XQN"]


def test_numbers_with_cents_are_money_where_nothing_else_is(document_of):
    rows = "".join(f"<p>Lamp {n}</p><p>{n}5.99</p><p>4.{n}</p>" for n in range(1, 5))
    assert printed(document_of(rows)) == ["15.99", "25.99", "35.99", "45.99"]
    known = "".join(f"<p>{n} €</p>" for n in range(1, 5))
    assert printed(document_of(rows + known)) == ["1 €", "2 €", "3 €", "4 €"]


@given(
    name=st.from_regex(r"[A-Za-z]{3,9} [0-9]{1,4}", fullmatch=True),
    whole=st.integers(1, 9999),
    sign=st.sampled_from(("{} €", "€{}", "${}", "{} zł", "RM{}", "{} kr")),
)
def test_no_digit_of_a_name_is_money(document_of, name, whole, sign):
    assume(not currency_code(name.split()[0], "", ""))  # "PHP 20" is money
    price = sign.format(f"{whole}.99")
    document = document_of(f"<div><b>{name}</b><span>{price}</span></div>")
    assert printed(document) == [price]


def test_the_names_of_models_are_no_money(document_of):
    rows = "".join(f"<p>XT {n}00</p><p>{n}5,99 XQN</p>" for n in range(1, 5))
    assert printed(document_of(rows)) == ["15,99 XQN", "25,99 XQN", "35,99 XQN", "45,99 XQN"]


@pytest.mark.parametrize(
    ("shown", "found"),
    [
        ("<b>$659.30</b> (0.01%) <i>$5.15</i>", []),
        ("<b>$89.83</b> +1.25% <i>$0.45</i>", []),
        ("<b>$89.83</b> (-38%) <i>$129.99</i>", ["$89.83", "$129.99"]),
        ("<b>19,95 €</b> (20.04% gespart)", ["19,95 €"]),
    ],
)
def test_what_stocks_stand_at_is_no_price(document_of, shown, found):
    assert printed(document_of(f"<p>{shown}</p>")) == found


@pytest.mark.parametrize(
    ("markup", "prices"),
    [
        ("<span>Por</span><span>R$ 29,90</span>", ["R$ 29,90"]),
        ("<em>repaired for life</em><span>133,90 kr</span><b>Petit chair</b>", ["133,90 kr"]),
    ],
)
def test_words_that_a_price_touches_are_no_part_of_its_sign(document_of, markup, prices):
    assert printed(document_of(f"<p>{markup}</p>")) == prices


def test_a_sum_of_millions_is_no_price(document_of):
    document = document_of("<p>A hotel for $198 Million</p><p>Lamp $198</p><p>3 Mrd</p><p>5 €</p>")
    assert printed(document) == ["$198", "5 €"]


def test_what_is_money_somewhere_is_a_measure_in_small_letters(document_of):
    ways = "".join(f"<p>Trail</p><p>{n}5.2 km</p>" for n in range(1, 5))
    marks = "".join(f"<p>Lamp</p><p>{n}5.20 KM</p>" for n in range(1, 5))
    assert printed(document_of(ways)) == []
    assert len(printed(document_of(marks))) == 4


@pytest.mark.parametrize(
    ("price", "site", "language", "code"),
    [
        ("C$19.99", "", "", "CAD"),
        ("US $5", "", "", "USD"),
        ("£5", "", "", "GBP"),
        ("from 19,02 €", "", "", "EUR"),
        ("12 zł", "", "", "PLN"),
        ("$5", "shop.example", "en", ""),
        ("$5", "shop.example", "en-AU", "AUD"),
        ("From 5", "", "", ""),
        ("499 kr", "shop.se", "", "SEK"),
        ("499 kr", "shop.example", "nb-NO", "NOK"),
        ("499 kr", "shop.example", "en", ""),
    ],
)
def test_the_currency_is_named_where_the_price_or_the_page_says_it(price, site, language, code):
    assert currency_of(price, site, language) == code
