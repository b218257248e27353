"""The fields of a page's main product, from everything the page says of it."""

from collections.abc import Sequence
from dataclasses import dataclass

from specdex.extraction.fields.page_statements import PageStatements
from specdex.extraction.fields.statements import Statement
from specdex.html import Document
from specdex.identifiers import gtin_kind
from specdex.labels import without_marks
from specdex.records import Field, Pair

__all__ = ["FIELDS", "FieldReader"]

FIELDS = (
    "name",
    "brand",
    "price",
    "currency",
    "availability",
    "sku",
    "mpn",
    "gtin",
    "gtin_kind",
    "model",
    "image",
    "breadcrumbs",
    "description",
)
"""What is read, in the order it is given."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldReader:
    """Reads name, brand, price, sku … of the main product. Picklable, never raises."""

    threshold: float = 0.4
    """Fields believed less than this stay missing."""

    def read(
        self, document: Document, specification_pairs: Sequence[Pair] = ()
    ) -> tuple[Field, ...]:
        """The fields of *document*'s main product that are believed, in the order of FIELDS."""
        if not len(document):
            return ()
        page = PageStatements(document, specification_pairs)
        price = page.price()
        if not page.is_product(price) and page.listen_to_state():
            price = page.price()
        if not page.is_product(price):
            return ()
        brand = page.brand()
        gtin = page.number("gtin")
        statements = (
            page.name(),
            brand,
            price,
            page.currency(price),
            page.availability(price),
            page.sku(),
            page.number("mpn"),
            gtin,
            _kind_of(gtin),
            page.number("model"),
            page.plain("image"),
            page.path(),
            page.description(),
        )
        paths: dict[int, str] = {}
        return tuple(
            _field(document, statement, paths)
            for statement in statements
            if statement is not None and statement.confidence >= self.threshold
        )


def _kind_of(gtin: Statement | None) -> Statement | None:
    """Which kind of number a gtin is: gtin8, gtin12, gtin13, gtin14 or isbn."""
    if gtin is None:
        return None
    kind = gtin_kind(gtin.value)
    return Statement("gtin_kind", kind, gtin.node, gtin.reader, gtin.confidence, gtin.xpath)


def _field(document: Document, statement: Statement, paths: dict[int, str]) -> Field:
    """A believed statement as it leaves the house; *paths* are the XPaths known already."""
    xpath = statement.xpath or paths.get(statement.node)
    if xpath is None:
        xpath = paths[statement.node] = document.xpath(statement.node)
    value = without_marks(statement.value)
    return Field(statement.name, value, xpath, statement.reader, round(statement.confidence, 4))
