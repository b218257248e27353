"""A detector by rule of thumb: no model, no training; what the learned one is measured against."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from specdex.detection.candidates import find_candidates
from specdex.detection.shapes import Shapes, shapes
from specdex.detection.surroundings import ALIEN_WORDS, SPEC_WORDS
from specdex.html import Document
from specdex.records import Candidate

__all__ = ["RuleDetector"]

CHROME_TAGS = frozenset({"nav", "footer", "header", "button", "select"})
"""Parts of a page that serve the site, not the product."""
HEADING_REACH = 120
"""How much text above an element may head it."""
MAX_LINK_SHARE = 0.5
"""More links than this make a menu."""
MIN_LABEL_SHARE = 0.25
"""Fewer labels among the lines than this make prose."""
MIN_LABELS = 2
MAX_LINE = 160
"""Longer lines on average make prose."""
LIKELY, UNLIKELY = 0.3, -0.4
"""What a good and a bad word above an element add to its score."""


@dataclass(frozen=True)
class RuleDetector:
    """Believes in candidates with many labels, few links, and a good word above them."""

    threshold: float = 0.5

    def detect(self, document: Document) -> Sequence[Candidate]:
        """The candidates believed in, in page order, none inside another."""
        scored = [
            Candidate(candidate.node, candidate.kind, score)
            for candidate in find_candidates(document)
            if (score := _score(shapes(document), candidate.node)) >= self.threshold
        ]
        return _apart(document, scored)


def _apart(document: Document, candidates: Sequence[Candidate]) -> tuple[Candidate, ...]:
    """The best candidates of which none lies inside another."""
    taken: list[Candidate] = []
    for each in sorted(candidates, key=lambda one: (-one.confidence, one.node)):
        if all(not _overlap(document, each.node, other.node) for other in taken):
            taken.append(each)
    return tuple(sorted(taken, key=lambda one: one.node))


def _overlap(document: Document, one: int, other: int) -> bool:
    return one < document.end[other] and other < document.end[one]


def _score(page: Shapes, node: int) -> float:
    """How much *node* looks like a specification, from 0 to 1."""
    labels = page.labelled(node)
    lines = max(1, page.lines.count(1, page.first[node], page.last[node]))
    if page.document.tag[node] in {"table", "dl"}:
        labels = max(labels, lines // 2)
    if labels < MIN_LABELS or labels / lines < MIN_LABEL_SHARE:
        return 0.0
    if page.size(node) / lines > MAX_LINE or _link_share(page, node) > MAX_LINK_SHARE:
        return 0.0
    if _in_chrome(page.document, node):
        return 0.0
    return min(1.0, max(0.0, 0.4 + math.log10(labels) / 4 + _context(page, node)))


def _link_share(page: Shapes, node: int) -> float:
    tags = page.document.tag
    linked = sum(
        page.size(inner) for inner in range(node, page.document.end[node]) if tags[inner] == "a"
    )
    return linked / max(1, page.size(node))


def _in_chrome(document: Document, node: int) -> bool:
    return any(document.tag[above] in CHROME_TAGS for above in document.ancestors(node))


def _context(page: Shapes, node: int) -> float:
    """What the words above *node*, and its class and id, say about it."""
    document = page.document
    start = document.start[node]
    words = document.text[max(0, start - HEADING_REACH) : start + HEADING_REACH // 2]
    words += f" {document.attribute(node, 'class')} {document.attribute(node, 'id')}"
    score = LIKELY if SPEC_WORDS.search(words) else 0.0
    return score + (UNLIKELY if ALIEN_WORDS.search(words) else 0.0)
