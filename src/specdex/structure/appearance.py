"""How the parts of an element look: what tells labels, values and rows of their own."""

from specdex.html.tags import BOLD_TAGS, LABEL_TAGS
from specdex.labels import MAX_NAME
from specdex.structure.outline import Outline, Part
from specdex.structure.pairs import BOLD, COLON, MARKUP, PLACE

__all__ = ["Appearance", "first_turn", "first_word"]

PAIR = 2
LINK_TAGS = frozenset({"a", "button"})


class Appearance:
    """Appearance at the parts of one page's elements."""

    def __init__(self, outline: Outline) -> None:
        self.outline = outline

    def look(self, part: Part) -> tuple[str, str]:
        """What tells a part's look from another's."""
        if part.own:
            return "", ""
        outline = self.outline
        return outline.tag[part.node], first_word(outline.classes[part.node])

    def differs(self, parts: list[Part]) -> bool:
        """Whether the first part looks unlike the others, which look alike."""
        label, other = self.look(parts[0]), self.look(parts[1])
        if label == other:
            return False
        for part in parts[PAIR:]:  # noqa: SIM110 - a loop compiles well
            if self.look(part) != other:
                return False
        return True

    def leads_away(self, parts: list[Part]) -> bool:
        """Whether all parts are links, as in a menu."""
        for part in parts:  # noqa: SIM110 - a loop compiles well
            if not self.outline.marked(part.first, LINK_TAGS, part.node):
                return False
        return True

    def is_place(self, part: Part) -> bool:
        """Whether *part* can be a label by its place alone: one line, nothing nested."""
        return self.outline.one_line(part.first, part.last) or not self.busy(part)

    def busy(self, part: Part) -> bool:
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
        outline = self.outline
        return outline.holds(part.node, "table") or outline.holds(part.node, "dl")

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

    def crowded(self, parts: list[Part]) -> bool:
        """Whether more than one label stands among *parts*."""
        outline = self.outline
        first, last = parts[0], parts[-1]
        bold, coloned = self.bold(first), outline.has_colon(first.first, last.last)
        if not bold and not coloned:
            return False
        for part in parts[1:]:
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

    def evidence(self, label: Part) -> int:
        """Why *label* is one, besides its place."""
        outline = self.outline
        if outline.ends_with_colon(label.last):
            return COLON
        if outline.marked(label.first, LABEL_TAGS, label.node):
            return MARKUP
        return BOLD if self.bold(label) else PLACE


def first_turn(looks: list[tuple[str, str]]) -> int:
    """Where two looks first take turns, the first of them that of an element; -1 where none do."""
    for at in range(len(looks) - PAIR - 1):
        label, value = looks[at], looks[at + 1]
        if label[0] and label != value and looks[at + PAIR] == label:
            return at if looks[at + PAIR + 1] == value else -1
    return -1


def first_word(text: str) -> str:
    """The first word of *text*, empty where it has none."""
    begin, size = 0, len(text)
    while begin < size and text[begin].isspace():
        begin += 1
    end = begin
    while end < size and not text[end].isspace():
        end += 1
    return text[begin:end]
