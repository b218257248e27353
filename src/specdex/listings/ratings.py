"""How many people rated each record's product, where the records show it."""

import re

from specdex.listings.outlines import Outline

__all__ = ["rating_counts"]

RATING_WORDS = ("rating", "review", "star", "bewertung", "avis", "opinion", "feedback")
"""What programmers call the element that tells how a product is rated."""
_COUNT = re.compile(r"\(\s*(\d{1,3}(?:[.,\s]\d{3})+|\d+)\s*\)|(?<![\d.,%$€£])(\d+)\s+[^\W\d_]{4,}")
_ALONE = re.compile(r"\D{0,3}(\d{1,3}(?:[.,]\d{3})+|\d+)\D{0,3}")
MIN_COVERAGE = 0.2
"""A slot that fewer records fill shows no ratings."""
MAX_TEXT = 60


def rating_counts(outline: Outline) -> list[str]:
    """The number of ratings in each record as printed; empty where it shows none."""
    found: dict[int, dict[int, str]] = {}
    least = MIN_COVERAGE * len(outline)
    likely = {
        slot
        for slot, count in outline.counts().items()
        if count >= least and _is_called(outline.slots.words(slot).lower())
    }
    for place, filled in enumerate(outline.filled):
        for slot in likely & filled.keys():
            count = _count(outline.document.text_of(filled[slot]))
            if count:
                found.setdefault(slot, {})[place] = count
    order = sorted((s for s in found if len(found[s]) >= least), key=lambda s: (-len(found[s]), s))
    return [
        next((found[slot][place] for slot in order if place in found[slot]), "")
        for place in range(len(outline))
    ]


def _is_called(words: str) -> bool:
    return any(word in words for word in RATING_WORDS)


def _count(text: str) -> str:
    """The number of ratings that *text* tells; empty where it tells another."""
    if len(text) > MAX_TEXT:
        return ""
    match = _COUNT.search(text)
    if match is not None:
        return str(match[1] or match[2])
    alone = _ALONE.fullmatch(text)
    return str(alone[1]) if alone else ""
