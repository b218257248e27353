"""The fields of a page's main product, from everything the page says of it."""

from collections.abc import Sequence
from dataclasses import dataclass

from specdex.extraction.fields.claims import Claim
from specdex.extraction.fields.gathering import Gathering
from specdex.html import Document
from specdex.identifiers import gtin_kind
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
LEAST_PRICE = 0.5
"""A price believed less than this stays missing, whatever the threshold."""


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
        gathering = Gathering(document, specification_pairs)
        price = gathering.price()
        if not gathering.is_product(price):
            return ()
        if price is not None and price.confidence < max(self.threshold, LEAST_PRICE):
            price = None
        gtin = gathering.number("gtin")
        claims = (
            gathering.name(),
            gathering.brand(),
            price,
            gathering.currency(price),
            gathering.availability(price),
            gathering.sku(),
            gathering.number("mpn"),
            gtin,
            _kind_of(gtin),
            gathering.number("model"),
            gathering.plain("image"),
            gathering.path(),
            gathering.plain("description"),
        )
        paths: dict[int, str] = {}
        return tuple(
            _field(document, claim, paths)
            for claim in claims
            if claim is not None and claim.confidence >= self.threshold
        )


def _kind_of(gtin: Claim | None) -> Claim | None:
    """Which kind of number a gtin is: gtin8, gtin12, gtin13, gtin14 or isbn."""
    if gtin is None:
        return None
    kind = gtin_kind(gtin.value)
    return Claim("gtin_kind", kind, gtin.node, gtin.reader, gtin.confidence, gtin.xpath)


def _field(document: Document, claim: Claim, paths: dict[int, str]) -> Field:
    """A believed claim as it leaves the house; *paths* are the XPaths that are known already."""
    xpath = claim.xpath or paths.get(claim.node)
    if xpath is None:
        xpath = paths[claim.node] = document.xpath(claim.node)
    return Field(claim.name, claim.value, xpath, claim.reader, round(claim.confidence, 4))
