"""Which amounts of money on the visible page may be what the main product costs."""

from specdex.extraction.fields.class_names import PRICE, mark_of
from specdex.extraction.fields.view import View
from specdex.extraction.fields.words import is_letter
from specdex.money.amounts import Amount, amounts_of, value_at
from specdex.money.printed import (
    DASHES,
    GROUP,
    LONGEST_PRICE,
    LONGEST_WORD,
    digit_from,
    number_end,
)

__all__ = ["visible_amounts"]

MAX_AMOUNTS = 30
"""Amounts around the heading that are weighed; the price is one of the first."""
LEAD, REACH = 700, 4_000
"""Characters before and after the heading among which prices are looked for."""
PRICE_REACH = 400
"""Nodes around the heading that may be called price."""
NO_CENTS = tuple(f"{mark}{dash}" for mark in ",:./" for dash in DASHES)
"""What may stand in the place of cents."""


def visible_amounts(view: View) -> list[Amount]:
    """The numbers with a currency beside them around the heading; of the whole page if none.

    Where none of them stands in an element called price, what such elements hold counts, too.
    """
    near = _full(view, max(0, view.start - LEAD), min(view.limit, view.stop + REACH))
    found = near or _full(view, 0, len(view.low))
    for each in found:
        if (mark_of(view, each.node) | mark_of(view, max(0, view.parents[each.node]))) & PRICE:
            return found
    places = {each.start: each for each in (*_unknown_money(view), *found)}
    return [places[start] for start in sorted(places)]


def _full(view: View, begin: int, end: int) -> list[Amount]:
    """The amounts that something costs in full; a dash for cents is no sign where few print it."""
    found = amounts_of(view, begin, end, 2 * MAX_AMOUNTS)
    full = [each for each in found if each.value and not each.added]
    return [each for each in full if each.sign[-1] != "-" or view.is_home(each.sign)][:MAX_AMOUNTS]


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
        value = value_at(view, begin, stop, sign)
        told = 0 < len(sign) <= LONGEST_WORD and all(map(is_letter, sign))
        if value and (told or (not sign and (whole or stop - begin >= GROUP))):
            found.append(Amount(value, sign, begin, stop, view.node_at(begin)))
    return found[:MAX_AMOUNTS]
