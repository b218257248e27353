"""Whole numbers in rows: which are different, which are among others.

numpy looks for such in tables of hashes, which takes fifty times as long as to sort them.
"""

import numpy as np
import numpy.typing as npt

__all__ = [
    "Bools",
    "Floats",
    "Integers",
    "among",
    "distinct",
    "firsts",
    "numbered",
    "spelled",
    "summed",
]

Integers = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
Bools = npt.NDArray[np.bool_]


def distinct(numbers: Integers) -> Integers:
    """The different ones of *numbers*, in order.

    >>> distinct(np.array([3, 1, 3])).tolist()
    [1, 3]
    """
    ordered = np.sort(numbers)
    return ordered[firsts(ordered)]


def numbered(numbers: Integers) -> tuple[Integers, Integers]:
    """The different ones of *numbers*, in order, and for each number its place among them.

    >>> [each.tolist() for each in numbered(np.array([3, 1, 3]))]
    [[1, 3], [1, 0, 1]]
    """
    order = np.argsort(numbers)
    ordered = numbers[order]
    first = firsts(ordered)
    place = np.empty(len(numbers), dtype=np.int64)
    place[order] = np.cumsum(first) - 1
    return ordered[first], place


def among(numbers: Integers, known: Integers) -> Bools:
    """Which of *numbers* are among those *known*.

    >>> among(np.array([3, 1, 4]), np.array([4, 5, 3])).tolist()
    [True, False, True]
    """
    if not len(known):
        return np.zeros(len(numbers), dtype=bool)
    ordered = np.sort(known)
    place = np.minimum(np.searchsorted(ordered, numbers), len(ordered) - 1)
    return np.asarray(ordered[place] == numbers)


def spelled(starts: Integers, lengths: Integers) -> tuple[Integers, Integers]:
    """So many places as *lengths* say from each of *starts* on: whose each is, and the place.

    >>> [each.tolist() for each in spelled(np.array([7, 0]), np.array([2, 3]))]
    [[0, 0, 1, 1, 1], [7, 8, 0, 1, 2]]
    """
    owner = np.repeat(np.arange(len(lengths)), lengths)
    return owner, np.arange(len(owner)) + (starts - np.cumsum(lengths) + lengths)[owner]


def summed(numbers: Integers, *weights: Floats) -> tuple[Integers, list[Floats]]:
    """The different ones of *numbers*, in order, and what of each of *weights* falls on them.

    >>> found, (total,) = summed(np.array([3, 1, 3]), np.array([0.5, 1.0, 2.0]))
    >>> found.tolist(), total.tolist()
    ([1, 3], [1.0, 2.5])
    """
    # in one order whatever stands beside them: sums of floats depend on it
    order = np.argsort(numbers, kind="stable")
    ordered = numbers[order]
    starts = np.flatnonzero(firsts(ordered))
    totals = [np.add.reduceat(each[order], starts) if len(starts) else each for each in weights]
    return ordered[starts], totals


def firsts(ordered: Integers) -> Bools:
    """Whether each of *ordered* numbers differs from the one before it."""
    first = np.ones(len(ordered), dtype=bool)
    np.not_equal(ordered[1:], ordered[:-1], out=first[1:])
    return first
