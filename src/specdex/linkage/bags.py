"""Which marks does each page bear, and which do two pages share? For many pairs at once."""

from collections.abc import Iterable, Sequence

import numpy as np
import numpy.typing as npt

__all__ = ["Bag", "Floats", "Integers", "sums"]

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]


def sums(places: Integers, weights: Floats, count: int) -> Floats:
    """The sum of the *weights* that fall on each of *count* places."""
    return np.bincount(places, weights, count).astype(np.float64)


class Bag:
    """Sets of marks, one a page, as flat arrays; a mark weighs more the fewer pages bear it."""

    def __init__(self, sets: Sequence[Iterable[str]], unseen: int = 0) -> None:
        """Marks of pages; so many *unseen* pages are imagined that bear none of them."""
        rows = [frozenset(marks) for marks in sets]
        self.marks = list(dict.fromkeys(mark for row in rows for mark in sorted(row)))
        places = {mark: place for place, mark in enumerate(self.marks)}
        self.counts = np.fromiter(map(len, rows), np.int64, len(rows))
        self.starts = np.concatenate([[0], np.cumsum(self.counts)])
        self.pages = np.repeat(np.arange(len(rows)), self.counts)
        ids = np.fromiter((places[mark] for row in rows for mark in row), np.int64)
        self._keys = np.sort(self.pages * max(1, len(places)) + ids)
        self.ids = self._keys % max(1, len(places))
        self.spread = np.bincount(self.ids, minlength=len(places))
        """On how many pages each mark stands."""
        whole = len(rows) + unseen + 1.0
        self.weight: Floats = np.log(whole / np.maximum(self.spread, 1)) / (np.log(whole) or 1.0)
        """From 0 for a mark on every page to 1 for a mark on one."""
        self.total = sums(self.pages, self.weight[self.ids], len(rows))

    def shared(self, one: Integers, other: Integers) -> tuple[Integers, Integers]:
        """For pairs of pages, the shared marks: which pair, and which mark; in no order."""
        fewer = self.counts[one] <= self.counts[other]
        one, other = np.where(fewer, one, other), np.where(fewer, other, one)
        order = np.argsort(other, kind="stable")
        lengths = self.counts[one[order]]
        pair = np.repeat(order, lengths)
        offset = np.arange(len(pair)) - np.repeat(np.cumsum(lengths) - lengths, lengths)
        marks = self.ids[self.starts[one[pair]] + offset]
        wanted = other[pair] * max(1, len(self.marks)) + marks
        at = np.minimum(np.searchsorted(self._keys, wanted), max(0, len(self._keys) - 1))
        found = self._keys[at] == wanted if len(self._keys) else np.zeros(len(pair), dtype=bool)
        return pair[found], marks[found]
