"""Amounts that are not what one piece of the main product costs."""

import re

from specdex.extraction.fields.old_prices import PAIR_REACH
from specdex.extraction.fields.view import View
from specdex.money.amounts import Amount

__all__ = ["of_others", "tiers"]

BEFORE = 34
"""Characters before an amount that may tell how many must be bought."""
MOST_NUMBERS = 2
"""Numbers of a span of pieces: 10 - 49."""
MAX_CARD, MAX_OPTION, MAX_NODES, MAX_LEVELS = 250, 120, 60, 6
"""Characters, elements and levels of another product's card, and of an option."""
MIN_NAME = 6
"""Characters of the shortest name that leads to another product."""
BUTTONS, BUTTON_LEVELS = frozenset({"button", "option"}), 4
"""What one of several sizes is chosen by, and how deep in it its price may stand."""
CHOSEN = frozenset({"checkbox", "radio"})
NO_PAGE = ("#", "javascript:")
"""How an address begins that leads to no other page."""
_WHOLE = re.compile(r"(?<![\w.,])\d{1,5}(?![.,]?\d)(?!\s?%)")


def tiers(view: View, amounts: list[Amount], worth: list[float]) -> set[int]:
    """The amounts paid for each of many: the more, by the numbers before them, the less each."""
    found: set[int] = set()
    last, rise = 0, 0
    for place in range(len(amounts)):
        count = _count(view, amounts, place)
        one, other = amounts[max(0, place - 1)], amounts[place]
        near = place > 0 and other.start - one.stop <= PAIR_REACH
        if near and 0 < last < count and worth[place] < worth[place - 1]:
            found.add(place)
            if last > 1 and rise == 0:
                found.add(place - 1)
            rise += 1
        else:
            rise = 0
        last = count
    return found


def _count(view: View, amounts: list[Amount], place: int) -> int:
    """The whole number before an amount, behind the one before it; 0 where there is none."""
    one, before = amounts[place], amounts[max(0, place - 1)]
    start = one.start
    own = view.low.rfind("\n", 0, start)
    above = view.low.rfind("\n", 0, max(0, own))
    begin = max(0, start - BEFORE, before.stop if place else above + 1)
    numbers = _WHOLE.findall(view.low[begin:start])
    return int(numbers[0]) if 0 < len(numbers) <= MOST_NUMBERS else 0


def of_others(view: View, amounts: list[Amount]) -> set[int]:
    """The amounts of options, and of other products: a link with a picture leads to each."""
    found: set[int] = set()
    after = 0
    for place in range(len(amounts)):
        one, other = amounts[max(0, place - 1)], amounts[place]
        if place and view.parents[one.node] != view.parents[other.node] != one.node:
            after = one.stop
        if _is_of_another(view, other, after):
            found.add(place)
    return found | _choices(view, amounts)


def _choices(view: View, amounts: list[Amount]) -> set[int]:
    """The amounts in several buttons side by side: what each of some sizes costs."""
    held: dict[int, dict[int, list[int]]] = {}
    for place, each in enumerate(amounts):
        node = _button_of(view, each.node)
        above = node
        while above >= 0 and view.stops[above] - view.starts[above] <= _size(view, node):
            above = view.parents[above]
        if node >= 0:
            held.setdefault(above, {}).setdefault(node, []).append(place)
    return {
        place
        for buttons in held.values()
        if len(buttons) > 1
        for places in buttons.values()
        for place in places
    }


def _size(view: View, node: int) -> int:
    """Characters of *node*, and the lines' ends around it."""
    return view.stops[node] - view.starts[node] + 2


def _button_of(view: View, node: int) -> int:
    """The button, or option of a list, that *node* stands in, if it does not buy; else -1."""
    for _ in range(BUTTON_LEVELS):
        if node < 0 or view.tags[node] in BUTTONS:
            break
        node = view.parents[node]
    if node < 0 or view.tags[node] not in BUTTONS:
        return -1
    buys = [cart for cart in view.carts if view.starts[node] <= cart < view.stops[node]]
    return -1 if buys else node


def _is_of_another(view: View, each: Amount, after: int) -> bool:
    """Whether a box to tick, or a link that shows another product, announces an amount.

    It stands in the same card, behind *after*, where the amount before this one ends.
    """
    node = each.node
    for _ in range(MAX_LEVELS):
        if node < 0 or node <= view.heading < view.ends[node]:
            break
        if view.stops[node] - view.starts[node] > MAX_CARD:
            break
        for inner in range(node, min(view.ends[node], node + MAX_NODES)):
            if after <= view.starts[inner] <= each.start and _announces(view, inner, node):
                return True
        node = view.parents[node]
    return False


def _announces(view: View, node: int, card: int) -> bool:
    """Whether *node* in a *card* is a picture that leads to another page, or a box to tick."""
    if view.tags[node] == "img":
        return _is_linked(view, node, card)
    if view.tags[node] != "input" or view.stops[card] - view.starts[card] > MAX_OPTION:
        return False
    return view.attribute(node, "type").lower() in CHOSEN


def _is_linked(view: View, picture: int, card: int) -> bool:
    """Whether a *picture* in a *card* is part of a link to a page that is named there."""
    node = picture
    while node >= card and view.tags[node] != "a":
        node = view.parents[node]
    href = view.attribute(node, "href") if node >= card else ""
    if not href or href.lower().startswith(NO_PAGE):
        return False
    for link in range(card, min(view.ends[card], card + MAX_NODES)):
        named = view.tags[link] == "a" and view.stops[link] - view.starts[link] >= MIN_NAME
        if named and view.attribute(link, "href") == href:
            return True
    return False
