"""Open Graph and its kin: facts that meta tags state of the whole page."""

from collections.abc import Sequence

from specdex.html import Document
from specdex.markup.found import Fact
from specdex.markup.vocabulary import META_FACTS
from specdex.text import collapse

__all__ = ["meta_facts"]

MAX_VALUE = 5_000


def meta_facts(document: Document, metas: Sequence[int]) -> tuple[Fact, ...]:
    """The facts in *metas*, the meta nodes of *document*, in page order."""
    attribute = document.attribute
    facts: list[Fact] = []
    for node in metas:
        said = attribute(node, "property") or attribute(node, "name")
        name = META_FACTS.get(said.lower()) if said else None
        if name:
            value = collapse(attribute(node, "content")[:MAX_VALUE])
            if value:
                facts.append(Fact(name, value, node))
    return tuple(facts)
