"""One thing after the other, here."""

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

__all__ = ["SerialEngine"]

A = TypeVar("A")
B = TypeVar("B")


class SerialEngine:
    """Maps in this process.

    >>> list(SerialEngine().map(abs, [-1, 2]))
    [1, 2]
    """

    def map(self, function: Callable[[A], B], things: Iterable[A]) -> Iterator[B]:
        """``function(thing)`` for each, in order, each when it is asked for."""
        return map(function, things)

    def work(
        self,
        function: Callable[[A], B],
        things: Iterable[A],
        watch: Callable[[], None] = lambda: None,
    ) -> Iterator[B]:
        """``function(thing)`` for each, as they are done, with *watch* in between."""
        for thing in things:
            yield function(thing)
            watch()
