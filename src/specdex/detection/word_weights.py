"""What is known about a region's words."""

from array import array
from collections.abc import Sequence
from zlib import crc32

from specdex.detection.matrix import Cells

__all__ = ["Clues", "Scales", "Spread", "hash_of"]

Clues = tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]
"""The words of a region that are weighed: of names, of the heading, of classes."""

CLEAR = 0.7
"""A weight beyond this speaks clearly."""
REMEMBERED = 2048
"""Words whose weights are remembered: a site repeats them endlessly."""


_BEGUN = {kind: crc32(f"{kind}:".encode()) for kind in ("name", "word", "heading", "class")}


def hash_of(kind: str, word: str) -> int:
    """The hash under which a word of some kind is kept: that of ``kind:word``."""
    return crc32(word.encode(), _BEGUN[kind])


class Spread:
    """The mean, the most and the least of weights."""

    def __init__(self) -> None:
        self.count = 0
        self.total = self.most = self.least = 0.0

    def add(self, weight: float) -> None:
        """Take one more weight."""
        if self.count == 0 or weight > self.most:
            self.most = weight
        if self.count == 0 or weight < self.least:
            self.least = weight
        self.count += 1
        self.total += weight

    def mean(self) -> float:
        """The mean, nothing where there was no weight."""
        return self.total / self.count if self.count else 0.0

    def put(self, cells: Cells) -> None:
        """Write them down, and begin again."""
        cells.put(self.mean())
        cells.put(self.most)
        cells.put(self.least)
        self.clear()

    def clear(self) -> None:
        """Begin again."""
        self.count = 0
        self.total = self.most = self.least = 0.0


class Scales:
    """Weighs words by what is known about them, and remembers what it weighed."""

    def __init__(self, weights: dict[int, float], catalogue: dict[int, float]) -> None:
        self.weights = weights
        self.catalogue = catalogue
        self.names: dict[str, tuple[float, float, list[float]]] = {}
        self.headings: dict[str, float] = {}
        self.classes: dict[str, float] = {}
        self.headed: dict[tuple[str, ...], tuple[float, float, float]] = {}
        self.classed: dict[tuple[str, ...], tuple[float, float, float]] = {}
        """What many regions share as a whole."""
        self.spread = Spread()
        self.parts = Spread()

    def rows(self, clues: Sequence[Clues], width: int) -> "array[float]":
        """The *width* columns that knowledge adds for each region, by its *clues*."""
        cells = Cells(len(clues) * width)
        for names, heading, classes in clues:
            self.row(names, heading, classes, cells)
        return cells.array

    def row(
        self,
        names: tuple[str, ...],
        heading: tuple[str, ...],
        classes: tuple[str, ...],
        cells: Cells,
    ) -> None:
        """Fill the columns that knowledge adds for a region with these words."""
        listed, good, bad = 0.0, 0, 0
        for name in names:
            learned = self.names.get(name)
            if learned is None:
                learned = self._learn(name)
            weight = learned[0]
            self.spread.add(weight)
            good += weight > CLEAR
            bad += weight < -CLEAR
            listed += learned[1]
            for part in learned[2]:
                self.parts.add(part)
        count = len(names) or 1
        self.spread.put(cells)
        cells.put(good / count)
        cells.put(bad / count)
        self.parts.put(cells)
        said = self.headed.get(heading)
        if said is None:
            said = self._weigh("heading", heading, self.headings, self.headed)
        _put(said, cells)
        said = self.classed.get(classes)
        if said is None:
            said = self._weigh("class", classes, self.classes, self.classed)
        _put(said, cells)
        cells.put(listed / count)

    def _learn(self, name: str) -> tuple[float, float, list[float]]:
        """The weights of a name, of the name as catalogues keep it, and of its words."""
        weights = self.weights
        said = (
            weights.get(hash_of("name", name), 0.0),
            self.catalogue.get(hash_of("name", name.replace(" ", "")), 0.0),
            [weights.get(hash_of("word", word), 0.0) for word in name.split()],
        )
        if len(self.names) >= REMEMBERED:
            self.names.clear()
        self.names[name] = said
        return said

    def _weigh(
        self,
        kind: str,
        words: tuple[str, ...],
        known: dict[str, float],
        told: dict[tuple[str, ...], tuple[float, float, float]],
    ) -> tuple[float, float, float]:
        """The spread of *words* of one *kind*, of which some are *known*, to be *told* again."""
        spread = self.spread
        for word in words:
            weight = known.get(word)
            if weight is None:
                weight = self.weights.get(hash_of(kind, word), 0.0)
                if len(known) >= REMEMBERED:
                    known.clear()
                known[word] = weight
            spread.add(weight)
        said = (spread.mean(), spread.most, spread.least)
        spread.clear()
        if len(told) >= REMEMBERED:
            told.clear()
        told[words] = said
        return said


def _put(said: tuple[float, float, float], cells: Cells) -> None:
    cells.put(said[0])
    cells.put(said[1])
    cells.put(said[2])
