"""DEXTER's detectors of table 5: its own features (section 4.1), Wang and Hu's, and both.

They look at tables and lists only, as the paper does, and know nothing of pairs. What they were
learned from is told in ``models``.
"""

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import NamedTuple

import numpy as np

from specdex import models
from specdex.arrays import Floats
from specdex.detection.shapes import GROUP_CODES, Shapes, shapes
from specdex.forest import Trees
from specdex.html import Document
from specdex.records import Candidate, FragmentKind
from specdex.text import words

__all__ = [
    "FEATURE_SETS",
    "CombinedDetector",
    "DexterDetector",
    "Look",
    "WangHuDetector",
    "WordGroups",
    "look_at",
    "paper_candidates",
    "paper_features",
]

LISTED = frozenset({"table", "ul"})
"""What the paper classifies: 62 % of specifications are tables, 31 % lists."""
ROWS = frozenset({"tr", "li"})
CELLS = frozenset({"td", "th", "li"})
KINDS_OF_CONTENT = ("image", "form", "link", "letters", "digits", "empty", "other")
LETTERS_SHARE = 0.5
SPEC_WORD = re.compile(r"specification", re.IGNORECASE)
"""The word whose frequency is a feature in the paper."""
TWO_CAPITALS = re.compile(r"[A-Z]\w*\W+[A-Z]\w*\W+\d")
"""The paper's pattern of two upper cases followed by a number: "Weight Max 40 pounds"."""


MOST_NODES = 50_000
"""Elements of a table that are looked at: what it is like shows in so many."""
FILE = "dexter.json"
BELIEVED = 0.5
NO_GROUP, ONE_GROUP = 1.0, 10.0
"""Wang and Hu's ratio where a table is like neither group, and where only like the genuine."""


@dataclass(frozen=True)
class WordGroups:
    """Wang and Hu's word group: the words of genuine tables, and those of all others."""

    genuine: Mapping[str, float] = field(default_factory=dict)
    other: Mapping[str, float] = field(default_factory=dict)

    def ratio(self, texts: Sequence[str]) -> float:
        """How much more a table is like genuine ones than like others."""
        said = Counter(word for text in texts for word in words(text))
        genuine = _shared(said, self.genuine) / self._sizes[0]
        other = _shared(said, self.other) / self._sizes[1]
        # the cosines with both groups, without the length of what is said
        if other:
            return genuine / other
        return ONE_GROUP if genuine else NO_GROUP

    @cached_property
    def _sizes(self) -> tuple[float, float]:
        return _length(self.genuine), _length(self.other)


def _shared(said: Mapping[str, int], group: Mapping[str, float]) -> float:
    return sum(count * group.get(word, 0.0) for word, count in said.items())


def _length(group: Mapping[str, float]) -> float:
    """The length of a group's weights; 1 where there are none."""
    return sum(each * each for each in group.values()) ** 0.5 or 1.0


class Look(NamedTuple):
    """A candidate of the paper: its rows and the texts of its cells."""

    node: int
    rows: list[list[int]]
    texts: list[str]


def paper_candidates(document: Document) -> list[int]:
    """The tables and lists with text."""
    return [
        node
        for node, tag in enumerate(document.tag)
        if tag in LISTED and document.stop[node] > document.start[node]
    ]


def paper_features(
    document: Document, nodes: Sequence[int], kind: str, groups: WordGroups | None = None
) -> Floats:
    """The features of *nodes* under one of the names of ``FEATURE_SETS``."""
    page, known = shapes(document), groups or WordGroups()
    rows = [FEATURE_SETS[kind](page, look_at(document, node), known) for node in nodes]
    return np.array(rows, dtype=np.float64)


def look_at(document: Document, node: int) -> Look:
    """The rows and cells of *node*, those of what is nested included."""
    rows: list[list[int]] = []
    for inner in range(node + 1, min(document.end[node], node + MOST_NODES)):
        tag = document.tag[inner]
        if tag in ROWS:
            rows.append([])
        if tag in CELLS and rows:
            rows[-1].append(inner)
    texts = [document.text_of(cell) for cells in rows for cell in cells]
    return Look(node, [cells for cells in rows if cells], texts)


def _spread(values: Sequence[float]) -> tuple[float, float]:
    """Mean and standard deviation, 0 for nothing."""
    return (float(np.mean(values)), float(np.std(values))) if len(values) else (0.0, 0.0)


def _dexter(page: Shapes, look: Look, _groups: WordGroups) -> list[float]:
    """Figure 5's text size, items, links and images, and what section 4.1 names beside them."""
    document, node = page.document, look.node
    text = document.text_of(node)
    links, images = (
        page.codes.count(GROUP_CODES[group], node, document.end[node]) for group in ("a", "img")
    )
    depths = [
        float(document.depth[cell] - document.depth[node]) for row in look.rows for cell in row
    ]
    count = max(1, len(look.texts))
    return [
        float(len(text)),
        float(len(look.texts)),
        float(links),
        float(images),
        *_spread([float(len(each)) for each in look.texts]),
        *_spread(depths),
        float(len(SPEC_WORD.findall(text))),
        float(document.tag[node] == "table"),
        sum(len(TWO_CAPITALS.findall(each)) for each in look.texts) / count,
    ]


def _wang_hu(page: Shapes, look: Look, groups: WordGroups) -> list[float]:
    """Layout, content type and word group, as in Wang and Hu's paper on tables."""
    columns = [float(len(row)) for row in look.rows]
    lengths = [float(len(each)) for each in look.texts]
    mean, spread = _spread(lengths)
    row_types = [[_content(page, cell) for cell in row] for row in look.rows]
    counts = Counter(kind for row in row_types for kind in row)
    total = max(1, counts.total())
    shares = [counts[each] / total for each in KINDS_OF_CONTENT]
    return [
        *_spread(columns),
        float(len(look.rows)),
        mean,
        spread,
        # how alike the cells are in length, from -1 to 1
        (mean - spread) / (mean + spread) if mean + spread else 0.0,
        *shares,
        _likeness(row_types),
        groups.ratio(look.texts),
    ]


def _likeness(rows: Sequence[Sequence[str]]) -> float:
    """How alike the cells of a row are in type, on average over rows."""
    shares = [Counter(row).most_common(1)[0][1] / len(row) for row in rows if row]
    return float(np.mean(shares)) if shares else 0.0


def _content(page: Shapes, cell: int) -> str:
    """The type of a cell's content."""
    document, end = page.document, page.document.end[cell]
    text = document.text_of(cell)
    for group, name in (("form", "form"), ("img", "image"), ("a", "link")):
        if page.codes.find(GROUP_CODES[group], cell, end) >= 0:
            return name
    if not text:
        return "empty"
    letters = sum(map(str.isalpha, text)) / len(text)
    digits = sum(map(str.isdigit, text)) / len(text)
    if letters > LETTERS_SHARE:
        return "letters"
    return "digits" if digits > 0 else "other"


FEATURE_SETS: dict[str, Callable[[Shapes, Look, WordGroups], list[float]]] = {
    "dexter": _dexter,
    "wang-hu": _wang_hu,
    "combined": lambda *look: _dexter(*look) + _wang_hu(*look),
}
"""The rows of table 5."""


@cache
def _learned() -> tuple[Mapping[str, Trees], WordGroups]:
    """A judge for each set of features, and the word groups: ``benchmarks train dexter``."""
    data = models.read(FILE)
    judges = {name: Trees.from_json(trees) for name, trees in data["judges"].items()}
    return judges, WordGroups(data["genuine"], data["other"])


@dataclass(frozen=True)
class DexterDetector:
    """Tables and lists that DEXTER's own features tell from others."""

    features: str = "dexter"
    threshold: float = BELIEVED
    judge: Trees | None = None
    """Who tells them apart; without one, the judge that ships."""

    def detect(self, document: Document) -> Sequence[Candidate]:
        """The tables and lists believed in, in page order; of nested ones the outermost."""
        nodes = paper_candidates(document)
        if not nodes:
            return ()
        judges, groups = _learned()
        rows = paper_features(document, nodes, self.features, groups)
        chances = (self.judge or judges[self.features]).probability(rows)
        found: list[Candidate] = []
        end = 0
        for node, chance in zip(nodes, chances, strict=True):
            if chance >= self.threshold and node >= end:
                kind = FragmentKind.TABLE if document.tag[node] == "table" else FragmentKind.LIST
                found.append(Candidate(node, kind, float(chance)))
                end = document.end[node]
        return tuple(found)


@dataclass(frozen=True)
class WangHuDetector(DexterDetector):
    """The same by the features of Wang and Hu."""

    features: str = "wang-hu"


@dataclass(frozen=True)
class CombinedDetector(DexterDetector):
    """The same by both sets of features."""

    features: str = "combined"
