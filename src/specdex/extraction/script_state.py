"""The reader ``state``: pairs that only scripts and markup carry, of the page's main product."""

from collections.abc import Sequence
from dataclasses import dataclass

from specdex.extraction.arbitration import plain_form
from specdex.extraction.fields.markup_statements import main_products
from specdex.html import Document
from specdex.markup import read_markup
from specdex.markup.page import called
from specdex.markup.script_state import Section, script_state
from specdex.records import Fragment, FragmentKind, Pair

__all__ = ["StateReader"]

JSONLD = "json-ld"
"""The syntax whose properties are read with the rest of its script."""
FEW = 3
"""With fewer pairs on the visible page, what a script carries is believed by itself; with more, so
many must be the same, …"""
MORE = 2
"""… and the script must have so many times more."""
MAX_SHELL = 2_000
"""Characters of a page that shows so little that its scripts must be meant to fill it."""
CONFIDENCE = (0.9, 0.8, 0.7)
"""How sure a pair is, by how far from the product's name it was found."""


@dataclass(frozen=True)
class StateReader:
    """Reads what the JSON in scripts and attributes says of the page's main product."""

    name: str = "state"
    shells_only: bool = False
    """Whether scripts are looked at only where the page itself shows next to nothing."""

    def fragments(self, document: Document, known: Sequence[Fragment]) -> list[Fragment]:
        """A fragment a script, with the pairs that *known* ones, read from the page, do not have.

        A pair's ``xpath`` is that of the script, or of the attribute, then ``#`` and the JSONPath
        of the value: ``/html/body/script[2]#$.product.specs[0].value``.
        """
        shown = [pair for fragment in known for pair in fragment.pairs]
        if self.shells_only and (len(shown) >= FEW or len(document.text) > MAX_SHELL):
            return []
        said = {(plain_form(pair.name), plain_form(pair.value)) for pair in shown}
        names = {name for name, _ in said}
        state = script_state(document)
        marked = self._marked(document, names)
        couples = [(pair.name, pair.value) for pair in shown]
        if len(said) >= FEW and not state.carries(couples, FEW):
            return marked
        found = marked
        for section in state.sections():
            rows = {(plain_form(row.name), plain_form(row.value)) for row in section.rows}
            if len(said) >= FEW and not (len(said & rows) >= FEW and len(rows) > MORE * len(said)):
                continue
            pairs = self._pairs(document, section, names)
            if pairs:
                xpath, _, _ = pairs[0].xpath.partition("#")
                sure = CONFIDENCE[section.level]
                found.append(Fragment(xpath, FragmentKind.SCRIPT, pairs, sure))
        return found

    def _marked(self, document: Document, said: set[str]) -> list[Fragment]:
        """What microdata and RDFa state of the product under names of its own, and nobody said."""
        markup = read_markup(document)
        pairs = []
        for product in main_products(markup, called(document), document.page.url)[:1]:
            for fact in product.properties if product.syntax != JSONLD else ():
                name = plain_form(fact.name)
                if name and name not in said and plain_form(fact.value):
                    said.add(name)
                    xpath = document.xpath(fact.node)
                    pair = Pair(fact.name, fact.value, "", xpath, self.name, CONFIDENCE[0])
                    pairs.append(pair)
            if pairs:
                xpath = document.xpath(product.node)
                kind = FragmentKind.of(document.tag[product.node])
                return [Fragment(xpath, kind, tuple(pairs), CONFIDENCE[0])]
        return []

    def _pairs(self, document: Document, section: Section, said: set[str]) -> tuple[Pair, ...]:
        """The pairs of a section that nobody has *said*; their names are said from then on."""
        pairs = []
        for row in section.rows:
            name = plain_form(row.name)
            if name and name not in said and plain_form(row.value):
                said.add(name)
                address = section.tree.address(document, row.path)
                sure = CONFIDENCE[section.level]
                pairs.append(Pair(row.name, row.value, row.group, address, self.name, sure))
        return tuple(pairs)
