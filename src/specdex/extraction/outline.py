"""A Document seen as text: which runs of text each element holds, wrappers looked through."""

from bisect import bisect_left, insort
from collections.abc import Callable, Sequence
from functools import lru_cache

from specdex.extraction.vocabulary import ASIDE, ASIDE_TAGS, COLONS, LEADS_ON
from specdex.html import Document

OWN, CHILD = True, False
UNSEARCHED, SEARCHED = b"\0", b"\1"
REMEMBERED = 16_384
"""Classes whose meaning is remembered: a site repeats them endlessly."""
MIN_ECHO = 3
"""Only among so many runs does the last one repeat the first by design."""
__all__ = ["Outline", "Part"]


class Part:
    """A stretch of text runs below an element: one of its children, or text of its own.

    *node* is the child, or the element itself for text that stands in it directly; *last* is one
    past the last run; *own* is whether it is the element's own text.
    """

    __slots__ = ("first", "last", "node", "own")

    def __init__(self, node: int, first: int, last: int, own: bool) -> None:  # noqa: FBT001 - four plain values
        self.node = node
        self.first = first
        self.last = last
        self.own = own


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
        "run_node",
        "searched",
        "start",
        "stop",
        "tag",
        "text",
        "tooltips",
    )

    def __init__(self, document: Document) -> None:
        nodes = document.nodes
        self.document = document
        self.memory: dict[int, list[Part]] = {}
        self.asides: list[int] = []
        self.searched = bytearray(len(document.tag))
        self.attribute: Callable[[int, str], str] = getattr(
            nodes.elements, "attribute", document.attribute
        )
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
        known = self.memory.get(node)
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
                    found.append(Part(node, run, run + 1, OWN))
                    run += 1
                found.append(Part(child, lower, upper, CHILD))
                run = upper
            child = self.end[child]
        while run < last:
            found.append(Part(node, run, run + 1, OWN))
            run += 1
        return found

    def between(self, first: int, last: int) -> str:
        """The text of the runs from *first* up to *last*, in one line."""
        if last <= first:
            return ""
        text = self.text[self.start[first] : self.stop[last - 1]]
        return text.replace("\n", " ") if "\n" in text else text

    def of(self, node: int) -> str:
        """The text below *node*, in one line."""
        return self.between(self.first[node], self.last[node])

    def say(self, parts: Sequence[Part]) -> str:
        """The text of *parts* in one line, without tooltips where anything else is said."""
        opening, closing = parts[0], parts[-1]
        first, last = opening.first, closing.last
        if last - first == 1:
            return self.between(first, last)
        asides = []
        for part in parts:
            if not part.own:
                asides += self._asides(part)
        asides += self._tail(closing, last) or self._echo(first, last)
        if not asides:
            return self.between(first, last)
        kept, at = [], first
        for lower, upper in asides:
            kept.append(self.between(at, lower))
            at = upper
        kept.append(self.between(at, last))
        return " ".join(filter(None, kept)) or self.between(first, last)

    def _echo(self, first: int, last: int) -> list[tuple[int, int]]:
        """The last run, where it only repeats the first: an icon's text told once more."""
        if last - first < MIN_ECHO or self.between(first, first + 1) != self.between(
            last - 1, last
        ):
            return []
        return [(last - 1, last)]

    def _tail(self, part: Part, last: int) -> list[tuple[int, int]]:
        """The link behind a value that leads elsewhere: "Learn more"."""
        closing = last - 1 if len(self.between(last - 1, last)) > 1 else last - 2
        if closing < part.first or part.own:
            return []
        text = self.between(closing, closing + 1)
        if LEADS_ON.match(text) and self._leads(closing, part.node):
            return [(closing, last)]
        return []

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
        return self.one_line(part.first, part.last) or bool(self._asides(part))

    def _asides(self, part: Part) -> list[tuple[int, int]]:
        """The runs of *part* that explain or repeat it for those who ask."""
        if part.own:
            return []
        end = self.end[part.node]
        if self.searched.find(UNSEARCHED, part.node, end) >= 0:
            self._search(part.node, end)
        asides = self.asides
        found: list[tuple[int, int]] = []
        at = bisect_left(asides, part.node)
        while at < len(asides) and asides[at] < end:
            node = asides[at]
            found.append((self.first[node], self.last[node]))
            at = bisect_left(asides, self.end[node], at)
        return found

    def _search(self, begin: int, end: int) -> None:
        """Note which nodes explain or repeat; each is asked once."""
        searched = self.searched
        for node in range(begin, end):
            if not searched[node] and self.first[node] < self.last[node] and self._is_aside(node):
                insort(self.asides, node)
        searched[begin:end] = SEARCHED * (end - begin)

    def _is_aside(self, node: int) -> bool:
        if self.tag[node] in ASIDE_TAGS:
            return True
        classes = self.classes[node]
        if classes and _explains(classes):
            return True
        return self.tooltips and self.attribute(node, "role") == "tooltip"

    def part(self, node: int) -> Part:
        """The whole of *node* as a part."""
        return Part(node, self.first[node], self.last[node], CHILD)

    def holds(self, node: int, tag: str) -> bool:
        """Whether an element with *tag* stands at or below *node*."""
        return tag in self.tag[node : self.end[node]]

    def size(self, first: int, last: int) -> int:
        """How long the text of the runs is."""
        return self.stop[last - 1] - self.start[first] if last > first else 0

    def opens_line(self, run: int) -> bool:
        """Whether a line of the page begins with this run."""
        begin = self.start[run]
        return begin == 0 or self.text[begin - 1] == "\n"

    def ends_with_colon(self, last: int) -> bool:
        """Whether the run before *last* ends with a colon, as labels do; none ends with blanks."""
        return self.text[self.stop[last - 1] - 1] in COLONS

    def begins_with_colon(self, run: int) -> bool:
        """Whether the run begins with a colon."""
        return self.text[self.start[run]] in COLONS

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


@lru_cache(maxsize=REMEMBERED)
def _explains(classes: str) -> bool:
    """Whether an element of these classes explains or repeats."""
    return ASIDE.search(classes) is not None
