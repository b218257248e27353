"""Reading tables: which cell is a label, which a value, which a heading over the rows below."""

import re

from specdex.html.tags import BOLD_TAGS, CELL_TAGS
from specdex.labels import (
    MAX_VALUE,
    clean_name,
    clean_value,
    ends_like_label,
    is_label,
    label_of,
    unrepeated,
)
from specdex.structure.outline import MAX_GROUP, Outline
from specdex.structure.pairs import BOLD, COLON, MARKUP, PLACE, Found, Inner, find

__all__ = ["INDENT", "Cell", "Tables", "icon_text", "rows_of"]

PAIR, TRIPLE = 2, 3
MIN_WIDE = 4
"""Cells of a row with more than one value, or two."""
ROW_GROUP_TAGS = frozenset({"thead", "tbody", "tfoot", "form", "center"})
"""What may stand between a table and its rows; the last two only by mistake."""
INDENT = re.compile(r"(?:margin|padding)-left:\s*(\d{2,3})px")
"""How far a cell is pushed under the values above it."""
MAX_ROWS = 2_000
"""A table with more rows is a data dump; the rest is not read."""
MIN_INDENT = 40
"""Pixels that push a cell under the column of values."""
MAX_DIGITS, MAX_SPAN = 3, 100
"""What a colspan or rowspan may say."""
MAX_ICONS = 40
"""How many elements of a cell without text are asked for an alternative text."""


class Cell:
    """A cell that shows something.

    Its text is put together when it is asked for: that of a cell which only lays out is long.
    So is its place.
    """

    __slots__ = ("header", "node", "outline", "shown")

    outline: Outline
    node: int
    shown: str
    header: bool

    def text(self) -> str:
        """What the cell says."""
        if not self.shown:
            self.shown = self.outline.tell(self.node)
        return self.shown

    def is_short(self) -> bool:
        """Whether the cell may be a heading, by its length."""
        if self.shown:
            return len(self.shown) <= MAX_GROUP
        return self.outline.tells_within(self.node, MAX_GROUP) and len(self.text()) <= MAX_GROUP

    def ends_like_label(self) -> bool:
        """Whether the cell's text ends with a colon."""
        if not self.shown and not self.outline.any_ends_with_colon(self.node):
            return False
        return ends_like_label(self.text())

    def spans(self, what: str) -> int:
        """How many columns or rows the cell spans, by the attribute that says so."""
        return _number(self.outline.attribute(self.node, what))

    def column(self) -> int:
        """In which column the cell stands."""
        outline, column = self.outline, 0
        node = outline.parent[self.node] + 1
        while node < self.node:
            if outline.tag[node] in CELL_TAGS:
                column += _number(outline.attribute(node, "colspan"))
            node = outline.end[node]
        return column


def rows_of(outline: Outline, table: int) -> list[int]:
    """The rows of *table* itself, not those of tables inside it."""
    rows: list[int] = []
    node, end, tags = table + 1, outline.end[table], outline.tag
    while node < end and len(rows) < MAX_ROWS:
        if tags[node] == "tr":
            rows.append(node)
        elif tags[node] in ROW_GROUP_TAGS:
            node += 1
            continue
        node = outline.end[node]
    return rows


def icon_text(outline: Outline, node: int) -> str:
    """The alternative text of the icons in an element without text."""
    texts = []
    attribute = outline.attribute
    for inner in range(node + 1, min(outline.end[node], node + MAX_ICONS)):
        if outline.tag[inner] in {"img", "i", "span", "svg"}:
            text = attribute(inner, "alt") or attribute(inner, "title")
            text = text or attribute(inner, "aria-label")
            if text.strip():
                texts.append(" ".join(text.split()))
    return " ".join(texts)


def _cell(outline: Outline, node: int, shown: str, header: bool) -> Cell:  # noqa: FBT001 - compiled
    """A Cell of these, as compiled code makes it soonest."""
    cell = Cell.__new__(Cell)
    cell.outline = outline
    cell.node = node
    cell.shown = shown
    cell.header = header or outline.tag[node] == "th"
    return cell


def _number(value: str) -> int:
    """A span attribute, tolerantly."""
    if not value or not value.isdecimal() or len(value) > MAX_DIGITS:
        return 1
    return max(1, min(int(value), MAX_SPAN))


def _all_headers(cells: list[Cell]) -> bool:
    for cell in cells:  # noqa: SIM110 - a loop compiles well
        if not cell.header:
            return False
    return True


def _any_header(cells: list[Cell]) -> bool:
    for cell in cells:  # noqa: SIM110 - the same
        if cell.header:
            return True
    return False


def _all_end_like_labels(cells: list[Cell]) -> bool:
    for cell in cells:  # noqa: SIM110 - the same
        if not cell.ends_like_label():
            return False
    return True


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
                titled = titled or not _all_headers(cells)
        if self._upright(rows):
            return self._columns(rows)
        return [] if self._is_matrix(rows) else self._listed(table, rows, titled)

    def _listed(self, table: int, rows: list[list[Cell]], titled: bool) -> list[Found]:  # noqa: FBT001 - compiled
        """The pairs of *rows* below each other; where *titled*, rows of headers head others."""
        state = _State(self.outline.holds_inside(table, "table"))
        if self._is_heading(rows):
            rows = rows[1:]
        for cells in rows:
            if len(cells) == 1:
                self._single(cells[0], state)
            elif not (titled and _all_headers(cells)):
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
                        found.append(_cell(outline, node, "", top))
                elif found:
                    shown = icon_text(outline, node)
                    if shown:
                        found.append(_cell(outline, node, shown, top))
            node = outline.end[node]
        return found

    def _is_heading(self, rows: list[list[Cell]]) -> bool:
        """Whether the cells of the first row look alike, and no value below looks like them."""
        if len(rows) <= PAIR or len(rows[0]) != PAIR:
            return False
        top = rows[0]
        look = self._look(top[1])
        if not (look[1] or look[2]) or self._look(top[0]) != look:
            return False
        for cells in rows[1:]:  # noqa: SIM110 - a loop compiles well
            if len(cells) != PAIR or self._look(cells[1]) == look:
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
        if _all_headers(labels) and not _any_header(values):
            return True
        if _all_end_like_labels(labels):
            return True
        look = self._look(labels[0])
        for cell in labels[1:]:
            if self._look(cell) != look:
                return False
        for cell in values:  # noqa: SIM110 - a loop compiles well
            if self._look(cell) == look:
                return False
        return True

    def _two_labels(self, cells: list[Cell]) -> bool:
        """Whether the second cell of three is a label, too, and so the inner one."""
        if len(cells) != TRIPLE:
            return False
        first, second = cells[0], cells[1]
        return second.header or second.ends_like_label() or first.spans("rowspan") > 1

    def _look(self, cell: Cell) -> tuple[str, str, bool]:
        """What tells the cell's look from another's."""
        outline = self.outline
        return outline.tag[cell.node], outline.classes[cell.node], self._bold(cell)

    def _bold(self, cell: Cell) -> bool:
        """Whether the cell begins in bold; one with nothing but an icon has no text that could."""
        outline = self.outline
        first = outline.first[cell.node]
        return first < outline.last[cell.node] and outline.marked(first, BOLD_TAGS, cell.node)

    def _evidence(self, cell: Cell) -> int:
        if cell.header:
            return MARKUP
        if cell.ends_like_label():
            return COLON
        return BOLD if self._bold(cell) else PLACE

    def _upright(self, rows: list[list[Cell]]) -> bool:
        """Whether a row of headers stands over one row of values."""
        if len(rows) != PAIR or len(rows[0]) < PAIR or len(rows[0]) != len(rows[1]):
            return False
        return _all_headers(rows[0]) and not _any_header(rows[1])

    def _columns(self, rows: list[list[Cell]]) -> list[Found]:
        state = _State(nests=False)
        for top, below in zip(rows[0], rows[1], strict=True):
            self._keep(top, below.text(), below.node, state)
        return state.found
