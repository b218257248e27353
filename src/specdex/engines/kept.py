"""Workers that stay for one map after the other, and keep what they hold in between.

A worker does one thing at a time. Where a function is ``held``, thing number *n* of every map goes
to the same worker, which may still have what it made of the one before; all other things go to
whoever is free. A worker that dies is not replaced: what it had to do is ``lost``.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future
from functools import lru_cache, partial
from threading import Lock
from typing import Any, NamedTuple, Protocol, TypeVar

from specdex.engines.work import (
    Outcome,
    bundled,
    in_order,
    outcome_of,
    portable_function,
    unpacked,
    worked,
)
from specdex.errors import SpecdexError

__all__ = ["Hand", "Kept", "applied_there"]

A = TypeVar("A")
B = TypeVar("B")
KNOWN = 4
"""So many functions a worker remembers."""


class Hand(Protocol):
    """One worker."""

    def give(self, function: bytes, chunk: bytes) -> Future[bytes]:
        """What ``applied_there`` will say in the worker; an exception where that died."""
        ...

    def close(self) -> None:
        """Let go of the worker."""
        ...


def applied_there(function: bytes, chunk: bytes) -> bytes:
    """The results of *chunk*, in a worker."""
    return worked(partial(_known, function), chunk)


@lru_cache(maxsize=KNOWN)
def _known(function: bytes) -> Callable[[Any], Any]:
    known: Callable[[Any], Any] = unpacked(function)
    return known


class _Task(NamedTuple):
    function: bytes
    chunk: bytes
    owner: int | None
    """Whose it is, if it is not anybody's."""
    coming: Future[bytes]


class Kept:
    """An engine of workers that stay until it is closed."""

    def __init__(self, hands: Sequence[Hand], examine: Callable[[], None]) -> None:
        """*examine* is called when a worker has died, and raises where none can live."""
        self.hands, self.examine = hands, examine
        self._waiting: list[_Task] = []
        self._free = set(range(len(hands)))
        self._living = set(range(len(hands)))
        self._lock = Lock()

    @property
    def workers(self) -> int:
        """How many there are, dead ones too."""
        return len(self.hands)

    def map(self, function: Callable[[A], B], things: Iterable[A]) -> Iterator[B]:
        """``function(thing)`` for each, in order."""
        return in_order(_Map(self, function), things, 1, self.workers)

    def work(
        self,
        function: Callable[[A], B],
        things: Iterable[A],
        watch: Callable[[], None] = lambda: None,
    ) -> Iterator[B]:
        """The same, with *watch* in between."""
        for result in self.map(function, things):
            yield result
            watch()

    def submit(self, function: bytes, chunk: bytes, owner: int | None) -> Future[bytes]:
        """What will come of *chunk*, at its *owner*'s if it has one."""
        task = _Task(function, chunk, owner, Future())
        with self._lock:
            self._waiting.append(task)
        self._hand_out()
        return task.coming

    def _hand_out(self) -> None:
        """Give everybody who is free what waits for them; what waits for the dead is lost."""
        while (next_one := self._next()) is not None:
            number, task = next_one
            if number < 0:
                task.coming.set_exception(SpecdexError("its worker died"))
                continue
            try:
                done = self.hands[number].give(task.function, task.chunk)
            except Exception as error:  # noqa: BLE001 - of whatever a worker died while it was free
                done = Future()
                done.set_exception(error)
            done.add_done_callback(partial(self._came, number, task))

    def _next(self) -> tuple[int, _Task] | None:
        """Who does what next; -1 for nobody."""
        with self._lock:
            self._waiting = [each for each in self._waiting if not each.coming.cancelled()]
            for at, task in enumerate(self._waiting):
                able = self._living if task.owner is None else self._living & {task.owner}
                if not able or not self._free.isdisjoint(able):
                    number = min(self._free & able, default=-1)
                    self._free.discard(number)
                    task.coming.set_running_or_notify_cancel()
                    return number, self._waiting.pop(at)
        return None

    def _came(self, number: int, task: _Task, done: Future[bytes]) -> None:
        """Hand on what is *done*, and hand out what waits."""
        error = done.exception()
        with self._lock:
            (self._living.discard if error else self._free.add)(number)
        self._hand_out()
        if error:
            task.coming.set_exception(error)
        else:
            task.coming.set_result(done.result())

    def forget(self, coming: Iterable[Future[bytes]]) -> None:
        """Hand nothing out any more of what is still *coming*."""
        with self._lock:
            for each in coming:
                each.cancel()

    def close(self) -> None:
        """Let go of all workers."""
        for hand in self.hands:
            hand.close()


class _Map:
    """One map of many."""

    def __init__(self, kept: Kept, function: Callable[[Any], Any]) -> None:
        self.kept, self.packed = kept, portable_function(function)
        self.lost = getattr(function, "lost", None)
        self.held = bool(getattr(function, "held", False))
        self.submitted = self.done = 0

    def submit(self, chunk: list[Any]) -> Future[bytes]:
        """The outcome of *chunk*, to come."""
        owner = self.submitted % self.kept.workers if self.held else None
        self.submitted += 1
        return self.kept.submit(self.packed, bundled(chunk), owner)

    def outcomes(self, chunk: list[Any], coming: Future[bytes]) -> Iterable[Outcome]:
        """What came of *chunk*, or what takes its place where its worker died."""
        if (error := coming.exception()) is None:
            return [outcome_of(coming.result())]
        self.kept.examine()
        if self.lost is None:
            raise SpecdexError("a worker died, perhaps for want of memory") from error
        return [Outcome(list(map(self.lost, chunk)))]

    def close(self, coming: Sequence[Future[bytes]]) -> None:
        """Let go of what is still *coming*."""
        self.kept.forget(coming)
