"""Amounts of money on the visible page: numbers with a currency beside them."""

import re
from bisect import bisect_right
from decimal import Decimal
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from specdex.extraction.fields.currencies import CODES, DOUBTFUL_SIGNS, SIGN_CHARACTERS, SIGNS
from specdex.extraction.fields.view import View
from specdex.html import Document

__all__ = ["Amount", "visible_amounts"]

MAX_NUMBERS = 4_000
MAX_AMOUNTS = 30
"""Amounts around the heading that are weighed; the price is one of the first."""
LEAD = 700
"""Characters before the heading among which prices are looked for, …"""
REACH = 4_000
"""… and after it."""
SMALL_TAGS = frozenset({"sup", "sub", "small"})
CENT_CLASSES = ("cent", "decimal", "fraction", "sup", "kop")
PLUS_AND_MINUS = ("+", "-", "=", "\u2212", "\u2013")
LONGEST_SIGN = 9
"""Characters before a number among which its sign is looked for, …"""
LONGEST_WORD = 6
"""… and of the sign itself."""
SIGNS_BEFORE = SIGN_CHARACTERS | {"/"}
CENTS = 2
"""Digits set apart in smaller type."""
MAX_DIGITS = 12
"""An amount with more digits is a number of something else."""
_NONE = Decimal(0)
_GROUPING = {ord(character): None for character in " .,'\u2019"}
_CHARACTERS = re.escape("".join(sorted(SIGN_CHARACTERS)))
_NUMBER = re.compile(
    r"([0-9](?:[0-9]{0,2}(?:[ .,'\u2019][0-9]{3})+(?:[.,][0-9]{1,2})?(?![0-9])"
    r"|[0-9]*(?:[.,][0-9]{1,2})?(?![0-9])))"
    rf"(?: ?([{_CHARACTERS}]|[,:]-|[^\W\d_]{{1,8}}(?:\.[^\W\d_]{{1,3}})?(?![^\W\d_])))?"
)
"""A number, and the word or sign behind it."""


class Amount(NamedTuple):
    """An amount of money on the page."""

    value: Decimal
    sign: str
    start: int
    stop: int
    node: int


def visible_amounts(view: View) -> list[Amount]:
    """The numbers with a currency beside them around the heading; of the whole page if none."""
    near = _amounts_in(view, max(0, view.start - LEAD), min(view.limit, view.stop + REACH))
    return near or _amounts_in(view, 0, len(view.low))


def _amounts_in(view: View, begin: int, end: int) -> list[Amount]:
    found: list[Amount] = []
    low = view.low
    for match in islice(_NUMBER.finditer(low, begin, end), MAX_NUMBERS):
        start, stop = match.span(1)
        sign = match.group(2) or ""
        if not _is_sign(sign):
            sign = "" if low[stop : stop + 1].isalpha() else _sign_before(low, start)
        if sign and _is_money(sign, view) and not _signed(low, start):
            value = _decimal(_with_cents(view.document, start, stop))
            if value:
                found.append(Amount(value, sign, start, stop, view.node_at(start)))
                if len(found) == MAX_AMOUNTS:
                    break
    return found


@lru_cache(maxsize=4096)
def _is_sign(word: str) -> bool:
    """Whether what stands beside a number is a currency's sign or code."""
    return word in SIGNS or word.upper() in CODES


def _decimal(number: str) -> Decimal:
    """The value of a number as matched; a separator before one or two last digits is a point.

    >>> _decimal("1.299,00"), _decimal("24.990"), _decimal("19,5")
    (Decimal('1299.00'), Decimal('24990'), Decimal('19.5'))
    """
    whole, cents = number, ""
    for size in (2, 3):
        if len(number) > size and number[-size] in ".,":
            whole, cents = number[:-size], number[1 - size :]
    digits = whole.translate(_GROUPING)
    return Decimal(f"{digits}.{cents}" if cents else digits) if len(digits) <= MAX_DIGITS else _NONE


def _signed(low: str, start: int) -> bool:
    """Whether the number is what something costs more or less: it has a sign before it."""
    lead = low[max(0, start - 4) : start].rstrip(" $€£")
    return lead[-1:] in PLUS_AND_MINUS and (lead[-1:] == "=" or not lead[-2:-1].isalnum())


def _is_money(sign: str, view: View) -> bool:
    """Whether *sign* is a currency here: some are units or words elsewhere."""
    places = DOUBTFUL_SIGNS.get(sign)
    return places is None or view.country in places or view.language[:2] in places


def _sign_before(low: str, start: int) -> str:
    """The sign that stands before the number at *start*; empty where none does."""
    beside = low[start - 1 : start]
    if not beside or (beside == "\n" and not _alone(low, start - 1)):
        return ""
    word = _word_before(low, start)
    if _is_sign(word):
        return word
    return "$" if word.endswith("$") else ""


def _word_before(low: str, start: int) -> str:
    """The word, the sign, or both together, that a point or blanks at most part from *start*.

    >>> _word_before("now us$ 5", 8), _word_before("for 4-us 5", 9), _word_before("only 5", 5)
    ('us$', '', 'only')
    """
    first, end = max(0, start - LONGEST_SIGN), start
    while end > first and low[end - 1] in ". \n":
        end -= 1
    begin = end
    if begin > first and low[begin - 1] in SIGNS_BEFORE:
        begin -= 1
    while begin > first and end - begin < LONGEST_WORD and _is_letter(low[begin - 1]):
        begin -= 1
    if begin and (low[begin - 1] in "_-" or low[begin - 1].isalnum()):
        return ""
    return low[begin:end]


def _is_letter(character: str) -> bool:
    return character.isalnum() and not character.isdecimal()


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
    if len(cents) == CENTS and whole[-1:].isdigit() and _small(document, nodes.run_node[following]):
        return f"{''.join(c for c in whole if c.isdigit())}.{cents}"
    return number


def _small(document: Document, node: int) -> bool:
    if document.tag[node] in SMALL_TAGS:
        return True
    name = document.attribute(node, "class").lower()
    return any(piece in name for piece in CENT_CLASSES)
