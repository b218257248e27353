"""Which words of values mean one thing? Sites teach it by the products that they share."""

import math
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from typing import TypeVar

from specdex.groups import by_key
from specdex.quantities import MEASURED, read

__all__ = ["Meaning", "Told", "Wordings", "heard", "learn_wordings", "meaning"]

Meaning = tuple[str, tuple[float, ...]]
"""A value in two parts: its wording, and the numbers that stand in it."""
Wordings = Mapping[tuple[str, str], str]
"""By attribute and wording, the wording that stands for all that mean the same."""
T = TypeVar("T")
Told = Mapping[Meaning, Collection[str]]
"""What is said of one attribute of one product, and by which sites."""

LEAST = 4
"""On so many products two wordings must stand for each other."""
BOUND = 0.85
"""How closely one must come with the other, as a correlation, where values are words alone, …"""
EQUAL = 0.7
"""… and on which share of the products that have both the numbers must be equal."""
NUMBERS = 2
"""So many different numbers show that it is no accident."""
MIXED = 0.1
"""Of the sites that use one wording, at most this share uses the other, too: who uses both
means two things."""
MOST_TOLD = 5_000
MOST_PAIRS = 400
MOST_VALUES = 12
MEMO = 1 << 17
TRUTHS = frozenset({"yes", "no"})


@lru_cache(maxsize=MEMO)
def meaning(printed: str) -> Meaning:
    """The wording of a value, and the numbers in it.

    >>> meaning("390 shots"), meaning("1,5 kg"), meaning("Optical")
    ((' shots', (390.0,)), ('mass ', (1500.0,)), ('optical', ()))
    """
    value = read(printed)
    if value.kind not in MEASURED:
        return value.text, ()
    return f"{value.dimension} {' '.join(sorted(value.words))}", value.amounts


def learn_wordings(told: Iterable[tuple[str, Told]]) -> dict[tuple[str, str], str]:
    """The wordings that mean the same, attribute by attribute.

    Two do where sites that use one and sites that use the other speak of the same products, and
    one comes with the other: with the same numbers, or, as words alone, where neither comes
    without the other. So *390 Aufnahmen* is learned to be *390 shots*, and *optisch* to be
    *optical*, and an error, made by a site that also says the right thing, is learned to be none.
    """
    return {
        (attribute, wording): chief
        for attribute, each in by_key(told).items()
        for wording, chief in _Usage(heard(each)).chiefs().items()
    }


def heard(told: Sequence[T], before: int = 0, count: int = 0) -> Sequence[T]:
    """Those of *told* of an attribute that are listened to; of these, all are.

    Where they are a part of *count*, there are so many *before* them.
    """
    step = 1 + (count or len(told)) // MOST_TOLD
    return told[-before % step :: step]


class _Usage:
    """Who uses which wording of an attribute, and of which products."""

    def __init__(self, told: Sequence[Told]) -> None:
        self.sites: defaultdict[str, set[str]] = defaultdict(set)
        self.products: defaultdict[str, set[int]] = defaultdict(set)
        self.spoken: defaultdict[str, set[int]] = defaultdict(set)
        self.numbered: set[str] = set()
        self.equal: Counter[tuple[str, str]] = Counter()
        self.numbers: defaultdict[tuple[str, str], set[tuple[float, ...]]] = defaultdict(set)
        for number, each in enumerate(told):
            self._hear(number, each)

    def _hear(self, number: int, told: Told) -> None:
        for (wording, numbers), sites in told.items():
            if numbers:
                self.numbered.add(wording)
            self.sites[wording].update(sites)
            self.products[wording].add(number)
            for site in sites:
                self.spoken[site].add(number)
        if len(told) > 1:
            for (one, mine), (other, theirs) in combinations(sorted(told)[:MOST_VALUES], 2):
                if one != other and mine == theirs:
                    self.equal[one, other] += 1
                    self.numbers[one, other].add(mine)

    def chiefs(self) -> dict[str, str]:
        """By wording the one that stands for it, where that is another."""
        group = {wording: {wording} for wording in self.sites}
        pairs = [(-count, pair) for pair, count in self.equal.items() if count >= LEAST]
        for _, (one, other) in sorted(pairs)[:MOST_PAIRS]:
            mine, theirs = group[one], group[other]
            if mine is not theirs and self._same(one, other) and self._apart(mine, theirs):
                mine |= theirs
                group.update(dict.fromkeys(theirs, mine))
        ranks = {wording: (-len(self.products[wording]), wording) for wording in group}
        chiefs = {wording: min(each, key=ranks.__getitem__) for wording, each in group.items()}
        return {wording: chief for wording, chief in chiefs.items() if wording != chief}

    def _apart(self, mine: set[str], theirs: set[str]) -> bool:
        """Whether hardly any site uses wordings of both, where these are words alone."""
        if any(map(self.numbered.__contains__, mine)):
            return True
        here = set[str]().union(*(self.sites[each] for each in mine))
        there = set[str]().union(*(self.sites[each] for each in theirs))
        return len(here & there) <= MIXED * min(len(here), len(there))

    def _same(self, one: str, other: str) -> bool:
        """Whether *one* comes with *other*, and other numbers, or words, do not."""
        equal = self.equal[one, other]
        if one in self.numbered:
            both = len(self.products[one] & self.products[other])
            return len(self.numbers[one, other]) >= NUMBERS and equal >= EQUAL * both
        if {one, other} == TRUTHS:
            return False
        shared = self._spoken(one) & self._spoken(other)
        mine, theirs = (len(self.products[each] & shared) for each in (one, other))
        spread = mine * (len(shared) - mine) * theirs * (len(shared) - theirs)
        return spread > 0 and len(shared) * equal - mine * theirs >= BOUND * math.sqrt(spread)

    def _spoken(self, wording: str) -> set[int]:
        """The products of which sites that use *wording* speak."""
        return set[int]().union(*(self.spoken[site] for site in self.sites[wording]))
