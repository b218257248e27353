"""The name in each record, by the slot that holds it."""

from collections import Counter
from statistics import median_low

from specdex.html import Document
from specdex.lexicon import phrases
from specdex.listings.hints import Hints, unshown
from specdex.listings.name_slots import LETTER, NameSlots, lettered, tells_price
from specdex.listings.outlines import Outline

__all__ = ["names"]

HIDDEN_WORDS = phrases("classes.hidden")
"""What classes call what is only for screen readers."""
BADGE_SHARE = 0.7
MIN_BADGES = 3
"""A text inside names is a badge when it is always the same, in at least three records; what stands
first, in no more than this share of them: a maker may."""
MOST = 0.5
"""What more records say in the same place is no name."""
FAR_MORE, ENOUGH = 0.3, 0.5
"""How much more another element must say of what a record is called to be its name; how much, where
what stands in the name's place says less than the first."""


def names(outline: Outline, slots: NameSlots) -> list[str]:
    """The name in each record, without badges; where none is shown, what its picture says."""
    shown = _shown(outline, slots)
    badges = _badges(outline, slots.shown) if slots.shown >= 0 else frozenset()
    found = [_plain(outline.document, node, badges) if node >= 0 else "" for node in shown]
    unsaid = [place for place, node in enumerate(shown) if node < 0]
    for place in unsaid:
        told = unshown(outline, (place,))
        order = sorted(told, key=lambda each: each != slots.unshown)
        said = (told[each][place] for each in order)
        found[place] = next((each for each in said if LETTER.search(each)), "")
    return found


def _shown(outline: Outline, slots: NameSlots) -> list[int]:
    """The element in each record that shows its name; -1 where none does."""
    if slots.shown < 0:
        return [-1] * len(outline)
    text_of, signature = outline.document.text_of, _signature(outline, slots.shown)
    hints = Hints(outline)
    nodes = _filling(outline, hints, slots.shown, signature)
    texts = [text_of(node) if node >= 0 else "" for node in nodes]
    times, are_lettered = Counter(texts), hints.is_asked and lettered(texts)
    for place, node in enumerate(nodes):
        is_silent = not texts[place] or (are_lettered and not LETTER.search(texts[place]))
        if hints.is_asked and (is_silent or times[texts[place]] >= MIN_BADGES):
            nodes[place] = _told(outline, hints, place, node, signature[0])
        if is_silent and nodes[place] == node:
            filled = outline.filled[place]
            others = (filled[each] for each in slots.others if each in filled)
            nodes[place] = next((each for each in others if _names(outline, each)), node)
    return nodes


def _filling(outline: Outline, hints: Hints, slot: int, signature: tuple[str, str]) -> list[int]:
    """The element in each record that fills *slot*, or looks like those; -1 where none does.

    Where few records have several alike beside each other, that is the one they tell most of.
    """
    text_of = outline.document.text_of
    found = []
    for place, filled in enumerate(outline.filled):
        twins = _twins(outline, place, slot)
        found.append(twins or [_like(outline.document, filled, signature)])
    if hints.is_asked and median_low(map(len, found)) == 1:
        for place, twins in enumerate(found):
            if len(twins) > 1:
                told = {node: hints.told(place, text_of(node)) for node in twins}
                best = max(told, key=told.__getitem__)
                twins[0] = best if told[best] >= told[twins[0]] + FAR_MORE else twins[0]
    return [twins[0] for twins in found]


def _twins(outline: Outline, place: int, slot: int) -> list[int]:
    """What fills *slot* in a record and shows something, and then what looks like it beside it."""
    document, first = outline.document, outline.filled[place].get(slot, -1)
    if first < 0:
        return []
    tag, classes = document.tag[first], document.classes[first]
    twins = [
        node
        for node in document.children(document.parent[first])
        if node != first and document.tag[node] == tag and document.classes[node] == classes
    ]
    return [node for node in (first, *twins) if document.text_of(node)]


def _told(outline: Outline, hints: Hints, place: int, node: int, tag: str) -> int:
    """*node*, or an element of the names' *tag* that says far more of what the record tells."""
    document = outline.document
    if node >= 0 and hints.told(place, document.text_of(node)) >= FAR_MORE:
        return node
    evidence = {
        each: hints.told(place, document.text_of(each))
        for each in outline.nodes(place)
        if document.tag[each] == tag and _names(outline, each) and not _repeats(outline, each)
    }
    best = max(evidence, key=evidence.__getitem__, default=node)
    return best if evidence.get(best, 0.0) >= ENOUGH else node


def _repeats(outline: Outline, node: int) -> bool:
    """Whether most records say in the same place what *node* does."""
    text_of, slot = outline.document.text_of, outline.slots.slot_of.get(node)
    text = text_of(node)
    same = sum(text_of(filled[slot]) == text for filled in outline.filled if slot in filled)
    return same > MOST * len(outline)


def _names(outline: Outline, node: int) -> bool:
    """Whether *node* says something in words, and no price."""
    text = outline.document.text_of(node)
    return LETTER.search(text) is not None and not tells_price(outline, node, text)


def _signature(outline: Outline, slot: int) -> tuple[str, str]:
    """The tag and class that the name's element has in most records."""
    document = outline.document
    node = next(filled[slot] for filled in outline.filled if slot in filled)
    return document.tag[node], document.attribute(node, "class")


def _like(document: Document, filled: dict[int, int], signature: tuple[str, str]) -> int:
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
