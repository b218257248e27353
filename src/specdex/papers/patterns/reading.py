"""From patterns to pairs: what they bracket, cleaned, with its place on the page."""

import re
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from specdex.html import Document
from specdex.labels import MAX_VALUE, clean_name, clean_value, is_label
from specdex.papers.patterns.discovery import ROW_CELLS
from specdex.papers.patterns.matching import Span, backward, forward, matches, reconcile
from specdex.papers.patterns.normalising import Pattern
from specdex.papers.patterns.source import Source, clean
from specdex.structure.tables import INDENT
from specdex.text import collapse

__all__ = ["Match", "read"]

CELL_TAGS = frozenset({"td", "th", "dt", "dd"})
"""Tags that may stand side by side and be name and value all the same."""
OFFER_VALUE = re.compile(
    r"""\W*(?:
    (?:[$€£¥₽₴]|(?:usd|eur|gbp|chf|us)\b)\s*\d[\d.,\s]*     # $ 1,200.00
    | \d[\d.,\s]*(?:[$€£¥₽₴]|(?:usd|eur|gbp|chf|kr|zł)\b)
    | (?:10|\d(?:[.,]\d)?)(?:\s*/\s*(?:5|10))?   # 4.5/5
    | \d(?:[.,]\d)?\s+(?:stars?|sternen?|étoiles?|stelle|estrellas)   # 4.5 stars
    )\W*""",
    re.IGNORECASE | re.VERBOSE,
)
"""Prices and ratings: what is said about an offer, not about a product."""

MAX_MENUS = 0.5
"""A pattern with a larger share of values that are several links reads menus."""
MAX_OFFERS = 0.8
"""A pattern with a larger share of prices and ratings reads an offer, not a specification."""
MAX_GRID = 0.5
"""A pattern with a larger share of values that have a further cell beside them reads a grid."""
MIN_DISTINCT = 0.5
"""A pattern that repeats its names more than this allows reads a list of products, …"""
MANY_NAMES = 6
"""… unless there are so many of them."""


@dataclass(frozen=True, slots=True)
class Match:
    """A name and a value that a pattern brackets."""

    name: str
    value: str
    node: int
    """The innermost node that holds the value."""
    start: int
    """Where the name begins in the Document's text, …"""
    value_start: int
    """… where the value begins …"""
    stop: int
    """… and where it ends."""
    pattern: Pattern


def read(document: Document, patterns: Iterable[Pattern], *, tight: bool = True) -> list[Match]:
    """What *patterns* bracket, in page order; of two that overlap the earlier pattern's stands.

    Without ``tight`` the page is read as in the paper: in both directions, then reconciled.
    """
    taken: list[Match] = []
    for pattern in patterns:
        found = _tight(document, pattern) if tight else _in_both_directions(document, pattern)
        starts = [match.start for match in taken]
        taken += [match for match in found if not _overlaps(taken, starts, match)]
        taken.sort(key=lambda match: match.start)
    return [match for match in taken if _is_name(match.name) and match.value]


def _is_name(text: str) -> bool:
    """Whether *text* can name a value; half of a bracketed remark cannot."""
    return is_label(text) and text.count("(") == text.count(")")


def _overlaps(taken: Sequence[Match], starts: Sequence[int], match: Match) -> bool:
    """Whether *match* lies on one of *taken*, which do not lie on each other."""
    after = bisect_left(starts, match.stop)
    return after > 0 and taken[after - 1].stop > match.start


def _in_both_directions(document: Document, pattern: Pattern) -> list[Match]:
    source = clean(document, bare=pattern.bare)
    spans = reconcile(source, forward(source.text, pattern), backward(source.text, pattern))
    return [match for span in spans if (match := _match(source, span, pattern)).name]


def _tight(document: Document, pattern: Pattern) -> list[Match]:
    """The matches with the rows that go on with a value joined to it."""
    source = clean(document, bare=pattern.bare)
    found: list[Match] = []
    menus = 0
    begin, end = source.opened.get(pattern.within, 0), source.closed.get(pattern.within, 0)
    for span in matches(source, pattern, begin, end):
        match = _match(source, span, pattern)
        menus += _is_menu(source, span)
        if found:
            found[-1] = _with_indented(document, found[-1], match.start)
        if match.name:
            found.append(match)
        elif found and not document.text[found[-1].stop : match.value_start].strip():
            found[-1] = _until(document, found[-1], match.stop)
    if found:
        found[-1] = _with_indented(document, found[-1], len(document.text))
    if menus > MAX_MENUS * len(found):
        return []
    return found if _is_specification(document, found) else []


def _is_menu(source: Source, span: Span) -> bool:
    """Whether the value is nothing but several links."""
    chunks = source.texts(span.value_start, span.value_stop)
    return len(chunks) > 1 and all(source.is_linked(source.start[chunk]) for chunk in chunks)


def _is_specification(document: Document, found: Sequence[Match]) -> bool:
    """Whether the matches of a pattern are pairs of one product, not a list of equals."""
    names = len({match.name for match in found})
    if names < MIN_DISTINCT * len(found) and names < MANY_NAMES:
        return False
    if sum(bool(OFFER_VALUE.fullmatch(match.value)) for match in found) > MAX_OFFERS * len(found):
        return False
    if _is_grid(document, found):
        return False
    if not found or found[0].pattern.alike in {"", *CELL_TAGS}:
        return True
    rows = {document.parent[match.node] for match in found}
    return len(rows) >= MIN_DISTINCT * len(found)


def _is_grid(document: Document, found: Sequence[Match]) -> bool:
    """Whether most values stand in a row with more cells than pairs: a table of many columns."""
    starts = {match.start for match in found if is_label(match.name)}
    beside = sum(_has_neighbour(document, match, starts) for match in found)
    return beside > MAX_GRID * len(found)


def _has_neighbour(document: Document, match: Match, starts: set[int]) -> bool:
    """Whether a cell with text that begins no other match follows the value's cell in its row."""
    cell = match.node
    while cell >= 0 and document.tag[cell] not in ROW_CELLS:
        cell = document.parent[cell]
    if cell < 0 or document.start[cell] < match.start:
        return False
    after = document.end[cell]
    if after >= document.end[document.parent[cell]]:
        return False
    text = document.text[document.start[after] : document.stop[after]].lstrip()
    return bool(text) and document.stop[after] - len(text) not in starts


def _match(source: Source, span: Span, pattern: Pattern) -> Match:
    """The match of *span*; its name is empty where it brackets no name."""
    document = source.document
    name_start, name_stop = source.place(span.name_start, span.name_stop)
    value_start, stop = source.place(span.value_start, span.value_stop)
    return Match(
        name=clean_name(collapse(document.text[name_start:name_stop])),
        value=_value(document, value_start, stop),
        node=source.node_of(span.value_start, span.value_stop),
        start=name_start if name_start < name_stop else value_start,
        value_start=value_start,
        stop=stop,
        pattern=pattern,
    )


def _value(document: Document, start: int, stop: int) -> str:
    return clean_value(collapse(document.text[start:stop])) if stop - start <= MAX_VALUE else ""


def _until(document: Document, match: Match, stop: int) -> Match:
    """*match* with a value that ends at *stop*."""
    return replace(match, value=_value(document, match.value_start, stop), stop=stop)


def _with_indented(document: Document, match: Match, limit: int) -> Match:
    """*match* with the text below it, as far as *limit*, that is pushed in under its value."""
    nodes = document.nodes
    stop = match.stop
    for run in range(bisect_left(nodes.run_start, stop), len(nodes.run_start)):
        style = document.attribute(nodes.run_node[run], "style")
        if nodes.run_stop[run] > limit or not INDENT.search(style):
            break
        stop = nodes.run_stop[run]
    return match if stop == match.stop else _until(document, match, stop)
