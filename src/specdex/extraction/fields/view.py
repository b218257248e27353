"""The visible page, looked over once: its lines, labels, buttons, heading and what is below it."""

import re
from bisect import bisect_right
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
_DIGIT = re.compile(r"\d")
_RELATED = {
    start: tuple(phrase for phrase in RELATED_HEADINGS if phrase.startswith(start))
    for start in {phrase[:START] for phrase in RELATED_HEADINGS}
}
"""The headings by how they begin: most lines begin like none of them."""
_STARTS = LABEL_STARTS | {phrase[:START] for phrase in CARTS}
_LEADS = {lead: (lead in _STARTS, _RELATED.get(lead, ())) for lead in _STARTS | _RELATED.keys()}
"""What a line may be that begins so: a label or a button, and which of the headings."""


class Label(NamedTuple):
    """A label that was met: what it announces, what stands behind it, and where that begins."""

    kind: str
    value: str
    start: int


class View:
    """What was seen. Offsets are into the document's text."""

    def __init__(self, document: Document, low: str, site: str = "", language: str = "") -> None:
        self.document = document
        self.low = low
        """The text in lower case, as long as the text."""
        self.site = site
        self.shop = site.split(".", maxsplit=1)[0]
        """The host's name without what follows the first point."""
        self.language = language
        """As the page's root says, in lower case."""
        self.country = site.rpartition(".")[2]
        """The last part of the host name."""
        self.labels: list[Label] = []
        self.carts: list[int] = []
        self.heading = -1
        """The node that shows the product's name; -1 where none was found."""
        self.title = ""
        self.start = 0
        """Where the heading begins, …"""
        self.stop = 0
        """… where it ends, …"""
        self.limit = len(low)
        """… and where other products begin."""
        self.run_start, self.run_node = document.nodes.run_start, document.nodes.run_node

    def node_at(self, offset: int) -> int:
        """The node whose text stands at *offset*."""
        run = bisect_right(self.run_start, offset) - 1
        return self.run_node[run] if run >= 0 else 0

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
    return View(document, low, site, language)


def scan(view: View) -> None:
    """Note the labels, buttons and headings of other products on the lines around the heading."""
    low = view.low
    start = low.rfind("\n", 0, max(0, view.start - LEAD)) + 1
    last = min(len(low), view.stop + REACH)
    related = -1
    for _ in range(MAX_LINES):
        end = low.find("\n", start, last)
        end = last if end < 0 else end
        if end - start <= LONG_LINE and _line(view, start, end) and related < 0:
            related = start
        start = end + 1
        if start > last:
            break
    _inputs(view)
    view.limit = min(related if related >= 0 else len(low), view.stop + MAX_STAGE)


def _line(view: View, start: int, end: int) -> bool:
    """Note the labels and buttons of a line; whether it heads other products."""
    low, size = view.low, end - start
    colon = low.find(":", start, end) >= 0 or low.find("\uff1a", start, end) >= 0
    if colon:
        _labels_in(view, start, low[start:end])
    meant = _LEADS.get(low[start : min(end, start + START)])
    if meant is None:
        return False
    if meant[0] and size <= SHORT_LINE:
        _short_line(view, start, low[start:end], colon)
    if not meant[1] or start <= view.stop + MIN_STAGE or size > HEADING_LINE:
        return False
    return low.startswith(meant[1], start, end)


def _inputs(view: View) -> None:
    """Buttons whose words are no text of the page."""
    document = view.document
    for place in document.places_of("input")[:MAX_INPUTS]:
        value = document.attribute(place, "value")
        if value and squashed(value[:SHORT_LINE]) in CART_WORDS:
            view.carts.append(document.nodes.start[place])


def _short_line(view: View, start: int, line: str, colon: bool) -> None:  # noqa: FBT001 - compiled
    """A line that is a button, a label, or a label and its value without a colon."""
    buys, kind, head = _short(line)
    if buys:
        view.carts.append(start)
    if colon or kind is None:
        return
    if head == len(line):
        _behind(view, kind, start + len(line) + 1)
    else:
        _beside(view, kind, line, (start, head))


@lru_cache(maxsize=16_384)
def _short(line: str) -> tuple[bool, str | None, int]:
    """Whether a short line buys, what it or its beginning announces, and how long that is."""
    plain = squashed(line)
    buys, kind = plain in CART_WORDS, LABELS.get(plain)
    if kind is not None or " " not in line or not (" - " in line or _DIGIT.search(line)):
        return buys, kind, len(line)
    words = line.split(" ")
    for count in range(min(len(words) - 1, LABEL_WORDS), 0, -1):
        head = " ".join(words[:count])
        kind = LABELS.get(squashed(head))
        if kind is not None:
            return buys, kind, len(head)
    return buys, None, 0


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
    for at in range(len(line)):
        if line[at] not in ":\uff1a":
            continue
        hit = _label_before(line[begin:at], view.shop)
        if hit is not None:
            found.append((hit[0], begin + hit[1], at + 1))
        begin = at + 1
    if not found:
        return
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
