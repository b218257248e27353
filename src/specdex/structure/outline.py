"""A Document seen as text: which runs of text each element holds, wrappers looked through."""

import re
from bisect import bisect_left
from collections.abc import Sequence

from specdex.html import Document
from specdex.labels import COLONS, MAX_DASHED, SEPARATORS, may_be_dashed
from specdex.lexicon import alternatives

OWN, CHILD = True, False
PLAIN, EXPLAINING = 1, 2
REMEMBERED = 2048
"""Classes whose meaning is remembered: a site repeats them endlessly."""
_REMEMBERED: dict[str, bool] = {}
PAIR = 2
FAR = MAX_DASHED + 4
"""A label has more characters than it may before a dash, be the last of them dots."""
OPENING = " ([{"
"""What is left of a bracket around a link that leads elsewhere."""
MIN_ECHO = 3
"""Only among so many runs does the last one repeat the first by design."""
ASIDE = re.compile(r"tool-?tip(?!-?trigger)|visually-?hidden|sr-only|screen-?reader|help-?text")
"""Classes of text that explains or repeats for those who ask."""
ASIDE_TAGS = frozenset({"tool-tip", "button"})
LEADS_ON = re.compile(rf"(?:{alternatives('links.leading_on')})[^\d]*$", re.IGNORECASE)
"""Links behind a value that lead elsewhere."""
MAX_GROUP = 80
"""A heading longer than this heads no rows."""

__all__ = ["ASIDE", "MAX_GROUP", "Outline", "Part", "stretch"]


class Part:
    """A stretch of text runs below an element: one of its children, or text of its own.

    *node* is the child, or the element itself for text that stands in it directly; *last* is one
    past the last run; *own* is whether it is the element's own text.
    """

    __slots__ = ("first", "last", "node", "own")
    node: int
    first: int
    last: int
    own: bool


def stretch(node: int, first: int, last: int, own: bool) -> Part:  # noqa: FBT001 - four plain values
    """A Part of these, as compiled code makes it soonest."""
    part = Part.__new__(Part)
    part.node = node
    part.first = first
    part.last = last
    part.own = own
    return part


class Outline:
    """The runs of text below each node of a Document."""

    __slots__ = (
        "asides",
        "attribute",
        "classes",
        "colons",
        "document",
        "end",
        "first",
        "last",
        "memory",
        "parent",
        "places",
        "run_node",
        "start",
        "stop",
        "tag",
        "text",
        "tooltips",
    )

    def __init__(self, document: Document) -> None:
        nodes = document.nodes
        self.document = document
        self.memory: list[list[Part] | None] = [None] * len(document.tag)
        self.asides = bytearray(len(document.tag))
        self.places: dict[str, list[int]] = {}
        self.attribute = document.attribute
        self.classes = document.classes
        self.tooltips = document.anywhere("role")
        self.text = document.text
        self.colons = [colon for colon in COLONS if colon in document.text]
        self.tag = document.tag
        self.end = nodes.end
        self.parent = nodes.parent
        self.start = nodes.run_start
        self.stop = nodes.run_stop
        self.run_node = nodes.run_node
        self.first = nodes.first
        self.last = nodes.last

    def runs(self, node: int) -> int:
        """How many runs of text stand below *node*."""
        return self.last[node] - self.first[node]

    def settle(self, node: int, stop: frozenset[str] = frozenset()) -> int:
        """The innermost element that holds all the text of *node*, or the first with a tag."""
        first, last, tags = self.first[node], self.last[node], self.tag
        while tags[node] not in stop:
            child, end = node + 1, self.end[node]
            while child < end and self.last[child] == self.first[child]:
                child = self.end[child]
            if child >= end or self.first[child] != first or self.last[child] != last:
                break
            node = child
        return node

    def parts(self, node: int) -> list[Part]:
        """What the text below *node* consists of: children with text, and text of its own."""
        known = self.memory[node]
        if known is None:
            known = self.memory[node] = self._parts(node)
        return known

    def _parts(self, node: int) -> list[Part]:
        found: list[Part] = []
        run, last, end = self.first[node], self.last[node], self.end[node]
        child = node + 1
        while child < end:
            lower, upper = self.first[child], self.last[child]
            if upper > lower:
                while run < lower:
                    self._append(found, stretch(node, run, run + 1, OWN))
                    run += 1
                self._append(found, stretch(child, lower, upper, CHILD))
                run = upper
            child = self.end[child]
        while run < last:
            self._append(found, stretch(node, run, run + 1, OWN))
            run += 1
        return found

    def _append(self, found: list[Part], part: Part) -> None:
        """Take in *part*; a mere colon belongs to what is before it, on its line."""
        if found and self.is_colon(part.first, part.last):
            before = found[-1]
            if not self.ends_with_colon(before.last):
                if self.one_line(before.first, part.last):
                    before.last = part.last
                return
        found.append(part)

    def is_colon(self, first: int, last: int) -> bool:
        """Whether the runs are a colon and nothing else."""
        return last - first == 1 and self.size(first, last) == 1 and self.begins_with_colon(first)

    def bare(self, part: Part) -> Part:
        """*part* without an aside at its end."""
        last = part.last
        while last - part.first > 1 and self._in_aside(last - 1, part.node):
            last -= 1
        return part if last == part.last else stretch(part.node, part.first, last, part.own)

    def between(self, first: int, last: int) -> str:
        """The text of the runs from *first* up to *last*, in one line."""
        if last <= first:
            return ""
        text = self.text[self.start[first] : self.stop[last - 1]]
        return text.replace("\n", " ") if "\n" in text else text

    def say(self, parts: Sequence[Part]) -> str:
        """The text of *parts* in one line, without tooltips where anything else is said."""
        opening, closing = parts[0], parts[-1]
        first, last = opening.first, closing.last
        if last - first == 1:
            return self.between(first, last)
        asides: list[int] = []
        for part in parts:
            if not part.own:
                self._find_asides(part, asides)
        end = self._end(closing, first, last)
        said = self._without(asides, first, end) if asides else self.between(first, end)
        if end < last:
            said = said.rstrip(OPENING)
        return said or self.between(first, last)

    def _without(self, asides: list[int], first: int, last: int) -> str:
        """The text of the runs but for those of *asides*."""
        kept = []
        for node in asides:
            if first < self.first[node]:
                kept.append(self.between(first, self.first[node]))
            first = self.last[node]
        if first < last:
            kept.append(self.between(first, last))
        return " ".join(kept)

    def _end(self, closing: Part, first: int, last: int) -> int:
        """Where the runs end without a link that leads elsewhere, or else an echo."""
        end = self._tail(closing, last)
        if end == last and self._echoes(first, last):
            return last - 1
        return end

    def tell(self, node: int) -> str:
        """The text below *node* in one line, without tooltips where anything else is said."""
        if self.last[node] - self.first[node] > 1:
            return self.say((self.part(node),))
        return self.between(self.first[node], self.last[node])

    def tell_part(self, part: Part) -> str:
        """The same of a part."""
        if part.last - part.first > 1:
            return self.say((part,))
        return self.between(part.first, part.last)

    def tells_within(self, node: int, limit: int) -> bool:
        """False where what ``tell`` says is surely longer than *limit*."""
        first, last = self.first[node], self.last[node]
        if self.size(first, last) <= limit:
            return True
        said = 0
        for run in range(first, last - PAIR):  # besides asides, no more than two runs are left out
            if not self._in_aside(run, node):
                said += self.size(run, run + 1)
                if said > limit:
                    return False
        return True

    def _in_aside(self, run: int, top: int) -> bool:
        """Whether the run stands in an element, at or below *top*, that explains or repeats."""
        node = self.run_node[run]
        while node >= top:
            if self._is_aside(node):
                return True
            node = self.parent[node]
        return False

    def any_ends_with_colon(self, node: int) -> bool:
        """Whether any run below *node* ends with a colon; else what ``tell`` says does not."""
        for run in range(self.first[node], self.last[node]):
            if self.ends_with_colon(run + 1):
                return True
        return False

    def _echoes(self, first: int, last: int) -> bool:
        """Whether the last run, a word apart, repeats the first: an icon's text told once more."""
        if last - first < MIN_ECHO or self.start[last - 1] == self.stop[last - PAIR]:
            return False
        return self.between(first, first + 1) == self.between(last - 1, last)

    def _tail(self, part: Part, last: int) -> int:
        """Where the link begins behind a value that leads elsewhere ("Learn more"), or *last*."""
        closing = last - 1 if self.size(last - 1, last) > 1 else last - PAIR
        if closing < part.first or part.own:
            return last
        if self._leads(closing, part.node) and LEADS_ON.match(self.between(closing, closing + 1)):
            return closing
        return last

    def _leads(self, run: int, top: int) -> bool:
        """Whether the run stands in a link to another page."""
        node = self.run_node[run]
        while node >= top:
            if self.tag[node] == "a":
                return not self.attribute(node, "href").startswith(("#", "javascript"))
            node = self.parent[node]
        return False

    def told_in_one_line(self, part: Part) -> bool:
        """Whether *part*, without its tooltips, stands on one line of the page."""
        if self.one_line(part.first, part.last):
            return True
        asides: list[int] = []
        if not part.own:
            self._find_asides(part, asides)
        return len(asides) > 0

    def _find_asides(self, part: Part, found: list[int]) -> None:
        """Append to *found* the elements in *part* that explain or repeat for those who ask."""
        node, end = part.node, self.end[part.node]
        while node < end:
            if self.first[node] == self.last[node]:
                node = self.end[node]
            elif self._is_aside(node):
                found.append(node)
                node = self.end[node]
            else:
                node += 1

    def _is_aside(self, node: int) -> bool:
        """Whether the element explains or repeats; each is asked once."""
        known = self.asides[node]
        if not known:
            known = self.asides[node] = EXPLAINING if self._explains(node) else PLAIN
        return known == EXPLAINING

    def _explains(self, node: int) -> bool:
        if self.tag[node] in ASIDE_TAGS:
            return True
        classes = self.classes[node]
        if classes and _explains(classes):
            return True
        return self.tooltips and self.attribute(node, "role") == "tooltip"

    def part(self, node: int) -> Part:
        """The whole of *node* as a part."""
        return stretch(node, self.first[node], self.last[node], CHILD)

    def holds(self, node: int, tag: str) -> bool:
        """Whether an element with *tag* stands at or below *node*."""
        return self._stands(node, self.end[node], tag)

    def _stands(self, begin: int, end: int, tag: str) -> bool:
        places = self.places.get(tag)
        if places is None:
            places = self.places[tag] = self._places(tag)
        at = bisect_left(places, begin)
        return at < len(places) and places[at] < end

    def holds_inside(self, node: int, tag: str) -> bool:
        """Whether an element with *tag* stands below *node*."""
        return node + 1 < self.end[node] and self._stands(node + 1, self.end[node], tag)

    def _places(self, tag: str) -> list[int]:
        """Where the elements with *tag* stand, all over the page."""
        known = self.document.nodes.elements.places
        if tag in known:
            return known[tag]
        found, size = [], len(tag)
        for node, each in enumerate(self.tag):
            if len(each) == size and each == tag:
                found.append(node)
        return found

    def size(self, first: int, last: int) -> int:
        """How long the text of the runs is."""
        return self.stop[last - 1] - self.start[first] if last > first else 0

    def opens_line(self, run: int) -> bool:
        """Whether a line of the page begins with this run."""
        begin = self.start[run]
        return begin == 0 or self.text[begin - 1] == "\n"

    def ends_with_colon(self, last: int) -> bool:
        """Whether the run before *last* ends with a colon, as labels do; none ends with blanks."""
        character = self.text[self.stop[last - 1] - 1]
        return character in ":\uff1a\ufe55"

    def begins_with_colon(self, run: int) -> bool:
        """Whether the run begins with a colon."""
        character = self.text[self.start[run]]
        return character in ":\uff1a\ufe55"

    def may_be_dashed(self, first: int, last: int) -> bool:
        """Whether a dash may part the text of the runs."""
        begin, end = self.start[first], self.stop[last - 1]
        return may_be_dashed(self.text, begin, self._far(begin, end))

    def _far(self, begin: int, end: int) -> int:
        """From where on a dash would stand too far behind to part a label from a value.

        Up to there stand a letter and at least so much that what clings to a label is less.
        """
        at = begin + FAR
        if at >= end or self.text[begin] in SEPARATORS:
            return end
        while at < end and not self.text[at].isalnum():
            at += 1
        return at

    def has_colon(self, first: int, last: int) -> bool:
        """Whether any colon stands in the runs."""
        begin, end = self.start[first], self.stop[last - 1]
        for colon in self.colons:  # noqa: SIM110 - a loop compiles well
            if self.text.find(colon, begin, end) >= 0:
                return True
        return False

    def one_line(self, first: int, last: int) -> bool:
        """Whether the runs stand on one line of the page."""
        return self.text.find("\n", self.start[first], self.stop[last - 1]) < 0

    def marked(self, run: int, tags: frozenset[str], top: int) -> bool:
        """Whether the run stands in an element with one of *tags*, at or below *top*."""
        node = self.run_node[run]
        while node >= top:
            if self.tag[node] in tags:
                return True
            node = self.parent[node]
        return False


def _explains(classes: str) -> bool:
    """Whether an element of these classes explains or repeats."""
    known = _REMEMBERED.get(classes)
    if known is None:
        if len(_REMEMBERED) >= REMEMBERED:
            _REMEMBERED.clear()
        known = _REMEMBERED[classes] = ASIDE.search(classes) is not None
    return known
