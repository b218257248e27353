"""Where the seeds stand on a page, and what brackets all of them: a Patricia trie of contexts.

The libraries on PyPI are dictionaries: they give a value for a key and hide the inner nodes, and
the inner nodes (a shared context and who shares it) are all that discovery asks for.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from specdex.html import Document
from specdex.papers.patterns.pattern import (
    ROW_ENDS,
    Pattern,
    generalise,
    is_plausible,
    normalise,
)
from specdex.papers.patterns.source import Source, clean
from specdex.text import collapse

__all__ = ["Discovery", "Seed", "Trie", "brackets", "instances"]

ENCLOSURES = frozenset({"table", "ul", "ol", "dl", "menu"})
"""Tags that hold rows of one kind."""
ROW_CELLS = frozenset({"td", "th"})
MAX_MIDDLE = 400
"""A value further behind its name than this belongs to another name."""
MAX_INSTANCES = 60
"""Of one seed; a page that repeats it more often teaches nothing new."""
MAX_PLACES = 500
"""Of a seed's name on a page; where it stands more often it is no name."""
MAX_GROUP = 200
"""Instances that a pattern is learned from."""
MAX_PATTERNS = 20
"""Of one page, those with most seeds."""
MAX_CONTEXT = 1_000
"""Characters of context on either side that can make a pattern longer."""
CLOSE_CONTEXT = 3
"""Characters on either side by which the paper tells a seed's instance from a chance one."""
MIN_SEEDS = 2
"""Seeds that make a pattern."""


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


class Seed(NamedTuple):
    """A name and a value that are known to belong together."""

    name: str
    value: str


class Instance(NamedTuple):
    """Where a seed stands in a clean source document."""

    seed: Seed
    start: int
    name_stop: int
    value_start: int
    stop: int


class _Sides(NamedTuple):
    middle: str
    left: str = ""
    right: str = ""
    within: int = 0


def instances(source: Source, seed: Seed) -> list[Instance]:
    """Every place where the seed's name stands, with its value close behind."""
    name, value = collapse(seed.name), collapse(seed.value)
    if not name or not value:
        return []
    text = source.line
    found: dict[int, Instance] = {}
    for start, name_stop, place in _stretches(source, name, 0, len(text)):
        reach = min(len(text), place + len(name) + MAX_MIDDLE + len(value))
        behind = _stretches(source, value, place + len(name), reach)
        value_start, stop, at = next(behind, (-1, -1, -1))
        instance = Instance(seed, start, name_stop, value_start, stop)
        if value_start > name_stop and _belong_together(
            source, instance, text[place + len(name) : at]
        ):
            # of two names before one value, the nearer counts
            found[at] = instance
        if len(found) >= MAX_INSTANCES:
            break
    return list(found.values())


def _belong_together(source: Source, instance: Instance, between: str) -> bool:
    """Whether the value follows its name directly, and the two are no entries of a menu."""
    if instance.value_start - instance.name_stop > MAX_MIDDLE or any(map(str.isalnum, between)):
        return False
    return not (source.is_linked(instance.start) and source.is_linked(instance.stop - 1))


def _stretches(source: Source, wanted: str, begin: int, end: int) -> Iterator[tuple[int, int, int]]:
    """Where *wanted* stands as words of their own: here, and in the Document's text."""
    line, text = source.line, source.text
    at = line.find(wanted, begin, end)
    for _ in range(MAX_PLACES):
        if at < 0:
            return
        start, stop = source.position(at), source.position(at + len(wanted) - 1) + 1
        if 0 <= start < stop:
            apart = not (text[max(0, start - 1) : start].isalnum() and wanted[0].isalnum())
            if apart and not (text[stop : stop + 1].isalnum() and wanted[-1].isalnum()):
                yield start, stop, at
        at = line.find(wanted, at + 1, end)


@dataclass(slots=True)
class _Search:
    """What a search for patterns has come to."""

    standing: list[Seed]
    """The seeds that stand on the page."""
    patterns: dict[Pattern, list[Instance]] = field(default_factory=dict)
    """The patterns, with the instances that show them."""
    refused: set[Seed] = field(default_factory=set)
    """The seeds that showed what is no pattern of pairs."""

    @property
    def unexplained(self) -> set[Seed]:
        """The seeds that no pattern brackets, nor was refused one."""
        explained = {each.seed for group in self.patterns.values() for each in group}
        return set(self.standing) - explained - self.refused


@dataclass(frozen=True, slots=True)
class Discovery:
    """Finds the patterns that bracket seeds.

    The paper groups instances by what stands between name and value, and asks a pattern to bracket
    every seed of the group. ``tight`` also groups by the tags beside them (a seed that happens to
    stand elsewhere as well then spoils nothing), and tries tags bare of attributes, confined to the
    element around their seeds, for seeds that no pattern brackets.
    """

    tight: bool = True
    min_names: int = MIN_SEEDS

    def discover(self, document: Document, seeds: Iterable[Seed]) -> tuple[Pattern, ...]:
        """The patterns that the seeds show, those with most seeds first."""
        rich = self._search(clean(document), dict.fromkeys(seeds))
        found = rich.patterns
        if self.tight and rich.unexplained:
            wanted = [seed for seed in rich.standing if seed not in rich.refused]
            bare = self._search(clean(document, bare=True), wanted, bare=True)
            found |= {
                pattern: group
                for pattern, group in bare.patterns.items()
                if any(each.seed in rich.unexplained for each in group)
            }
        counted = [
            replace(pattern, seeds=len({each.seed for each in group}))
            for pattern, group in found.items()
        ]
        return tuple(sorted(counted, key=_rank)[:MAX_PATTERNS])

    def _search(self, source: Source, seeds: Iterable[Seed], *, bare: bool = False) -> _Search:
        """The patterns with the instances behind them."""
        everywhere = [each for seed in seeds for each in instances(source, seed)]
        if self.tight:
            everywhere = [each for each in everywhere if source.text.startswith("<", each.stop)]
        search = _Search(list(dict.fromkeys(each.seed for each in everywhere)))
        for group in self._groups(source, everywhere, bare=bare):
            for pattern in _patterns(source, group):
                kept = replace(pattern, bare=bare)
                if self.tight:
                    alone = _row_end(source, group)
                    kept = generalise(kept, row_end=alone)
                    kept = replace(kept, leads=alone and _leads(source, group))
                    kept = replace(kept, within=_home(source, group) if kept.is_plain else 0)
                if not self.tight or is_plausible(kept):
                    search.patterns.setdefault(kept, []).extend(group)
                else:
                    search.refused.update(each.seed for each in group)
        return search

    def _groups(
        self, source: Source, found: Sequence[Instance], *, bare: bool
    ) -> list[list[Instance]]:
        groups: dict[_Sides, list[Instance]] = {}
        for instance in found:
            sides = self._sides(source.text, instance)
            if bare:
                sides = sides._replace(within=_enclosure(source, instance))
            groups.setdefault(sides, []).append(instance)
        if not self.tight:
            groups = {key: _alike(source.text, group) for key, group in groups.items()}
        return [group for group in groups.values() if self._enough(group)]

    def _enough(self, group: Sequence[Instance]) -> bool:
        """Whether a group shows a pattern: one name again and again is a list of products."""
        seeds = {each.seed for each in group}
        if not self.tight:
            return len(seeds) >= MIN_SEEDS
        return len({seed.name for seed in seeds}) >= self.min_names

    def _sides(self, text: str, instance: Instance) -> _Sides:
        middle = text[instance.name_stop : instance.value_start].strip()
        if not self.tight:
            return _Sides(middle)
        begin = max(text.rfind("<", 0, instance.start), instance.start - MAX_CONTEXT, 0)
        end = text.find(">", instance.stop, instance.stop + MAX_CONTEXT) + 1
        return _Sides(middle, text[begin : instance.start], text[instance.stop : end])


def _rank(pattern: Pattern) -> tuple[bool, int, str]:
    return pattern.bare, -pattern.seeds, str(pattern)


def _home(source: Source, group: Sequence[Instance]) -> int:
    """The node around all rows that the instances of the group are some of."""
    document = source.document
    nodes = [_enclosure(source, each) for each in group]
    first, last = min(nodes), max(nodes)
    while last >= document.end[first]:
        first = document.parent[first]
    return first


def _enclosure(source: Source, instance: Instance) -> int:
    """The node around the rows that *instance* is one of."""
    document = source.document
    node = source.node_of(instance.start, instance.stop)
    for above in document.ancestors(node):
        if document.tag[above] in ENCLOSURES:
            return above
    return max(0, document.parent[node])


def _row_end(source: Source, group: Sequence[Instance]) -> bool:
    """Whether every value of the group stands in the last cell of its row."""
    return all(
        source.text.startswith(ROW_ENDS, source.closed.get(_cell(source, each.stop - 1), 0))
        for each in group
    )


def _leads(source: Source, group: Sequence[Instance]) -> bool:
    """Whether every name of the group stands in the first cell of its row."""
    return all(source.is_first(_cell(source, each.start)) for each in group)


def _cell(source: Source, position: int) -> int:
    """The table cell that *position* lies in; -1 where it lies in none."""
    document, node = source.document, source.container_at(position)
    while node >= 0 and document.tag[node] not in ROW_CELLS:
        node = document.parent[node]
    return node


def _alike(text: str, group: Sequence[Instance]) -> list[Instance]:
    """The instances of the group that have a counterpart with the same close contexts."""
    sides = [
        (
            text[max(0, each.start - CLOSE_CONTEXT) : each.start],
            text[each.stop : each.stop + CLOSE_CONTEXT],
        )
        for each in group
    ]
    return [each for each, side in zip(group, sides, strict=True) if sides.count(side) > 1]


def _patterns(source: Source, group: Sequence[Instance]) -> list[Pattern]:
    """The patterns with maximally long contexts that bracket every seed of the group."""
    text = source.text
    group = group[:MAX_GROUP]
    lefts = [text[max(0, each.start - MAX_CONTEXT) : each.start][::-1] for each in group]
    rights = [text[each.stop : each.stop + MAX_CONTEXT] for each in group]
    masks: dict[Seed, int] = {}
    for place, each in enumerate(group):
        masks[each.seed] = masks.get(each.seed, 0) | 1 << place
    middle = text[group[0].name_stop : group[0].value_start]
    made = (
        normalise(left[::-1], middle, right)
        for left, right, _ in brackets(lefts, rights, tuple(masks.values()))
    )
    return [pattern for pattern in made if pattern is not None]
