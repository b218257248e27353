"""The value of a label: what follows it, as far as its role's pattern and the page's rows allow."""

from collections.abc import Iterator
from typing import NamedTuple

from specdex.html.tags import CELL_TAGS
from specdex.labels import COLONS
from specdex.papers.entropy.leaves import PRESENTATION, Label, Leaves
from specdex.text import collapse

__all__ = ["Said", "value_of"]

MAX_VALUE = 2_000
"""A longer text is a chapter, no value."""
MAX_HOPS = 3
"""So many texts are tried where the value's pattern fails."""
HEADER_CELL = "th"
ROW, TERM, ELEMENT = "tr", "dt", "li"
LINK = "a"
PAIR = 2
TRIM = " ,;|/\u2022\u00b7\u2013\u2014-"
"""Cut off where the next label of the same line begins."""

SAME_LINE, NEXT_TEXT, FURTHER = 0.92, 0.9, 0.7
"""How often a value is right, by where it stood."""


class Said(NamedTuple):
    """A value, the node that holds it, and how sure that is."""

    value: str
    node: int
    confidence: float


def value_of(leaves: Leaves, place: int, stop: int) -> Said | None:
    """The value of the label at *place*, before *stop* in the text; None where it has none.

    The text right behind the label first, then the next text and the one after it, as long as the
    role's pattern fails; another label, known or not, ends the search.
    """
    label = leaves.labels[place]
    role = leaves.domain.roles[label.role]
    if place + 1 < len(leaves.labels):
        stop = min(stop, leaves.labels[place + 1].start)
    beside = _beside(leaves, label, stop)
    if beside is not None:
        if role.fits(beside.value):
            return beside
        if label.colon and not role.pattern:
            return None
    for hop, (value, node) in enumerate(_following(leaves, label, stop)):
        if role.fits(value):
            return Said(value, node, FURTHER if hop or beside else NEXT_TEXT)
    return None


def _has_word(text: str) -> bool:
    return any(map(str.isalnum, text))


def _beside(leaves: Leaves, label: Label, stop: int) -> Said | None:
    """What stands in the label's own line."""
    end = leaves.text.find("\n", label.value)
    end = len(leaves.text) if end < 0 else end
    value = leaves.text[label.value : min(end, stop)]
    if stop < end:
        value = value.rstrip(TRIM)
    begin = label.value + len(value) - len(value.lstrip(" :\uff1a"))
    value = collapse(leaves.text[begin : label.value + len(value)])
    value = _without_link(leaves, value, begin)
    if not _has_word(value):
        return None
    return Said(value, leaves.node_at(begin), SAME_LINE)


def _without_link(leaves: Leaves, value: str, begin: int) -> str:
    """*value* without a link in parentheses at its end: it leads on, and says nothing."""
    opened = value.rfind(" (")
    if opened < 0 or not value.endswith(")"):
        return value
    document, node = leaves.document, leaves.node_at(begin + opened + len(" ("))
    while node >= 0 and document.tag[node] in PRESENTATION:
        if document.tag[node] == LINK:
            return value[:opened].rstrip()
        node = document.parent[node]
    return value


def _following(leaves: Leaves, label: Label, stop: int) -> Iterator[tuple[str, int]]:
    """The texts behind the label's line, each with its node; none past another label."""
    document = leaves.document
    place = leaves.text.find("\n", label.value)
    for _ in range(MAX_HOPS):
        place += 1
        if place <= 0 or place >= stop or place >= len(leaves.text):
            return
        top = _top(leaves, label, place)
        if _is_next_row(leaves, label, top):
            return
        begin, end = document.start[top], document.stop[top]
        line = leaves.text.find("\n", place)
        line = len(leaves.text) if line < 0 else line
        if begin <= label.start < end or end > stop or end - begin > MAX_VALUE:
            # the text stands in what holds the label too: only its line is meant
            begin, end = place, min(line, stop)
        value = collapse(leaves.text[begin:end])
        if not _has_word(value) or value[-1] in COLONS:
            return
        whole = begin != place
        rest = _continued(leaves, top, stop) if whole else ""
        yield f"{value} {rest}".strip(), top if whole else leaves.node_at(place)
        place = leaves.text.find("\n", end)


def _continued(leaves: Leaves, node: int, stop: int) -> str:
    """What goes on with the value in *node*: rows that only have a value, elements of a list."""
    tag = leaves.document.tag[node]
    if tag == ELEMENT:
        return collapse(" ".join(_elements(leaves, node, stop)))
    return collapse(" ".join(_rows(leaves, node, stop))) if tag in CELL_TAGS else ""


def _elements(leaves: Leaves, element: int, stop: int) -> Iterator[str]:
    """The elements of a list behind *element*."""
    document = leaves.document
    place, end = document.end[element], document.end[document.parent[element]]
    while place < end and document.tag[place] == ELEMENT and document.stop[place] <= stop:
        yield document.text_of(place)
        place = document.end[place]


def _rows(leaves: Leaves, cell: int, stop: int) -> Iterator[str]:
    """The values under that of *cell*, as long as nothing stands before them in their rows."""
    document = leaves.document
    row = document.parent[cell]
    if row < 0 or document.parent[row] < 0:
        return
    column = list(document.children(row)).index(cell)
    below, end = document.end[row], document.end[document.parent[row]]
    while column and below < end and document.tag[below] == ROW and document.stop[below] <= stop:
        texts = [document.text_of(each) for each in document.children(below)]
        if len(texts) <= column or not texts[column] or any(texts[:column]):
            return
        yield texts[column]
        below = document.end[below]


def _holds(leaves: Leaves, node: int, place: int) -> bool:
    return leaves.document.start[node] <= place < leaves.document.stop[node]


def _top(leaves: Leaves, label: Label, place: int) -> int:
    """The highest node around *place* that does not hold the label."""
    document = leaves.document
    node = leaves.node_at(place)
    while document.parent[node] >= 0 and not _holds(leaves, document.parent[node], label.start):
        node = document.parent[node]
    return node


def _is_next_row(leaves: Leaves, label: Label, top: int) -> bool:
    """Whether *top* is another row, so that the label's own value is empty."""
    document = leaves.document
    if _holds(leaves, top, label.start):
        return False
    above = document.parent[top]
    mine = leaves.node_at(label.start)
    if mine == above:
        return False
    while document.parent[mine] not in {above, -1}:
        mine = document.parent[mine]
    tags = document.tag[mine], document.tag[top]
    if tags[0] in CELL_TAGS or tags[0] != tags[1]:
        return tags[1] == TERM or tags == (HEADER_CELL, HEADER_CELL)
    if tags[0] == ROW:
        return _cells(leaves, mine) >= PAIR or _cells(leaves, top) >= PAIR
    alike = document.attribute(mine, "class") == document.attribute(top, "class")
    return tags[0] == TERM or (alike and document.nodes.children[mine] >= PAIR)


def _cells(leaves: Leaves, row: int) -> int:
    return sum(leaves.document.tag[child] in CELL_TAGS for child in leaves.document.children(row))
