"""Amounts of money: numbers as decimals, currencies as ISO codes."""

import re
from decimal import Decimal, InvalidOperation

from price_parser import Price

from specdex.extraction.fields.currencies import BY_COUNTRY, BY_LANGUAGE, CODES, SIGNS

__all__ = ["amount", "currency_code", "plain_price"]

MAX_DIGITS = 12
"""An amount with more digits is a number of something else."""
GROUP = 3
"""Digits behind a point that groups thousands."""
CENTS = Decimal("0.01")
_NUMBER = re.compile(r"\d+(?:\.\d+)?")


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
            value = Price.fromstring(text[:80]).amount
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
    for hint in (BY_COUNTRY.get(site.rpartition(".")[2]), BY_LANGUAGE.get(language.lower()[:5])):
        if hint in meant:
            return str(hint)
    short = BY_LANGUAGE.get(language.lower()[:2])
    return short if short in meant else meant[0]
