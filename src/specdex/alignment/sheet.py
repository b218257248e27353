"""All pairs of a collection as columns: which page says what under which name."""

import math
from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np

from specdex.alignment.names import normal_name
from specdex.arrays import Bools, Integers, distinct, spelled
from specdex.quantities import MEASURED, Kind, Quantity, read
from specdex.records import Specification
from specdex.text import collapse
from specdex.urls import host

__all__ = ["TEXT", "TRUTH", "Integers", "Name", "Sheet", "compatible", "sheet"]

Name = tuple[str, str]
"""A site, and a name as it prints it."""
TEXT, NUMBER, TRUTH = "text", "number", "truth"
MAX_BESIDE = 3
"""A measure with more words beside it is a text."""
BUCKET = 0.03
"""Measures are counted alike in buckets this wide, twice, half a bucket apart, …"""
ROUNDED = frozenset({Kind.NUMBER, Kind.SIZE})
"""… if they are of these kinds."""
MAX_WORDS, MIN_WORD, MAX_SIDES = 8, 3, 3
"""A text of so many words at most agrees with others by its words of so many letters."""
LARGEST = 1e15


@dataclass(frozen=True, slots=True)
class Sheet:
    """One row a pair; names and values are numbers, each understood once."""

    pages: Integers
    names: Integers
    values: Integers
    sites: Sequence[str]
    """The site of each page."""
    printed: Sequence[Name]
    wordings: Sequence[str]
    """The normal form of each name."""
    kinds: Sequence[str]
    """By value."""
    atoms: Integers
    """What of values may agree with others, value by value, …"""
    lengths: Integers
    """… and how many of them each value has."""
    strict: Bools
    """By atom, whether to share it is to say the same."""

    def spelled(self, values: Integers) -> tuple[Integers, Integers]:
        """The atoms of *values*: the place of each one's value, and the atom."""
        begins = np.cumsum(self.lengths) - self.lengths
        place, at = spelled(begins[values], self.lengths[values])
        return place, self.atoms[at]

    def pages_of(self) -> list[Integers]:
        """For each name the pages that print it, in order."""
        count = max(1, len(self.sites))
        names, pages = np.divmod(distinct(self.names * count + self.pages), count)
        return np.split(pages, np.searchsorted(names, np.arange(1, len(self.printed))))


def sheet(specifications: Sequence[Specification]) -> Sheet:
    """The columns of *specifications*; a name without a letter or digit is none."""
    sites = [each.site or host(each.url) for each in specifications]
    names: dict[Name, int] = {}
    values: dict[str, int] = {}
    rows = array("q")
    for page, (specification, site) in enumerate(zip(specifications, sites, strict=True)):
        for fragment in specification.fragments:
            for pair in fragment.pairs:
                name = names.setdefault((site, pair.name), len(names))
                rows.extend((page, name, values.setdefault(pair.value, len(values))))
    table = np.array(rows, dtype=np.int64).reshape(-1, 3)
    once: dict[Name, int] = {}
    same = [once.setdefault((site, collapse(name)), len(once)) for site, name in names]
    table[:, 1] = np.array(same, dtype=np.int64)[table[:, 1]]
    known = list(once)
    wordings = [normal_name(name) for _, name in known]
    table = table[np.array([bool(wording) for wording in wordings], dtype=bool)[table[:, 1]]]
    understood = [read(value) for value in values]
    numbers: dict[tuple[bool, str], int] = {}
    atoms = [
        list(dict.fromkeys(numbers.setdefault(atom, len(numbers)) for atom in _atoms(value)))
        for value in understood
    ]
    return Sheet(
        pages=table[:, 0],
        names=table[:, 1],
        values=table[:, 2],
        sites=sites,
        printed=known,
        wordings=wordings,
        kinds=[_kind(value) for value in understood],
        atoms=np.fromiter(chain.from_iterable(atoms), np.int64),
        lengths=np.fromiter(map(len, atoms), np.int64, len(atoms)),
        strict=np.array([strict for strict, _ in numbers], dtype=bool),
    )


def _kind(value: Quantity) -> str:
    """What a value is: a measure, a bare number, a truth or a text; empty if it says nothing."""
    if value.kind is Kind.NOTHING:
        return ""
    if value.kind is Kind.TRUTH:
        return TRUTH
    if value.kind not in MEASURED or len(value.words) > MAX_BESIDE:
        return TEXT
    return value.dimension or (TEXT if value.words else NUMBER)


def _atoms(value: Quantity) -> Iterator[tuple[bool, str]]:
    """By what *value* agrees with others: strictly as a whole, or in a number or word."""
    if value.kind is Kind.NOTHING:
        return
    yield True, value.text
    if value.kind in MEASURED:
        yield from _numbers(value)
    elif value.kind is not Kind.TRUTH:
        said = value.words if value.kind is Kind.TERM else value.text.replace("|", " ").split()
        if len(said) <= MAX_WORDS:
            yield from ((False, word) for word in sorted(said) if len(word) >= MIN_WORD)


def _numbers(value: Quantity) -> Iterator[tuple[bool, str]]:
    if value.kind is Kind.SIZE:
        yield True, "x".join(f"{amount:.3g}" for amount in value.printed_amounts)
    if value.dimension and value.kind in ROUNDED and min(value.amounts) > 0:
        places = [math.log(amount) / BUCKET for amount in value.amounts]
        yield True, value.dimension + "x".join(str(math.floor(each)) for each in places)
        yield True, value.dimension + "x".join(f"{math.floor(each + 0.5)}'" for each in places)
    for amount in value.printed_amounts[:MAX_SIDES]:
        if abs(amount) < LARGEST:
            yield False, f"{amount:.3g}"


def compatible(one: str, other: str) -> bool:
    """Whether two kinds may be of one attribute; texts, truths and bare numbers go with all."""
    return one == other or not {one, other}.isdisjoint({"", TEXT, TRUTH, NUMBER})
