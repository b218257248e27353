"""Reading tables: which cell is a label, which a value, which a heading over the rows below."""

import re

from specdex.html.tags import CELL_TAGS
from specdex.labels import (
    MAX_VALUE,
    clean_name,
    clean_value,
    has_digit,
    is_label,
    label_of,
    unrepeated,
)
from specdex.structure.cells import (
    INSIDE,
    OUTSIDE,
    Cell,
    all_bold,
    all_end_like_labels,
    all_headers,
    any_bold,
    any_header,
    apart,
    cell_of,
    icon_text,
    rows_of,
)
from specdex.structure.outline import Outline
from specdex.structure.pairs import BOLD, COLON, MARKUP, PLACE, Found, Inner, find

__all__ = ["INDENT", "Tables"]

PAIR, TRIPLE = 2, 3
MIN_WIDE = 4
"""Cells of a row with more than one value, or two."""
INDENT = re.compile(r"(?:margin|padding)-left:\s*(\d{2,3})px")
"""How far a cell is pushed under the values above it."""
MIN_INDENT = 40
"""Pixels that push a cell under the column of values."""


class _State:
    """Where the reading of a table stands."""

    def __init__(self, nests: bool) -> None:  # noqa: FBT001 - compiled
        self.nests = nests
        self.found: list[Found] = []
        self.group = ""
        self.value: Cell | None = None
        self.spanning = ""
        self.rows = 0

    def open(self, group: str, rows: int) -> None:
        """A label begins that spans some rows."""
        self.spanning, self.rows = group, rows

    def take(self, found: list[Found]) -> None:
        """Keep *found*, under the heading of the section where they have none of their own."""
        for pair in found:
            self.found.append(pair.under(self.group))

    def heading(self) -> str:
        """What heads the row: the label that spans it, or the section."""
        return self.spanning if self.rows else self.group

    def step(self) -> None:
        """Go on to the next row."""
        self.rows = max(0, self.rows - 1)


class Tables:
    """Reads the tables of one page; *inner* reads a cell that holds rows of its own."""

    def __init__(self, outline: Outline, inner: Inner) -> None:
        self.outline = outline
        self.inner = inner
        self.memory: dict[int, list[Found]] = {}

    def read(self, table: int) -> list[Found]:
        """The pairs of *table*, in row order; each table is read only once."""
        known = self.memory.get(table)
        if known is None:
            known = self.memory[table] = self._read(table)
        return known

    def _read(self, table: int) -> list[Found]:
        rows, titled = [], False
        for row in rows_of(self.outline, table):
            cells = self.cells(row)
            if cells:
                rows.append(cells)
                titled = titled or not all_headers(cells)
        if self._upright(rows):
            return self._columns(rows)
        return [] if self._is_matrix(rows) else self._listed(table, rows, titled)

    def _listed(self, table: int, rows: list[list[Cell]], titled: bool) -> list[Found]:  # noqa: FBT001 - compiled
        """The pairs of *rows* below each other; where *titled*, rows of headers head others."""
        state = _State(self.outline.holds_inside(table, "table"))
        if self._is_heading(rows):
            rows = rows[1:]
        if self._values_first(rows):
            rows = [cells[::-1] for cells in rows]
        for cells in rows:
            if len(cells) == 1:
                self._single(cells[0], state)
            elif not (titled and all_headers(cells)):
                self._row(cells, state)
        return state.found

    def _is_matrix(self, rows: list[list[Cell]]) -> bool:
        """Whether most rows have several values each: things compared, or sizes charted."""
        wide = 0
        for cells in rows:
            if len(cells) >= MIN_WIDE and not (
                len(cells) % PAIR == 0 and (self._alternates(cells) or self._lays_out(cells))
            ):
                wide += 1
        return wide > 1 and wide * PAIR > len(rows)

    def cells(self, row: int) -> list[Cell]:
        """The cells of *row* that show text, or icons with a text."""
        found: list[Cell] = []
        outline = self.outline
        node, end = row + 1, outline.end[row]
        top = outline.tag[outline.parent[row]] == "thead"
        while node < end:
            if outline.tag[node] in CELL_TAGS:
                if outline.first[node] < outline.last[node]:
                    if not (found and outline.is_colon(outline.first[node], outline.last[node])):
                        found.append(cell_of(outline, node, "", top))
                elif found:
                    shown = icon_text(outline, node)
                    if shown:
                        found.append(cell_of(outline, node, shown, top))
            node = outline.end[node]
        return found

    def _is_heading(self, rows: list[list[Cell]]) -> bool:
        """Whether the cells of the first row look alike, and no value below looks like them."""
        if len(rows) <= PAIR or len(rows[0]) != PAIR:
            return False
        top = rows[0]
        first, second = top[0], top[1]
        look = second.look()
        if not (look[1] or look[2]) or first.look() != look:
            return False
        for cells in rows[1:]:
            if len(cells) != PAIR:
                return False
            second = cells[1]
            if second.look() == look:
                return False
        return True

    def _goes_on(self, cell: Cell, above: Cell | None) -> bool:
        """Whether the only cell of a row goes on with the value *above*, of an earlier row."""
        column = cell.column()
        if column:
            return column == (above.column() if above is not None else 0)
        if cell.spans("colspan") == 1 or not cell.is_short():
            return False
        inner = self.outline.settle(cell.node)
        return self._is_pushed(cell.node) or (inner != cell.node and self._is_pushed(inner))

    def _is_pushed(self, node: int) -> bool:
        """Whether the element stands under the column of values by its style."""
        style = self.outline.attribute(node, "style")
        match = INDENT.search(style) if style else None
        return match is not None and int(match[1]) >= MIN_INDENT

    def _single(self, cell: Cell, state: "_State") -> None:
        """A row of one cell: more of the value above, rows of its own, or a heading."""
        if state.found and self._goes_on(cell, state.value):
            last = state.found[-1]
            state.found[-1] = last.longer(cell.text())
            return
        inner = self.inner.cell(cell.node)
        if inner:
            state.take(inner)
        elif cell.is_short():
            state.group = clean_name(cell.text())

    def _row(self, cells: list[Cell], state: "_State") -> None:
        """A row with at least two cells."""
        state.value = cells[1]
        if (state.nests and self._lays_out(cells)) or self._self_labelled(cells):
            for cell in cells:
                state.take(self.inner.cell(cell.node))
            return
        if self._two_labels(cells):
            first = cells[0]
            state.open(clean_name(first.text()), first.spans("rowspan"))
        if len(cells) == PAIR:
            self._take(cells[0], cells[1], state)
        else:
            self._take_couples(cells, state)
        state.step()

    def _take(self, label: Cell, value: Cell, state: "_State") -> None:
        """Keep the couple of these two, where they are one."""
        said = value.text()
        self._keep(label, said if len(said) <= MAX_VALUE else said[:MAX_VALUE], value.node, state)

    def _keep(self, label: Cell, text: str, node: int, state: "_State") -> None:
        """Keep the pair of *label* and the *text* of a value."""
        value = clean_value(text)
        name = label_of(label.text()) if value else ""
        if name and (value == name or value.replace(name, "").strip()):  # "Flash Flash" is nothing
            if value.startswith(name):
                first = self.outline.first[node]
                value = unrepeated(name, value, self.outline.between(first, first + 1))
            state.found.append(find(name, value, state.heading(), node, self._evidence(label)))

    def _lays_out(self, cells: list[Cell]) -> bool:
        """Whether the row only places tables side by side."""
        first = cells[0]
        for cell in cells:
            if self.outline.holds(cell.node, "table"):
                return not first.ends_like_label()
        return False

    def _self_labelled(self, cells: list[Cell]) -> bool:
        """Whether each cell brings labels of its own."""
        first = cells[0]
        if first.is_short() and ":" not in first.text():
            return False
        return not first.ends_like_label() and len(self.inner.cell(first.node)) > 0

    def _take_couples(self, cells: list[Cell], state: "_State") -> None:
        """Keep each couple in a row of more than two cells."""
        if len(cells) % PAIR == 0 and self._alternates(cells):
            for at in range(0, len(cells), PAIR):
                value = cells[at + 1]
                self._keep(cells[at], value.text(), value.node, state)
            return
        first = cells[0]
        if not is_label(first.text()):
            cells = cells[1:]
        if self._two_labels(cells):
            cells = cells[1:]
        value = cells[1]
        told = " ".join([cell.text() for cell in cells[1:]])[:MAX_VALUE]
        self._keep(cells[0], told, value.node, state)

    def _alternates(self, cells: list[Cell]) -> bool:
        """Whether labels and values take turns."""
        labels, values = cells[::PAIR], cells[1::PAIR]
        if all_headers(labels) and not any_header(values):
            return True
        if all_end_like_labels(labels):
            return True
        return apart(labels, values, OUTSIDE) or apart(labels, values, INSIDE)

    def _two_labels(self, cells: list[Cell]) -> bool:
        """Whether the second cell of three is a label, too, and so the inner one."""
        if len(cells) != TRIPLE:
            return False
        first, second = cells[0], cells[1]
        return second.header or second.ends_like_label() or first.spans("rowspan") > 1

    def _evidence(self, cell: Cell) -> int:
        if cell.header:
            return MARKUP
        if cell.ends_like_label():
            return COLON
        return BOLD if cell.bold() else PLACE

    def _upright(self, rows: list[list[Cell]]) -> bool:
        """Whether each row of labels stands over a row of values."""
        if not rows or len(rows) % PAIR or len(rows[0]) < PAIR:
            return False
        for at in range(0, len(rows), PAIR):
            if not self._stands_over(rows[at], rows[at + 1]):
                return False
        return all_headers(rows[0]) or len(rows) > PAIR or len(rows[0]) > PAIR

    def _stands_over(self, top: list[Cell], below: list[Cell]) -> bool:
        """Whether the cells of *top*, headers or bold ones, are labels of those *below* them."""
        if len(top) != len(below) or any_header(below):
            return False
        return all_headers(top) or (all_bold(top) and not any_bold(below))

    def _columns(self, rows: list[list[Cell]]) -> list[Found]:
        state = _State(nests=False)
        for at in range(0, len(rows), PAIR):
            for top, below in zip(rows[at], rows[at + 1], strict=True):
                self._keep(top, below.text(), below.node, state)
        return state.found

    def _values_first(self, rows: list[list[Cell]]) -> bool:
        """Whether all rows are a value and a header behind it."""
        figures = 0
        for cells in rows:
            if len(cells) != PAIR:
                return False
            value, label = cells[0], cells[1]
            if value.header or not label.header:
                return False
            figures += has_digit(value.text()) - has_digit(label.text())
        return figures > 0
