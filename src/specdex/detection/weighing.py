"""What is known about a region's words; compiled where possible (``weighing_compiled``)."""

from collections.abc import Sequence
from functools import lru_cache
from zlib import crc32

__all__ = ["Scales", "hash_of"]

CLEAR = 0.7
"""A weight beyond this speaks clearly."""
REMEMBERED = 16_384
"""Words whose weights are remembered: a site repeats them endlessly."""


@lru_cache(maxsize=65536)
def hash_of(kind: str, word: str) -> int:
    """The hash under which a word of some kind is kept."""
    return crc32(f"{kind}:{word}".encode())


class Scales:
    """Weighs words by what is known about them, and remembers what it weighed."""

    def __init__(self, weights: dict[int, float], catalogue: dict[int, float]) -> None:
        self.weights = weights
        self.catalogue = catalogue
        self.names: dict[str, tuple[float, float, list[float]]] = {}
        self.headings: dict[str, float] = {}
        self.classes: dict[str, float] = {}

    def row(
        self, names: Sequence[str], heading: Sequence[str], classes: Sequence[str]
    ) -> list[float]:
        """The columns that knowledge adds for a region with these words."""
        named: list[float] = []
        parts: list[float] = []
        listed, good, bad = 0.0, 0, 0
        for name in names:
            said = self.names.get(name)
            if said is None:
                said = self._learn(name)
            weight = said[0]
            named.append(weight)
            good += weight > CLEAR
            bad += weight < -CLEAR
            listed += said[1]
            parts += said[2]
        count = len(names) or 1
        row = _spread(named)
        row += [good / count, bad / count]
        row += _spread(parts)
        row += _spread(self._weigh("heading", heading, self.headings))
        row += _spread(self._weigh("class", classes, self.classes))
        row.append(listed / count)
        return row

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

    def _weigh(self, kind: str, words: Sequence[str], known: dict[str, float]) -> list[float]:
        """The weights of *words* of one *kind*, of which some are *known*."""
        found: list[float] = []
        for word in words:
            weight = known.get(word)
            if weight is None:
                weight = self.weights.get(hash_of(kind, word), 0.0)
                if len(known) >= REMEMBERED:
                    known.clear()
                known[word] = weight
            found.append(weight)
        return found


def _spread(weights: list[float]) -> list[float]:
    """The mean, the most and the least of *weights*."""
    if not weights:
        return [0.0, 0.0, 0.0]
    total, most, least = 0.0, weights[0], weights[0]
    for weight in weights:
        total += weight
        most = max(most, weight)
        least = min(least, weight)
    return [total / len(weights), most, least]
