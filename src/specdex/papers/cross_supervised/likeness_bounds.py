"""What sets must share to be alike, worked out once for every pair of sizes."""

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

__all__ = ["Bounds", "Plan"]

MOST_DECIDING = 12
"""A set with more deciding tokens than this is filed under each alone: pairs would be too many."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How a set of some size is filed, and asked for."""

    deciding: int
    """A shared token is among so many of the first."""
    reach: int
    """A second one is among so many."""
    paired: bool
    """Whether it is filed under pairs of common tokens."""
    asks_pairs: bool
    """Whether a set that is like it may be."""


class Bounds:
    """How much two sets must share so that the share of all their tokens is over a threshold."""

    def __init__(self, threshold: float) -> None:
        self.threshold = threshold
        self._plans: dict[int, Plan] = {}
        self._least: dict[int, npt.NDArray[np.int32]] = {}

    def least(self, one: int, largest: int) -> npt.NDArray[np.int32]:
        """The fewest shared tokens that make a set of size *one* like sets of size 0 to *largest*.

        >>> Bounds(0.5).least(3, 5).tolist()[2:]
        [2, 3, 3, 3]
        """
        known = self._least.get(one)
        if known is None or len(known) <= largest:
            known = np.array([self._shared(one, each) for each in range(largest + 1)], np.int32)
            self._least[one] = known
        return known

    def _shared(self, one: int, other: int) -> int:
        both = one + other
        shared = max(1, math.floor(self.threshold * both / (1 + self.threshold)) - 1)
        while shared < both and not shared / (both - shared) > self.threshold:
            shared += 1
        return shared

    def plan(self, size: int) -> Plan:
        """How a set of *size* tokens is filed.

        >>> Bounds(0.5).plan(6)
        Plan(deciding=3, reach=4, paired=True, asks_pairs=True)
        """
        if size not in self._plans:
            least = self._least_of(size)
            smallest = least - self._least_of(least) + 1
            self._plans[size] = Plan(
                deciding=size - least + 1,
                reach=size - max(2, least) + 2,
                paired=least > 1 and size - least + 1 <= MOST_DECIDING,
                asks_pairs=smallest <= MOST_DECIDING,
            )
        return self._plans[size]

    def _least_of(self, size: int) -> int:
        """The fewest tokens that a set of *size* shares with any that is like it."""
        least = max(1, math.floor(self.threshold * size) - 1)
        while least <= size and not least / size > self.threshold:
            least += 1
        return least
