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

from specdex.extraction.entropy.leaves import Leaves

__all__ = ["Entropies", "entropies", "entropy"]

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]


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
    if len({label.role for label in leaves.labels}) < least:
        return _none(width)
    nodes = _above(leaves)
    counts = _counts(leaves, nodes, width)
    if least > 1:
        rich = np.count_nonzero(counts[:, :-1], axis=1) >= least
        nodes, counts = [node for node, keep in zip(nodes, rich, strict=True) if keep], counts[rich]
    if not nodes:
        return _none(width)
    _count_unidentified(leaves, nodes, counts)
    return Entropies(tuple(nodes), counts, _entropies(counts))


def _none(width: int) -> Entropies:
    return Entropies((), np.zeros((0, width), dtype=np.int64), np.zeros(0))


def _above(leaves: Leaves) -> list[int]:
    """The nodes above a label, in document order."""
    parent = leaves.document.parent
    seen: set[int] = set()
    for label in leaves.labels:
        node = leaves.node_at(label.start)
        while node >= 0 and node not in seen:
            seen.add(node)
            node = parent[node]
    return sorted(seen)


def _counts(leaves: Leaves, nodes: Sequence[int], width: int) -> Integers:
    """How many labels of each role lie below each node; the last column stays empty."""
    labels = leaves.labels
    running = np.zeros((len(labels) + 1, width), dtype=np.int64)
    running[np.arange(1, len(labels) + 1), [label.role for label in labels]] = 1
    np.cumsum(running, axis=0, out=running)
    start, stop = leaves.document.start, leaves.document.stop
    edges = np.searchsorted(
        leaves.starts, [*(start[node] for node in nodes), *(stop[node] for node in nodes)]
    )
    counts: Integers = running[edges[len(nodes) :]] - running[edges[: len(nodes)]]
    return counts


def _count_unidentified(leaves: Leaves, nodes: Sequence[int], counts: Integers) -> None:
    """Fill the last column: the lines without a label."""
    extra = np.cumsum([0, *(label.extra for label in leaves.labels)])
    start, stop = leaves.document.start, leaves.document.stop
    first = np.searchsorted(leaves.starts, [start[node] for node in nodes])
    last = np.searchsorted(leaves.starts, [stop[node] for node in nodes])
    lines = np.array([leaves.lines(node) for node in nodes])
    labelled = counts[:, :-1].sum(axis=1) - (extra[last] - extra[first])
    counts[:, -1] = np.maximum(lines - labelled, 0)


def _entropies(counts: Integers) -> Floats:
    totals = counts.sum(axis=1, keepdims=True)
    shares = counts / np.maximum(totals, 1)
    logarithms = np.log2(shares, out=np.zeros_like(shares), where=shares > 0)
    return np.abs(-(shares * logarithms).sum(axis=1))
