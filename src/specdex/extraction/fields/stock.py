"""Whether the main product can be bought."""

import math
import re

from specdex.extraction.fields.statements import Statement, believed
from specdex.extraction.fields.stock_classes import (
    BADGE,
    CHOICE,
    GONE,
    STOCK,
    THERE,
    is_disabled,
    is_hidden,
    is_kept_back,
    is_marked,
    stock_mark_of,
)
from specdex.extraction.fields.stock_places import (
    ABOVE,
    MIN_MESSAGE,
    has_twin,
    is_choice,
    is_of_another,
    is_size,
    left_of,
)
from specdex.extraction.fields.stock_words import (
    ABSENCE,
    ALONE,
    AROUND,
    IN,
    MAX_LINE,
    NEARLY,
    NOTICES,
    OUT,
    PRESENCE,
    SAID,
    of_kind,
    stock_word,
)
from specdex.extraction.fields.view import View
from specdex.extraction.fields.words import Phrases, Words
from specdex.lexicon import phrases

__all__ = ["says_sold_out", "stock_statements"]

READER = "page"
_OTHER = Phrases(phrases("buying.other_matters"))
_REDUCTIONS = Phrases(phrases("buying.reductions"))
_CONDITIONS = Phrases(phrases("buying.conditions"))
_PRODUCT = Phrases(phrases("buying.product_words"))
_FIRST_WORDS = Words(SAID.by_word)
_NUMBER = re.compile(r"\d+")
LABELLED = 0.85
OUT_SURE, OUT_NEAR, OUT_PART, OUT_IN_PROSE = 0.85, 0.72, 0.6, 0.45
"""Words of absence in what tells of the stock, that are all, half or little of a line."""
OUT_OF_ELSE = 0.35
"""The same of a place or a service: less than a price tells."""
BUYABLE = 0.6
"""Times the belief in words of absence where a button buys: a size may be sold out."""
UNBUYABLE = 0.2
DOUBTS = ((OUT_SURE, 0.08), (OUT_NEAR, UNBUYABLE), (OUT_PART, 0.3))
"""Doubt in words of absence believed so much where no button buys, at most."""
IN_NEAR, IN_HIDDEN = 0.6, 0.45
"""Words of presence, and those that are not shown, where nothing speaks of absence."""
CART = 0.58
PRICED = 0.4
MAX_MESSAGE = 48
"""Characters of a line that is a message."""
MOST_OF_LINE, MIN_LEAD = 0.6, 5
"""Share of a line from which on a phrase is all that it says; less before it is a size."""
MAX_SIZE = 3
"""Letters of a size: XXL."""
MAX_INPUTS = 150
MAX_SIGHTINGS = 6
"""Places of one phrase that are looked at."""
MAX_ELEMENTS = 250
"""Elements behind the heading whose class may tell of the stock."""
PRESSED = frozenset({"label", "input", "button", "li"})
"""What one of several sizes is chosen by."""
READY = BADGE | GONE
"""A mark of absence that stands ready in any page, hidden by a style sheet."""
CELLS = frozenset({"td", "th", "dd", "dt"})
"""In a table words tell of one shop, or of something that the product has or has not."""
STAGE = 2_000
"""Characters after the heading in which words about the stock, and buttons, mean the product."""


def stock_statements(view: View, price_node: int) -> list[Statement]:
    """What labels, words, classes, buttons and the price near the heading say, for and against."""
    begin = view.starts[price_node] if price_node >= 0 else view.stop
    voices = _labelled(view) + _words(view, begin if view.near(begin) else view.stop)
    voices += _classed(view)
    sure = max([each.confidence for each in voices if each.value == OUT], default=0.0)
    gone = sure >= OUT_PART
    # where it is gone, a button below the heading of others, or far below, is theirs
    last = min(view.others, view.stop + STAGE) if gone else view.limit
    carts = [] if gone and view.counted else view.carts
    enabled = [
        cart for cart in carts if view.near(cart) and cart < last and _buys(view, cart, gone)
    ]
    if enabled:
        voices.append(Statement("availability", IN, view.node_at(enabled[0]), READER, CART))
    if price_node >= 0 and (enabled or not gone):
        voices.append(Statement("availability", IN, price_node, READER, PRICED))
    statements: list[Statement] = []
    for word in (IN, OUT):
        told = [statement for statement in voices if statement.value == word]
        if told:
            doubt = math.prod([1.0 - statement.confidence for statement in told])
            if word == OUT:
                doubt = _doubt(doubt, sure, bool(enabled))
            statements.append(believed(told[0], 1.0 - doubt))
    return statements


def _doubt(doubt: float, sure: float, buyable: bool) -> float:  # noqa: FBT001 - compiled
    """The *doubt* in words of absence, *sure* as they are, where a button buys or none does."""
    if buyable:
        return min(doubt, UNBUYABLE) if sure >= OUT_SURE else 1.0 - (1.0 - doubt) * BUYABLE
    for least, most in DOUBTS:
        if sure >= least:
            return min(doubt, most)
    return doubt


def says_sold_out(view: View) -> bool:
    """Whether a line of its own behind the heading says that nothing is left."""
    return any(
        each.value == OUT and each.confidence >= OUT_PART for each in _words(view, view.stop)
    )


def _buys(view: View, cart: int, gone: bool) -> bool:  # noqa: FBT001 - compiled
    """Whether the button at *cart* can be pressed; where words say it is *gone*, it is shown."""
    node = view.node_at(cart)
    return not is_disabled(view, node) and not (gone and is_hidden(view, node))


def _labelled(view: View) -> list[Statement]:
    for label in view.labels:
        if label.kind == "availability" and view.near(label.start):
            word = stock_word(label.value)
            node = view.node_at(label.start)
            if word and not is_kept_back(view, node):
                return [Statement("availability", word, node, READER, LABELLED)]
            if word == IN:  # in a tab that is not open
                return [Statement("availability", word, node, READER, IN_HIDDEN)]
    return []


def _classed(view: View) -> list[Statement]:
    """What classes say: of what holds the heading, or of the first text behind it that has one."""
    node = view.heading
    while node >= 0:
        if is_marked(view, node, GONE | THERE):
            gone = is_marked(view, node, GONE)
            word, belief = (OUT, OUT_NEAR) if gone else (IN, IN_NEAR)
            return [Statement("availability", word, view.heading, READER, belief)]
        node = view.parents[node]
    if view.heading >= 0:
        last = min(view.limit, view.stop + STAGE)
        for node in range(view.heading + 1, min(len(view.tags), view.heading + MAX_ELEMENTS)):
            if view.starts[node] > last:
                break
            if is_marked(view, node, GONE) and _is_gone(view, node):
                return [Statement("availability", OUT, node, READER, OUT_PART)]
    return []


def _is_gone(view: View, node: int) -> bool:
    """Whether *node* shows something because nothing is left."""
    if stock_mark_of(view, node) & (BADGE | CHOICE):
        return False
    above = max(0, view.parents[node])
    said = len(view.text_of(node))
    shown = node if said > MIN_MESSAGE else above  # or an icon
    size = view.stops[shown] - view.starts[shown]
    if not MIN_MESSAGE < size <= MAX_LINE or stock_mark_of(view, above) & CHOICE:
        return False
    if _NUMBER.search(view.low, view.starts[shown], view.stops[shown]) is not None:
        return False
    if view.tags[node] in PRESSED or MIN_MESSAGE < said <= MAX_SIZE:
        return False
    if is_choice(view, node, whole=False):
        return False
    return not (has_twin(view, node) or is_kept_back(view, node))


def _words(view: View, begin: int) -> list[Statement]:
    """The surest words of absence and the first of presence behind the heading, or *begin*."""
    statements: list[Statement] = []
    begin = min(begin, view.stop)
    stage = view.low[begin : min(view.limit, view.stop + STAGE)]
    said = SAID.within(stage, _FIRST_WORDS.among(stage))
    nearly, absent, notices = of_kind(NEARLY, said), of_kind(ABSENCE, said), of_kind(NOTICES, said)
    there = _first(view, begin, stage, nearly)
    stage = _masked(stage, nearly)
    place, belief = _sighting(view, begin, stage, absent)
    if place < 0:
        place, belief = _first(view, begin, stage, notices), OUT_IN_PROSE
    button = _absent_button(view) if place < 0 else -1
    if button >= 0:
        statements.append(Statement("availability", OUT, button, READER, OUT_NEAR))
    elif place >= 0:
        node = view.node_at(begin + place)
        statements.append(Statement("availability", OUT, node, READER, belief))
    stage = _masked(_without_lines(stage, notices), absent)  # "not available" holds "available"
    present = of_kind(PRESENCE, said)
    if there < 0:
        there = _first(view, begin, stage, present)
    if there >= 0:
        node = view.node_at(begin + there)
        statements.append(Statement("availability", IN, node, READER, IN_NEAR))
    elif not statements and (hidden := [stage.find(each) for each in present if each in stage]):
        node = view.node_at(begin + hidden[0])
        statements.append(Statement("availability", IN, node, READER, IN_HIDDEN))
    return statements


def _masked(stage: str, phrases: list[str]) -> str:
    """*stage* without *phrases*, the longest first, as long as before."""
    for phrase in sorted(phrases, key=len, reverse=True):
        stage = stage.replace(phrase, "\0" * len(phrase))
    return stage


def _without_lines(stage: str, phrases: list[str]) -> str:
    """*stage* without the lines that hold one of *phrases*, as long as before."""
    for phrase in phrases:
        place = stage.find(phrase)
        while place >= 0:
            begin, end = _line(stage, place)
            stage = stage[:begin] + "\0" * (end - begin) + stage[end:]
            place = stage.find(phrase)
    return stage


def _line(stage: str, place: int) -> tuple[int, int]:
    """Where the line at *place* begins and ends."""
    end = stage.find("\n", place)
    return stage.rfind("\n", 0, place) + 1, end if end >= 0 else len(stage)


def _sighting(view: View, begin: int, stage: str, phrases: list[str]) -> tuple[int, float]:
    """Where the first of the surest of *phrases* stands, and how much it is believed."""
    best, most = -1, 0.0
    for phrase in phrases:
        place = stage.find(phrase)
        for _ in range(MAX_SIGHTINGS):
            if place < 0:
                break
            belief = _belief(view, begin, stage, (place, place + len(phrase)))
            if belief > most or (belief == most > 0 and place < best):
                best, most = place, belief
            place = stage.find(phrase, place + len(phrase))
    return best, most


def _belief(view: View, begin: int, stage: str, place: tuple[int, int]) -> float:
    """How much words of absence at *place* are believed to mean the product as a whole."""
    first, last = _line(stage, place[0])
    long = last - first > MAX_LINE
    if last - first > MAX_MESSAGE:  # of several sentences, the one that says it
        first = max(first, stage.rfind(". ", first, place[0]) + 1)
        end = stage.find(". ", place[1], last)
        last = end if end >= 0 else last
    line, phrase = stage[first:last].strip(AROUND), stage[place[0] : place[1]]
    node = view.node_at(begin + place[0])
    cell = view.tags[node] in CELLS and left_of(view, node) >= 0
    whole = _is_whole(line, phrase)
    if (
        long
        or (phrase in ALONE and (cell or line != phrase or stage[last - 1] == ":"))
        or _is_of_else(line, phrase)
        or is_kept_back(view, node)
        or is_choice(view, node, whole)
        or is_of_another(view, node)
    ):
        return 0.0
    mark = _marks_around(view, node)
    lead = line[: line.find(phrase)]
    title = view.title.lower()
    others = [word for word in _OTHER.within(line) if word not in title]
    if lead and (others or is_size(lead, title)):
        return OUT_OF_ELSE
    if cell or mark & READY == READY:
        return OUT_IN_PROSE
    if mark & (STOCK | GONE) or (whole and is_disabled(view, node)):
        return OUT_SURE
    if len(line) > MAX_MESSAGE:
        return OUT_IN_PROSE
    return OUT_NEAR if whole else OUT_PART


def _is_of_else(line: str, phrase: str) -> bool:
    """Whether *line* says *phrase* of a reduction of the price, or only what would be then."""
    lead, _, tail = line.partition(phrase)
    told = lead or tail[:1] == " "
    return bool((told and _REDUCTIONS.within(line)) or _CONDITIONS.within(lead[-MAX_MESSAGE:]))


def _is_whole(line: str, phrase: str) -> bool:
    """Whether *phrase* is what *line* says, and not of a size that it begins with."""
    lead = line.find(phrase)
    most = len(phrase) >= MOST_OF_LINE * len(line) and not 0 < lead < MIN_LEAD
    return most or bool(_PRODUCT.within(line))


def _marks_around(view: View, node: int) -> int:
    """What the classes of *node*, and of the short texts that it is in, say."""
    found = 0
    for _ in range(ABOVE):
        if node < 0 or view.stops[node] - view.starts[node] > MAX_LINE:
            break
        found |= stock_mark_of(view, node)
        node = view.parents[node]
    return found


def _absent_button(view: View) -> int:
    """The button behind the heading whose words, no text of the page, say that nothing is left."""
    for place in view.document.places_of("input")[:MAX_INPUTS]:
        value = view.attribute(place, "value").lower()
        if (
            MIN_MESSAGE < len(value) <= MAX_MESSAGE
            and view.stop <= view.starts[place] < view.stop + STAGE
            and view.attribute(place, "type") in {"submit", "button"}
            and stock_word(value) == OUT
        ):
            return place
    return -1


def _first(view: View, begin: int, stage: str, phrases: list[str]) -> int:
    """Where the first line that is shown, and is not long, holds one of *phrases*; -1 if none."""
    best = -1
    for phrase in phrases:
        place = stage.find(phrase)
        for _ in range(MAX_SIGHTINGS):
            if place < 0 or 0 <= best <= place:
                break
            first, last = _line(stage, place)
            node = view.node_at(begin + place)
            if last - first <= MAX_LINE and not (
                is_kept_back(view, node) or is_of_another(view, node)
            ):
                best = place
            place = stage.find(phrase, place + len(phrase))
    return best
