"""From marked HTML to a labelled page: where marked elements stand, and the HTML without marks."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import msgspec
from lxml import etree

from benchmarks.pages.layouts import MARK, Layout, Sections
from specdex.statistics.page_scores import GoldPage

__all__ = ["Printed", "gold", "line"]

MARKED = re.compile(rf' {MARK}="[^"]*"')
KINDS = {"table": "table", "wide table": "table", "dl": "dl", "list": "list", "lines": "list"}


@dataclass(frozen=True, slots=True)
class Printed:
    """Sections and the layout that they were printed in."""

    layout: Layout
    sections: Sections

    @property
    def kind(self) -> str:
        """What labels call it."""
        alone = len(self.sections) == 1
        return KINDS.get(self.layout.kind, "div") if alone else "div"


def line(html: str, printed: Mapping[str, Printed], **about: str) -> dict[str, Any]:
    """A line of labels as the sets of labelled pages have them; *about* names page and site.

    A mark that is not printed anew stands for a part of the page that counts neither way; one that
    stands several times has copies.
    """
    found: dict[str, list[str]] = {}
    root = etree.fromstring(html, etree.HTMLParser())
    for node in root.iter(etree.Element):
        if (mark := node.get(MARK)) is not None:
            found.setdefault(mark, []).append(root.getroottree().getpath(node))
    fragments = [
        {
            "xpath": paths[0],
            "kind": printed[mark].kind,
            "pairs": [list(pair) for _, pairs in printed[mark].sections for pair in pairs],
            "copies": paths[1:],
        }
        for mark, paths in found.items()
        if mark in printed
    ]
    ignored = [{"xpath": path} for mark in found.keys() - printed.keys() for path in found[mark]]
    return {**about, "html": MARKED.sub("", html), "fragments": fragments, "ignore": ignored}


def gold(line: dict[str, Any]) -> GoldPage:
    """The labelled page of a *line*."""
    return msgspec.convert(line, GoldPage)
