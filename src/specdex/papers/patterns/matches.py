"""Pattern-based extraction: every stretch of a page that a normalised pattern brackets.

No regular expression is run: contexts are literal strings, so that plain searches find the same
stretches in time linear in the page, whatever the page.
"""

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from specdex.html import Document
from specdex.html.tags import CELL_TAGS
from specdex.labels import MAX_VALUE, clean_name, clean_value, is_label
from specdex.lexicon import phrases
from specdex.money import any_sign
from specdex.papers.patterns.pattern import Pattern
from specdex.papers.patterns.source import Source, clean
from specdex.structure.tables import INDENT
from specdex.text import collapse

__all__ = ["Match", "Span", "match_of", "matches", "read"]

NAME_REACH = 1_000
"""How far before the middle a name can begin, in characters of the clean source."""
VALUE_REACH = 20_000
"""How far behind the middle a value can end."""
MAX_MIDDLES = 20_000
"""Middles of a page that are looked at; a page with more prints no specification with them."""
MAX_TRIES = 16
"""Right contexts looked at inside elements nested in a value."""
OFFER_VALUE = re.compile(
    rf"""\W*(?:
    {any_sign(phrases("currencies.before_offers"))}\s*\d[\d.,\s]*     # $ 1,200.00
    | \d[\d.,\s]*{any_sign(phrases("currencies.behind_offers"))}
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


class Span(NamedTuple):
    """Where a name and its value stand in a clean source document."""

    name_start: int
    name_stop: int
    value_start: int
    value_stop: int


def matches(source: Source, pattern: Pattern, begin: int, end: int) -> Iterator[Span]:
    """What a pattern brackets between *begin* and *end*, held to valid HTML.

    A name then begins at the nearest left context inside its element, a value ends at the nearest
    right context inside its own; an element's border stands in for a context that is no tag of
    the pair's own. A name may be empty: what follows then continues the value before it.
    """
    text, at = source.text, begin
    for _ in range(MAX_MIDDLES):
        middle = text.find(pattern.middle, at, end)
        if middle < 0:
            return
        value = middle + len(pattern.middle)
        name_start, begins = _name_start(source, pattern, middle)
        value_stop, ends = (-1, False)
        if name_start >= at:
            value_stop, ends = _value_stop(source, pattern, value)
        # an element's border may stand in for one context, not for both
        if value_stop > value and (begins or ends):
            yield Span(name_start, middle, value, value_stop)
            at = value_stop
        else:
            at = middle + 1


def _name_start(source: Source, pattern: Pattern, middle: int) -> tuple[int, bool]:
    """Where the name before *middle* begins, and whether the left context says so; else -1."""
    container = source.container_at(middle)
    floor = source.opened.get(container, 0)
    size = len(pattern.left)
    lowest = max(0, floor - size, middle - NAME_REACH)
    start = source.text.rfind(pattern.left, lowest, middle) + size
    if start >= size and start >= floor and source.container_at(start) == container:
        leads = not pattern.leads or source.is_first(container) or start > floor
        return (start, True) if leads else (-1, False)
    if pattern.open_left and not source.has_markup(floor, middle):
        return floor, False
    return -1, False


def _value_stop(source: Source, pattern: Pattern, value: int) -> tuple[int, bool]:
    """Where the value from *value* on ends, and whether the right context says so; else -1."""
    container = source.container_at(value)
    ceiling = source.closed.get(container, len(source.text))
    if source.text.startswith(pattern.right, ceiling) and pattern.right.startswith("</"):
        return ceiling, True
    highest = min(ceiling + len(pattern.right), value + VALUE_REACH)
    stop = source.text.find(pattern.right, value, highest)
    for _ in range(MAX_TRIES):
        if stop < 0:
            break
        if source.container_at(stop) == container:
            return stop, True
        stop = source.text.find(pattern.right, stop + 1, highest)
    return (ceiling if pattern.open_right and ceiling - value <= VALUE_REACH else -1), False


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


def read(
    document: Document,
    patterns: Iterable[Pattern],
    found_by: Callable[[Document, Pattern], list[Match]] | None = None,
) -> list[Match]:
    """What *patterns* bracket, in page order; of two that overlap the earlier pattern's stands."""
    taken: list[Match] = []
    for pattern in patterns:
        found = (found_by or _specification)(document, pattern)
        starts = [match.start for match in taken]
        taken += [match for match in found if not _overlaps(taken, starts, match)]
        taken.sort(key=lambda match: match.start)
    # half of a bracketed remark names nothing
    return [
        match
        for match in taken
        if match.value and is_label(match.name) and match.name.count("(") == match.name.count(")")
    ]


def _overlaps(taken: Sequence[Match], starts: Sequence[int], match: Match) -> bool:
    """Whether *match* lies on one of *taken*, which do not lie on each other."""
    after = bisect_left(starts, match.stop)
    return after > 0 and taken[after - 1].stop > match.start


def _specification(document: Document, pattern: Pattern) -> list[Match]:
    """The matches with the rows that go on with a value joined to it."""
    source = clean(document, bare=pattern.bare)
    found: list[Match] = []
    menus = 0
    begin, end = source.opened.get(pattern.within, 0), source.closed.get(pattern.within, 0)
    for span in matches(source, pattern, begin, end):
        match = match_of(source, span, pattern)
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
    starts = {match.start for match in found if is_label(match.name)}
    if sum(_has_neighbour(document, each, starts) for each in found) > MAX_GRID * len(found):
        return False
    if not found or found[0].pattern.alike in {"", *CELL_TAGS, "dt", "dd"}:
        return True
    rows = {document.parent[match.node] for match in found}
    return len(rows) >= MIN_DISTINCT * len(found)


def _has_neighbour(document: Document, match: Match, starts: set[int]) -> bool:
    """Whether a cell with text that begins no other match follows the value's cell in its row."""
    cell = match.node
    while cell >= 0 and document.tag[cell] not in CELL_TAGS:
        cell = document.parent[cell]
    if cell < 0 or document.start[cell] < match.start:
        return False
    after = document.end[cell]
    if after >= document.end[document.parent[cell]]:
        return False
    text = document.text[document.start[after] : document.stop[after]].lstrip()
    return bool(text) and document.stop[after] - len(text) not in starts


def match_of(source: Source, span: Span, pattern: Pattern) -> Match:
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
