"""What class names and styles say of the stock, and of what is not shown, remembered."""

import re

from specdex.extraction.fields.class_names import MAX_NAMES, REMEMBERED, Pieces
from specdex.extraction.fields.view import View
from specdex.lexicon import phrases, words

__all__ = [
    "BADGE",
    "CHOICE",
    "GONE",
    "STOCK",
    "THERE",
    "UNSEEN",
    "is_disabled",
    "is_hidden",
    "is_kept_back",
    "is_marked",
    "stock_mark_of",
]

GONE, THERE, STOCK, UNSEEN, CHOICE, BADGE = (1 << bit for bit in range(6))
"""The marks, a bit each."""
GONE_ENDS, THERE_ENDS = phrases("classes.gone"), phrases("classes.there")
NO_STATE = phrases("classes.no_state")
UNSEEN_CLASSES = words("classes.unseen")
_PIECES = Pieces(
    (STOCK, phrases("classes.stock")),
    (CHOICE, phrases("classes.choices")),
    (BADGE, phrases("classes.badges")),
)
_SHOWN_AT_A_WIDTH = re.compile(r"\bd-\w+-(?!none)\w|\w:(?:block|flex|inline|grid|table|visible)")
_UNSEEN_STYLE = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden")
BUTTONS = frozenset({"button", "a", "input"})
_known: dict[str, int] = {}


def _marks(names: str) -> int:
    """The marks that *names*, a class or an id, carry."""
    known = _known.get(names)
    if known is not None:
        return known
    if len(_known) >= REMEMBERED:
        _known.clear()
    low = names.lower()
    found = _PIECES.within(low)
    for token in low.split():
        found |= _state(token)
    if found & UNSEEN and _SHOWN_AT_A_WIDTH.search(low) is not None:
        found ^= UNSEEN
    _known[names] = found
    return found


def _state(token: str) -> int:
    """Which state of the stock, or none, one class stands for."""
    if token in UNSEEN_CLASSES:
        return UNSEEN
    if not token.startswith(NO_STATE):
        if token.endswith(GONE_ENDS):
            return GONE
        if token.endswith(THERE_ENDS):
            return THERE
    return 0


def is_marked(view: View, node: int, mark: int) -> bool:
    """Whether the class of *node* carries *mark*."""
    names = view.classes[node]
    return bool(names) and _marks(names[:MAX_NAMES]) & mark > 0


def stock_mark_of(view: View, node: int) -> int:
    """The marks, as bits, that the class and the id of *node* carry."""
    names, given = view.classes[node], view.attribute(node, "id")
    found = _marks(names[:MAX_NAMES]) if names else 0
    return found | _marks(given[:MAX_NAMES]) if given else found


def is_hidden(view: View, node: int) -> bool:
    """Whether *node* stands in what is not shown; whatever holds the heading, too, is shown."""
    while node >= 0 and not node <= view.heading < view.ends[node]:
        if _hides(view, node):
            return True
        node = view.parents[node]
    return False


def is_kept_back(view: View, node: int) -> bool:
    """Whether *node* is hidden, or stands in a dialogue, which waits until it is called."""
    while node >= 0 and not node <= view.heading < view.ends[node]:
        if _hides(view, node) or view.tags[node] == "dialog":
            return True
        if view.attribute(node, "role") == "dialog":
            return True
        if view.attribute(node, "aria-hidden") == "true":
            return True
        node = view.parents[node]
    return False


def _hides(view: View, node: int) -> bool:
    if is_marked(view, node, UNSEEN):
        return True
    if view.document.has(node, "hidden") or view.document.has(node, "x-cloak"):
        return True
    style = view.attribute(node, "style")
    return bool(style) and _UNSEEN_STYLE.search(style) is not None


def is_disabled(view: View, node: int) -> bool:
    """Whether *node*, or what holds it, cannot be pressed; perhaps no size is chosen yet."""
    for each in (node, max(0, view.parents[node])):
        if view.document.has(each, "disabled") or view.attribute(each, "aria-disabled") == "true":
            return True
        if view.tags[each] in BUTTONS and _is_called_disabled(view.classes[each]):
            return True
    return False


def _is_called_disabled(names: str) -> bool:
    for token in names.lower().split():  # noqa: SIM110 - a loop compiles well
        if token.endswith("disabled") and "not" not in token:
            return True
    return False
