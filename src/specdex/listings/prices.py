"""Which amount of a record is its price, which the price before, and how both are printed."""

import re
from bisect import bisect_left, bisect_right
from dataclasses import dataclass

from specdex.html import Document
from specdex.listings.money import Amount
from specdex.listings.outlines import Outline

__all__ = ["Price", "prices"]

STRUCK_TAGS = frozenset({"del", "s", "strike"})
OLD_CLASS = re.compile(
    r"old|was|list-?price|regular|rrp|msrp|uvp|compare|orig|strike|before|crossed|retail|previous|full",
    re.IGNORECASE,
)
ASIDE_CLASS = re.compile(
    r"sav(?:e|ing)|discount|unit|per-|ship|month|install|financ|deliver|cashback|points|coupon",
    re.IGNORECASE,
)
FROM = frozenset({"from", "ab", "desde", "da", "od", "vanaf", "fra", "från", "от", "à", "partir", "de", "dès", "a"})
FREE = re.compile(r"^\W*(?:free(?: to play)?|gratis|kostenlos|gratuit[eo]?|бесплатно|無料|免费)\W*$", re.IGNORECASE)
CHAIN = 3
PAIR_REACH = 12
MAX_PRINTED = 40
SENTENCE = 60


@dataclass(frozen=True, slots=True)
class Price:
    """A record's price and the price before, as printed."""

    printed: str = ""
    old: str = ""


class _Seen:
    __slots__ = ("amount", "aside", "node", "old", "slot", "run", "sentence")

    def __init__(self, amount: Amount, node: int, slot: tuple, old: bool, aside: bool, run, sentence) -> None:
        self.amount, self.node, self.slot, self.old, self.aside, self.run, self.sentence = amount, node, slot, old, aside, run, sentence


def prices(outline: Outline, found: list[Amount]) -> list[Price]:
    document = outline.document
    starts = [each.start for each in found]
    rows = []
    cover: dict = {}
    for record in outline.records:
        a = bisect_left(starts, document.start[record]); b = bisect_left(starts, document.stop[record])
        row = [_seen(document, record, each) for each in found[a:b]]
        for slot in {each.slot for each in row}:
            cover[slot] = cover.get(slot, 0) + 1
        rows.append(row)
    return [_of(document, row, cover, len(rows), record) for row, record in zip(rows, outline.records)]


def _seen(document: Document, record: int, amount: Amount) -> _Seen:
    nodes = document.nodes
    run = bisect_right(nodes.run_start, amount.start) - 1
    node = nodes.run_node[run]
    chain = []
    old = aside = False
    here = node; level = 0
    while here > record:
        cls = document.element(here).get("class") or ""
        chain.append((document.tag[here], cls.split(None,1)[0] if cls else ""))
        if document.tag[here] in STRUCK_TAGS:
            old = True
        if level < CHAIN and cls:
            old = old or bool(OLD_CLASS.search(cls)); aside = aside or bool(ASIDE_CLASS.search(cls))
        level += 1
        here = document.parent[here]
    lead = document.text[max(document.start[record], amount.start - 3) : amount.start].strip()
    aside = aside or lead.endswith("+")
    return _Seen(amount, node, tuple(chain), old, aside, run, nodes.run_stop[run]-nodes.run_start[run] > SENTENCE)


def _of(document: Document, row: list[_Seen], cover: dict, size: int, record: int) -> Price:
    if not row: 
        for node, t in document.runs_of(record):
            if FREE.match(t): return Price(t)
        return Price()
    def score(p):
        e = row[p]
        return (1.0 * cover[e.slot] / size - 2.0 * e.old - 1.5 * e.aside - 0.15 * min(p, 4) - 1.0*e.sentence)
    best = max(range(len(row)), key=score)
    chosen = row[best]
    old = None
    text = document.text
    for other in row:
        if other is chosen or other.amount.value <= chosen.amount.value: continue
        if other.old: old = old or other
    # pair
    for p in (best - 1, best + 1):
        if 0 <= p < len(row) and old is None:
            a, b = sorted((chosen, row[p]), key=lambda e: e.amount.start)
            between = text[a.amount.stop : b.amount.start]
            if len(between) <= PAIR_REACH and not any(c.isalpha() for c in between) and not any(c in "-–+/" for c in between.strip()) and not row[p].aside:
                if row[p].amount.value < chosen.amount.value and row[p].amount.value > 0.1*chosen.amount.value and not row[p].old:
                    chosen, old = row[p], chosen
                elif row[p].amount.value > chosen.amount.value: old = row[p]
    return Price(_printed(document, chosen, row, record), _printed(document, old, row, record) if old else "")


def _printed(document: Document, seen: _Seen, row: list[_Seen], record: int) -> str:
    text, nodes = document.text, document.nodes
    a, b = nodes.run_start[seen.run], max(nodes.run_stop[seen.run], seen.amount.stop)
    if b - a > MAX_PRINTED or _crowded(row, a, b, text) or not _fine(text[a:seen.amount.start]):
        a, b = seen.amount.start, seen.amount.stop
        tail = re.match(r"\s?[-–]\s?\d[\d.,]*", text[b:nodes.run_stop[seen.run]])
        if tail: b += tail.end()
        return text[a:b].replace("\n", " ")
    node = seen.node
    best = (a, b)
    while node > record:
        a, b = document.start[node], document.stop[node]
        if a <= best[0] and best[1] <= b and (a, b) != best:
            added = text[a:best[0]] + " " + text[best[1]:b]
            if b - a > MAX_PRINTED or _crowded(row, a, b, text) or not _fine(added): break
            best = (a, b)
        node = document.parent[node]
    return text[best[0]:best[1]].replace("\n", " ").strip()

def _fine(added):
    if "%" in added or ":" in added: return False
    w = re.findall(r"[^\W\d_]+", added.lower())
    return all(x in FROM for x in w) and not (re.search(r"\d", added) and w)

def _crowded(row, a, b, text):
    inside = [e for e in row if a <= e.amount.start < b]
    return len(inside) > 2 or len(inside) == 2 and not _range(text, inside)

def _range(text, inside):
    a, b = inside[0], inside[1]
    between = text[a.amount.stop : b.amount.start].strip()
    return between in {"-", "–", "—", "to", "~", "bis", "- "} 
