"""Reading rows that no table marks up: lists, grids of divs, lines parted by ``<br>``."""

from collections.abc import Sequence

from specdex.html.tags import HEADING_TAGS, LABEL_TAGS
from specdex.labels import (
    MAX_DASHED,
    MAX_NAME,
    MAX_VALUE,
    clean_name,
    clean_value,
    is_parted,
    label_of,
    part_dashed,
    part_label,
    unrepeated,
)
from specdex.structure.appearance import Appearance, first_turn
from specdex.structure.outline import MAX_GROUP, Outline, Part
from specdex.structure.pairs import BOLD, COLON, DASH, MARKUP, PLACE, Found, Inner, any_weak, find

__all__ = ["NO_LIMIT", "Blocks"]

PAIR = 2
MAX_DEPTH = 40
"""Rows do not stand deeper than this below their fragment."""
MAX_ROW = 4_000
"""A row with a longer text is a chapter; its parts are looked at one by one."""
NO_LIMIT = 1 << 30
TURNS = 8
"""Among so many parts labels and values begin to take turns."""
NESTED = frozenset({"table", "dl"})
LIST_TAGS = frozenset({"ul", "ol", "menu"})


class Blocks(Appearance):
    """Reads the rows of one page's elements; *inner* reads tables and definition lists."""

    def __init__(self, outline: Outline, inner: Inner, limit: int = NO_LIMIT) -> None:
        super().__init__(outline)
        self.limit = limit
        self.inner = inner
        self.memory: list[list[Found] | None] = [None] * len(outline.tag)
        self.level = 0

    def read(self, node: int, depth: int = 0) -> list[Found]:
        """The pairs of the element *node*, in page order; each element is read only once."""
        known = self.memory[node]
        if known is None:
            self.level += 1
            known = self.memory[node] = self._read(node, max(depth, self.level))
            self.level -= 1
        return known

    def _read(self, node: int, depth: int) -> list[Found]:
        outline = self.outline
        if depth > MAX_DEPTH:
            return []
        node = outline.settle(node, NESTED)
        if outline.tag[node] in NESTED:
            return self.inner.nested(node)
        if outline.runs(node) <= 1:
            return self._line(node)
        parts = outline.parts(node)
        labels = self._turns(parts) if PAIR * PAIR <= len(parts) <= MAX_VALUE else []
        if labels:
            return self._take_turns(parts, labels)
        return _rows(self, depth).read(parts)

    def whole(self, node: int) -> list[Found]:
        """The pair that the element *node* is as a whole, if any."""
        if self.outline.runs(node) < PAIR:
            return []
        pair = self.row(self.outline.part(node))
        return [pair] if pair is not None else []

    def _line(self, node: int) -> list[Found]:
        """The pair that the only run of text in *node* is, if any."""
        outline = self.outline
        first, last = outline.first[node], outline.last[node]
        if first == last or not outline.has_colon(first, last):
            return []
        parted = part_label(outline.between(first, last))
        if parted is None:
            return []
        return [find(parted[0], parted[1], "", node, COLON)]

    def _turns(self, parts: list[Part]) -> list[int]:
        """Where labels stand, if labels and values take turns, each with a look of its own.

        Short lines of other looks may stand among them: these are headings.
        """
        looks = [self.look(part) for part in parts[:TURNS]]
        first = first_turn(looks)
        if first < 0:
            return []
        looks += [self.look(part) for part in parts[TURNS:]]
        label, value = looks[first], looks[first + 1]
        at, count, found = 0, len(parts), list[int]()
        while at < count:
            part = parts[at]
            if looks[at] == label and not self._is_long(part, MAX_NAME):
                at += 1
                if at == count or looks[at] != value or self.nests(parts[at]):
                    return []
                found.append(at - 1)
            elif looks[at] == value or part.last - part.first > 1 or self._is_long(part, MAX_GROUP):
                return []
            at += 1
        return found if len(found) * PAIR * PAIR > count else []

    def _is_long(self, part: Part, most: int) -> bool:
        return self.outline.size(part.first, part.last) > most

    def _take_turns(self, parts: list[Part], labels: list[int]) -> list[Found]:
        """The pairs of parts that take turns, under the headings among them."""
        found, group, last = list[Found](), "", 0
        for at in labels:
            if at > last:
                heading = parts[at - 1]
                group = clean_name(self.outline.between(heading.first, heading.last))
            last = at + PAIR
            pair = self.pair(parts[at], [parts[at + 1]], self.evidence(parts[at]))
            if pair is not None:
                found.append(pair.under(group) if group else pair)
        return found

    def pair(self, label: Part, values: list[Part], evidence: int) -> Found | None:
        """The pair of a label and what follows it; None where one of them is empty."""
        outline = self.outline
        name = label_of(outline.tell_part(label)) if values else ""
        if not name or not outline.told_in_one_line(label):
            return None
        value = clean_value(outline.say(values))
        if not value or len(value) > MAX_VALUE:
            return None
        first = values[0]
        if value.startswith(name):
            value = unrepeated(name, value, outline.between(first.first, first.first + 1))
        return find(name, value, "", first.node, evidence)

    def row(self, part: Part) -> Found | None:
        """The pair that *part* is as a whole; None where it is something else."""
        outline = self.outline
        if part.last - part.first == 1:
            return self._text(part)
        node = outline.settle(part.node, NESTED)
        if not self._is_plain(node, part):
            return None
        parts = outline.parts(node)
        bare = outline.bare(parts[0])
        if bare is not parts[0]:
            parts = [bare, *parts[1:]]
        if len(parts) < PAIR or self.crowded(parts):
            return None
        return self._labelled(parts) or self._couple(parts)

    def _text(self, part: Part) -> Found | None:
        """The pair that one run of text is."""
        outline = self.outline
        coloned = outline.has_colon(part.first, part.last)
        if not coloned and not outline.may_be_dashed(part.first, part.last):
            return None
        node = part.node if part.own else outline.settle(part.node, NESTED)
        if not part.own and not self._is_plain(node, part):
            return None
        text = outline.between(part.first, part.last)
        parted = part_label(text) if coloned else None
        if parted is not None:
            return find(parted[0], parted[1], "", node, COLON)
        parted = None if coloned and is_parted(text) else part_dashed(text)
        if parted is None or len(parted[0]) > MAX_DASHED:
            return None
        return find(parted[0], parted[1], "", node, DASH)

    def _is_plain(self, node: int, part: Part) -> bool:
        """Whether *node*, which holds the text of *part*, is no table and not too long a row."""
        outline = self.outline
        return outline.tag[node] not in NESTED and outline.size(part.first, part.last) <= MAX_ROW

    def _labelled(self, parts: list[Part]) -> Found | None:
        """The pair of a row whose first part says by colon or look that it is a label."""
        outline = self.outline
        first, second = parts[0], parts[1]
        if outline.ends_with_colon(first.last) or outline.begins_with_colon(second.first):
            return self.pair(first, parts[1:], COLON)
        if outline.marked(first.first, LABEL_TAGS, first.node):
            return self.pair(first, parts[1:], MARKUP)
        if self.bold(first):
            return self.pair(first, parts[1:], BOLD)
        return self._parted(parts)

    def _parted(self, parts: list[Part]) -> Found | None:
        """The pair of a row whose first part holds the label and the beginning of the value."""
        outline = self.outline
        first, second, last = parts[0], parts[1], parts[-1]
        if not outline.has_colon(first.first, first.last):
            return None
        if not outline.one_line(first.first, last.last):
            return None
        parted = part_label(outline.between(first.first, first.last))
        if parted is None:
            return None
        rest = outline.between(second.first, last.last)
        return find(parted[0], f"{parted[1]} {rest}", "", first.node, COLON)

    def _couple(self, parts: list[Part]) -> Found | None:
        """The pair of a row whose first part differs from the others, which look alike."""
        first = parts[0]
        if first.own or (len(parts) > PAIR and not self.differs(parts)):
            return None
        if self.leads_away(parts) or not self.is_place(first):
            return None
        for part in parts[1:]:
            if self.busy(part):
                return None
        return self.pair(first, parts[1:], PLACE)


def _rows(blocks: Blocks, depth: int) -> "_Rows":
    """The pass over an element that stands so deep, as compiled code makes it soonest."""
    rows = _Rows.__new__(_Rows)
    rows.blocks = blocks
    rows.group = ""
    rows.heading = None
    rows.depth = depth
    rows.found = []
    rows.label = None
    rows.evidence = COLON
    rows.values = []
    rows.couples = []
    return rows


class _Rows:
    """One pass over the parts of an element: rows, labels that wait for a value, headings."""

    __slots__ = (
        "blocks",
        "couples",
        "depth",
        "evidence",
        "found",
        "group",
        "heading",
        "label",
        "values",
    )
    blocks: Blocks
    group: str
    heading: tuple[str, str] | None
    depth: int
    found: list[Found]
    label: Part | None
    evidence: int
    values: list[Part]
    couples: list[tuple[int, tuple[str, str]]]

    def read(self, parts: list[Part]) -> list[Found]:
        """The pairs of *parts*."""
        for at, part in enumerate(parts):
            self._see(part, parts[at + 1] if at + 1 < len(parts) else None)
        self._close()
        if self.couples:
            self._drop_strays()
        sure = [pair for pair in self.found if pair.evidence != DASH]
        dashed = len(self.found) - len(sure)
        return sure if dashed == 1 or dashed * PAIR < len(parts) else self.found

    def _drop_strays(self) -> None:
        """Forget couples that only their place made a pair, where no other row looks like them."""
        looks: dict[tuple[str, str], int] = {}
        for _, look in self.couples:
            looks[look] = looks.get(look, 0) + 1
        strays = {
            at
            for at, look in self.couples
            if looks[look] < PAIR and self.found[at].evidence == PLACE
        }
        if strays:
            self.found = [pair for at, pair in enumerate(self.found) if at not in strays]

    def _see(self, part: Part, following: Part | None) -> None:
        blocks = self.blocks
        waiting = self.label is not None and not self.values
        if part.last - part.first > blocks.limit and not self._lists(part):
            self._close()
            return
        if self._is_label(part, waiting):
            self._close()
            self.label = part
            return
        if waiting and not blocks.outline.opens_line(part.first):
            self.values.append(part)
            return
        pair = blocks.row(part)
        weak = waiting and pair is not None and pair.evidence < BOLD
        if pair is not None and not (weak and not self._goes_on_alike(part, following)):
            self._keep(pair, part)
        elif not (waiting and self._opens(part)):
            self._go_on(part)

    def _goes_on_alike(self, part: Part, following: Part | None) -> bool:
        """Whether a mere heading waits, and the next row looks like the one below it."""
        if following is None or self.evidence != BOLD or part.own:
            return False
        blocks = self.blocks
        return blocks.look(part) == blocks.look(following) and blocks.row(following) is not None

    def _keep(self, pair: Found, part: Part) -> None:
        """Take the pair that *part* is as a whole."""
        self._close()
        self.couples.append((len(self.found), self.blocks.look(part)))
        self._add(pair)

    def _go_on(self, part: Part) -> None:
        """What is no row belongs to the value of an open label, or may hold rows of its own."""
        if self.label is not None:
            self.values.append(part)
        elif part.last - part.first > 1:
            self._take(self.blocks.read(part.node, self.depth + 1))

    def _lists(self, part: Part) -> bool:
        """Whether a label waits and *part* is a list of its values."""
        return self.label is not None and self.blocks.outline.tag[part.node] in LIST_TAGS

    def _opens(self, part: Part) -> bool:
        """Whether the waiting label heads rows that *part* holds."""
        if part.own:
            return False
        blocks = self.blocks
        if part.last - part.first < PAIR:
            return False
        rows = blocks.read(part.node, self.depth + 1)
        if not rows:
            return False
        weak = len(rows) < PAIR or any_weak(rows)
        if weak and not blocks.nests(part) and not self._heads(part, rows):
            return False
        self._close()
        self._take(rows)
        return True

    def _heads(self, part: Part, rows: Sequence[Found]) -> bool:
        """Whether a mere heading waits, and the only row below it has a label with a colon."""
        if self.evidence != BOLD or len(rows) != 1:
            return False
        only = rows[0]
        return only.evidence == COLON and self.blocks.outline.ends_with_colon(part.first + 1)

    def _take(self, rows: list[Found]) -> None:
        """Keep *rows*, under the heading that is open where they have none."""
        for pair in rows:
            self._add(pair)

    def _add(self, pair: Found) -> None:
        self.found.append(pair.under(self.group) if self.group else pair)

    def _is_label(self, part: Part, waiting: bool) -> bool:  # noqa: FBT001 - compiled
        """Whether *part* is a label, or a heading, whose value stands behind it."""
        blocks = self.blocks
        outline = blocks.outline
        if outline.size(part.first, part.last) > MAX_NAME:
            return False
        if waiting and not outline.opens_line(part.first):
            return False
        if outline.ends_with_colon(part.last):
            self.evidence = COLON
            return True
        if not self._stands_out(part):
            return False
        if outline.has_colon(part.first, part.last) and part_label(
            outline.between(part.first, part.last)
        ):
            return False
        self.evidence = BOLD
        return True

    def _stands_out(self, part: Part) -> bool:
        blocks = self.blocks
        if blocks.bold(part):
            return True
        return not part.own and blocks.outline.tag[part.node] in HEADING_TAGS

    def _close(self) -> None:
        """Make a pair of the waiting label and what followed it, or a heading of it alone."""
        if self.label is None:
            return
        look = self.blocks.look(self.label)
        pair = self.blocks.pair(self.label, self.values, self.evidence)
        if pair is not None:
            self.group = "" if look == self.heading else self.group
            self._add(pair)
        elif not self.values:
            label = self.label
            name = self.blocks.outline.between(label.first, label.last)
            self.group = clean_name(name) if len(name) <= MAX_GROUP else self.group
            self.heading = look
        self.label = None
        self.values = []
