"""The columns of a register, indexed: which rows a value may be like, without asking every row.

Equal values are looked up, and so is all that one slip makes of a code. A text that is alike to
more than its floor has so many pairs of letters in common (Ukkonen's q-grams), whatever the rest
is. Nothing that is alike is missed. How far two values are the same, or near, says the rule book.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from functools import cached_property, lru_cache
from itertools import pairwise

import numpy as np
import numpy.typing as npt
from rapidfuzz.distance import OSA, Levenshtein
from rapidfuzz.process import cdist

from specdex.arrays import Floats, Integers
from specdex.audit.rules import Comparison
from specdex.text import letters_and_digits, words

__all__ = ["Column", "Floats", "Measure", "comparable", "degrees", "nearness"]

Measure = Callable[[str, Sequence[str], Comparison], Floats]
"""How far a value is like each of others."""


def comparable(value: str, comparison: Comparison) -> str:
    """*value* as it is compared: lower case, without punctuation and words that do not count."""
    if comparison.code:
        return letters_and_digits(value)
    ignored = frozenset(comparison.ignore)
    every = words(value)
    return " ".join([word for word in every if word not in ignored] or every)


def degrees(value: str, others: Sequence[str], comparison: Comparison) -> Floats:
    """How equal *value* is to each of *others*, all made comparable before; 0 to an empty one.

    Codes are equal or not. Else the paper's measure is ``1 - Levenshtein / longer length``; what
    does not get over the floor is different, and the rest of the scale is stretched.
    """
    if comparison.code:
        return np.array([float(bool(value) and other == value) for other in others])
    return _likeness(value, others, comparison)


def nearness(value: str, others: Sequence[str], comparison: Comparison) -> Floats:
    """How near *value* is to each of *others* that is not the same.

    Codes are near where one sign is another, missing, too much, or has changed its place.
    """
    if comparison.code:
        return np.array([float(_is_slip(value, other)) for other in others])
    alike = _likeness(value, others, comparison)
    same = np.array([other == value for other in others], dtype=bool)
    return np.where(same, 0.0, alike)


def _is_slip(one: str, other: str) -> bool:
    """Whether one slip makes *other* of *one*."""
    if not one or not other or abs(len(one) - len(other)) > 1:
        return False
    return OSA.distance(one, other, score_cutoff=1) == 1


def _likeness(value: str, others: Sequence[str], comparison: Comparison) -> Floats:
    if not value or not others:
        return np.zeros(len(others))
    scorer = Levenshtein.normalized_similarity
    floor = comparison.floor
    alike = cdist([value], others, scorer=scorer, score_cutoff=floor, dtype=np.float64)[0]
    result: Floats = np.clip((alike - floor) / (1.0 - floor), 0.0, 1.0)
    bare = bare_names(value) if comparison.strengths else frozenset()
    if bare:
        result[[at for at, other in enumerate(others) if other in bare]] = 1.0
    return result


def bare_names(value: str) -> frozenset[str]:
    """What a comparable *value* may be called without a strength or a package behind it.

    >>> sorted(bare_names("zorinol 20 mg 30 tablets"))
    ['zorinol', 'zorinol 20 mg']
    """
    said = value.split(" ")
    cuts = (at for at, word in enumerate(said) if at and word[:1].isdigit())
    return frozenset(" ".join(said[:at]) for at in cuts)


WIDTH = 21
"""Bits of a letter."""
END = "\n"
"""What stands before and behind each value: no value has it."""
REMEMBERED = 64
"""Values whose rows are kept."""
PER_EDIT = 2
"""Pairs of letters that one edit can change."""
ROUNDING = 1e-9
MANY, FAINT = 200_000, 0.25
"""Of so many different texts only those are looked for that are alike to this degree."""


class Column:
    """One column of a register, made comparable as *how* says."""

    def __init__(self, values: Sequence[str], how: Comparison) -> None:
        self.how = how
        numbers: dict[str, int] = {}
        plain = (comparable(value, how) for value in values)
        self.of_row: Integers = np.fromiter(
            (numbers.setdefault(value, len(numbers)) for value in plain), np.int64, len(values)
        )
        """The number of each row's value."""
        self.values = list(numbers)
        """Each different value once."""
        self._numbers = numbers
        self.least = FAINT if len(numbers) > MANY and not how.code else 0.0
        """To which degree a row may be like a value without being found."""
        # the rules of a book ask for the same few values of an advert again and again
        self.rows = lru_cache(REMEMBERED)(self._rows)
        """The rows whose values are like a value by a measure, to the least degree, in order."""

    def at(self, rows: Integers) -> list[str]:
        """The values of *rows*."""
        return [self.values[number] for number in self.of_row[rows].tolist()]

    def _rows(self, value: str, measure: Measure) -> Integers:
        near = self._candidates(value, measure)
        alike = measure(value, self._objects[near].tolist(), self.how)
        return self._rows_of(near[(alike > 0) & (alike >= self.least)]) if len(near) else near

    @cached_property
    def _objects(self) -> npt.NDArray[np.object_]:
        """The values, to be picked many at a time."""
        return np.array(self.values, dtype=object)

    def weighed(self, value: str, measure: Measure, rows: Integers) -> Floats:
        """How far the values of *rows* are like *value*."""
        numbers, places = np.unique(self.of_row[rows], return_inverse=True)
        alike = measure(value, [self.values[each] for each in numbers.tolist()], self.how)
        return alike[places]

    def _candidates(self, value: str, measure: Measure) -> Integers:
        """The numbers of all values that may be like *value*."""
        if not value:
            return np.zeros(0, np.int64)
        if not self.how.code:
            bare = bare_names(value) if self.how.strengths else ()
            named = [self._numbers[each] for each in bare if each in self._numbers]
            sharing = self._sharing(value)
            return np.union1d(sharing, named) if named else sharing
        if measure is nearness:
            return self._slips(value)
        known = self._numbers.get(value)
        return np.array([] if known is None else [known], np.int64)

    def _rows_of(self, numbers: Integers) -> Integers:
        order, starts = self._by_value
        parts = [order[starts[each] : starts[each + 1]] for each in numbers.tolist()]
        return np.sort(np.concatenate(parts)) if parts else np.zeros(0, np.int64)

    @cached_property
    def _by_value(self) -> tuple[Integers, Integers]:
        """The rows by the numbers of their values, and where each number's begin."""
        order = np.argsort(self.of_row, kind="stable")
        starts = np.searchsorted(self.of_row[order], np.arange(len(self.values) + 1))
        return order, starts

    @cached_property
    def _signs(self) -> list[str]:
        """All signs that the column's codes are made of."""
        return sorted(set().union(*self.values))

    def _slips(self, code: str) -> Integers:
        """The numbers of the codes that one slip makes of *code*: all that may be are looked up."""
        known = {self._numbers[each] for each in _slipped(code, self._signs) & self._numbers.keys()}
        return np.array(sorted(known), np.int64)

    @cached_property
    def _pairs(self) -> tuple[Integers, Integers, Integers, Integers]:
        """Pairs of letters, where the values of each begin, these values; and sizes of values.

        A pair that stands in a value twice is two pairs, the first and the second of its kind.
        """
        text = END + END.join(self.values) + END
        letters = np.frombuffer(text.encode("utf-32-le", "replace"), "<u4").astype(np.int64)
        ends = letters == ord(END)
        owner = np.cumsum(ends)[:-1] - 1
        pairs = (letters[:-1] << WIDTH) | letters[1:]
        order = np.argsort(pairs, kind="stable")
        pairs, owner = pairs[order], owner[order]
        pairs |= _repeats(pairs, owner) << 2 * WIDTH
        order = np.argsort(pairs, kind="stable")
        kinds, starts = np.unique(pairs[order], return_index=True)
        sizes = np.diff(np.flatnonzero(ends)) - 1
        return kinds, np.append(starts, len(pairs)), owner[order], sizes

    def _sharing(self, text: str) -> Integers:
        """The numbers of values that have enough pairs of letters in common with *text*."""
        kinds, starts, owners, sizes = self._pairs
        needed = self._needed(len(text), int(sizes.max(initial=0)))
        places = np.searchsorted(kinds, wanted := _pairs_of(text))
        shared = np.zeros(len(self.values), np.int32)
        for at, pair in zip(places.tolist(), wanted, strict=True):
            if at < len(kinds) and kinds[at] == pair:
                shared[owners[starts[at] : starts[at + 1]]] += 1
        return np.flatnonzero(shared >= needed.take(sizes))

    def _needed(self, size: int, most: int) -> Integers:
        """How many pairs a value of each size up to *most* must share with a text of *size*."""
        every = np.arange(most + 1)
        longer, shorter = np.maximum(every, size), np.minimum(every, size)
        floor = self.how.floor + (1.0 - self.how.floor) * self.least
        edits = np.floor((1.0 - floor) * longer + ROUNDING)
        fits = (shorter >= floor * longer - ROUNDING) & (every > 0)
        needed: Integers = np.where(fits, longer + 1 - PER_EDIT * edits, size + PER_EDIT)
        return needed.astype(np.int64)


def _pairs_of(text: str) -> list[int]:
    """The pairs of letters of *text*, those that come again told apart."""
    times = Counter[int]()
    found = []
    for one, other in pairwise(map(ord, f"{END}{text}{END}")):
        pair = (one << WIDTH) | other
        found.append(pair | times[pair] << 2 * WIDTH)
        times[pair] += 1
    return found


def _repeats(pairs: Integers, owner: Integers) -> Integers:
    """How often each of sorted *pairs* stood before in the value of the same *owner*."""
    first = np.ones(len(pairs), bool)
    first[1:] = (pairs[1:] != pairs[:-1]) | (owner[1:] != owner[:-1])
    places = np.arange(len(pairs))
    return places - np.maximum.accumulate(np.where(first, places, 0))


def _slipped(code: str, signs: Sequence[str]) -> set[str]:
    """What becomes of *code* where one sign is another, missing, too much, or changes its place."""
    cuts = [(code[:at], code[at:]) for at in range(len(code) + 1)]
    made = {head + tail[1:] for head, tail in cuts if tail}
    made |= {head + sign + tail[1:] for head, tail in cuts if tail for sign in signs}
    made |= {head + sign + tail for head, tail in cuts for sign in signs}
    made |= {head + tail[1] + tail[0] + tail[2:] for head, tail in cuts if len(tail) > 1}
    return made - {code}
