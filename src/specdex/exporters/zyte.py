"""Products in the shape of zyte-common-items, for pipelines that take those."""

from collections.abc import Iterable
from typing import IO, Any

from specdex.exporters.fields import GTIN_DIGITS, best_fields, digits_of, money, probability
from specdex.exporters.jsonl import write_lines
from specdex.records import Specification

__all__ = ["ZyteExporter"]


class ZyteExporter:
    """Writes JSON lines that ``zyte_common_items.Product.from_dict`` reads."""

    suffixes: tuple[str, ...] = (".zyte.jsonl",)
    binary = False

    def write(self, specifications: Iterable[Specification], stream: IO[Any]) -> int:
        """Write all to *stream*; how many."""
        return write_lines(map(product, specifications), stream)


def product(specification: Specification) -> dict[str, Any]:
    """*specification* as a Zyte product; what is not known is left out."""
    fields = best_fields(specification)
    price = money(fields)
    gtin = digits_of(fields.get("gtin", ""))
    known = {
        "name": fields.get("name") or specification.title,
        "brand": {"name": fields["brand"]} if "brand" in fields else None,
        "sku": fields.get("sku"),
        "mpn": fields.get("mpn"),
        "gtin": [{"type": GTIN_DIGITS[len(gtin)], "value": gtin}] if gtin else None,
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
        "metadata": {"probability": probability(specification)},
    }
