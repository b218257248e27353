"""Amounts of money on the visible page: numbers with a currency beside them."""

import re
from bisect import bisect_right
from decimal import Decimal
from typing import NamedTuple

from specdex.extraction.fields.currencies import CODES, DOUBTFUL_SIGNS, SIGN_CHARACTERS, SIGNS
from specdex.extraction.fields.money import amount
from specdex.extraction.fields.view import View
from specdex.html import Document

__all__ = ["Amount", "visible_amounts"]

MAX_NUMBERS = 4_000
MAX_AMOUNTS = 300
LEAD = 700
"""Characters before the heading among which prices are looked for."""
SMALL_TAGS = frozenset({"sup", "sub", "small"})
CENT_CLASSES = ("cent", "decimal", "fraction", "sup", "kop")
PLUS_AND_MINUS = ("+", "-", "=", "\u2212", "\u2013")
LONGEST_SIGN = 9
_DASHES = frozenset({",-", ":-"})
_NUMBER = re.compile(
    r"[0-9](?:[0-9]{0,2}(?:[ .,'\u2019][0-9]{3})+(?:[.,][0-9]{1,2})?(?![0-9])"
    r"|[0-9]*(?:[.,][0-9]{1,2})?(?![0-9]))"
)
_WORD = re.compile(r"[^\W\d_]{1,8}(?:\.[^\W\d_]{1,3})?(?![^\W\d_])")


class Amount(NamedTuple):
    """An amount of money on the page."""

    value: Decimal
    sign: str
    start: int
    stop: int
    node: int


def visible_amounts(view: View) -> list[Amount]:
    """The numbers with a currency beside them around the heading; of the whole page if none."""
    near = _amounts_in(view, max(0, view.start - LEAD), view.limit)
    return near or _amounts_in(view, 0, len(view.low))


def _amounts_in(view: View, begin: int, end: int) -> list[Amount]:
    found: list[Amount] = []
    low = view.low
    for number, match in enumerate(_NUMBER.finditer(low, begin, end)):
        if number >= MAX_NUMBERS or len(found) >= MAX_AMOUNTS:
            break
        start, stop = match.span()
        sign = _sign_after(low, stop)
        if not sign and not low[stop : stop + 1].isalpha():
            sign = _sign_before(low, start)
        if sign and _is_money(sign, view) and not _signed(low, start):
            value = amount(_with_cents(view.document, start, stop))
            if value is not None:
                found.append(Amount(value, sign, start, stop, view.node_at(start)))
    return found


def _signed(low: str, start: int) -> bool:
    """Whether the number is what something costs more or less: it has a sign before it."""
    lead = low[max(0, start - 4) : start].rstrip(" $€£")
    return lead[-1:] in PLUS_AND_MINUS and (lead[-1:] == "=" or not lead[-2:-1].isalnum())


def _is_money(sign: str, view: View) -> bool:
    """Whether *sign* is a currency here: some are units or words elsewhere."""
    places = DOUBTFUL_SIGNS.get(sign)
    return places is None or view.country in places or view.language[:2] in places


def _sign_after(low: str, stop: int) -> str:
    if low[stop : stop + 1] == " ":
        stop += 1
    character = low[stop : stop + 1]
    if character in SIGN_CHARACTERS:
        return character
    if low[stop : stop + 2] in _DASHES:
        return low[stop : stop + 2]
    match = _WORD.match(low, stop)
    if match:
        word = match.group().rstrip(".")
        if word in SIGNS or word.upper() in CODES:
            return word
    return ""


def _sign_before(low: str, start: int) -> str:
    lead = low[max(0, start - LONGEST_SIGN) : start].rstrip(" .\n")
    if not lead or (low[start - 1] == "\n" and not _alone(low, start - 1)):
        return ""
    character = lead[-1]
    if character in SIGN_CHARACTERS and character != "$":
        return character
    place = len(lead)
    while place and (lead[place - 1].isalpha() or lead[place - 1] in "$/"):
        place -= 1
    word = lead[place:]
    if lead[place - 1 : place] == "-":
        return ""
    if word in SIGNS or word.upper() in CODES:
        return word
    return "$" if character == "$" else ""


def _alone(low: str, end: int) -> bool:
    """Whether the line that ends at *end* is no longer than a sign, or the number's own label."""
    return end - low.rfind("\n", 0, end) - 1 <= LONGEST_SIGN - 4 and not low[end - 1].isdigit()


def _with_cents(document: Document, start: int, stop: int) -> str:
    """The number at *start*, with a point before cents that only a smaller type sets apart."""
    nodes = document.nodes
    number = document.text[start:stop]
    run = bisect_right(nodes.run_start, start) - 1
    following = run + 1
    if following >= len(nodes.run_start) or nodes.run_start[following] >= stop:
        return number
    cut = nodes.run_start[following]
    whole, cents = number[: cut - start], number[cut - start :]
    if len(cents) == 2 and whole[-1:].isdigit() and _small(document, nodes.run_node[following]):  # noqa: PLR2004
        return f"{''.join(c for c in whole if c.isdigit())}.{cents}"
    return number


def _small(document: Document, node: int) -> bool:
    if document.tag[node] in SMALL_TAGS:
        return True
    name = document.attribute(node, "class").lower()
    return any(piece in name for piece in CENT_CLASSES)
