# cython: boundscheck=False, wraparound=False
"""Columns over a Document's nodes and runs of text that candidates and features are cut from."""

from array import array

from specdex.html import Document, Kept
from specdex.html.tags import BOLD_TAGS, HEADING_TAGS
from specdex.labels import COLONS

__all__ = ["GROUP_CODES", "MAX_LABEL", "Shapes", "shapes"]

MAX_LABEL = 80
"""A label longer than this is a sentence."""
BOLD, CONTAINER, GROUP = 16, 32, 15
"""What a tag means, in bits: it stands out, it may hold rows, and the group it is counted in."""
CONTAINER_TAGS = frozenset(
    {
        *("article", "aside", "blockquote", "body", "center", "dd", "details", "div", "fieldset"),
        *("figure", "form", "li", "main", "p", "section", "span", "td", "th", "summary", "strong"),
        *("b", "font", "address", "nav", "footer", "header"),
    }
)
"""What may hold rows without being a table or a list."""
TAG_GROUPS: dict[str, frozenset[str]] = {
    "a": frozenset({"a"}),
    "img": frozenset({"img"}),
    "form": frozenset({"input", "select", "textarea", "button"}),
    "table": frozenset({"table"}),
    "list": frozenset({"ul", "ol"}),
    "dl": frozenset({"dl"}),
    "heading": HEADING_TAGS,
}
"""The tags that are counted below each candidate."""
GROUP_CODES = {group: code for code, group in enumerate(TAG_GROUPS, start=1)}
TAG_CODES = {tag: GROUP_CODES[group] for group, tags in TAG_GROUPS.items() for tag in tags}
LINK = GROUP_CODES["a"]
MEANINGS = {
    tag: BOLD * (tag in BOLD_TAGS) + CONTAINER * (tag in CONTAINER_TAGS) + TAG_CODES.get(tag, 0)
    for tag in BOLD_TAGS | CONTAINER_TAGS | TAG_CODES.keys()
}


class Shapes:
    """What can be said of a page's nodes and runs before anything is read."""

    def __init__(self, document: Document) -> None:
        nodes = document.nodes
        count, runs = len(nodes.tag), len(nodes.run_start)
        self.document = document
        self.text = document.text
        self.tag = nodes.tag
        self.parent, self.first, self.last = nodes.parent, nodes.first, nodes.last
        self.run_start, self.run_stop, self.run_node = (
            nodes.run_start,
            nodes.run_stop,
            nodes.run_node,
        )
        self.codes = bytearray(count)
        """The group of each node's tag, 0 where it has none, …"""
        self.containers = bytearray(count)
        """… and whether it may hold rows."""
        self.lines = bytearray(runs)
        """Which runs begin a line, …"""
        self.labels = bytearray(runs)
        """… and which look like a label: short and bold, or with a colon."""
        self.link_sum = array("i", bytes(4 * (runs + 1)))
        """How much linked text stands before each run, …"""
        self.label_sum = array("i", bytes(4 * (runs + 1)))
        """… and how many labels."""
        self._see_runs(self._see_tags())
        for colon in COLONS:
            self._see_colons(colon)
        self._add_up()

    def runs(self, node: int) -> int:
        """How many runs of text stand below *node*."""
        return self.last[node] - self.first[node]

    def size(self, node: int) -> int:
        """How long the text below *node* is."""
        first, last = self.first[node], self.last[node]
        return self.run_stop[last - 1] - self.run_start[first] if last > first else 0

    def kept(self, node: int) -> bool:
        """Whether *node* has text and does not merely wrap or stand in for its parent."""
        first, last, above = self.first[node], self.last[node], self.parent[node]
        if last <= first or above < 0:
            return False
        return first != self.first[above] or last != self.last[above]

    def linked(self, node: int) -> int:
        """How much of the text below *node* is linked."""
        return self.link_sum[self.last[node]] - self.link_sum[self.first[node]]

    def labelled(self, node: int) -> int:
        """How many labels stand below *node*."""
        return self.label_sum[self.last[node]] - self.label_sum[self.first[node]]

    def _see_tags(self) -> bytearray:
        """Note what each tag means; whether it stands out, for each node."""
        bold = bytearray(self.document.coded(MEANINGS))
        for node in range(len(self.tag)):
            meaning = bold[node]
            if meaning:
                code = meaning & GROUP
                self.codes[node] = code
                self.containers[node] = meaning & CONTAINER > 0
                bold[node] = meaning & BOLD
                if code == LINK:
                    # opened and closed, for now; they are added up in the end
                    self.link_sum[self.first[node]] += 1
                    self.link_sum[self.last[node]] -= 1
            elif "-" in self.tag[node]:
                self.containers[node] = 1  # an element of the shop's own
        return bold

    def _see_runs(self, bold: bytearray) -> None:
        """Note which runs begin a line, and which of them are short and stand out."""
        for run in range(len(self.run_start)):
            begin = self.run_start[run]
            if begin == 0 or self.text[begin - 1] == "\n":
                self.lines[run] = 1
                if bold[self.run_node[run]] and self.run_stop[run] - begin <= MAX_LABEL:
                    self.labels[run] = 1

    def _see_colons(self, colon: str) -> None:
        """Note which runs have a *colon* among the first characters, not the very first."""
        run, last = 0, len(self.run_start) - 1
        at = self.text.find(colon)
        while at >= 0:
            while run < last and self.run_start[run + 1] <= at:
                run += 1
            if 1 < at - self.run_start[run] <= MAX_LABEL:
                self.labels[run] = 1
            at = self.text.find(colon, at + 1)

    def _add_up(self) -> None:
        """Make sums of what was noted."""
        inside = linked = labels = 0
        for run in range(len(self.run_start)):
            inside += self.link_sum[run]
            self.link_sum[run] = linked
            self.label_sum[run] = labels
            if inside > 0:
                linked += self.run_stop[run] - self.run_start[run]
            labels += self.labels[run]
        self.link_sum[len(self.run_start)] = linked
        self.label_sum[len(self.run_start)] = labels


@Kept
def shapes(document: Document) -> Shapes:
    """The shapes of *document*; the last ones are kept, since every step asks for them."""
    return Shapes(document)
