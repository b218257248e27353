"""A table of numbers that is filled cell by cell."""

from array import array
from math import log1p

__all__ = ["Cells", "log_of"]

FEW = 4096
"""Counts below this have their logarithms at hand."""
_LOGS = array("d", [log1p(count) for count in range(FEW)])


def log_of(count: int) -> float:
    """The logarithm of one more than *count*.

    >>> log_of(0)
    0.0
    """
    return _LOGS[count] if 0 <= count < FEW else log1p(count)


class Cells:
    """Numbers in the order they are put."""

    def __init__(self, count: int) -> None:
        self.array = array("d", bytes(8 * count))
        """As many as were asked for, nothing where none was put yet."""
        self.numbers = self.array
        self.at = 0

    def put(self, number: float) -> None:
        """Fill the next cell."""
        self.numbers[self.at] = number
        self.at += 1
