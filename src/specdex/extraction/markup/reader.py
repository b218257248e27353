"""All the markup of a page in one go."""

from itertools import islice

from specdex.extraction.markup.found import Markup, Thing
from specdex.extraction.markup.jsonld import jsonld_things
from specdex.extraction.markup.metatags import meta_facts
from specdex.extraction.markup.scopes import MICRODATA, RDFA, scope_things
from specdex.extraction.markup.understanding import Understanding
from specdex.html import Document

__all__ = ["read_markup"]

JSON_LD_TYPES = ("application/ld+json", "application/json+ld", "application/ld-json")
MAX_HEADINGS = 3
MAX_ABOVE = 25
"""Elements above a heading that may open the product it names."""
LOOK_FOR_NUL = 200
"""Bytes in which a page in a two-byte charset shows itself."""


def read_markup(document: Document) -> Markup:
    """What the JSON-LD, microdata, RDFa and meta tags of *document* say; never raises."""
    scripts = [node for node in places_of(document, "script") if _is_jsonld(document, node)]
    things = jsonld_things(document, scripts)
    understood = Understanding(things)
    if not any(product.offers for product in understood.products):
        scoped = _scoped(document, product_known=bool(understood.products))
        if scoped:
            understood = Understanding(things + scoped)
    return Markup(
        tuple(understood.products),
        tuple(understood.offers),
        tuple(understood.trail),
        meta_facts(document, places_of(document, "meta")),
    )


def places_of(document: Document, tag: str) -> list[int]:
    """The nodes with *tag*; list.index looks faster than a loop of ours can."""
    tags, place, found = document.tag, -1, []
    try:
        while True:
            place = tags.index(tag, place + 1)
            found.append(place)
    except ValueError:
        return found


def _is_jsonld(document: Document, node: int) -> bool:
    kind = document.element(node).get("type")
    return kind is not None and kind.strip().lower().startswith(JSON_LD_TYPES)


def _scoped(document: Document, *, product_known: bool) -> list[Thing]:
    """The things of microdata and RDFa, looked for only where the page's bytes mention them."""
    body = document.page.body
    things: list[Thing] = []
    if (
        b"org/Product" in body
        or (not product_known and b"itemtype=" in body)
        or b"\0" in body[:LOOK_FOR_NUL]
    ):
        things += scope_things(document, MICRODATA)
    if _has_rdfa(document):
        things += scope_things(document, RDFA)
    return things


def _has_rdfa(document: Document) -> bool:
    """Whether a heading stands in a thing of RDFa: a product's description shows its name."""
    headings = places_of(document, "h1")[:MAX_HEADINGS]
    return any(
        document.element(node).get("typeof") is not None
        for heading in headings
        for node in (heading, *islice(document.ancestors(heading), MAX_ABOVE))
    )
