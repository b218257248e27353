"""Which of the amounts on the visible page the main product costs."""

import math
import re
from collections.abc import Iterator
from decimal import Decimal
from itertools import islice

from specdex.extraction.fields.amounts import Amount
from specdex.extraction.fields.claims import Claim
from specdex.extraction.fields.marks import OLD_PRICE, OTHER_PRICE, PRICE, mark_of
from specdex.extraction.fields.money import plain_price
from specdex.extraction.fields.view import View
from specdex.extraction.fields.words import announces_least, announces_price, speaks_of_other
from specdex.html import Document

__all__ = ["price_claims"]

READER = "page"
BEFORE, AFTER = 34, 20
"""Characters of the line around an amount that say what it is."""
MAX_ABOVE = 300
"""Elements above another that are looked at; a page may nest thousands."""
CLASS_LEVELS = 5
"""How far above an amount its class names are looked at."""
STRUCK_TAGS = frozenset({"del", "s", "strike"})
FAR_TAGS = frozenset({"nav", "footer", "aside", "header"})

MOST = 0.95
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
BEYOND = -2.5
"""Among the related products."""
AT_CART = 1.0
CALLED_PRICE = 1.2
STRUCK = -4.0
OLD = -2.5
OTHER = -2.0
OTHER_WORDS = -2.2
LINKED = -1.8
FAR = -1.5
BARE = 0.6
"""The amount is all there is in its line."""
IN_BRACKETS = -2.5
SAVED = -3.5
"""It is what two others differ by."""
ROUNDED = Decimal("0.002")
"""Share of the price by which a saving may be rounded."""
ANNOUNCED = 0.8
"""A word for price stands before it."""
LEAST = -0.9
"""It is only where prices begin."""
DOUBTED = -1.0
"""An amount that looks worse is no price to compare with."""
CROWDED = -1.6
"""One of many amounts that stand together, away from the heading."""
CROWD = 4
LOWER, HIGHER = 0.9, -1.4
"""The cheaper and the dearer of two that stand together."""
SHORT = 9
"""Characters beside an amount that is alone in its line: its currency, a full stop."""
CART_REACH = 500
PAIR_REACH = 45


OWN_LINE = 4
"""Characters before an amount that begins its line: its currency."""
_DIGIT = re.compile(r"\d")
_FURTHER = re.compile(r"[(+\d]| und | and | et | e | y | plus ")
"""What begins another thought behind an amount."""


def price_claims(view: View, amounts: list[Amount]) -> Iterator[Claim]:
    """What the visible page says the main product costs: each value once, where it shows best."""
    above = _heading_line(view)
    branches = [_branch(view.document, each.node, above) for each in amounts]
    looks = [_word_score(view, each) + _class_score(view.document, each.node) for each in amounts]
    scores = [
        BASE + look + _place_score(view, each, above.get(meeting, 0) if above else -1)
        for each, look, (_, meeting) in zip(amounts, looks, branches, strict=True)
    ]
    for place in _savings(amounts, looks):
        scores[place] += SAVED
        looks[place] += SAVED
    _compare(view, amounts, looks, scores)
    if above:
        for place in _crowded(amounts, looks, [branch for branch, _ in branches]):
            scores[place] += CROWDED
    yield from _best_claims(amounts, scores)


def _best_claims(amounts: list[Amount], scores: list[float]) -> Iterator[Claim]:
    """Each value once, where it scores best; the hopeless left out."""
    best: dict[Decimal, tuple[float, Amount]] = {}
    for each, score in zip(amounts, scores, strict=True):
        if score > HOPELESS and (each.value not in best or best[each.value][0] < score):
            best[each.value] = (score, each)
    for score, each in best.values():
        confidence = min(MOST, 1 / (1 + math.exp(-score)))
        yield Claim("price", plain_price(each.value), each.node, READER, confidence)


def _heading_line(view: View) -> dict[int, float]:
    """The heading and what is above it, with how much of the heading's depth each has."""
    if view.heading < 0:
        return {}
    document = view.document
    deepest = max(1, document.nodes.depth[view.heading])
    line = islice(document.ancestors(view.heading), MAX_ABOVE)
    return {node: document.nodes.depth[node] / deepest for node in (view.heading, *line)}


def _branch(document: Document, node: int, above: dict[int, float]) -> tuple[int, int]:
    """The element beside the heading that *node* stands in, and where both meet."""
    parent, steps = document.nodes.parent, 0
    branch, meeting = node, node
    while meeting not in above and meeting > 0 and steps < MAX_ABOVE:
        branch, meeting, steps = meeting, parent[meeting], steps + 1
    return (branch if meeting != node else -1), meeting


def _crowded(amounts: list[Amount], looks: list[float], branches: list[int]) -> Iterator[int]:
    """The amounts that look like prices and stand with many others beside the heading."""
    beside: dict[int, list[int]] = {}
    for place, branch in enumerate(branches):
        if looks[place] >= 0 and branch >= 0:
            beside.setdefault(branch, []).append(place)
    for places in beside.values():
        if len({amounts[place].value for place in places}) >= CROWD:
            yield from places


def _place_score(view: View, each: Amount, shared: float) -> float:
    """How near to the heading and the cart button the amount stands.

    *shared* is how much of the heading's depth both have in common; negative without heading.
    """
    score = 0.0
    if shared >= 0:
        after = each.start >= view.start
        distance = each.start - view.stop if after else view.start - each.stop
        score += SAME_PLACE * shared + (AFTER_HEADING if after else BEFORE_HEADING)
        score += DISTANCE * math.log2(1 + max(0, distance) / 100)
    if each.start >= view.limit:
        score += BEYOND
    elif any(abs(cart - each.start) < CART_REACH for cart in view.carts):
        score += AT_CART
    return score


def _word_score(view: View, each: Amount) -> float:
    """What the words of the line around the amount, and a label above it, make of it."""
    low = view.low
    begin = low.rfind("\n", 0, each.start) + 1
    end = low.find("\n", each.stop)
    end = len(low) if end < 0 else end
    lead = _DIGIT.split(low[max(begin, each.start - BEFORE) : each.start])[-1]
    tail = low[each.stop : min(end, each.stop + AFTER)]
    tail = "" if "%" in tail else _FURTHER.split(tail, maxsplit=1)[0]
    score = BARE if each.start - begin + end - each.stop < SHORT else 0.0
    if begin and each.start - begin < OWN_LINE:
        previous = low[low.rfind("\n", 0, begin - 1) + 1 : begin - 1]
        if len(previous) < BEFORE and not _DIGIT.search(previous):
            lead = f"{previous} {lead}"
    if speaks_of_other(f"{lead} {tail}"):
        return score + OTHER_WORDS
    if announces_least(lead):
        return score + LEAST
    return score + ANNOUNCED if announces_price(lead) else score


def _class_score(document: Document, node: int) -> float:
    """What the tags and class names around the amount make of it."""
    score, marks, level = 0.0, 0, 0
    while node >= 0 and level < CLASS_LEVELS:
        tag = document.tag[node]
        if tag in STRUCK_TAGS:
            return STRUCK
        if tag == "a":
            score += LINKED
        elif tag in FAR_TAGS:
            score += FAR
        marks |= mark_of(document, node)
        node, level = document.nodes.parent[node], level + 1
    if marks & PRICE:
        score += CALLED_PRICE
    if marks & OLD_PRICE:
        score += OLD
    if marks & OTHER_PRICE:
        score += OTHER
    return score


def _compare(view: View, amounts: list[Amount], looks: list[float], scores: list[float]) -> None:
    """Of two amounts side by side with no words between, believe the lower one more."""
    for place in range(len(amounts) - 1):
        one, other = amounts[place], amounts[place + 1]
        between = view.low[one.stop : other.start]
        if len(between) > PAIR_REACH or one.value == other.value:
            continue
        if sum(c.isalpha() for c in between) > 2 * len(one.sign) + 2:
            continue
        if "(" in between:  # a price and, in brackets, the same by weight or measure
            scores[place + 1] += IN_BRACKETS
        elif min(looks[place], looks[place + 1]) > DOUBTED:
            cheap, dear = (place, place + 1) if one.value < other.value else (place + 1, place)
            scores[cheap] += LOWER
            scores[dear] += HIGHER


def _savings(amounts: list[Amount], looks: list[float]) -> Iterator[int]:
    """Where two of three amounts in a row make up the third: the one that looks worse."""
    for place in range(len(amounts) - 2):
        *parts, old = sorted(range(place, place + 3), key=lambda each: amounts[each].value)
        one, other = sorted(parts)
        whole = amounts[old].value
        if abs(whole - amounts[one].value - amounts[other].value) <= whole * ROUNDED:
            yield one if looks[one] < looks[other] else other
