"""Which slot of the records holds the product's name, and which its link."""

import re
from collections.abc import Sequence

from specdex.html import Document
from specdex.listings.money import amounts
from specdex.listings.outlines import Outline
from specdex.text import letters_and_digits

__all__ = ["links", "names"]

MIN_COVERAGE = 0.3
"""A slot that fewer records fill names nothing."""
MAX_NAME = 400
MIN_LETTERS = 2
SILENT = frozenset({"img", "button", "input", "select", "option", "script", "style", "svg", "br"})
HEADING = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
NAME_CLASS = re.compile(r"name|title|desc.*link|heading|product-?link", re.IGNORECASE)
OTHER_CLASS = re.compile(
    r"brand|vendor|seller|manufacturer|author|price|badge|label|flag|button|btn|review|rating"
    r"|stock|swatch|colou?r|categor|tag|ship|subtitle|sub-title|sku|code|visually-?hidden|sr-only",
    re.IGNORECASE,
)

COVERED, DISTINCT, LINKED, IN_HEADING, CALLED, OTHERWISE, AS_ALT = 2.0, 2.0, 1.0, 1.0, 0.8, 1.2, 1.5
LONG, LATE, PRICED = 1.0, 0.6, 2.0
"""What speaks for a slot: filled in most records, differing between them, in a link, in a heading,
called a name, called something else, said by the picture too, of several words, late, a price."""
IDEAL = 25
"""Characters from which a name is long enough."""


class _Slot:
    """The texts of one slot over all records."""

    def __init__(self, number: int, texts: dict[int, str]) -> None:
        self.number = number
        self.texts = texts


def names(outline: Outline) -> tuple[int, list[str]]:
    """The slot of the name (-1 where there is none), and the name in each record."""
    document = outline.document
    texts = _texts(outline)
    size = len(outline.records)
    alts = [_alts(document, record) for record in outline.records]
    scores = {
        slot: _score(outline, slot, found, alts)
        for slot, found in texts.items()
        if len(found) >= MIN_COVERAGE * size
    }
    order = sorted((slot for slot in scores if scores[slot] > 0), key=lambda slot: (-scores[slot], slot))
    if not order:
        return -1, [""] * size
    best = order[0]
    good = [slot for slot in order if scores[slot] >= 0.6 * scores[best]]
    rest = sorted((s for s, f in texts.items() if len(f) < MIN_COVERAGE * size), key=lambda s: -len(texts[s]))
    out = []
    for place in range(size):
        out.append(next((texts[slot][place] for slot in good if place in texts[slot]), ""))
    return best, _plain(outline, best, out)


def _plain(outline, best, out):
    """Without badges: runs inside the name's slot that say the same in several records, not in all."""
    document = outline.document
    inner = {}
    for place, filled in enumerate(outline.filled):
        if best in filled:
            for node, text in document.runs_of(filled[best]):
                if node != filled[best]:
                    inner.setdefault(text, []).append(place)
    size = len(outline.records)
    for text, places in inner.items():
        if 3 <= len(places) < 0.7 * size:
            starts = sum(out[p].startswith(text) for p in places)
            if starts == len(places) and all(len(out[p]) > len(text) + 3 for p in places):
                tags = {document.tag[document.parent[n]] for p in places for n, t in document.runs_of(outline.filled[p][best]) if t == text}
                for p in places:
                    out[p] = out[p][len(text):].strip()
    return out


def _texts(outline: Outline) -> dict[int, dict[int, str]]:
    """For each slot with text the text in each record that fills it."""
    document = outline.document
    start, stop, text = document.start, document.stop, document.text
    found: dict[int, dict[int, str]] = {}
    for place, filled in enumerate(outline.filled):
        for slot, node in filled.items():
            if MIN_LETTERS <= stop[node] - start[node] <= MAX_NAME:
                found.setdefault(slot, {})[place] = (
                    text[start[node] : stop[node]].replace("\n", " ").strip()
                )
    return found


def _alts(document: Document, record: int) -> set[str]:
    """What the pictures and links of a record say about themselves."""
    said = set()
    for node in range(record, min(document.end[record], record + 400)):
        if document.tag[node] == "img":
            said.add(letters_and_digits(document.attribute(node, "alt")))
        elif document.tag[node] == "a":
            said.add(letters_and_digits(document.attribute(node, "title")))
    said.discard("")
    return said


def _score(outline: Outline, slot: int, found: dict[int, str], alts: list[set[str]]) -> float:
    document, size = outline.document, len(outline.records)
    tag = outline.slots.tags[slot]
    if tag in SILENT:
        return 0.0
    texts = list(found.values())
    lettered = sum(any(c.isalpha() for c in each) for each in texts) / len(texts)
    if lettered < 0.5:
        return 0.0
    score = COVERED * len(found) / size + DISTINCT * len(set(texts)) / len(texts)
    places = list(found)[:8]
    nodes = [outline.filled[place][slot] for place in places]
    chain = _chain(outline, slot)
    if "a" in chain or document.tag[outline.records[0]] == "a" or any(_holds_link(document, n) for n in nodes):
        score += LINKED
    if any(t in HEADING for t in chain):
        score += IN_HEADING
    own = document.element(nodes[0]).get("class") or ""
    over = document.element(document.parent[nodes[0]]).get("class") or "" if document.parent[nodes[0]]!=outline.records[places[0]] else ""
    if NAME_CLASS.search(own) or NAME_CLASS.search(over):
        score += CALLED
    if OTHER_CLASS.search(own) or OTHER_CLASS.search(over):
        score -= OTHERWISE
    same = sum(any(_says(alt, letters_and_digits(found[p])) for alt in alts[p]) for p in places) / len(places)
    mean = sum(map(len, texts)) / len(texts)
    score += AS_ALT * same * min(1.0, mean / 12)
    score -= 2.0 * _constant(texts)
    score += LONG * min(1.0, mean / IDEAL)
    priced = sum(bool(amounts(each)) for each in texts) / len(texts)
    score -= PRICED * priced
    late = sum((document.start[n] - document.start[outline.records[p]]) / max(1, document.stop[outline.records[p]] - document.start[outline.records[p]]) for n, p in zip(nodes, places)) / len(nodes)
    score -= LATE * late
    return score

def _constant(texts):
    import os
    if len(texts) < 3: return 0.0
    tails = [t[::-1] for t in texts]
    same = len(os.path.commonprefix(texts)) + len(os.path.commonprefix(tails))
    return min(1.0, same / max(1, sum(map(len, texts)) / len(texts))) if same > 5 else 0.0

def _says(alt: str, name: str) -> bool:
    return bool(name) and (alt == name or (len(name) > 5 and (alt.startswith(name) or name.startswith(alt) and len(alt) > 0.6*len(name))))

def _chain(outline: Outline, slot: int) -> list[str]:
    tags = []
    while slot >= 0:
        tags.append(outline.slots.tags[slot])
        slot = outline.slots.parents[slot]
    return tags

def _holds_link(document: Document, node: int) -> bool:
    return any(document.tag[n] == "a" for n in range(node, document.end[node]))


def links(outline: Outline, name_slot: int) -> list[str]:
    """The address of each record's product."""
    document = outline.document
    size = len(outline.records)
    hrefs: dict[int, dict[int, str]] = {}
    for place, (record, filled) in enumerate(zip(outline.records, outline.filled, strict=True)):
        if document.tag[record] == "a":
            hrefs.setdefault(-1, {})[place] = document.attribute(record, "href").strip()
        for slot, node in filled.items():
            if document.tag[node] == "a":
                href = document.attribute(node, "href").strip()
                if href and not href.startswith("javascript:") and (href[0] != "#" or "/" in href):
                    hrefs.setdefault(slot, {})[place] = href
    ranks = {}
    related = set()
    s = name_slot
    while s >= 0:
        related.add(s); s = outline.slots.parents[s]
    if name_slot>=0:
        for slot in hrefs:
            s = slot
            while s >= 0:
                if s == name_slot: related.add(slot); break
                s = outline.slots.parents[s]
    related.add(-1)
    pics = set()
    for slot in hrefs:
        if slot < 0: continue
        for place, filled in enumerate(outline.filled):
            n = filled.get(slot)
            if n is not None and any(document.tag[x] in ("img", "picture") for x in range(n, document.end[n])):
                pics.add(slot); break
    for slot, found in hrefs.items():
        ranks[slot] = len(found) / size + len(set(found.values())) / len(found) + 0.7 * (slot in related) + 0.4 * (slot in pics)
    order = sorted(hrefs, key=lambda slot: (-ranks[slot], slot))
    return [next((hrefs[slot][place] for slot in order if place in hrefs[slot]), "") for place in range(size)]
