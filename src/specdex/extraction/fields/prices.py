"""Which of the amounts on the visible page the main product costs."""

import math
import re
from collections.abc import Iterator
from decimal import Decimal

from specdex.extraction.fields.class_names import OLD_PRICE, OTHER_PRICE, PRICE, price_mark_of
from specdex.extraction.fields.old_prices import (
    CLASS_LEVELS,
    DOUBTED,
    OLD,
    PAIR_REACH,
    STRUCK,
    forgive,
    note_savings,
    outshone,
    reduced,
    struck_elsewhere,
)
from specdex.extraction.fields.other_prices import of_others, tiers
from specdex.extraction.fields.price_words import tells_tax, word_score
from specdex.extraction.fields.statements import Statement
from specdex.extraction.fields.view import View
from specdex.extraction.fields.words import announces_price, count_letters, letter_words
from specdex.html.tags import FRAME_TAGS, STRUCK_TAGS
from specdex.lexicon import words
from specdex.money import currency_code, plain_price
from specdex.money.amounts import Amount

__all__ = ["price_statements"]

READER = "page"
MAX_ABOVE = 300
"""Elements above another that are looked at; a page may nest thousands."""

MOST = 0.95
OUTDONE = 0.2
"""Times the belief in what is not the price beside a lower one: it does not speak for mark-up."""
UNLIKELY = 0.8
"""Times the belief in what does not look like the price, where mark-up states one."""
HOPELESS = -2.5
"""An amount that scores less is not even weighed."""

# What the score is made of; logistic of the sum is the confidence.
BASE = -1.2
SAME_PLACE = 2.6
"""Times how much of the heading's depth the amount shares."""
AFTER_HEADING = 1.0
BEFORE_HEADING = -0.8
DISTANCE = -0.45
"""A doubling of the distance to the heading, in hundreds of characters."""
FURTHER, LATER = -0.5, -0.12
"""… and what it, and each amount between, counts among the amounts of one page."""
BEYOND = -2.5
"""Among the related products."""
AT_CART = 1.0
CALLED_PRICE = 1.2
WEAK, LIFT = 0.4, 0.6
"""A score less than this rises so much of the way to it where nothing is called a price."""
NAMED = -4.0
"""Behind words of the heading itself: part of a name."""
STRUCK_ELSEWHERE = -1.5
"""The same amount is struck out in another place."""
OTHER = -2.0
LINKED = -1.8
FAR = -1.5
IN_BRACKETS = -2.5
LISTED = -2.5
"""In one of several elements of one look that each show or lead to a thing."""
CROWDED = -1.6
"""One of many amounts that stand together, away from the heading."""
CROWD = 4
FEW = 3
SHOWING = frozenset({"a", "img"})
LOWER, HIGHER = 0.9, -2.4
"""The cheaper and the dearer of two that stand together."""
OTHERS = -2.5
"""For each of many, for an option or another product, …"""
SPANS = words("values.spans")
AGAIN = -1.0
"""… and the second of two in different currencies."""
MOST_TAX = Decimal("1.28")
"""An amount with taxes is at most so many times the one without."""
WORSE = 1.5
"""A cheaper one that looks worse by so much is no sale, …"""
PART = Decimal("0.4")
"""… nor is one among words that is so little of the dearer: it is paid several times."""
FEW_LETTERS = 2
CART_REACH = 500


_QUANTITY = re.compile(r"\d\s?(?:\+|x\b|or more|and more|pcs|stk|szt|ks\b|шт|[-\u2013]\s?\d+\s?:)")
"""How many must be bought for the price behind it."""
_COUNTED = re.compile(r"(?<![\d.,])\d+(?![\d.,]*\s?%)(?![\d.,])")
"""A number between two amounts that is no percentage: from how many on the second one is paid."""


def price_statements(view: View, amounts: list[Amount], alone: bool) -> list[Statement]:  # noqa: FBT001 - compiled
    """What the visible page says the main product costs: each value once, where it shows best.

    Where it says so *alone*, mark-up being silent, a list price counts if no other does.
    """
    above = _heading_line(view)
    worth = [float(each.value) for each in amounts]
    classes = [_class_score(view, each.node) for each in amounts]
    looks = [word_score(view, each) + classes[place] for place, each in enumerate(amounts)]
    for place in struck_elsewhere(amounts, worth, looks):
        looks[place] += STRUCK_ELSEWHERE
    if alone:
        forgive(view, amounts, worth, looks)
    branches = [_branch(view, each.node, above) for each in amounts]
    scores = [
        BASE + look + _place_score(view, each, above.get(meeting, 0.0) if above else -1.0)
        for each, look, (_, meeting) in zip(amounts, looks, branches, strict=True)
    ]
    note_savings(worth, looks, scores)
    listed = _listed(view, amounts, worth, above)
    apart = scores[:]
    others = of_others(view, amounts) | tiers(view, amounts, worth)
    _compare(view, amounts, looks, scores, listed | others)
    _doubt(others, looks, scores, reduced(view, amounts, classes, looks), alone)
    shares: dict[int, float] = {}
    if not alone:
        shares = {at: UNLIKELY for at in range(len(looks)) if looks[at] < 0}
        shares |= dict.fromkeys(outshone(amounts, worth, looks), OUTDONE)
        shares |= {at: OUTDONE for at in range(len(apart)) if scores[at] <= apart[at] + HIGHER}
    for place in listed:
        scores[place] += LISTED
    if above and len(amounts) >= CROWD:
        for place in _crowded(worth, looks, [branch for branch, _ in branches]):
            scores[place] += 0.0 if place in listed else CROWDED
    if alone:
        _prefer_first(view, amounts, classes, looks, scores)
    return _best_statements(amounts, worth, scores, shares)


def _lifted(score: float) -> float:
    """A weak *score* where no class speaks of a price: none can have what such a class adds."""
    return score + LIFT * (WEAK - score) if HOPELESS < score < WEAK else score


def _prefer_first(
    view: View,
    amounts: list[Amount],
    classes: list[float],
    looks: list[float],
    scores: list[float],
) -> None:
    """Prefer amounts with few others, and little else, before them; the best is believed as was."""
    behind, best, least = 0, -1, 0.0
    steps: list[float] = []
    for place, each in enumerate(amounts):
        after = each.start >= view.stop
        distance = each.start - view.stop if after else view.start - each.stop
        step = LATER * behind + FURTHER * math.log2(1 + max(0, distance) / 100)
        behind += after
        steps.append(step)
        if best < 0 or scores[place] + step > scores[best] + least:
            best, least = place, step
    called = max(classes, default=0.0) >= CALLED_PRICE
    for place, step in enumerate(steps):
        score = scores[place] + step - least
        scores[place] = score if called or looks[place] < DOUBTED else _lifted(score)


def _best_statements(
    amounts: list[Amount], worth: list[float], scores: list[float], shares: dict[int, float]
) -> list[Statement]:
    """Each value once, where it scores best, the best first; the hopeless left out.

    Some are believed only by *shares* of that.
    """
    best: dict[float, int] = {}
    for place, score in enumerate(scores):
        rival = best.get(worth[place], -1)
        if score > HOPELESS and (rival < 0 or scores[rival] < score):
            best[worth[place]] = place
    statements = []
    for _, place in sorted([(-scores[place], place) for place in best.values()]):
        belief, each = min(MOST, 1 / (1 + math.exp(-scores[place]))), amounts[place]
        belief *= shares.get(place, 1.0)
        statements.append(Statement("price", plain_price(each.value), each.node, READER, belief))
    return statements


def _heading_line(view: View) -> dict[int, float]:
    """The heading and what is above it, with how much of the heading's depth each has."""
    if view.heading < 0:
        return {}
    line: list[int] = []
    node = view.heading
    while node >= 0:
        line.append(node)
        node = view.parents[node]
    deepest = max(1, len(line) - 1)
    return {
        node: (len(line) - 1 - place) / deepest for place, node in enumerate(line[: MAX_ABOVE + 1])
    }


def _branch(view: View, node: int, above: dict[int, float]) -> tuple[int, int]:
    """The element beside the heading that *node* stands in, and where both meet."""
    steps = 0
    branch, meeting = node, node
    while meeting not in above and meeting > 0 and steps < MAX_ABOVE:
        branch, meeting, steps = meeting, view.parents[meeting], steps + 1
    return (branch if meeting != node else -1), meeting


def _crowded(worth: list[float], looks: list[float], branches: list[int]) -> Iterator[int]:
    """The amounts that look like prices and stand with many others beside the heading."""
    beside: dict[int, list[int]] = {}
    for place, branch in enumerate(branches):
        if looks[place] >= 0 and branch >= 0:
            beside.setdefault(branch, []).append(place)
    for places in beside.values():
        if len({worth[place] for place in places}) >= CROWD:
            yield from places


def _listed(
    view: View, amounts: list[Amount], worth: list[float], above: dict[int, float]
) -> set[int]:
    """The amounts in elements of one look, side by side, that each show or lead to a thing."""
    lists: dict[tuple[int, str, str], dict[int, list[int]]] = {}
    if not above or len(amounts) < FEW:
        return set()
    for place, each in enumerate(amounts):
        node, steps = each.node, 0
        while node > 0 and node not in above and steps < MAX_ABOVE:
            look = view.parents[node], view.tags[node], view.classes[node]
            lists.setdefault(look, {}).setdefault(node, []).append(place)
            node, steps = view.parents[node], steps + 1
    found: set[int] = set()
    for members in lists.values():
        if len(members) >= FEW and all(_shows(view, node) for node in members):
            places = [place for inside in members.values() for place in inside]
            if len({worth[place] for place in places}) >= FEW:
                found.update(places)
    return found


def _shows(view: View, node: int) -> bool:
    """Whether *node* holds a link or a picture."""
    for place in range(node, view.ends[node]):  # noqa: SIM110 - a loop compiles well
        if view.tags[place] in SHOWING:
            return True
    return False


def _place_score(view: View, each: Amount, shared: float) -> float:
    """How near to the heading and the cart button the amount stands.

    *shared* is how much of the heading's depth both have in common; negative without heading.
    """
    score = 0.0
    start = each.start
    if view.start <= start < view.stop:
        begin = view.run_start[view.run_at(start)]
        if count_letters(view.low, begin, start) > len(each.sign):
            return NAMED
    if shared >= 0:
        after = start >= view.start
        distance = start - view.stop if after else view.start - each.stop
        score += SAME_PLACE * shared + (AFTER_HEADING if after else BEFORE_HEADING)
        score += DISTANCE * math.log2(1 + max(0, distance) / 100)
    if start >= view.others:
        return score + BEYOND
    for cart in view.carts:
        if -CART_REACH < cart - start < CART_REACH:
            return score + AT_CART
    return score


def _class_score(view: View, node: int) -> float:
    """What the tags and class names around the amount make of it."""
    score, marks, level = 0.0, 0, 0
    while node >= 0 and level < CLASS_LEVELS:
        tag = view.tags[node]
        if tag in STRUCK_TAGS:
            return STRUCK
        if tag == "a":
            score += LINKED
        elif tag in FRAME_TAGS:
            score += FAR
        marks |= price_mark_of(view, node)
        node, level = view.parents[node], level + 1
    if marks & PRICE:
        score += CALLED_PRICE
    if marks & OLD_PRICE:
        score += OLD
    if marks & OTHER_PRICE:
        score += OTHER
    return score


def _compare(
    view: View, amounts: list[Amount], looks: list[float], scores: list[float], listed: set[int]
) -> None:
    """Of two amounts side by side with no words between, believe the lower one more.

    One that is *listed*, or another's, and one that is not are of two things.
    """
    for place in range(len(amounts) - 1):
        one, other = amounts[place], amounts[place + 1]
        parted = other.start - one.stop > PAIR_REACH or (place in listed) != (place + 1 in listed)
        if parted or one.value == other.value:
            continue
        between = view.low[one.stop : other.start]
        if count_letters(view.low, one.stop, other.start) > 2 * len(one.sign) + 2:
            continue
        if _QUANTITY.search(between) or _COUNTED.search(between):
            continue
        if one.sign != other.sign and _differ(view, one, other):
            scores[place + 1] += AGAIN
        elif _is_net(one, other, between):
            scores[place] += HIGHER
        elif between.rfind("(") > between.rfind(")"):
            # a price and, in brackets, the same by weight or measure
            scores[place + 1] += IN_BRACKETS
        else:
            _believe_lower(view, amounts, place, looks, scores)


def _doubt(
    others: set[int],
    looks: list[float],
    scores: list[float],
    cheaper: list[int],
    alone: bool,  # noqa: FBT001 - compiled
) -> None:
    """Believe *cheaper* ones; doubt *others*, for each of many or another thing, beside a price.

    It may be one of them, or, unless the page says what it costs *alone*, in mark-up.
    """
    for place in cheaper:
        scores[place] += LOWER
    for place in range(len(scores)) if others else ():
        if not alone or (place not in others and looks[place] >= 0 <= scores[place]):
            for other in others:
                scores[other] += OTHERS
            return


def _believe_lower(
    view: View, amounts: list[Amount], place: int, looks: list[float], scores: list[float]
) -> None:
    """Believe the lower of the amounts at *place* and behind it, unless it is another thing."""
    cheap = place if amounts[place].value < amounts[place + 1].value else place + 1
    dear = 2 * place + 1 - cheap
    if (
        min(looks[cheap], looks[dear]) > DOUBTED
        and looks[cheap] > looks[dear] - WORSE
        and not _is_part(view, amounts, cheap, dear)
    ):
        scores[dear] += HIGHER
        between = view.low[amounts[place].stop : amounts[place + 1].start]
        if between.strip(f" {amounts[place].sign}") not in SPANS:
            scores[cheap] += LOWER


def _is_net(one: Amount, other: Amount, between: str) -> bool:
    """Whether the second of two amounts is the first with taxes: 1,200 (incl. tax 1,320)."""
    if not one.value < other.value <= one.value * MOST_TAX:
        return False
    begin = max(between.rfind("("), between.rfind("\uff08"), between.rfind("\n"))
    return begin >= 0 and tells_tax(between[begin:])


def _differ(view: View, one: Amount, other: Amount) -> bool:
    """Whether two amounts are of different currencies."""
    first = currency_code(one.sign, view.site, view.language)
    second = currency_code(other.sign, view.site, view.language)
    return bool(first) and bool(second) and first != second


def _is_part(view: View, amounts: list[Amount], cheap: int, dear: int) -> bool:
    """Whether an amount has words of its own in its line, and is less than one that has none.

    Where both have words, or both stand in one line, it must be far less: it is paid several times.
    """
    one, other = amounts[cheap], amounts[dear]
    low = view.low
    begin = max(low.rfind("\n", 0, one.start) + 1, other.stop if dear < cheap else 0)
    end = max(one.stop, low.find("\n", one.stop))
    if count_letters(low, begin, end) <= len(one.sign) + FEW_LETTERS:
        return False
    if one.value <= other.value * PART:
        return True
    first, last = low.rfind("\n", 0, other.start) + 1, low.find("\n", other.stop)
    bare = last >= 0 and count_letters(low, first, last) <= len(other.sign)
    words = low[begin:end]
    return bare and not tells_tax(words) and not announces_price(letter_words(words))
