"""From a group of elements alike to records: siblings that belong together, strangers left out."""

from specdex.listings.groups import Group
from specdex.listings.outlines import Outline, likeness
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


def split(view: View, group: Group) -> Outline:
    """The records that *group* means."""
    outline = Outline(view, group.spans)
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
        if view.is_priced(outline.spans[place][0], outline.spans[place][-1])
        and view.is_pictured(outline.spans[place][0], outline.spans[place][-1])
    ]
    if len(full) >= max(MIN_VARIANT, VARIANT_SHARE * len(outline)):
        odd = [place for place in odd if place not in full]
    if odd and len(odd) < len(outline):
        outline.keep([place for place in range(len(outline)) if place not in set(odd)])
