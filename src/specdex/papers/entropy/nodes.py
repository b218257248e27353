"""Data-rich, list and link-offer nodes: algorithm 1 of the paper, and what was learned since.

The paper's own choice (``Thresholds(literal=True)``) takes every node whose entropy reaches Hd and
is greater than that of all nodes below it. The default keeps records apart that repeat each other's
roles, and falls back on the best node of a page where none reaches Hd.

The structural-semantic entropy of a node comes from the roles of the leaves below it:
``H(N) = - sum(p_i log2 p_i)``, where ``p_i`` is the share of the leaves below N with role i; the
unidentified role is one of them. Only the nodes above a label are looked at, since the entropy of
all others is 0: their counts are differences of running sums over the labels in page order, so
that no leaf is counted twice.
"""

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from specdex.arrays import Floats, Integers
from specdex.papers.entropy.leaves import PRESENTATION, Leaves, block_of

__all__ = ["Entropies", "Kind", "Thresholds", "entropies", "entropy", "least_roles", "locate"]

NEWLINE = ord("\n")
TOLERANCE = 1e-9
"""Entropies that differ by less are equal."""
DIGITS = 9
PAIR = 2


@dataclass(frozen=True, slots=True)
class Entropies:
    """The nodes above a label, in document order, with their counts and entropies."""

    nodes: tuple[int, ...]
    counts: Integers
    """A row a node, a column a role, the unidentified one last."""
    values: Floats
    """The entropy of each node."""

    def forgiving(self, density: float) -> Floats:
        """The entropies where no more unidentified leaves are counted than there are labels.

        A label's value is no noise; but a node where less than *density* of the leaves are labels
        keeps its entropy.
        """
        labels = self.counts[:, :-1].sum(axis=1)
        dense = labels >= density * self.counts.sum(axis=1)
        capped = self.counts.copy()
        capped[:, -1] = np.minimum(capped[:, -1], labels)
        return np.where(dense, np.maximum(_entropies(capped), self.values), self.values)

    def of(self, node: int) -> float:
        """The entropy of *node*; 0 for every node that is not above a label."""
        place = int(np.searchsorted(self.nodes, node))
        if place < len(self.nodes) and self.nodes[place] == node:
            return float(self.values[place])
        return 0.0


def entropy(counts: Sequence[int]) -> float:
    """The entropy of leaves of which so many have each role.

    >>> entropy([1, 1])
    1.0
    """
    return float(_entropies(np.array([counts], dtype=np.int64))[0]) if len(counts) else 0.0


def entropies(leaves: Leaves, least: int = 1) -> Entropies:
    """The entropy of every node above at least *least* different roles.

    Of ``d`` roles and the unidentified one comes an entropy of at most ``log2(d + 1)``: whoever
    looks for nodes of a certain entropy need not have the others calculated.
    """
    nodes = np.array(_above(leaves), dtype=np.int64)
    if len({label.role for label in leaves.labels}) < least:
        nodes = nodes[:0]
    document, wanted = leaves.document, nodes.tolist()
    start = np.array([document.start[node] for node in wanted], dtype=np.int64)
    stop = np.array([document.stop[node] for node in wanted], dtype=np.int64)
    first, last = (np.searchsorted(np.array(leaves.starts), side) for side in (start, stop))
    counts = _counts(leaves, first, last)
    rich = np.count_nonzero(counts, axis=1) >= least
    nodes, counts = nodes[rich], counts[rich]
    if nodes.size:
        lines = _lines(leaves.text, start[rich], stop[rich])
        extra = np.cumsum([0, *(label.extra for label in leaves.labels)])
        labelled = (last - first - extra[last] + extra[first])[rich]
        counts[:, -1] = np.maximum(lines - labelled, 0)
    return Entropies(tuple(nodes.tolist()), counts, _entropies(counts))


def _above(leaves: Leaves) -> list[int]:
    """The nodes above a label, in document order; presentation is no node."""
    parent, tag = leaves.document.parent, leaves.document.tag
    seen: set[int] = set()
    for label in leaves.labels:
        node = leaves.node_at(label.start)
        while node >= 0 and node not in seen:
            seen.add(node)
            node = parent[node]
    return sorted(node for node in seen if tag[node] not in PRESENTATION)


def _counts(leaves: Leaves, first: Integers, last: Integers) -> Integers:
    """How many labels of each role lie below each node; the last column stays empty."""
    labels = leaves.labels
    running = np.zeros((len(labels) + 1, len(leaves.domain.roles) + 1), dtype=np.int64)
    running[np.arange(1, len(labels) + 1), [label.role for label in labels]] = 1
    np.cumsum(running, axis=0, out=running)
    return running[last] - running[first]


def _lines(text: str, start: Integers, stop: Integers) -> Integers:
    """How many lines lie in each stretch of *text*."""
    characters = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
    breaks = np.flatnonzero(characters == NEWLINE)
    # a node begins before the line break that sets it apart, or in the middle of a line
    begun = characters[start] != NEWLINE
    lines: Integers = np.searchsorted(breaks, stop) - np.searchsorted(breaks, start) + begun
    return lines


def _entropies(counts: Integers) -> Floats:
    """``log2(n) - sum(c log2 c) / n`` of every row, which is the same as the definition."""
    totals = counts.sum(axis=1)
    table = np.arange(totals.max(initial=1) + 1, dtype=float)
    table[2:] *= np.log2(table[2:])
    table[:2] = 0.0
    sums = table[counts].sum(axis=1)
    whole = np.maximum(totals, 1)
    result: Floats = np.maximum(np.log2(whole) - sums / whole, 0.0)
    return result


class Kind(StrEnum):
    """What a node is by its entropy."""

    DATA_RICH = "data-rich"
    LIST = "list"
    LINK_OFFER = "link-offer"
    """A list whose elements hold less than a record: links to pages that say more."""


@dataclass(frozen=True, slots=True)
class Thresholds:
    """Where kinds begin."""

    data_rich: float = 2.0
    """The paper's Hd."""
    listing: float = 0.9
    """The paper's Hl: lists have an entropy of 1 or close to it."""
    literal: bool = False
    """Do as the paper says, no more."""
    density: float = 0.15
    """Where this share of the leaves are labels, the others are values rather than noise."""
    gain: float = 0.1
    """A node must have so much more entropy than the nodes below it to take their place."""
    repeated: float = 0.5
    """Records that share this part of their roles are records of one list."""
    scrap: float = 0.3
    """A record with no more than this part of the roles of the page's best one is left out."""
    fallback_roles: int = 2
    """Where no node reaches Hd, the best one with so many roles is taken."""


@dataclass(frozen=True, slots=True)
class Located:
    """The kinds of a page's nodes, and all entropies that were calculated."""

    kinds: dict[int, Kind]
    entropies: Entropies

    def of(self, kind: Kind) -> list[int]:
        """The nodes of *kind* in document order."""
        return sorted(node for node, each in self.kinds.items() if each is kind)


def least_roles(data_rich: float) -> int:
    """How many different roles a node needs at the least to reach that entropy.

    >>> least_roles(2.0)
    3
    """
    return max(1, math.ceil(2**data_rich - 1 - TOLERANCE))


def locate(leaves: Leaves, thresholds: Thresholds | None = None, *, lists: bool = True) -> Located:
    """The data-rich, list and link-offer nodes of a page.

    Without *lists* only the data-rich ones are looked for, and what cannot be one of them is not
    calculated: the answer is the same, only sooner.
    """
    limits = thresholds or Thresholds()
    least = 1 if lists else least_roles(limits.data_rich)
    if not limits.literal:
        least = min(least, limits.fallback_roles)
    measured = entropies(leaves, least)
    return Located(_Judge(leaves, measured, limits).kinds(), measured)


class _Judge:
    """Walks the nodes bottom-up and gives each its kind."""

    def __init__(self, leaves: Leaves, measured: Entropies, limits: Thresholds) -> None:
        self.document = leaves.document
        self.measured = measured
        self.limits = limits
        values = measured.values if limits.literal else measured.forgiving(limits.density)
        self.value = dict(zip(measured.nodes, values.tolist(), strict=True))
        self.place = {node: place for place, node in enumerate(measured.nodes)}
        self.below: dict[int, float] = {}
        """The greatest entropy among the nodes below each."""
        self.children: dict[int, list[int]] = {}
        self.rich: set[int] = set()
        self.gain = TOLERANCE if limits.literal else limits.gain

    def kinds(self) -> dict[int, Kind]:
        """The kinds of all nodes that have one."""
        found: dict[int, Kind] = {}
        nodes = self.measured.nodes
        # document order backwards: every node after all nodes below it
        for node in reversed(nodes):
            kind = self._kind(node)
            if kind is not None:
                found[node] = kind
            self._carry_up(node)
        if not self.rich and not self.limits.literal:
            self.rich.update(self._fallback(nodes))
        found = {node: kind for node, kind in found.items() if kind is not Kind.DATA_RICH}
        return found | dict.fromkeys(self.rich, Kind.DATA_RICH)

    def _carry_up(self, node: int) -> None:
        parent = block_of(self.document, self.document.parent[node])
        best = max(self.value[node], self.below.get(node, 0.0))
        self.below[parent] = max(self.below.get(parent, 0.0), best)
        self.children.setdefault(parent, []).append(node)

    def _kind(self, node: int) -> Kind | None:
        value = self.value[node]
        if value >= self.limits.data_rich - TOLERANCE:
            if value > self.below.get(node, 0.0) + self.gain:
                return self._promote(node)
            return None
        if value < self.limits.listing - TOLERANCE:
            return None
        alike = self._alike(node)
        if not alike:
            return None
        poor = any(each < self.limits.data_rich - TOLERANCE for each in alike)
        return Kind.LINK_OFFER if poor else Kind.LIST

    def _promote(self, node: int) -> Kind | None:
        """Make *node* the record, unless what lies below are records of their own."""
        below = [each for each in self.rich if node < each < self.document.end[node]]
        if not self.limits.literal and self._repeat(below):
            return Kind.LIST
        self.rich.difference_update(below)
        self.rich.add(node)
        return Kind.DATA_RICH

    def _roles(self, node: int) -> frozenset[int]:
        counts = self.measured.counts[self.place[node], :-1]
        return frozenset(np.flatnonzero(counts).tolist())

    def _repeat(self, records: Sequence[int]) -> bool:
        """Whether *records* have so many roles in common that they are one list's."""
        if len(records) < PAIR:
            return False
        roles = [self._roles(node) for node in records]
        every = frozenset().union(*roles)
        twice = sum(sum(role in each for each in roles) >= PAIR for role in every)
        return twice >= self.limits.repeated * len(every)

    def _alike(self, node: int) -> list[float]:
        """The entropies of the children of *node* where at least two have the same, not zero."""
        values = [round(self.value[child], DIGITS) for child in self.children.get(node, ())]
        often = Counter(values)
        return [value for value in values if value > TOLERANCE and often[value] >= PAIR]

    def _fallback(self, nodes: Iterable[int]) -> list[int]:
        """The lowest node with the greatest entropy, if it has enough roles."""
        best, chosen = 0.0, -1
        for node in nodes:
            if (
                len(self._roles(node)) >= self.limits.fallback_roles
                and self.value[node] >= best - TOLERANCE
            ):
                best, chosen = self.value[node], node
        return [chosen] if chosen >= 0 else []
