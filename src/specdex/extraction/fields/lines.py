"""What the lines of a page are: labels with their values, buttons that buy, headings of others."""

import re
from collections.abc import Iterable
from functools import lru_cache, reduce

from specdex.extraction.fields.class_names import Pieces
from specdex.extraction.fields.stock_classes import is_disabled
from specdex.extraction.fields.stock_words import IN, OUT, is_state, stock_word
from specdex.extraction.fields.view import LABELS, PUNCTUATION, Label, View, squashed
from specdex.extraction.fields.words import letter_words
from specdex.lexicon import phrases, table

__all__ = ["scan"]

MAX_LINES = 6_000
"""Lines of a page that are looked at."""
LONG_LINE = 240
"""A longer line is prose; no label is looked for in it."""
SHORT_LINE = 48
"""Only a line as short as this can be a label or a button by itself."""
MAX_INPUTS = 150
LABEL_WORDS = 5
"""Words of the longest label."""
HEADING_TAGS, HEADING_DEPTH = frozenset({"h2", "h3", "h4", "h5", "h6"}), 3
"""What headings above others are, and how deep in one its text may stand."""
HEADING_LINE = 90
"""Only a line as short as this can be the heading above related products."""
LEAD = 700
"""Characters before the heading that are looked at, …"""
REACH = 20_000
"""… and after it."""
MIN_STAGE = 300
"""Characters after the heading that belong to the main product for sure."""
MAX_STAGE = 9_000
"""Characters after the heading that may still belong to the main product."""
END = 3
"""Letters by which the end of a label is looked up."""
START = 3
"""Letters by which a line is looked up."""
CARTS = phrases("buying.add_to_cart")
CART_PIECES = Pieces((1, phrases("buying.cart_pieces")))
CART_NAME = "add"
"""What the platform that most shops rent calls the button that buys, whatever it says."""
CART_WORDS = frozenset(squashed(phrase) for phrase in CARTS)
ASKING = frozenset({"", "text", "number", "tel"})
"""Kinds of input that ask how many, and do not buy."""
NOTIFY_WORDS = frozenset(squashed(phrase) for phrase in phrases("buying.notify_buttons"))
RELATED_HEADINGS = phrases("buying.related_headings")
_LABEL_ENDS = frozenset(label[-END:] for label in LABELS)
_DIGIT = re.compile(r"\d")
REMEMBERED = 2048
_CART_FIRST = frozenset("".join(word[0] + word[0].upper() for word in CART_WORDS))
_RELATED = {
    start: tuple(phrase for phrase in RELATED_HEADINGS if phrase.startswith(start))
    for start in {phrase[:START] for phrase in RELATED_HEADINGS}
}
"""The headings by how they begin: most lines begin like none of them."""
_STARTS = {phrase[:START] for each in (*table("labels.fields").values(), CARTS) for phrase in each}
_LEADS = {lead: (lead in _STARTS, _RELATED.get(lead, ())) for lead in _STARTS | _RELATED.keys()}
"""What a line may be that begins so: a label or a button, and which of the headings."""


PLACES = 8_192
"""Places in a table of how lines begin that may mean something, a power of two."""


def _next_place(place: int, character: str) -> int:
    """The place of what has *place*, and *character* behind it."""
    return (place * 31 + ord(character)) & (PLACES - 1)


def _table(starts: Iterable[str]) -> bytes:
    """A table with 1 at the places of *starts*."""
    taken = {reduce(_next_place, start, 0) for start in starts}
    return bytes(place in taken for place in range(PLACES))


OPENING = 4
"""Letters by which the beginning of a squashed line is looked up."""
_SQUASHED = (*CART_WORDS, *LABELS)
_BEGUN = _table(lead for lead in _LEADS if len(lead) == START)
_OPENINGS = _table(word[:OPENING] for word in _SQUASHED if len(word) >= OPENING)
_WHOLE = _table(word for word in _SQUASHED if len(word) < OPENING)


def scan(view: View) -> None:
    """Note the labels, buttons and headings of other products on the lines around the heading."""
    low = view.low
    start = low.rfind("\n", 0, max(0, view.start - LEAD)) + 1
    last = min(len(low), view.stop + REACH)
    related, colon, wide = -1, -1, -1
    for _ in range(MAX_LINES):
        end = low.find("\n", start, last)
        end = last if end < 0 else end
        if colon < start:
            colon = _next(low, ":", start, last)
        if wide < start:
            wide = _next(low, "\uff1a", start, last)
        if (
            end - start <= LONG_LINE
            and _line(view, start, end, min(colon, wide) < end)
            and related < 0
        ):
            related = start
        start = end + 1
        if start > last:
            break
    _inputs(view)
    if not view.carts:
        _buttons(view)
    if not view.carts:
        _counts(view)
    view.limit = min(related if related >= 0 else len(low), view.stop + MAX_STAGE)
    view.others = min(view.others, view.limit)


def _next(low: str, character: str, start: int, end: int) -> int:
    """Where *character* stands next; *end* where it does not."""
    found = low.find(character, start, end)
    return found if found >= 0 else end


def _line(view: View, start: int, end: int, colon: bool) -> bool:  # noqa: FBT001 - compiled
    """Note the labels and buttons of a line; whether it heads other products."""
    low, size = view.low, end - start
    if colon:
        _labels_in(view, start, end)
    if size > HEADING_LINE or (size >= START and not _may_mean(low, start)):
        return False
    short = size <= SHORT_LINE and _may_announce(low, start, end)
    far = start > view.stop
    meant = _LEADS.get(low[start : min(end, start + START)]) if short or far else None
    if meant is None:
        return False
    if short and meant[0]:
        _short_line(view, start, low[start:end], colon)
    if not (far and meant[1] and low.startswith(meant[1], start, end)):
        return False
    if start < view.others and _is_heading(view, start):
        view.others = start
    return start > view.stop + MIN_STAGE


def _is_heading(view: View, start: int) -> bool:
    """Whether the line at *start* is a heading."""
    node = view.node_at(start)
    for _ in range(HEADING_DEPTH):
        if node < 0 or view.low[view.starts[node] : start].strip():
            return False
        if view.tags[node] in HEADING_TAGS:
            return True
        node = view.parents[node]
    return False


def _may_mean(low: str, start: int) -> bool:
    """Whether a line that begins at *start* may be a label, a button or a heading."""
    place = 0
    for at in range(start, start + START):
        place = _next_place(place, low[at])
    return _BEGUN[place] > 0


def _may_announce(low: str, start: int, end: int) -> bool:
    """Whether a line begins, without its punctuation, as labels or buttons do."""
    place, kept = 0, 0
    for at in range(start, end):
        if not "a" <= low[at] <= "z" and low[at] in PUNCTUATION:
            continue
        place, kept = _next_place(place, low[at]), kept + 1
        if kept == OPENING:
            return _OPENINGS[place] > 0
        if _WHOLE[place]:
            return True
    return False


def _inputs(view: View) -> None:
    """Buttons whose words are no text of the page."""
    for place in view.document.places_of("input")[:MAX_INPUTS]:
        value = view.attribute(place, "value")
        if value and _may_buy(value[0]) and squashed(value[:SHORT_LINE]) in CART_WORDS:
            view.carts.append(view.starts[place])


def _buttons(view: View) -> None:
    """Buttons that programmers call so, whatever they say; one that is disabled buys nothing."""
    for tag in ("button", "input"):
        for place in view.document.places_of(tag)[:MAX_INPUTS]:
            name = view.attribute(place, "name").lower()
            called = f"{view.classes[place]} {view.attribute(place, 'id')} {name}".lower()
            if name != CART_NAME and not CART_PIECES.within(called):
                continue
            asks = tag == "input" and view.attribute(place, "type").lower() in ASKING
            if not (asks or is_disabled(view, place) or _only_tells(view, place)):
                view.carts.append(view.starts[place])


def _only_tells(view: View, node: int) -> bool:
    """Whether a button only says that the product is gone, or promises to tell when it is back."""
    said = (view.text_of(node) or view.attribute(node, "value"))[:SHORT_LINE]
    return squashed(said) in NOTIFY_WORDS or stock_word(said) == OUT


def _counts(view: View) -> None:
    """Where it is said how many are bought: a button that no list of words knows is beside it."""
    for place in view.document.places_of("input")[:MAX_INPUTS]:
        one = view.attribute(place, "type") == "number" and view.attribute(place, "value") == "1"
        if one and not view.document.has(place, "disabled"):
            view.carts.append(view.starts[place])
            view.counted = True


def _may_buy(first: str) -> bool:
    """Whether the words of a button that buys may begin with the character *first*."""
    return first >= "\x80" or first in _CART_FIRST or not first.isalnum()


def _short_line(view: View, start: int, line: str, colon: bool) -> None:  # noqa: FBT001 - compiled
    """A line that is a button, a label, or a label and its value without a colon."""
    known = _shorts.get(line)
    buys, kind, head = known if known is not None else _short(line)
    if buys:
        view.carts.append(start)
    if colon or _touching(view, start, len(line)) or kind is None:
        return
    if head == len(line):
        bare = kind == "availability" and stock_word(line) == IN
        _behind(view, kind, start + len(line) + 1, bare)
    else:
        _beside(view, kind, line, (start, head))


_shorts: dict[str, tuple[bool, str | None, int]] = {}


def _short(line: str) -> tuple[bool, str | None, int]:
    """Whether a short line buys, what it or its beginning announces, and how long that is."""
    if len(_shorts) >= REMEMBERED:
        _shorts.clear()
    plain = squashed(line)
    buys, kind, head = plain in CART_WORDS, LABELS.get(plain), len(line)
    if not buys and (digit := _DIGIT.search(line)):  # a button may say what it costs
        buys = "".join(letter_words(line[: digit.start()])) in CART_WORDS
    if kind is None and " " in line and (" - " in line or _DIGIT.search(line)):
        kind, head = _label_first(line)
    _shorts[line] = buys, kind, head
    return buys, kind, head


def _label_first(line: str) -> tuple[str | None, int]:
    """What the first words of *line* announce, and how long they are."""
    words = line.split(" ")
    for count in range(min(len(words) - 1, LABEL_WORDS), 0, -1):
        head = " ".join(words[:count])
        kind = LABELS.get(squashed(head))
        if kind is not None:
            return kind, len(head)
    return None, 0


def _behind(view: View, kind: str, start: int, bare: bool) -> None:  # noqa: FBT001 - compiled
    """A label whose value is the next line; of one that is a *bare* state only another state is."""
    text = view.text
    end = text.find("\n", start)
    value = text[start : end if end >= 0 else len(text)]
    if value and len(value) <= LONG_LINE and not (bare and not is_state(value)):
        view.labels.append(Label(kind, value.strip(), start))


def _touching(view: View, start: int, size: int) -> bool:
    """Note a label whose value is the next element, without a blank between; whether it is."""
    run = view.run_at(start) + 1
    border = view.run_start[run] if run < len(view.run_start) else 0
    if start < border < start + size and view.low[border - 1] > " ":
        kind = LABELS.get(squashed(view.low[start:border]))
        if kind is not None:
            view.labels.append(Label(kind, view.text[border : start + size].strip(), border))
            return True
    return False


def _beside(view: View, kind: str, line: str, place: tuple[int, int]) -> None:
    """A label whose value follows in the same line: after a dash, or because it is a number."""
    start, head = place
    rest = line[head:].lstrip(" -\u2013\u2014#=|")
    dashed = len(line) - head - len(rest) > 1
    numbered = any(character.isdigit() for character in rest) and " " not in rest
    if rest and (dashed or numbered) and ":" not in rest:
        offset = start + len(line) - len(rest)
        view.labels.append(Label(kind, view.text[offset : start + len(line)], offset))


def _labels_in(view: View, start: int, end: int) -> None:
    """The ``label: value`` pieces of a line; several may stand in one."""
    found: list[tuple[str, int, int]] = []
    low, begin = view.low, start
    for at in range(start, end):
        if low[at] not in ":\uff1a":
            continue
        begin = _label_start(view, begin, at)
        if _may_end_label(low, begin, at, view.shop):
            hit = _label_before(low[begin:at], view.shop)
            if hit is not None:
                found.append((hit[0], begin + hit[1], at + 1))
        begin = at + 1
    for number, (kind, _, value) in enumerate(found):
        stop = found[number + 1][1] if number + 1 < len(found) else end
        shown = view.text[value:stop]
        lead = len(shown) - len(shown.lstrip())
        if lead < len(shown):
            first = value + lead
            shown = view.text[first : _value_end(view, first, stop)]
            view.labels.append(Label(kind, shown.strip(), first))
        elif stop == end:
            _behind(view, kind, end + 1, bare=False)


def _label_start(view: View, begin: int, end: int) -> int:
    """Where a label may begin that ends at *end*: not in a word of another element it touches."""
    border = view.run_start[view.run_at(end - 1)] if end > begin else begin
    return border if border > begin and view.low[border - 1].isalnum() else begin


def _value_end(view: View, start: int, end: int) -> int:
    """Where a value ends: with the link it is, or where the next element's word touches it."""
    run, last = view.run_at(start), len(view.run_start)
    while run + 1 < last and view.run_start[run + 1] < end:
        border = view.run_start[run + 1]
        if view.run_start[run] == start and view.tags[view.run_node[run]] == "a":
            return border
        if view.text[border - 1].isalnum() and view.text[border].isupper():
            return border
        run += 1
    return end


def _may_end_label(line: str, begin: int, end: int, shop: str) -> bool:
    """Whether the last letters between *begin* and *end* are a label's last, or the shop's."""
    while end > begin and line[end - 1] == " ":
        end -= 1
    first = end - END
    if first < begin:
        return True
    for at in range(first, end):
        if not "a" <= line[at] <= "z":
            return True
    return line[first:end] in _LABEL_ENDS or line.endswith(shop, begin, end)


@lru_cache(maxsize=REMEMBERED)
def _label_before(head: str, shop: str) -> tuple[str, int] | None:
    """The field that the end of *head* announces, and where in it the label begins.

    A shop's own name at the end of a label is no part of it; before it, the number is its own.
    """
    words = head.split(" ")
    while words and words[-1] in ("", shop):
        words.pop()
    head = " ".join(words)
    for count in range(min(len(words), LABEL_WORDS), 0, -1):
        label = " ".join(words[-count:])
        kind = LABELS.get(squashed(label))
        if kind is not None:
            own = kind == "mpn" and words[-count - 1 : -count] == [shop]
            return "sku" if own else kind, len(head) - len(label)
    label = " ".join(words[-2:])
    if shop and words[-2:-1] == [shop] and not squashed(words[-1]):  # Shop #
        return "sku", len(head) - len(label)
    return None
