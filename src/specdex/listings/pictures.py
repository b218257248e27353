"""Which picture shows each record's product, however late it is loaded."""

import re
from collections.abc import Iterator

from specdex.html import Document, inside
from specdex.lexicon import alternatives
from specdex.listings.outlines import Outline

__all__ = ["address", "background", "pictures"]

SHOWS = frozenset({"img", "amp-img", "image", "noscript"})
LAZY = (
    *("data-src", "data-original", "data-lazy-src", "data-lazy", "data-image", "data-img"),
    *("data-url", "data-original-src", "data-echo", "data-hi-res-src", "data-src-large"),
)
"""Where scripts that load late find the address."""
SETS = ("srcset", "data-srcset", "data-lazy-srcset")
MIN_SAME, SAME = 3, 0.2
"""An address that so many records share, and this share of them, stands in for pictures to come."""

_FILE = re.compile(r"\.(?:jpe?g|png|webp|gif|avif)\b", re.IGNORECASE)
_BLANK = re.compile(
    rf"(?:^|[/_.-])(?:{alternatives('addresses.blank_pictures')})[^/]*$", re.IGNORECASE
)
"""What stands in ``src`` until the picture comes."""
_BACKGROUND = re.compile(r"background(?:-image)?\s*:[^;]*url\(\s*['\"]?([^'\")]+)", re.IGNORECASE)
_INLINE = "data:"
_NO_FILE = (_INLINE, "about:", "#")


def pictures(outline: Outline) -> list[str]:
    """The address of each record's picture as written; empty where a record shows none."""
    document, attribute = outline.document, outline.document.attribute
    nodes: dict[int, dict[int, int]] = {}
    users: dict[str, set[int]] = {}
    sources: dict[int, str] = {}
    for slot, place, node in outline.tagged(*SHOWS):
        source = sources[node] = attribute(node, "src").strip()
        nodes.setdefault(slot, {})[place] = node
        users.setdefault(source, set()).add(place)
    least = max(MIN_SAME, SAME * len(outline))
    stand_ins = frozenset(source for source, places in users.items() if len(places) >= least)
    found: dict[int, dict[int, str]] = {}
    for slot, places in nodes.items():
        for place, node in places.items():
            written = sources[node]
            if not _is_picture(written, stand_ins):
                written = address(document, node, stand_ins)
            if written:
                found.setdefault(slot, {})[place] = written
    if any(written not in stand_ins for each in found.values() for written in each.values()):
        return _best(found, len(outline))
    behind = _behind(outline)
    return behind if any(behind) else _best(found, len(outline))


def address(document: Document, node: int, stand_ins: frozenset[str] = frozenset()) -> str:
    """The address of the picture that *node* shows; empty where it gives none.

    *stand_ins* are addresses known to be no picture of the product.
    """
    fallback = ""
    for written in _written(document, node):
        if _is_picture(written, stand_ins):
            return written
        if not fallback and not written.startswith(_INLINE):
            fallback = written
    return fallback


def _is_picture(written: str, stand_ins: frozenset[str]) -> bool:
    """Whether an address is one, and that of no picture which only keeps the place."""
    if not written or written in stand_ins or written.startswith(_NO_FILE):
        return False
    return _BLANK.search(written, max(0, written.rfind("/"))) is None


def background(document: Document, node: int) -> str:
    """The address of the picture behind *node*, from its style; empty where it has none."""
    match = _BACKGROUND.search(document.attribute(node, "style"))
    return "" if match is None or match[1].startswith(_INLINE) else match[1].strip()


def _best(found: dict[int, dict[int, str]], size: int) -> list[str]:
    """In each record the picture of the slot that most records fill, each with its own."""
    ranks = {
        slot: len(places) / size + len(set(places.values())) / len(places)
        for slot, places in found.items()
    }
    order = sorted(found, key=lambda slot: (-ranks[slot], slot))
    return [
        next((found[slot][place] for slot in order if place in found[slot]), "")
        for place in range(size)
    ]


def _behind(outline: Outline) -> list[str]:
    """The first picture behind an element of each record."""
    document = outline.document
    return [
        next(
            filter(
                None,
                (
                    background(document, node)
                    for top in span
                    for node in range(top, document.end[top])
                ),
            ),
            "",
        )
        for span in outline.spans
    ]


def _written(document: Document, node: int) -> Iterator[str]:
    """All addresses that *node* gives, the likeliest first."""
    if document.tag[node] == "noscript":
        within = inside(document, node)
        for below in within.nodes_of("img"):
            yield from _written(within, below)
        return
    given = document.attributes(node)
    yield given.get("src", "").strip()
    for name in LAZY:
        yield given.get(name, "").strip()
    for name in SETS:
        first = given.get(name, "").strip().split(None, 1)
        yield first[0].rstrip(",") if first else ""
    for name, text in given.items():
        value = text.strip() if name.startswith("data-") else ""
        if _FILE.search(value) and " " not in value:
            yield value
