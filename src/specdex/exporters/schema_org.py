"""JSON-LD with the words of schema.org."""

from collections.abc import Iterable
from typing import IO, Any

from specdex.exporters.fields import best_fields, digits_of, money
from specdex.exporters.jsonl import write_lines
from specdex.records import Pair, Specification

__all__ = ["JsonLdExporter"]


class JsonLdExporter:
    """Writes a ``Product`` document per line, its pairs as ``additionalProperty``.

    Every line is a JSON-LD document of its own, so that a large export can be read as a stream.
    """

    suffixes: tuple[str, ...] = (".jsonld",)
    binary = False

    def write(self, specifications: Iterable[Specification], stream: IO[Any]) -> int:
        """Write all to *stream*; how many."""
        return write_lines(map(product, specifications), stream)


def product(specification: Specification) -> dict[str, Any]:
    """*specification* as a schema.org Product; what is not known is left out."""
    fields = best_fields(specification)
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
        "gtin": digits_of(fields.get("gtin", "")),
        "offers": _offer(fields),
        "additionalProperty": [_property(pair) for pair in specification.pairs],
    }
    return {name: value for name, value in everything.items() if value}


def _property(pair: Pair) -> dict[str, Any] | None:
    return _typed(
        "PropertyValue", name=pair.name, value=pair.value, measurementTechnique=pair.reader
    )


def _offer(fields: dict[str, str]) -> dict[str, Any] | None:
    price = money(fields)
    return _typed("Offer", price=price.amount, priceCurrency=price.currency) if price else None


def _typed(kind: str, **values: str) -> dict[str, Any] | None:
    """A node of *kind* with the *values* that are there; None where none is."""
    known = {name: value for name, value in values.items() if value}
    return {"@type": kind, **known} if known else None
