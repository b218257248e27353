"""Which marks does each page bear, and which do two pages share? For many pairs at once."""

from array import array
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import Any

import numpy as np
import numpy.typing as npt

from specdex.arrays import Floats, Integers, distinct, numbered, spelled

__all__ = ["Bag", "Floats", "Integers", "Numbered", "Small", "sums"]

Small = npt.NDArray[np.int64 | np.int32]
"""Whole numbers, of which there may be many that are small."""
CELLS = 1 << 22
"""So many marks of pages are looked at together."""


def sums(places: Small, weights: Floats, count: int) -> Floats:
    """The sum of the *weights* that fall on each of *count* places."""
    return np.bincount(places, weights, count).astype(np.float64)


@dataclass(frozen=True, slots=True)
class Numbered:
    """Marks of pages that are numbers already."""

    lengths: "array[int]"
    """How many marks each page has."""
    marks: "array[int]"
    count: int
    """Below which all marks are."""


class Bag:
    """Sets of marks, one a page, as flat arrays; a mark weighs more the fewer pages bear it."""

    def __init__(self, sets: "Sequence[Collection[Any]] | Numbered", unseen: int = 0) -> None:
        """Marks of pages; so many *unseen* pages are imagined that bear none of them."""
        self.marks: Sequence[Any]
        if isinstance(sets, Numbered):
            self.marks = range(sets.count)
            lengths = np.array(sets.lengths, dtype=np.int64)
            ids = np.array(sets.marks, dtype=np.int64)
        else:
            rows = [sorted(each) if isinstance(each, set | frozenset) else each for each in sets]
            flat = list(chain.from_iterable(rows))
            self.marks = list(dict.fromkeys(flat))
            places = dict(zip(self.marks, range(len(self.marks)), strict=True))
            lengths = np.fromiter(map(len, rows), np.int64, len(rows))
            ids = np.fromiter(map(places.__getitem__, flat), np.int64, len(flat))
        width = max(1, len(self.marks))
        keys = distinct(np.repeat(np.arange(len(lengths)), lengths) * width + ids)
        self.pages, self.ids = np.divmod(keys, width)
        self.counts = np.bincount(self.pages, minlength=len(lengths))
        self.starts = np.concatenate([[0], np.cumsum(self.counts)])
        self.spread = np.bincount(self.ids, minlength=len(self.marks))
        """On how many pages each mark stands."""
        whole = len(lengths) + unseen + 1.0
        self.weight: Floats = np.log(whole / np.maximum(self.spread, 1)) / (np.log(whole) or 1.0)
        """From 0 for a mark on every page to 1 for a mark on one."""
        self.total = sums(self.pages, self.weight[self.ids], len(lengths))

    def of(self, pages: Integers) -> "Bag":
        """What some *pages* bear, numbered as they stand there, for their pairs to be compared.

        Marks weigh what they weigh among all pages; those that two of them do not share are left
        out, and only counted.
        """
        found = object.__new__(Bag)
        place, own = self._spelled(pages)
        marks, ids = numbered(own.astype(np.int64))
        several = np.bincount(ids, minlength=len(marks)) > 1
        kept = several[ids]
        known = self._shareable[0][marks[several]]
        counts = np.bincount(place[kept], minlength=len(pages))
        own = (np.cumsum(several) - 1)[ids[kept]].astype(np.int32)
        found._shareable = np.arange(len(known)), np.cumsum(counts) - counts, counts, own
        found.marks = [self.marks[mark] for mark in known.tolist()]
        found.weight, found.counts, found.total = (
            self.weight[known],
            self.counts[pages],
            self.total[pages],
        )
        return found

    @cached_property
    def _shareable(self) -> tuple[Integers, Integers, Integers, Small]:
        """The marks on several pages: which they are, and for all pages where theirs begin.

        Also how many each page has, and all of them in a row. Most marks stand on one page, and
        are shared by none.
        """
        several = self.spread > 1
        kept = several[self.ids]
        counts = np.bincount(self.pages[kept], minlength=len(self.counts))
        own = (np.cumsum(several) - 1)[self.ids[kept]]
        return np.flatnonzero(several), np.cumsum(counts) - counts, counts, own

    def shared(self, one: Integers, other: Integers) -> tuple[Integers, Integers]:
        """For pairs of pages, the shared marks: which pair, and which mark; in no order."""
        pairs, found = [np.empty(0, dtype=np.int64)], [np.empty(0, dtype=np.int64)]
        marks, _, counts, _ = self._shareable
        width = max(1, len(marks))
        room = max(1, CELLS // width)
        order = np.argsort(one, kind="stable")
        pages, place = numbered(one[order])
        step = np.cumsum(counts[other[order]]) // CELLS
        bounds = np.flatnonzero(np.diff(place // room * (len(one) + 1) + step)) + 1
        table = np.zeros(min(room, len(pages)) * width, dtype=bool)
        for some in np.split(np.arange(len(one)), bounds) if len(one) else ():
            first = place[some[0]]
            page, mark = self._spelled(pages[first : place[some[-1]] + 1])
            mine = page * width + mark
            table[mine] = True
            pair, mark = self._spelled(other[order[some]])
            both = table[(place[some] - first)[pair] * width + mark]
            table[mine] = False
            pairs.append(order[some[pair[both]]])
            found.append(marks[mark[both]])
        return np.concatenate(pairs), np.concatenate(found)

    def _spelled(self, pages: Integers) -> tuple[Integers, Small]:
        """The marks of *pages* that others have: the place of each one's page, and the mark."""
        _, starts, counts, own = self._shareable
        place, at = spelled(starts[pages], counts[pages])
        return place, own[at]
