"""Leaves and their roles: a line of the page's text is a leaf for each label, or unidentified."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from functools import cache, cached_property, lru_cache
from typing import Any, NamedTuple

from specdex.html import Document
from specdex.labels import COLONS
from specdex.papers.entropy.roles import (
    GENERIC,
    Domain,
    for_category,
    names,
    shipped,
    shipped_names,
    spellings,
)
from specdex.text import letters_and_digits, lowered

__all__ = ["PRESENTATION", "Label", "Leaves", "block_of", "for_page", "leaves"]

PRESENTATION = frozenset(
    {
        *("a", "abbr", "acronym", "b", "bdi", "bdo", "big", "cite", "code", "data", "del", "dfn"),
        *("em", "font", "i", "ins", "kbd", "mark", "nobr", "q", "s", "samp", "small", "span"),
        *("strike", "strong", "sub", "sup", "time", "tt", "u", "var", "wbr"),
    }
)
"""Tags that only change how text looks: no node of the paper's tree."""
LABEL_CELLS = frozenset({"td", "th", "dt"})
"""A link in one of these may be a label; elsewhere it is one only before a colon."""
VALUE_CELLS = {"td": ("td",), "th": ("td",), "dt": ("dd",)}
"""Where the value of a label in such a cell stands."""
MAX_LABELS = 5_000
"""What a page has more of is left out: no shop prints so many."""
MAX_LABEL = 60
"""Characters before a colon that are looked at."""
LABEL_ENDS = " \n:\uff1a"
LEAD = 2
"""Roles of which a page must have more words than of the generic domain's."""
SEPARATORS = ",;|/\u2022\u00b7(\u2013\u2014"
"""A label in the middle of a line may follow one of these."""
SEPARATOR = "\0"
"""Stands in the trie for whatever parts two words of a synonym."""
END = ""
"""Marks in the trie that a synonym ends here."""
BETWEEN = r"[ \-_./'\u2019]*"
BULLETS = r"[ \u2022\u00b7*>\u00bb\u25aa\u25cf-]*"
BOUNDARY = r"(?![^\W_])"
TAIL = r"(?:[ *#]*\([^()\n]{0,40}\))?[ *#.\u00a0]*"
"""What may stand between a label and its colon: a unit in parentheses, a footnote mark."""
MAX_MEMORY = 1024
"""Texts before colons that are remembered; the same labels stand on all pages of a site."""
COLON = f"[{''.join(COLONS)}]"

_WORD = re.compile(r"[^\W_]+")
_PART = re.compile(r"[^\W\d_]+|\d+")
"""A separator may stand between letters and digits too: ``ISBN13`` is ``ISBN-13``."""
_COLON = re.compile(COLON)
_Trie = dict[str, Any]


class Label(NamedTuple):
    """A label that names a role."""

    start: int
    """Where it begins in the page's text, …"""
    stop: int
    """… and where it ends, its colon not included."""
    role: int
    """The place of its role in the domain."""
    value: int
    """Where what follows it begins."""
    colon: bool
    extra: bool
    """Whether another label stands before it in the same line."""


class Vocabulary:
    """A domain's synonyms as one matcher, a trie in shape, and the role of each."""

    def __init__(self, domain: Domain) -> None:
        self.domain = domain
        places = {role.name: place for place, role in enumerate(domain.roles)}
        self.roles = {word: places[role] for word, role in names(domain).items()}
        synonyms = [
            each for role in domain.roles for word in role.synonyms for each in spellings(word)
        ]
        words = _regex(_trie(synonyms)) if synonyms else r"(?!)"
        qualifiers = _regex(_trie(domain.qualifiers)) if domain.qualifiers else ""
        before = rf"(?:{qualifiers}{BOUNDARY}{BETWEEN})?" if qualifiers else ""
        label = rf"({before}({words})){BOUNDARY}"
        self.alone = re.compile(rf"\n{BULLETS}{label}{TAIL}(?!{COLON})")
        """A label at the start of a line, no colon behind it."""
        self.ending = re.compile(rf"{BULLETS}{label}{TAIL}$")
        """A label that ends where the text does, before a colon."""
        self.role = cache(lambda synonym: self.roles[letters_and_digits(synonym)])
        """The place of the role that a synonym, as printed, names; there are few ways to print."""
        self.before_colon = lru_cache(MAX_MEMORY)(self._before_colon)
        """The label at the end of a text: where it starts, where it stops, and its role."""

    def _before_colon(self, text: str) -> tuple[int, int, int] | None:
        for start in (match.start() for match in _WORD.finditer(text)):
            match = self.ending.match(text, start)
            if match is not None:
                return match.start(1), match.end(1), self.role(match[2])
        return None


@lru_cache(maxsize=64)
def vocabulary(domain: Domain) -> Vocabulary:
    """The vocabulary of *domain*, compiled once."""
    return Vocabulary(domain)


def _trie(synonyms: Iterable[str]) -> _Trie:
    root: _Trie = {}
    for synonym in synonyms:
        node = root
        for character in SEPARATOR.join(_PART.findall(synonym.lower())):
            node = node.setdefault(character, {})
        node[END] = {}
    return root


def _regex(trie: _Trie) -> str:
    """The trie as a regular expression that tries the longest synonym first."""
    branches = [
        (BETWEEN if character == SEPARATOR else re.escape(character)) + _regex(below)
        for character, below in trie.items()
        if character != END
    ]
    if not branches:
        return ""
    # a separator may match nothing, so words must be tried before it
    branches.sort(key=lambda branch: branch.startswith(BETWEEN))
    inner = branches[0] if len(branches) == 1 else f"(?:{'|'.join(branches)})"
    return f"(?:{inner})?" if END in trie else inner


class Leaves:
    """The labels of one page, and how many leaves lie between two places of its text."""

    def __init__(self, document: Document, domain: Domain) -> None:
        self.document = document
        self.domain = domain
        self.text = document.text
        self.labels = _labels(document, vocabulary(domain))
        self.starts = [label.start for label in self.labels]

    def within(self, start: int, stop: int) -> range:
        """The places of the labels between *start* and *stop*."""
        return range(bisect_left(self.starts, start), bisect_left(self.starts, stop))

    def of(self, node: int) -> range:
        """The places of the labels below *node*."""
        return self.within(self.document.start[node], self.document.stop[node])

    def run_at(self, place: int) -> int:
        """The text run that holds *place*."""
        return bisect_right(self.document.nodes.run_start, place) - 1

    def node_at(self, place: int) -> int:
        """The node that the text at *place* stands in directly."""
        return self.document.nodes.run_node[self.run_at(place)]


@lru_cache(maxsize=4)
def leaves(document: Document, domain: Domain) -> Leaves:
    """The leaves of *document*; the last few are kept."""
    return Leaves(document, domain)


def for_page(document: Document) -> Domain:
    """The shipped domain of the page's category, or of most of its labels; else the generic."""
    named = for_category(document.page.category)
    if named.name != GENERIC or not len(document):
        return named
    counts = {name: _roles(document, shipped(name)) for name in shipped_names()}
    best = max(counts, key=lambda name: (counts[name], name == GENERIC))
    return shipped(best) if counts[best] >= counts[GENERIC] + LEAD else named


def _roles(document: Document, domain: Domain) -> int:
    """How many roles of the product itself the page has a label of."""
    found = {label.role for label in leaves(document, domain).labels}
    return sum(not domain.roles[role].offer for role in found)


def _labels(document: Document, words: Vocabulary) -> list[Label]:
    """All labels of the page, in order."""
    if not document.text or not words.roles:
        return []
    low = lowered(document.text)
    found = [*_alone(document, words, low), *_before_colons(document, words, low)]
    found.sort()
    del found[MAX_LABELS:]
    last = -1
    labels: list[Label] = []
    for label in found:
        line = low.rfind("\n", 0, label.start)
        labels.append(label._replace(extra=True) if line == last and labels else label)
        last = line
    return _without_values(document, words.domain, labels)


def _without_values(document: Document, domain: Domain, labels: list[Label]) -> list[Label]:
    """*labels* without words that stand where the value of another label does."""
    places = _Places(document, labels)
    kept: list[Label] = []
    for at, label in enumerate(labels):
        if label.colon or not places.continues(at):
            follows = at and kept and kept[-1] is labels[at - 1] and not label.colon
            if (
                follows
                and (places.in_value_cell(at) or places.looks_like_value(at))
                and domain.roles[kept[-1].role].fits(document.text[label.start : label.value])
            ):
                continue
            kept.append(label)
    return kept


class _Places:
    """Where the labels of a page stand: cells, and looks."""

    def __init__(self, document: Document, labels: list[Label]) -> None:
        self.document = document
        self.labels = labels

    @cached_property
    def blocks(self) -> list[int]:
        """The element of each label."""
        starts, nodes = self.document.nodes.run_start, self.document.nodes.run_node
        runs = (bisect_right(starts, label.start) - 1 for label in self.labels)
        return [block_of(self.document, nodes[run]) for run in runs]

    @cached_property
    def sure(self) -> set[tuple[str, str]]:
        """The looks of labels that a value follows."""
        return {self._look(at) for at in range(len(self.labels)) if not self._label_next(at)}

    def _look(self, at: int) -> tuple[str, str]:
        block = self.blocks[at]
        return self.document.tag[block], self.document.attribute(block, "class")

    def _label_next(self, at: int) -> bool:
        """Whether the line behind the label is another label."""
        label = self.labels[at]
        return at + 1 < len(self.labels) and not self.document.text[
            label.value : self.labels[at + 1].start
        ].strip(LABEL_ENDS)

    def continues(self, at: int) -> bool:
        """Whether the label's cell, not the first, is all its row says: it goes on with a value."""
        document, cell = self.document, self.blocks[at]
        row = document.parent[cell]
        if row < 0 or document.tag[row] != "tr" or cell == row + 1:
            return False
        here, there = document.start, document.stop
        return here[row] == here[cell] and there[row] == there[cell]

    def in_value_cell(self, at: int) -> bool:
        """Whether the label fills the cell right behind the cell of the label before it."""
        document, cell, before = self.document, self.blocks[at], self.blocks[at - 1]
        if (
            cell != document.end[before]
            or document.parent[cell] != document.parent[before]
            or document.tag[cell] not in VALUE_CELLS.get(document.tag[before], ())
        ):
            return False
        # three labels side by side are the head of a table
        more = at + 1 < len(self.labels) and self.blocks[at + 1] == document.end[cell]
        return not more or document.tag[cell] == "dd"

    def looks_like_value(self, at: int) -> bool:
        """Whether the label follows one directly and looks as no label does that has a value."""
        return (
            self._label_next(at - 1)
            and self._look(at - 1) in self.sure
            and self._look(at) not in self.sure
        )


def block_of(document: Document, node: int) -> int:
    """The element around *node*, or itself, that is more than presentation; -1 for none."""
    while node >= 0 and document.tag[node] in PRESENTATION:
        node = document.parent[node]
    return node


def _alone(document: Document, words: Vocabulary, low: str) -> Iterator[Label]:
    """Labels that fill a line, or the first run of one."""
    stops = document.nodes.run_stop
    # the text is given a line break to begin with, so that its first line is like the others
    for match in words.alone.finditer("\n" + low):
        start, stop, end = match.start(1) - 1, match.end(1) - 1, match.end() - 1
        run = bisect_left(stops, stop)
        if run < len(stops) and stops[run] <= end and not _is_menu(document, run, end):
            yield Label(start, stop, words.role(match[2]), stops[run], colon=False, extra=False)


def _is_menu(document: Document, run: int, end: int) -> bool:
    """Whether a label without a colon is the anchor of a link, and its line ends with it."""
    node = document.nodes.run_node[run]
    if end < len(document.text) and document.text[end] != "\n":
        return False
    linked = False
    while node >= 0 and document.tag[node] in PRESENTATION:
        linked |= document.tag[node] == "a"
        node = document.parent[node]
    return linked and document.tag[node] not in LABEL_CELLS


def _before_colons(document: Document, words: Vocabulary, low: str) -> Iterator[Label]:
    """Labels with a colon: at the start of a line or a run, behind a separator or a label."""
    chained = -1
    for colon in (match.start() for match in _COLON.finditer(low)):
        line = low.rfind("\n", 0, colon) + 1
        begin = max(line, colon - MAX_LABEL)
        found = words.before_colon(low[begin:colon])
        if found is None:
            continue
        start, stop, role = begin + found[0], begin + found[1], found[2]
        if start > line and chained != line and not _may_begin(document, low, line, start):
            continue
        chained = line
        yield Label(start, stop, role, colon + 1, colon=True, extra=False)


def _may_begin(document: Document, low: str, line: int, start: int) -> bool:
    """Whether a label may begin at *start*, in the middle of a line."""
    before = low[line:start].rstrip()
    if not before or before[-1] in SEPARATORS or not any(map(str.isalnum, before)):
        return True
    starts = document.nodes.run_start
    run = bisect_left(starts, start)
    return run < len(starts) and starts[run] == start
