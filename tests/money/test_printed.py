from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from specdex.money.printed import (
    CODES,
    DOUBTFUL_SIGNS,
    LIST_WORDS,
    SIGNS,
    amount,
    currency_code,
    plain_number,
    plain_price,
)


@pytest.mark.parametrize(
    ("sign", "site", "language", "code"),
    [
        ("€", "shop.example", "", "EUR"),
        ("eur", "shop.example", "", "EUR"),
        ("CDN", "shop.example", "en", "CAD"),
        ("CDN$", "shop.example", "en", "CAD"),
        ("$", "shop.ca", "en", "CAD"),
        ("$", "shop.example", "en-AU", "AUD"),
        ("$", "shop.example", "de", "USD"),
        ("kr", "shop.no", "en", "NOK"),
        ("kr.", "shop.example", "da-DK", "DKK"),
        ("RUR", "shop.example", "", "RUB"),
        ("pieces", "shop.example", "", ""),
    ],
)
def test_a_sign_means_a_currency_where_it_is_printed(sign, site, language, code):
    assert currency_code(sign, site, language) == code


def test_every_sign_means_codes_that_are_known():
    assert {code for codes in SIGNS.values() for code in codes} <= set(CODES)
    assert set(DOUBTFUL_SIGNS) <= set(SIGNS) | {code.lower() for code in CODES}
    assert {word.lower() for word in LIST_WORDS} <= set(SIGNS) | {code.lower() for code in CODES}


@given(st.integers(0, 10**9), st.integers(0, 99))
def test_both_ways_of_grouping_mean_the_same(whole, cents):
    english = f"{whole:,}.{cents:02}"
    german = english.translate(str.maketrans(",.", ".,"))
    assert plain_number(english) == plain_number(german) == f"{whole}.{cents:02}"


@given(st.text("0123456789.,' \u00b2\u0663", max_size=20))
def test_every_number_is_plain(printed):
    assert Decimal(plain_number(printed)) >= 0


@pytest.mark.parametrize("text", ["", "free", "0", "0,00 €", "1" * 13, "-"])
def test_no_amount(text):
    assert amount(text) is None


def test_a_price_leaves_the_house_with_two_decimals():
    assert plain_price(amount("1.299,5 €")) == "1299.50"


ISO_4217 = """
AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD
CDF CHF CLP CNY COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF
GTQ GYD HKD HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK
LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD
OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN
SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VED VES VND VUV WST XAF XCD XCG
XOF XPF YER ZAR ZMW ZWG
"""


@pytest.mark.parametrize("code", ISO_4217.split())
def test_every_currency_of_the_world_is_known(code):
    assert currency_code(code.lower(), "shop.example", "") == code


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1.299,00", "1299.00"),
        ("1 299.00 kr", "1299.00"),
        ("1\u202f299,00\xa0\u20ac", "1299.00"),
        ("1\u2019299.00", "1299.00"),
        ("1299.000", "1299"),
        ("12.500 \u20ab", "12500"),
        ("Rs. 1,29,900", "129900"),
        ("1.299,\u2013", "1299"),
        ("USD1299", "1299"),
        ("$.99", "0.99"),
        ("\u06f1\u066c\u06f2\u06f9\u06f9 \u062a\u0648\u0645\u0627\u0646", "1299"),
    ],
)
def test_an_amount_is_read_as_it_is_printed_anywhere(text, value):
    assert amount(text) == Decimal(value)


def test_what_is_less_than_nothing_is_no_amount():
    assert amount("-5,00 \u20ac") is None
