"""Which of the amounts on the visible page the main product costs."""

import math
import re
from collections.abc import Iterator
from decimal import Decimal

from specdex.extraction.fields.amounts import Amount
from specdex.extraction.fields.class_names import OLD_PRICE, OTHER_PRICE, PRICE, mark_of
from specdex.extraction.fields.statements import Statement
from specdex.extraction.fields.view import View
from specdex.extraction.fields.words import (
    PRICE_WORDS,
    announces_least,
    announces_price,
    letter_words,
    speaks_of_other,
)
from specdex.html.tags import FRAME_TAGS, STRUCK_TAGS
from specdex.lexicon import alternatives, words
from specdex.money import SIGN_CHARACTERS, SIGNS, plain_price

__all__ = ["price_statements"]

READER = "page"
BEFORE, AFTER = 34, 20
"""Characters of the line around an amount that say what it is."""
MAX_ABOVE = 300
"""Elements above another that are looked at; a page may nest thousands."""
CLASS_LEVELS = 5
"""How far above an amount its class names are looked at."""

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
STRUCK_ELSEWHERE = -1.5
"""The same amount is struck out in another place."""
OLD = -2.5
OTHER = -2.0
OTHER_WORDS = -2.2
PER_UNIT = -1.7
"""It is for so much of a thing: the price only where nothing else is."""
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
LOWER, HIGHER = 0.9, -2.4
"""The cheaper and the dearer of two that stand together."""
SHORT = 9
"""Characters beside an amount that is alone in its line: its currency, a full stop."""
CART_REACH = 500
PAIR_REACH = 45


CROSSES = frozenset({"x", "\u00d7", "\u0445"})
"""What stands between how often an amount is paid, and the amount."""
PIECES = words("prices.pieces")
_PER = re.compile(r"[^\w/]{0,3}[^\W\d_]{0,3}\.?\s?/\s?(?:\d{1,4}\s?)?([^\W\d_]+)")
"""An amount's sign, a slash, and what it is for."""
_PLUS_TAX = re.compile(rf"[^\w+]{{0,3}}\w{{0,3}}\.?\s?\+\s?(?:{'|'.join(words('prices.taxes'))})\b")
"""An amount's sign, a plus, and a tax."""
_PER_SO_MUCH = re.compile(
    r"\b(?:per|pro|je|par|por|za)\s+\d{0,4}\s?(?:g|kg|ml|cl|l|oz|lb|m2|m\u00b2)\b"
)
"""What it is for, before the amount."""
_TIMES = re.compile(r"\s?[x\u00d7\u0445]\s?\d{1,2}(?!\d)(?!\s?(?:mm|cm|g|ml)\b)")
"""How often an amount is paid, behind it: 23,667 x 6m."""
_QUANTITY = re.compile(r"\d\s?(?:\+|x\b|or more|and more|pcs|stk|szt|ks\b|шт|[-\u2013]\s?\d+\s?:)")
"""How many must be bought for the price behind it."""
_COUNTED = re.compile(r"(?<![\d.,])\d+(?![\d.,]*\s?%)(?![\d.,])")
"""A number between two amounts that is no percentage: from how many on the second one is paid."""
_BULK = re.compile(
    rf"\d\s?(?:{alternatives('prices.or_more')})\s?[^\w\n]{{0,3}}$"
    rf"|\d\s(?:{alternatives('prices.so_many_for')})\s?[^\w\n]{{0,3}}$"
)
"""How many must be bought, before the amount."""
OWN_LINE = 4
"""Characters before an amount that begins its line: its currency."""
FURTHER = (" und ", " and ", " et ", " e ", " y ", " plus ")
"""What begins another thought behind an amount, as brackets, signs and digits do."""
NEARLY = 0.003
"""Share of the price that is more than ROUNDED, for numbers that are not exact."""


def price_statements(view: View, amounts: list[Amount]) -> list[Statement]:
    """What the visible page says the main product costs: each value once, where it shows best."""
    above = _heading_line(view)
    branches = [_branch(view, each.node, above) for each in amounts]
    worth = [float(each.value) for each in amounts]
    looks = [_word_score(view, each) + _class_score(view, each.node) for each in amounts]
    for place in _struck_elsewhere(amounts, worth, looks):
        looks[place] += STRUCK_ELSEWHERE
    scores = [
        BASE + look + _place_score(view, each, above.get(meeting, 0) if above else -1)
        for each, look, (_, meeting) in zip(amounts, looks, branches, strict=True)
    ]
    for place in _savings(amounts, worth, looks):
        scores[place] += SAVED
    _compare(view, amounts, looks, scores)
    if above and len(amounts) >= CROWD:
        for place in _crowded(worth, looks, [branch for branch, _ in branches]):
            scores[place] += CROWDED
    return _best_statements(amounts, worth, scores)


def _struck_elsewhere(
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


def _best_statements(
    amounts: list[Amount], worth: list[float], scores: list[float]
) -> list[Statement]:
    """Each value once, where it scores best; the hopeless left out."""
    best: dict[float, int] = {}
    for place, score in enumerate(scores):
        if score > HOPELESS:
            rival = best.get(worth[place])
            if rival is None or scores[rival] < score:
                best[worth[place]] = place
    statements = []
    for place in best.values():
        confidence = min(MOST, 1 / (1 + math.exp(-scores[place])))
        each = amounts[place]
        statements.append(
            Statement("price", plain_price(each.value), each.node, READER, confidence)
        )
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


def _place_score(view: View, each: Amount, shared: float) -> float:
    """How near to the heading and the cart button the amount stands.

    *shared* is how much of the heading's depth both have in common; negative without heading.
    """
    score = 0.0
    start = each.start
    if shared >= 0:
        after = start >= view.start
        distance = start - view.stop if after else view.start - each.stop
        score += SAME_PLACE * shared + (AFTER_HEADING if after else BEFORE_HEADING)
        score += DISTANCE * math.log2(1 + max(0, distance) / 100)
    if start >= view.limit:
        return score + BEYOND
    for cart in view.carts:
        if -CART_REACH < cart - start < CART_REACH:
            return score + AT_CART
    return score


def _word_score(view: View, each: Amount) -> float:
    """What the words of the line around the amount, and a label above it, make of it."""
    low, start, stop = view.low, each.start, each.stop
    begin = low.rfind("\n", 0, start) + 1
    end = low.find("\n", stop)
    end = len(low) if end < 0 else end
    lead = low[_lead_start(view, max(begin, start - BEFORE), start) : start]
    tail = low[stop : _next_element(view, stop, min(end, stop + AFTER))]
    tail = "" if "%" in tail or _is_next_label(low, tail, stop) else tail[: _thought(tail)]
    score = BARE if start - begin + end - stop < SHORT else 0.0
    if begin and start - begin < OWN_LINE:
        above = low.rfind("\n", 0, begin - 1) + 1
        if begin - 1 - above < BEFORE and _behind_digits(low, above, begin - 1) == above:
            lead = f"{low[above : begin - 1]} {lead}"
    before = letter_words(lead)
    if (
        _is_share(low, start, lead)
        or _PLUS_TAX.match(low, stop)
        or _TIMES.match(low, stop)
        or _BULK.search(low, max(begin, start - BEFORE), start)
    ):
        return score + OTHER_WORDS
    if _is_per_unit(low, stop) or _PER_SO_MUCH.search(low, max(begin, start - BEFORE), start):
        score += PER_UNIT
    if speaks_of_other(f"{lead} {tail}", before + letter_words(tail)):
        return score + OTHER_WORDS
    if announces_least(before):
        return score + LEAST
    return score + ANNOUNCED if announces_price(before) else score


def _next_element(view: View, stop: int, end: int) -> int:
    """Where, behind an amount, the element begins that holds the next number; else *end*."""
    for at in range(stop, end):
        if view.low[at].isdecimal():
            begin = view.run_start[view.run_at(at)]
            return begin if begin >= stop else end
    return end


def _is_next_label(low: str, tail: str, stop: int) -> bool:
    """Whether what stands behind an amount only announces the price that follows."""
    words = letter_words(tail)
    behind = low[stop + len(tail) : stop + len(tail) + SHORT].lstrip(" \n:")
    if not words or words[-1] not in PRICE_WORDS:
        return False
    return behind[:1].isdecimal() or behind[:1] in SIGN_CHARACTERS


def _lead_start(view: View, begin: int, start: int) -> int:
    """Where the words before an amount begin: behind what is said of another one."""
    cut = _behind_digits(view.low, begin, start)
    if cut > begin and not SIGN_CHARACTERS.isdisjoint(view.low[begin : cut + 2]):
        run = view.run_start[view.run_at(start)]
        if cut < run <= start:
            return run
    return cut


def _is_share(low: str, start: int, lead: str) -> bool:
    """Whether the amount is paid so many times: a number and a cross stand before it."""
    words = lead.split()
    return bool(words) and words[0] in CROSSES and low[: start - len(lead)][-1:].isdecimal()


def _is_per_unit(low: str, stop: int) -> bool:
    """Whether a slash behind the amount says that it is for so much, and not for a piece."""
    match = _PER.match(low, stop) if "/" in low[stop : stop + SHORT] else None
    return match is not None and match[1] not in PIECES and match[1] not in SIGNS


def _behind_digits(low: str, begin: int, end: int) -> int:
    """Where what stands behind the last digit between *begin* and *end* begins."""
    while end > begin and not low[end - 1].isdecimal():
        end -= 1
    return end


def _thought(tail: str) -> int:
    """Where the thought ends that *tail* begins with."""
    end = len(tail)
    for at in range(end):
        if tail[at] == ":":  # a label of what follows
            return 0
        if tail[at] in "(+" or tail[at].isdecimal():
            end = at
            break
    for word in FURTHER:
        at = tail.find(word)
        if 0 <= at < end:
            end = at
    return end


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
        marks |= mark_of(view, node)
        node, level = view.parents[node], level + 1
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
        if other.start - one.stop > PAIR_REACH or one.value == other.value:
            continue
        between = view.low[one.stop : other.start]
        if _letters(view.low, one.stop, other.start) > 2 * len(one.sign) + 2:
            continue
        if _QUANTITY.search(between) or _COUNTED.search(between):
            continue
        if view.low.find("(", one.stop, other.start) >= 0:
            # a price and, in brackets, the same by weight or measure
            scores[place + 1] += IN_BRACKETS
        elif min(looks[place], looks[place + 1]) > DOUBTED:
            cheap = place if one.value < other.value else place + 1
            scores[cheap] += LOWER
            scores[2 * place + 1 - cheap] += HIGHER


def _letters(low: str, begin: int, end: int) -> int:
    """How many letters stand between *begin* and *end*."""
    count = 0
    for at in range(begin, end):
        if low[at].isalpha():
            count += 1
    return count


def _savings(amounts: list[Amount], worth: list[float], looks: list[float]) -> list[int]:
    """Where two of three amounts in a row make up the third: the one that looks worse.

    It looks worse still from then on.
    """
    found = []
    for place in range(len(amounts) - 2):
        old = place + 2
        for each in (place + 1, place):
            if worth[each] > worth[old]:
                old = each
        one = place + 1 if old == place else place
        other = place + 1 if old == place + 2 else place + 2
        if abs(worth[old] - worth[one] - worth[other]) <= worth[old] * NEARLY:
            whole = amounts[old].value
            left = abs(whole - amounts[one].value - amounts[other].value)
            if left <= whole * ROUNDED:
                found.append(one if looks[one] < looks[other] else other)
                looks[found[-1]] += SAVED
    return found
