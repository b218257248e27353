"""Where the records lead: the link of each record's product."""

from itertools import chain

from specdex.html import Document
from specdex.listings.outlines import Outline

__all__ = ["addresses"]

NAMED, PICTURED = 0.7, 0.4
"""What a link gains that stands around or in the name, and around a picture."""
SELF = -1
"""The slot of the record itself."""


def addresses(outline: Outline, name_slot: int) -> list[str]:
    """The address of each record's product as written; empty where a record has none."""
    by_slot = _written(outline)
    size = len(outline)
    ranks = {
        slot: len(found) / size
        + len(set(found.values())) / len(found)
        + NAMED * _is_named(outline, slot, name_slot)
        + PICTURED * _is_pictured(outline, slot)
        for slot, found in by_slot.items()
    }
    order = sorted(by_slot, key=lambda slot: (-ranks[slot], slot))
    return [
        next((by_slot[slot][place] for slot in order if place in by_slot[slot]), "")
        for place in range(size)
    ]


def _written(outline: Outline) -> dict[int, dict[int, str]]:
    """For each slot of links the address in each record that fills it."""
    document = outline.document
    found: dict[int, dict[int, str]] = {}
    around = (
        (SELF, place, _own_link(document, span[0])) for place, span in enumerate(outline.spans)
    )
    for slot, place, node in chain(around, outline.tagged("a")):
        href = document.attribute(node, "href").strip() if node >= 0 else ""
        if _leads_away(href):
            found.setdefault(slot, {})[place] = href
    return found


def _own_link(document: Document, record: int) -> int:
    """The record where it is a link itself, or the link just around it; else -1."""
    above = document.parent[record]
    if document.tag[record] == "a":
        return record
    return above if above >= 0 and document.tag[above] == "a" else -1


def _leads_away(href: str) -> bool:
    return bool(href) and not href.startswith("javascript:") and (href[0] != "#" or "/" in href)


def _is_named(outline: Outline, slot: int, name_slot: int) -> bool:
    """Whether the link stands around the name, or in it."""
    if slot == SELF:
        return True
    return slot in outline.slots.above(name_slot) or name_slot in outline.slots.above(slot)


def _is_pictured(outline: Outline, slot: int) -> bool:
    """Whether the link stands around a picture."""
    if slot == SELF:
        return True
    document = outline.document
    node = next(filled[slot] for filled in outline.filled if slot in filled)
    return "img" in document.tag[node : document.end[node]]
