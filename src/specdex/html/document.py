"""A Document: one page's tree as flat arrays over one buffer of visible text.

Node *i* is the i-th element in document order; its subtree is ``range(i, end[i])``, and its
visible text ``text[start[i]:stop[i]]``. Lines of the text are the page's blocks: a line break
stands wherever a block element or a ``<br>`` begins or ends.
"""

import re
from array import array
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property, lru_cache
from typing import Generic, TypeVar

from lxml import etree

from specdex.html.elements import Elements, TreeElements
from specdex.records import Failure, Page
from specdex.text import collapse
from specdex.urls import absolute

__all__ = ["Document", "Kept", "Nodes", "forget", "needs_scripts"]

Made = TypeVar("Made")
JSON_PATH = "#$"
"""What parts the XPath of a script from the path of a value in its JSON."""
MAX_XPATH = 20_000
"""An XPath longer than this is no address."""
LITTLE_TEXT = 400
"""Characters; a page with more visible text shows something by itself …"""
FEW_LINKS = 5
"""… and so does one with more links than this."""
SOME_TEXT = 3_000
MOUNTS = frozenset(
    {"root", "app", "__next", "__nuxt", "___gatsby", "q-app", "svelte", "main-app", "react-root"}
    | {"app-root", "ember-application", "shopify-root", "application"}
)
"""The ids that frameworks give to the element they build the page in."""
MOUNT_TAGS = frozenset({"app-root", "app-shell", "main-app"})


_PATH = re.compile(r"(?:/[A-Za-z_][\w.-]*(?:\[\d+\])?)+", re.ASCII)
"""A path whose every step XPath understands: tag soup makes names such as ``a<div`` and ``o:p``,
and not every letter of Unicode may stand in a name (``a\ufb03``)."""


def _column() -> "array[int]":
    return array("i")


@lru_cache(maxsize=1024)
def _is_step(tag: str) -> bool:
    """Whether XPath understands *tag*."""
    return _PATH.fullmatch(f"/{tag}") is not None


@dataclass(slots=True, eq=False)
class Nodes:
    """The columns of a Document, one entry a node.

    They are arrays of C integers: compiled code and numpy read them where they lie.
    """

    tag: list[str] = field(default_factory=list)
    parent: "array[int]" = field(default_factory=_column)
    """-1 for the root."""
    depth: "array[int]" = field(default_factory=_column)
    end: "array[int]" = field(default_factory=_column)
    """One past the last node of the subtree."""
    children: "array[int]" = field(default_factory=_column)
    start: "array[int]" = field(default_factory=_column)
    stop: "array[int]" = field(default_factory=_column)
    first: "array[int]" = field(default_factory=_column)
    """The first run of text below a node, …"""
    last: "array[int]" = field(default_factory=_column)
    """… and one past the last."""
    run_start: "array[int]" = field(default_factory=_column)
    """Text runs in order: where each begins in the text, …"""
    run_stop: "array[int]" = field(default_factory=_column)
    run_node: "array[int]" = field(default_factory=_column)
    """… and the node it stands in directly."""
    elements: Elements = field(default_factory=lambda: TreeElements([]))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Nodes):
            return NotImplemented
        return all(
            list(getattr(self, each.name)) == list(getattr(other, each.name))
            for each in fields(self)
        )

    __hash__ = None  # type: ignore[assignment]


class Document:
    """A page as parsed. Never raises, whatever the bytes were; *failure* says what went wrong."""

    def __init__(
        self, page: Page, nodes: Nodes, text: str = "", failure: Failure | None = None
    ) -> None:
        self.page = page
        self.nodes = nodes
        self.text = text
        self.failure = failure
        self.tag = nodes.tag
        self.attribute = nodes.elements.attribute
        """An attribute of a node by its name, empty where it has none."""
        self.has = nodes.elements.has
        """Whether a node has an attribute, be it empty."""
        self.get = nodes.elements.get
        """An attribute of a node by its name, None where it has none."""
        self.attributes = nodes.elements.attributes
        """All attributes of a node, in the order they are written."""
        self.bracketed = nodes.elements.bracketed
        """The attributes that may hold JSON, of a least length: node, name and value."""
        self.note = nodes.elements.note
        """Give a node an attribute of ours, which the page itself does not write."""
        self.content = nodes.elements.content
        """All text of a node as written, that of scripts and titles too."""
        self.inner = nodes.elements.inner
        """What is written inside an element whose own are no nodes (``noscript``)."""
        self.coded = nodes.elements.coded
        """The code of each node's tag, a byte each; 0 for tags that have none."""
        self.anywhere = nodes.elements.anywhere
        """Whether any node may have the attribute of that name; True where that is not known."""

    def __len__(self) -> int:
        return len(self.tag)

    def __repr__(self) -> str:
        return f"<Document {self.page.url} of {len(self)} nodes>"

    @cached_property
    def parent(self) -> list[int]:
        """The parents as a list, which Python reads fastest."""
        return self.nodes.parent.tolist()

    @cached_property
    def depth(self) -> list[int]:
        """The depths as a list."""
        return self.nodes.depth.tolist()

    @cached_property
    def end(self) -> list[int]:
        """The ends as a list."""
        return self.nodes.end.tolist()

    @cached_property
    def start(self) -> list[int]:
        """Where each node's text starts, as a list."""
        return self.nodes.start.tolist()

    @cached_property
    def stop(self) -> list[int]:
        """Where each node's text stops, as a list."""
        return self.nodes.stop.tolist()

    @cached_property
    def title(self) -> str:
        """The page's title, empty where it has none."""
        for node in self.places_of("title")[:1]:
            return collapse(self.content(node))
        return ""

    @cached_property
    def base(self) -> str:
        """What the page's relative links are relative to."""
        for node in self.nodes_of("base"):
            href = self.attribute(node, "href")
            if href:
                return absolute(self.page.url, href) or self.page.url
        return self.page.url

    @property
    def classes(self) -> list[str]:
        """The class of each node, empty where it has none."""
        return self.nodes.elements.classes

    def places_of(self, tag: str) -> Sequence[int]:
        """The nodes with *tag*, in document order."""
        found = self.nodes.elements.places.get(tag)
        return list(self.nodes_of(tag)) if found is None else found

    def nodes_of(self, *tags: str) -> Iterator[int]:
        """The nodes with one of *tags*, in document order."""
        known = self.nodes.elements.places.get(tags[0]) if len(tags) == 1 else None
        if known is not None:
            return iter(known)
        wanted = frozenset(tags)
        return (node for node, tag in enumerate(self.tag) if tag in wanted)

    def children(self, node: int) -> Iterator[int]:
        """The child elements of *node*."""
        ends = self.nodes.end
        child, end = node + 1, ends[node]
        while child < end:
            yield child
            child = ends[child]

    def descendants(self, node: int) -> range:
        """The nodes below *node*."""
        return range(node + 1, self.nodes.end[node])

    def ancestors(self, node: int) -> Iterator[int]:
        """The nodes above *node*, nearest first."""
        parents = self.nodes.parent
        node = parents[node]
        while node >= 0:
            yield node
            node = parents[node]

    def text_of(self, node: int) -> str:
        """The visible text of *node* in one line."""
        return self.text[self.nodes.start[node] : self.nodes.stop[node]].replace("\n", " ").strip()

    def lines_of(self, node: int) -> list[str]:
        """The visible text of *node*, a string a line, empty lines left out."""
        return [
            line.strip()
            for line in self.text[self.nodes.start[node] : self.nodes.stop[node]].split("\n")
            if line.strip()
        ]

    def runs_of(self, node: int) -> Iterator[tuple[int, str]]:
        """The text runs below *node*: the node each stands in directly, and its text."""
        first = bisect_left(self.nodes.run_start, self.nodes.start[node])
        for run in range(first, len(self.nodes.run_start)):
            if self.nodes.run_start[run] >= self.nodes.stop[node]:
                return
            yield (
                self.nodes.run_node[run],
                self.text[self.nodes.run_start[run] : self.nodes.run_stop[run]],
            )

    def element(self, node: int) -> etree._Element:
        """The lxml element of *node*."""
        return self.nodes.elements[node]

    def xpath(self, node: int) -> str:
        """The absolute XPath of *node* on lxml's tree."""
        path = self.nodes.elements.path(node)
        if self._well_named or _PATH.fullmatch(path):
            return path
        return _careful_path(self.element(node))

    @cached_property
    def _well_named(self) -> bool:
        """Whether XPath understands every tag of the page."""
        return all(map(_is_step, self.nodes.elements.strange_tags()))

    @cached_property
    def _places(self) -> dict[etree._Element, int]:
        return {element: node for node, element in enumerate(self.nodes.elements)}

    def select(self, xpath: str) -> etree._Element | None:
        """The first element that *xpath* means; None where it means none or is malformed.

        Of an attribute, and of a value in the JSON of a script, it is the element that holds it.
        """
        if not len(self) or len(xpath) > MAX_XPATH:
            return None
        place, _, _ = xpath.partition(JSON_PATH)
        try:
            found = self.element(0).getroottree().xpath(place.partition("/@")[0])
        except etree.XPathError:
            return None
        first = found[0] if isinstance(found, list) and found else None
        return first if etree.iselement(first) else None

    def find(self, xpath: str) -> int | None:
        """The node that *xpath* means first; None where it means none or is malformed."""
        element = self.select(xpath)
        return None if element is None else self._places.get(element)


def _careful_path(element: etree._Element) -> str:
    """The XPath of an element among names that XPath does not take: those become ``*[n]``."""
    steps = []
    for each in (element, *element.iterancestors()):
        named = _PATH.fullmatch(f"/{each.tag}") is not None
        same = each.tag if named else etree.Element
        place = 1 + sum(1 for _ in each.itersiblings(same, preceding=True))
        steps.append(f"{each.tag if named else '*'}[{place}]")
    return "/" + "/".join(reversed(steps))


def needs_scripts(document: Document) -> bool:
    """Whether the page has scripts and next to nothing else to show.

    An empty mount point of a framework tells more than an empty page does, so with one a little
    more text (a header, a cookie banner) is forgiven.
    """
    if "script" not in document.tag:
        return False
    shown = len(document.text) - document.text.count("\n")
    if shown > SOME_TEXT:
        return False
    if any(map(document.tag.__contains__, MOUNT_TAGS)) or _empty_mount(document):
        return True
    links = sum(1 for node in document.nodes_of("a") if document.attribute(node, "href"))
    return shown < LITTLE_TEXT and links <= FEW_LINKS


def _empty_mount(document: Document) -> bool:
    """Whether an element that a framework fills is still empty."""
    return any(
        document.attribute(node, "id").lower() in MOUNTS and not document.text_of(node)
        for node in document.nodes_of("div", "main", "section", "body")
    )


_ALL: list["Kept[object]"] = []


class Kept(Generic[Made]):
    """*make* that remembers what it made of the last Document, since every step asks for it.

    For functions of a module. A page's tables of contents point at each other and at the Document:
    forgetting them when the page is done frees all of it at once; otherwise the search for cyclic
    garbage does, later and dearer.
    """

    __slots__ = ("_last", "_make")

    def __init__(self, make: Callable[[Document], Made]) -> None:
        self._make = make
        self._last: tuple[Document | None, Made | None] = (None, None)
        _ALL.append(self)  # type: ignore[arg-type]

    def __call__(self, document: Document) -> Made:
        """What was made of *document*."""
        known, made = self._last
        if known is not document or made is None:
            made = self._make(document)
            self._last = (document, made)
        return made

    def forget(self, document: Document) -> None:
        """Let go of what was made of *document*, and close it where it can be closed."""
        known, made = self._last
        if known is document:
            self._last = (None, None)
            close = getattr(made, "close", None)
            if close is not None:
                close()


def forget(document: Document) -> None:
    """Let go of all that was made of *document*: nobody asks about it any more."""
    for kept in _ALL:
        kept.forget(document)
