# cython: boundscheck=False, wraparound=False
"""Elements that may hold a specification, cheaply and with high recall."""

from array import array
from collections.abc import Sequence

from specdex.detection.shapes import GROUP_CODES, MAX_LABEL, Shapes, shapes
from specdex.html import Document
from specdex.records import Candidate, FragmentKind

__all__ = ["candidate_nodes", "find_candidates", "kind_of", "look_of"]

MAX_ROW_RUNS = 12
"""A row holds no more runs of text than this."""
MAX_COUPLE_RUNS = 4
"""Nor more than this where nothing but its place makes a label."""
MAX_ROW_SIZE = 600
"""Nor more text."""
MAX_SIZE = 60_000
"""A larger element is a page, not a fragment."""
TABLE, LIST, DL = (GROUP_CODES[group] for group in ("table", "list", "dl"))
"""The markup of rows; tables and dl alone make labels."""
MAX_LINKED = 0.8
"""More of the text in links makes a menu."""
DASHES = (" - ", " \u2013 ", " \u2014 ")
"""What may part a label from its value where no colon does."""
PAIR, TURNS = 2, 8
"""So many children tell whether labels and values take turns."""
MIN_ROWS = 2
"""Rows that make an element without list markup a candidate."""
MAX_ALIKE = 12
"""More elements of one look are cards of a list."""
MAX_CANDIDATES = 600
"""Only the first so many are looked at: a page of more is made of them."""


def kind_of(tag: str) -> FragmentKind:
    """The kind of fragment that an element with *tag* makes."""
    return FragmentKind.of(tag)


def look_of(document: Document, node: int) -> tuple[int, str, str]:
    """How deep an element lies and how it is marked up; of tables with a class, the latter only."""
    tag, classes = document.tag[node], document.classes[node]
    return 0 if tag == "table" and classes else document.nodes.depth[node], tag, classes


def find_candidates(document: Document) -> Sequence[Candidate]:
    """The elements of *document* that may hold a specification, in page order."""
    tags = document.tag
    return tuple([Candidate(node, kind_of(tags[node])) for node in candidate_nodes(document)])


def candidate_nodes(document: Document) -> list[int]:
    """The nodes of the candidates of *document*, in page order."""
    if not len(document) or not len(document.nodes.run_start):
        return []
    return Search(shapes(document)).found()


class Search:
    """One page's search for candidates."""

    def __init__(self, page: Shapes) -> None:
        self.page = page
        self.depth, self.classes = page.document.nodes.depth, page.document.classes
        self.end = page.document.nodes.end
        self.rows = array("i", bytes(4 * len(page.tag)))
        """How many children of each node are like rows, …"""
        self.labelled = array("i", bytes(4 * len(page.tag)))
        """… and how many labels stand in it directly, or in an element with no other text."""
        self.brief = array("i", bytes(4 * len(page.tag)))
        """How many children of each node are one short text."""

    def found(self) -> list[int]:
        """The nodes of the candidates, in page order."""
        self._count_rows()
        self._count_labels()
        page = self.page
        containers = self._containers()
        wanted = bytearray(len(page.tag))
        for node in (*containers, *self._look_alikes(containers)):
            wanted[node] = 1
        chosen: list[int] = []
        for node in range(len(page.tag)):
            runs = page.last[node] - page.first[node]
            if not wanted[node] and not (runs >= MIN_ROWS and self._listed(node)):
                continue
            if page.size(node) <= MAX_SIZE and self._promising(node):
                chosen.append(node)
                if len(chosen) == MAX_CANDIDATES:
                    break
        return chosen

    def _count_rows(self) -> None:
        page = self.page
        for node in range(1, len(page.tag)):
            runs = page.last[node] - page.first[node]
            if 0 < runs <= MAX_ROW_RUNS and page.kept(node):
                if self._like_row(node):
                    self.rows[page.parent[node]] += 1
                if runs == 1 and page.size(node) <= MAX_LABEL:
                    self.brief[page.parent[node]] += 1

    def _like_row(self, node: int) -> bool:
        """Whether *node* may be a row: little text, and a short or coloned run first."""
        page = self.page
        if page.size(node) > MAX_ROW_SIZE:
            return False
        first = page.first[node]
        if page.labels[first]:
            return True
        brief = 1 < page.runs(node) <= MAX_COUPLE_RUNS
        return brief and page.run_stop[first] - page.run_start[first] <= MAX_LABEL

    def _count_labels(self) -> None:
        page = self.page
        for run in range(len(page.run_start)):
            if page.labels[run]:
                # a run of its own belongs to its element; a wrapped one to what the wrapper is in
                top = page.run_node[run]
                if page.runs(top) == 1:
                    while not page.kept(top) and page.parent[top] >= 0:
                        top = page.parent[top]
                    top = max(0, page.parent[top])
                self.labelled[top] += 1

    def _listed(self, node: int) -> bool:
        """Whether the tag of *node* is the markup of rows."""
        code = self.page.codes[node]
        return code == TABLE or code == LIST or code == DL  # noqa: PLR1714 - compiles well

    def _containers(self) -> list[int]:
        """The nodes with enough rows of their own, and no markup of rows."""
        page, found = self.page, []
        for node in range(len(page.tag)):
            if not page.containers[node] or self._listed(node):
                continue
            if self.rows[node] >= MIN_ROWS or self.labelled[node] >= MIN_ROWS:
                found.append(node)
            elif self.brief[node] >= MIN_ROWS and self._takes_turns(node):
                self.rows[node] = MIN_ROWS
                found.append(node)
        return found

    def _takes_turns(self, node: int) -> bool:
        """Whether children of two looks take turns, short ones first: labels and values, unwrapped.

        Only the first few are looked at; what else stands among them is left to the reading.
        """
        page, end = self.page, self.end
        before, last, turns, seen = -1, -1, 0, 0
        child = node + 1
        while child < end[node] and seen < TURNS:
            if page.last[child] > page.first[child]:
                if before >= 0 and self._alike(child, before) and not self._alike(child, last):
                    turns += 1
                before, last, seen = last, child, seen + 1
            child = end[child]
        return turns >= PAIR

    def _alike(self, one: int, other: int) -> bool:
        """Whether two nodes are marked up alike."""
        tags, classes = self.page.tag, self.classes
        return tags[one] == tags[other] and classes[one] == classes[other]

    def _promising(self, node: int) -> bool:
        """Whether *node* is not made of links, and holds a label or rows of two parts."""
        page = self.page
        code = page.codes[node]
        if code == TABLE or code == DL:  # noqa: PLR1714, SIM109 - compiles well
            return True
        if page.linked(node) > MAX_LINKED * page.size(node):
            return False
        return page.labelled(node) > 0 or self.rows[node] >= MIN_ROWS or self._dashed(node)

    def _dashed(self, node: int) -> bool:
        """Whether a dash between blanks stands in *node*."""
        page = self.page
        begin, end = page.run_start[page.first[node]], page.run_stop[page.last[node] - 1]
        for dash in DASHES:  # noqa: SIM110 - a loop compiles well
            if page.text.find(dash, begin, end) >= 0:
                return True
        return False

    def _look_alikes(self, containers: Sequence[int]) -> list[int]:
        """The elements with one row that look and lie like a container of several."""
        page, looks = self.page, set()
        for node in containers:
            if self.classes[node]:
                looks.add(self._look(node))
        places: dict[int, set[str]] = {}
        for depth, tag, _ in looks:
            places.setdefault(depth, set()).add(tag)
        deepest = max(places, default=-1)
        tags = [places.get(depth) for depth in range(deepest + 1)]
        found: dict[tuple[int, str, str], list[int]] = {}
        for node in range(len(page.tag) if looks else 0):
            depth, runs = self.depth[node], page.last[node] - page.first[node]
            if depth > deepest or not 1 < runs <= MAX_ROW_RUNS:
                continue
            there = tags[depth]
            if there is not None and self.classes[node] and page.tag[node] in there:
                look = self._look(node)
                if look in looks:
                    found.setdefault(look, []).append(node)
        return [node for nodes in found.values() if len(nodes) <= MAX_ALIKE for node in nodes]

    def _look(self, node: int) -> tuple[int, str, str]:
        """How deep *node* lies and how it is marked up, as ``look_of`` says it."""
        tag, classes = self.page.tag[node], self.classes[node]
        return 0 if tag == "table" and classes else self.depth[node], tag, classes
