"""The default feature set ``specdex``: what a candidate's pairs, place and surroundings say."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import log1p

import numpy as np
import numpy.typing as npt

from specdex.detection.carving import FoundPair, PairFinder, Region, carve
from specdex.detection.knowledge import Clues, clues_of
from specdex.detection.shapes import Shapes, shapes
from specdex.detection.vocabulary import (
    ALIEN_CLASSES,
    ALIEN_NAMES,
    ALIEN_WORDS,
    CLASS_WORD,
    PRICE,
    SPEC_CLASSES,
    SPEC_WORDS,
    UNIT,
    YES_NO,
)
from specdex.html import Document
from specdex.records import Candidate, FragmentKind
from specdex.text import words

__all__ = ["FEATURES", "Sheet", "describe"]

Floats = npt.NDArray[np.float64]
HEADING_REACH = 160
"""How much text above an element may head it."""
CLASS_REACH = 6
"""How many ancestors' classes are looked at."""
SHORT_VALUE, LONG_VALUE = 40, 200
MAX_TITLE_WORDS = 24
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
    title: frozenset[str]
    heading: int
    most: int


FEATURES = (
    "table list dl div pairs pairs_per_line covered lines size carved in_value around "
    "name_length name_words name_capital name_digit name_distinct name_alien "
    "by_place by_dash by_bold by_colon by_markup "
    "value_length value_digit value_unit value_price value_short value_long value_distinct "
    "value_yes value_sentence value_spread linked links_per_pair images_per_pair forms "
    "heading_spec heading_alien class_spec class_alien own_spec own_alien chrome "
    "position after_heading depth shared_names pairs_share most_pairs title_share title_seen "
    "nested children_per_pair headings page_candidates tagged_rows alike_place alike_look alike_name"
).split()
"""The names of the columns, in order."""


def describe(
    document: Document, candidates: Sequence[Candidate], finder: PairFinder
) -> Sheet:
    """The regions that hold pairs, with their features and the words that knowledge weighs."""
    regions = carve(document, candidates, finder)
    if not regions:
        return Sheet((), (), np.zeros((0, len(FEATURES))))
    page = _survey(document, [region.pairs for region in regions])
    rows = [_describe(page, region, len(regions)) for region in regions]
    clues = tuple(_clues(document, region) for region in regions)
    return Sheet(tuple(regions), clues, np.array(rows))


def _clues(document: Document, region: Region) -> Clues:
    node = region.candidate.node
    start = document.start[node]
    above = document.text[max(0, start - HEADING_REACH) : start].rsplit("\n", 3)[1:]
    classes = [_classes(document, node)]
    for depth, upper in enumerate(document.ancestors(node)):
        if depth >= CLASS_REACH:
            break
        classes.append(_classes(document, upper))
    names = (pair.name for pair in region.pairs[:MAX_SAMPLE])
    return clues_of(names, words(" ".join(above)), CLASS_WORD.findall(" ".join(classes).lower()))


def _survey(document: Document, found: Sequence[Sequence[FoundPair]]) -> _Page:
    names: Counter[str] = Counter()
    for pairs in found:
        names.update({pair.name.lower() for pair in pairs[:MAX_SAMPLE]})
    heading = next(iter(document.nodes_of("h1")), -1)
    title = [word for word in words(document.title) if len(word) > 2][:MAX_TITLE_WORDS]
    return _Page(
        shapes=shapes(document),
        names=names,
        title=frozenset(title),
        heading=heading,
        most=max(len(pairs) for pairs in found),
    )


def _describe(page: _Page, region: Region, rivals: int) -> list[float]:
    kind, node, pairs = region.candidate.kind, region.candidate.node, region.pairs
    row = [float(kind is each) for each in FragmentKind]
    row += _extent(page.shapes, region)
    row += _of_names(pairs)
    row += _of_values(pairs)
    row += _of_markup(page.shapes, node, len(pairs))
    row += _of_context(page.shapes.document, node)
    row += _of_place(page, node, pairs)
    row += [log1p(rivals), _tagged(page.shapes.document, pairs)]
    row += _of_likeness(page.shapes.document, pairs)
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


def _of_names(pairs: Sequence[FoundPair]) -> list[float]:
    pairs = pairs[:MAX_SAMPLE]
    count = len(pairs)
    names = [pair.name for pair in pairs]
    evidence = Counter(int(pair.evidence) for pair in pairs)
    row = [
        sum(map(len, names)) / count,
        sum(name.count(" ") + 1 for name in names) / count,
        sum(not name[0].islower() for name in names) / count,
        sum(any(map(str.isdigit, name)) for name in names) / count,
        len({name.lower() for name in names}) / count,
        sum(ALIEN_NAMES.match(name) is not None for name in names) / count,
    ]
    return row + [evidence[level] / count for level in range(5)]


def _of_values(pairs: Sequence[FoundPair]) -> list[float]:
    values = [pair.value[:LONG_VALUE * 2] for pair in pairs[:MAX_SAMPLE]]
    count = len(values)
    lengths = np.array([len(value) for value in values])
    return [
        float(np.log1p(lengths).mean()),
        sum(any(map(str.isdigit, value)) for value in values) / count,
        sum(UNIT.search(value) is not None for value in values) / count,
        sum(PRICE.search(value) is not None for value in values) / count,
        float((lengths <= SHORT_VALUE).mean()),
        float((lengths > LONG_VALUE).mean()),
        len(set(values)) / count,
        sum(YES_NO.match(value) is not None for value in values) / count,
        sum(value.endswith((".", "!", "?", "…")) and " " in value for value in values) / count,
        float(np.log1p(lengths).std()),
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


def _of_context(document: Document, node: int) -> list[float]:
    start = document.start[node]
    above = document.text[max(0, start - HEADING_REACH) : start]
    classes = [_classes(document, node)]
    chrome = 0
    for depth, upper in enumerate(document.ancestors(node)):
        if depth < CLASS_REACH:
            classes.append(_classes(document, upper))
        chrome += document.tag[upper] in {"nav", "footer", "header", "aside"}
    near = " ".join(classes)
    return [
        float(SPEC_WORDS.search(above) is not None),
        float(ALIEN_WORDS.search(above) is not None),
        float(len(SPEC_CLASSES.findall(near))),
        float(len(ALIEN_CLASSES.findall(near))),
        float(SPEC_CLASSES.search(classes[0]) is not None),
        float(ALIEN_CLASSES.search(classes[0]) is not None),
        float(chrome > 0),
    ]


def _classes(document: Document, node: int) -> str:
    element = document.nodes.elements[node]
    return f"{element.get('class') or ''} {element.get('id') or ''}"


def _of_place(page: _Page, node: int, pairs: Sequence[FoundPair]) -> list[float]:
    document = page.shapes.document
    sample = pairs[:MAX_SAMPLE]
    length = len(document.text) or 1
    heading = document.start[page.heading] if page.heading >= 0 else 0
    told = {word for pair in sample for word in words(pair.value[:SHORT_VALUE])}
    shared = sum(page.names[pair.name.lower()] > 1 for pair in sample)
    end = document.end[node]
    return [
        document.start[node] / length,
        (document.start[node] - heading) / length,
        float(document.depth[node]),
        shared / len(sample),
        len(pairs) / page.most,
        log1p(page.most),
        len(page.title & told) / (len(page.title) or 1),
        float(bool(page.title & told)),
        float(_inside(page.shapes, "table", node + 1, end)),
        log1p((end - node) / len(pairs)),
        log1p(_inside(page.shapes, "heading", node, end)),
    ]


def _tagged(document: Document, pairs: Sequence[FoundPair]) -> float:
    """The share of pairs whose value stands in the markup of rows."""
    cells = {"td", "dd", "li"}
    return sum(document.tag[pair.node] in cells for pair in pairs[:MAX_SAMPLE]) / min(
        len(pairs), MAX_SAMPLE
    )



def _of_likeness(document: Document, pairs: Sequence[FoundPair]) -> list[float]:
    """How uniform the rows are: the share of the commonest depth, look and label."""
    pairs = pairs[:MAX_SAMPLE]
    count = len(pairs)
    places = Counter(document.depth[pair.node] for pair in pairs)
    looks = Counter((document.depth[pair.node], document.tag[pair.node]) for pair in pairs)
    labels = Counter((int(pair.evidence), document.depth[pair.node]) for pair in pairs)
    return [max(each.values()) / count for each in (places, looks, labels)]
