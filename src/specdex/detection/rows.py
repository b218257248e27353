"""The row of features of one region; compiled where possible (``rows_compiled``)."""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from math import log1p
from typing import NamedTuple

from specdex.detection.carving import FoundPair, Region
from specdex.detection.shapes import shapes
from specdex.detection.vocabulary import (
    ALIEN_CLASSES,
    ALIEN_WORDS,
    ASIDE_TAGS,
    CLASS_WORD,
    GROUP_CODES,
    HIDING,
    SPEC_CLASSES,
    SPEC_WORDS,
)
from specdex.detection.wording import SHORT_VALUE, fold_name, of_names, of_values
from specdex.html import Document
from specdex.records import FragmentKind
from specdex.text import words

__all__ = ["MAX_SAMPLE", "Survey", "heads"]

HEADING_REACH = 160
"""How much text above an element may head it."""
NEAR_LINES = 3
"""How many lines above it are near."""
CLASS_REACH = 6
"""How many ancestors' classes are looked at."""
MIN_TITLE_WORD, MAX_TITLE_WORDS = 3, 24
ROW_TAGS = frozenset({"td", "dd", "li"})
MAX_SAMPLE = 60
"""Pairs of a region that features are made from."""
KINDS = tuple(FragmentKind)
LINK, IMAGE, FORM = GROUP_CODES["a"], GROUP_CODES["img"], GROUP_CODES["form"]
TABLE, HEADING = GROUP_CODES["table"], GROUP_CODES["heading"]
MAX_COVERED = 1.5


@lru_cache(maxsize=32768)
def heads(word: str) -> tuple[bool, bool]:
    """Whether *word* stands over specifications, and whether over something else."""
    return SPEC_WORDS.search(word) is not None, ALIEN_WORDS.search(word) is not None


class ClassWords(NamedTuple):
    """What the classes and the id of one element say."""

    words: tuple[str, ...]
    spec: int
    alien: int


@lru_cache(maxsize=8192)
def class_words(classes: str) -> ClassWords:
    """What the classes and the id of an element, in one text, say."""
    return ClassWords(
        tuple(CLASS_WORD.findall(classes.lower())),
        len(SPEC_CLASSES.findall(classes)),
        len(ALIEN_CLASSES.findall(classes)),
    )


class Survey:
    """What all regions of a page share, and the features of each."""

    def __init__(self, document: Document, regions: Sequence[Region]) -> None:
        nodes = document.nodes
        self.document = document
        self.shapes = shapes(document)
        self.tag, self.depth, self.end = document.tag, document.depth, document.end
        self.parent, self.start = document.parent, document.start
        self.first, self.last = nodes.first, nodes.last
        self.run_start, self.run_stop = nodes.run_start, nodes.run_stop
        self.codes, self.lines = self.shapes.code_bytes, self.shapes.line_bytes
        self.heading = document.tag.index("h1") if "h1" in document.tag else -1
        self.rivals = log1p(len(regions))
        self.most = max(len(region.pairs) for region in regions)
        self.title = _title(document)
        self.names: dict[str, int] = {}
        self.told: dict[tuple[str, str], int] = {}
        self.classes: dict[int, ClassWords] = {}
        self.hiding: dict[int, bool] = {}
        self._count(regions)

    def _count(self, regions: Sequence[Region]) -> None:
        """Count in how many regions each name, and each pair, stands."""
        names: Counter[str] = Counter()
        told: Counter[tuple[str, str]] = Counter()
        for region in regions:
            said = {(fold_name(pair.name), pair.value) for pair in region.pairs[:MAX_SAMPLE]}
            names.update({name for name, _ in said})
            told.update(said)
        self.names, self.told = dict(names), dict(told)

    def chain(self, node: int) -> list[ClassWords]:
        """What the classes of an element and of those above it say."""
        found = []
        for _ in range(CLASS_REACH + 1):
            if node < 0:
                break
            said = self.classes.get(node)
            if said is None:
                attribute = self.document.attribute
                text = f"{attribute(node, 'class')} {attribute(node, 'id')}"
                said = self.classes[node] = class_words(text)
            found.append(said)
            node = self.parent[node]
        return found

    def above(self, node: int) -> tuple[list[str], list[str]]:
        """The words of the text above an element: those further up, and those of its last lines."""
        start = self.start[node]
        text = self.document.text[max(0, start - HEADING_REACH) : start]
        cut = len(text)
        for _ in range(NEAR_LINES):
            line = text.rfind("\n", 0, cut)
            if line < 0:
                break
            cut = line
        return words(text[:cut]), words(text[cut:])

    def row(
        self, region: Region, chain: list[ClassWords], above: tuple[list[str], list[str]]
    ) -> list[float]:
        """The features of *region*."""
        pairs = region.pairs
        sample = pairs[:MAX_SAMPLE]
        node, count = region.candidate.node, len(pairs)
        folded = [fold_name(pair.name) for pair in sample]
        row = [float(region.candidate.kind is each) for each in KINDS]
        row += self._extent(region, node)
        row += of_names(sample, folded)
        row += of_values(sample)
        row += self._markup(node, count)
        row += self._context(node, chain, above)
        row += self._place(node)
        row += self._names(sample, folded, count)
        row += self._below(node, count)
        row += [self.rivals, self._tagged(sample)]
        row += self._likeness(sample)
        row += self._repetition(sample, folded)
        row.append(float(self._hidden(node)))
        return row

    def _size(self, node: int) -> int:
        """How long the text below *node* is."""
        first, last = self.first[node], self.last[node]
        return self.run_stop[last - 1] - self.run_start[first] if last > first else 0

    def _extent(self, region: Region, node: int) -> list[float]:
        lines = self.lines.count(1, self.first[node], self.last[node])
        size = self._size(node)
        for inner in region.candidate.without:
            lines -= self.lines.count(1, self.first[inner], self.last[inner])
            size -= self._size(inner)
        lines, size = max(1, lines), max(1, size)
        told = 0
        for pair in region.pairs:
            told += len(pair.name) + len(pair.value)
        count = len(region.pairs)
        return [
            log1p(count),
            count / lines,
            min(MAX_COVERED, told / size),
            log1p(lines),
            log1p(size),
            float(len(region.candidate.without)),
            float(region.in_value),
            float(region.around >= 0),
        ]

    def _markup(self, node: int, count: int) -> list[float]:
        links = self.shapes.link_sum
        linked = float(links[self.last[node]] - links[self.first[node]])
        end, codes = self.end[node], self.codes
        return [
            linked / max(1, self._size(node)),
            codes.count(LINK, node, end) / count,
            codes.count(IMAGE, node, end) / count,
            log1p(codes.count(FORM, node, end)),
        ]

    def _context(
        self, node: int, chain: list[ClassWords], above: tuple[list[str], list[str]]
    ) -> list[float]:
        spec = alien = False
        for said_above in above:
            for word in said_above:
                headed = heads(word)
                spec = spec or headed[0]
                alien = alien or headed[1]
        specs = aliens = 0
        for said in chain:
            specs += said[1]
            aliens += said[2]
        own = chain[0]
        return [
            float(spec),
            float(alien),
            float(specs),
            float(aliens),
            float(own[1] > 0),
            float(own[2] > 0),
            float(self._aside(node)),
        ]

    def _aside(self, node: int) -> bool:
        """Whether *node* lies beside the main matter of the page."""
        node = self.parent[node]
        while node >= 0:
            if self.tag[node] in ASIDE_TAGS:
                return True
            node = self.parent[node]
        return False

    def _place(self, node: int) -> list[float]:
        length = len(self.document.text) or 1
        heading = self.start[self.heading] if self.heading >= 0 else 0
        start = self.start[node]
        return [start / length, (start - heading) / length, float(self.depth[node])]

    def _names(self, sample: Sequence[FoundPair], folded: Sequence[str], count: int) -> list[float]:
        """How many names other regions share, and how much of the title the values tell."""
        shared = 0
        for name in folded:
            shared += self.names[name] > 1
        told = self._titled("\n".join([pair.value[:SHORT_VALUE] for pair in sample]))
        return [
            shared / len(folded),
            count / self.most,
            log1p(self.most),
            told / (len(self.title) or 1),
            float(told > 0),
        ]

    def _titled(self, values: str) -> int:
        """How many words of the title stand in *values*."""
        low = values.lower()
        for word in self.title:
            if word in low:
                return len(self.title.intersection(words(values)))
        return 0

    def _below(self, node: int, count: int) -> list[float]:
        end = self.end[node]
        return [
            float(self.codes.count(TABLE, node + 1, end)),
            log1p((end - node) / count),
            log1p(self.codes.count(HEADING, node, end)),
        ]

    def _tagged(self, pairs: Sequence[FoundPair]) -> float:
        """The share of pairs whose value stands in the markup of rows."""
        tagged = 0
        for pair in pairs:
            tagged += self.tag[pair.node] in ROW_TAGS
        return tagged / len(pairs)

    def _likeness(self, pairs: Sequence[FoundPair]) -> list[float]:
        """How uniform the rows are: the share of the commonest depth, look and label."""
        places: dict[object, int] = {}
        looks: dict[object, int] = {}
        labels: dict[object, int] = {}
        for pair in pairs:
            depth = self.depth[pair.node]
            look, label = (depth, self.tag[pair.node]), (depth, int(pair.evidence))
            places[depth] = places.get(depth, 0) + 1
            looks[look] = looks.get(look, 0) + 1
            labels[label] = labels.get(label, 0) + 1
        count = len(pairs)
        return [
            max(places.values()) / count,
            max(looks.values()) / count,
            max(labels.values()) / count,
        ]

    def _repetition(self, pairs: Sequence[FoundPair], folded: Sequence[str]) -> list[float]:
        """How often other regions have the same names, pairs, or names with other values."""
        seen = same = 0
        for at, pair in enumerate(pairs):
            name = folded[at]
            seen += self.names[name]
            same += self.told[name, pair.value]
        names, told = seen / len(folded) - 1, same / len(folded) - 1
        return [log1p(max(0.0, names)), log1p(max(0.0, told)), log1p(max(0.0, names - told))]

    def _hidden(self, node: int) -> bool:
        """Whether the region, or an element near above it, is not shown at first."""
        for _ in range(CLASS_REACH + 1):
            if node < 0:
                break
            hides = self.hiding.get(node)
            if hides is None:
                hides = self.hiding[node] = self._hides(node)
            if hides:
                return True
            node = self.parent[node]
        return False

    def _hides(self, node: int) -> bool:
        """Whether an element itself says that it is not shown."""
        style = self.document.attribute(node, "style")
        return bool(style and HIDING.search(style)) or self.document.has(node, "hidden")


def _title(document: Document) -> frozenset[str]:
    """The words of the page's title that values are searched for."""
    title = [word for word in words(document.title) if len(word) >= MIN_TITLE_WORD]
    return frozenset(title[:MAX_TITLE_WORDS])
