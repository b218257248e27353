"""Pages of two sites that speak of the same item, and how far candidates agree on them.

Overlapping data is the paper's evidence: where the items of two pages are the same, so are the
values of an attribute, whatever the two sites look like.
"""

import re
import zlib
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from functools import cached_property

import numpy as np
import numpy.typing as npt

from specdex.groups import by_key

__all__ = ["DOUBT", "Indices", "Links", "Matrix", "Truth", "Values", "linked", "page_keys"]

Matrix = npt.NDArray[np.float32]
Indices = npt.NDArray[np.int64]
Truth = npt.NDArray[np.bool_]
Grid = npt.NDArray[np.int64]
Bits = npt.NDArray[np.uint8]
Links = tuple[Indices, Indices]
"""Pages of one site and the same items' pages of another."""

LEAST_KEY, MOST_KEY = 6, 60
"""Characters of a value that tells an item from others."""
LONG_NUMBER = 8
RARE = 0.02
FEW_PAGES = 3
"""A key stands on so few pages, or on this share."""
LEAST_LINK = 1.5
"""What the keys that two pages share must be worth."""
SHUFFLES = 3
FEWEST_AMOUNTS = 5
DOUBT = 3.0
"""So many agreeing pages are believed by half."""
NUMBER_SCALE = 4.0
GRAM, BYTES, FEWEST_GRAMS = 3, 16, 3
_COUNT = np.array([each.bit_count() for each in range(256)], np.uint8)
_AMOUNT = re.compile(r"[^\W\d]{0,12}(\d{2,9})[^\W\d]{0,12}")


def page_keys(
    values: Sequence[Sequence[str]], words: Sequence[frozenset[str]]
) -> tuple[frozenset[str], ...]:
    """For each page what tells its item from others: rare long values and rare *words*."""
    rows = [
        {
            value
            for value in page
            if (LONG_NUMBER if value.isdigit() else LEAST_KEY) <= len(value) <= MOST_KEY
        }
        | {f"{word} " for word in title}
        for page, title in zip(values, words, strict=True)
    ]
    counts = Counter(key for row in rows for key in row)
    most = max(FEW_PAGES, RARE * len(rows))
    return tuple(frozenset(key for key in row if counts[key] <= most) for row in rows)


def linked(one: Sequence[frozenset[str]], other: Sequence[frozenset[str]]) -> Links:
    """The pages that are each other's likest by the rare keys they share."""
    mine, theirs = (
        by_key((key, page) for page, keys in enumerate(pages) for key in keys)
        for pages in (one, other)
    )
    score: dict[tuple[int, int], float] = defaultdict(float)
    # in one order, or the sums would differ in their last digit from one process to the next
    for key in sorted(mine.keys() & theirs.keys()):
        pages = mine[key]
        for page in pages:
            for partner in theirs[key]:
                score[page, partner] += 1 / (len(pages) * len(theirs[key]))
    forth: dict[int, tuple[float, int]] = {}
    back: dict[int, tuple[float, int]] = {}
    for (page, partner), worth in sorted(score.items()):
        if worth >= LEAST_LINK:
            forth[page] = max(forth.get(page, (0.0, 0)), (worth, partner))
            back[partner] = max(back.get(partner, (0.0, 0)), (worth, page))
    pairs = [(page, to) for page, (_, to) in sorted(forth.items()) if back[to][1] == page]
    table = np.array(pairs, np.int64).reshape(-1, 2)
    return table[:, 0], table[:, 1]


class Values:
    """All values of all sites: what stands for each, its amount, and its letters as bits."""

    def __init__(self) -> None:
        self.names: dict[str, int] = {}

    @cached_property
    def amounts(self) -> Matrix:
        """The logarithm of the number that each value is; NaN where it is none."""
        return np.array([*map(_amount, self.names), np.nan], np.float32)

    @cached_property
    def bits(self) -> Bits:
        """The letters of each value, three by three, as a set of bits."""
        found = np.zeros((len(self.names) + 1, BYTES), np.uint8)
        for row, value in enumerate(self.names):
            text = value[:MOST_KEY]
            grams = {text[at : at + GRAM] for at in range(max(1, len(text) - GRAM + 1))}
            for at in {zlib.crc32(gram.encode()) % (8 * BYTES) for gram in grams}:
                found[row, at // 8] |= 1 << (at % 8)
        return found

    def grid(self, candidates: Sequence[Mapping[int, str]], pages: int) -> Grid:
        """The values of a site's candidates by page; -1 where there is none."""
        out: Grid = np.full((len(candidates), pages), -1, np.int64)
        for row, found in enumerate(candidates):
            for page, value in found.items():
                out[row, page] = self.names.setdefault(value, len(self.names))
        return out

    def agreement(self, mine: Grid, theirs: Grid) -> Matrix:
        """How much oftener than by chance rows agree on pages of the same items.

        By values, by most of their letters, and by amounts.
        Both have a column for each pair of pages; *theirs* has one row, or one for each.
        """
        both = ((mine >= 0) & (theirs >= 0)).sum(axis=1)
        trust = both / (both + DOUBT)
        turned = [np.roll(theirs, step, axis=1) for step in range(1, SHUFFLES + 1)]
        alike = self._alike(mine, theirs) - self._alike(mine, turned[0])
        plain = self._agreed(mine, theirs) - np.mean(
            [self._agreed(mine, each) for each in turned], axis=0
        )
        whole = np.column_stack([plain[:, 0], alike, plain[:, 1]]) * trust[:, None]
        result: Matrix = whole.astype(np.float32)
        return result

    def same(self, mine: Grid, theirs: Grid) -> Matrix:
        """The first column of :meth:`agreement`."""
        both = ((mine >= 0) & (theirs >= 0)).sum(axis=1)
        chance = [_same(mine, np.roll(theirs, step, axis=1)) for step in range(1, SHUFFLES + 1)]
        result: Matrix = (_same(mine, theirs) - np.mean(chance, axis=0)) * both / (both + DOUBT)
        return result

    def amounts_agreed(self, mine: Grid, theirs: Grid) -> Matrix:
        """For each row the most that its amounts agree with those of any other row."""
        most = np.zeros(len(mine), np.float32)
        for row in theirs:
            both = (~np.isnan(self.amounts[mine]) & ~np.isnan(self.amounts[row])).sum(axis=1)
            kept = np.flatnonzero(both >= FEWEST_AMOUNTS)
            if len(kept):
                here = mine[kept]
                chance = [self._near(here, np.roll(row, step)) for step in range(1, SHUFFLES + 1)]
                lift = self._near(here, row[None]) - np.mean(chance, axis=0)
                most[kept] = np.maximum(most[kept], lift * both[kept] / (both[kept] + DOUBT))
        return most

    def _near(self, mine: Grid, theirs: Grid) -> Matrix:
        number = np.maximum(1, ((mine >= 0) & (theirs >= 0)).sum(axis=1))
        near = np.exp(-NUMBER_SCALE * np.abs(self.amounts[mine] - self.amounts[theirs]))
        result: Matrix = np.nan_to_num(near).sum(axis=1) / number
        return result

    def _agreed(self, mine: Grid, theirs: Grid) -> Matrix:
        return np.column_stack([_same(mine, theirs), self._near(mine, theirs)])

    def _alike(self, mine: Grid, theirs: Grid) -> Matrix:
        """The share of the letters of the shorter value that the longer one has as well."""
        one, other = self.bits[mine], self.bits[theirs]
        sizes = np.minimum(_COUNT[one].sum(axis=2), _COUNT[other].sum(axis=2))
        shares = _COUNT[one & other].sum(axis=2) / np.maximum(sizes, FEWEST_GRAMS)
        both = np.maximum(1, ((mine >= 0) & (theirs >= 0)).sum(axis=1))
        result: Matrix = shares.sum(axis=1) / both
        return result


def _same(mine: Grid, theirs: Grid) -> Matrix:
    both = (mine >= 0) & (theirs >= 0)
    result: Matrix = ((mine == theirs) & both).sum(axis=1) / np.maximum(1, both.sum(axis=1))
    return result


def _amount(value: str) -> float:
    found = _AMOUNT.fullmatch(value)
    return float(np.log(max(1, int(found.group(1))))) if found else float("nan")
