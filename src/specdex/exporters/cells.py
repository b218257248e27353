"""Values of products as cells: numbers in the unit of their column, prices, ids."""

import re
from collections import Counter
from collections.abc import Collection, Sequence
from math import isfinite

from specdex.money import amount, plain_price
from specdex.quantities import Kind, convert, read, stated
from specdex.quantities.units import UNITS
from specdex.quantities.values import COUNTED
from specdex.records import Claim, Product, SiteOffer
from specdex.text import collapse

__all__ = ["cell_of", "ids_of", "measured", "normal_of", "price_of", "prices", "shown"]

PLACES = 6
MAX_BESIDE = 3
_DIGIT = re.compile(r"\d")
_FRACTION = re.compile(r"\d\s*/\s*\d")
"""Sizes and times that are written so are read so: *1/2.3 inch*, *30-1/4000 s*."""
SPELLINGS = {
    spelling: spellings.split()[0]
    for units in UNITS.values()
    for spellings in units
    for spelling in spellings.split()
}
"""Every spelling of a unit: the first one."""
WRITTEN = {
    each.lower(): each
    for each in (
        *("MP", "B", "kB", "MB", "GB", "TB", "W", "mW", "kW", "V", "mV", "kV", "A", "mA", "mAh"),
        *("Ah", "Wh", "kWh", "Hz", "kHz", "MHz", "GHz", "dB", "°C", "°F"),
    )
} | {"day": "days", "month": "months", "year": "years"}
"""How people write a unit."""


def shown(unit: str) -> str:
    """A unit as people write it.

    >>> shown("grams"), shown("mah")
    ('g', 'mAh')
    """
    first = SPELLINGS.get(unit.casefold(), unit)
    return WRITTEN.get(first, first)


def measured(claim: Claim) -> tuple[float, str] | None:
    """The number that a claim is, and its unit; None where it is none, or a code.

    >>> measured(Claim("Weight", "1,5 Kilos")), measured(Claim("Model", "0815"))
    ((1.5, 'kg'), None)
    """
    quantity = read(claim.value)
    if quantity.kind is not Kind.NUMBER or _FRACTION.search(claim.value):
        return None
    if claim.normal and _says_little(quantity.words):
        try:
            number = float(claim.normal)
        except ValueError:
            return None
        unit = "" if claim.unit in COUNTED else _first(claim.unit)
        return (number, unit) if isfinite(number) else None
    if quantity.words:
        return None
    unit = "" if quantity.unit in COUNTED else _first(quantity.unit)
    return quantity.printed_amounts[0], unit


def _says_little(words: Collection[str]) -> bool:
    """Whether nothing is lost where only the number beside *words* is kept.

    In *Full HD 1080p 60 fps* it would be, in *185 g without battery* it stands in the sources.
    """
    return len(words) <= MAX_BESIDE and not any(_DIGIT.search(word) for word in words)


def _first(unit: str) -> str:
    return SPELLINGS.get(unit.casefold(), unit)


def cell_of(claim: Claim, unit: str = "") -> str | float | int:
    """The value of a claim in *unit*, as a number where it is one; else as it is printed.

    >>> cell_of(Claim("Weight", "1,5 kg"), "g"), cell_of(Claim("WLAN", "✓"))
    (1500, 'yes')
    """
    number = measured(claim)
    if number is not None:
        value = number[0] if number[1] == _first(unit) else convert(*number, unit)
        if value is not None:
            value = round(value, PLACES)
            return int(value) if value.is_integer() else value
    quantity = read(claim.value)
    return quantity.text if quantity.kind is Kind.TRUTH else collapse(claim.value)


def ids_of(product: Product, kind: str) -> list[str]:
    """The ids of one kind that *product* has."""
    return [
        value for each in product.ids for name, _, value in [each.partition(":")] if name == kind
    ]


def prices(offers: Sequence[SiteOffer]) -> tuple[float | None, float | None, str]:
    """The lowest and the highest price in the currency that most offers are in, and that."""
    asked = [(value, each.currency) for each in offers if (value := price_of(each)) is not None]
    if not asked:
        return None, None, ""
    currency = Counter(each for _, each in asked).most_common(1)[0][0]
    own = [value for value, each in asked if each == currency]
    return min(own), max(own), currency


def normal_of(claim: Claim) -> tuple[str, str]:
    """The normal form of a claim's value, and its unit."""
    number = measured(claim)
    if claim.normal or number is None:
        return claim.normal or stated(read(claim.value))[0], claim.unit
    return f"{number[0]:.12g}", number[1]


def price_of(offer: SiteOffer) -> float | None:
    """What is asked, as a number."""
    value = amount(offer.price)
    return None if value is None else float(plain_price(value))
