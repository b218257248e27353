"""The default feature set ``specdex``: what a candidate's pairs, place and surroundings say."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import chain, islice
from math import log1p
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from specdex.detection.carving import FoundPair, PairFinder, Region, carve
from specdex.detection.knowledge import Clues, clues_of
from specdex.detection.shapes import Shapes, shapes
from specdex.detection.vocabulary import (
    ALIEN_CLASSES,
    ALIEN_WORDS,
    ASIDE_TAGS,
    CLASS_WORD,
    HIDING,
    SPEC_CLASSES,
    SPEC_WORDS,
)
from specdex.detection.wording import SHORT_VALUE, fold_name, of_names, of_values
from specdex.html import Document
from specdex.records import Candidate, FragmentKind
from specdex.text import words

__all__ = ["FEATURES", "Sheet", "describe"]

Floats = npt.NDArray[np.float64]
HEADING_REACH = 160
"""How much text above an element may head it."""
CLASS_REACH = 6
"""How many ancestors' classes are looked at."""
MIN_TITLE_WORD, MAX_TITLE_WORDS = 3, 24
ROW_TAGS = frozenset({"td", "dd", "li"})
MAX_SAMPLE = 60
"""Pairs of a candidate that features are made from."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """The regions of a page, with the features of each."""

    regions: tuple[Region, ...]
    clues: tuple[Clues, ...]
    features: Floats


@dataclass(frozen=True, slots=True)
class _Page:
    """What all candidates of a page share."""

    shapes: Shapes
    names: Counter[str]
    told: Counter[tuple[str, str]]
    title: frozenset[str]
    heading: int
    most: int
    hiding: dict[int, bool] = field(default_factory=dict)
    """Which elements are known to hide what is in them, or not to."""


FEATURES = (
    "table",
    "list",
    "dl",
    "div",
    "pairs",
    "pairs_per_line",
    "covered",
    "lines",
    "size",
    "carved",
    "in_value",
    "around",
    "name_length",
    "name_words",
    "name_capital",
    "name_digit",
    "name_distinct",
    "name_alien",
    "by_place",
    "by_dash",
    "by_bold",
    "by_colon",
    "by_markup",
    "value_length",
    "value_digit",
    "value_unit",
    "value_price",
    "value_short",
    "value_long",
    "value_distinct",
    "value_yes",
    "value_sentence",
    "value_spread",
    "linked",
    "links_per_pair",
    "images_per_pair",
    "forms",
    "heading_spec",
    "heading_alien",
    "class_spec",
    "class_alien",
    "own_spec",
    "own_alien",
    "chrome",
    "position",
    "after_heading",
    "depth",
    "shared_names",
    "pairs_share",
    "most_pairs",
    "title_share",
    "title_seen",
    "nested",
    "children_per_pair",
    "headings",
    "page_candidates",
    "tagged_rows",
    "alike_place",
    "alike_look",
    "alike_name",
    "name_repeats",
    "pair_repeats",
    "repeats_alone",
    "hidden",
)
"""The names of the columns, in order."""


def describe(document: Document, candidates: Sequence[Candidate], finder: PairFinder) -> Sheet:
    """The regions that hold pairs, with their features and the words that knowledge weighs."""
    regions = carve(document, candidates, finder)
    if not regions:
        return Sheet((), (), np.zeros((0, len(FEATURES))))
    page = _survey(document, [region.pairs for region in regions])
    chains = [_class_chain(document, region.candidate.node) for region in regions]
    rows = [
        _describe(page, region, classes, len(regions))
        for region, classes in zip(regions, chains, strict=True)
    ]
    clues = tuple(
        _clues(document, region, classes) for region, classes in zip(regions, chains, strict=True)
    )
    return Sheet(tuple(regions), clues, np.array(rows))


def _clues(document: Document, region: Region, classes: Sequence[str]) -> Clues:
    start = document.start[region.candidate.node]
    above = document.text[max(0, start - HEADING_REACH) : start].rsplit("\n", 3)[1:]
    names = (pair.name for pair in region.pairs[:MAX_SAMPLE])
    return clues_of(
        names,
        words(" ".join(above)),
        chain.from_iterable(_class_words(each).words for each in classes),
    )


@lru_cache(maxsize=32768)
def heads(word: str) -> tuple[bool, bool]:
    """Whether *word* stands over specifications, and whether over something else."""
    return SPEC_WORDS.search(word) is not None, ALIEN_WORDS.search(word) is not None


class _ClassWords(NamedTuple):
    """What the classes and the id of one element say."""

    words: tuple[str, ...]
    spec: int
    alien: int


@lru_cache(maxsize=8192)
def _class_words(classes: str) -> _ClassWords:
    return _ClassWords(
        tuple(CLASS_WORD.findall(classes.lower())),
        len(SPEC_CLASSES.findall(classes)),
        len(ALIEN_CLASSES.findall(classes)),
    )


def _class_chain(document: Document, node: int) -> list[str]:
    """The classes and ids of an element and of those above it."""
    found = [_classes(document, node)]
    above = islice(document.ancestors(node), CLASS_REACH)
    return found + [_classes(document, upper) for upper in above]


def _survey(document: Document, found: Sequence[Sequence[FoundPair]]) -> _Page:
    names: Counter[str] = Counter()
    told: Counter[tuple[str, str]] = Counter()
    for pairs in found:
        said = {(fold_name(pair.name), pair.value) for pair in pairs[:MAX_SAMPLE]}
        names.update({name for name, _ in said})
        told.update(said)
    heading = next(iter(document.nodes_of("h1")), -1)
    title = [word for word in words(document.title) if len(word) >= MIN_TITLE_WORD][
        :MAX_TITLE_WORDS
    ]
    return _Page(
        shapes=shapes(document),
        names=names,
        told=told,
        title=frozenset(title),
        heading=heading,
        most=max(len(pairs) for pairs in found),
    )


def _describe(page: _Page, region: Region, classes: Sequence[str], rivals: int) -> list[float]:
    kind, node, pairs = region.candidate.kind, region.candidate.node, region.pairs
    sample = pairs[:MAX_SAMPLE]
    row = [float(kind is each) for each in FragmentKind]
    row += _extent(page.shapes, region)
    row += of_names(sample)
    row += of_values(sample)
    row += _of_markup(page.shapes, node, len(pairs))
    row += _of_context(page.shapes.document, node, classes)
    row += _of_place(page, node, pairs)
    row += [log1p(rivals), _tagged(page.shapes.document, sample)]
    row += _of_likeness(page.shapes.document, sample)
    row += _of_repetition(page, sample)
    row.append(float(_hidden(page, node)))
    return row


def _extent(page: Shapes, region: Region) -> list[float]:
    node, pairs = region.candidate.node, region.pairs
    lines = int(page.lines[page.first[node] : page.last[node]].sum())
    size = int(page.size[node])
    for inner in region.candidate.without:
        lines -= int(page.lines[page.first[inner] : page.last[inner]].sum())
        size -= int(page.size[inner])
    lines, size = max(1, lines), max(1, size)
    told = sum(len(pair.name) + len(pair.value) for pair in pairs)
    return [
        log1p(len(pairs)),
        len(pairs) / lines,
        min(1.5, told / size),
        log1p(lines),
        log1p(size),
        float(len(region.candidate.without)),
        float(region.in_value),
        float(region.around >= 0),
    ]


def _of_markup(page: Shapes, node: int, count: int) -> list[float]:
    first, last = page.first[node], page.last[node]
    linked = float(page.link_sum[last] - page.link_sum[first]) / max(1, int(page.size[node]))
    end = page.document.end[node]
    return [
        linked,
        _inside(page, "a", node, end) / count,
        _inside(page, "img", node, end) / count,
        log1p(_inside(page, "form", node, end)),
    ]


def _inside(page: Shapes, what: str, node: int, end: int) -> int:
    column = page.tag_sums[what]
    return int(column[end] - column[node])


def _of_context(document: Document, node: int, classes: Sequence[str]) -> list[float]:
    start = document.start[node]
    said_above = words(document.text[max(0, start - HEADING_REACH) : start])
    chrome = any(document.tag[upper] in ASIDE_TAGS for upper in document.ancestors(node))
    said = [_class_words(each) for each in classes]
    headed = list(map(heads, said_above))
    return [
        float(any(spec for spec, _ in headed)),
        float(any(alien for _, alien in headed)),
        float(sum(each.spec for each in said)),
        float(sum(each.alien for each in said)),
        float(said[0].spec > 0),
        float(said[0].alien > 0),
        float(chrome),
    ]


def _classes(document: Document, node: int) -> str:
    return f"{document.attribute(node, 'class')} {document.attribute(node, 'id')}"


def _of_place(page: _Page, node: int, pairs: Sequence[FoundPair]) -> list[float]:
    document = page.shapes.document
    sample = pairs[:MAX_SAMPLE]
    length = len(document.text) or 1
    heading = document.start[page.heading] if page.heading >= 0 else 0
    told = page.title.intersection(
        words("\n".join([pair.value[:SHORT_VALUE] for pair in sample])) if page.title else ()
    )
    shared = sum([page.names[fold_name(pair.name)] > 1 for pair in sample])
    end = document.end[node]
    return [
        document.start[node] / length,
        (document.start[node] - heading) / length,
        float(document.depth[node]),
        shared / len(sample),
        len(pairs) / page.most,
        log1p(page.most),
        len(told) / (len(page.title) or 1),
        float(bool(told)),
        float(_inside(page.shapes, "table", node + 1, end)),
        log1p((end - node) / len(pairs)),
        log1p(_inside(page.shapes, "heading", node, end)),
    ]


def _tagged(document: Document, pairs: Sequence[FoundPair]) -> float:
    """The share of pairs whose value stands in the markup of rows."""
    return sum([document.tag[pair.node] in ROW_TAGS for pair in pairs]) / len(pairs)


def _of_likeness(document: Document, pairs: Sequence[FoundPair]) -> list[float]:
    """How uniform the rows are: the share of the commonest depth, look and label."""
    depths, tags = document.depth, document.tag
    places = [depths[pair.node] for pair in pairs]
    looks = [(depths[pair.node], tags[pair.node]) for pair in pairs]
    labels = [(int(pair.evidence), depths[pair.node]) for pair in pairs]
    return [_most(places), _most(looks), _most(labels)]


def _most(looks: Sequence[object]) -> float:
    """The share of the commonest of *looks*."""
    return max(map(looks.count, set(looks))) / len(looks)


def _of_repetition(page: _Page, pairs: Sequence[FoundPair]) -> list[float]:
    """How often other regions have the same names, the same pairs, the names with other values."""
    count = len(pairs)
    said = [fold_name(pair.name) for pair in pairs]
    names = sum([page.names[name] for name in said]) / count - 1
    told = (
        sum([page.told[name, pair.value] for name, pair in zip(said, pairs, strict=True)]) / count
        - 1
    )
    return [log1p(max(0.0, names)), log1p(max(0.0, told)), log1p(max(0.0, names - told))]


def _hidden(page: _Page, node: int) -> bool:
    """Whether the region, or an element near above it, is not shown at first."""
    document, known = page.shapes.document, page.hiding
    for upper in (node, *islice(document.ancestors(node), CLASS_REACH)):
        hides = known.get(upper)
        if hides is None:
            hides = known[upper] = _hides(document, upper)
        if hides:
            return True
    return False


def _hides(document: Document, node: int) -> bool:
    """Whether an element itself says that it is not shown."""
    element = document.element(node)
    style = element.get("style")
    return bool(style and HIDING.search(style)) or element.get("hidden") is not None
