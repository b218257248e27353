"""Which amount of a record is its price, which the price before, and how both are printed."""

import re
from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from specdex.html import Document
from specdex.html.tags import STRUCK_TAGS
from specdex.lexicon import alternatives, words
from specdex.listings.amounts import Amount, place_of, text_amounts
from specdex.listings.outlines import Outline
from specdex.money.printed import decimal_of
from specdex.quantities import measure
from specdex.text import HUMPS

__all__ = ["Price", "prices"]

_CLASS = r"(?<![a-z])(?:{})(?![a-rt-z])"
OLD_PRICE_WORDS = re.compile(_CLASS.format(alternatives("prices.listed_old_class_pieces")))
ASIDE_PRICE_WORDS = re.compile(_CLASS.format(alternatives("prices.listed_other_class_pieces")))
"""In classes whose words are set apart: the price before, and amounts that are no price."""
FROM, JOINTS = words("prices.listed_least"), words("prices.listed_joints")
RANGE = words("values.spans")
FREE = re.compile(rf"\W*(?:{alternatives('prices.free')})\W*", re.IGNORECASE)
LEVELS = 3
"""How many elements from the amount upwards are asked for their class."""
PAIR_REACH = 12
"""Characters between two amounts that stand side by side."""
MAX_PRINTED = 40
MAX_AMOUNTS = 6
"""Amounts of one record that are looked at."""
SENTENCE = 60
"""An amount in a longer run of text is told, not set as the price."""
OLD, ASIDE, TOLD, WORDED, LATER = 2.0, 1.5, 1.5, 0.8, 0.15
"""What an amount loses that is called old, that is something else, that stands in a sentence, that
stands behind words, and for each amount before it."""
MOST_LATER = 4
PAIR = 2
MEASURES = frozenset({"mass", "capacity", "length", "area"})
"""What goods are weighed and measured in."""
PLAUSIBLE = 0.1
"""Of two amounts side by side the lower one is the price, unless it is lower than this share."""

_WORD = re.compile(r"[^\W\d_]+")
_CENTS = re.compile(r"\d\d(?!\d)")
_DECIMALS = re.compile(r"[.,]\d\d?\Z")
_TO = re.compile(r"\s?[-\u2013]\s?\d[\d.,]*")
_PER = re.compile(r"\s*/\s*(?:\w{1,12}|[^\W\d_]{1,12} [^\W\d_]{1,12})\s*")
_FOR = re.compile(rf"\s*(?:/|\b(?:{alternatives('prices.each')})\b)\s*[\d.,]*\s*([^\W\d_]{{1,12}})")
"""What makes an amount the price of a measure: beside another it is not the product's."""


@dataclass(frozen=True, slots=True)
class Price:
    """A record's price and the price before, as printed."""

    printed: str = ""
    old: str = ""


class _Seen(NamedTuple):
    """An amount in a record, and what its surroundings make of it."""

    amount: Amount
    value: float
    run: int
    """The run of text that it begins in."""
    slot: int
    """The slot that it stands in."""
    struck: bool = False
    old: bool = False
    aside: bool = False
    told: bool = False
    worded: bool = False


def prices(outline: Outline) -> list[Price]:
    """The price of each record, by what most records print where."""
    found = outline.view.amounts
    starts = [each.start for each in found]
    calls = _Calls(outline)
    rows = []
    shares: dict[int, float] = {}
    for number in range(len(outline)):
        start, stop = outline.text(number)
        inside = found[bisect_left(starts, start) : bisect_left(starts, stop)]
        look = calls.seen if len(inside) > 1 else calls.alone
        row = [look(start, each) for each in inside[:MAX_AMOUNTS]]
        for slot in {each.slot for each in row}:
            shares[slot] = shares.get(slot, 0.0) + 1 / len(outline)
        rows.append(row)
    return [
        _price(outline.document, span[0], row, shares)
        for span, row in zip(outline.spans, rows, strict=True)
    ]


class _Calls:
    """What the tags and classes around slots call the amounts in them."""

    def __init__(self, outline: Outline) -> None:
        self.document = outline.document
        self.slots = outline.slots
        self.known: dict[tuple[int, str, str], tuple[bool, bool, bool]] = {}

    def seen(self, record_start: int, amount: Amount) -> _Seen:
        """*amount*, of a record whose text begins there, with its surroundings."""
        document, nodes = self.document, self.document.nodes
        run = bisect_right(nodes.run_start, amount.start) - 1
        slot = self.slots.slot_of.get(nodes.run_node[run], -1)
        struck, old, aside = self.of(slot, nodes.run_node[run])
        before = document.text[nodes.run_start[run] : amount.start]
        lead = before or document.text[max(record_start, amount.start - 3) : amount.start]
        whole = _cut(document, amount, run)
        return _Seen(
            whole,
            whole.value,
            run,
            slot,
            struck,
            old,
            aside or lead.rstrip().endswith(("+", "-", "\u2013")) or _is_measured(document, whole),
            nodes.run_stop[run] - nodes.run_start[run] > SENTENCE,
            bool(before) and _is_worded(_WORD.findall(before.lower())),
        )

    def alone(self, _: int, amount: Amount) -> _Seen:
        """The only *amount* of a record: whatever stands around it, it is the price."""
        nodes = self.document.nodes
        run = bisect_right(nodes.run_start, amount.start) - 1
        slot = self.slots.slot_of.get(nodes.run_node[run], -1)
        return _Seen(_cut(self.document, amount, run), 0.0, run, slot)

    def of(self, slot: int, node: int) -> tuple[bool, bool, bool]:
        """Whether an amount in *slot* is struck out, old in any way, something else than a price.

        *node* is its element: those of one slot may differ in what comes behind their first class.
        """
        classes = self.document.classes
        own = [classes[node], classes[self.document.parent[node]]]
        known = self.known.get((slot, own[0], own[1]))
        if known is None:
            above = self.slots.above(slot)
            called = [self.slots.classes[each] for each in above[:LEVELS]]
            called[: len(own)] = own[: len(called)]
            words = HUMPS.sub("-", " ".join(called)).lower()
            struck = any(self.slots.tags[each] in STRUCK_TAGS for each in above)
            old = struck or OLD_PRICE_WORDS.search(words) is not None
            known = struck, old, ASIDE_PRICE_WORDS.search(words) is not None
            self.known[slot, own[0], own[1]] = known
        return known


def _is_worded(words: list[str]) -> bool:
    """Whether *words* before an amount say more than that others are higher."""
    return any(word not in FROM for word in words) or (bool(words) and JOINTS.issuperset(words))


def _is_measured(document: Document, amount: Amount) -> bool:
    """Whether *amount* is paid for a weight or a size, not for the product."""
    unit = _FOR.match(document.text, amount.stop)
    meant = measure(f"1 {unit[1]}") if unit is not None else None
    return meant is not None and meant.dimension in MEASURES


def _cut(document: Document, amount: Amount, run: int) -> Amount:
    """*amount* without digits of another element right behind it, unless they are its cents."""
    text = document.text
    border = _border(document, amount, run)
    if border < 0 or not text[border - 1].isdigit():
        return amount
    whole = "".join(c for c in text[amount.start : border] if c.isdigit() or c in ".,")
    cents = _CENTS.match(text, border, amount.stop)
    if cents and not _DECIMALS.search(whole):
        digits = "".join(filter(str.isdigit, whole))
        return Amount(amount.start, amount.stop, float(f"{digits}.{cents[0]}"))
    return Amount(amount.start, border, float(decimal_of(whole)))


def _border(document: Document, amount: Amount, run: int) -> int:
    """Where in *amount*, of which *run* is the first, digits go on in another; -1 for nowhere."""
    text, starts = document.text, document.nodes.run_start
    run += 1
    while run < len(starts) and starts[run] < amount.stop:
        if text[starts[run]].isdigit() and text[amount.start : starts[run]].rstrip()[-1:].isdigit():
            return starts[run]
        run += 1
    return -1


def _price(document: Document, record: int, row: list[_Seen], shares: dict[int, float]) -> Price:
    if not row:
        free = (text for _, text in document.runs_of(record) if FREE.fullmatch(text))
        return Price(next(free, ""))
    if len(row) == 1:
        return Price(_printed(document, record, row[0], row))

    def score(place: int) -> float:
        seen = row[place]
        is_old = seen.struck or (seen.old and _is_lowered(seen, row))
        lost = OLD * is_old + ASIDE * seen.aside + TOLD * seen.told + WORDED * seen.worded
        return shares[seen.slot] - lost - LATER * min(place, MOST_LATER)

    best = max(range(len(row)), key=score)
    chosen, old = _lowest(document, row, best)
    return Price(
        _printed(document, record, chosen, row),
        "" if old is None else _printed(document, record, old, row),
    )


def _is_lowered(seen: _Seen, row: list[_Seen]) -> bool:
    """Whether another amount may be the price now; what is always called regular is the price."""
    return any(
        each is not seen
        and not (each.aside or each.told or each.worded)
        and each.value <= seen.value
        for each in row
    )


def _lowest(document: Document, row: list[_Seen], best: int) -> tuple[_Seen, _Seen | None]:
    """The lowest of the amounts side by side with the one at *best*, and the price before."""
    first = last = best
    while first and _side_by_side(document, row[first - 1], row[first]):
        first -= 1
    while last + 1 < len(row) and _side_by_side(document, row[last], row[last + 1]):
        last += 1
    near = row[first : last + 1]
    top = row[best].value
    plausible = [
        each
        for each in near
        if not each.struck
        and not each.aside
        and each.worded <= row[best].worded
        and each.value > PLAUSIBLE * top
    ]
    chosen = min(plausible, key=lambda each: each.value, default=row[best])
    before = [
        each
        for each in row
        if each.value > chosen.value and (each.old or (each in near and not each.aside))
    ]
    return chosen, max(before, key=lambda each: each.value, default=None)


def _side_by_side(document: Document, one: _Seen, other: _Seen) -> bool:
    between = document.text[one.amount.stop : other.amount.start]
    return len(between) <= PAIR_REACH and not any(
        character.isalpha() or character in "-\u2013+/" for character in between
    )


def _printed(document: Document, record: int, seen: _Seen, row: list[_Seen]) -> str:
    """The price as the page sets it: with from, with the end of a range, a point before cents."""
    start, stop = _stretch(document, record, seen, row)
    printed, place = "", start
    for each in row:
        border = _border(document, each.amount, each.run)
        if start <= each.amount.start < border < stop:
            point = "," if "." in document.text[each.amount.start : border] else "."
            printed += document.text[place:border].rstrip() + point
            place = border
    return f"{printed}{document.text[place:stop]}".replace("\n", " ").strip()


def _stretch(document: Document, record: int, seen: _Seen, row: list[_Seen]) -> tuple[int, int]:
    """Where the text of a price begins and ends."""
    text, nodes, place = document.text, document.nodes, place_of(document)
    start = min(nodes.run_start[seen.run], seen.amount.start)
    stop = max(nodes.run_stop[seen.run], seen.amount.stop)
    added = text[start : seen.amount.start], text[seen.amount.stop : stop]
    if (
        stop - start > MAX_PRINTED
        or _crowded(document, row, start, stop)
        or not _belongs(*added, place)
    ):
        start, stop = seen.amount.start, seen.amount.stop
        more = _TO.match(text, stop, nodes.run_stop[seen.run])
        return start, more.end() if more else stop
    node = nodes.run_node[seen.run]
    while node > record:
        wider, end = document.start[node], document.stop[node]
        node = document.parent[node]
        if wider >= start and end <= stop:
            continue
        added = text[wider:start], text[stop:end]
        if (
            end - wider > MAX_PRINTED
            or _crowded(document, row, wider, end)
            or not _belongs(*added, place)
        ):
            break
        start, stop = min(start, wider), max(stop, end)
    return start, stop


@lru_cache(maxsize=4096)
def _belongs(before: str, behind: str, place: tuple[str, str]) -> bool:
    """Whether what stands around an amount is part of the price."""
    if not before and not behind:
        return True
    if behind[:1].isdigit():
        return False
    if _PER.fullmatch(behind) or _TO.fullmatch(behind) or _is_range_end(behind, place):
        behind = ""
    words = _WORD.findall(f"{before} {behind}".lower())
    if "%" in before + behind or ":" in before + behind:
        return False
    digits = any(map(str.isdigit, before + behind))
    if any(map(str.isdigit, before)) and not before.strip().isdigit():
        return False
    return not words or (not digits and not _is_worded(words))


def _is_range_end(text: str, place: tuple[str, str]) -> bool:
    """Whether *text* is what follows the lowest price: to, and the highest."""
    found = text_amounts(text, *place) if any(map(str.isdigit, text)) else []
    return len(found) == 1 and text[: found[0].start].strip().lower() in RANGE


def _crowded(document: Document, row: list[_Seen], start: int, stop: int) -> bool:
    """Whether a stretch of text holds another price that is not the end of a range."""
    if len(row) == 1:
        return False
    inside = [each for each in row if start <= each.amount.start < stop]
    if len(inside) != PAIR:
        return len(inside) > PAIR
    one, other = inside
    between = document.text[one.amount.stop : other.amount.start].strip().lower()
    # a dash inside the second element makes that a price of its own
    return between not in RANGE or other.run - one.run == 1
