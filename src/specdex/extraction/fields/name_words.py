"""Which words of the product's name are its brand: those that the page shows as a thing apart."""

import re
from collections.abc import Sequence
from itertools import islice
from math import prod

from specdex.extraction.fields.brands import (
    BEFORE_BRANDS,
    border,
    is_brand,
    leads_to_brand,
    picture,
)
from specdex.extraction.fields.class_names import TRAIL, mark_of
from specdex.extraction.fields.statements import Statement
from specdex.extraction.fields.view import View
from specdex.extraction.fields.words import letter_words
from specdex.lexicon import table
from specdex.records import Pair

__all__ = ["named_brand"]

READER = "page"
NAMED = 0.4
"""Belief in words of the name; what adds to it is that they are …"""
BRANDED, BESIDE, LINKED, ALONE = 0.5, 0.5, 0.35, 0.2
"""… a link to a brand's page, a line beside the heading, any link, or any line by itself, …"""
PARTED = 0.5
"""… the heading's first element, and alone in capitals, …"""
PICTURED = 0.42
"""… the words of a picture, as a logo's are, …"""
VALUED = 0.45
"""… begin the name and are the value behind a label that tells of nothing else that is known, …"""
INSIDE = 0.25
"""… written with capitals in sentences, …"""
NUMBERED, LOUD = 0.2, 0.2
"""… before a model's number, or alone in capitals."""
MAX_WORDS, MAX_BEFORE = 4, 3
"""Words of the longest brand, and before the one that stands out in a name."""
MOST_OF_NAME = 0.6
"""Words that are more of the name than this are the product, not its brand."""
SMALL_SHARE = 0.1
"""Words that are more often written small than this are a language's, …"""
STEPS, STEP_DEPTH = frozenset({"nav", "li", "ol", "ul", "option"}), 5
"""Where categories stand, and how deep they are in it."""
CAPITAL_NOUNS = frozenset({"de", "at", "ch", "li", "lu"})
"""… but not in languages, or at ends of hosts, where every noun has a capital."""
MAX_SIGHTINGS, LONGEST_WORD = 200, 30
MAX_LINK = 50
SIGNS = "®™©-\u2013.'\u2019!*+ \n"
"""What may stand around a brand and is no part of it."""
_WORD = re.compile(r"[^\s,;:|/()\[\]\"\u00ab\u00bb\u201c-\u201e]+")
_WHOLE = r"{0}(?<![\w@/.-]{0})(?![\w@/-]|\.\w)"
_OTHERS = frozenset(
    word
    for meaning, each in table("concepts.attributes").items()
    if meaning != "brand"
    for word in each
)
"""Words of labels that tell of something else than the brand."""
_BEFORE = frozenset(map(str.strip, BEFORE_BRANDS))


class _Run:
    """Some words of the name, what tells that they are its brand, and where the page shows them."""

    __slots__ = ("apart", "node", "text", "told")

    def __init__(self, text: str, told: dict[str, float], *, apart: bool) -> None:
        self.text = text
        self.told = told
        """Weights by kind: the strongest of each is heard."""
        self.apart = apart
        """Whether the name begins with them, or they stand out in it."""
        self.node = -1

    def note(self, kind: str, weight: float, node: int) -> None:
        """A sighting; other words than those apart are only heard as a link to a brand's page."""
        if self.apart or weight == BRANDED:
            self.told[kind] = max(weight, self.told.get(kind, 0.0))
            self.node = node if self.node < 0 else self.node


def named_brand(view: View, pairs: Sequence[Pair]) -> Statement | None:
    """The words of the heading that are most surely its brand; None where none are seen apart."""
    runs = _runs(view.title) if view.heading >= 0 else {}
    if runs:
        _see_near(view, runs)
        _see(view, runs)
        _see_values(view, runs, pairs)
    best: Statement | None = None
    for low, run in runs.items():
        if run.node < 0 or not _is_name(view, low, run):
            continue
        belief = 1.0 - prod(1.0 - weight for weight in run.told.values())
        if best is None or belief > best.confidence:
            best = Statement("brand", run.text, run.node, READER, belief)
    return best


def _runs(title: str) -> dict[str, _Run]:
    """The words in a row that may be a brand, by how they are written small."""
    words = list(_WORD.finditer(title))
    found: dict[str, _Run] = {}
    for first, word in enumerate(words):
        start = word.start()
        apart = first == 0 or (first <= MAX_BEFORE and _stands_out(title[:start], word.group()))
        for last in range(first, min(first + MAX_WORDS, len(words))):
            end, group = words[last].end(), words[last].group()
            gap = title[words[last - 1].end() : words[last].start()] if last > first else " "
            if gap != " " or not (group[0].isupper() or group == "&") or _has_digit(group):
                break
            text = title[start:end].strip(SIGNS)
            if len(text) < MOST_OF_NAME * len(title) and is_brand(text):
                told = {"name": NAMED}
                if last + 1 < len(words) and _has_digit(words[last + 1].group()):
                    told["number"] = NUMBERED
                if text.isupper() and not title.isupper():
                    told["capitals"] = LOUD
                found.setdefault(text.lower(), _Run(text, told, apart=apart))
    return found


def _stands_out(before: str, word: str) -> bool:
    """Whether *word* looks unlike the words *before* it: in letters, or by its capital."""
    words = before.split()
    if words[-1].lower() in _BEFORE:
        return True
    if _has_digit(before) or before.isupper():
        return False
    foreign = word.isascii() and not any(each.isascii() and each.isalpha() for each in before)
    return foreign or word.isupper() or (len(words) > 1 and all(map(str.islower, words[1:])))


def _has_digit(text: str) -> bool:
    return any(map(str.isdigit, text))


def _see(view: View, runs: dict[str, _Run]) -> None:
    """Note where the page shows *runs* outside the heading: as links, pictures and lines."""
    own = range(view.heading, view.ends[view.heading])
    for node in view.document.places_of("a"):
        start, stop = view.starts[node], view.stops[node]
        run = runs.get(view.low[start:stop].strip(SIGNS)) if stop - start <= MAX_LINK else None
        if run is not None and node not in own:
            branded = leads_to_brand(view.attribute(node, "href").lower())
            run.note("link", BRANDED if branded else LINKED, node)
    for node in view.document.places_of("img"):
        run = runs.get(picture(view.document, node).strip(SIGNS).lower())
        if run is not None and node not in own:
            run.note("picture", PICTURED, node)
    for low, run in runs.items():
        at = view.low.find(f"\n{low}\n")
        if at >= 0 and view.title.lower().startswith(low):
            run.note("link", ALONE, view.node_at(at + 1))


def _see_values(view: View, runs: dict[str, _Run], pairs: Sequence[Pair]) -> None:
    """Note which of *runs* that begin the name are a pair's value, or end a line behind a colon."""
    title = view.title.lower()
    labels = {pair.value.lower(): pair.name.lower() for pair in pairs}
    for low, run in runs.items():
        if not title.startswith(low):
            continue
        at, label = view.low.find(f": {low}\n"), labels.get(low, "")
        if at >= 0:
            label = view.low[view.low.rfind("\n", 0, at) + 1 : at]
        elif label:
            at = view.low.find(f"{low}\n", view.stop)
        if at >= 0 and _OTHERS.isdisjoint(letter_words(label)):
            run.note("value", VALUED, view.node_at(view.low.find(low, at)))


def _see_near(view: View, runs: dict[str, _Run]) -> None:
    """Note what of *runs* is a line beside the heading, or its first element, and in the title."""
    title = view.document.title.lower()
    for begin in _beside(view):
        line, node = view.low[begin:].partition("\n")[0].strip(SIGNS), view.node_at(begin)
        if line in runs and line in title and not _is_step(view, node):
            runs[line].note("link", BESIDE, node)
    parted = border(view, view.start, view.stop)
    first = view.low[view.start : parted].strip(SIGNS)
    if first in runs and first in title and "capitals" in runs[first].told:
        runs[first].note("element", PARTED, view.node_at(parted - 1))


def _beside(view: View) -> tuple[int, int]:
    """Where the lines above and below the heading begin."""
    end = len(view.low[: view.start].rstrip())
    below = view.low[view.stop :]
    return view.low.rfind("\n", 0, end) + 1, view.stop + len(below) - len(below.lstrip())


def _is_step(view: View, node: int) -> bool:
    """Whether *node* stands in breadcrumbs or in a menu: there it is a category."""
    for _ in range(STEP_DEPTH):
        if node < 0 or node <= view.heading < view.ends[node]:
            break
        if view.tags[node] in STEPS or mark_of(view, node) & TRAIL:
            return True
        node = view.parents[node]
    return False


def _is_name(view: View, low: str, run: _Run) -> bool:
    """Whether the page writes *run* as a name; note whether its sentences do, too.

    A sentence that says the product's whole name says nothing of the words it begins with.
    """
    small = cased = 0
    nouns = view.country in CAPITAL_NOUNS or view.language[:2] in CAPITAL_NOUNS
    title = view.title.lower()
    rest = title[title.find(low) :]
    for match in islice(re.finditer(_WHOLE.format(re.escape(low)), view.low), MAX_SIGHTINGS):
        start = match.start()
        if view.text.startswith(low, start):
            small += 1
            continue
        cased += 1
        before = view.text[max(0, start - LONGEST_WORD) : start].split(" ")
        if not nouns and _is_plain(before) and not view.low.startswith(rest, start):
            run.told["sentence"] = INSIDE
    return small <= SMALL_SHARE * cased or run.told.get("link") == BRANDED


def _is_plain(before: list[str]) -> bool:
    """Whether the last word is one of a sentence, in small letters, with a blank behind it."""
    return (
        len(before) > 1
        and not before[-1]
        and len(before[-2]) > 1
        and before[-2].isalpha()
        and before[-2].islower()
    )
