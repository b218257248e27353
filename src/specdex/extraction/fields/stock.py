"""Whether the main product can be bought."""

import math

from specdex.extraction.fields.statements import Statement, believed
from specdex.extraction.fields.view import View
from specdex.extraction.fields.words import Phrases, Words
from specdex.lexicon import meanings, phrases

__all__ = ["IN", "OUT", "stock_statements", "stock_word"]

IN, OUT = "InStock", "OutOfStock"
READER = "page"
_WORDS = meanings("buying.states")
_ABSENCE = Phrases(phrases("buying.out_of_stock"))
_PRESENCE = Phrases(phrases("buying.in_stock"))
_FIRST_WORDS = Words({*_ABSENCE.by_word, *_PRESENCE.by_word})
LABELLED = 0.85
OUT_NEAR = 0.72
BUYABLE = 0.6
"""Times the belief in words of absence where a button buys: a size may be sold out."""
UNBUYABLE = 0.2
"""Doubt in words of absence where no button buys, at most."""
IN_NEAR = 0.6
CART = 0.58
PRICED = 0.4
MAX_LINE = 140
STAGE = 2_000
"""Characters after the heading in which words about the stock speak of the main product."""


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
    if _ABSENCE.within(plain):
        return OUT
    return IN if _PRESENCE.within(plain) else ""


def stock_statements(view: View, price_node: int) -> list[Statement]:
    """What labels, words, buttons and the price near the heading say, for and against."""
    voices = _labelled(view) + _words(view)
    carts = [cart for cart in view.carts if view.near(cart)]
    if carts:
        voices.append(Statement("availability", IN, view.node_at(carts[0]), READER, CART))
    absent = OUT in [statement.value for statement in voices]
    if price_node >= 0 and (carts or not absent):
        voices.append(Statement("availability", IN, price_node, READER, PRICED))
    statements: list[Statement] = []
    for word in (IN, OUT):
        told = [statement for statement in voices if statement.value == word]
        if told:
            doubt = math.prod([1.0 - statement.confidence for statement in told])
            if word == OUT:
                doubt = 1.0 - (1.0 - doubt) * BUYABLE if carts else min(doubt, UNBUYABLE)
            statements.append(believed(told[0], 1.0 - doubt))
    return statements


def _labelled(view: View) -> list[Statement]:
    for label in view.labels:
        if label.kind == "availability" and view.near(label.start):
            word = stock_word(label.value)
            if word:
                node = view.node_at(label.start)
                return [Statement("availability", word, node, READER, LABELLED)]
    return []


def _words(view: View) -> list[Statement]:
    """The first words of absence and of presence behind the heading."""
    statements: list[Statement] = []
    stage = view.low[view.stop : min(view.limit, view.stop + STAGE)]
    words = _FIRST_WORDS.among(stage)
    absent = _ABSENCE.within(stage, words)
    out = _first(stage, absent)
    if out >= 0:
        node = view.node_at(view.stop + out)
        statements.append(Statement("availability", OUT, node, READER, OUT_NEAR))
        for phrase in absent:  # "not available" holds "available"
            stage = stage.replace(phrase, "\0" * len(phrase))
    there = _first(stage, _PRESENCE.within(stage, words))
    if there >= 0:
        node = view.node_at(view.stop + there)
        statements.append(Statement("availability", IN, node, READER, IN_NEAR))
    return statements


def _first(stage: str, phrases: list[str]) -> int:
    """Where the first line short enough to be a message holds one of *phrases*; -1 if none."""
    best = -1
    for phrase in phrases:
        place = stage.find(phrase)
        if place >= 0 and (best < 0 or place < best):
            begin = stage.rfind("\n", 0, place) + 1
            end = stage.find("\n", place)
            if (end if end >= 0 else len(stage)) - begin <= MAX_LINE:
                best = place
    return best
