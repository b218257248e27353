"""The visible page, looked over once: its lines, labels, buttons, heading and what is below it."""

import re
from bisect import bisect_right
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from specdex.extraction.fields.squash import squashed
from specdex.extraction.fields.vocabulary.buying import CART_WORDS, CARTS, RELATED_HEADINGS
from specdex.extraction.fields.vocabulary.labels import LABEL_STARTS, LABELS, START
from specdex.html import Document
from specdex.urls import host

__all__ = ["Label", "View", "look", "scan"]

MAX_LINES = 6_000
"""Lines of a page that are looked at."""
LONG_LINE = 240
"""A longer line is prose; no label is looked for in it."""
SHORT_LINE = 48
"""Only a line as short as this can be a label or a button by itself."""
MAX_INPUTS = 150
LABEL_WORDS = 5
"""Words of the longest label."""
HEADING_LINE = 90
"""Only a line as short as this can be the heading above related products."""
LEAD = 700
"""Characters before the heading that are looked at, …"""
JUST_ABOVE = 250
"""… where they may still speak of the main product, …"""
REACH = 20_000
"""… and after it."""
MIN_STAGE = 300
"""Characters after the heading that belong to the main product for sure."""
MAX_STAGE = 9_000
"""Characters after the heading that may still belong to the main product."""
_COLON = re.compile("[:\uff1a]")
_DIGIT = re.compile(r"\d")
_RELATED = {
    start: tuple(phrase for phrase in RELATED_HEADINGS if phrase.startswith(start))
    for start in {phrase[:START] for phrase in RELATED_HEADINGS}
}
"""The headings by how they begin: most lines begin like none of them."""
_STARTS = LABEL_STARTS | {phrase[:START] for phrase in CARTS}


class Label(NamedTuple):
    """A label that was met: what it announces, what stands behind it, and where that begins."""

    kind: str
    value: str
    start: int


@dataclass(slots=True)
class View:
    """What was seen. Offsets are into the document's text."""

    document: Document
    low: str
    """The text in lower case, as long as the text."""
    site: str = ""
    shop: str = ""
    """The host's name without what follows the first point."""
    language: str = ""
    """As the page's root says, in lower case."""
    country: str = ""
    """The last part of the host name."""
    labels: list[Label] = field(default_factory=list)
    carts: list[int] = field(default_factory=list)
    heading: int = -1
    """The node that shows the product's name; -1 where none was found."""
    title: str = ""
    start: int = 0
    """Where the heading begins, …"""
    stop: int = 0
    """… where it ends, …"""
    limit: int = 0
    """… and where other products begin."""

    def node_at(self, offset: int) -> int:
        """The node whose text stands at *offset*."""
        nodes = self.document.nodes
        run = bisect_right(nodes.run_start, offset) - 1
        return nodes.run_node[run] if run >= 0 else 0

    def near(self, offset: int) -> bool:
        """Whether *offset* is between the line above the heading and other products."""
        return self.start - JUST_ABOVE <= offset < self.limit


def look(document: Document) -> View:
    """A view of *document* before anything is looked for in it."""
    text = document.text
    low = text.lower()
    if len(low) != len(text):  # the only letter that grows in lower case
        low = text.replace("\u0130", "I").lower()
    site = host(document.page.url)
    language = document.attribute(0, "lang").lower() if len(document) else ""
    shop, country = site.split(".")[0], site.rpartition(".")[2]
    return View(document, low, site, shop, language, country, limit=len(text))


def scan(view: View) -> None:
    """Note the labels, buttons and headings of other products on the lines around the heading."""
    begin = view.low.rfind("\n", 0, max(0, view.start - LEAD)) + 1
    least, related, next_start = view.stop + MIN_STAGE, -1, begin
    for line in view.low[begin : view.stop + REACH].split("\n", MAX_LINES):
        start, size = next_start, len(line)
        next_start += size + 1
        if size > LONG_LINE:
            continue
        colon = ":" in line or "\uff1a" in line
        if colon:
            _labels_in(view, start, line)
        lead = line[:START]
        if lead in _STARTS and size <= SHORT_LINE:
            _short_line(view, start, line, colon=colon)
        if lead in _RELATED and related < 0 and start > least and size <= HEADING_LINE:
            related = start if line.startswith(_RELATED[lead]) else -1
    _inputs(view)
    view.limit = min(related if related >= 0 else len(view.low), view.stop + MAX_STAGE)


def _inputs(view: View) -> None:
    """Buttons whose words are no text of the page."""
    document = view.document
    place = -1
    for _ in range(MAX_INPUTS):
        try:
            place = document.tag.index("input", place + 1)
        except ValueError:
            return
        value = document.attribute(place, "value")
        if value and squashed(value[:SHORT_LINE]) in CART_WORDS:
            view.carts.append(document.start[place])


def _short_line(view: View, start: int, line: str, *, colon: bool) -> None:
    """A line that is a button, a label, or a label and its value without a colon."""
    plain = squashed(line)
    if plain in CART_WORDS:
        view.carts.append(start)
    if colon:
        return
    kind = LABELS.get(plain)
    if kind is not None:
        _behind(view, kind, start + len(line) + 1)
        return
    if " " not in line or not (" - " in line or _DIGIT.search(line)):
        return
    words = line.split(" ")
    for count in range(min(len(words) - 1, LABEL_WORDS), 0, -1):
        head = " ".join(words[:count])
        kind = LABELS.get(squashed(head))
        if kind is not None:
            _beside(view, kind, line, (start, len(head)))
            return


def _behind(view: View, kind: str, start: int) -> None:
    """A label whose value is the next line."""
    text = view.document.text
    end = text.find("\n", start)
    value = text[start : end if end >= 0 else len(text)]
    if value and len(value) <= LONG_LINE:
        view.labels.append(Label(kind, value.strip(), start))


def _beside(view: View, kind: str, line: str, place: tuple[int, int]) -> None:
    """A label whose value follows in the same line: after a dash, or because it is a number."""
    start, head = place
    rest = line[head:].lstrip(" -\u2013\u2014#=|")
    dashed = len(line) - head - len(rest) > 1
    numbered = any(character.isdigit() for character in rest) and " " not in rest
    if rest and (dashed or numbered) and ":" not in rest:
        offset = start + len(line) - len(rest)
        view.labels.append(Label(kind, view.document.text[offset : start + len(line)], offset))


def _labels_in(view: View, start: int, line: str) -> None:
    """The ``label: value`` pieces of a line; several may stand in one."""
    found: list[tuple[str, int, int]] = []
    begin = 0
    for match in _COLON.finditer(line):
        hit = _label_before(line[begin : match.start()], view.shop)
        if hit is not None:
            found.append((hit[0], begin + hit[1], match.end()))
        begin = match.end()
    for number, (kind, _, value) in enumerate(found):
        end = found[number + 1][1] if number + 1 < len(found) else len(line)
        shown = view.document.text[start + value : start + end]
        lead = len(shown) - len(shown.lstrip())
        if shown.strip():
            view.labels.append(Label(kind, shown.strip(), start + value + lead))
        elif end == len(line):
            _behind(view, kind, start + len(line) + 1)


@lru_cache(maxsize=16_384)
def _label_before(head: str, shop: str) -> tuple[str, int] | None:
    """The field that the end of *head* announces, and where in it the label begins.

    A shop's own name at the end of a label is no part of it.
    """
    words = head.split(" ")
    while words and words[-1] in ("", shop):
        words.pop()
    head = " ".join(words)
    for count in range(min(len(words), LABEL_WORDS), 0, -1):
        label = " ".join(words[-count:])
        kind = LABELS.get(squashed(label))
        if kind is not None:
            return kind, len(head) - len(label)
    return None
