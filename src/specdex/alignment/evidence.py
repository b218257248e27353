"""What speaks for two names meaning the same: their wording, and their values on one product."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import combinations

import numpy as np
import numpy.typing as npt
from rapidfuzz import fuzz, process

from specdex.alignment.names import concepts, marks, opposed
from specdex.alignment.sheet import Integers, Sheet
from specdex.arrays import Bools, Floats, among, distinct, spelled

__all__ = ["FEATURES", "Evidence", "Floats"]

Bits = npt.NDArray[np.uint8]

FEATURES = (
    *("words", "contained", "same words", "grams", "ratio", "marks apart", "numbers apart"),
    *("lift", "soft lift", "surprise", "contradicted", "values"),
)
"""What is told of every pair of nodes."""

MAX_NAMES_A_WORD = 100
"""A word in more wordings than this does not bring names together."""
MAX_NAMES_A_VALUE = 12
"""A value that more names share on one product says nothing of them, unless it is common: …"""
COMMON = 24
"""… so many values are compared for all names."""
SHARED_VALUES, SHARED_PRODUCTS = 2, 2
"""Strangers are compared if they agree on so many values and products."""
MAX_PAIRS = 400_000
MAX_PRODUCTS = 16_384
MAX_PAGES = 16_384
"""On so many pages, spread over all sites, names are seen to meet."""
TOP = 512
"""So many of the widest spread values tell what agrees by chance."""
MEET = 0.4
"""Names that stand on one page this often, where they could, are not the same."""
MAX_CHANCE = 0.95
EXPECTED = 2.0
"""Chance is believed as if so many products had shown it."""
SURPRISES = -3.0, 6.0
KNOWN_PRODUCTS, NO_LIFT = 5, 0.1
"""Names that agree as rarely on more products contradict each other."""
STEM, BEGINNING, GRAM = 5, 4, 3
STEP = 1 << 14
"""So many pairs are looked at together."""

LITTLE = 1e-9
WORD = 64
"""So many bits are counted at once."""
COUNTED = getattr(np, "bitwise_count", None)
"""Since numpy 2; before, bits are looked up."""

_ONES = np.array([number.bit_count() for number in range(256)], dtype=np.uint16)


class Evidence:
    """What the rows of *told* say of *wordings*; ``node`` is the wording of each row, or -1."""

    def __init__(self, told: Sheet, node: Integers, wordings: Sequence[str]) -> None:
        live = node >= 0
        self._pages, self._values, self._node = told.pages[live], told.values[live], node[live]
        self._told = told
        self._wordings = wordings
        self._meeting = self._meetings()

    def _meetings(self) -> tuple[Bits, Floats]:
        """On which pages each node stands, as bits, and on how many of each site."""
        sites = {site: number for number, site in enumerate(dict.fromkeys(self._told.sites))}
        of_pages = np.array([sites[site] for site in self._told.sites], dtype=np.int64)
        chosen = _spread_out(of_pages, MAX_PAGES)
        column = np.full(len(of_pages), -1, dtype=np.int64)
        column[chosen] = np.arange(len(chosen))
        rows = column[self._pages] >= 0
        seen = distinct(self._node[rows] * len(of_pages) + self._pages[rows])
        node, page = seen // max(1, len(of_pages)), seen % max(1, len(of_pages))
        most = np.bincount(of_pages[chosen], minlength=1).argsort(kind="stable")[::-1][:TOP]
        place = np.full(len(sites) or 1, -1, dtype=np.int64)
        place[most] = np.arange(len(most))
        times = np.zeros((len(self._wordings), len(most)))
        counted = place[of_pages[page]] >= 0
        np.add.at(times, (node[counted], place[of_pages[page[counted]]]), 1.0)
        return _bits(node, column[page], (len(self._wordings), len(chosen))), times

    def forbidden(self, one: Integers, other: Integers) -> Bools:
        """Whether two nodes often stand on one page, or have words that exclude each other."""
        bits, times = self._meeting
        found = np.zeros(len(one), dtype=bool)
        for some in _steps(len(one)):
            mine, theirs = one[some], other[some]
            able = np.minimum(times[mine], times[theirs]).sum(1)
            found[some] = _count(bits[mine] & bits[theirs]) > MEET * able
        known: dict[frozenset[str], int] = {}
        numbers = [known.setdefault(marks(each), len(known)) for each in self._wordings]
        own, each = np.array(numbers, dtype=np.int64), list(known)
        codes, place = np.unique(own[one] * max(1, len(each)) + own[other], return_inverse=True)
        excluded = [opposed(each[at // len(each)], each[at % len(each)]) for at in codes.tolist()]
        found |= np.array(excluded, dtype=bool)[place]
        return found

    def features(self, products: Integers) -> tuple[Integers, Integers, Floats]:
        """The pairs of nodes worth a look, and what is told of each; *products* are of pages."""
        agreement = _Agreement(self._told, (self._pages, self._values, self._node), products)
        pairs = set(agreement.strangers())
        for pair in _like_wordings(self._wordings):
            if len(pairs) >= MAX_PAIRS:
                break
            pairs.add(pair)
        table = np.array(sorted(pairs), dtype=np.int64).reshape(-1, 2)
        one, other = table[:, 0], table[:, 1]
        named = _name_features(self._wordings, one, other)
        return one, other, np.hstack([named, agreement.features(one, other)])


class _Agreement:
    """The values of nodes, product by product."""

    def __init__(
        self, told: Sheet, rows: tuple[Integers, Integers, Integers], products: Integers
    ) -> None:
        pages, values, node = rows
        self._count = int(node.max(initial=-1)) + 1
        self._told = told
        self._width = max(1, len(told.strict))
        self._weight = _shared_out(told)
        self._strict = told.strict
        width = max(1, len(told.lengths))
        pairs, times = np.unique(node * width + values, return_counts=True)
        place, atom = told.spelled(pairs % width)
        spread = np.bincount(atom, minlength=self._width)
        self._top = np.argsort(-spread, kind="stable")[:TOP]
        self._column = np.full(self._width, -1, dtype=np.int64)
        self._column[self._top] = np.arange(len(self._top))
        speaks = told.lengths[values] > 0
        said = np.bincount(node, speaks, self._count).astype(np.float64)
        self._printed = self._shares(pairs[place] // width, atom, times[place], said)
        product = np.where(speaks & (products[pages] < MAX_PRODUCTS), products[pages], -1)
        self._read_products(product[product >= 0], node[product >= 0], values[product >= 0])

    def _shares(self, owner: Integers, atom: Integers, times: Integers, total: Floats) -> Floats:
        """The share of each node's values that hold each of the commonest atoms."""
        found = np.zeros((self._count, max(1, len(self._top))), dtype=np.float32)
        kept = self._column[atom] >= 0
        weight = times[kept] * self._weight[atom[kept]]
        np.add.at(found, (owner[kept], self._column[atom[kept]]), weight)
        return np.asarray(found / np.maximum(1, total)[:, None])

    def _read_products(self, product: Integers, node: Integers, values: Integers) -> None:
        """Who says which atom on which product: common atoms as bits, the others as pairs."""
        width = max(1, len(self._told.lengths))
        number = int(product.max(initial=-1)) + 1
        keys = distinct((product * self._count + node) * width + values)
        shelf, value = keys // width, keys % width
        shelves = distinct(shelf)
        size = self._count, number
        self._present = _bits(shelves % self._count, shelves // self._count, size)
        place, atom = self._told.spelled(value)
        shelf = shelf[place]
        keys = (shelf // self._count * self._width + atom) * self._count + shelf % self._count
        keys = distinct(keys)
        node, where = keys % self._count, keys // self._count
        atom, product = where % self._width, where // self._width
        _, place, sharing = np.unique(where, return_inverse=True, return_counts=True)
        crowd = sharing[place]
        often = np.bincount(atom[crowd > MAX_NAMES_A_VALUE], minlength=self._width)
        common = np.argsort(-often, kind="stable")[:COMMON]
        common = common[often[common] > 0]
        self._common = [
            (
                bool(self._strict[each]),
                *self._bearers(node[atom == each], product[atom == each], number),
            )
            for each in common
        ]
        total = np.bincount(shelves % self._count, minlength=self._count).astype(float)
        self._on_products = self._shares(node, atom, np.ones(len(atom), dtype=np.int64), total)
        rare = (crowd > 1) & (crowd <= MAX_NAMES_A_VALUE) & ~among(atom, common)
        self._pair_up(node[rare], where[rare])

    def _bearers(self, node: Integers, product: Integers, number: int) -> tuple[Integers, Bits]:
        """For each node its row of bits, 0 for none; which products each row has."""
        bearers, row = np.unique(node, return_inverse=True)
        rows = np.zeros(self._count, dtype=np.int64)
        rows[bearers] = np.arange(1, len(bearers) + 1)
        return rows, _bits(row + 1, product, (len(bearers) + 1, number))

    def _pair_up(self, node: Integers, where: Integers) -> None:
        """On how many products, and in how many atoms, two nodes agree."""
        pairs, places = [], []
        for apart in range(1, MAX_NAMES_A_VALUE):
            same = where[apart:] == where[:-apart]
            pairs.append((node[:-apart] * self._count + node[apart:])[same])
            places.append(where[apart:][same])
        pair, place = np.concatenate(pairs), np.concatenate(places)
        number = int(where.max(initial=0)) // self._width + 1
        self._softly = _distinct(pair, place // self._width, number)
        strict = self._strict[place % self._width]
        pair, place = pair[strict], place[strict]
        self._strictly = _distinct(pair, place // self._width, number)
        self._in_atoms = _distinct(pair, place % self._width, self._width)

    def strangers(self) -> Iterator[tuple[int, int]]:
        """Pairs of nodes that agree often enough to be looked at, whatever their names."""
        pairs, products = self._strictly
        atoms = _looked_up(self._in_atoms, pairs)
        found = pairs[(products >= SHARED_PRODUCTS) & (atoms >= SHARED_VALUES)]
        yield from zip((found // self._count).tolist(), (found % self._count).tolist(), strict=True)

    def features(self, one: Integers, other: Integers) -> Floats:
        """How far the values of two nodes agree on products, over chance, and in general."""
        code = one * self._count + other
        alike = [_looked_up(each, code).astype(float) for each in (self._strictly, self._softly)]
        both = np.zeros(len(one))
        strict = self._strict[self._top] if len(self._strict) else np.zeros(1, dtype=bool)
        chance = np.array(_dots(self._on_products, (one, other), strict))
        length = np.sqrt((self._printed**2).sum(1)) + LITTLE
        cosine = _dots(self._printed, (one, other), strict)[1] / length[one] / length[other]
        for some in _steps(len(one)):
            mine, theirs = one[some], other[some]
            both[some] = _count(self._present[mine] & self._present[theirs])
            for exact, rows, bits in self._common:
                able = np.flatnonzero((rows[mine] > 0) & (rows[theirs] > 0))
                times = _count(bits[rows[mine[able]]] & bits[rows[theirs[able]]])
                np.add.at(alike[1], some.start + able, times)
                np.add.at(alike[0], some.start + able, times * exact)
        return _agreement_features(np.minimum(alike, both), both, chance, cosine)


def _shared_out(told: Sheet) -> Floats:
    """What an atom weighs so that all atoms of a value weigh as one, with another's."""
    value = np.repeat(np.arange(len(told.lengths)), told.lengths)
    strict = told.strict[told.atoms]
    together = np.bincount(value * 2 + strict, minlength=2 * len(told.lengths))
    siblings = np.ones(max(1, len(told.strict)))
    siblings[told.atoms] = together[value * 2 + strict]
    return np.asarray(1 / np.sqrt(siblings), dtype=np.float64)


def _dots(table: Floats, pairs: tuple[Integers, Integers], chosen: Bools) -> tuple[Floats, Floats]:
    """The products of rows of *table*, which is mostly 0, over *chosen* columns and over all."""
    row, column = np.nonzero(table)
    filled = np.bincount(row, minlength=len(table))
    begins = np.cumsum(filled) - filled
    found = np.zeros((2, len(pairs[0])))
    for some in _steps(len(pairs[0])):
        one, other = (each[some] for each in pairs)
        swapped = filled[one] > filled[other]
        few, many = np.where(swapped, other, one), np.where(swapped, one, other)
        pair, at = spelled(begins[few], filled[few])
        at = column[at]
        product = table[few[pair], at] * table[many[pair], at]
        found[0, some] = np.bincount(pair, product * chosen[at], len(few))
        found[1, some] = np.bincount(pair, product, len(few))
    return found[0], found[1]


def _agreement_features(alike: Floats, both: Floats, chance: Floats, cosine: Floats) -> Floats:
    chance = np.minimum(chance, MAX_CHANCE)
    lift = ((alike + EXPECTED * chance) / (both + EXPECTED) - chance) / (1 - chance)
    spread = np.sqrt(both * chance[0] * (1 - chance[0]) + 1)
    surprise = np.clip((alike[0] - both * chance[0]) / spread, *SURPRISES)
    contradicted = (both > KNOWN_PRODUCTS) & (lift[1] < NO_LIFT)
    return np.column_stack([lift[0], lift[1], surprise, contradicted, cosine])


def _name_features(wordings: Sequence[str], one: Integers, other: Integers) -> Floats:
    meant = [concepts(wording) for wording in wordings]
    grams = [
        frozenset(f" {wording} "[at : at + GRAM] for at in range(len(wording)))
        for wording in wordings
    ]
    own = [marks(wording) for wording in wordings]
    numbers = [frozenset(mark for mark in each if mark[0] == "#") for each in own]
    shared, mine, theirs = _overlap(meant, one, other)
    alike, my_grams, their_grams = _overlap(grams, one, other)
    same, my_marks, their_marks = _overlap(own, one, other, rarity=False)
    equal, my_numbers, their_numbers = _overlap(numbers, one, other, rarity=False)
    ratio = np.maximum(
        _ratios([wording.replace(" ", "") for wording in wordings], one, other),
        _ratios([" ".join(sorted(wording.split())) for wording in wordings], one, other),
    )
    return np.column_stack(
        [
            shared / np.maximum(mine + theirs - shared, LITTLE),
            shared / np.maximum(np.minimum(mine, theirs), LITTLE),
            np.maximum(mine, theirs) - shared < LITTLE,
            alike / np.maximum(my_grams + their_grams - alike, LITTLE),
            ratio,
            (my_marks > same).astype(float) + (their_marks > same),
            my_numbers + their_numbers - 2 * equal,
        ]
    )


def _ratios(texts: Sequence[str], one: Integers, other: Integers) -> Floats:
    """How alike two texts are, sign by sign, from 0 to 1."""
    found = process.cpdist(
        [texts[place] for place in one.tolist()],
        [texts[place] for place in other.tolist()],
        scorer=fuzz.ratio,
        dtype=np.float32,
    )
    return np.asarray(found / 100, dtype=np.float64)


def _overlap(
    sets: Sequence[frozenset[str]], one: Integers, other: Integers, *, rarity: bool = True
) -> tuple[Floats, Floats, Floats]:
    """The weight of what two sets share, and of each; with *rarity* what few have weighs more."""
    known: dict[str, int] = {}
    rows = [sorted({known.setdefault(mark, len(known)) for mark in sorted(each)}) for each in sets]
    lengths = np.array(list(map(len, rows)), dtype=np.int64)
    flat = np.array([mark for row in rows for mark in row], dtype=np.int64)
    width = max(1, len(known))
    weight = np.ones(width)
    if rarity:
        weight = np.log((len(sets) + 1) / np.maximum(1, np.bincount(flat, minlength=width)))
    owner = np.repeat(np.arange(len(rows)), lengths)
    total = np.bincount(owner, weight[flat], len(rows)).astype(np.float64)
    keys = owner * width + flat
    pair, at = spelled((np.cumsum(lengths) - lengths)[one], lengths[one])
    marks_ = flat[at]
    found = among(other[pair] * width + marks_, keys)
    shared = np.bincount(pair[found], weight[marks_[found]], len(one))
    return shared.astype(np.float64), total[one], total[other]


def _like_wordings(wordings: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Pairs that share a word, a stem or a beginning that is not everywhere, the rarest first."""
    blocks: dict[str, set[int]] = defaultdict(set)
    for node, wording in enumerate(wordings):
        for word in concepts(wording):
            blocks[word].add(node)
        for word in wording.split():
            if len(word) >= STEM:
                blocks[f"^{word[:STEM]}"].add(node)
        blocks[f"={wording.replace(' ', '')[:BEGINNING]}"].add(node)
    for _, block in sorted(blocks.items(), key=lambda each: (len(each[1]), each[0])):
        if len(block) <= MAX_NAMES_A_WORD:
            yield from combinations(sorted(block), 2)


def _spread_out(groups: Integers, most: int) -> Integers:
    """The places of at most *most* members, as many of each group as can be."""
    order = np.argsort(groups, kind="stable")
    ordered = groups[order]
    rank = np.arange(len(order)) - np.searchsorted(ordered, ordered)
    return np.sort(order[np.argsort(rank, kind="stable")[:most]])


def _bits(row: Integers, column: Integers, size: tuple[int, int]) -> Bits:
    found = np.zeros((size[0], (size[1] // WORD + 1) * WORD // 8), dtype=np.uint8)
    np.bitwise_or.at(found, (row, column >> 3), np.left_shift(1, column & 7).astype(np.uint8))
    return found


def _count(bits: Bits) -> Floats:
    if COUNTED is None:
        return np.asarray(_ONES[bits].sum(1), dtype=np.float64)
    return np.asarray(COUNTED(bits.view(np.uint64)).sum(1, dtype=np.int64), dtype=np.float64)


def _steps(count: int) -> Iterator[slice]:
    return (slice(begin, begin + STEP) for begin in range(0, count, STEP))


def _distinct(pair: Integers, thing: Integers, number: int) -> tuple[Integers, Integers]:
    """The different pairs, and with how many different things each comes."""
    unique, times = np.unique(distinct(pair * number + thing) // number, return_counts=True)
    return unique, times


def _looked_up(table: tuple[Integers, Integers], keys: Integers) -> Integers:
    known, values = table
    if not len(known):
        return np.zeros(len(keys), dtype=np.int64)
    at = np.minimum(np.searchsorted(known, keys), len(known) - 1)
    return np.where(known[at] == keys, values[at], 0)
