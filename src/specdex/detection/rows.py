"""The row of features of one region; compiled where possible (``rows_compiled``)."""

from collections.abc import Sequence
from functools import lru_cache
from math import log1p

from specdex.detection.regions import FoundPair, Region
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
from specdex.detection.wording import LEVELS, SHORT_VALUE, fold_name, of_names, of_values
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


SPEC, ALIEN = 1, 2
"""What a word speaks of, in bits."""


@lru_cache(maxsize=32768)
def heads(word: str) -> int:
    """Whether *word* stands over specifications, and whether over something else."""
    spec, alien = SPEC_WORDS.search(word), ALIEN_WORDS.search(word)
    return SPEC * (spec is not None) + ALIEN * (alien is not None)


class ClassWords:
    """What the classes and the id of one element say."""

    __slots__ = ("alien", "spec", "words")

    def __init__(self, words: list[str], spec: int, alien: int) -> None:
        self.words = words
        self.spec = spec
        self.alien = alien


@lru_cache(maxsize=8192)
def class_words(classes: str) -> ClassWords:
    """What the classes and the id of an element, in one text, say."""
    return ClassWords(
        CLASS_WORD.findall(classes.lower()),
        len(SPEC_CLASSES.findall(classes)),
        len(ALIEN_CLASSES.findall(classes)),
    )


class Above:
    """What the text above an element says: the words of its last lines, and what all speak of."""

    __slots__ = ("headed", "words")

    def __init__(self, near: list[str], headed: int) -> None:
        self.words = near
        self.headed = headed


@lru_cache(maxsize=4096)
def above_of(text: str) -> Above:
    """What a text above an element says, remembered: pages of a site repeat their headings."""
    cut = len(text)
    for _ in range(NEAR_LINES):
        line = text.rfind("\n", 0, cut)
        if line < 0:
            break
        cut = line
    near, headed = words(text[cut:]), 0
    for word in words(text[:cut]) + near:
        headed |= heads(word)
    return Above(near, headed)


class Sample:
    """The first pairs of a region, in columns."""

    def __init__(self, pairs: Sequence[FoundPair]) -> None:
        self.names = [pair.name for pair in pairs]
        self.folded = [fold_name(name) for name in self.names]
        self.values = [pair.value for pair in pairs]
        self.nodes = [pair.node for pair in pairs]
        self.evidence = [int(pair.evidence) for pair in pairs]


class Survey:
    """What all regions of a page share, and the features of each."""

    def __init__(self, document: Document, regions: Sequence[Region]) -> None:
        nodes = document.nodes
        self.document = document
        self.shapes = shapes(document)
        self.tag, self.depth, self.end = document.tag, nodes.depth, nodes.end
        self.parent, self.start = nodes.parent, nodes.start
        self.first, self.last = nodes.first, nodes.last
        self.codes, self.lines = self.shapes.codes, self.shapes.lines
        self.heading = next(iter(document.places_of("h1")), -1)
        self.rivals = log1p(len(regions))
        self.most = max(len(region.pairs) for region in regions)
        self.title = _title(document)
        self.names: dict[str, int] = {}
        self.told: dict[tuple[str, str], int] = {}
        self.classes: dict[int, ClassWords] = {}
        self.hiding: dict[int, bool] = {}
        self.samples = [Sample(region.pairs[:MAX_SAMPLE]) for region in regions]
        for sample in self.samples:
            self._count(sample)

    def _count(self, sample: Sample) -> None:
        """Count in how many regions each name, and each pair, stands."""
        for name in set(sample.folded):
            self.names[name] = self.names.get(name, 0) + 1
        for pair in set(zip(sample.folded, sample.values, strict=True)):
            self.told[pair] = self.told.get(pair, 0) + 1

    def chain(self, node: int) -> list[ClassWords]:
        """What the classes of an element and of those above it say."""
        found = []
        for _ in range(CLASS_REACH + 1):
            if node < 0:
                break
            said = self.classes.get(node)
            if said is None:
                attribute = self.document.attribute
                text = f"{self.document.classes[node]} {attribute(node, 'id')}"
                said = self.classes[node] = class_words(text)
            found.append(said)
            node = self.parent[node]
        return found

    def above(self, node: int) -> Above:
        """What the text above an element says."""
        start = self.start[node]
        return above_of(self.document.text[max(0, start - HEADING_REACH) : start])

    def row(
        self,
        region: Region,
        sample: Sample,
        chain: list[ClassWords],
        above: Above,
    ) -> list[float]:
        """The features of *region*, of which *sample* are the first pairs."""
        node, count = region.candidate.node, len(region.pairs)
        row = [float(region.candidate.kind is each) for each in KINDS]
        row += self._extent(region, node)
        row += of_names(sample.names, sample.folded, sample.evidence)
        row += of_values(sample.values)
        row += self._markup(node, count)
        row += self._context(node, chain, above)
        row += self._place(node)
        row += self._names(sample, count)
        row += self._below(node, count)
        row += [self.rivals, self._tagged(sample.nodes)]
        row += self._likeness(sample)
        row += self._repetition(sample)
        row.append(float(self._hidden(node)))
        return row

    def _extent(self, region: Region, node: int) -> list[float]:
        lines = self.lines.count(1, self.first[node], self.last[node])
        size = self.shapes.size(node)
        for inner in region.candidate.without:
            lines -= self.lines.count(1, self.first[inner], self.last[inner])
            size -= self.shapes.size(inner)
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
        linked = float(self.shapes.linked(node))
        end, codes = self.end[node], self.codes
        return [
            linked / max(1, self.shapes.size(node)),
            codes.count(LINK, node, end) / count,
            codes.count(IMAGE, node, end) / count,
            log1p(codes.count(FORM, node, end)),
        ]

    def _context(self, node: int, chain: list[ClassWords], above: Above) -> list[float]:
        specs = aliens = 0
        for said in chain:
            specs += said.spec
            aliens += said.alien
        own = chain[0]
        return [
            float(above.headed & SPEC > 0),
            float(above.headed & ALIEN > 0),
            float(specs),
            float(aliens),
            float(own.spec > 0),
            float(own.alien > 0),
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

    def _names(self, sample: Sample, count: int) -> list[float]:
        """How many names other regions share, and how much of the title the values tell."""
        shared = 0
        for name in sample.folded:
            shared += self.names[name] > 1
        told = self._titled("\n".join([value[:SHORT_VALUE] for value in sample.values]).lower())
        return [
            shared / len(sample.folded),
            count / self.most,
            log1p(self.most),
            told / (len(self.title) or 1),
            float(told > 0),
        ]

    def _titled(self, values: str) -> int:
        """How many words of the title stand in *values*, which are in lower case."""
        told = 0
        for word in self.title:
            at = values.find(word)
            while at >= 0 and not _is_word(values, at, at + len(word)):
                at = values.find(word, at + 1)
            told += at >= 0
        return told

    def _below(self, node: int, count: int) -> list[float]:
        end = self.end[node]
        return [
            float(self.codes.count(TABLE, node + 1, end)),
            log1p((end - node) / count),
            log1p(self.codes.count(HEADING, node, end)),
        ]

    def _tagged(self, nodes: list[int]) -> float:
        """The share of pairs whose value stands in the markup of rows."""
        tagged = 0
        for node in nodes:
            tagged += self.tag[node] in ROW_TAGS
        return tagged / len(nodes)

    def _likeness(self, sample: Sample) -> list[float]:
        """How uniform the rows are: the share of the commonest depth, look and label."""
        places: dict[object, int] = {}
        looks: dict[object, int] = {}
        labels: dict[object, int] = {}
        for at, node in enumerate(sample.nodes):
            depth = self.depth[node]
            look, label = (depth, self.tag[node]), depth * LEVELS + sample.evidence[at]
            places[depth] = places.get(depth, 0) + 1
            looks[look] = looks.get(look, 0) + 1
            labels[label] = labels.get(label, 0) + 1
        count = len(sample.nodes)
        return [
            max(places.values()) / count,
            max(looks.values()) / count,
            max(labels.values()) / count,
        ]

    def _repetition(self, sample: Sample) -> list[float]:
        """How often other regions have the same names, pairs, or names with other values."""
        seen = same = 0
        for at, name in enumerate(sample.folded):
            seen += self.names[name]
            same += self.told[name, sample.values[at]]
        count = len(sample.folded)
        names, told = seen / count - 1, same / count - 1
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


def _is_word(text: str, begin: int, end: int) -> bool:
    """Whether neither a letter nor a digit stands at either side of a part of *text*."""
    if begin and text[begin - 1].isalnum():
        return False
    return end == len(text) or not text[end].isalnum()
