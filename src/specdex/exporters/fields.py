"""A product's own fields, one value a name, made ready for formats that have a place for them."""

import re
from dataclasses import dataclass

from price_parser import Price

from specdex.records import Specification

__all__ = ["GTIN_DIGITS", "Money", "best_fields", "digits_of", "money", "probability"]

DIGITS = 4
CURRENCY_CODE = re.compile(r"[A-Z]{3}")
GTIN_DIGITS = {8: "gtin8", 12: "upc", 13: "gtin13", 14: "gtin14"}
"""What a GTIN of so many digits is called."""
NO_DIGIT = re.compile(r"[\s-]+")


@dataclass(frozen=True, slots=True)
class Money:
    """A price as other formats want it."""

    amount: str
    """With a point and without thousands."""
    currency: str
    """The ISO 4217 code; empty where only a sign is known."""
    sign: str
    """The currency as printed."""


def best_fields(specification: Specification) -> dict[str, str]:
    """The value of each field; the more certain of two, the earlier of equals."""
    best: dict[str, str] = {}
    for field in sorted(specification.fields, key=lambda each: -each.confidence):
        if field.value:
            best.setdefault(field.name, field.value)
    return best


def money(fields: dict[str, str]) -> Money | None:
    """The price among *fields*, if it is a number."""
    price = Price.fromstring(fields.get("price"), currency_hint=fields.get("currency"))
    if price.amount is None:
        return None
    said = fields.get("currency", "").strip()
    code = said if CURRENCY_CODE.fullmatch(said) else ""
    printed = price.currency or ""
    if not code and CURRENCY_CODE.fullmatch(printed):
        code = printed
    return Money(f"{price.amount:f}", code, said or printed)


def digits_of(gtin: str) -> str:
    """*gtin* without what people print between its digits; empty where it is none."""
    digits = NO_DIGIT.sub("", gtin)
    return digits if digits.isdecimal() and len(digits) in GTIN_DIGITS else ""


def probability(specification: Specification) -> float:
    """How sure it is that the page shows a product: its best fragment's or field's confidence."""
    sure = [fragment.confidence for fragment in specification.fragments]
    sure += [field.confidence for field in specification.fields]
    return round(max(sure, default=0.0), DIGITS)
