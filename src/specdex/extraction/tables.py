"""Reading tables: which cell is a label, which a value, which a heading over the rows below."""

from collections.abc import Callable, Sequence

from specdex.extraction.found import BOLD, COLON, MARKUP, PLACE, Found
from specdex.extraction.labels import clean_name, clean_value, ends_like_label, is_label
from specdex.extraction.outline import Outline
from specdex.extraction.vocabulary import (
    BOLD_TAGS,
    CELL_TAGS,
    INDENT,
    MAX_GROUP,
    MAX_VALUE,
    ROW_GROUP_TAGS,
)

__all__ = ["Cell", "Tables", "icon_text", "rows_of"]

PAIR, TRIPLE = 2, 3
MAX_ROWS = 2_000
"""A table with more rows is a data dump; the rest is not read."""
MIN_INDENT = 40
"""Pixels that push a cell under the column of values."""
MAX_DIGITS, MAX_SPAN = 3, 100
"""What a colspan or rowspan may say."""
MAX_ICONS = 40
"""How many elements of a cell without text are asked for an alternative text."""


class Cell:
    """A cell that shows something: its node, its place, and how many columns and rows it spans."""

    __slots__ = ("column", "header", "node", "rows", "span", "text")

    def __init__(self, node: int, text: str, tag: str, place: tuple[int, int, int]) -> None:
        self.node = node
        self.text = text
        self.header = tag == "th"
        self.column, self.span, self.rows = place


def rows_of(outline: Outline, table: int) -> list[int]:
    """The rows of *table* itself, not those of tables inside it."""
    rows: list[int] = []
    stack = [table]
    while stack and len(rows) < MAX_ROWS:
        node = stack.pop()
        if outline.tag[node] == "tr":
            rows.append(node)
            continue
        if node == table or outline.tag[node] in ROW_GROUP_TAGS:
            below, child = [], node + 1
            while child < outline.end[node]:
                below.append(child)
                child = outline.end[child]
            stack += reversed(below)
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


def _under(group: str, found: Sequence[Found]) -> list[Found]:
    """*found*, under the heading *group* where they have none of their own."""
    return [pair.under(group) for pair in found]


class _State:
    """Where the reading of a table stands."""

    def __init__(self) -> None:
        self.found: list[Found] = []
        self.group = ""
        self.column = 0
        self.spanning = ""
        self.rows = 0

    def open(self, group: str, rows: int) -> None:
        """A label begins that spans some rows."""
        self.spanning, self.rows = group, rows

    def heading(self) -> str:
        """What heads the row: the label that spans it, or the section."""
        return self.spanning if self.rows else self.group

    def step(self) -> None:
        """Go on to the next row."""
        self.rows = max(0, self.rows - 1)


class Tables:
    """Reads the tables of one page; *block* reads a cell that holds rows of its own."""

    def __init__(self, outline: Outline, block: Callable[[int], list[Found]]) -> None:
        self.outline = outline
        self.block = block
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
        state = _State()
        for cells in rows:
            if len(cells) == 1:
                self._single(cells[0], state)
            elif not (titled and _all_headers(cells)):
                self._row(cells, state)
        return state.found

    def cells(self, row: int) -> list[Cell]:
        """The cells of *row* that show text, or icons with a text."""
        found: list[Cell] = []
        outline = self.outline
        column, attribute = 0, outline.attribute
        child, end = row + 1, outline.end[row]
        while child < end:
            node, child = child, outline.end[child]
            tag = outline.tag[node]
            if tag not in CELL_TAGS:
                continue
            text = self._text(node)
            span = _number(attribute(node, "colspan"))
            if text or (found and (text := icon_text(outline, node))):
                height = _number(attribute(node, "rowspan"))
                found.append(Cell(node, text, tag, (column, span, height)))
            column += span
        return found

    def _goes_on(self, cell: Cell, column: int) -> bool:
        """Whether the only cell of a row goes on with the value of the row above."""
        if cell.column:
            return cell.column == column
        if cell.span == 1 or len(cell.text) > MAX_GROUP:
            return False
        inner = self.outline.settle(cell.node)
        styles = (self.outline.attribute(node, "style") for node in (cell.node, inner))
        pushed = [match for match in map(INDENT.search, styles) if match]
        return any(int(match[1]) >= MIN_INDENT for match in pushed)

    def _text(self, node: int) -> str:
        outline = self.outline
        first, last = outline.first[node], outline.last[node]
        if last - first > 1:
            return outline.say((outline.part(node),))
        return outline.between(first, last)

    def _single(self, cell: Cell, state: "_State") -> None:
        """A row of one cell: more of the value above, rows of its own, or a heading."""
        if state.found and self._goes_on(cell, state.column):
            last = state.found[-1]
            state.found[-1] = last.longer(cell.text)
            return
        inner = self.block(cell.node)
        state.found += _under(state.group, inner)
        if not inner and len(cell.text) <= MAX_GROUP:
            state.group = clean_name(cell.text)

    def _row(self, cells: list[Cell], state: "_State") -> None:
        """A row with at least two cells."""
        state.column = cells[1].column
        if self._lays_out(cells) or self._self_labelled(cells):
            for cell in cells:
                state.found += _under(state.group, self.block(cell.node))
            return
        if self._two_labels(cells):
            state.open(clean_name(cells[0].text), cells[0].rows)
        for label, value, node in self._couples(cells):
            if is_label(label.text) and value:
                name, evidence = clean_name(label.text), self._evidence(label)
                state.found.append(Found(name, value, state.heading(), node, evidence))
        state.step()

    def _lays_out(self, cells: list[Cell]) -> bool:
        """Whether the row only places tables side by side."""
        first = cells[0]
        if ends_like_label(first.text):
            return False
        for cell in cells:  # noqa: SIM110 - a loop compiles well
            if self.outline.holds(cell.node, "table"):
                return True
        return False

    def _self_labelled(self, cells: list[Cell]) -> bool:
        """Whether each cell brings labels of its own."""
        first = cells[0]
        if ends_like_label(first.text):
            return False
        if len(first.text) <= MAX_GROUP and ":" not in first.text:
            return False
        return bool(self.block(first.node))

    def _couples(self, cells: list[Cell]) -> list[tuple[Cell, str, int]]:
        """Label, value and the value's node, for each couple in the row."""
        if len(cells) > PAIR and len(cells) % PAIR == 0 and self._alternates(cells):
            return [
                (cells[at], clean_value(cells[at + 1].text), cells[at + 1].node)
                for at in range(0, len(cells), PAIR)
            ]
        if len(cells) >= TRIPLE and not is_label(cells[0].text):
            cells = cells[1:]
        if self._two_labels(cells):
            cells = cells[1:]
        first, second = cells[0], cells[1]
        if len(cells) == PAIR:
            return [(first, clean_value(second.text[:MAX_VALUE]), second.node)]
        value = " ".join([cell.text for cell in cells[1:]])[:MAX_VALUE]
        return [(first, clean_value(value), second.node)]

    def _alternates(self, cells: list[Cell]) -> bool:
        """Whether labels and values take turns."""
        labels, values = cells[::PAIR], cells[1::PAIR]
        if _all_headers(labels) and not _any_header(values):
            return True
        if all(ends_like_label(cell.text) for cell in labels):
            return True
        looks = {self._look(cell) for cell in labels}
        return len(looks) == 1 and all(self._look(cell) not in looks for cell in values)

    def _two_labels(self, cells: list[Cell]) -> bool:
        """Whether the second cell of three is a label, too, and so the inner one."""
        if len(cells) != TRIPLE:
            return False
        second = cells[1]
        return second.header or ends_like_label(second.text)

    def _look(self, cell: Cell) -> tuple[str, str, bool]:
        """What tells the cell's look from another's."""
        outline = self.outline
        first = outline.first[cell.node]
        bold = first < outline.last[cell.node] and outline.marked(first, BOLD_TAGS, cell.node)
        return outline.tag[cell.node], outline.classes[cell.node], bold

    def _evidence(self, cell: Cell) -> int:
        if cell.header:
            return MARKUP
        if ends_like_label(cell.text):
            return COLON
        first = self.outline.first[cell.node]
        return BOLD if self.outline.marked(first, BOLD_TAGS, cell.node) else PLACE

    def _upright(self, rows: list[list[Cell]]) -> bool:
        """Whether a row of headers stands over one row of values."""
        if len(rows) != PAIR or len(rows[0]) < PAIR or len(rows[0]) != len(rows[1]):
            return False
        return _all_headers(rows[0]) and not _any_header(rows[1])

    def _columns(self, rows: list[list[Cell]]) -> list[Found]:
        return [
            Found(clean_name(top.text), clean_value(below.text), "", below.node, MARKUP)
            for top, below in zip(rows[0], rows[1], strict=True)
            if is_label(top.text)
        ]
