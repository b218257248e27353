"""A Patricia trie whose every node knows the seed instances below it.

The libraries on PyPI are dictionaries: they give a value for a key and hide the inner nodes, and
the inner nodes (a shared context and who shares it) are all that pattern discovery asks for.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

__all__ = ["Node", "Trie", "brackets"]


@dataclass(slots=True, eq=False)
class Node:
    """A shared context: its characters below the parent, and a bit for every instance."""

    label: str
    instances: int
    children: dict[str, "Node"] = field(default_factory=dict)


class Trie:
    """Contexts of instances, by their first characters.

    >>> trie = Trie(["<td>a", "<td>b"])
    >>> [(node.label, bin(node.instances)) for _, node in trie.walk()]
    [('', '0b11'), ('<td>', '0b11'), ('a', '0b1'), ('b', '0b10')]
    """

    def __init__(self, contexts: Sequence[str]) -> None:
        self.root = Node("", 0)
        for instance, context in enumerate(contexts):
            self._insert(context, 1 << instance)

    def walk(self) -> Iterator[tuple[str, Node]]:
        """Every node with its whole context, parents first."""
        stack = [("", self.root)]
        while stack:
            above, node = stack.pop()
            context = above + node.label
            yield context, node
            stack.extend((context, child) for child in reversed(node.children.values()))

    def longest(self, seeds: Sequence[int], among: int) -> list[tuple[str, int]]:
        """The maximally long contexts that an instance of every seed has, and who has them.

        *seeds* has a bit mask of instances for every seed; only instances *among* these count.
        """
        found: list[tuple[str, int]] = []
        stack = [("", self.root)] if _all(seeds, self.root.instances & among) else []
        while stack:
            above, node = stack.pop()
            context = above + node.label
            below = [
                child
                for child in reversed(node.children.values())
                if _all(seeds, child.instances & among)
            ]
            if not below:
                found.append((context, node.instances & among))
            stack.extend((context, child) for child in below)
        return found

    def _insert(self, context: str, bit: int) -> None:
        node = self.root
        node.instances |= bit
        at = 0
        while at < len(context):
            child = node.children.get(context[at])
            if child is None:
                node.children[context[at]] = Node(context[at:], bit)
                return
            shared = _shared(child.label, context, at)
            if shared < len(child.label):
                child = _split(node, child, shared)
            child.instances |= bit
            node, at = child, at + shared


def brackets(
    lefts: Sequence[str], rights: Sequence[str], seeds: Sequence[int]
) -> list[tuple[str, str, int]]:
    """The maximally long pairs of contexts that bracket an instance of every seed.

    *lefts* are read away from the instance, as *rights* are; a left context comes back in that
    order. This is the construction of unary wrappers in SEAL: the longest left contexts, the
    longest right ones among their instances, the left ones made longer where that allows it, and
    the same the other way round.
    """
    left, right = Trie(lefts), Trie(rights)
    everyone = (1 << len(lefts)) - 1
    found: dict[tuple[str, str], int] = {}
    for _, some in left.longest(seeds, everyone):
        for after, fewer in right.longest(seeds, some):
            for before, same in left.longest(seeds, fewer):
                found[before, after] = same
    for _, some in right.longest(seeds, everyone):
        for before, fewer in left.longest(seeds, some):
            for after, same in right.longest(seeds, fewer):
                found[before, after] = same
    return [(before, after, who) for (before, after), who in found.items()]


def _all(seeds: Sequence[int], instances: int) -> bool:
    return all(seed & instances for seed in seeds)


def _shared(label: str, context: str, at: int) -> int:
    """How many characters of *label* stand in *context* from *at* on."""
    if context.startswith(label, at):
        return len(label)
    low, high = 0, min(len(label), len(context) - at)
    while low < high:
        middle = (low + high + 1) // 2
        if context.startswith(label[:middle], at):
            low = middle
        else:
            high = middle - 1
    return low


def _split(parent: Node, child: Node, shared: int) -> Node:
    """Part *child* after its first *shared* characters; the upper half."""
    upper = Node(child.label[:shared], child.instances)
    child.label = child.label[shared:]
    upper.children[child.label[0]] = child
    parent.children[upper.label[0]] = upper
    return upper
