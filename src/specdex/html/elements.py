"""What the elements of a Document's nodes say: the native reader's as written, or lxml's."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Protocol

from lxml import etree

from specdex.html.tags import OPAQUE

__all__ = ["Elements", "TreeElements"]


class Elements(Protocol):
    """The elements of a page's nodes, in their order."""

    @property
    def classes(self) -> list[str]:
        """The class of each node, empty where it has none."""
        ...

    @property
    def places(self) -> Mapping[str, list[int]]:
        """Where the elements of some tags stand, as far as that is known beforehand."""
        ...

    def __len__(self) -> int: ...

    def __iter__(self) -> Iterator[etree._Element]: ...

    def __getitem__(self, node: int, /) -> etree._Element: ...

    def strange_tags(self) -> Iterable[str]:
        """The tags of nodes that HTML does not know, and perhaps others."""
        ...

    def coded(self, codes: dict[str, int], /) -> bytes:
        """The code of each node's tag, a byte each; 0 for tags that have none."""
        ...

    def anywhere(self, name: str, /) -> bool:
        """Whether any node may have the attribute of that *name*; True where that is not known."""
        ...

    def attribute(self, node: int, name: str, /) -> str:
        """An attribute of *node*, empty where it has none."""
        ...

    def get(self, node: int, name: str, /) -> str | None:
        """An attribute of *node*, None where it has none."""
        ...

    def has(self, node: int, name: str, /) -> bool:
        """Whether *node* has an attribute, be it empty."""
        ...

    def attributes(self, node: int, /) -> dict[str, str]:
        """All attributes of *node*, in the order they are written."""
        ...

    def bracketed(self, least: int, /) -> list[tuple[int, str, str]]:
        """Attributes that begin with a bracket, *least* signs long: node, name and value."""
        ...

    def note(self, node: int, name: str, value: str, /) -> None:
        """Give *node* an attribute of ours, which the page itself does not write."""
        ...

    def content(self, node: int, /) -> str:
        """All text of *node* as written, that of scripts and titles too."""
        ...

    def inner(self, node: int, /) -> bytes:
        """What is written inside *node*, an element whose own are no nodes."""
        ...

    def path(self, node: int, /) -> str:
        """The absolute XPath of *node*, as libxml2 writes it."""
        ...


class TreeElements:
    """Elements of lxml's tree."""

    def __init__(self, elements: Sequence[etree._Element]) -> None:
        self.elements = elements
        self.places: dict[str, list[int]] = {}

    @classmethod
    def below(cls, root: etree._Element, max_nodes: int) -> "TreeElements":
        """*root* and the elements below it that are nodes, the first *max_nodes* of them."""
        found: list[etree._Element] = []
        walk = root.iter(etree.Element)
        for element in walk:
            if len(found) >= max_nodes:
                break
            found.append(element)
            if element.tag in OPAQUE:
                for _ in element.iterdescendants(etree.Element):
                    next(walk)
        return cls(found)

    @cached_property
    def classes(self) -> list[str]:
        """The class of each node, empty where it has none."""
        return [element.get("class") or "" for element in self.elements]

    def __len__(self) -> int:
        return len(self.elements)

    def __iter__(self) -> Iterator[etree._Element]:
        return iter(self.elements)

    def __getitem__(self, node: int, /) -> etree._Element:
        return self.elements[node]

    def strange_tags(self) -> Iterable[str]:
        """All tags of nodes."""
        return {str(element.tag) for element in self.elements}

    def coded(self, codes: dict[str, int], /) -> bytes:
        """The code of each node's tag, a byte each; 0 for tags that have none."""
        return bytes([codes.get(str(element.tag), 0) for element in self.elements])

    def anywhere(self, name: str, /) -> bool:
        """Nothing is known beforehand."""
        del name
        return True

    def attribute(self, node: int, name: str, /) -> str:
        """An attribute of *node*, empty where it has none."""
        return self.elements[node].get(name) or ""

    def get(self, node: int, name: str, /) -> str | None:
        """An attribute of *node*, None where it has none."""
        return self.elements[node].get(name)

    def has(self, node: int, name: str, /) -> bool:
        """Whether *node* has an attribute, be it empty."""
        return self.elements[node].get(name) is not None

    def attributes(self, node: int, /) -> dict[str, str]:
        """All attributes of *node*, in the order they are written."""
        return {str(name): str(value) for name, value in self.elements[node].attrib.items()}

    def bracketed(self, least: int, /) -> list[tuple[int, str, str]]:
        """Attributes that begin with a bracket, *least* signs long: node, name and value."""
        return [
            (node, str(name), str(value))
            for node, element in enumerate(self.elements)
            for name, value in element.attrib.items()
            if len(value) >= least and value.lstrip()[:1] in {"[", "{"}
        ]

    def note(self, node: int, name: str, value: str, /) -> None:
        """Give *node* an attribute of ours, which the page itself does not write."""
        self.elements[node].set(name, value)

    def content(self, node: int, /) -> str:
        """All text of *node* as written, that of scripts and titles too."""
        return "".join(map(str, self.elements[node].itertext()))

    def inner(self, node: int, /) -> bytes:
        """What is written inside *node*, an element whose own are no nodes."""
        return b"".join(map(etree.tostring, self.elements[node]))

    def path(self, node: int, /) -> str:
        """The absolute XPath of *node*, as libxml2 writes it."""
        element = self.elements[node]
        return element.getroottree().getpath(element)
