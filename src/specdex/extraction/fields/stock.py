"""Whether the main product can be bought."""

import math
import re

from specdex.extraction.fields.statements import Statement, believed
from specdex.extraction.fields.view import View
from specdex.extraction.fields.words import Phrases, Words
from specdex.lexicon import meanings, phrases

__all__ = ["IN", "OUT", "says_sold_out", "stock_statements", "stock_word"]

IN, OUT = "InStock", "OutOfStock"
READER = "page"
_WORDS = meanings("buying.states")
_ABSENCE = Phrases(phrases("buying.out_of_stock"))
_PRESENCE = Phrases(phrases("buying.in_stock"))
_NOTICES = Phrases(phrases("buying.notices"))
_FIRST_WORDS = Words({*_ABSENCE.by_word, *_PRESENCE.by_word, *_NOTICES.by_word})
_COUNT = re.compile(r"\s*[>+]?\s*(\d{1,5})\+?(?:\s*\(?[^\W\d_]{0,6}\.?\)?)?\s*$")
"""So many pieces."""
LABELLED = 0.85
OUT_NEAR, OUT_IN_PROSE = 0.72, 0.45
"""Words of absence that are all, or a part, of what a line says: a shop, a size may be meant."""
BUYABLE = 0.6
"""Times the belief in words of absence where a button buys: a size may be sold out."""
UNBUYABLE = 0.2
"""Doubt in words of absence where no button buys, at most."""
IN_NEAR = 0.6
CART = 0.58
PRICED = 0.4
MIN_MESSAGE, MAX_MESSAGE, MAX_LINE = 1, 48, 140
"""Characters of a line that is a message, and of one that may hold one."""
MAX_INPUTS = 150
STAGE = 2_000
"""Characters after the heading in which words about the stock, and buttons, mean the product."""


def stock_word(text: str) -> str:
    """InStock, OutOfStock or nothing for a value of schema.org's availability.

    >>> stock_word("http://schema.org/SoldOut"), stock_word("In stock")
    ('OutOfStock', 'InStock')
    """
    word = text.strip().rstrip("/").rpartition("/")[2].lower()
    found = _WORDS.get(word) or _WORDS.get(text.strip().lower())
    if found:
        return found
    plain = text.lower()[:MAX_LINE]
    if count := _COUNT.match(plain):
        return IN if int(count[1]) else OUT
    if _ABSENCE.within(plain) or _NOTICES.within(plain):
        return OUT
    return IN if _PRESENCE.within(plain) else ""


def stock_statements(view: View, price_node: int) -> list[Statement]:
    """What labels, words, buttons and the price near the heading say, for and against."""
    labelled = _labelled(view)
    begin = view.starts[price_node] if price_node >= 0 else view.stop
    voices = labelled + _words(view, begin if view.near(begin) else view.stop)
    absent = [each for each in voices if each.value == OUT and each.confidence >= OUT_NEAR]
    last = view.stop + STAGE if absent else view.limit  # a button far below is another thing's
    carts = [cart for cart in view.carts if view.near(cart) and cart < last]
    enabled = [cart for cart in carts if not _is_disabled(view, cart)]
    if enabled:
        voices.append(Statement("availability", IN, view.node_at(enabled[0]), READER, CART))
    if price_node >= 0 and (carts or not absent):
        voices.append(Statement("availability", IN, price_node, READER, PRICED))
    statements: list[Statement] = []
    for word in (IN, OUT):
        told = [statement for statement in voices if statement.value == word]
        if told:
            doubt = math.prod([1.0 - statement.confidence for statement in told])
            if word == OUT:
                least = UNBUYABLE if absent else doubt
                surely = not carts or (bool(labelled) and labelled[0].value == OUT)
                doubt = min(doubt, least) if surely else 1.0 - (1.0 - doubt) * BUYABLE
            statements.append(believed(told[0], 1.0 - doubt))
    return statements


def says_sold_out(view: View) -> bool:
    """Whether a line of its own behind the heading says that nothing is left."""
    return any(
        each.value == OUT and each.confidence >= OUT_NEAR for each in _words(view, view.stop)
    )


def _is_disabled(view: View, cart: int) -> bool:
    """Whether the button at *cart* cannot be pressed; perhaps no size is chosen yet."""
    node = view.node_at(cart)
    above = max(0, view.parents[node])
    return view.document.has(node, "disabled") or view.document.has(above, "disabled")


def _labelled(view: View) -> list[Statement]:
    for label in view.labels:
        if label.kind == "availability" and view.near(label.start):
            word = stock_word(label.value)
            if word:
                node = view.node_at(label.start)
                return [Statement("availability", word, node, READER, LABELLED)]
    return []


def _words(view: View, begin: int) -> list[Statement]:
    """The first words of absence and of presence behind the heading, or what begins before it."""
    statements: list[Statement] = []
    begin = min(begin, view.stop)
    stage = view.low[begin : min(view.limit, view.stop + STAGE)]
    words = _FIRST_WORDS.among(stage)
    absent, notices = _ABSENCE.within(stage, words), _NOTICES.within(stage, words)
    message = _first(stage, absent, MAX_MESSAGE)
    out = message if message >= 0 else _first(stage, absent, MAX_LINE)
    out = out if out >= 0 else _first(stage, notices, MAX_LINE)
    button = _absent_button(view) if out < 0 else -1
    if button >= 0:
        statements.append(Statement("availability", OUT, button, READER, OUT_NEAR))
    if out >= 0:
        node, belief = view.node_at(begin + out), OUT_IN_PROSE if message < 0 else OUT_NEAR
        statements.append(Statement("availability", OUT, node, READER, belief))
        for phrase in (*absent, *notices):  # "not available" holds "available"
            stage = stage.replace(phrase, "\0" * len(phrase))
    there = _first(stage, _PRESENCE.within(stage, words), MAX_LINE)
    if there >= 0:
        node = view.node_at(begin + there)
        statements.append(Statement("availability", IN, node, READER, IN_NEAR))
    return statements


def _absent_button(view: View) -> int:
    """The button behind the heading whose words, no text of the page, say that nothing is left."""
    for place in view.document.places_of("input")[:MAX_INPUTS]:
        value = view.attribute(place, "value").lower()
        if (
            MIN_MESSAGE < len(value) <= MAX_MESSAGE
            and view.stop <= view.starts[place] < view.stop + STAGE
            and view.attribute(place, "type") in {"submit", "button"}
            and _ABSENCE.within(value)
        ):
            return place
    return -1


def _first(stage: str, phrases: list[str], longest: int) -> int:
    """Where the first line that holds one of *phrases* and is no longer has it; -1 if none."""
    best = -1
    for phrase in phrases:
        place = stage.find(phrase)
        if place >= 0 and (best < 0 or place < best):
            begin = stage.rfind("\n", 0, place) + 1
            end = stage.find("\n", place)
            if (end if end >= 0 else len(stage)) - begin <= longest:
                best = place
    return best
