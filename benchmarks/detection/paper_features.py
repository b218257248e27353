"""The feature sets of DEXTER's table 5: its own (section 4.1), Wang and Hu's, and both.

They look at tables and lists only, as the paper does, and know nothing of pairs.
"""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from specdex.detection.shapes import GROUP_CODES, Shapes, shapes
from specdex.html import Document
from specdex.text import words

__all__ = ["FEATURE_SETS", "Look", "paper_candidates", "paper_features"]

Floats = npt.NDArray[np.float64]
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


def paper_features(document: Document, nodes: Sequence[int], kind: str) -> Floats:
    """The features of *nodes* under one of the names of ``FEATURE_SETS``."""
    page = shapes(document)
    rows = [FEATURE_SETS[kind](page, _look(document, node)) for node in nodes]
    return np.array(rows, dtype=np.float64)


def _look(document: Document, node: int) -> Look:
    """The rows and cells of *node*, those of what is nested included."""
    rows: list[list[int]] = []
    for inner in range(node + 1, document.end[node]):
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


def _dexter(page: Shapes, look: Look) -> list[float]:
    """Links, text size, node depth, the word, the tag, and two capitals before a number."""
    document, node = page.document, look.node
    text = document.text_of(node)
    links = page.codes.count(GROUP_CODES["a"], node, document.end[node])
    depths = [
        float(document.depth[cell] - document.depth[node]) for row in look.rows for cell in row
    ]
    count = max(1, len(look.texts))
    return [
        float(links),
        links / count,
        float(len(text)),
        *_spread([float(len(each)) for each in look.texts]),
        *_spread(depths),
        float(len(SPEC_WORD.findall(text))),
        float(document.tag[node] == "table"),
        sum(len(TWO_CAPITALS.findall(each)) for each in look.texts) / count,
    ]


def _wang_hu(page: Shapes, look: Look) -> list[float]:
    """Layout, content type and word group, as in Wang and Hu's paper on tables."""
    columns = [float(len(row)) for row in look.rows]
    lengths = [float(len(each)) for each in look.texts]
    types = [_content(page, cell) for row in look.rows for cell in row]
    counts = Counter(types)
    total = max(1, len(types))
    shares = [counts[each] / total for each in KINDS_OF_CONTENT]
    row_types = [[_content(page, cell) for cell in row] for row in look.rows]
    return [
        *_spread(columns),
        float(len(look.rows)),
        *_spread(lengths),
        _agreement(lengths),
        *shares,
        _likeness(row_types),
        *_word_group(look),
    ]


def _agreement(lengths: Sequence[float]) -> float:
    """How alike the cells are in length, from -1 to 1."""
    mean, spread = _spread(lengths)
    return (mean - spread) / (mean + spread) if mean + spread else 0.0


def _likeness(rows: Sequence[Sequence[str]]) -> float:
    """How alike the cells of a row are in type, on average over rows."""
    shares = [Counter(row).most_common(1)[0][1] / len(row) for row in rows if row]
    return float(np.mean(shares)) if shares else 0.0


def _word_group(look: Look) -> list[float]:
    """How much the words of the table are its own: repetition and variety."""
    found = [word for text in look.texts for word in words(text)]
    counts = Counter(found)
    return [
        float(len(found)),
        len(counts) / max(1, len(found)),
        (counts.most_common(1)[0][1] / len(found)) if found else 0.0,
    ]


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


def _combined(page: Shapes, look: Look) -> list[float]:
    return _dexter(page, look) + _wang_hu(page, look)


FEATURE_SETS: dict[str, Callable[[Shapes, Look], list[float]]] = {
    "dexter": _dexter,
    "wang-hu": _wang_hu,
    "combined": _combined,
}
"""The rows of table 5."""
