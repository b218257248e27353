"""The clean source document: a page chunk by chunk, reduced to what its author repeats.

Tags keep their name and the letters of their attributes, text keeps its words and its first colon.
Every chunk knows the node it stands in, so that a stretch of characters finds its way back to the
page.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import islice

from specdex.html import Document
from specdex.structure.outline import ASIDE

__all__ = ["LATER_COLON", "Source", "clean", "fold"]

EXCLUDED_TAGS = frozenset(
    {
        *("button", "datalist", "embed", "footer", "head", "iframe", "legend", "link", "map"),
        *("math", "meta", "nav", "noscript", "object", "option", "script", "select", "style"),
        *("svg", "template", "textarea", "title", "video"),
    }
)
"""Tags that certainly do not surround pairs: they are skipped with all they hold."""
VOID_TAGS = frozenset({"area", "br", "col", "hr", "img", "input", "param", "source", "wbr"})
"""Tags that are never closed."""
UNIQUE_ATTRIBUTES = frozenset(
    {
        *("action", "alt", "content", "datetime", "for", "headers", "href", "id", "name", "src"),
        *("srcset", "title", "value"),
    }
)
"""Attributes that name one thing: they differ between rows that are printed alike."""
UNIQUE_PREFIXES = ("aria-", "data-", "on", "item")
"""How further attributes of one thing begin."""
CHROME = re.compile(
    r"(?:^|\s)(?:(?:site|page|main|global)[-_]?)?footer|breadcrumb|cookie|newsletter|copyright",
    re.IGNORECASE,
)
"""Classes and ids of what stands on every page of a site."""
CHROME_ROLES = frozenset(
    {"combobox", "dialog", "listbox", "menu", "menubar", "navigation", "search", "tablist"}
)
"""What ARIA calls parts of a page that are there to be used."""

LATER_COLON = "\u2236"
"""Stands for every colon of a text but the first."""
MARKUP_LOOKALIKES = str.maketrans({"<": "\u2039", ">": "\u203a"})
"""Text is never taken for a tag."""
NOT_LETTERS = re.compile(r"[\W\d_]+")
MAX_ATTRIBUTES = 80
"""Letters of attributes that a tag keeps; what follows tells no two rows apart."""
LINK_REACH = 4
"""How many elements may stand between a text and the link around it."""
COLON = re.compile(r":(?!\d)|(?<!\d):")
"""A colon that does not stand between digits."""
MAX_COLONS = 8
"""Colons of a text that are looked at; the label ends with one of the first."""
NO_RUN = -1


@dataclass(slots=True, eq=False)
class Source:
    """A clean source document. A chunk is a tag or a text; columns have an entry a chunk."""

    document: Document
    text: str = ""
    start: list[int] = field(default_factory=list)
    """Where each chunk begins in the text, …"""
    container: list[int] = field(default_factory=list)
    """… the node that holds it, …"""
    run: list[int] = field(default_factory=list)
    """… and the Document's text run that it is; -1 for a tag."""
    chunk_of: dict[int, int] = field(default_factory=dict)
    """The chunk of a text run, where it is part of the clean source."""
    opened: dict[int, int] = field(default_factory=dict)
    """Where the content of a node begins, …"""
    closed: dict[int, int] = field(default_factory=dict)
    """… and where it ends: the place of its closing tag."""
    line: str = ""
    """The Document's text with blanks for its line breaks."""

    def chunk_at(self, position: int) -> int:
        """The chunk that *position* lies in."""
        return max(0, bisect_right(self.start, position) - 1)

    def container_at(self, position: int) -> int:
        """The node whose content *position* lies in; -1 outside of all."""
        if not 0 <= position < len(self.text):
            return -1
        return self.container[self.chunk_at(position)]

    def is_linked(self, position: int) -> bool:
        """Whether the text at *position* is that of a link."""
        node = self.container_at(position)
        for _ in range(LINK_REACH):
            if node < 0:
                return False
            if self.document.tag[node] == "a":
                return True
            node = self.document.parent[node]
        return False

    def is_first(self, node: int) -> bool:
        """Whether nothing stands before *node* in its parent."""
        if node < 0 or node not in self.opened:
            return False
        parent = self.opened.get(self.document.parent[node], -1)
        return self.text.find(">", parent, self.opened[node]) == self.opened[node] - 1

    def has_markup(self, start: int, stop: int) -> bool:
        """Whether a tag lies in the stretch."""
        return self.text.find("<", start, stop) >= 0

    def texts(self, start: int, stop: int) -> list[int]:
        """The text chunks that the stretch touches."""
        found = range(self.chunk_at(start), self.chunk_at(max(start, stop - 1)) + 1)
        return [chunk for chunk in found if self.run[chunk] != NO_RUN] if start < stop else []

    def place(self, start: int, stop: int) -> tuple[int, int]:
        """Where the text of the stretch lies in the Document's text; empty where it has none."""
        chunks = self.texts(start, stop)
        if not chunks:
            return 0, 0
        nodes = self.document.nodes
        first, last = self.run[chunks[0]], self.run[chunks[-1]]
        begin = nodes.run_start[first] + max(0, start - self.start[chunks[0]])
        end = min(nodes.run_start[last] + stop - self.start[chunks[-1]], nodes.run_stop[last])
        return begin, end

    def node_of(self, start: int, stop: int) -> int:
        """The innermost node that holds all text of the stretch."""
        chunks = self.texts(start, stop)
        if not chunks:
            return max(0, self.container_at(start))
        first, last = self.container[chunks[0]], self.container[chunks[-1]]
        while not first <= last < self.document.end[first]:
            first = self.document.parent[first]
        return first

    def position(self, place: int) -> int:
        """Where the character at *place* of the Document's text stands here; -1 where it is not."""
        starts = self.document.nodes.run_start
        run = bisect_right(starts, place) - 1
        chunk = self.chunk_of.get(run, NO_RUN)
        if chunk == NO_RUN or place >= self.document.nodes.run_stop[run]:
            return -1
        return self.start[chunk] + place - starts[run]


def fold(text: str) -> str:
    """A text as it stands in a clean source document, every character in its place.

    Of its colons only the first is kept: the first that can end a label, outside of brackets and
    not between digits.

    >>> fold("Ratio: 3:2").replace(LATER_COLON, "|")
    'Ratio: 3|2'
    >>> fold("16:9 (SOS: standard): auto").replace(LATER_COLON, "|")
    '16|9 (SOS| standard): auto'
    """
    if ":" in text:
        first = _first_colon(text)
        text = text.replace(":", LATER_COLON)
        if first >= 0:
            text = f"{text[:first]}:{text[first + 1 :]}"
    return text.translate(MARKUP_LOOKALIKES)


def _first_colon(text: str) -> int:
    """The place of the colon that ends a label; -1 where every colon stands between digits."""
    first = -1
    for match in islice(COLON.finditer(text), MAX_COLONS):
        at = match.start()
        if text.count("(", 0, at) <= text.count(")", 0, at):
            return at
        first = at if first < 0 else first
    return first


@lru_cache(maxsize=2)
def clean(document: Document, *, bare: bool = False) -> Source:
    """The clean source document of *document*, its tags *bare* of attributes; the last are kept."""
    made = Source(document, line=document.text.replace("\n", " "))
    parts: list[str] = []
    length = 0
    for part, container, run, tag in _chunks(document, bare=bare):
        if run != NO_RUN:
            made.chunk_of[run] = len(made.start)
        if tag >= 0 and container == tag:
            made.closed[tag] = length
        made.start.append(length)
        made.container.append(container)
        made.run.append(run)
        parts.append(part)
        length += len(part)
        if tag >= 0 and container != tag:
            made.opened[tag] = length
    made.text = "".join(parts)
    return made


def _chunks(document: Document, *, bare: bool) -> Iterator[tuple[str, int, int, int]]:
    """What a page is made of, in order: the text, its container, its text run, or else whose tag.

    An opening tag stands in the parent, a closing tag in the node itself.
    """
    nodes, starts = document.nodes, document.nodes.run_start
    run, node, open_nodes = 0, 0, list[int]()

    def texts(stop: int) -> Iterator[tuple[str, int, int, int]]:
        """The text runs that begin before *stop*."""
        nonlocal run
        while run < len(starts) and starts[run] < stop:
            printed = document.text[starts[run] : nodes.run_stop[run]]
            yield fold(printed), nodes.run_node[run], run, NO_RUN
            run += 1

    while node <= len(document):
        while open_nodes and document.end[open_nodes[-1]] <= node:
            closed = open_nodes.pop()
            yield from texts(document.stop[closed])
            yield f"</{document.tag[closed]}>", closed, NO_RUN, closed
        if node == len(document):
            break
        yield from texts(document.start[node])
        tag = document.tag[node]
        if tag in EXCLUDED_TAGS or _is_aside(document, node):
            run = max(run, bisect_left(starts, document.stop[node]))
            node = document.end[node]
            continue
        opening = f"<{tag}>" if bare else _opening(document, node)
        yield opening, document.parent[node], NO_RUN, node
        if tag not in VOID_TAGS:
            open_nodes.append(node)
        node += 1


def _opening(document: Document, node: int) -> str:
    """The opening tag of *node*: its name and the letters of its attributes."""
    tag = document.tag[node]
    attributes = document.attributes(node)
    if not attributes:
        return f"<{tag}>"
    named = sorted(attributes.items())
    kept = "".join(
        name + value
        for name, value in named
        if name not in UNIQUE_ATTRIBUTES and not name.startswith(UNIQUE_PREFIXES)
    )
    letters = NOT_LETTERS.sub("", kept)[:MAX_ATTRIBUTES]
    return f"<{tag} {letters}>" if letters else f"<{tag}>"


def _is_aside(document: Document, node: int) -> bool:
    """Whether *node* explains for those who ask, or stands on every page of the site."""
    attributes = document.attributes(node)
    if not attributes:
        return False
    marks = f"{attributes.get('class', '')} {attributes.get('id', '')}"
    return (
        attributes.get("role") in CHROME_ROLES
        or bool(ASIDE.search(marks.lower()))
        or bool(CHROME.search(marks))
    )
