"""An index over sets of tokens: which of a page's are like one of a million, exactly.

Two sets are alike where they share more than a threshold of all their tokens (Jaccard). Put the
tokens of every set in one order, the rarest first. A set of n tokens that must share at least k has
its first shared token among the first n - k + 1, and the second among the first n - k + 2. So a
set is filed under each rare token of that beginning, and where a token is common, under each pair
that it makes with a later one (prefix filtering, as in similarity joins). Few sets share such a
key by chance; the bits of their tokens rule out most of those, and counting decides.
"""

from array import array
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import Self

import numpy as np
import numpy.typing as npt

from specdex.papers.cross_supervised.likeness_bounds import Bounds

__all__ = ["LikenessIndex"]

FEW_NEW = 2_000
"""So many new sets are kept in dictionaries, …"""
SHARE_NEW = 0.25
"""… and as many as this share of all others, before the arrays are built again."""
RARE = 30
"""A token of at most so many sets is a key alone."""
MOST_AT_ONCE = 500_000
"""So many candidates are compared in one go."""
LAST_BIT, WORD = 63, 64
STEPS = (0, 6)
"""Bits of a token's number that choose its bit, twice."""
MIX = (np.uint64(0x9E3779B97F4A7C15), np.uint64(0xC2B2AE3D27D4EB4F))
"""Odd numbers that spread keys over the table."""

Numbers = npt.NDArray[np.int32]
Keys = npt.NDArray[np.uint64]
Tables = dict[int, Numbers]
"""The sets of each size, a row a set."""


@dataclass(frozen=True, slots=True)
class _Order:
    """The order of tokens, the rarest first."""

    rank: Numbers
    common: int
    """Tokens from this rank on are common."""

    @classmethod
    def of(cls, tables: Tables, tokens: int) -> Self:
        """The order by how many sets of *tables* have a token."""
        counts = np.zeros(tokens, np.int64)
        for table in tables.values():
            counts += np.bincount(table.ravel(), minlength=tokens)
        order = np.argsort(counts, kind="stable")
        rank = np.empty(tokens, np.int32)
        rank[order] = np.arange(tokens, dtype=np.int32)
        return cls(rank, int(counts[order].searchsorted(RARE, side="right")))

    def sort(self, sets: Numbers) -> tuple[Numbers, npt.NDArray[np.bool_]]:
        """The tokens of each set in order, and which of them are common."""
        late = sets >= len(self.rank)
        if late.any():  # tokens that came later than the order are the rarest
            ranks = np.where(late, -1 - sets, np.append(self.rank, 0)[np.where(late, -1, sets)])
        else:
            ranks = self.rank[sets]
        places = np.argsort(ranks, axis=1)
        common = np.take_along_axis(ranks, places, axis=1) >= self.common
        return np.take_along_axis(sets, places, axis=1), common


class _Kinds(Enum):
    """Which keys a set has."""

    SINGLE = auto()
    """Each deciding token."""
    FEW = auto()
    """Each that is rare, and pairs of common ones."""
    ALL = auto()
    """Each, and pairs of common ones."""


def _keys(
    order: _Order, sets: Numbers, deciding: int, reach: int, kinds: _Kinds
) -> Iterator[tuple[Keys, Numbers]]:
    """The keys of sets of one size, each with the rows of its sets."""
    ordered, common = order.sort(sets)
    numbers = ordered.astype(np.uint64)
    every = np.arange(len(sets), dtype=np.int32)
    for at in range(deciding):
        keys = numbers[:, at] * MIX[0]
        paired = every[common[:, at]] if kinds is not _Kinds.SINGLE else every[:0]
        single = every[~common[:, at]] if kinds is _Kinds.FEW else every
        yield keys[single], single
        for later in range(at + 1, reach if len(paired) else 0):
            yield keys[paired] + (numbers[paired, later] + np.uint64(1)) * MIX[1], paired


def _signs(sets: Numbers, step: int = 0) -> Keys:
    """A bit for each token of each set; another *step* gives other bits."""
    bits = np.uint64(1) << ((sets >> step) & LAST_BIT).astype(np.uint64)
    signs: Keys = np.bitwise_or.reduce(bits, axis=1)
    return signs


def _count(signs: Keys) -> Numbers:
    """How many bits are set; numpy counts them itself from its second version on."""
    if hasattr(np, "bitwise_count"):
        return np.bitwise_count(signs).astype(np.int32)
    bits = np.unpackbits(signs.view(np.uint8).reshape(-1, 8), axis=1)
    counts: Numbers = bits.sum(axis=1, dtype=np.int32)
    return counts


@dataclass(frozen=True, slots=True)
class _Shelf:
    """Sets in arrays, filed under their keys."""

    tables: Tables
    firsts: dict[int, int]
    """The place of the first set of each size."""
    order: _Order
    sizes: Numbers
    """How many tokens each set has."""
    signs: Keys
    """The second bits of each set's tokens."""
    shift: int
    starts: Numbers
    places: Numbers
    """The sets under a key: ``places[starts[bucket] : starts[bucket + 1]]``."""
    glances: Keys
    """The first bits of the set at each of *places*, side by side."""
    widths: Numbers
    """How many tokens it has."""

    @classmethod
    def of(cls, tables: Tables, tokens: int, bounds: Bounds) -> Self:
        """A shelf of *tables*, whose tokens are numbers below *tokens*."""
        order = _Order.of(tables, tokens)
        firsts: dict[int, int] = {}
        keys, places = [np.empty(0, np.uint64)], [np.empty(0, np.int32)]
        sizes = [np.empty(0, np.int32)]
        signs = tuple([np.empty(0, np.uint64)] for _ in STEPS)
        for width, table in sorted(tables.items()):
            firsts[width] = sum(map(len, sizes))
            plan = bounds.plan(width)
            kinds = _Kinds.FEW if plan.paired else _Kinds.SINGLE
            for key, rows in _keys(order, table, plan.deciding, plan.reach, kinds):
                keys.append(key)
                places.append(rows + np.int32(firsts[width]))
            sizes.append(np.full(len(table), width, np.int32))
            for step, found in zip(STEPS, signs, strict=True):
                found.append(_signs(table, step))
        key = np.concatenate(keys)
        shift = WORD - max(1, len(key).bit_length())
        bucket = (key >> np.uint64(shift)).astype(np.int64)
        starts = np.zeros(2 ** (WORD - shift) + 1, np.int32)
        np.cumsum(np.bincount(bucket, minlength=len(starts) - 1), out=starts[1:])
        filed = np.concatenate(places)[np.argsort(bucket, kind="stable")]
        bits = tuple(map(np.concatenate, signs))
        size = np.concatenate(sizes)
        tail = size, bits[1], shift, starts, filed, bits[0][filed], size[filed]
        return cls(tables, firsts, order, *tail)

    def set_at(self, place: int) -> list[int]:
        """The tokens of a set."""
        size = int(self.sizes[place])
        return list(self.tables[size][place - self.firsts[size]].tolist())

    def likely(
        self, asked: Numbers, keys: Keys, rows: Numbers, least: Numbers
    ) -> Iterator[tuple[Numbers, Numbers]]:
        """Rows of *asked* with places of sets that they may be like: these share enough bits."""
        bucket = (keys >> np.uint64(self.shift)).astype(np.int64)
        start = self.starts[bucket]
        count = self.starts[bucket + 1] - start
        full = count.nonzero()[0]
        start, count, rows = start[full], count[full], rows[full]
        signs = [_signs(asked, step) for step in STEPS]
        slack = [asked.shape[1] - _count(each) for each in signs]
        ends = np.cumsum(count, dtype=np.int64)
        high = 0
        while high < len(ends):
            before = ends[high - 1] if high else 0
            low, high = high, max(high + 1, int(ends.searchsorted(before + MOST_AT_ONCE)))
            many = count[low:high]
            owner = np.repeat(rows[low:high], many)
            filed = np.repeat(start[low:high] - (np.cumsum(many) - many), many)
            filed += np.arange(len(owner), dtype=np.int32)
            shared = _count(signs[0][owner] & self.glances[filed])
            good = (shared + slack[0][owner] >= least[self.widths[filed]]).nonzero()[0]
            owner, place = owner[good], self.places[filed[good]]
            shared = _count(signs[1][owner] & self.signs[place])
            good = (shared + slack[1][owner] >= least[self.sizes[place]]).nonzero()[0]
            yield owner[good], place[good]


class LikenessIndex:
    """Sets of tokens that can be asked for those that are like others."""

    def __init__(self, threshold: float) -> None:
        self._bounds = Bounds(threshold)
        self._numbers: dict[str, int] = {}
        self._known: set[bytes] = set()
        self._shelf = _Shelf.of({}, 0, self._bounds)
        self._new: list[tuple[int, ...]] = []
        """Sets that are not in the shelf; the first so many are filed."""
        self._filed = 0
        self._files: dict[int, list[tuple[int, ...]]] = defaultdict(list)
        self._largest = 0

    def __len__(self) -> int:
        return len(self._known)

    def has_token(self, token: str) -> bool:
        """Whether any set has *token*."""
        return token in self._numbers

    def add(self, tokens: Iterable[str]) -> bool:
        """Keep a set of tokens; whether it was new."""
        numbers = self._numbers
        mine = sorted({numbers.setdefault(token, len(numbers)) for token in tokens})
        key = array("i", mine).tobytes()
        if not mine or key in self._known:
            return False
        self._known.add(key)
        self._new.append(tuple(mine))
        self._largest = max(self._largest, len(mine))
        return True

    def known_among(self, sets: Sequence[frozenset[str]]) -> list[bool]:
        """For each of *sets* whether one is like it."""
        out = [False] * len(sets)
        groups: dict[tuple[int, int], list[int]] = defaultdict(list)
        asked: list[list[int]] = []
        number = self._numbers.get
        for at, tokens in enumerate(sets):
            known = sorted([each for token in tokens if (each := number(token)) is not None])
            asked.append(known)
            size = len(tokens)
            if len(known) == size and array("i", known).tobytes() in self._known:
                out[at] = True
            elif known and self._bounds.plan(size).deciding > size - len(known):
                groups[size, len(known)].append(at)
        self._settle()
        for (size, _), places in groups.items():
            rows = np.array([asked[at] for at in places], np.int32)
            for row in self._like(rows, size):
                out[places[row]] = True
        return out

    def _like(self, asked: Numbers, size: int) -> set[int]:
        """The rows of *asked*, sets of *size* with some tokens that no set has, that are known."""
        # tokens that no set has are the rarest of all: they come first
        plan, unknown = self._bounds.plan(size), size - asked.shape[1]
        kinds = _Kinds.ALL if plan.asks_pairs else _Kinds.SINGLE
        ends = plan.deciding - unknown, plan.reach - unknown
        parts = zip(*_keys(self._shelf.order, asked, *ends, kinds), strict=True)
        keys, rows = map(np.concatenate, parts)
        least = self._bounds.least(size, self._largest)
        enough = least.tolist()
        tokens = [frozenset(row) for row in asked.tolist()]
        done: set[int] = set()
        for owners, places in self._shelf.likely(asked, keys, rows, least):
            for row, place in zip(owners.tolist(), places.tolist(), strict=True):
                if row not in done:
                    found = self._shelf.set_at(place)
                    if len(tokens[row].intersection(found)) >= enough[len(found)]:
                        done.add(row)
        if self._files:
            done.update(
                row
                for key, row in zip(keys.tolist(), rows.tolist(), strict=True)
                for each in self._files.get(key, ())
                if len(tokens[row].intersection(each)) >= enough[len(each)]
            )
        return done

    def _settle(self) -> None:
        """Bring the sets that were added since into the index."""
        if len(self._new) > FEW_NEW + SHARE_NEW * len(self._shelf.sizes):
            self._build()
            return
        for each in self._new[self._filed :]:
            plan = self._bounds.plan(len(each))
            kinds = _Kinds.FEW if plan.paired else _Kinds.SINGLE
            one = np.array([each], np.int32)
            for keys, _ in _keys(self._shelf.order, one, plan.deciding, plan.reach, kinds):
                for key in keys.tolist():
                    self._files[key].append(each)
        self._filed = len(self._new)

    def _build(self) -> None:
        """All sets into a new shelf."""
        groups: dict[int, list[tuple[int, ...]]] = defaultdict(list)
        for each in self._new:
            groups[len(each)].append(each)
        tables = dict(self._shelf.tables)
        for size, rows in groups.items():
            fresh = np.array(rows, np.int32)
            tables[size] = np.concatenate([tables[size], fresh]) if size in tables else fresh
        self._shelf = _Shelf.of(tables, len(self._numbers), self._bounds)
        self._new, self._filed = [], 0
        self._files = defaultdict(list)
