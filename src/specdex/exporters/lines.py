"""Exporters of JSON lines: what ``specdex extract`` prints, schema.org, Zyte's items.

Each line is a document of its own, so that a large export can be read as a stream.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import IO, Any

import msgspec
from price_parser import Price

from specdex.identifiers import gtin
from specdex.records import Pair, Specification, extract_line

__all__ = ["JsonLdExporter", "JsonLinesExporter", "ZyteExporter"]

DIGITS = 4
CURRENCY_CODE = re.compile(r"[A-Z]{3}")
GTIN_TYPES = {8: "gtin8", 12: "upc", 13: "gtin13", 14: "gtin14"}
"""What a GTIN of so many digits is called."""


class JsonLinesExporter:
    """Writes everything that is known about each page, with where it came from."""

    suffixes: tuple[str, ...] = (".jsonl", ".ndjson")
    binary = False

    def write(self, specifications: Iterable[Specification], stream: IO[Any]) -> int:
        """Write all to *stream*; how many."""
        return _write(map(extract_line, specifications), stream)


class JsonLdExporter:
    """Writes a ``Product`` document per line, its pairs as ``additionalProperty``."""

    suffixes: tuple[str, ...] = (".jsonld",)
    binary = False

    def write(self, specifications: Iterable[Specification], stream: IO[Any]) -> int:
        """Write all to *stream*; how many."""
        return _write(map(_schema_product, specifications), stream)


class ZyteExporter:
    """Writes JSON lines that ``zyte_common_items.Product.from_dict`` reads."""

    suffixes: tuple[str, ...] = (".zyte.jsonl",)
    binary = False

    def write(self, specifications: Iterable[Specification], stream: IO[Any]) -> int:
        """Write all to *stream*; how many."""
        return _write(map(_zyte_product, specifications), stream)


def _write(lines: Iterable[dict[str, Any]], stream: IO[Any]) -> int:
    """Write each of *lines* as JSON, not escaped beyond need; how many."""
    written = 0
    for line in lines:
        stream.write(msgspec.json.encode(line).decode("utf-8") + "\n")
        written += 1
    return written


def _schema_product(specification: Specification) -> dict[str, Any]:
    """*specification* as a schema.org Product; what is not known is left out."""
    fields = _best_fields(specification)
    everything = {
        "@context": "https://schema.org",
        "@type": "Product",
        "url": specification.url,
        "name": fields.get("name") or specification.title,
        "category": specification.category,
        "brand": _typed("Brand", name=fields.get("brand", "")),
        "sku": fields.get("sku"),
        "mpn": fields.get("mpn"),
        "model": fields.get("model"),
        "gtin": gtin(fields.get("gtin", "")),
        "offers": _offer(fields),
        "additionalProperty": [_property(pair) for pair in specification.pairs],
    }
    return {name: value for name, value in everything.items() if value}


def _property(pair: Pair) -> dict[str, Any] | None:
    return _typed(
        "PropertyValue", name=pair.name, value=pair.value, measurementTechnique=pair.reader
    )


def _offer(fields: dict[str, str]) -> dict[str, Any] | None:
    price = _money(fields)
    return _typed("Offer", price=price.amount, priceCurrency=price.currency) if price else None


def _typed(kind: str, **values: str) -> dict[str, Any] | None:
    """A node of *kind* with the *values* that are there; None where none is."""
    known = {name: value for name, value in values.items() if value}
    return {"@type": kind, **known} if known else None


def _zyte_product(specification: Specification) -> dict[str, Any]:
    """*specification* as a Zyte product; what is not known is left out."""
    fields = _best_fields(specification)
    price = _money(fields)
    digits = gtin(fields.get("gtin", ""))
    known = {
        "name": fields.get("name") or specification.title,
        "brand": {"name": fields["brand"]} if "brand" in fields else None,
        "sku": fields.get("sku"),
        "mpn": fields.get("mpn"),
        "gtin": [{"type": GTIN_TYPES[len(digits)], "value": digits}] if digits else None,
        "price": price.amount if price else None,
        "currency": price.currency if price else None,
        "currencyRaw": price.sign if price else None,
        "additionalProperties": [
            {"name": pair.name, "value": pair.value}
            for pair in specification.pairs
            if pair.name and pair.value
        ],
    }
    return {
        "url": specification.url,
        **{name: value for name, value in known.items() if value},
        "metadata": {"probability": _probability(specification)},
    }


@dataclass(frozen=True, slots=True)
class _Money:
    """A price as other formats want it."""

    amount: str
    """With a point and without thousands."""
    currency: str
    """The ISO 4217 code; empty where only a sign is known."""
    sign: str
    """The currency as printed."""


def _best_fields(specification: Specification) -> dict[str, str]:
    """The value of each field; the more certain of two, the earlier of equals."""
    best: dict[str, str] = {}
    for field in sorted(specification.fields, key=lambda each: -each.confidence):
        if field.value:
            best.setdefault(field.name, field.value)
    return best


def _money(fields: dict[str, str]) -> _Money | None:
    """The price among *fields*, if it is a number."""
    price = Price.fromstring(fields.get("price"), currency_hint=fields.get("currency"))
    if price.amount is None:
        return None
    said = fields.get("currency", "").strip()
    code = said if CURRENCY_CODE.fullmatch(said) else ""
    printed = price.currency or ""
    if not code and CURRENCY_CODE.fullmatch(printed):
        code = printed
    return _Money(f"{price.amount:f}", code, said or printed)


def _probability(specification: Specification) -> float:
    """How sure it is that the page shows a product: its best fragment's or field's confidence."""
    sure = [fragment.confidence for fragment in specification.fragments]
    sure += [field.confidence for field in specification.fields]
    return round(max(sure, default=0.0), DIGITS)
