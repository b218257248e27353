"""The words of Wang and Hu's groups, counted in labelled tables."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import log

from specdex.papers.dexter import WordGroups
from specdex.text import words

__all__ = ["WordCounts"]

FEWEST_TABLES = 3
"""A word in fewer tables tells nothing."""


@dataclass(frozen=True, slots=True)
class WordCounts:
    """How often words stand in tables, and in how many: of others, and of genuine ones."""

    often: tuple[Counter[str], Counter[str]]
    spread: tuple[Counter[str], Counter[str]]
    sizes: tuple[int, int]

    @classmethod
    def of(cls, tables: Iterable[tuple[Sequence[str], bool]]) -> "WordCounts":
        """Those of *tables*, each the texts of its cells and whether it is genuine."""
        often: tuple[Counter[str], Counter[str]] = (Counter(), Counter())
        spread: tuple[Counter[str], Counter[str]] = (Counter(), Counter())
        sizes = [0, 0]
        for texts, genuine in tables:
            said = [word for text in texts for word in words(text)]
            often[genuine].update(said)
            spread[genuine].update(set(said))
            sizes[genuine] += 1
        return cls(often, spread, (sizes[0], sizes[1]))

    def without(self, some: "WordCounts") -> "WordCounts":
        """The same without *some* of the tables."""
        return WordCounts(
            (self.often[0] - some.often[0], self.often[1] - some.often[1]),
            (self.spread[0] - some.spread[0], self.spread[1] - some.spread[1]),
            (self.sizes[0] - some.sizes[0], self.sizes[1] - some.sizes[1]),
        )

    def weights(self, *, genuine: bool) -> dict[str, float]:
        """The weights of words: how often they stand in a group, times how much it is theirs."""
        own, rest = self.spread[genuine], self.spread[not genuine]
        apart = max(1, self.sizes[not genuine]) / max(1, self.sizes[genuine])
        return {
            word: count * log(own[word] * apart / max(1, rest[word]) + 1)
            for word, count in self.often[genuine].items()
            if own[word] + rest[word] >= FEWEST_TABLES
        }

    @property
    def groups(self) -> WordGroups:
        """The groups whose words were counted."""
        return WordGroups(self.weights(genuine=True), self.weights(genuine=False))
