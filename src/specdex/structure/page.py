"""The readers of one page: tables, definition lists and blocks, which call each other."""

from bisect import bisect_left
from collections.abc import Sequence

from specdex.html import Document
from specdex.labels import clean_name, clean_value, is_label
from specdex.structure.blocks import NO_LIMIT, Blocks
from specdex.structure.outline import Outline
from specdex.structure.pairs import COLON, DASH, MARKUP, Found, Inner, find
from specdex.structure.tables import Tables

__all__ = ["Readers", "Readings"]

AT_HAND = 24
"""An element with more runs of text inside a fragment is not entered at a glance."""
DEFINITION_WRAPPERS = frozenset({"div", "li", "span"})
"""HTML lets a div stand between a dl and its dt; the others occur."""
DEFINITION_TAGS = frozenset({"dt", "dd"})
WRITTEN = frozenset({DASH, COLON})
"""What makes a row of a line of text."""
MIN_ROWS = PAIR = 2
"""So many rows in a value make its name a heading."""


class Readers(Inner):
    """Reads any element of a page, and what is nested in it up to a *limit* of runs."""

    def __init__(self, outline: Outline, limit: int) -> None:
        self.outline = outline
        self.limit = limit
        self.count = len(outline.tag)
        self.blocks = Blocks(outline, self, limit)
        self.tables = Tables(outline, self)

    def read(self, node: int) -> list[Found]:
        """The pairs of *node*; none where there is no such element."""
        if not 0 <= node < self.count:
            return []
        return self.blocks.read(node) or self.blocks.whole(node)

    def cell(self, node: int) -> list[Found]:
        """The pairs of a table's cell."""
        return self.blocks.read(node) if self.outline.runs(node) <= self.limit else []

    def nested(self, node: int) -> list[Found]:
        """The pairs of a table or a definition list."""
        if self.outline.tag[node] == "table":
            return self.tables.read(node)
        return self.definitions(node)

    def definitions(self, node: int) -> list[Found]:
        """The pairs of a definition list: a dt with all the dd up to the next dt."""
        outline, found = self.outline, list[Found]()
        label, values, where = "", list[str](), node
        for term in self._terms(node):
            text = outline.tell(term)
            if outline.tag[term] == "dt":
                found += _definition(label, values, where)
                label, values = text, []
            elif text:
                where = where if values else term
                values.append(text)
        return found + _definition(label, values, where)

    def _terms(self, node: int) -> list[int]:
        """The dt and dd of a dl, in order, through what wraps them."""
        outline, terms = self.outline, list[int]()
        stack = [node]
        while stack:
            at = stack.pop()
            if outline.tag[at] in DEFINITION_TAGS:
                terms.append(at)
            elif at == node or outline.tag[at] in DEFINITION_WRAPPERS:
                stack.extend(reversed(self._children(at)))
        return terms

    def _children(self, node: int) -> list[int]:
        """The child elements of *node*."""
        found, child, end = list[int](), node + 1, self.outline.end
        while child < end[node]:
            found.append(child)
            child = end[child]
        return found

    def close(self) -> None:
        """Part the readers, which know each other, so that they are freed at once."""
        del self.blocks, self.tables


def _definition(label: str, values: Sequence[str], where: int) -> list[Found]:
    value = clean_value(" ".join(values))
    if not value or not is_label(label):
        return []
    return [find(clean_name(label), value, "", where, MARKUP)]


def _is_built(rows: Sequence[Found]) -> bool:
    """Whether any of *rows* is one by more than a colon or a dash in a line of text."""
    for pair in rows:  # noqa: SIM110 - a loop compiles well
        if pair.evidence not in WRITTEN:
            return True
    return False


class Readings:
    """The readers of one page: what they read once they remember."""

    def __init__(self, document: Document) -> None:
        self.outline = Outline(document)
        self.shallow = Readers(self.outline, AT_HAND)
        self._deep: Readers | None = None

    @property
    def deep(self) -> Readers:
        """Those that read everything; made when they are asked for."""
        if self._deep is None:
            self._deep = Readers(self.outline, NO_LIMIT)
        return self._deep

    def own(self, node: int, inner: Sequence[int]) -> list[Found]:
        """The pairs at hand in *node* that no element *inner* to it holds, nor is headed by."""
        pairs = self.shallow.read(node)
        held = [self.shallow.read(each) for each in inner]
        places = {pair.node for pair in pairs}
        taken = {
            (pair.name, pair.value, pair.node)
            for found in held
            for pair in found
            if pair.node in places
        }
        if taken:
            pairs = [pair for pair in pairs if (pair.name, pair.value, pair.node) not in taken]
        rich = [found for found in held if len(found) >= MIN_ROWS]
        return self._without_headings(pairs, rich) if rich and pairs else pairs

    def _without_headings(self, pairs: list[Found], inner: list[list[Found]]) -> list[Found]:
        """Those of *pairs* in whose values no rows of *inner* elements stand.

        Rows that are but lines with colons make a heading of a name where most values have such.
        """
        rows = sorted([pair.node for found in inner for pair in found])
        built = sorted([pair.node for found in inner if _is_built(found) for pair in found])
        plain, kept = [], []
        for pair in pairs:
            if not self._holds(pair, rows):
                plain.append(pair)
            if not self._holds(pair, built):
                kept.append(pair)
        return kept if PAIR * len(plain) > len(pairs) else plain

    def _holds(self, pair: Found, rows: list[int]) -> bool:
        """Whether any of *rows*, in order, stands in the value of *pair*."""
        at = bisect_left(rows, pair.node)
        if at == len(rows):
            return False
        starts, row = self.outline.document.nodes.start, rows[at]
        return row < self.outline.end[pair.node] or starts[row] < starts[pair.node] + len(
            pair.value
        )

    def rows(
        self, found: Sequence[Found], reader: str, sure: tuple[float, ...]
    ) -> list[tuple[object, ...]]:
        """What fills the slots of a Pair, for each of *found*; *sure* is by their evidence."""
        rows: list[tuple[object, ...]] = []
        xpath = self.outline.document.xpath
        for pair in found:
            path = xpath(pair.node)
            rows.append((pair.name, pair.value, pair.group, path, reader, sure[pair.evidence]))
        return rows

    def close(self) -> None:
        """Part the readers, so that they are freed at once."""
        self.shallow.close()
        if self._deep is not None:
            self._deep.close()
