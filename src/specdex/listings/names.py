"""Which slot of the records holds the product's name."""

import re

from specdex.html import Document
from specdex.html.tags import HEADINGS
from specdex.lexicon import phrases
from specdex.listings.outlines import Outline
from specdex.listings.spans import Span
from specdex.text import collapse

__all__ = ["name_slot", "names"]

NAME_WORDS, NOT_NAME_WORDS = phrases("classes.names"), phrases("classes.not_names")
HIDDEN_WORDS = phrases("classes.hidden")
"""What classes call names, what is none, and what is only for screen readers."""
MIN_COVERAGE = 0.3
"""A slot that fewer records fill names nothing."""
MAX_NAME = 400
MIN_NAME = 2
UNSHOWN = {"img": ("alt", "title"), "a": ("title", "aria-label"), "amp-img": ("alt",)}
"""Where a name is written that the page does not show."""
SILENT = frozenset({"img", "button", "input", "select", "option", "script", "style", "br", "label"})

COVERED, DISTINCT, LINKED, HEADED, CALLED, OTHERWISE = 2.0, 2.0, 1.0, 1.0, 0.8, 1.2
"""What a slot gains that most records fill, that differs between them, that stands in a link, in a
heading, that is called a name; what it loses that is called something else."""
SAID, LONG, LATE, PRICED, CONSTANT, CODED = 1.5, 1.5, 0.6, 2.0, 2.0, 1.0
"""What it gains that the picture says too, that has several words; what it loses that stands late,
that holds prices, that is mostly the same words everywhere, that is a code."""
AROUND = 1.5
"""What it loses that is not called a name, but holds an element that is, and more."""
LONG_ENOUGH = 25
WITHIN = 0.6
"""What it counts when the picture says more before the name."""
SPOKEN = 0.4
"""The share of what the picture says that a name is: a maker's is less."""
SAID_FULLY = 12
"""Characters of a name that counts fully as said by the picture."""
SAMPLE = 6
"""Records that are asked which of their slots holds the name."""
GOOD = 0.6
"""A slot stands in for the name's where that is empty, if it scores at least this share of it."""
MOST = 0.5
CONSTANT_LENGTH = 5
BADGE_SHARE = 0.7
MIN_BADGES = 3
"""A text inside names is a badge when it is always the same, in at least three records; what stands
first, in no more than this share of them: a maker may."""


_LETTER = re.compile(r"[^\W\d_]")
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
        self.said = {place: _alts(outline, place) for place in self.places}

    def of(self, slot: int) -> dict[int, tuple[int, str]]:
        """The node and text in each record asked that fills *slot* with a short text."""
        document = self.outline.document
        found = {}
        for place in self.places:
            node = self.outline.filled[place].get(slot, -1)
            if node >= 0 and MIN_NAME <= document.stop[node] - document.start[node] <= MAX_NAME:
                found[place] = node, document.text_of(node)
        return found


def name_slot(outline: Outline) -> tuple[int, list[int]]:
    """The slot of the name (-1 where there is none), and those that may stand in for it."""
    texts = _Texts(outline)
    least = MIN_COVERAGE * len(outline)
    scores = {
        slot: _score(texts, slot, count / len(outline))
        for slot, count in texts.counts.items()
        if count >= least and outline.slots.tags[slot] not in SILENT
    }
    order = sorted((slot for slot in scores if scores[slot] > 0), key=lambda s: (-scores[s], s))
    if not order:
        return -1, []
    best = scores[order[0]]
    return order[0], [slot for slot in order[1:] if scores[slot] >= GOOD * best]


def names(outline: Outline, slot: int, others: list[int]) -> list[str]:
    """The name in each record, without badges; where none is shown, what its picture says."""
    document = outline.document
    badges = _badges(outline, slot) if slot >= 0 else frozenset()
    signature = _signature(outline, slot) if slot >= 0 else ("", "")
    found = []
    for span, filled in zip(outline.spans, outline.filled, strict=True):
        node = filled.get(slot, -1)
        if node < 0 or not document.text_of(node):
            node = _twin(document, filled, signature)
        if node < 0:
            node = next((filled[each] for each in others if _names(outline, filled, each)), -1)
        found.append(_unshown(document, span) if node < 0 else _plain(document, node, badges))
    return found


def _names(outline: Outline, filled: dict[int, int], slot: int) -> bool:
    """Whether *slot* says something in words, and no price."""
    node = filled.get(slot, -1)
    text = outline.document.text_of(node) if node >= 0 else ""
    return _LETTER.search(text) is not None and not _tells_price(outline, node, text)


def _unshown(document: Document, span: Span) -> str:
    """What a record's pictures and links say of themselves, where it shows no name."""
    for node in (node for top in span for node in range(top, document.end[top])):
        for attribute in UNSHOWN.get(document.tag[node], ()):
            said = collapse(document.attribute(node, attribute))
            if _LETTER.search(said) and MIN_NAME < len(said) <= MAX_NAME:
                return said
    return ""


def _alts(outline: Outline, place: int) -> list[str]:
    """What the pictures of a record say about themselves."""
    document = outline.document
    said = (
        _squeezed(document.attribute(node, "alt"))
        for slot, node in outline.filled[place].items()
        if outline.slots.tags[slot] == "img"
    )
    return [each for each in said if each]


def _squeezed(text: str) -> str:
    """*text* as it is compared with what pictures say."""
    return "".join(text.lower().split())


def _score(texts: _Texts, slot: int, coverage: float) -> float:
    """How much the texts of a slot look like the names of products."""
    found = texts.of(slot)
    if not found or _is_wrapper(texts, found):
        return 0.0
    written = [text for _, text in found.values()]
    if not _lettered(written) and not _is_called(texts.outline, slot):
        return 0.0
    size = len(written)
    mean = sum(map(len, written)) / size
    score = COVERED * coverage * size / max(1, _filling(texts, slot))
    score += DISTINCT * _distinct(written)
    score += LONG * min(1.0, mean / LONG_ENOUGH)
    score += SAID * _said(texts, found) * min(1.0, mean / SAID_FULLY)
    score -= PRICED * sum(_tells_price(texts.outline, *each) for each in found.values()) / size
    score -= CONSTANT * _constant(written, mean)
    if sum(" " not in each and _CODE.fullmatch(each) is not None for each in written) > MOST * size:
        score -= CODED
    return score + _place_score(texts.outline, slot, list(found))


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


def _tells_price(outline: Outline, node: int, text: str) -> bool:
    """Whether an amount stands in *node*, or by how much one was lowered."""
    document, before = outline.document, outline.view.prices_before
    is_priced = before[document.stop[node]] > before[document.start[node]]
    return bool(is_priced) or ("%" in text and _LOWERED.search(text) is not None)


def _is_called(outline: Outline, slot: int) -> bool:
    """Whether a link is called a name: then that is a number."""
    words = outline.slots.classes[slot].lower()
    return "a" in outline.slots.trail(slot) and any(word in words for word in NAME_WORDS)


def _lettered(written: list[str]) -> bool:
    return sum(_LETTER.search(each) is not None for each in written) >= MOST * len(written)


def _said(texts: _Texts, found: dict[int, tuple[int, str]]) -> float:
    """The share of texts that a picture of their record says too."""
    same = 0.0
    for place, (_, text) in found.items():
        if not texts.said[place]:
            continue
        name = _squeezed(text)
        if any(_says(alt, name) for alt in texts.said[place]):
            same += 1.0
        elif any(name in alt for alt in texts.said[place]):
            same += WITHIN
    return same / len(found)


def _says(alt: str, name: str) -> bool:
    """Whether what a picture says begins or ends with *name*, and says little else."""
    return len(name) >= SPOKEN * len(alt) and (alt.startswith(name) or alt.endswith(name))


def _constant(written: list[str], mean: float) -> float:
    """The share of the texts that is the same in all, at their beginning and end."""
    if len(written) < MIN_BADGES:
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


def _signature(outline: Outline, slot: int) -> tuple[str, str]:
    """The tag and class that the name's element has in most records."""
    document = outline.document
    node = next(filled[slot] for filled in outline.filled if slot in filled)
    return document.tag[node], document.attribute(node, "class")


def _twin(document: Document, filled: dict[int, int], signature: tuple[str, str]) -> int:
    """The first element of a record that has the tag and class of the others' names."""
    if not signature[1]:
        return -1
    for node in filled.values():
        if (document.tag[node], document.attribute(node, "class")) == signature:
            return node
    return -1


def _badges(outline: Outline, slot: int) -> frozenset[str]:
    """Texts inside the names that are no part of them."""
    document = outline.document
    below: dict[int, list[str]] = {}
    leading: set[int] = set()
    for filled in outline.filled:
        if slot in filled:
            inside = range(filled[slot] + 1, document.end[filled[slot]])
            for inner, node in filled.items():
                if node in inside:
                    below.setdefault(inner, []).append(document.text_of(node))
                    if document.start[node] == document.start[filled[slot]]:
                        leading.add(inner)
    size = len(outline)
    return frozenset(
        texts[0]
        for inner, texts in below.items()
        if len(set(texts)) == 1
        and texts[0]
        and (
            (
                len(texts) >= MIN_BADGES
                and (inner not in leading or len(texts) <= BADGE_SHARE * size)
            )
            or _is_hidden(outline.slots.words(inner).lower())
        )
    )


def _is_hidden(words: str) -> bool:
    return any(word in words for word in HIDDEN_WORDS)


def _plain(document: Document, node: int, badges: frozenset[str]) -> str:
    """The text of *node* without badges at its ends."""
    text = document.text_of(node)
    for badge in badges:
        if len(text) > len(badge):
            text = text.removeprefix(badge).removesuffix(badge).strip()
    return text
