"""Open Graph and its kin: facts that meta tags state of the whole page."""

from specdex.extraction.markup.found import Fact
from specdex.extraction.markup.vocabulary import META_FACTS
from specdex.html import Document
from specdex.text import collapse

__all__ = ["meta_facts"]

MAX_VALUE = 5_000


def meta_facts(document: Document, metas: list[int]) -> tuple[Fact, ...]:
    """The facts in *metas*, the meta nodes of *document*, in page order."""
    facts = []
    for node in metas:
        element = document.element(node)
        name = META_FACTS.get((element.get("property") or element.get("name") or "").lower())
        if name:
            value = collapse((element.get("content") or "")[:MAX_VALUE])
            if value:
                facts.append(Fact(name, value, node))
    return tuple(facts)
