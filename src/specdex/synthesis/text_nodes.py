"""A page as the text nodes that may hold values, each with its addresses."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count

from specdex.html import Document
from specdex.text import letters_and_digits

__all__ = ["Addresses", "PageTable", "TemplateMarks", "literal", "table_of", "template_marks"]

CONSTANT = 0.1
"""A text on this share of a site's pages belongs to the template."""
FEWEST_PAGES = 3


@dataclass(frozen=True, slots=True)
class TemplateMarks:
    """The classes and ids that belong to a site's template rather than to one page."""

    classes: frozenset[str]
    ids: frozenset[str]


@dataclass(frozen=True, slots=True)
class PageTable:
    """The text nodes of one page in document order, as columns."""

    url: str
    title: str
    texts: tuple[str, ...]
    normal: tuple[str, ...]
    """The texts as they are compared."""
    tags: tuple[str, ...]
    order: tuple[int, ...]
    """Which text of its element each is, from 0 on."""
    place: tuple[str, ...]
    """The absolute XPath of the element."""
    near: tuple[str, ...]
    """The XPath from the nearest element with a class or an id."""
    path: tuple[str, ...]
    """The sequential XPath: tags, classes and ids from the root."""
    anchored: tuple[str, ...]
    """The XPath from the nearest element with an id, with places."""


def template_marks(documents: Iterable[Document]) -> TemplateMarks:
    """The classes and ids that several of a site's pages have."""
    pages = list(documents)
    least = min(len(pages), max(FEWEST_PAGES, CONSTANT * len(pages)))

    def common(name: str) -> frozenset[str]:
        marks = ({page.attribute(node, name) for node in range(len(page))} for page in pages)
        times = Counter(mark for each in marks for mark in each)
        return frozenset(mark for mark, often in times.items() if mark.strip() and often >= least)

    return TemplateMarks(common("class"), common("id"))


def literal(text: str) -> str:
    """*text* as an XPath string.

    >>> print(literal("it's"))
    "it's"
    """
    if "'" not in text:
        return f"'{text}'"
    if '"' not in text:
        return f'"{text}"'
    return "concat(" + ", '\"', ".join(f'"{part}"' for part in text.split('"')) + ")"


def table_of(document: Document, marks: TemplateMarks) -> PageTable:
    """The text nodes of *document*."""
    addresses = Addresses(document, marks)
    nodes = document.nodes
    seen: dict[int, Iterator[int]] = defaultdict(count)
    texts = tuple(
        document.text[start:stop]
        for start, stop in zip(nodes.run_start, nodes.run_stop, strict=True)
    )
    at = nodes.run_node

    def column(values: Sequence[str]) -> tuple[str, ...]:
        return tuple(values[node] for node in at)

    return PageTable(
        url=document.page.url,
        title=document.title,
        texts=texts,
        normal=tuple(map(letters_and_digits, texts)),
        tags=column(document.tag),
        order=tuple(next(seen[node]) for node in at),
        place=column(addresses.place),
        near=column(addresses.near),
        path=column(addresses.path),
        anchored=column(addresses.anchored),
    )


class Addresses:
    """Four XPaths of every element, each built from its parent's."""

    def __init__(self, document: Document, marks: TemplateMarks) -> None:
        self.place: list[str] = []
        self.near: list[str] = []
        self.path: list[str] = []
        self.anchored: list[str] = []
        counts: dict[tuple[int, str], int] = defaultdict(int)
        for node, (tag, parent) in enumerate(zip(document.tag, document.parent, strict=True)):
            counts[parent, tag] += 1
            look, name = document.attribute(node, "class"), document.attribute(node, "id")
            look = f"[@class={literal(look)}]" if look in marks.classes else ""
            name = f"[@id={literal(name)}]" if name in marks.ids else ""
            # tag soup makes tags that XPath does not take
            plain = tag.replace("-", "").isalnum() and tag[:1].isalpha()
            step = tag if plain else "*"
            placed, full = f"/{step}[{counts[parent, tag]}]", f"/{step}{look}{name}"
            above = parent >= 0
            self.place.append((self.place[parent] if above else "") + placed)
            self.path.append((self.path[parent] if above else "") + full)
            if look or name:
                self.near.append(f"/{full}")
            else:
                self.near.append((self.near[parent] if above else "") + f"/{step}")
            if name:
                self.anchored.append(f"//*{name}")
            else:
                self.anchored.append((self.anchored[parent] if above else "") + placed)
