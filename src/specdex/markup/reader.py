"""All the markup of a page in one go."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from specdex.html import Document
from specdex.markup.found import Markup, Thing
from specdex.markup.jsonld import jsonld_things
from specdex.markup.metatags import meta_facts
from specdex.markup.scopes import MICRODATA, RDFA, ScopeSyntax, scope_things
from specdex.markup.understanding import Understanding

__all__ = ["read_markup"]

JSON_LD_TYPES = ("application/ld+json", "application/json+ld", "application/ld-json")
SHORTEST_TYPE = min(map(len, JSON_LD_TYPES))
MAX_HEADINGS = 3
MAX_ABOVE = 25
"""Elements above a heading that may open the product it names."""
MAX_SCRIPTS = 60
"""Scripts with JSON-LD that are read."""
MAX_STATING = 400
"""Meta and link elements that are asked whether they state something."""


def read_markup(document: Document) -> Markup:
    """What the JSON-LD, microdata, RDFa and meta tags of *document* say; never raises.

    Microdata and RDFa are read where JSON-LD does not already offer a product.
    """
    scripts = _jsonld_scripts(document)
    metas = document.places_of("meta")[:MAX_STATING]
    things = jsonld_things(document, scripts[:MAX_SCRIPTS]) if scripts else []
    understood = Understanding(things)
    if not any(product.offers for product in understood.products):
        scoped = _scoped(document, metas)
        if scoped:
            understood = Understanding(things + scoped)
    return Markup(
        tuple(understood.products),
        tuple(understood.offers),
        tuple(understood.trail),
        meta_facts(document, metas),
    )


def _jsonld_scripts(document: Document) -> list[int]:
    """The scripts whose type says that they hold JSON-LD."""
    attribute = document.attribute
    found = []
    for node in document.places_of("script"):
        kind = attribute(node, "type")
        if len(kind) >= SHORTEST_TYPE and kind.strip().lower().startswith(JSON_LD_TYPES):
            found.append(node)
    return found


def _scoped(document: Document, metas: Sequence[int]) -> list[Thing]:
    """The things of microdata and RDFa, read only where telling elements use them.

    Asking every element would cost more than all other markup: a product's scope holds its
    heading, or states its currency or stock in a meta or link element.
    """
    used = [syntax for syntax in (MICRODATA, RDFA) if _is_used(document, syntax)]
    if not used:
        return []
    headings = document.places_of("h1")[:MAX_HEADINGS]
    above = {node for heading in headings for node in _upwards(document, heading)}
    stating = [*metas, *document.places_of("link")][:MAX_STATING]
    things: list[Thing] = []
    for syntax in used:
        if _any_has(document, above, syntax.scope) or (
            syntax is MICRODATA and _any_has(document, stating, syntax.value)
        ):
            things += scope_things(document, syntax, above)
    return things


def _is_used(document: Document, syntax: ScopeSyntax) -> bool:
    """Whether any element may open a scope of *syntax*, or state something in it."""
    return document.anywhere(syntax.kind) and (
        document.anywhere(syntax.scope) or document.anywhere(syntax.value)
    )


def _upwards(document: Document, node: int) -> Iterator[int]:
    """A node and the nearest ones above it."""
    yield node
    yield from islice(document.ancestors(node), MAX_ABOVE)


def _any_has(document: Document, nodes: Iterable[int], attribute: str) -> bool:
    for node in nodes:  # noqa: SIM110 - a loop compiles well
        if document.has(node, attribute):
            return True
    return False
