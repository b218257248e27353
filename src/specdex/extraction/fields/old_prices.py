"""Amounts that are what a product cost before, or costs as a rule."""

from collections.abc import Iterator

from specdex.extraction.fields.class_names import OLD_PRICE, price_mark_of
from specdex.extraction.fields.price_words import suggested, untaxed
from specdex.extraction.fields.view import View
from specdex.extraction.fields.words import count_letters
from specdex.html.tags import STRUCK_TAGS
from specdex.money.amounts import Amount

__all__ = [
    "CLASS_LEVELS",
    "DOUBTED",
    "OLD",
    "PAIR_REACH",
    "STRUCK",
    "forgive",
    "note_savings",
    "outshone",
    "reduced",
    "struck_elsewhere",
]

CLASS_LEVELS = 5
"""How far above an amount its class names are looked at."""
STRUCK = -4.0
OLD = -2.5
PAIR_REACH = 45
FEW_LETTERS = 2
"""Times the letters of a sign between two amounts that touch."""
RIVAL_REACH, RIVAL = 120, 3
"""Characters between two amounts that may be the price, how many times one is the other, …"""
ALIKE_LOOK, RIVAL_LOOK = -0.9, 0.5
"""… and how bad the other may look if it is, and if it is not."""
SAVED = -3.5
"""It is what two others differ by."""
ROUNDED = 0.002001
"""Share of the price by which a saving may be rounded."""
DOUBTED = -1.0
"""An amount that looks worse is no price to compare with."""


def struck_elsewhere(
    amounts: list[Amount], worth: list[float], looks: list[float]
) -> Iterator[int]:
    """The amounts that are struck out in another place, beside a lower one that is not."""
    struck = {value for value, look in zip(worth, looks, strict=True) if look <= STRUCK}
    for place, value in enumerate(worth):
        if value not in struck or looks[place] <= STRUCK:
            continue
        for beside in (place - 1, place + 1):
            if (
                0 <= beside < len(worth)
                and worth[beside] < value
                and looks[beside] >= 0
                and abs(amounts[beside].start - amounts[place].start) <= 2 * PAIR_REACH
            ):
                yield place
                break


def reduced(
    view: View, amounts: list[Amount], classes: list[float], looks: list[float]
) -> list[int]:
    """The amounts that touch a dearer one which is struck out."""
    found: list[int] = []
    for place in range(len(amounts) - 1):
        one, other = amounts[place], amounts[place + 1]
        cheap = place if one.value < other.value else place + 1
        dear = 2 * place + 1 - cheap
        if (
            one.value != other.value
            and other.start - one.stop <= PAIR_REACH
            and classes[dear] <= STRUCK
            and looks[cheap] >= 0
            and count_letters(view.low, one.stop, other.start) <= FEW_LETTERS * (len(one.sign) + 1)
        ):
            found.append(cheap)
    return found


def outshone(amounts: list[Amount], worth: list[float], looks: list[float]) -> set[int]:
    """The amounts that look like no price of today, beside a lower one that looks like one."""
    found: set[int] = set()
    for place in range(len(worth)):
        for beside in (place - 1, place + 1):
            if (
                looks[place] < 0 <= beside < len(worth)
                and worth[beside] < worth[place]
                and looks[beside] >= 0
                and abs(amounts[beside].start - amounts[place].start) <= 2 * PAIR_REACH
            ):
                found.add(place)
    return found


def forgive(view: View, amounts: list[Amount], worth: list[float], looks: list[float]) -> None:
    """A list's, the regular, or else a net price is the price where no other stands beside."""
    for net in (False, True):
        for place, each in enumerate(amounts):
            if looks[place] >= 0:
                continue
            lost = untaxed(view, each) if net else _called_old(view, each)
            if lost < 0 and not _has_rival(amounts, worth, looks, place):
                looks[place] -= lost


def _has_rival(amounts: list[Amount], worth: list[float], looks: list[float], place: int) -> bool:
    """Whether another amount near the one at *place* may as well be the price."""
    for other, each in enumerate(amounts):
        near = abs(each.start - amounts[place].start) <= RIVAL_REACH
        alike = worth[place] < RIVAL * worth[other] < RIVAL * RIVAL * worth[place]
        least = ALIKE_LOOK if alike else RIVAL_LOOK
        if near and looks[other] >= least and worth[other] != worth[place]:
            return True
    return False


def _called_old(view: View, each: Amount) -> float:
    """What an amount lost because it is called a list's, a maker's or the old price."""
    score = suggested(view, each)
    node, level = each.node, 0
    while node >= 0 and level < CLASS_LEVELS:
        if view.tags[node] in STRUCK_TAGS:
            return 0.0
        if price_mark_of(view, node) & OLD_PRICE:
            score += OLD
            break
        node, level = view.parents[node], level + 1
    return score


def note_savings(worth: list[float], looks: list[float], scores: list[float]) -> None:
    """Where two of three amounts in a row make up the third, the one that looks worse is saved.

    It looks worse still from then on; where words say that it is saved, the third is the old price.
    """
    for place in range(len(worth) - 2):
        old = place + 2
        for each in (place + 1, place):
            if worth[each] > worth[old]:
                old = each
        one = place + 1 if old == place else place
        other = place + 1 if old == place + 2 else place + 2
        if abs(worth[old] - worth[one] - worth[other]) <= worth[old] * ROUNDED:
            saved = one if looks[one] < looks[other] else other
            if looks[saved] < DOUBTED < looks[one + other - saved]:
                scores[old] += OLD
            looks[saved] += SAVED
            scores[saved] += SAVED
