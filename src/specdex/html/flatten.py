"""One pass over lxml's tree into flat arrays and one buffer of visible text."""

from collections.abc import Iterator

from lxml import etree

from specdex.html.document import Nodes
from specdex.html.elements import TreeElements
from specdex.html.tags import BLOCKS, HIDDEN, OPAQUE

__all__ = ["flatten"]

NOTHING, BLANK, BREAK = "", " ", "\n"


class _Buffer:
    """Visible text as it grows: white space collapsed, a line break at the borders of blocks."""

    __slots__ = ("gap", "length", "nodes", "parts")

    def __init__(self, nodes: Nodes) -> None:
        self.nodes = nodes
        self.parts: list[str] = []
        self.length = 0
        self.gap = NOTHING

    def add(self, chunk: str, node: int) -> None:
        """Append a run of text that stands in *node*."""
        words = chunk.split()
        if not words:
            self.gap = self.gap or BLANK
            return
        if self.gap is NOTHING and chunk[0].isspace():
            self.gap = BLANK
        if self.gap and self.length:
            self.parts.append(self.gap)
            self.length += 1
        run = " ".join(words)
        self.parts.append(run)
        self.nodes.run_start.append(self.length)
        self.length += len(run)
        self.nodes.run_stop.append(self.length)
        self.nodes.run_node.append(node)
        self.gap = BLANK if chunk[-1].isspace() else NOTHING


def flatten(root: etree._Element, max_nodes: int) -> tuple[Nodes, str]:
    """The nodes and the visible text of the tree below *root*, at most *max_nodes* of them."""
    nodes = Nodes()
    buffer = _Buffer(nodes)
    _Walk(nodes, buffer, max_nodes).down(root)
    return nodes, "".join(buffer.parts)


class _Walk:
    """Document order without recursion: a page may nest thousands of elements deep."""

    __slots__ = ("buffer", "elements", "hidden", "max_nodes", "nodes")

    def __init__(self, nodes: Nodes, buffer: _Buffer, max_nodes: int) -> None:
        self.elements: list[etree._Element] = []
        nodes.elements = TreeElements(self.elements)
        self.nodes = nodes
        self.buffer = buffer
        self.max_nodes = max_nodes
        self.hidden = 0

    def down(self, root: etree._Element) -> None:
        """Visit *root* and everything below it."""
        stack: list[tuple[int, Iterator[etree._Element]]] = [(self.open(root, -1), iter(root))]
        while stack:
            node, children = stack[-1]
            for child in children:
                if isinstance(child.tag, str) and len(self.nodes.tag) < self.max_nodes:
                    place = self.open(child, node)
                    stack.append((place, iter(() if child.tag in OPAQUE else child)))
                    break
                if child.tail and not self.hidden:
                    self.buffer.add(child.tail, node)
            else:
                stack.pop()
                self.close(node)

    def open(self, element: etree._Element, parent: int) -> int:
        """Append the node of *element* and its leading text."""
        nodes, tag = self.nodes, element.tag
        node = len(nodes.tag)
        nodes.tag.append(tag)
        nodes.parent.append(parent)
        nodes.depth.append(nodes.depth[parent] + 1 if parent >= 0 else 0)
        nodes.end.append(node + 1)
        nodes.children.append(0)
        self.elements.append(element)
        if parent >= 0:
            nodes.children[parent] += 1
        if tag in BLOCKS:
            self.buffer.gap = BREAK
        self.hidden += tag in HIDDEN
        nodes.start.append(self.buffer.length)
        nodes.stop.append(self.buffer.length)
        nodes.first.append(len(nodes.run_start))
        nodes.last.append(len(nodes.run_start))
        if element.text and not self.hidden:
            self.buffer.add(element.text, node)
        return node

    def close(self, node: int) -> None:
        """Note where the subtree of *node* ends, and append the text behind it."""
        nodes = self.nodes
        tag = nodes.tag[node]
        nodes.end[node] = len(nodes.tag)
        nodes.stop[node] = self.buffer.length
        nodes.last[node] = len(nodes.run_start)
        self.hidden -= tag in HIDDEN
        if tag in BLOCKS:
            self.buffer.gap = BREAK
        tail = self.elements[node].tail
        if tail and not self.hidden and nodes.parent[node] >= 0:
            self.buffer.add(tail, nodes.parent[node])
