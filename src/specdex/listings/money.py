"""Amounts of money in running text, whatever the language."""

import re
from functools import lru_cache
from typing import NamedTuple

__all__ = ["Amount", "amounts", "currency_of", "value_of"]

SIGNS = "$€£¥￥₽₴₸₹₺₪₫฿₱₦₾₼₩₡₲円元원"
"""Signs that mean money and nothing else."""

CODES: dict[str, str] = {
    **{
        code: code
        for code in (
            *("EUR", "USD", "GBP", "CHF", "JPY", "CNY", "RUB", "UAH", "BYN", "KZT", "PLN", "CZK"),
            *("HUF", "RON", "BGN", "HRK", "RSD", "SEK", "NOK", "DKK", "ISK", "TRY", "ILS", "AED"),
            *("SAR", "QAR", "KWD", "EGP", "MAD", "INR", "PKR", "BDT", "LKR", "IDR", "MYR", "SGD"),
            *("THB", "VND", "PHP", "HKD", "TWD", "KRW", "AUD", "NZD", "CAD", "CDN", "MXN", "BRL"),
            *("ARS", "CLP", "COP", "PEN", "ZAR", "NGN", "KES", "GEL"),
        )
    },
    "CDN": "CAD",
    "Euro": "EUR",
    "kr": "",
    "Kr": "",
    "zł": "PLN",
    "Kč": "CZK",
    "Ft": "HUF",
    "lei": "RON",
    "Lei": "RON",
    "лв": "BGN",
    "руб": "RUB",  # noqa: RUF001 - Cyrillic
    "грн": "UAH",
    "тг": "KZT",
    "Rs": "",
    "Rp": "IDR",
    "RM": "MYR",
    "TL": "TRY",
    "Fr": "CHF",
    "₫": "VND",
    "đ": "VND",
    "บาท": "THB",
}
"""Words that mean money beside a number, and the currency where only one is meant."""

OF_SIGN = {
    "€": "EUR",
    "£": "GBP",
    "₽": "RUB",
    "₴": "UAH",
    "₸": "KZT",
    "₹": "INR",
    "₺": "TRY",
    "₪": "ILS",
    "₫": "VND",
    "฿": "THB",
    "₱": "PHP",
    "₦": "NGN",
    "₾": "GEL",
    "₼": "AZN",
    "₩": "KRW",
    "원": "KRW",
    "円": "JPY",
    "₡": "CRC",
    "₲": "PYG",
}
"""The currency of a sign that only one country uses."""

DOLLARS = {
    "US": "USD",
    "C": "CAD",
    "CA": "CAD",
    "CAD": "CAD",
    "CDN": "CAD",
    "A": "AUD",
    "AU": "AUD",
    "NZ": "NZD",
    "HK": "HKD",
    "NT": "TWD",
    "S": "SGD",
    "R": "BRL",
    "MX": "MXN",
}
"""What stands before a dollar sign, and the currency it makes of it."""

_WORDS = "|".join(sorted(map(re.escape, CODES), key=len, reverse=True))
_SIGN = re.compile(rf"[{SIGNS}]|(?:{_WORDS})")
_COUNTRY = re.compile(r"(?<![A-Za-z])([A-Z]{1,3})[ \xa0]?\Z")
_COUNTRIES = frozenset(DOLLARS) | frozenset(CODES)
_SIGN_CHARACTERS = frozenset(SIGNS)
_PREFIXES = frozenset("$£₹¥￥₱₩₦")
"""Signs that stand before their number."""
_ENDS = frozenset(word[-1] for word in CODES) | _SIGN_CHARACTERS
_STARTS = frozenset(word[0] for word in CODES) | _SIGN_CHARACTERS
_DASHES = frozenset({",-", ":-", ",\u2013", ",\u2014"})
_GAPS = frozenset(" \n\xa0\u202f.:")
_BLANKS = frozenset(" \xa0\u202f")
_DIGITS = r"\d{0,8}(?:[.,' \u2009\u202f\xa0]\d{3}(?!\d))*(?:\s?[.,]\s?\d{1,2}(?!\d))?"
_BEFORE = re.escape("".join(sorted(_ENDS)))
_BEHIND = re.escape("".join(sorted(_STARTS)) + ",:")
_NUMBER = re.compile(
    rf"\d(?<!\d\d)(?:(?<=[{_BEFORE}]\d)|(?<=[{_BEFORE}][\s.:]\d)|(?<=[{_BEFORE}][\s.:][\s.:]\d)"
    rf"|(?={_DIGITS}\s?[{_BEHIND}])){_DIGITS}"
)
"""A number that stands beside a character which may be part of a sign."""
_ANY_NUMBER = re.compile(r"\d[\d.,']*")
MAX_GAP = 2
"""Characters between a sign and the number behind it."""
LONGEST = max(map(len, CODES))
COUNTRY = 5
"""Characters before a sign that may say whose it is."""


class Amount(NamedTuple):
    """An amount as printed: where in the text, and its number."""

    start: int
    stop: int
    number: str

    @property
    def value(self) -> float:
        """How much it is."""
        return value_of(self.number)


def amounts(text: str) -> list[Amount]:
    """The amounts of money in *text*.

    >>> [amount.value for amount in amounts("was 1.299,00 €, now US $ 999")]
    [1299.0, 999.0]
    """
    found: list[Amount] = []
    reached = 0
    for number in _NUMBER.finditer(text):
        first, last = number.span()
        start = -1
        if first and (text[first - 1] in _ENDS or text[first - 1] in _GAPS):
            start = _begin(text, first, reached)
        stop = last if start >= 0 else _finish(text, last)
        if stop > 0:
            found.append(Amount(start if start >= 0 else first, stop, number[0]))
            reached = stop
    return found


def _begin(text: str, place: int, reached: int) -> int:
    """Where the sign before the number at *place* begins; -1 where there is none."""
    last = place - 1
    while last >= reached and place - last <= MAX_GAP and text[last] in _GAPS:
        last -= 1
    if last < reached or text[last] not in _ENDS:
        return -1
    if text[last] in _SIGN_CHARACTERS:
        country = _COUNTRY.search(text, max(reached, last - COUNTRY), last)
        return country.start() if country and country[1] in _COUNTRIES else last
    first = last
    while first > reached and text[first - 1].isalpha() and last - first < LONGEST:
        first -= 1
    return first if text[first : last + 1] in CODES else -1


def _finish(text: str, place: int) -> int:
    """Where the sign behind the number that ends at *place* ends; -1 where there is none."""
    if text[place : place + 2] in _DASHES:
        return place + 2
    if text[place : place + 1] in _BLANKS:
        place += 1
    first = text[place : place + 1]
    if first not in _STARTS:
        return -1
    if first in _SIGN_CHARACTERS:
        next_one = text[place + 1 : place + 3].strip()[:1]
        return -1 if first in _PREFIXES and next_one.isdigit() else place + 1
    stop = place + 1
    while stop < len(text) and text[stop].isalpha() and stop - place <= LONGEST:
        stop += 1
    return stop if text[place:stop] in CODES else -1


def value_of(number: str) -> float:
    """The value of a printed number, whichever way it groups its digits.

    >>> value_of("1 299,50"), value_of("1,299"), value_of("12.9")
    (1299.5, 1299.0, 12.9)
    """
    packed = "".join(number.split()).replace("'", "")
    cut = max(packed.rfind("."), packed.rfind(","))
    if cut >= 0 and len(packed) - cut - 1 in {1, 2}:
        whole = "".join(filter(str.isdigit, packed[:cut]))
        return float(f"{whole or '0'}.{packed[cut + 1 :]}")
    return float("".join(filter(str.isdigit, packed)) or 0)


def currency_of(price: str) -> str:
    """The ISO code of the currency that *price* is printed in; empty where that is open.

    >>> currency_of("C$19.99"), currency_of("24,95 EUR"), currency_of("$5")
    ('CAD', 'EUR', '')
    """
    return _currency(_ANY_NUMBER.sub("0", price))


@lru_cache(maxsize=1024)
def _currency(price: str) -> str:
    for amount in amounts(price):
        printed = price[amount.start : amount.stop]
        sign = _SIGN.search(printed)
        if sign is None:
            return ""
        if sign[0] == "$":
            return DOLLARS.get(printed[: sign.start()].strip(), "")
        return CODES.get(sign[0]) or OF_SIGN.get(sign[0], "")
    return ""
