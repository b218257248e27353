"""All the markup of a page in one go: JSON-LD, microdata, RDFa, and Open Graph with its kin."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from specdex.html import Document, Kept
from specdex.labels import without_marks
from specdex.lexicon import table
from specdex.markup.jsonld import jsonld_things
from specdex.markup.microdata import MICRODATA, RDFA, ScopeSyntax, scope_things
from specdex.markup.products import Products, facts_of
from specdex.markup.things import Fact, Markup, Thing
from specdex.text import collapse

__all__ = ["TITLE_PARTS", "called", "read_markup"]

MAX_HEADINGS = 3
MAX_ABOVE = 25
"""Elements above a heading that may open the product it names."""
MAX_STATING = 400
"""Meta and link elements that are asked whether they state something."""
MAX_META = 5_000
"""Characters of a meta tag that are kept."""
TITLE_PARTS = (" | ", " - ", " \u2013 ", " \u2014 ", " : ", " \u00bb ")
"""What parts the product's name from the shop's in a title."""
META_FACTS = facts_of(table("markup.meta_facts"))


def _read(document: Document) -> Markup:
    """What the markup of *document* says.

    Microdata and RDFa are read where JSON-LD does not already offer a product.
    """
    metas = document.places_of("meta")[:MAX_STATING]
    things = jsonld_things(document)
    understood = Products(things)
    if not any(product.offers for product in understood.products):
        scoped = _scoped(document, metas)
        if scoped:
            understood = Products(things + scoped)
    return Markup(
        tuple(understood.products),
        tuple(understood.offers),
        tuple(understood.trail),
        _meta_facts(document, metas),
    )


read_markup = Kept(_read)
"""What the JSON-LD, microdata, RDFa and meta tags of a document say; never raises."""


def called(document: Document) -> list[str]:
    """What the page is called: its meta title and its title, cut at the shop's name."""
    meta = read_markup(document).meta
    names = [fact.value for fact in meta if fact.name in {"name", "title2"}]
    title = document.title
    if title:
        for part in TITLE_PARTS:
            if part in title:
                names.append(title.split(part)[0])
                break
        names.append(title)
    return names


def _meta_facts(document: Document, metas: Sequence[int]) -> tuple[Fact, ...]:
    """The facts in *metas*, the meta nodes of *document*, in page order."""
    attribute = document.attribute
    facts: list[Fact] = []
    for node in metas:
        said = attribute(node, "property") or attribute(node, "name")
        name = META_FACTS.get(said.lower()) if said else None
        if name:
            value = collapse(without_marks(attribute(node, "content")[:MAX_META]))
            if value:
                facts.append(Fact(name, value, node))
    return tuple(facts)


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
