"""Exporters of JSON lines: what ``specdex extract`` prints, schema.org, Zyte's items.

Lines can be read as a stream; what is written for schema.org is one document, a line a product.
"""

import json
import re
from collections.abc import Iterable, Sequence
from typing import IO, Any

import msgspec

from specdex.errors import InputError
from specdex.exporters.cells import cell_of, ids_of, prices, shown
from specdex.exporters.collection import Collection, Layout
from specdex.exporters.tables import Table, position
from specdex.identifiers import gtin
from specdex.lexicon import table
from specdex.money import amount
from specdex.records import Claim, Product, SiteOffer, Specification, extract_line, to_json
from specdex.text import collapse

__all__ = ["JsonLdExporter", "JsonLinesExporter", "ZyteExporter", "zyte_product"]

DIGITS = 4
CURRENCY_CODE, NUMBERS = re.compile(r"[A-Z]{3}"), re.compile(r"\d[\d.,' ]*")
GTIN_TYPES = {8: "gtin8", 12: "upc", 13: "gtin13", 14: "gtin14"}
"""What a GTIN of so many digits is called."""
SCHEMA = "https://schema.org"
ZYTE_LACKS = {"model"}
"""Fields that a Zyte product has no word for: they are properties of it."""
OURS = "urn:specdex:"
"""What our own words begin with in JSON-LD."""
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
        return _write(tables[0].lines(), stream)

    def write_lines(self, name: str, lines: Iterable[dict[str, Any]], stream: IO[Any]) -> int:
        """Write *lines* as they are, whatever their *name*; how many."""
        del name
        return _write(lines, stream)

    def write_products(self, collection: Collection, stream: IO[Any]) -> int:
        """Write all that is known of each product; how many."""
        return _write(map(to_json, collection.products()), stream)


class JsonLdExporter:
    """Writes one document: a ``@graph`` of ``Product``, pairs as ``additionalProperty``.

    What schema.org has no word for is written in words of our own.
    """

    suffixes: tuple[str, ...] = (".jsonld",)
    binary = False

    def write(self, specifications: Iterable[Specification], stream: IO[Any]) -> int:
        """Write all to *stream*; how many."""
        return _document(SCHEMA, map(_schema_product, specifications), stream)

    def write_lines(self, name: str, lines: Iterable[dict[str, Any]], stream: IO[Any]) -> int:
        """Write *lines* as things that are called *name*; how many."""
        return _document({"@vocab": OURS}, ({"@type": name, **line} for line in lines), stream)

    def write_tables(self, tables: Sequence[Table], stream: IO[Any]) -> int:
        """Write the first of *tables*, a thing a row; how many."""
        return self.write_lines(tables[0].name, tables[0].lines(), stream)

    def write_products(self, collection: Collection, stream: IO[Any]) -> int:
        """Write all products; how many."""
        layout = Layout(collection)
        found = (_joined_product(each, layout) for each in collection.products())
        return _document(SCHEMA, found, stream)


class ZyteExporter:
    """Writes JSON lines that ``zyte_common_items.Product.from_dict`` reads."""

    suffixes: tuple[str, ...] = (".zyte.jsonl",)
    binary = False

    def write(self, specifications: Iterable[Specification], stream: IO[Any]) -> int:
        """Write all to *stream*; how many."""
        return _write(map(zyte_product, specifications), stream)

    def write_products(self, collection: Collection, stream: IO[Any]) -> int:
        """Write what was joined, a product a line; how many."""
        layout = Layout(collection)
        return _write((_zyte_joined(each, layout) for each in collection.products()), stream)


def _document(
    context: str | dict[str, str], things: Iterable[dict[str, Any]], stream: IO[Any]
) -> int:
    """Write *things* as the graph of one JSON-LD document; how many."""
    if position(stream):
        raise InputError("a JSON-LD document cannot be appended to: overwrite it with -O")
    written = 0
    stream.write(f'{{"@context": {_json(context)}, "@graph": [')
    for thing in things:
        stream.write(f"{',' * bool(written)}\n{_json(thing)}")
        written += 1
    stream.write("\n]}\n")
    return written


def _write(lines: Iterable[dict[str, Any]], stream: IO[Any]) -> int:
    """Write each of *lines* as JSON, not escaped beyond need; how many."""
    written = 0
    for line in lines:
        stream.write(_json(line) + "\n")
        written += 1
    return written


def _json(thing: Any) -> str:
    """*thing* as JSON; halves of characters, which pages may have, are left to the stream."""
    try:
        return msgspec.json.encode(thing).decode("utf-8")
    except UnicodeEncodeError:
        return json.dumps(thing, ensure_ascii=False)


def _schema_product(specification: Specification) -> dict[str, Any]:
    """*specification* as a schema.org Product; what is not known is left out."""
    fields = _best_fields(specification)
    everything = {
        "@type": "Product",
        "url": specification.url,
        "name": fields.get("name") or specification.title,
        "category": _one(list(filter(None, (specification.category, fields.get("breadcrumbs"))))),
        "brand": _typed("Brand", name=fields.get("brand", "")),
        "sku": fields.get("sku"),
        "mpn": fields.get("mpn"),
        "model": fields.get("model"),
        "gtin": gtin(fields.get("gtin", "")),
        "image": fields.get("image"),
        "description": fields.get("description"),
        "offers": _offer(fields),
        "additionalProperty": [
            _typed(
                "PropertyValue",
                name=pair.name,
                value=pair.value,
                measurementTechnique=pair.reader,
                subjectOf=_place(pair.xpath),
            )
            for pair in specification.pairs
        ],
        "subjectOf": [_place(each.xpath, each.name) for each in specification.fields if each.xpath],
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
        offers=[
            _offer(to_json(each), url=each.url, seller=_typed("Organization", name=each.site))
            for each in offers
        ],
    )


def _one(values: Sequence[str]) -> str | Sequence[str]:
    """The only one of *values*, or all."""
    return values[0] if len(values) == 1 else values


def _place(xpath: str, name: str = "") -> dict[str, Any] | None:
    """The element of the page that says so."""
    return _typed("WebPageElement", name=name, xpath=xpath)


def _offer(fields: dict[str, str], **more: Any) -> dict[str, Any] | None:
    (price, currency, _), state = _money(fields), fields.get("availability", "")
    return _typed(
        "Offer",
        **more,
        price=price,
        priceCurrency=currency,
        availability=f"{SCHEMA}/{state}" if state in AVAILABILITIES else state,
    )


def _typed(kind: str, **values: Any) -> dict[str, Any] | None:
    """A node of *kind* with the *values* that are there; None where none is."""
    known = {name: value for name, value in values.items() if value}
    return {"@type": kind, **known} if known else None


def zyte_product(specification: Specification) -> dict[str, Any]:
    """*specification* as a Zyte product; what is not known is left out."""
    fields = _best_fields(specification)
    price, currency, sign = _money(fields)
    further = [
        *specification.stated,
        *((name, fields[name]) for name in ZYTE_LACKS & fields.keys()),
    ]
    known = {
        "name": fields.get("name") or specification.title,
        "brand": {"name": fields["brand"]} if "brand" in fields else None,
        "sku": fields.get("sku"),
        "mpn": fields.get("mpn"),
        "gtin": _zyte_gtins([fields.get("gtin", "")]),
        "price": price,
        "currency": currency,
        "currencyRaw": sign,
        "availability": fields.get("availability"),
        "mainImage": {"url": fields["image"]} if "image" in fields else None,
        "description": fields.get("description"),
        "breadcrumbs": [
            {"name": step.strip()}
            for step in fields.get("breadcrumbs", "").split(">")
            if step.strip()
        ],
        "additionalProperties": _zyte_properties(further),
    }
    return {
        "url": specification.url,
        **{name: value for name, value in known.items() if value},
        "metadata": {"probability": _probability(specification)},
    }


def _zyte_joined(product: Product, layout: Layout) -> dict[str, Any]:
    """What was joined as a Zyte product, at the lowest price."""
    low, _, currency = prices(product.offers)
    brand = layout.brand(product)
    claims = [(layout.title(each.attribute), each.value) for each in product.claims]
    known = {
        "productId": product.id,
        "name": product.title,
        "brand": {"name": brand} if brand else None,
        **{kind: next(iter(ids_of(product, kind)), None) for kind in ("sku", "mpn")},
        "gtin": _zyte_gtins(ids_of(product, "gtin")),
        "price": f"{low:.2f}" if low is not None else None,
        "currency": currency if low is not None else None,
        "availability": next((each.availability for each in product.offers), None),
        "additionalProperties": _zyte_properties(
            [*claims, *(("model", each) for each in ids_of(product, "model"))]
        ),
    }
    return {
        "url": next(iter(product.urls), ""),
        **{name: value for name, value in known.items() if value},
    }


def _zyte_gtins(codes: Iterable[str]) -> list[dict[str, str]]:
    return [{"type": GTIN_TYPES[len(code)], "value": code} for code in map(gtin, codes) if code]


def _zyte_properties(pairs: Iterable[tuple[str, str]]) -> list[dict[str, str]]:
    return [{"name": name, "value": value} for name, value in pairs if name and value]


def _best_fields(specification: Specification) -> dict[str, str]:
    """The value of each field; the more certain of two, the earlier of equals."""
    best: dict[str, str] = {}
    for field in sorted(specification.fields, key=lambda each: -each.confidence):
        if field.value:
            best.setdefault(field.name, field.value)
    return best


def _money(fields: dict[str, str]) -> tuple[str, str, str]:
    """The price among *fields*, the code of its currency, and that as printed; empty if unknown.

    The price has a point and no thousands.
    """
    price, said = fields.get("price", ""), fields.get("currency", "").strip()
    value = amount(price)
    if value is None:
        return "", "", ""
    printed = "".join(NUMBERS.split(price)).strip()
    code = next((each for each in (said, printed) if CURRENCY_CODE.fullmatch(each)), "")
    return f"{value:f}", code, said or printed


def _probability(specification: Specification) -> float:
    """How sure it is that the page shows a product: its best fragment's or field's confidence."""
    sure = [fragment.confidence for fragment in specification.fragments]
    sure += [field.confidence for field in specification.fields]
    return round(max(sure, default=0.0), DIGITS)
