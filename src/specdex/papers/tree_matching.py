"""Simple tree matching: the most nodes that two trees share, in order and level by level."""

from specdex.html import Document

__all__ = ["matches", "tree_similarity"]

MAX_NODES = 400
"""Larger trees are compared by their upper part."""


def tree_similarity(document: Document, one: int, other: int) -> float:
    """The nodes that two subtrees share, over their mean size."""
    sizes = [min(MAX_NODES, document.end[node] - node) for node in (one, other)]
    return min(1.0, 2 * matches(document, one, other) / sum(sizes))


def matches(document: Document, one: int, other: int) -> int:
    """How many nodes a largest matching of two subtrees pairs; no recursion over depth."""
    done: dict[tuple[int, int], int] = {}
    stack = [(one, other)]
    while stack:
        pair = stack[-1]
        if pair in done or document.tag[pair[0]] != document.tag[pair[1]]:
            done.setdefault(pair, 0)
            stack.pop()
            continue
        mine = _children(document, pair[0], one)
        theirs = _children(document, pair[1], other)
        waiting = [(a, b) for a in mine for b in theirs if (a, b) not in done]
        if waiting:
            stack += waiting
        else:
            done[pair] = 1 + _aligned(mine, theirs, done)
            stack.pop()
    return done[one, other]


def _children(document: Document, node: int, root: int) -> list[int]:
    return [child for child in document.children(node) if child < root + MAX_NODES]


def _aligned(mine: list[int], theirs: list[int], done: dict[tuple[int, int], int]) -> int:
    """The best sum over pairs of children in order."""
    before = [0] * (len(theirs) + 1)
    for a in mine:
        now = [0]
        for place, b in enumerate(theirs):
            now.append(max(now[-1], before[place + 1], before[place] + done[a, b]))
        before = now
    return before[-1]
