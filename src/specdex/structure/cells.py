"""The cells of tables: what they say, how they look, and where they stand."""

from specdex.html.tags import BOLD_TAGS, CELL_TAGS
from specdex.labels import ends_like_label
from specdex.structure.outline import MAX_GROUP, Outline

__all__ = [
    "INSIDE",
    "OUTSIDE",
    "Cell",
    "all_bold",
    "all_end_like_labels",
    "all_headers",
    "any_bold",
    "any_header",
    "apart",
    "cell_of",
    "icon_text",
    "rows_of",
]

OUTSIDE, INSIDE = False, True
"""Whether a cell's own look is asked for, or that of the element around its text."""
ROW_GROUP_TAGS = frozenset({"thead", "tbody", "tfoot", "form", "center"})
"""What may stand between a table and its rows; the last two only by mistake."""
MAX_ROWS = 2_000
"""A table with more rows is a data dump; the rest is not read."""
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

    def look(self, inside: bool = OUTSIDE) -> tuple[str, str, bool]:  # noqa: FBT001 - compiled
        """What tells the cell's look from another's, or that of the element around its text."""
        outline, node = self.outline, self.node
        if inside:
            node = outline.settle(node)
        return outline.tag[node], outline.classes[node], self.bold()

    def bold(self) -> bool:
        """Whether the cell begins in bold; one with nothing but an icon has no text that could."""
        outline = self.outline
        first = outline.first[self.node]
        return first < outline.last[self.node] and outline.marked(first, BOLD_TAGS, self.node)

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


def cell_of(outline: Outline, node: int, shown: str, header: bool) -> Cell:  # noqa: FBT001 - compiled
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


def all_headers(cells: list[Cell]) -> bool:
    """Whether all *cells* are headers."""
    for cell in cells:  # noqa: SIM110 - a loop compiles well
        if not cell.header:
            return False
    return True


def any_header(cells: list[Cell]) -> bool:
    """Whether any of *cells* is a header."""
    for cell in cells:  # noqa: SIM110 - the same
        if cell.header:
            return True
    return False


def all_end_like_labels(cells: list[Cell]) -> bool:
    """Whether all *cells* end with a colon."""
    for cell in cells:  # noqa: SIM110 - the same
        if not cell.ends_like_label():
            return False
    return True


def all_bold(cells: list[Cell]) -> bool:
    """Whether all *cells* begin in bold."""
    for cell in cells:  # noqa: SIM110 - the same
        if not cell.bold():
            return False
    return True


def any_bold(cells: list[Cell]) -> bool:
    """Whether any of *cells* begins in bold."""
    for cell in cells:  # noqa: SIM110 - the same
        if cell.bold():
            return True
    return False


def apart(labels: list[Cell], values: list[Cell], inside: bool) -> bool:  # noqa: FBT001 - compiled
    """Whether all *labels* look alike, and no value looks like them."""
    first = labels[0]
    look = first.look(inside)
    for cell in labels:
        if cell.look(inside) != look:
            return False
    for cell in values:  # noqa: SIM110 - the same
        if cell.look(inside) == look:
            return False
    return True
