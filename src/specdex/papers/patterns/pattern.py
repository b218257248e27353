"""Patterns: what stands before, between and after a name and its value, cut to what repeats."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from specdex.papers.patterns.source import VOID_TAGS

__all__ = ["Pattern", "generalise", "is_plausible", "normalise"]

SURROUNDING_TAGS = frozenset(
    {"table", "thead", "tbody", "tfoot", "tr", "colgroup", "ul", "ol", "menu", "dl", "body", "html"}
)
"""Tags that surround the tags of a pair: no part of a pattern."""
LIST_OPENING = ("<ul", "<ol", "<menu", "<a ", "<a>")
"""Where a value begins that is a list or links: it is all of them, not the first."""
NO_MIDDLE = ("</tr>", "<input", "<form", "<h1", "<h2", "<sup")
"""What never stands between a name and its own value."""
ROW_ENDS = ("</td></tr>", "</th></tr>")
"""What follows the value of a row that holds nothing but a pair."""
VALUE_CELLS = ("<td", "<dd")
"""Elements that hold a value and nothing else."""
MENU_WORDS = re.compile(r"menu|navigation|breadcrumb|refinement|facet|dropdown", re.IGNORECASE)
"""Attributes of tags between which a shop lets its visitors choose."""
TOKEN = re.compile(r"<[^<>]*>|[^<>]+")
BEGUN_TAG, OPEN_TAG = re.compile(r"\A[^<>]*>"), re.compile(r"<[^<>]*\Z")
"""The rest of a tag that a context begins with, and the part of one that it ends with."""
SPEAKING_TAG = re.compile(r"<\w+ ")
CLINGING = " :\u2236\uff1a"
"""What may follow a name in its element and is missing where the name is."""
TAG_NAME = re.compile(r"</?([^\s<>]*)")
DOUBT = 0.33
"""What is left of the doubt in a pattern with every further seed, …"""
SUREST = 0.95
"""… and how sure a pattern can be at most."""
BARE_DOUBT = 0.95
"""How sure a pattern without attributes is, compared with one that has them."""


@dataclass(frozen=True, slots=True)
class Pattern:
    """A normalised pattern: ``left (name) middle (value) right``."""

    left: str
    middle: str
    right: str
    seeds: int = 0
    """How many seeds it brackets."""
    bare: bool = False
    """Whether its tags stand for tags with any attributes."""
    within: int = 0
    """The node that it is confined to, where its tags say too little of their own."""
    leads: bool = False
    """Whether the name's element is the first of its row."""

    def __str__(self) -> str:
        return f"{self.left}(name){self.middle}(value){self.right}"

    @property
    def is_plain(self) -> bool:
        """Whether none of its tags has an attribute to tell it from others."""
        return not SPEAKING_TAG.search(self.left) and not SPEAKING_TAG.search(self.middle)

    @property
    def alike(self) -> str:
        """The tag that both the name and the value stand in; empty where they differ."""
        tags = TOKEN.findall(self.middle)
        same = bool(tags) and tags[-1] == self.left and _is_opening(tags[-1])
        return _name(self.left) if same else ""

    @property
    def open_left(self) -> bool:
        """Whether a name may also begin with its element, where the left context is missing."""
        return not self.left or not _is_opening(TOKEN.findall(self.left)[0])

    @property
    def open_right(self) -> bool:
        """Whether a value may also end with its element, where the right context is missing."""
        return not self.right.startswith("</")

    @property
    def confidence(self) -> float:
        """How sure its pairs are: the more seeds show it, the surer."""
        sure = SUREST * (1 - DOUBT ** max(1, self.seeds))
        return round(sure * (BARE_DOUBT if self.bare else 1.0), 4)

    def in_words(self) -> str:
        """The pattern as a sentence.

        >>> Pattern("<td classlabel>", "</td><td>", "</td>", 3).in_words()
        'after <td classlabel> comes a name, after </td><td> its value, up to </td> (3 seeds)'
        """
        before = f"after {self.left} comes a name" if self.left else "a name begins its element"
        until = f"up to {self.right}" if self.right else "up to the end of its element"
        seeds = f"{self.seeds} seed{'s' if self.seeds != 1 else ''}"
        return f"{before}, after {self.middle} its value, {until} ({seeds})"


def normalise(left: str, middle: str, right: str) -> Pattern | None:
    """The pattern of three contexts; None where nothing parts the name from the value.

    Incomplete tags go, tags without their counterpart go, and so do tags that surround the tags
    of a pair.

    >>> str(normalise('d></tr><tr><td classlabel>', '</td><td>', '</td></tr><t'))
    '<td classlabel>(name)</td><td>(value)</td>'
    >>> str(normalise('/ul><ul><li>', ': ', '</li><li'))
    '<li>(name):(value)</li>'
    """
    bare = middle.strip()
    # a dash keeps its blanks, or it would part words
    middle = bare if not bare or "<" in bare or ":" in bare else middle
    if not middle or middle.count("<") != middle.count(">"):
        return None
    before = TOKEN.findall(BEGUN_TAG.sub("", left))
    between = TOKEN.findall(middle)
    after = TOKEN.findall(OPEN_TAG.sub("", right))
    first, last, apart = _kept(before, between, after)
    if apart:
        middle = middle.lstrip(CLINGING)
    return Pattern("".join(before[first:]), middle, "".join(after[:last]))


def generalise(pattern: Pattern, *, row_end: bool = False) -> Pattern:
    """*pattern* with a value that fills its element: a list is read whole, not its first entry.

    Where a cell ends its row (*row_end*) that is part of the pattern: rows with more cells are
    a table of another kind.

    >>> str(generalise(Pattern("<td>", "</td><td><ul><li>", "</li><li>")))
    '<td>(name)</td><td>(value)</td>'
    """
    middle = _up_to_the_value(pattern.middle)
    last = TOKEN.findall(middle)[-1]
    if not _is_opening(last):
        first = TOKEN.match(pattern.right)
        breaks = first is not None and _name(first.group()) in VOID_TAGS
        return replace(pattern, right=first.group()) if first and breaks else pattern
    right = f"</{_name(last)}>"
    if row_end and f"{right}</tr>" in ROW_ENDS:
        right += "</tr>"
    return replace(pattern, middle=middle, right=right)


def _up_to_the_value(middle: str) -> str:
    """*middle* without the tags inside the cell, or around the list or link, that is the value."""
    tokens = TOKEN.findall(middle)
    tail = len(tokens)
    while tail > 0 and _is_opening(tokens[tail - 1]):
        tail -= 1
    for place in range(tail, len(tokens)):
        if tokens[place].startswith(VALUE_CELLS):
            return "".join(tokens[: place + 1])
        if place > tail and tokens[place].startswith(LIST_OPENING):
            return "".join(tokens[:place])
    return middle


def is_plausible(pattern: Pattern) -> bool:
    """Whether a name and its own value can stand like this.

    >>> is_plausible(Pattern("<td>", "</td><td>", "</td>"))
    True
    >>> is_plausible(Pattern("<li>", "</li><li>", "</li>"))
    False
    """
    if any(tag in pattern.middle for tag in NO_MIDDLE):
        return False
    if MENU_WORDS.search(pattern.left) or MENU_WORDS.search(pattern.middle):
        return False
    return not (pattern.middle.startswith("</li>") and pattern.middle.endswith(pattern.left))


def _kept(
    before: Sequence[str], between: Sequence[str], after: Sequence[str]
) -> tuple[int, int, bool]:
    """Where the left context begins, where the right one ends, and whether both have elements."""
    tokens = [*before, *between, *after]
    name_end, value_start = len(before), len(before) + len(between)
    partners = _partners(tokens)
    around_name = [a for a, b in partners if a < name_end <= b < value_start]
    around_value = [b for a, b in partners if name_end <= a < value_start <= b]
    apart = bool(around_name and around_value)
    if not apart:
        # an element that holds both is part of the pattern unless both have one of their own
        for opening, closing in partners:
            if (
                opening < name_end
                and closing >= value_start
                and _name(tokens[opening]) not in (SURROUNDING_TAGS)
            ):
                around_name.append(opening)
                around_value.append(closing)
                break
    tags = (place for place, token in enumerate(before) if token.startswith("<"))
    first = min(around_name) if around_name else max(tags, default=len(before))
    tags = (place + 1 for place, token in enumerate(after) if token.startswith("<"))
    last = max(around_value) + 1 - value_start if around_value else min(tags, default=0)
    return first, last, apart


def _partners(tokens: Sequence[str]) -> list[tuple[int, int]]:
    """Opening tags and their closing tags, by place, innermost first."""
    found: list[tuple[int, int]] = []
    stack: list[int] = []
    for place, token in enumerate(tokens):
        if _is_opening(token):
            stack.append(place)
        elif token.startswith("</"):
            if stack and _name(tokens[stack[-1]]) == _name(token):
                found.append((stack.pop(), place))
            else:
                stack.clear()
    return found


def _is_opening(token: str) -> bool:
    return token.startswith("<") and token[1:2] != "/" and _name(token) not in VOID_TAGS


def _name(tag: str) -> str:
    match = TAG_NAME.match(tag)
    return match.group(1) if match else ""
