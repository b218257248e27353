"""Money: which currency a sign means where, and how much a printed number is."""

import re
from decimal import Decimal, InvalidOperation
from importlib.resources import files

import msgspec
from price_parser import Price

__all__ = [
    "CODES",
    "DOUBTFUL_SIGNS",
    "LIST_WORDS",
    "SIGNS",
    "SIGN_CHARACTERS",
    "amount",
    "currency_code",
    "plain_number",
    "plain_price",
]

MAX_DIGITS = 12
"""An amount with more digits is a number of something else."""
GROUP = 3
"""Digits behind a point that groups thousands."""
LONGEST = 80
"""Characters among which an amount is looked for."""
CENTS = Decimal("0.01")
_NUMBER = re.compile(r"\d+(?:\.\d+)?")


class _Currencies(msgspec.Struct, frozen=True):
    """The lexicon's currencies; what each table is says the file itself."""

    codes: tuple[str, ...]
    seldom_codes: tuple[str, ...]
    other_codes: dict[str, str]
    signs: dict[str, tuple[str, ...]]
    sign_characters: str
    list_words: tuple[str, ...]
    doubtful_signs: dict[str, tuple[str, ...]]
    countries: dict[str, str]
    languages: dict[str, str]


_FILE = files("specdex.lexicon").joinpath("currencies.json")
_KNOWN = msgspec.json.decode(_FILE.read_bytes(), type=_Currencies)

CODES: dict[str, str] = _KNOWN.other_codes | {
    code: code for code in (*_KNOWN.codes, *_KNOWN.seldom_codes)
}
"""What is written: the code it means today."""
SIGNS = _KNOWN.signs
"""Sign in lower case: the codes it may mean, the likeliest first."""
SIGN_CHARACTERS = frozenset(_KNOWN.sign_characters)
"""Signs that are one character and mean money and nothing else."""
LIST_WORDS = frozenset({*_KNOWN.codes, *_KNOWN.list_words})
"""What is printed beside prices in lists, in its own case."""
DOUBTFUL_SIGNS = _KNOWN.doubtful_signs
"""Signs that are also units or words: the countries and languages where they are money."""


def currency_code(sign: str, site: str, language: str) -> str:
    """The ISO code that *sign* means on a page of *site* in *language*; empty if none.

    >>> currency_code("$", "shop.cl", "es"), currency_code("kr.", "shop.example", "da")
    ('CLP', 'DKK')
    """
    plain = sign.strip().upper()
    if plain in CODES:
        return CODES[plain]
    meant = SIGNS.get(sign.strip().strip(".").lower(), ())
    if len(meant) <= 1:
        return meant[0] if meant else ""
    language = language.lower()
    hints = (
        _KNOWN.countries.get(site.rpartition(".")[2]),
        _KNOWN.languages.get(language[:5]),
        _KNOWN.languages.get(language[:2]),
    )
    return next((hint for hint in hints if hint in meant), meant[0])


def plain_number(printed: str) -> str:
    """A printed number with nothing between its thousands and a point before its decimals.

    A separator before one or two last digits is a point.

    >>> plain_number("1.299,00"), plain_number("24.990"), plain_number("19,5")
    ('1299.00', '24990', '19.5')
    """
    cut = max(printed.rfind("."), printed.rfind(","))
    if cut < 0 or not 1 <= len(printed) - cut - 1 < GROUP:
        return _digits(printed)
    return f"{_digits(printed[:cut])}.{_digits(printed[cut + 1 :])}"


def _digits(text: str) -> str:
    return text if text.isdecimal() else "".join(filter(str.isdecimal, text)) or "0"


def amount(text: str) -> Decimal | None:
    """The first amount in *text*, whatever its separators; None where there is none.

    >>> amount("1.299,00 €"), amount("24.990"), amount("19.5")
    (Decimal('1299.00'), Decimal('24990'), Decimal('19.5'))
    """
    text = text.strip()
    if _NUMBER.fullmatch(text) and len(text.partition(".")[2]) != GROUP:
        value: Decimal | None = Decimal(text)
    else:
        try:
            value = Price.fromstring(text[:LONGEST]).amount
        except (InvalidOperation, ValueError):
            return None
    if value is None or value <= 0 or len(str(int(value))) > MAX_DIGITS:
        return None
    return value


def plain_price(value: Decimal) -> str:
    """*value* as it leaves the house: two decimals, no grouping.

    >>> plain_price(Decimal("1299"))
    '1299.00'
    """
    return str(value.quantize(CENTS))
