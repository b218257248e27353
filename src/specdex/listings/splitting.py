"""From a group of elements alike to records: siblings that belong together, strangers left out."""

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

from specdex.html import Document
from specdex.listings.groups import Group
from specdex.listings.outlines import Outline, Span, likeness
from specdex.listings.view import View

__all__ = ["split", "take_in"]

LIKE = 0.35
"""A member that fills a smaller share of the records' slots is a stranger: an advert, a banner."""
LIKE_SIBLING = 0.6
"""A sibling outside the group that fills this share is a record that looks different outside."""
LIKE_FURTHER = 0.5
"""Another group continues the records when half of its members fill this share."""
MIN_VARIANT, VARIANT_SHARE = 3, 0.1
"""Strangers with price and picture are a second kind of record when they are so many."""
REGULAR = 0.8
"""The share of gaps between members that must look the same for their siblings to be theirs."""
MAX_SIBLINGS = 9
"""Siblings that may belong to a member; with it, the ten tags of a generalised node."""
MAX_PERIOD = 4
SEPARATORS = frozenset({"hr", "br", "script", "style", "noscript", "template", "link", "meta"})


def split(view: View, group: Group) -> Outline:
    """The records that *group* means."""
    outline = Outline(view.document, _spans(view, group.members), view.amounts)
    core = outline.core()
    if core:
        _add_siblings(outline, core)
        _drop_strangers(view, outline, core)
    return outline


def take_in(view: View, outline: Outline, group: Group) -> bool:
    """Add the members of *group* to the records where they are like them; whether they were."""
    core, end = outline.core(), view.document.end
    taken = [(span[0], end[span[-1]]) for span in outline.spans]
    free = [
        node
        for node in group.members
        if not any(node < last and first < end[node] for first, last in taken)
    ]
    alike = {node: likeness(core, outline.slots.of((node,))) for node in free}
    if not core or 2 * sum(like >= LIKE_FURTHER for like in alike.values()) <= len(group.members):
        return False
    outline.add((node,) for node in free if alike[node] >= LIKE)
    return True


def _spans(view: View, members: list[int]) -> list[Span]:
    """The members with the siblings that belong to each."""
    document = view.document
    period = _period(view, members)
    if period > 1:
        return [tuple(members[i : i + period]) for i in range(0, len(members), period)]
    gaps = list(_gaps(document, members))
    shape = _regular([tuple(document.tag[node] for node in gap) for gap in gaps])
    if not shape or not any(document.text_of(node) for node in gaps[0]):
        return [(node,) for node in members]
    lead = _siblings(document, members[0], -len(shape))
    if tuple(document.tag[node] for node in lead) == shape:
        return [(*_siblings(document, node, -len(shape)), node) for node in members]
    return [(node, *_matching(document, node, shape)) for node in members]


def _period(view: View, members: list[int]) -> int:
    """How many neighbouring members make one record: pictures in one, prices in the next."""
    kinds = [(bool(view.picture_count[node]), bool(view.price_count[node])) for node in members]
    complete = sum(all(kind) for kind in kinds)
    for period in range(2, MAX_PERIOD + 1):
        cycle = kinds[:period]
        if len(members) % period or len(members) // period < 2 or complete:  # noqa: PLR2004
            continue
        whole = any(kind[0] for kind in cycle) and any(kind[1] for kind in cycle)
        if whole and all(kind == cycle[place % period] for place, kind in enumerate(kinds)):
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
    if len(shapes) < 2:  # noqa: PLR2004
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


def _add_siblings(outline: Outline, core: frozenset[int]) -> None:
    """Take in elements beside the records that are built like them inside."""
    document = outline.document
    known = {node for span in outline.spans for node in span}
    tag = document.tag[outline.spans[0][0]]
    left_out = [
        child
        for parent in dict.fromkeys(document.parent[span[0]] for span in outline.spans)
        for child in document.children(parent)
        if child not in known and document.tag[child] == tag
    ]
    alike = [
        (child,) for child in left_out if likeness(core, outline.slots.of((child,))) >= LIKE_SIBLING
    ]
    if alike:
        outline.add(alike)


def _drop_strangers(view: View, outline: Outline, core: frozenset[int]) -> None:
    """Let go of members that are built unlike the others inside."""
    odd = [p for p, filled in enumerate(outline.filled) if likeness(core, filled) < LIKE]
    full = [
        place
        for place in odd
        if view.price_count[outline.spans[place][0]] and view.picture_count[outline.spans[place][0]]
    ]
    if len(full) >= max(MIN_VARIANT, VARIANT_SHARE * len(outline)):
        odd = [place for place in odd if place not in full]
    if odd and len(odd) < len(outline):
        outline.keep([place for place in range(len(outline)) if place not in set(odd)])
