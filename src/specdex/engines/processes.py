"""Several worker processes on this machine.

Workers are started afresh, not forked from this process: they inherit no open store, no lock held
by another thread and no reactor. The price, some tenths of a second a worker, is paid once a map.
"""

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import cache, partial
from multiprocessing import connection, get_all_start_methods, get_context, parent_process
from multiprocessing.context import BaseContext
from pickletools import genops
from typing import Any, TypeVar

from specdex.engines.kept import Kept, applied_there
from specdex.engines.work import (
    TRIES,
    Outcome,
    as_done,
    bundled,
    in_order,
    outcome_of,
    portable_function,
    unpacked,
    worked,
)
from specdex.errors import InputError, SpecdexError

__all__ = ["ProcessEngine"]

A = TypeVar("A")
B = TypeVar("B")
OURS = "specdex."
"""What our modules are called."""
UNBORN = (
    "no worker process starts: a script that uses several must do so below"
    ' `if __name__ == "__main__":`, since each worker reads it, too'
)


class ProcessEngine:
    """Maps in *workers* processes (as many as this one may use processors, if not given).

    The function and what it takes and gives are pickled; things should be small: where a page
    lies rather than the page. Input is read a few chunks ahead, never as a whole. Where a thing
    kills its worker, ``function.lost(thing)``, if there is such, takes the place of its result.
    """

    def __init__(self, workers: int | None = None, chunk: int | None = None) -> None:
        if any(each is not None and each < 1 for each in (workers, chunk)):
            raise InputError("a process engine needs at least one worker and one thing a chunk")
        self.workers = workers or _processors()
        self.chunk = chunk

    def map(self, function: Callable[[A], B], things: Iterable[A]) -> Iterator[B]:
        """``function(thing)`` for each, in order; an exception of a worker is raised here."""
        return in_order(self._workers(function), things, self.chunk, self.workers)

    def work(
        self,
        function: Callable[[A], B],
        things: Iterable[A],
        watch: Callable[[], None] = lambda: None,
    ) -> Iterator[B]:
        """``function(thing)`` for each of large *things*, as they are done: one a worker."""
        return as_done(self._workers(function), things, self.workers, watch)

    @contextmanager
    def kept(self, function: Callable[..., Any]) -> Iterator[Kept]:
        """The workers for several maps, of which *function* is one: they keep what they hold."""
        make = _maker(function)
        hands = [_Hand(1, make, None) for _ in range(self.workers)]
        made = Kept(hands, hands[0].try_one)
        try:
            yield made
        finally:
            made.close()

    def _workers(self, function: Callable[[A], B]) -> "_Workers":
        return _Workers(self.workers, _maker(function), getattr(function, "lost", None))


def _maker(function: Callable[..., Any]) -> Callable[[int], ProcessPoolExecutor]:
    """What starts so many processes that map *function*."""
    pickled = portable_function(function)
    return partial(
        ProcessPoolExecutor,
        mp_context=_context(pickled),
        initializer=_begin,
        initargs=(pickled,),
    )


class _Workers:
    """A pool of *count* processes, made anew when one of them died.

    *lost* says what becomes of a thing that kills its worker; without it, all ends there.
    """

    tries = TRIES

    def __init__(
        self,
        count: int,
        make: Callable[[int], ProcessPoolExecutor],
        lost: Callable[[Any], Any] | None,
    ) -> None:
        self.count, self.make, self.lost = count, make, lost
        self.pool = make(count)
        self.done = 0

    def submit(self, chunk: list[Any]) -> Future[bytes]:
        """The outcome of *chunk*, to come."""
        try:
            return self.pool.submit(_apply, bundled(chunk))
        except BrokenProcessPool:
            self.close()
            self.pool = self.make(self.count)
            return self.pool.submit(_apply, bundled(chunk))

    def outcomes(self, chunk: list[Any], future: Future[bytes]) -> Iterable[Outcome]:
        """What came of *chunk*; of its things one by one, where a worker died."""
        try:
            return [outcome_of(future.result())]
        except BrokenProcessPool as error:
            self.try_one()
            if self.lost is None:
                raise SpecdexError(
                    f"a worker process died, perhaps for want of memory, after {self.done} results"
                ) from error
            return self._one_by_one(chunk, self.lost)

    def try_one(self) -> None:
        """Raise a SpecdexError where workers die before there is anything to do."""
        alone = _Workers(1, self.make, None)
        try:
            alone.submit([]).result()
        except BrokenProcessPool as error:
            raise SpecdexError(UNBORN) from error
        finally:
            alone.close()

    def _one_by_one(self, chunk: list[Any], lost: Callable[[Any], Any]) -> Iterator[Outcome]:
        """What comes of the things of *chunk*, one of which may have killed a worker."""
        alone = _Workers(1, self.make, lost)
        try:
            for thing in chunk:
                yield self._tried(alone, thing) or Outcome([lost(thing)])
        finally:
            alone.close()

    def _tried(self, alone: "_Workers", thing: Any) -> Outcome | None:
        """What comes of *thing*; None where it killed every worker that it met."""
        for _ in range(TRIES - 1):
            try:
                return outcome_of(alone.submit([thing]).result())
            except BrokenProcessPool:
                continue
        return None

    def come(self, coming: Sequence[Future[bytes]], seconds: float) -> Sequence[Future[bytes]]:
        """What of *coming* has come; waits so many *seconds* for the first."""
        return list(wait(coming, seconds, FIRST_COMPLETED).done)

    def outcome(self, coming: Future[bytes]) -> Outcome | None:
        """What has come; None where a worker died, and all others with it."""
        try:
            return outcome_of(coming.result())
        except BrokenProcessPool:
            self.try_one()
            return None

    def stop(self, coming: Sequence[Any]) -> None:
        """Let go of the processes at once, whatever is still *coming*."""
        if coming:
            for each in list((self.pool._processes or {}).values()):  # noqa: SLF001 - 3.14 has a way
                each.terminate()
        self.close()

    def close(self, coming: Sequence[Any] = ()) -> None:
        """Let go of the processes, and of what is still *coming*."""
        del coming
        self.pool.shutdown(wait=True, cancel_futures=True)


class _Hand(_Workers):
    """A process of its own."""

    def give(self, function: bytes, chunk: bytes) -> Future[bytes]:
        """What comes of *chunk*, to come."""
        return self.pool.submit(applied_there, function, chunk)


_PICKLED = b""
"""In a worker: the function it maps."""


@cache
def _function() -> Callable[[Any], Any]:
    """The worker's function; unpickled with the first chunk, so that errors travel."""
    function: Callable[[Any], Any] = unpacked(_PICKLED)
    return function


def _begin(pickled: bytes) -> None:
    """Prepare a worker."""
    global _PICKLED  # noqa: PLW0603 - a worker process has one function
    _PICKLED = pickled
    # Ctrl-C goes to the whole group; the parent alone decides what it means
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """End where the parent was killed: nobody is to do its work twice."""
    parent = parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
        os._exit(1)


def _apply(chunk: bytes) -> bytes:
    """The results of *chunk*, in a worker."""
    return worked(_function, chunk)


def _context(pickled: bytes) -> BaseContext:
    """How workers start: from a clean server process where there is one, else from nothing.

    The server imports what the first function needs once for all workers of this process's life;
    each of them took a quarter of a second for it.
    """
    if "forkserver" not in get_all_start_methods():
        return get_context("spawn")
    context = get_context("forkserver")
    texts = {each for _, each, _ in genops(pickled) if isinstance(each, str)}
    ours = sorted(each for each in texts if each.startswith(OURS) and each in sys.modules)
    context.set_forkserver_preload(["__main__", *ours])
    return context


def _processors() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
