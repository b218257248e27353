"""Every way to address text nodes that holds on many pages of a site, as an XPath proven there."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from lxml import etree

from specdex.synthesis.text_nodes import CONSTANT, FEWEST_PAGES, PageTable, literal
from specdex.text import letters_and_digits

__all__ = ["Candidate", "candidates_of", "proven_xpath", "template_texts", "without_label"]

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
AGREEMENT = 0.98
"""An XPath must read what its candidate picked on this share of the pages."""
BLANK = "normalize-space(.)"
NO_BREAK = "translate(normalize-space(.), '\u00a0', '')"
"""What tells a text from white space: plainly, and where no-break spaces stand alone."""
SEEN = "[not(parent::script or parent::style)]"
FEWEST_LABELLED = 3
_LABELLED = re.compile(r"\s*([^\d:=]{2,40}?\s*[:=])\s*\S")
_BARE_STEP = re.compile(r"(?<=/)([\w*-]+)(?=/|$)")


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
    return Counter(text for table in tables for text in set(table.texts))


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


def proven_xpath(
    candidate: Candidate, roots: Sequence[etree._Element], values: Mapping[int, str]
) -> tuple[str, float]:
    """The first spelling that reads what the candidate picked, and on which share of pages."""
    best, share = "", 0.0
    for rule in (candidate.rule, *candidate.others[:3]):
        for xpath in spellings(rule):
            agreed = _agreement(xpath, roots, values)
            if agreed >= AGREEMENT:
                return xpath, agreed
            if agreed > share:
                best, share = xpath, agreed
    return best, share


def spellings(rule: Rule) -> Iterator[str]:
    """XPaths for one rule, the plainest first."""
    for blank in (BLANK, NO_BREAK):
        yield _spelled(rule, rule.path, blank)
        strict = _BARE_STEP.sub(r"\1[not(@class)][not(@id)]", rule.path)
        if strict != rule.path and rule.kind == "near":
            yield _spelled(rule, strict, blank)


def _spelled(rule: Rule, path: str, blank: str) -> str:
    if rule.kind in {"after", "beyond", "before"}:
        axis = "preceding" if rule.kind == "before" else "following"
        label = f"//text()[normalize-space(.)={literal(rule.label)}]"
        nearest = f"{axis}::text()[{blank}]{SEEN}[{2 if rule.kind == 'beyond' else 1}]"
        return f"({label}/{nearest}[parent::{path}])[1]"
    if rule.kind == "prefix":
        return f"(//{path}/text()[starts-with(normalize-space(.), {literal(rule.label)})])[1]"
    text = f"{path}/text()[{blank}][{rule.order + 1}]"
    if rule.kind in {"place", "anchored"}:
        return text
    return f"({text})[{rule.nth + 1}]"


def without_label(xpath: str, roots: Sequence[etree._Element]) -> str:
    """*xpath* without the label that all texts it finds begin with; itself where there is none."""
    found = [each for root in roots if isinstance(each := root.xpath(xpath), list) and each]
    matches = [_LABELLED.match(str(texts[0])) for texts in found]
    labels = {match.group(1) if match else "" for match in matches}
    label = labels.pop() if len(labels) == 1 and len(found) >= FEWEST_LABELLED else ""
    return f"substring-after({xpath}, {literal(label)})" if label else xpath


def first_text(root: etree._Element, xpath: str) -> str:
    """The first text that *xpath* finds, as it is compared; empty where it finds none."""
    try:
        found = root.xpath(xpath)
    except etree.XPathError:
        return ""
    return letters_and_digits(str(found[0])) if isinstance(found, list) and found else ""


def _agreement(xpath: str, roots: Sequence[etree._Element], values: Mapping[int, str]) -> float:
    """The share of pages on which *xpath* finds what was picked, or nothing where nothing was."""
    if not roots:
        return 0.0
    wrong = 0
    for page, root in enumerate(roots):
        wrong += first_text(root, xpath) != values.get(page, "")
        if wrong > len(roots) / 2:
            return 0.0
    return 1 - wrong / len(roots)
