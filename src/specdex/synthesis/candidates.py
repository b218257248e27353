"""Candidate rules of a site: every way to address text nodes that holds on many of its pages."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from specdex.synthesis.text_nodes import CONSTANT, FEWEST_PAGES, PageTable

__all__ = ["Candidate", "Rule", "candidates_of", "template_texts"]

FURNITURE = 0.9
"""A text on this share of a site's pages is never a value."""
LEAST_COVERAGE = 0.1
"""A rule must find something on this share of the pages."""
FEWEST_VALUES = 3
"""A rule must find at least so many different values."""
MAX_NTH = 3
"""Of places that a path finds several of on a page, the first so many are told apart."""
MAX_LABEL = 60
"""Characters; a longer text labels nothing."""
MAX_TEXT = 600
"""Characters; a longer text is prose, no value."""

PREFIX = re.compile(r"^\s*([^\d:=]{2,40}?)\s*[:=]\s*\S")
"""A text that begins with its own label."""
KINDS = ("near", "after", "prefix", "anchored", "beyond", "path", "before", "place")
"""The kinds of rules, the most readable and robust first."""


@dataclass(frozen=True, slots=True)
class Rule:
    """One way to address text nodes, not yet written as an XPath."""

    kind: str
    path: str
    """The XPath of the element, or of its last step for rules that go by a label."""
    label: str = ""
    order: int = 0
    """Which text of the element, from 0 on."""
    nth: int = 0
    """Which of the places on a page, from 0 on."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A rule and what it picks: a text node on each page where it finds one."""

    rule: Rule
    picks: dict[int, int]
    """The text node, by page."""
    others: tuple[Rule, ...] = field(default=())
    """Rules that pick exactly the same."""


def template_texts(tables: Sequence[PageTable]) -> Counter[str]:
    """On how many pages of a site each text stands."""
    counts: Counter[str] = Counter()
    for table in tables:
        counts.update(set(table.texts))
    return counts


def candidates_of(tables: Sequence[PageTable]) -> list[Candidate]:
    """The rules that find enough different values on enough pages, each set of picks once."""
    counts = template_texts(tables)
    picks: dict[Rule, dict[int, int]] = {}
    for number, table in enumerate(tables):
        for rule, text_node in _Page(table, counts, len(tables)).rules():
            picks.setdefault(rule, {}).setdefault(number, text_node)
    least = min(len(tables), max(FEWEST_PAGES, LEAST_COVERAGE * len(tables)))
    rank = {kind: place for place, kind in enumerate(KINDS)}
    kept: dict[tuple[tuple[int, int], ...], list[Rule]] = {}
    for rule in sorted(picks, key=lambda each: (rank[each.kind], each.nth)):
        found = picks[rule]
        if len(found) >= least and _varied(tables, found):
            kept.setdefault(tuple(found.items()), []).append(rule)
    return [Candidate(rules[0], dict(found), tuple(rules[1:])) for found, rules in kept.items()]


def _varied(tables: Sequence[PageTable], found: dict[int, int]) -> bool:
    wanted = min(FEWEST_VALUES, len(found) - 1)
    return len({tables[page].normal[at] for page, at in found.items()}) >= wanted


class _Page:
    """The rules that address the text nodes of one page."""

    def __init__(self, table: PageTable, counts: Counter[str], pages: int) -> None:
        self._table = table
        self._counts = counts
        self._constant = min(pages, max(FEWEST_PAGES, CONSTANT * pages))
        self._furniture = FURNITURE * pages
        self._seen: Counter[Rule] = Counter()

    def rules(self) -> Iterator[tuple[Rule, int]]:
        """Each rule with the text node it picks."""
        for at, text in enumerate(self._table.texts):
            if not self._table.normal[at] or len(text) > MAX_TEXT:
                continue
            if self._counts[text] < self._furniture or len(self._table.texts) == 1:
                yield from self._structural(at)
                yield from self._labelled(at)

    def _structural(self, at: int) -> Iterator[tuple[Rule, int]]:
        table, order = self._table, self._table.order[at]
        yield Rule("place", table.place[at], order=order), at
        yield Rule("anchored", table.anchored[at], order=order), at
        for kind, path in (("path", table.path[at]), ("near", table.near[at])):
            rule = Rule(kind, path, order=order)
            nth = self._seen[rule]
            self._seen[rule] += 1
            if nth < MAX_NTH:
                yield Rule(kind, path, order=order, nth=nth), at

    def _labelled(self, at: int) -> Iterator[tuple[Rule, int]]:
        table = self._table
        last = table.near[at].rpartition("/")[2]
        before, following = self._label(at - 1), self._label(at + 1)
        if before:
            yield Rule("after", last, before), at
        elif at > 1 and not table.normal[at - 1] and (far := self._label(at - 2)):
            yield Rule("beyond", last, far), at
        if following:
            yield Rule("before", last, following), at
        if prefix := PREFIX.match(table.texts[at]):
            yield Rule("prefix", table.tags[at], prefix.group(1)), at

    def _label(self, at: int) -> str:
        """The text there if it belongs to the template."""
        texts = self._table.texts
        if not 0 <= at < len(texts) or len(texts[at]) > MAX_LABEL:
            return ""
        text = texts[at]
        return text if self._counts[text] >= self._constant and self._table.normal[at] else ""
