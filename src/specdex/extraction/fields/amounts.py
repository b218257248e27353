"""Amounts of money on the visible page: numbers with a currency beside them."""

from decimal import Decimal

from specdex.extraction.fields.class_names import PRICE, mark_of
from specdex.extraction.fields.view import View
from specdex.extraction.fields.words import is_letter
from specdex.lexicon import table
from specdex.money import (
    CODES,
    DECIMALS,
    DOUBTFUL_SIGNS,
    GROUP,
    MAIN_SIGNS,
    SIGN_CHARACTERS,
    SIGNS,
    currency_code,
    decimal_of,
    digit_from,
    digits_end,
    number_end,
)

__all__ = ["Amount", "visible_amounts"]

MAX_NUMBERS = 4_000
MAX_AMOUNTS = 30
"""Amounts around the heading that are weighed; the price is one of the first."""
LEAD, REACH = 700, 4_000
"""Characters before and after the heading among which prices are looked for."""
PRICE_REACH, LONGEST_PRICE = 400, 24  # nodes that may be called price, and letters of their text
SIGNS_AND_BLANK = f" {MAIN_SIGNS}"
PLUS_AND_MINUS = ("+", "-", "=", "\u2212", "\u2013")
BLANKS = 2
"""Blanks between a number and its sign: one may stand for a mark that nobody sees."""
LONGEST_SIGN = 9
"""Characters before a number among which its sign is looked for, …"""
LONGEST_WORD = 6
"""… and of the sign itself."""
LETTER_SIGN = "đ"
"""A sign that words begin with, too."""
SIGNS_BEHIND = SIGN_CHARACTERS | {LETTER_SIGN}
SIGNS_BEFORE = SIGNS_BEHIND | {"/"}
_KNOWN_SIGNS = frozenset(SIGNS) | frozenset(code.lower() for code in CODES)
LONGEST_BEHIND, LONGEST_BEHIND_POINT = max(map(len, (*SIGNS, *CODES))), 3
"""Characters of the longest sign that may stand behind a number, and behind a point in it."""
MILS = {code.upper(): "".join(marks) for code, marks in table("currencies.mils").items()}
"""Currencies with three decimals, and what may stand before these."""
DASHES = "-\u2013\u2014"
"""What may stand in the place of cents, …"""
NO_CENTS = tuple(f"{mark}{dash}" for mark in ",:./" for dash in DASHES)
"""… behind one of these."""


class Amount:
    """An amount of money on the page."""

    __slots__ = ("node", "sign", "start", "stop", "value")

    def __init__(self, value: Decimal, sign: str, start: int, stop: int, node: int) -> None:
        self.value = value
        self.sign = sign
        self.start = start
        self.stop = stop
        self.node = node


def visible_amounts(view: View) -> list[Amount]:
    """The numbers with a currency beside them around the heading; of the whole page if none.

    Where none of them stands in an element called price, what such elements hold counts, too.
    """
    near = _amounts_in(view, max(0, view.start - LEAD), min(view.limit, view.stop + REACH))
    found = near or _amounts_in(view, 0, len(view.low))
    for each in found:
        if (mark_of(view, each.node) | mark_of(view, max(0, view.parents[each.node]))) & PRICE:
            return found
    places = {each.start: each for each in (*_unknown_money(view), *found)}
    return [places[start] for start in sorted(places)]


def _unknown_money(view: View) -> list[Amount]:
    """Numbers in elements called price, alone or with a word that may be any currency."""
    found: list[Amount] = []
    if view.heading < 0:
        return found
    last = min(len(view.tags), view.heading + PRICE_REACH)
    for node in range(max(0, view.heading - PRICE_REACH), last):
        start, end = view.starts[node], view.stops[node]
        if not 0 < end - start <= LONGEST_PRICE or not mark_of(view, node) & PRICE:
            continue
        begin = digit_from(view.low, start, end)
        stop = number_end(view.low, begin, end) if begin >= 0 else 0
        if begin < 0 or digit_from(view.low, stop, end) >= 0:
            continue
        tail = view.low[stop:end]
        whole = tail.startswith(NO_CENTS)
        sign = (view.low[start:begin] + tail[2 * whole :]).strip(" .:\n")
        value = decimal_of(_with_mils(_with_cents(view, begin, stop), sign, view))
        told = 0 < len(sign) <= LONGEST_WORD and all(map(is_letter, sign))
        if value and (told or (not sign and (whole or stop - begin >= GROUP))):
            found.append(Amount(value, sign, begin, stop, view.node_at(begin)))
    return found[:MAX_AMOUNTS]


def _amounts_in(view: View, begin: int, end: int) -> list[Amount]:
    found: list[Amount] = []
    low, stop, announced = view.low, begin, ""
    for _ in range(MAX_NUMBERS):
        start = digit_from(low, stop, end)
        if start < 0:
            break
        start = _own_start(view, start, digits_end(low, start, end))
        stop = _number_stop(view, start, end)
        sign = _sign_behind(low, stop, _element_border(view, stop, end))
        ahead, announced = announced, ""
        if sign and _announces(view, stop, end, sign):
            sign, announced = "", sign
        behind = bool(sign)
        if not behind or sign[-1] == "-":  # a dash for cents is no sign where there is another
            other = ahead or _sign_ahead(view, start, stop, found)
            sign = other if not behind or (other and _is_money(other, view)) else sign
        told = not behind and stop - start > DECIMALS + 1 and low[stop - DECIMALS - 1] in ".,"
        if sign and (told or _is_money(sign, view)) and not _signed(low, start):
            value = decimal_of(_with_mils(_with_cents(view, start, stop), sign, view))
            if value:
                found.append(Amount(value, sign, start, stop, view.node_at(start)))
                if len(found) == MAX_AMOUNTS:
                    break
    return found


def _begins(view: View, at: int) -> bool:
    """Whether an element's text begins at *at*."""
    run = view.run_at(at)
    return run >= 0 and view.run_start[run] == at


def _own_start(view: View, start: int, stop: int) -> int:
    """Where a number begins whose first digits end the words of another element: Lamp 3|20 kr."""
    run = view.run_at(start) + 1
    if run >= len(view.run_start) or not start < view.run_start[run] < stop:
        return start
    border = view.run_start[run]
    if stop - border == DECIMALS and not view.low[stop : stop + 1].isdecimal():
        return start
    lead = view.low[view.run_start[run - 1] : start].rstrip(SIGNS_AND_BLANK)
    return border if lead[-1:].isalpha() and lead not in _KNOWN_SIGNS else start


def _number_stop(view: View, start: int, end: int) -> int:
    """Where a number ends: another's may touch it, 19.90|24.90; two digits, 19|90, are cents."""
    low = view.low
    for run in range(view.run_at(start) + 1, len(view.run_start)):
        border = view.run_start[run]
        if border >= end or border - start > LONGEST_PRICE:
            break
        if low[border].isdecimal() and low[border - 1].isdecimal():
            if number_end(low, start, border) < border:
                break
            cents = digits_end(low, border, end)
            if cents == border + DECIMALS:
                return cents if low[cents : cents + 1] <= " " or _begins(view, cents) else border
            one, other = view.parents[view.run_node[run - 1]], view.parents[view.run_node[run]]
            if one != other or not low[start:border].isdecimal():
                return border
            break
    return number_end(low, start, end)


def _is_word(view: View, stop: int) -> bool:
    """Whether letters of its own element stand behind a number."""
    return view.low[stop : stop + 1].isalpha() and not _begins(view, stop)


def _element_border(view: View, stop: int, end: int) -> int:
    """Where the element ends whose words stand behind the number that ends at *stop*."""
    following = view.run_at(stop + (view.low[stop : stop + 1] == " ")) + 1
    return min(end, view.run_start[following]) if following < len(view.run_start) else end


def _announces(view: View, stop: int, end: int, sign: str) -> bool:
    """Whether the sign behind a number begins another element, for the next: 4.50|CHF 2.25."""
    low = view.low
    start = stop + 1 if low[stop] <= " " else stop
    after = start + len(sign)
    after += low[after : after + 1] == "."
    after += low[after : after + 1] == " "
    if not low[after : after + 1].isdecimal() or not _begins(view, start):
        return False
    return not _sign_behind(low, number_end(low, after, end), end)


def _sign_ahead(view: View, start: int, stop: int, found: list[Amount]) -> str:
    """The sign before a number that has none behind it; empty where it is another's, or none."""
    if _is_word(view, stop) or _is_taken(view, start, found):
        return ""
    return _sign_before(view, start) or _range_sign(view.low, stop)


def _range_sign(low: str, stop: int) -> str:
    """The sign behind the higher of two numbers with a dash between them, behind the lower one."""
    at = stop + 1 if low[stop : stop + 1] == " " else stop
    if low[at : at + 1] not in DASHES or not low[at:]:
        return ""
    at += 2 if low[at + 1 : at + 2] == " " else 1
    end = min(len(low), at + LONGEST_PRICE)
    return _sign_behind(low, number_end(low, at, end), end) if low[at : at + 1].isdecimal() else ""


def _is_taken(view: View, start: int, found: list[Amount]) -> bool:
    """Whether all that stands before a number is the sign behind the amount before it."""
    if not found or start - found[-1].stop > LONGEST_SIGN:
        return False
    between = view.low[found[-1].stop : start].strip(" .")
    if between != found[-1].sign:
        return False
    ahead = _sign_before(view, found[-1].start)
    return not ahead or (between not in SIGNS_BEHIND and ahead != between)


def _sign_behind(low: str, stop: int, end: int) -> str:
    """The currency's sign or code behind the number that ends at *stop*; empty where none is."""
    start = stop
    while start < end and low[start] == " " and start - stop < BLANKS:
        start += 1
    stop = _sign_end(low, start, end)
    if not start < stop <= start + LONGEST_BEHIND:
        return ""
    word = low[start:stop]
    if word[-1] in DASHES:  # no cents; the sign itself may follow
        return _sign_behind(low, stop, end) or f"{word[:-1]}-"
    return word if word in _KNOWN_SIGNS else ""


def _sign_end(low: str, start: int, end: int) -> int:
    """Where what may be a sign at *start* ends: one character, or a word with a point in it."""
    if start >= end or low[start] <= " ":
        return start
    if low[start] in ",:.":
        return start + 2 if start + 1 < end and low[start + 1] in DASHES else start
    begins_word = low[start] == LETTER_SIGN and start + 1 < end and is_letter(low[start + 1])
    if low[start] in SIGNS_BEHIND and not begins_word:
        return start + 1
    stop = _letters_end(low, start, end)
    if start < stop < end and low[start : stop + 1] in _KNOWN_SIGNS:
        return stop + 1
    if start < stop < end and low[stop] == ".":
        following = _letters_end(low, stop + 1, end)
        if 1 < following - stop <= LONGEST_BEHIND_POINT + 1:
            return following
    return stop


def _letters_end(low: str, start: int, end: int) -> int:
    """Where the letters that begin at *start* end."""
    while start < end and is_letter(low[start]):
        start += 1
    return start


def _with_mils(number: str, sign: str, view: View) -> str:
    """A number whose last three digits are decimals, as some currencies have, with two of them."""
    if len(number) <= GROUP + 1 or number[-GROUP - 1] not in ".,":
        return number
    mark = MILS.get(currency_code(sign, view.site, view.language), "")
    return number[:-1] if number[-GROUP - 1] in mark else number


def _signed(low: str, start: int) -> bool:
    """Whether the number is what something costs more or less: it has a sign before it."""
    lead = low[max(0, start - 4) : start].rstrip(SIGNS_AND_BLANK)
    return lead[-1:] in PLUS_AND_MINUS and (lead[-1:] == "=" or not lead[-2:-1].isalnum())


def _is_money(sign: str, view: View) -> bool:
    """Whether *sign* is a currency here: some are units or words elsewhere."""
    places = DOUBTFUL_SIGNS.get(sign)
    return places is None or view.country in places or view.language[:2] in places


def _sign_before(view: View, start: int) -> str:
    """The sign that stands before the number at *start*; empty where none does."""
    low = view.low
    beside = low[start - 1 : start]
    if not beside or (beside == "\n" and not _alone(low, start - 1)):
        return ""
    word = _word_before(low, 0, start)
    border = view.run_start[view.run_at(start - 1)]
    unsure = len(word) <= 1 or word not in _KNOWN_SIGNS
    if unsure and start - border > 1:  # another element's word may touch the sign
        told = _word_before(low, border, start)
        word = told if len(told) > 1 and told in _KNOWN_SIGNS else word
    return word if not word or word in _KNOWN_SIGNS else word[-1:] * (word[-1] in SIGN_CHARACTERS)


def _word_before(low: str, border: int, start: int) -> str:
    """The word, the sign, or both together, from *border* on, before a number at *start*.

    >>> _word_before("now us$ 5", 0, 8), _word_before("for 4-us 5", 0, 9)
    ('us$', '')
    """
    first, end = max(border, start - LONGEST_SIGN), start
    while end > first and low[end - 1] in ". \n":
        end -= 1
    begin = end
    if begin > first and low[begin - 1] in SIGNS_BEFORE:
        begin -= 1
    while begin > first and end - begin < LONGEST_WORD and is_letter(low[begin - 1]):
        begin -= 1
    if first < begin - 1 and low[begin - 1] == "." and is_letter(low[begin - 2]):
        whole = begin - 1
        while whole > first and is_letter(low[whole - 1]):
            whole -= 1
        begin = whole if low[whole:end] in _KNOWN_SIGNS else begin
    if begin > border and (low[begin - 1] in "_-" or low[begin - 1].isalnum()):
        # between two numbers a sign is that of the one it touches
        touches = begin < end and (end == start or low[begin - 1].isalpha())
        own = touches and low[end - 1] in SIGN_CHARACTERS
        return low[end - 1 : end] if own else ""
    return low[begin:end]


def _alone(low: str, end: int) -> bool:
    """Whether the line that ends at *end* is no longer than a sign, and no amount itself."""
    begin = low.rfind("\n", 0, end) + 1
    return end - begin <= LONGEST_SIGN - 4 and digit_from(low, begin, end) < 0


def _with_cents(view: View, start: int, stop: int) -> str:
    """The number at *start*, with a point before cents that an element, or the sign, sets apart.

    The sign does it without blanks: 39\u20ac90.
    """
    number = view.low[start:stop]
    if view.low[stop : stop + 1] in MAIN_SIGNS and number.isdecimal():
        close = stop + 1 + DECIMALS
        cents = view.low[stop + 1 : close + 1]
        own = _sign_behind(view.low, close, min(len(view.low), close + LONGEST_SIGN))
        if not own and len(cents.rstrip()) == DECIMALS and cents[:DECIMALS].isdecimal():
            return f"{number}.{cents[:DECIMALS]}"
    following = view.run_at(start) + 1
    if following >= len(view.run_start) or view.run_start[following] >= stop:
        return number
    cut = view.run_start[following]
    whole, cents = number[: cut - start], number[cut - start :]
    if len(cents) == DECIMALS and whole[-1:].isdigit():
        return f"{''.join(c for c in whole if c.isdigit())}.{cents}"
    return number
