"""Late pages meet products that are settled: only what they may be of is compared with them."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise

import numpy as np

from specdex.linkage.bags import Integers
from specdex.linkage.identifiers import kind_of_name
from specdex.records import Specification
from specdex.text import letters_and_digits, words

__all__ = ["Index", "homes", "index_of", "near"]

MOST = 40
"""A mark of more products brings nobody together."""
NEAR = 3
"""With so many products, those it shares most rare marks with, a late page is compared."""
MAX_TITLE, MAX_CODE = 400, 60

Index = Mapping[str, Sequence[int]]
"""The products, by their numbers, whose pages bear a mark."""


def index_of(groups: Iterable[Iterable[Specification]]) -> dict[str, list[int]]:
    """The rare marks of *groups*, and which of them bear each."""
    found: dict[str, list[int]] = defaultdict(list)
    for number, group in enumerate(groups):
        for mark in sorted({mark for each in group for mark in _marks(each)}):
            found[mark].append(number)
    return {mark: numbers for mark, numbers in found.items() if len(numbers) <= MOST}


def near(late: Iterable[Specification], index: Index) -> set[int]:
    """The numbers of the products that any of *late* may be of."""
    found: set[int] = set()
    for each in late:
        shared: Counter[int] = Counter()
        for mark in set(_marks(each)):
            numbers = index.get(mark, ())
            for number in numbers:
                shared[number] += MOST // len(numbers)
        ranked = sorted(shared, key=lambda number: (-shared[number], number))
        found.update(ranked[:NEAR])
    return found


def homes(groups: Integers, settled: Integers) -> Integers:
    """For each page the page that it goes with: of the product that most pages of its group are of.

    *groups* tells the first page of each one's group, and *settled* the number of its product, or
    -1. A page of a product goes with itself, and one of a group without any with its first page.
    """
    found = np.where(settled >= 0, np.arange(len(groups)), groups)
    count = int(settled.max(initial=-1)) + 1
    first = np.full(count, len(groups))
    old = np.flatnonzero(settled >= 0)
    np.minimum.at(first, settled[old], old)
    pairs, times = np.unique(groups[old] * max(1, count) + settled[old], return_counts=True)
    order = np.lexsort((-pairs, times))
    home = np.full(len(groups), -1, dtype=np.int64)
    home[pairs[order] // max(1, count)] = first[pairs[order] % max(1, count)]
    late = (settled < 0) & (home[groups] >= 0)
    return np.where(late, home[groups], found)


def _marks(specification: Specification) -> Iterator[str]:
    """The words of a title, neighbours as one, and what is announced as an identifier."""
    said = words(specification.title[:MAX_TITLE])
    yield from said
    for one, other in pairwise(said):
        if not (one + other).isalpha():
            yield one + other
    given = [(each.name, each.value) for each in specification.fields]
    given += [(each.name, each.value) for each in specification.pairs]
    for name, value in given:
        if len(value) <= MAX_CODE and kind_of_name(name):
            yield letters_and_digits(value)
