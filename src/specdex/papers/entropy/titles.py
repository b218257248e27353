"""What a record is called: the product's own name, not what stands around the record."""

from functools import cache

from specdex.html import Document
from specdex.lexicon import phrases
from specdex.text import collapse, words

__all__ = ["is_title", "product_title"]

HEADINGS = ("h1", "h2")
MAX_HEADINGS = 12
"""Headings of each rank that are looked at."""
MAX_TITLE = 200
"""A longer text is a chapter, no title."""
LIKE_ENOUGH = 0.35
"""Share of words that a heading of the second rank has in common with the page's title."""


def product_title(document: Document) -> str:
    """The heading that is most like what the page is called, or its first one; empty without any.

    Of headings as like, the one of the higher rank, then the first.
    """
    called = frozenset(words(document.title))
    best, found = -1.0, ""
    for rank, tag in enumerate(HEADINGS):
        for node in document.places_of(tag)[:MAX_HEADINGS]:
            text = collapse(document.text_of(node))
            like = _likeness(frozenset(words(text)), called)
            if is_title(text) and like > best and (not rank or like >= LIKE_ENOUGH):
                best, found = like, text
    return found


def is_title(text: str) -> bool:
    """Whether *text* may be a title: not too long, a word at least, and no button's."""
    said = words(text)
    return (
        bool(said)
        and len(text) <= MAX_TITLE
        and any(map(str.isalpha, text))
        and " ".join(said) not in _buttons()
    )


def _likeness(mine: frozenset[str], theirs: frozenset[str]) -> float:
    return 2 * len(mine & theirs) / (len(mine) + len(theirs)) if mine else 0.0


@cache
def _buttons() -> frozenset[str]:
    """What buttons that buy say."""
    lists = ("buying.add_to_cart", "buying.add_to_cart_in_lists", "buying.baskets")
    return frozenset(" ".join(words(phrase)) for phrase in phrases(*lists))
