"""Which slot of the records holds the product's name."""

import re
from bisect import bisect_left
from collections.abc import Collection
from dataclasses import dataclass

from specdex.html import Document
from specdex.html.tags import HEADINGS
from specdex.lexicon import phrases
from specdex.listings.hints import MAX_NAME, MIN_NAME, Hints, unshown
from specdex.listings.outlines import Outline

__all__ = ["LETTER", "NameSlots", "lettered", "name_slots", "tells_price"]

NAME_WORDS, NOT_NAME_WORDS = phrases("classes.names"), phrases("classes.not_names")
"""What classes call names, and what is none."""
MIN_COVERAGE = 0.3
"""A slot that fewer records fill names nothing."""
WORDS = frozenset({*HEADINGS, "a", "span", "b", "strong", "p"})
"""What holds a name of several lines as a whole, where it holds no picture."""
SILENT = frozenset({"img", "button", "input", "select", "option", "script", "style", "br", "label"})

COVERED, DISTINCT, LINKED, HEADED, CALLED, OTHERWISE = 2.0, 2.0, 1.0, 1.0, 0.8, 1.2
"""What a slot gains that most records fill, that differs between them, that stands in a link, in a
heading, that is called a name; what it loses that is called something else."""
SAID, LONG, LATE, PRICED, CONSTANT, CODED = 1.5, 1.5, 0.6, 2.0, 2.0, 1.0
"""What it gains that the picture says too, that has several words; what it loses that stands late,
that holds prices, that is mostly the same words everywhere, that is a code."""
ADDRESSED, LINES, LENGTHY = 2.0, 1.5, 1.5
"""What it gains that the addresses say too, that the records lead to; what it loses that takes
several lines, that is as long as a description."""
TOO_LONG = 100
"""Characters from which a text is rather a description; at twice as many it is one."""
UNSHOWN = 0.8
"""What texts lose that the page does not show."""
AROUND = 1.5
"""What it loses that is not called a name, but holds an element that is, and more."""
LONG_ENOUGH = 25
SAID_FULLY = 12
"""Characters of a name that counts fully as said by the picture."""
SAMPLE = 6
"""Records that are asked which of their slots holds the name."""
GOOD = 0.6
"""A slot stands in for the name's where that is empty, if it scores at least this share of it."""
MOST = 0.5
CONSTANT_LENGTH = 5
MIN_CONSTANT = 3
"""Fewer texts have nothing in common."""

LETTER = re.compile(r"[^\W\d_]")
_NUMBERS = re.compile(r"[\d\W]+")
_LOWERED = re.compile(r"[-\u2013\u2212]\s?\d+\s?%")
_CODE = re.compile(r"(?=\S*\d)\S+")
"""One word with a digit."""


class _Texts:
    """What the slots of some of the records say."""

    def __init__(self, outline: Outline) -> None:
        self.outline = outline
        self.counts = outline.counts()
        step = max(1, len(outline) // SAMPLE)
        self.places = list(range(0, len(outline), step))[:SAMPLE]
        self.hints = Hints(outline)

    def of(self, slot: int) -> dict[int, tuple[int, str]]:
        """The node and text in each record asked that fills *slot* with a short text."""
        document = self.outline.document
        found = {}
        for place in self.places:
            node = self.outline.filled[place].get(slot, -1)
            if node >= 0 and MIN_NAME <= document.stop[node] - document.start[node] <= MAX_NAME:
                found[place] = node, document.text_of(node)
        return found


@dataclass(frozen=True, slots=True)
class NameSlots:
    """The slot that shows names (-1 where none does), and what may stand in for it."""

    shown: int
    others: tuple[int, ...] = ()
    unshown: tuple[int, str] | None = None
    """The slot and the attribute that tell names best that are not shown."""


def name_slots(outline: Outline) -> NameSlots:
    """Where the records of *outline* hold their names."""
    texts = _Texts(outline)
    least = MIN_COVERAGE * len(outline)
    scores = {
        slot: _score(texts, slot, count / len(outline))
        for slot, count in texts.counts.items()
        if count >= least and outline.slots.tags[slot] not in SILENT
    }
    order = sorted((slot for slot in scores if scores[slot] > 0), key=lambda s: (-scores[s], s))
    told = unshown(outline, texts.places) if texts.hints.is_asked else {}
    unseen = {key: _unshown_score(texts, told[key]) for key in told}
    best = max(unseen, key=unseen.__getitem__, default=None)
    if not order or (best and scores[order[0]] < unseen[best] and not _is_told(texts, order[0])):
        return NameSlots(-1, unshown=best)
    least = GOOD * scores[order[0]]
    return NameSlots(order[0], tuple(slot for slot in order[1:] if scores[slot] >= least), best)


def _score(texts: _Texts, slot: int, coverage: float) -> float:
    """How much the texts of a slot look like the names of products."""
    found = texts.of(slot)
    if not found or _is_wrapper(texts, found):
        return 0.0
    written = {place: text for place, (_, text) in found.items()}
    hints, size = texts.hints, len(found)
    if not lettered(written.values()) and not _is_called(texts.outline, slot):
        return 0.0
    score = COVERED * coverage * size / max(1, _filling(texts, slot))
    score += _likeness(hints, written)
    said = sum(hints.said(place, text) for place, text in written.items())
    score += SAID * min(1.0, _mean(written.values()) / SAID_FULLY) * said / size
    if hints.is_asked:
        score -= LINES * sum(_has_lines(texts.outline, node) for node, _ in found.values()) / size
    score -= PRICED * sum(tells_price(texts.outline, *each) for each in found.values()) / size
    return score + _place_score(texts.outline, slot, list(found))


def _unshown_score(texts: _Texts, written: dict[int, str]) -> float:
    """How much texts that records do not show look like the names of products."""
    share = len(written) / len(texts.places)
    if share < MIN_COVERAGE or not lettered(written.values()):
        return 0.0
    return COVERED * share + _likeness(texts.hints, written) - UNSHOWN


def _is_told(texts: _Texts, slot: int) -> bool:
    """Whether pictures or links mostly say what *slot* shows, as they do of names, and more."""
    found = texts.of(slot)
    said = sum(texts.hints.said(place, text) > 0 for place, (_, text) in found.items())
    return said > MOST * len(found)


def _likeness(hints: Hints, written: dict[int, str]) -> float:
    """How much the texts of some records look like names, wherever they stand."""
    said = list(written.values())
    mean = _mean(said)
    score = DISTINCT * _distinct(said) + LONG * min(1.0, mean / LONG_ENOUGH)
    score -= LENGTHY * hints.is_asked * min(1.0, max(0.0, mean / TOO_LONG - 1))
    score -= CONSTANT * _constant(said, mean)
    codes = sum(" " not in each and _CODE.fullmatch(each) is not None for each in said)
    score -= CODED * (codes > MOST * len(said))
    return score + ADDRESSED * sum(hints.addressed(*each) for each in written.items()) / len(said)


def _mean(written: Collection[str]) -> float:
    """How long the texts are."""
    return sum(map(len, written)) / len(written)


def _has_lines(outline: Outline, node: int) -> bool:
    """Whether *node* takes several lines, of which the first is no text of its own."""
    document, tag, nodes = outline.document, outline.document.tag[node], outline.document.nodes
    if tag in WORDS and not outline.view.picture_count[node]:
        return False
    if "\n" not in document.text[document.start[node] : document.stop[node]].strip():
        return False
    return nodes.run_node[bisect_left(nodes.run_start, document.start[node])] != node


def _distinct(written: list[str]) -> float:
    """How many of the texts differ; texts that differ in numbers only do by half: ratings."""
    worded = {_NUMBERS.sub("", each) for each in written}
    return (len(set(written)) + len(worded)) / (2 * len(written))


def _is_wrapper(texts: _Texts, found: dict[int, tuple[int, str]]) -> bool:
    """Whether the first element inside says all that the slot does: that one is asked instead."""
    document, slots = texts.outline.document, texts.outline.slots
    node = next(iter(found.values()))[0]
    inner = node + 1
    return (
        document.end[node] > inner
        and document.start[inner] == document.start[node]
        and document.stop[inner] == document.stop[node]
        and inner in slots.slot_of
        and slots.tags[slots.slot_of[inner]] not in SILENT
    )


def _filling(texts: _Texts, slot: int) -> int:
    """How many of the records asked fill *slot*, with whatever text."""
    return sum(slot in texts.outline.filled[place] for place in texts.places)


def tells_price(outline: Outline, node: int, text: str) -> bool:
    """Whether an amount stands in *node*, or by how much one was lowered."""
    document, before = outline.document, outline.view.prices_before
    is_priced = before[document.stop[node]] > before[document.start[node]]
    return bool(is_priced) or ("%" in text and _LOWERED.search(text) is not None)


def _is_called(outline: Outline, slot: int) -> bool:
    """Whether a link is called a name: then that is a number."""
    words = outline.slots.classes[slot].lower()
    return "a" in outline.slots.trail(slot) and any(word in words for word in NAME_WORDS)


def lettered(written: Collection[str]) -> bool:
    """Whether most of the texts have letters."""
    return sum(LETTER.search(each) is not None for each in written) >= MOST * len(written)


def _constant(written: list[str], mean: float) -> float:
    """The share of the texts that is the same in all, at their beginning and end."""
    if len(written) < MIN_CONSTANT:
        return 0.0
    same = _same(written) + _same([each[::-1] for each in written])
    return min(1.0, same / mean) if same > CONSTANT_LENGTH else 0.0


def _same(written: list[str]) -> int:
    """How many characters all texts begin with."""
    low, high = min(written), max(written)
    return next((p for p, (a, b) in enumerate(zip(low, high, strict=False)) if a != b), len(low))


def _place_score(outline: Outline, slot: int, places: list[int]) -> float:
    """What the tags, classes and place of a slot make of it."""
    document = outline.document
    tags = set(outline.slots.trail(slot))
    first = outline.filled[places[0]][slot]
    score = 0.0
    if "a" in tags or document.tag[outline.spans[0][0]] == "a" or _holds_link(document, first):
        score += LINKED
    if tags.intersection(HEADINGS):
        score += HEADED
    words = outline.slots.words(slot).lower()
    if any(word in words for word in NAME_WORDS):
        score += CALLED
    elif _holds_name(outline, places[0], slot):
        score -= AROUND
    if any(word in words for word in NOT_NAME_WORDS):
        score -= OTHERWISE
    late = 0.0
    for place in places:
        start, stop = outline.text(place)
        late += (document.start[outline.filled[place][slot]] - start) / max(1, stop - start)
    return score - LATE * late / len(places)


def _holds_name(outline: Outline, place: int, slot: int) -> bool:
    """Whether a part of what stands in *slot* is called a name, and not all of it."""
    document, filled = outline.document, outline.filled[place]
    node = filled[slot]
    size = document.stop[node] - document.start[node]
    return any(
        node < inner < document.end[node]
        and MIN_NAME <= document.stop[inner] - document.start[inner] < size
        and any(word in outline.slots.classes[each].lower() for word in NAME_WORDS)
        for each, inner in filled.items()
    )


def _holds_link(document: Document, node: int) -> bool:
    return "a" in document.tag[node : document.end[node]]
