"""Whether words about a stock stand where they mean one of several sizes, or another product."""

from specdex.extraction.fields.stock_classes import CHOICE, stock_mark_of
from specdex.extraction.fields.view import View

__all__ = ["ABOVE", "MIN_MESSAGE", "has_twin", "is_choice", "is_of_another", "is_size", "left_of"]

MIN_MESSAGE = 1
"""Characters of a text that is no message, but an icon."""
ABOVE = 3
"""Elements around a word whose classes say what it speaks of."""
SIZE_WORDS = 2
"""Words of the longest size that has a number."""
MAX_CHOICE = 60
"""Characters of the longest text that is one of several sizes."""
CHOSEN_BY = frozenset({"button", "li", "a"})
"""What lists sizes side by side."""
MAX_CARD, MAX_CARD_DEPTH, MAX_CARD_ELEMENTS = 250, 5, 60
"""Characters, depth and elements of the card of another product."""
CARD_HEADINGS, CARD_LINKS = frozenset({"h2", "h3", "h4", "h5"}), frozenset({"a", "img"})


def is_choice(view: View, node: int, whole: bool) -> bool:  # noqa: FBT001 - compiled
    """Whether *node* speaks of one of several sizes or colours; not *whole*: it says which."""
    for _ in range(ABOVE):
        if node < 0 or view.stops[node] - view.starts[node] > MAX_CHOICE:
            break
        if view.tags[node] == "label" or stock_mark_of(view, node) & CHOICE:
            return True
        after, tag = view.ends[node], view.tags[node]
        if not whole and tag in CHOSEN_BY:
            left = left_of(view, node)
            if (left >= 0 and view.tags[left] == tag) or view.tags[after : after + 1] == [tag]:
                return True
        node = view.parents[node]
    return False


def has_twin(view: View, node: int) -> bool:
    """Whether an element beside *node* has the same tag, and one of its classes."""
    names = view.classes[node].split()
    for beside in (left_of(view, node), view.ends[node]):
        if 0 <= beside < len(view.tags) and view.parents[beside] == view.parents[node]:
            alike = not set(names).isdisjoint(view.classes[beside].split())
            if alike and view.tags[beside] == view.tags[node]:
                return True
    return False


def left_of(view: View, node: int) -> int:
    """The element before *node* in the same one, if it says something; else -1."""
    above, left = view.parents[node], node - 1
    while left > above and view.parents[left] != above:
        left = view.parents[left]
    shows = left > above >= 0 and len(view.text_of(left)) > MIN_MESSAGE
    return left if shows else -1


def is_size(lead: str, title: str) -> bool:
    """Whether the *lead* before words of absence says which size, and is not in the *title*."""
    words = lead.split()
    numbered = len(words) <= SIZE_WORDS and any(map(str.isdigit, lead.replace("0", "")))
    return numbered and lead.strip() not in title


def is_of_another(view: View, node: int) -> bool:
    """Whether *node* stands in the card of another product, with a heading and a link."""
    for _ in range(MAX_CARD_DEPTH):
        node = view.parents[node]
        if node < 0 or view.stops[node] - view.starts[node] > MAX_CARD:
            break
        if node <= view.heading < view.ends[node]:
            break
        tags = frozenset(view.tags[node : min(view.ends[node], node + MAX_CARD_ELEMENTS)])
        if tags & CARD_HEADINGS and tags & CARD_LINKS:
            return True
    return False
