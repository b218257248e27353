"""Which siblings make one record, where a record is more than one element."""

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

from specdex.html import Document
from specdex.listings.view import View

__all__ = ["Span", "spans"]

Span = tuple[int, ...]
"""The sibling elements that make one record; mostly one."""

REGULAR = 0.8
"""The share of gaps between members that must look the same for their siblings to be theirs."""
MIN_GAPS = 2
MAX_SIBLINGS = 9
"""Siblings that may belong to a member; with it, the ten tags of a generalised node."""
PICTURED, PRICED = 1, 2
"""Kinds of elements: with a picture only, with a price only."""
MAX_PERIOD = 4
MIN_CYCLES = 2
SEPARATORS = frozenset({"hr", "br", "script", "style", "noscript", "template", "link", "meta"})


def spans(view: View, members: list[int]) -> list[Span]:
    """*members* alike, each with the siblings that belong to it."""
    document = view.document
    period = _period(view, members)
    if period > 1:
        return [tuple(members[i : i + period]) for i in range(0, len(members), period)]
    end = document.end
    if all(end[one] == other for one, other in pairwise(members)):
        return [(node,) for node in members]
    gaps = list(_gaps(document, members))
    shape = _regular([tuple(document.tag[node] for node in gap) for gap in gaps])
    if not shape or not any(document.text_of(node) for gap in gaps[:1] for node in gap):
        return [(node,) for node in members]
    lead = _siblings(document, members[0], -len(shape))
    if tuple(document.tag[node] for node in lead) == shape:
        return [(*_siblings(document, node, -len(shape)), node) for node in members]
    return [(node, *_matching(document, node, shape)) for node in members]


def _period(view: View, members: list[int]) -> int:
    """How many neighbouring members make one record: pictures in one, prices in the next."""
    kinds = [view.kinds[node] for node in members]
    if set(kinds) != {PICTURED, PRICED}:
        return 1
    for period in range(2, MAX_PERIOD + 1):
        cycle = kinds[:period]
        if (
            not len(members) % period
            and len(members) >= MIN_CYCLES * period
            and len(set(cycle)) > 1
            and kinds == cycle * (len(members) // period)
        ):
            return period
    return 1


def _gaps(document: Document, members: list[int]) -> Iterator[list[int]]:
    """The elements between each two neighbours of one parent, separators left out."""
    for one, other in pairwise(members):
        if document.parent[one] == document.parent[other]:
            gap, node = [], document.end[one]
            while node < other:
                if document.tag[node] not in SEPARATORS:
                    gap.append(node)
                node = document.end[node]
            yield gap


def _regular(shapes: list[tuple[str, ...]]) -> tuple[str, ...]:
    """What stands in most gaps; empty where gaps are empty or differ."""
    if len(shapes) < MIN_GAPS:
        return ()
    shape, count = Counter(shapes).most_common(1)[0]
    return shape if count >= REGULAR * len(shapes) and len(shape) <= MAX_SIBLINGS else ()


def _siblings(document: Document, node: int, count: int) -> list[int]:
    """The *count* element siblings before (negative) or behind *node*, separators left out."""
    around = [
        child
        for child in document.children(document.parent[node])
        if child == node or document.tag[child] not in SEPARATORS
    ]
    place = around.index(node)
    return around[max(0, place + count) : place] if count < 0 else around[place + 1 :][:count]


def _matching(document: Document, node: int, shape: tuple[str, ...]) -> list[int]:
    behind = _siblings(document, node, len(shape))
    return behind if tuple(document.tag[each] for each in behind) == shape else []
