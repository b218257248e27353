"""Pattern-based extraction: every stretch of a page that a normalised pattern brackets.

No regular expression is run: contexts are literal strings, so that plain searches find the same
stretches in time linear in the page, whatever the page.
"""

from collections.abc import Iterator
from typing import NamedTuple

from specdex.papers.patterns.normalising import Pattern
from specdex.papers.patterns.source import Source

__all__ = ["Span", "backward", "forward", "matches", "reconcile"]

NAME_REACH = 1_000
"""How far before the middle a name can begin, in characters of the clean source."""
VALUE_REACH = 20_000
"""How far behind the middle a value can end."""
MAX_MIDDLES = 20_000
"""Middles of a page that are looked at; a page with more prints no specification with them."""
MAX_TRIES = 16
"""Right contexts looked at inside elements nested in a value."""


class Span(NamedTuple):
    """Where a name and its value stand in a clean source document."""

    name_start: int
    name_stop: int
    value_start: int
    value_stop: int


def forward(text: str, pattern: Pattern) -> list[Span]:
    """What ``left(.*?)middle(.*?)right`` matches from left to right."""
    found: list[Span] = []
    at = 0
    while True:
        left = text.find(pattern.left, at)
        start = left + len(pattern.left)
        middle = text.find(pattern.middle, start) if left >= 0 else -1
        value = middle + len(pattern.middle)
        right = text.find(pattern.right, value) if middle >= 0 else -1
        if right < 0:
            return found
        found.append(Span(start, middle, value, right))
        at = max(right + len(pattern.right), value + 1)


def backward(text: str, pattern: Pattern) -> list[Span]:
    """What the same expression matches from right to left, in page order."""
    found: list[Span] = []
    at = len(text)
    while True:
        right = text.rfind(pattern.right, 0, at)
        middle = text.rfind(pattern.middle, 0, right) if right >= 0 else -1
        left = text.rfind(pattern.left, 0, middle) if middle >= 0 else -1
        if left < 0:
            return found[::-1]
        value = middle + len(pattern.middle)
        found.append(Span(left + len(pattern.left), middle, value, right))
        at = left


def reconcile(source: Source, one: list[Span], other: list[Span]) -> list[Span]:
    """The spans of both directions: where they differ, the shorter names and values without markup.

    A longer one stands only where it is valid HTML.
    """
    mine = {span.name_stop: span for span in one}
    theirs = {span.name_stop: span for span in other}
    found = []
    for middle in sorted(mine.keys() | theirs.keys()):
        first, second = mine.get(middle), theirs.get(middle)
        first, second = first or second, second or first
        if first is None or second is None:
            continue
        name = _better(source, first[:2], second[:2])
        value = _better(source, first[2:], second[2:])
        if name and value:
            found.append(Span(*name, *value))
    return found


def _better(source: Source, one: tuple[int, int], other: tuple[int, int]) -> tuple[int, int] | None:
    shorter, longer = sorted((one, other), key=lambda span: span[1] - span[0])
    if not source.has_markup(*shorter):
        return shorter
    for span in (longer, shorter):
        if source.is_valid(*span):
            return span
    return None


def matches(source: Source, pattern: Pattern, begin: int, end: int) -> Iterator[Span]:
    """What both directions agree on, held to valid HTML, between *begin* and *end*.

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
