"""The default structural reader: pairs from the way a fragment is marked up."""

from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import NamedTuple

from specdex.extraction.blocks import NO_LIMIT, Blocks
from specdex.extraction.building import build
from specdex.extraction.found import Evidence, Found
from specdex.extraction.labels import clean_name, clean_value, is_label
from specdex.extraction.outline import Outline
from specdex.extraction.tables import Tables
from specdex.html import Document, Kept
from specdex.records import Candidate, Pair

__all__ = ["COMPILED", "IN_PYTHON", "Readings", "Rooms", "StructureReader"]

CONFIDENCE = {
    Evidence.PLACE: 0.97,
    Evidence.DASH: 0.97,
    Evidence.BOLD: 0.98,
    Evidence.COLON: 0.98,
    Evidence.MARKUP: 0.99,
}
"""How sure a pair of a right fragment is, by what made its name a label: measured on labelled pages
(0.99, too few, 0.98, 0.97 and 1.00, sites weighing the same), and kept in order.
"""
_SURE = tuple(CONFIDENCE[evidence] for evidence in Evidence)
AT_HAND = 24
"""An element with more runs of text inside a fragment is not entered at a glance."""
DEFINITION_WRAPPERS = frozenset({"div", "li", "span"})
"""HTML lets a div stand between a dl and its dt; the others occur."""


class Rooms(NamedTuple):
    """Who reads: the classes for a page's outline, its blocks, its tables, and what they find."""

    outline: type[Outline]
    blocks: type[Blocks]
    tables: type[Tables]
    found: type[Found]


def _compiled() -> Rooms | None:
    """The same classes compiled, from the same source; None where there was no C compiler."""
    try:
        outlines, blocks, tables, found = (
            import_module(f"specdex.extraction.{name}_compiled")
            for name in ("outline", "blocks", "tables", "found")
        )
    except ImportError:
        return None
    return Rooms(outlines.Outline, blocks.Blocks, tables.Tables, found.Found)


IN_PYTHON = Rooms(Outline, Blocks, Tables, Found)
COMPILED = _compiled()
"""None where nothing was compiled."""
ROOMS = COMPILED or IN_PYTHON


@dataclass(frozen=True)
class StructureReader:
    """Reads tables, lists, definition lists and grids of divs."""

    name: str = "structure"

    def read(self, document: Document, candidate: Candidate) -> Sequence[Pair]:
        """The pairs that the candidate's element holds, in page order.

        A candidate that says what it is ``without`` holds the pairs that ``glance`` finds, less
        those of the elements it is without.
        """
        if not 0 <= candidate.node < len(document):
            return ()
        inner: Sequence[int] | None = getattr(candidate, "without", None)
        if inner is None:
            found: Sequence[Found] = _page(document).deep.read(candidate.node)
        else:
            taken = {each for node in inner for each in self.glance(document, node)}
            found = [each for each in self.glance(document, candidate.node) if each not in taken]
        name, xpath = self.name, document.xpath
        rows: list[tuple[object, ...]] = [
            (each.name, each.value, each.group, xpath(each.node), name, _SURE[each.evidence])
            for each in found
        ]
        return build(Pair, rows)

    def glance(self, document: Document, node: int) -> Sequence[Found]:
        """The pairs of *node* that lie at hand: large elements inside it are not entered.

        For a detector that looks at many elements, one inside the other.
        """
        if not 0 <= node < len(document):
            return ()
        return _page(document).shallow.read(node)


class Readings:
    """The readers of one page: what they read once they remember."""

    def __init__(self, document: Document, rooms: Rooms) -> None:
        page = rooms.outline(document)
        self.deep = _Readers(page, NO_LIMIT, rooms)
        self.shallow = _Readers(page, AT_HAND, rooms)

    def close(self) -> None:
        """Part the readers, which know each other, so that they are freed at once."""
        for readers in (self.deep, self.shallow):
            del readers.blocks, readers.tables


@Kept
def _page(document: Document) -> Readings:
    """The readers of *document*; the last ones are kept."""
    return Readings(document, ROOMS)


class _Readers:
    """The readers of tables, lists and blocks, which call each other for what is nested."""

    def __init__(self, page: Outline, limit: int, rooms: Rooms) -> None:
        self.outline = page
        self.limit = limit
        self.blocks = rooms.blocks(page, self.nested, limit)
        self.tables = rooms.tables(page, self._cell)
        self.found = rooms.found
        self.memory: dict[int, list[Found]] = {}

    def read(self, node: int) -> list[Found]:
        """The pairs of *node*."""
        known = self.memory.get(node)
        if known is None:
            known = self.memory[node] = self.blocks.read(node) or self.blocks.whole(node)
        return known

    def _cell(self, node: int) -> list[Found]:
        """The pairs of a table's cell."""
        return self.blocks.read(node) if self.outline.runs(node) <= self.limit else []

    def nested(self, node: int) -> list[Found]:
        """The pairs of a table or a definition list."""
        if self.outline.tag[node] == "table":
            return self.tables.read(node)
        return self.definitions(node)

    def definitions(self, node: int) -> list[Found]:
        """The pairs of a definition list: a dt with all the dd up to the next dt."""
        found: list[Found] = []
        label, values, where = "", list[str](), node
        for term in self._terms(node):
            runs = self.outline.runs(term)
            text = self.outline.say((self.outline.part(term),)) if runs else ""
            if self.outline.tag[term] == "dt":
                found += self._definition(label, values, where)
                label, values = text, []
            elif text:
                where = where if values else term
                values.append(text)
        return found + self._definition(label, values, where)

    def _terms(self, node: int) -> list[int]:
        """The dt and dd of a dl, in order, through what wraps them."""
        terms: list[int] = []
        stack = [node]
        while stack:
            at = stack.pop()
            if self.outline.tag[at] in {"dt", "dd"}:
                terms.append(at)
            elif at == node or self.outline.tag[at] in DEFINITION_WRAPPERS:
                stack.extend(reversed(list(self.outline.document.children(at))))
        return terms

    def _definition(self, label: str, values: Sequence[str], where: int) -> list[Found]:
        value = clean_value(" ".join(values))
        if not value or not is_label(label):
            return []
        return [self.found(clean_name(label), value, "", where, Evidence.MARKUP)]
