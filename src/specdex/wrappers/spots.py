"""The places of a page that can print a name or a value, and what is printed there."""

from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple

from specdex.html import Document
from specdex.html.tags import BLOCKS
from specdex.wrappers.lines import couples_in

__all__ = ["Part", "Spot", "spots_of"]

MAX_WHOLE = 1_500
"""An element with more text than this prints no single value."""
MAX_SPOTS = 6_000
"""What a page prints beyond this many places is not learned from."""


class Part(StrEnum):
    """Which part of its element's text a spot is."""

    WHOLE = "whole"
    """All of it."""
    LABEL = "label"
    """The label that opens one of its lines, …"""
    REST = "rest"
    """… and what that line says behind the label."""


class Spot(NamedTuple):
    """A place on one page that prints something."""

    page: int
    node: int
    part: Part
    line: int
    """Which labelled line of its element, for labels and rests; 0 for a whole element."""
    text: str


def spots_of(document: Document, page: int = 0) -> list[Spot]:
    """The spots of *document*, the page numbered *page*, in document order."""
    wholes = _wholes(document)
    lines = {host: couples_in(document.element(host)) for host in _hosts(document)}
    spots: list[Spot] = []
    for node in sorted(wholes | {host for host, couples in lines.items() if couples}):
        at = len(spots)
        for number, (label, rest) in enumerate(lines.get(node, ())):
            spots.append(Spot(page, node, Part.LABEL, number, label))
            spots.append(Spot(page, node, Part.REST, number, rest))
        if node in wholes:
            # behind the first line of its own, where it has any
            spots.insert(at + 2, Spot(page, node, Part.WHOLE, 0, document.text_of(node)))
    return spots[:MAX_SPOTS]


def _hosts(document: Document) -> list[int]:
    """The block elements with text of their own."""
    tag, parent = document.tag, document.parent
    hosts: dict[int, None] = {}
    for node in document.nodes.run_node:
        while tag[node] not in BLOCKS and parent[node] >= 0:
            node = parent[node]  # noqa: PLW2901 - climbing is what the loop is for
        hosts[node] = None
    return sorted(hosts)


def _wholes(document: Document) -> set[int]:
    """The outermost element of each text that one element holds alone."""
    start, stop, parent = document.start, document.stop, document.parent
    starts = _first_inks(document)
    found: set[int] = set()
    for node in range(1, len(document)):
        if not 0 < stop[node] - start[node] <= MAX_WHOLE:
            continue
        above = parent[node]
        if not (above > 0 and starts[above] == starts[node] and stop[above] == stop[node]):
            found.add(node)
    return found


def _first_inks(document: Document) -> Sequence[int]:
    """Where each node's text begins, the white space before it left out."""
    text, stop = document.text, document.stop
    found = []
    for node, begin in enumerate(document.start):
        at = begin
        if at < stop[node] and text[at] in " \n":
            at += 1
        found.append(at)
    return found
