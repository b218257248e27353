# cython: boundscheck=False, wraparound=False
"""The rows of features of a page's regions."""

import re
from array import array
from collections.abc import Sequence
from math import log1p

from specdex.detection.matrix import Cells, log_of
from specdex.detection.regions import Region
from specdex.detection.shapes import GROUP_CODES, shapes
from specdex.detection.surroundings import ALIEN, SPEC, Above, ClassWords, above_of, class_words
from specdex.detection.texts import LEVELS, SHORT_VALUE, Name, name_of, of_names, of_values
from specdex.detection.word_weights import Clues
from specdex.html import Document
from specdex.html.tags import FRAME_TAGS
from specdex.records import FragmentKind
from specdex.structure.pairs import Found
from specdex.text import words

__all__ = ["MAX_SAMPLE", "Sample", "Survey"]

HEADING_REACH = 160
"""How much text above an element may head it."""
CLASS_REACH = 6
"""How many ancestors' classes are looked at."""
MIN_TITLE_WORD, MAX_TITLE_WORDS = 3, 24
HIDING = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)
"""Styles of what is not shown at first."""
ROW_TAGS = frozenset({"td", "dd", "li"})
MAX_SAMPLE = 60
"""Pairs of a region that features are made from."""
KINDS = (FragmentKind.TABLE, FragmentKind.LIST, FragmentKind.DL, FragmentKind.DIV)
LINK, IMAGE, FORM = GROUP_CODES["a"], GROUP_CODES["img"], GROUP_CODES["form"]
TABLE, HEADING = GROUP_CODES["table"], GROUP_CODES["heading"]
GROUPS = 1 + max(GROUP_CODES.values())
MAX_COVERED = 1.5
NO, YES = 1, 2
"""What is remembered of a node."""


class Sample:
    """The first pairs of a region, in columns."""

    def __init__(self, pairs: Sequence[Found]) -> None:
        self.names: list[Name] = []
        self.folded: list[str] = []
        self.clues: list[str] = []
        self.values: list[str] = []
        self.nodes: list[int] = []
        self.evidence: list[int] = []
        self.size = 0
        """How long names and values are together."""
        self.shared = self.seen = 0
        """How many names other regions have, too, and how many regions have them, in all."""
        self._take(pairs)
        self.distinct = frozenset(self.folded)

    def _take(self, pairs: Sequence[Found]) -> None:
        for pair in pairs:
            name, value = name_of(pair.name), pair.value
            self.size += name.letters + len(value)
            self.names.append(name)
            self.folded.append(name.folded)
            self.clues.append(name.clue)
            self.values.append(value)
            self.nodes.append(pair.node)
            self.evidence.append(int(pair.evidence))


class Survey:
    """What all regions of a page share, and the features of each."""

    def __init__(self, document: Document, regions: Sequence[Region]) -> None:
        nodes = document.nodes
        count = len(nodes.tag)
        self.document, self.regions, self.shapes = document, regions, shapes(document)
        self.tag, self.depth, self.end = nodes.tag, nodes.depth, nodes.end
        self.parent, self.start, self.text = nodes.parent, nodes.start, document.text
        self.first, self.last = nodes.first, nodes.last
        self.codes, self.lines = self.shapes.codes, self.shapes.lines
        self.heading = next(iter(document.places_of("h1")), -1)
        self.rivals, self.most = log1p(len(regions)), max([len(each.pairs) for each in regions])
        self.title = _title(document)
        self.classes: list[ClassWords | None] = [None] * count
        self.class_of, self.attribute = document.classes, document.attribute
        self.style, self.marked = document.anywhere("style"), document.anywhere("hidden")
        self.hiding, self.asides = bytearray(count), bytearray(count)
        self.logs, self.below = array("d", bytes(8 * MAX_SAMPLE)), array("i", bytes(4 * GROUPS))
        self.samples = [Sample(each.pairs[:MAX_SAMPLE]) for each in regions]
        self.names: dict[str, int] = {}
        self.told: dict[tuple[str, str], int] = {}
        self._count()

    def _count(self) -> None:
        """Count in how many regions each name stands, and each pair whose name stands in many."""
        names, told = self.names, self.told
        for sample in self.samples:
            for name in sample.distinct:
                names[name] = names.get(name, 0) + 1
        for sample in self.samples:
            pairs = set()
            for at, name in enumerate(sample.folded):
                times = names[name]
                sample.seen += times
                if times > 1:
                    sample.shared += 1
                    pairs.add((name, sample.values[at]))
            for pair in pairs:
                told[pair] = told.get(pair, 0) + 1

    def fill(self, cells: Cells, alike: Sequence[Sequence[float]]) -> list[Clues]:
        """Fill in the features of all regions, those of the *alike* last; the clues of each."""
        clues: list[Clues] = []
        for at, region in enumerate(self.regions):
            sample, looks = self.samples[at], alike[at]
            chain, above = self.chain(region.node), self.above(region.node)
            self._row(region, sample, cells)
            self._surroundings(region, chain, above, cells)
            self._rest(region, sample, cells)
            for number in looks:
                cells.put(number)
            said: list[str] = []
            for each in chain:
                if each.words:
                    said += each.words
            clues.append((tuple(sample.clues), above.words, tuple(said)))
        return clues

    def chain(self, node: int) -> list[ClassWords]:
        """What the classes of an element and of those above it say."""
        found = []
        for _ in range(CLASS_REACH + 1):
            if node < 0:
                break
            said = self.classes[node]
            if said is None:
                said = self.classes[node] = self._said(node)
            found.append(said)
            node = self.parent[node]
        return found

    def _said(self, node: int) -> ClassWords:
        """What the classes and the id of an element say."""
        classes, name = self.class_of[node], self.attribute(node, "id")
        return class_words(f"{classes} {name}" if name else classes)

    def above(self, node: int) -> Above:
        """What the text above an element says."""
        start = self.start[node]
        return above_of(self.text[max(0, start - HEADING_REACH) : start])

    def _row(self, region: Region, sample: Sample, cells: Cells) -> None:
        """Fill in what *region*, of which *sample* are the first pairs, holds."""
        for kind in KINDS:
            cells.put(region.kind is kind)
        self._extent(region, sample, cells)
        of_names(sample.names, len(sample.distinct), sample.evidence, cells)
        of_values(sample.values, self.logs, cells)

    def _rest(self, region: Region, sample: Sample, cells: Cells) -> None:
        """Fill in how *region* stands among the others of the page."""
        node, count = region.node, len(region.pairs)
        self._names(sample, count, cells)
        cells.put(self.below[TABLE] - (self.codes[node] == TABLE))
        cells.put(log1p((self.end[node] - node) / count))
        cells.put(log_of(self.below[HEADING]))
        cells.put(self.rivals)
        self._tagged(sample.nodes, cells)
        self._likeness(sample, cells)
        self._repetition(sample, cells)
        cells.put(self._hidden(node))

    def _extent(self, region: Region, sample: Sample, cells: Cells) -> None:
        node, count = region.node, len(region.pairs)
        lines, size, told = self._lines(node), self.shapes.size(node), sample.size
        for inner in region.without:
            lines -= self._lines(inner)
            size -= self.shapes.size(inner)
        lines, size = max(1, lines), max(1, size)
        for pair in region.pairs[MAX_SAMPLE:]:
            told += len(pair.name) + len(pair.value)
        cells.put(log_of(count))
        cells.put(count / lines)
        cells.put(min(MAX_COVERED, told / size))
        cells.put(log_of(lines))
        cells.put(log_of(size))
        cells.put(len(region.without))
        cells.put(region.in_value)
        cells.put(region.around >= 0)

    def _lines(self, node: int) -> int:
        """How many lines stand below *node*."""
        lines = 0
        for run in range(self.first[node], self.last[node]):
            lines += self.lines[run]
        return lines

    def _look_below(self, node: int) -> None:
        """Count the tags of each group below *node*, itself among them."""
        for group in range(GROUPS):
            self.below[group] = 0
        for inner in range(node, self.end[node]):
            self.below[self.codes[inner]] += 1

    def _surroundings(
        self, region: Region, chain: list[ClassWords], above: Above, cells: Cells
    ) -> None:
        """Fill in the markup of *region*, and what is said and shown around it."""
        node, count = region.node, len(region.pairs)
        self._look_below(node)
        cells.put(self.shapes.linked(node) / max(1, self.shapes.size(node)))
        cells.put(self.below[LINK] / count)
        cells.put(self.below[IMAGE] / count)
        cells.put(log_of(self.below[FORM]))
        self._context(chain, above, cells)
        cells.put(self._aside(node))
        length = len(self.text) or 1
        start, heading = self.start[node], 0
        if self.heading >= 0:
            heading = self.start[self.heading]
        cells.put(start / length)
        cells.put((start - heading) / length)
        cells.put(self.depth[node])

    def _context(self, chain: list[ClassWords], above: Above, cells: Cells) -> None:
        specs = aliens = 0
        for said in chain:
            specs += said.spec
            aliens += said.alien
        own = chain[0]
        cells.put(above.headed & SPEC > 0)
        cells.put(above.headed & ALIEN > 0)
        cells.put(specs)
        cells.put(aliens)
        cells.put(own.spec > 0)
        cells.put(own.alien > 0)

    def _aside(self, node: int) -> bool:
        """Whether *node* lies beside the main matter of the page."""
        upper, known = self.parent[node], NO
        while upper >= 0:
            if self.asides[upper]:
                known = self.asides[upper]
                break
            if self.tag[upper] in FRAME_TAGS:
                known = YES
                break
            upper = self.parent[upper]
        node = self.parent[node]
        while node != upper:
            self.asides[node] = known
            node = self.parent[node]
        return known == YES

    def _names(self, sample: Sample, count: int, cells: Cells) -> None:
        """How many names other regions share, and how much of the title the values tell."""
        told = 0
        if self.title:
            told = self._titled("\n".join([value[:SHORT_VALUE] for value in sample.values]).lower())
        cells.put(sample.shared / len(sample.folded))
        cells.put(count / self.most)
        cells.put(log_of(self.most))
        cells.put(told / (len(self.title) or 1))
        cells.put(told > 0)

    def _titled(self, values: str) -> int:
        """How many words of the title stand in *values*, which are in lower case."""
        told = 0
        for word in self.title:
            at = values.find(word)
            while at >= 0 and not _is_word(values, at, at + len(word)):
                at = values.find(word, at + 1)
            told += at >= 0
        return told

    def _tagged(self, nodes: list[int], cells: Cells) -> None:
        """The share of pairs whose value stands in the markup of rows."""
        tagged = 0
        for node in nodes:
            tagged += self.tag[node] in ROW_TAGS
        cells.put(tagged / len(nodes))

    def _likeness(self, sample: Sample, cells: Cells) -> None:
        """How uniform the rows are: the share of the commonest depth, look and label."""
        count = len(sample.nodes)
        if self._uniform(sample):
            for _ in range(3):
                cells.put(1.0)
            return
        places: dict[object, int] = {}
        looks: dict[object, int] = {}
        labels: dict[object, int] = {}
        for at, node in enumerate(sample.nodes):
            depth, level = self.depth[node], sample.evidence[at]
            look, label = (depth, self.tag[node]), depth * LEVELS + level
            places[depth] = places.get(depth, 0) + 1
            looks[look] = looks.get(look, 0) + 1
            labels[label] = labels.get(label, 0) + 1
        cells.put(max(places.values()) / count)
        cells.put(max(looks.values()) / count)
        cells.put(max(labels.values()) / count)

    def _uniform(self, sample: Sample) -> bool:
        """Whether all rows are of one depth, look and label."""
        node, level = sample.nodes[0], sample.evidence[0]
        depth, tag = self.depth[node], self.tag[node]
        for at, other in enumerate(sample.nodes):
            if self.depth[other] != depth or self.tag[other] != tag:
                return False
            if sample.evidence[at] != level:
                return False
        return True

    def _repetition(self, sample: Sample, cells: Cells) -> None:
        """How often other regions have the same names, pairs, or names with other values."""
        count = same = len(sample.folded)
        if sample.shared:
            same = count - sample.shared
            for at, name in enumerate(sample.folded):
                if self.names[name] > 1:
                    same += self.told[name, sample.values[at]]
        names, told = sample.seen / count - 1, same / count - 1
        cells.put(log1p(names) if names > 0 else 0.0)
        cells.put(log1p(told) if told > 0 else 0.0)
        cells.put(log1p(names - told) if names > told else 0.0)

    def _hidden(self, node: int) -> bool:
        """Whether the region, or an element near above it, is not shown at first."""
        if not self.style and not self.marked:
            return False
        for _ in range(CLASS_REACH + 1):
            if node < 0:
                break
            if not self.hiding[node]:
                self.hiding[node] = YES if self._hides(node) else NO
            if self.hiding[node] == YES:
                return True
            node = self.parent[node]
        return False

    def _hides(self, node: int) -> bool:
        """Whether an element itself says that it is not shown."""
        style = self.attribute(node, "style") if self.style else ""
        if style and HIDING.search(style):
            return True
        return self.marked and self.document.has(node, "hidden")


def _title(document: Document) -> frozenset[str]:
    """The words of the page's title that values are searched for."""
    title = [word for word in words(document.title) if len(word) >= MIN_TITLE_WORD]
    return frozenset(title[:MAX_TITLE_WORDS])


def _is_word(text: str, begin: int, end: int) -> bool:
    """Whether neither a letter nor a digit stands at either side of a part of *text*."""
    if begin and text[begin - 1].isalnum():
        return False
    return end == len(text) or not text[end].isalnum()
