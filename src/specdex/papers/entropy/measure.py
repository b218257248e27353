"""Structural-semantic entropy of every node, from the roles of the leaves below it.

``H(N) = - sum(p_i log2 p_i)``, where ``p_i`` is the share of the leaves below N with role i; the
unidentified role is one of them. Only the nodes above a label are looked at, since the entropy of
all others is 0: their counts are differences of running sums over the labels in page order, so
that no leaf is counted twice.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from specdex.papers.entropy.leaves import PRESENTATION, Leaves

__all__ = ["Entropies", "entropies", "entropy"]

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]
NEWLINE = ord("\n")


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
    width = len(leaves.domain.roles) + 1
    if len({label.role for label in leaves.labels}) < max(least, 1):
        return _none(width)
    nodes = np.array(_above(leaves))
    first, last = _edges(leaves, nodes)
    counts = _counts(leaves, first, last, width)
    if least > 1:
        rich = np.count_nonzero(counts, axis=1) >= least
        nodes, first, last, counts = nodes[rich], first[rich], last[rich], counts[rich]
    if not nodes.size:
        return _none(width)
    counts[:, -1] = _unidentified(leaves, nodes, first, last)
    return Entropies(tuple(nodes.tolist()), counts, _entropies(counts))


def _none(width: int) -> Entropies:
    return Entropies((), np.zeros((0, width), dtype=np.int64), np.zeros(0))


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


def _spans(leaves: Leaves, nodes: Integers) -> tuple[list[int], list[int]]:
    start, stop = leaves.document.start, leaves.document.stop
    wanted = nodes.tolist()
    return [start[node] for node in wanted], [stop[node] for node in wanted]


def _edges(leaves: Leaves, nodes: Integers) -> tuple[Integers, Integers]:
    """The first label below each node, and one past the last."""
    start, stop = _spans(leaves, nodes)
    both = np.searchsorted(np.array(leaves.starts), np.array(start + stop))
    return both[: len(nodes)], both[len(nodes) :]


def _counts(leaves: Leaves, first: Integers, last: Integers, width: int) -> Integers:
    """How many labels of each role lie below each node; the last column stays empty."""
    labels = leaves.labels
    running = np.zeros((len(labels) + 1, width), dtype=np.int64)
    running[np.arange(1, len(labels) + 1), [label.role for label in labels]] = 1
    np.cumsum(running, axis=0, out=running)
    counts: Integers = running[last] - running[first]
    return counts


def _unidentified(leaves: Leaves, nodes: Integers, first: Integers, last: Integers) -> Integers:
    """How many lines below each node hold no label."""
    extra = np.cumsum([0, *(label.extra for label in leaves.labels)])
    text = leaves.text
    characters = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
    breaks = np.flatnonzero(characters == NEWLINE)
    start, stop = _spans(leaves, nodes)
    edges = np.searchsorted(breaks, np.array(start + stop))
    # a node begins before the line break that sets it apart, or in the middle of a line
    begun = characters[np.array(start)] != NEWLINE
    lines = edges[len(nodes) :] - edges[: len(nodes)] + begun
    labelled = (last - first) - (extra[last] - extra[first])
    unidentified: Integers = np.maximum(lines - labelled, 0)
    return unidentified


def _entropies(counts: Integers) -> Floats:
    """``log2(n) - sum(c log2 c) / n`` of every row, which is the same as the definition."""
    totals = counts.sum(axis=1)
    table = _c_log_c(int(totals.max(initial=1)))
    sums = table[counts].sum(axis=1)
    whole = np.maximum(totals, 1)
    result: Floats = np.maximum(np.log2(whole) - sums / whole, 0.0)
    return result


def _c_log_c(most: int) -> Floats:
    numbers = np.arange(most + 1, dtype=float)
    numbers[2:] *= np.log2(numbers[2:])
    numbers[:2] = 0.0
    return numbers
