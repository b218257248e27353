"""Reading rows that no table marks up: lists, grids of divs, lines parted by ``<br>``."""

from collections import Counter
from collections.abc import Callable, Sequence

from specdex.extraction.found import BOLD, COLON, DASH, MARKUP, PLACE, Found, any_weak
from specdex.extraction.labels import clean_name, clean_value, is_label, part_label
from specdex.extraction.outline import Outline, Part
from specdex.extraction.vocabulary import (
    BOLD_TAGS,
    HEADING_TAGS,
    LABEL_TAGS,
    LINK_TAGS,
    LIST_TAGS,
    MAX_GROUP,
    MAX_NAME,
    MAX_VALUE,
)

__all__ = ["NO_LIMIT", "Blocks"]

PAIR = 2
MAX_DEPTH = 40
"""Rows do not stand deeper than this below their fragment."""
MAX_ROW = 4_000
"""A row with a longer text is a chapter; its parts are looked at one by one."""
MAX_DASHED = 40
"""Before a dash stands a longer text only in prose."""
NO_LIMIT = 1 << 30
NESTED = frozenset({"table", "dl"})


class Blocks:
    """Reads the rows of one page's elements; *nested* reads tables and definition lists."""

    def __init__(
        self, outline: Outline, nested: Callable[[int], list[Found]], limit: int = NO_LIMIT
    ) -> None:
        self.outline = outline
        self.limit = limit
        self.nested = nested
        self.memory: dict[int, list[Found]] = {}
        self.level = 0

    def read(self, node: int, depth: int = 0) -> list[Found]:
        """The pairs of the element *node*, in page order; each element is read only once."""
        known = self.memory.get(node)
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
            return self.nested(node)
        parts = outline.parts(node)
        part = parts[0] if len(parts) == 1 else None
        if part is not None and part.own:
            return self._line(part)
        if self._takes_turns(parts):
            return self._turns(parts)
        return _Rows(self, depth).read(parts)

    def whole(self, node: int) -> list[Found]:
        """The pair that the element *node* is as a whole, if any."""
        if self.outline.runs(node) < PAIR:
            return []
        pair = self.row(self.outline.part(node))
        return [pair] if pair is not None else []

    def _line(self, part: Part) -> list[Found]:
        parted = part_label(self.outline.between(part.first, part.last))
        if parted is None:
            return []
        return [Found(parted[0], parted[1], "", part.node, COLON)]

    def look(self, part: Part) -> tuple[str, str]:
        """What tells a part's look from another's."""
        if part.own:
            return "", ""
        classes = self.outline.classes[part.node]
        return self.outline.tag[part.node], classes.split(None, 1)[0] if classes.strip() else ""

    def _takes_turns(self, parts: list[Part]) -> bool:
        """Whether labels and values take turns, each with a look of its own."""
        if len(parts) < PAIR * PAIR or len(parts) % PAIR or len(parts) > MAX_VALUE:
            return False
        label, value = self.look(parts[0]), self.look(parts[1])
        if label == value or not label[0]:
            return False
        for at, part in enumerate(parts):
            if self.look(part) != (value if at % PAIR else label):
                return False
        return all(self.outline.size(part.first, part.last) <= MAX_NAME for part in parts[::PAIR])

    def _turns(self, parts: list[Part]) -> list[Found]:
        found = []
        for label, value in zip(parts[::PAIR], parts[1::PAIR], strict=True):
            pair = self.pair(label, [value], self._evidence(label))
            if pair is not None:
                found.append(pair)
        return found

    def _evidence(self, label: Part) -> int:
        """Why *label* is one, besides its place."""
        outline = self.outline
        if outline.ends_with_colon(label.last):
            return COLON
        if outline.marked(label.first, LABEL_TAGS, label.node):
            return MARKUP
        return BOLD if self.bold(label) else PLACE

    def pair(self, label: Part, values: list[Part], evidence: int) -> Found | None:
        """The pair of a label and what follows it; None where one of them is empty."""
        outline = self.outline
        name = outline.say((label,))
        if not values or not is_label(name) or not outline.told_in_one_line(label):
            return None
        value = clean_value(outline.say(values))
        if not value or len(value) > MAX_VALUE:
            return None
        return Found(clean_name(name), value, "", values[0].node, evidence)

    def row(self, part: Part) -> Found | None:
        """The pair that *part* is as a whole; None where it is something else."""
        outline = self.outline
        if part.own:
            return self._text(part)
        node = outline.settle(part.node, NESTED)
        if outline.tag[node] in NESTED or outline.size(part.first, part.last) > MAX_ROW:
            return None
        parts = outline.parts(node)
        if len(parts) == 1:
            return self._text(parts[0])
        if self._crowded(parts):
            return None
        return self._labelled(parts) or self._couple(parts)

    def _text(self, part: Part) -> Found | None:
        """The pair that one run of text is."""
        text = self.outline.between(part.first, part.last)
        parted, evidence = part_label(text), COLON
        if parted is None:
            parted, evidence = part_label(text, dashes=True), DASH
            if parted is None or len(parted[0]) > MAX_DASHED:
                return None
        return Found(parted[0], parted[1], "", part.node, evidence)

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

    def _crowded(self, parts: list[Part]) -> bool:
        """Whether more than one label stands among *parts*."""
        outline = self.outline
        first, last = parts[0], parts[-1]
        bold, coloned = self.bold(first), outline.has_colon(first.first, last.last)
        for part in parts[1:] if bold or coloned else ():
            if (bold and self.bold(part)) or (coloned and self.strong(part)):
                return True
        return coloned and self._all_labelled(parts)

    def _all_labelled(self, parts: list[Part]) -> bool:
        """Whether several of *parts* begin with a label of their own, and none does without."""
        outline, labelled = self.outline, 0
        for part in parts:
            if part.own or part.last - part.first <= 1:
                continue
            if not outline.ends_with_colon(part.first + 1):
                return False
            labelled += 1
        return labelled > 1

    def _parted(self, parts: list[Part]) -> Found | None:
        """The pair of a row whose first part holds the label and the beginning of the value."""
        outline = self.outline
        first, second, last = parts[0], parts[1], parts[-1]
        if not outline.one_line(first.first, last.last):
            return None
        parted = part_label(outline.between(first.first, first.last))
        if parted is None:
            return None
        rest = outline.between(second.first, last.last)
        return Found(parted[0], f"{parted[1]} {rest}", "", first.node, COLON)

    def _couple(self, parts: list[Part]) -> Found | None:
        """The pair of a row whose first part differs from the others, which look alike."""
        first = parts[0]
        if first.own or (len(parts) > PAIR and not self._differs(parts)):
            return None
        if self._leads_away(parts) or not self._is_place(first):
            return None
        if any(self._busy(part) for part in parts[1:]):
            return None
        return self.pair(first, parts[1:], PLACE)

    def _differs(self, parts: list[Part]) -> bool:
        """Whether the first part looks unlike the others, which look alike."""
        looks = [self.look(part) for part in parts]
        return looks[0] not in looks[1:] and len(set(looks)) <= PAIR

    def _leads_away(self, parts: list[Part]) -> bool:
        """Whether all parts are links, as in a menu."""
        return all(self.outline.marked(part.first, LINK_TAGS, part.node) for part in parts)

    def _is_place(self, part: Part) -> bool:
        """Whether *part* can be a label by its place alone: one line, nothing nested."""
        return self.outline.one_line(part.first, part.last) or not self._busy(part)

    def _busy(self, part: Part) -> bool:
        """Whether a part holds rows of its own."""
        outline = self.outline
        if part.last - part.first == 1 or part.own:
            return False
        if self.nests(part):
            return True
        if not outline.has_colon(part.first, part.last):
            return False
        labels = 0
        for run in range(part.first, part.last):
            if outline.ends_with_colon(run + 1) and outline.opens_line(run):
                labels += 1
        return labels > 1

    def nests(self, part: Part) -> bool:
        """Whether a table or a definition list stands in *part*."""
        return self.outline.holds(part.node, "table") or self.outline.holds(part.node, "dl")

    def strong(self, part: Part) -> bool:
        """Whether *part* is surely a label: it opens a line and ends with a colon."""
        outline = self.outline
        if outline.size(part.first, part.last) > MAX_NAME or not outline.opens_line(part.first):
            return False
        return outline.ends_with_colon(part.last)

    def bold(self, part: Part) -> bool:
        """Whether *part* is short, stands out and opens a line."""
        outline = self.outline
        if part.own or part.last - part.first > 1:
            return False
        if outline.size(part.first, part.last) > MAX_NAME or not outline.opens_line(part.first):
            return False
        return outline.marked(part.first, BOLD_TAGS, part.node)


class _Rows:
    """One pass over the parts of an element: rows, labels that wait for a value, headings."""

    def __init__(self, blocks: Blocks, depth: int) -> None:
        self.blocks = blocks
        self.group = ""
        self.heading: tuple[str, str] | None = None
        self.depth = depth
        self.found: list[Found] = []
        self.label: Part | None = None
        self.evidence = COLON
        self.values: list[Part] = []
        self.couples: list[tuple[int, tuple[str, str]]] = []

    def read(self, parts: list[Part]) -> list[Found]:
        """The pairs of *parts*."""
        for part in parts:
            self._see(part)
        self._close()
        if not self.found:
            return self.found
        self._drop_strays()
        sure = [pair for pair in self.found if pair.evidence != DASH]
        dashed = len(self.found) - len(sure)
        return sure if dashed and (dashed == 1 or dashed * PAIR < len(parts)) else self.found

    def _drop_strays(self) -> None:
        """Forget couples that only their place made a pair, where no other row looks like them."""
        if not self.couples:
            return
        looks = Counter(look for _, look in self.couples)
        strays = {at for at, look in self.couples if looks[look] < PAIR}
        if strays:
            self.found = [pair for at, pair in enumerate(self.found) if at not in strays]

    def _see(self, part: Part) -> None:
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
        if pair is not None and not (waiting and pair.evidence < BOLD):
            self._keep(pair, part)
        elif not (waiting and self._opens(part)):
            self._go_on(part)

    def _keep(self, pair: Found, part: Part) -> None:
        """Take the pair that *part* is as a whole."""
        self._close()
        if pair.evidence == PLACE:
            self.couples.append((len(self.found), self.blocks.look(part)))
        self._take((pair,))

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
        nested = blocks.nests(part)
        if part.last - part.first < PAIR:
            return False
        rows = blocks.read(part.node, self.depth + 1)
        weak = len(rows) < PAIR or any_weak(rows)
        if not rows or (weak and not nested and not self._heads(part, rows)):
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

    def _take(self, rows: Sequence[Found]) -> None:
        """Keep *rows*, under the heading that is open where they have none."""
        group = self.group
        if not group:
            self.found += rows
            return
        self.found += [pair.under(group) for pair in rows]

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
        if self._stands_out(part) and part_label(outline.between(part.first, part.last)) is None:
            self.evidence = BOLD
            return True
        return False

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
            self._take((pair,))
        elif not self.values:
            label = self.label
            name = self.blocks.outline.between(label.first, label.last)
            self.group = clean_name(name) if len(name) <= MAX_GROUP else self.group
            self.heading = look
        self.label = None
        self.values = []
