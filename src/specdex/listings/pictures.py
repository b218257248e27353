"""Which address a picture really has, however late it is loaded."""

import re
from collections.abc import Iterator

from lxml import etree

__all__ = ["address", "background"]

LAZY = (
    *("data-src", "data-original", "data-lazy-src", "data-lazy", "data-image", "data-img"),
    *("data-url", "data-original-src", "data-echo", "data-hi-res-src", "data-src-large"),
)
"""Where scripts that load late find the address."""
SETS = ("srcset", "data-srcset", "data-lazy-srcset")
_FILE = re.compile(r"\.(?:jpe?g|png|webp|gif|avif)\b", re.IGNORECASE)
_BLANK = re.compile(
    r"^(?:data:|about:|#)|(?:^|[/_.-])(?:blank|spacer|pixel|transparent|placeholder|loading|loader"
    r"|lazy|grey|gray|1x1|dummy|ajax-loader|no-?image)[^/]*$",
    re.IGNORECASE,
)
"""What stands in ``src`` until the picture comes."""
_BACKGROUND = re.compile(r"background(?:-image)?\s*:[^;]*url\(\s*['\"]?([^'\")]+)", re.IGNORECASE)
INLINE = "data:"


def address(element: etree._Element, stand_ins: frozenset[str] = frozenset()) -> str:
    """The address of the picture that *element* shows; empty where it gives none.

    *stand_ins* are addresses known to be no picture of the product.
    """
    fallback = ""
    for written in _written(element):
        if written and written not in stand_ins and not _BLANK.search(written):
            return written
        if not fallback and not written.startswith(INLINE):
            fallback = written
    return fallback


def background(element: etree._Element) -> str:
    """The address of the picture behind *element*, from its style; empty where it has none."""
    match = _BACKGROUND.search(element.get("style") or "")
    return "" if match is None or match[1].startswith(INLINE) else match[1].strip()


def _written(element: etree._Element) -> Iterator[str]:
    """All addresses that *element* gives, the likeliest first."""
    if element.tag in {"picture", "noscript"}:
        for below in element.iter("img", "source"):
            yield from _written(below)
        return
    yield (element.get("src") or "").strip()
    for name in LAZY:
        yield (element.get(name) or "").strip()
    for name in SETS:
        first = (element.get(name) or "").strip().split(None, 1)
        yield first[0].rstrip(",") if first else ""
    for name, value in element.items():
        if name.startswith("data-") and _FILE.search(value) and " " not in value.strip():
            yield value.strip()
