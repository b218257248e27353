"""Exporters of JSON lines: what ``specdex extract`` prints, schema.org, Zyte's items.

Each line is a document of its own, so that a large export can be read as a stream; schema.org's
products are one document, a line each.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import IO, Any

import msgspec
from price_parser import Price

from specdex.errors import InputError
from specdex.exporters.cells import cell_of, ids_of, prices, shown
from specdex.exporters.collection import Collection, Layout
from specdex.exporters.tables import Table, position
from specdex.identifiers import gtin
from specdex.lexicon import table
from specdex.records import (
    Claim,
    Pair,
    Product,
    SiteOffer,
    Specification,
    extract_line,
    to_json,
)
from specdex.text import collapse

__all__ = ["JsonLdExporter", "JsonLinesExporter", "ZyteExporter", "zyte_product"]

DIGITS = 4
CURRENCY_CODE = re.compile(r"[A-Z]{3}")
GTIN_TYPES = {8: "gtin8", 12: "upc", 13: "gtin13", 14: "gtin14"}
"""What a GTIN of so many digits is called."""
SCHEMA = "https://schema.org"
AVAILABILITIES = frozenset(table("buying.states"))


class JsonLinesExporter:
    """Writes everything that is known about each page, with where it came from."""

    suffixes: tuple[str, ...] = (".jsonl", ".ndjson")
    binary = False

    def write(self, specifications: Iterable[Specification], stream: IO[Any]) -> int:
        """Write all to *stream*; how many."""
        return _write(map(extract_line, specifications), stream)

    def write_tables(self, tables: Sequence[Table], stream: IO[Any]) -> int:
        """Write the first of *tables*, an object a row; how many."""
        columns = tables[0].columns
        return _write((dict(zip(columns, row, strict=True)) for row in tables[0].rows()), stream)

    def write_products(self, collection: Collection, stream: IO[Any]) -> int:
        """Write all that is known of each product; how many."""
        return _write(map(to_json, collection.products()), stream)


class JsonLdExporter:
    """Writes a ``Product`` document per line, its pairs as ``additionalProperty``.

    Products that were joined are one document: a ``@graph`` of them.
    """

    suffixes: tuple[str, ...] = (".jsonld",)
    binary = False

    def write(self, specifications: Iterable[Specification], stream: IO[Any]) -> int:
        """Write all to *stream*; how many."""
        return _write(map(_schema_product, specifications), stream)

    def write_products(self, collection: Collection, stream: IO[Any]) -> int:
        """Write all products as one document; how many."""
        if position(stream):
            raise InputError("a JSON-LD document cannot be appended to: overwrite it with -O")
        layout = Layout(collection)
        written = 0
        stream.write(f'{{"@context": "{SCHEMA}", "@graph": [')
        for product in collection.products():
            line = msgspec.json.encode(_joined_product(product, layout)).decode("utf-8")
            stream.write(f"{',' * bool(written)}\n{line}")
            written += 1
        stream.write("\n]}\n")
        return written


class ZyteExporter:
    """Writes JSON lines that ``zyte_common_items.Product.from_dict`` reads."""

    suffixes: tuple[str, ...] = (".zyte.jsonl",)
    binary = False

    def write(self, specifications: Iterable[Specification], stream: IO[Any]) -> int:
        """Write all to *stream*; how many."""
        return _write(map(zyte_product, specifications), stream)


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
        "category": specification.category or fields.get("breadcrumbs"),
        "brand": _typed("Brand", name=fields.get("brand", "")),
        "sku": fields.get("sku"),
        "mpn": fields.get("mpn"),
        "model": fields.get("model"),
        "gtin": gtin(fields.get("gtin", "")),
        "image": fields.get("image"),
        "description": fields.get("description"),
        "offers": _offer(fields),
        "additionalProperty": [_property(pair) for pair in specification.pairs],
    }
    return {name: value for name, value in everything.items() if value}


def _joined_product(product: Product, layout: Layout) -> dict[str, Any]:
    """*product* as a schema.org Product; what is not known is left out."""
    gtins = [code for code in map(gtin, ids_of(product, "gtin")) if code]
    everything = {
        "@type": "Product",
        "productID": product.id,
        "name": product.title,
        "category": product.category,
        "brand": _typed("Brand", name=layout.brand(product)),
        "gtin": _one(gtins),
        "mpn": _one(ids_of(product, "mpn")),
        "sku": _one(ids_of(product, "sku")),
        "model": _one(ids_of(product, "model")),
        "url": _one(product.urls),
        "isVariantOf": _typed("ProductGroup", productGroupID=product.model),
        "offers": _joined_offers(product.offers),
        "additionalProperty": [_believed(claim, layout) for claim in product.claims],
    }
    return {name: value for name, value in everything.items() if value}


def _believed(claim: Claim, layout: Layout) -> dict[str, Any] | None:
    """A claim as a schema.org property, with the pages that print it."""
    unit = layout.unit(claim)
    return _typed(
        "PropertyValue",
        name=layout.title(claim.attribute),
        value=cell_of(claim, unit),
        unitText=shown(unit),
        description=collapse(claim.value),
        subjectOf=_one(claim.urls),
    )


def _joined_offers(offers: Sequence[SiteOffer]) -> dict[str, Any] | None:
    """What all shops ask, and each of them."""
    if not offers:
        return None
    low, high, currency = prices(offers)
    return _typed(
        "AggregateOffer",
        lowPrice=low,
        highPrice=high,
        priceCurrency=currency,
        offerCount=len(offers),
        offers=[_site_offer(each) for each in offers],
    )


def _site_offer(offer: SiteOffer) -> dict[str, Any] | None:
    price = _money({"price": offer.price, "currency": offer.currency})
    return _typed(
        "Offer",
        url=offer.url,
        seller=_typed("Organization", name=offer.site),
        price=price.amount if price else "",
        priceCurrency=price.currency if price else "",
        availability=_state(offer.availability),
    )


def _one(values: Sequence[str]) -> str | Sequence[str]:
    """The only one of *values*, or all."""
    return values[0] if len(values) == 1 else values


def _property(pair: Pair) -> dict[str, Any] | None:
    return _typed(
        "PropertyValue", name=pair.name, value=pair.value, measurementTechnique=pair.reader
    )


def _offer(fields: dict[str, str]) -> dict[str, Any] | None:
    price = _money(fields)
    return _typed(
        "Offer",
        price=price.amount if price else "",
        priceCurrency=price.currency if price else "",
        availability=_state(fields.get("availability", "")),
    )


def _state(availability: str) -> str:
    """schema.org's address of a state, where it has one."""
    return f"{SCHEMA}/{availability}" if availability in AVAILABILITIES else availability


def _typed(kind: str, **values: Any) -> dict[str, Any] | None:
    """A node of *kind* with the *values* that are there; None where none is."""
    known = {name: value for name, value in values.items() if value}
    return {"@type": kind, **known} if known else None


def zyte_product(specification: Specification) -> dict[str, Any]:
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
        "availability": fields.get("availability"),
        "mainImage": {"url": fields["image"]} if "image" in fields else None,
        "description": fields.get("description"),
        "breadcrumbs": [
            {"name": step.strip()}
            for step in fields.get("breadcrumbs", "").split(">")
            if step.strip()
        ],
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
