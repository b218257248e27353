"""What all engines with workers do alike: chunks of things, and errors that travel."""

import pickle
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from traceback import format_exception
from typing import Any, Protocol, TypeAlias

from specdex.errors import InputError, SpecdexError

__all__ = [
    "CHUNK",
    "CHUNKS_AHEAD",
    "TRIES",
    "Outcome",
    "applied",
    "as_done",
    "in_order",
    "packed",
    "portable_function",
    "unpacked",
]

Outcome: TypeAlias = tuple[list[Any], Exception | None]
"""The results of a chunk, and the exception that ended it, if any."""
CHUNK = 8
"""Things sent to a worker at once."""
CHUNKS_AHEAD = 3
"""Chunks a worker may be ahead of whoever takes the results."""
TRIES = 3
"""Workers that a thing may kill before it is given up."""
GLANCE = 0.5
"""Seconds between two calls of *watch*."""


class Pool(Protocol):
    """Workers that take chunks."""

    def submit(self, chunk: list[Any]) -> Any:
        """What will be the outcome of *chunk*."""
        ...

    def results(self, chunk: list[Any], coming: Any, /) -> Iterator[Any]:
        """The results of *chunk*, once they have come."""
        ...

    def close(self, coming: Sequence[Any]) -> None:
        """Let go of the workers, and of what is still *coming*."""
        ...


class Crew(Protocol):
    """Workers that take one large thing each."""

    lost: Callable[[Any], Any] | None
    tries: int
    """How often a thing is handed out before it is given up."""

    def submit(self, chunk: list[Any]) -> Any:
        """What will be the outcome of *chunk*."""
        ...

    def come(self, coming: Sequence[Any], seconds: float) -> Sequence[Any]:
        """What of *coming* has come; waits so many *seconds* for the first."""
        ...

    def outcome(self, coming: Any) -> Outcome | None:
        """What has come; None where its worker died."""
        ...

    def stop(self, coming: Sequence[Any]) -> None:
        """Let go of the workers at once, whatever is still *coming*."""
        ...


def as_done(
    crew: Crew, things: Iterable[Any], workers: int, watch: Callable[[], None]
) -> Iterator[Any]:
    """The results of *things*, each handed to one worker at a time, as they are done.

    A thing whose worker died is handed out again, for as long as it may have been the cause with
    no other beside it; *watch* is called about twice a second.
    """
    running: dict[Any, tuple[Any, int]] = {}
    again: deque[tuple[Any, int]] = deque()
    rest = ((thing, 0) for thing in things)
    try:
        while True:
            suspected = bool(again) or any(deaths for _, deaths in running.values())
            while len(running) < (1 if suspected else workers):
                following = again.popleft() if again else next(rest, None)
                if following is None:
                    break
                running[crew.submit([following[0]])] = following
            if not running:
                return
            for coming in crew.come(list(running), GLANCE):
                thing, deaths = running.pop(coming)
                outcome = crew.outcome(coming)
                if outcome is None and deaths + 1 < crew.tries:
                    again.append((thing, deaths + 1))
                    continue
                yield from _certain(outcome, thing, crew.lost)
            watch()
    finally:
        crew.stop(list(running))


def _certain(
    outcome: Outcome | None, thing: Any, lost: Callable[[Any], Any] | None
) -> Iterator[Any]:
    """The result of *thing*, or what takes its place; what it raised is raised here."""
    if outcome is None and lost is None:
        raise SpecdexError("a worker died, perhaps for want of memory")
    results, raised = outcome or ([lost(thing)] if lost else [], None)
    yield from results
    if raised is not None:
        raise raised


def in_order(pool: Pool, things: Iterable[Any], chunk: int, workers: int) -> Iterator[Any]:
    """The results of *things* in their order, read no further ahead than *workers* need."""
    pending: deque[tuple[list[Any], Any]] = deque()
    rest = iter(things)
    try:
        while some := list(islice(rest, chunk)):
            pending.append((some, pool.submit(some)))
            if len(pending) >= workers * CHUNKS_AHEAD:
                yield from pool.results(*pending.popleft())
        while pending:
            yield from pool.results(*pending.popleft())
    finally:
        pool.close([coming for _, coming in pending])


def portable_function(function: Callable[[Any], Any]) -> bytes:
    """*function* as it travels to workers; an InputError where it cannot."""
    try:
        return packed(function)
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        raise InputError(f"{function!r} cannot be sent to a worker: {error}") from error


def packed(thing: Any) -> bytes:
    """*thing* as it travels between processes of ours."""
    return pickle.dumps(thing)


def unpacked(data: bytes) -> Any:
    """What a process of ours has packed."""
    return pickle.loads(data)  # noqa: S301 - our own pickle


def applied(function: Callable[[], Callable[[Any], Any]], chunk: list[Any]) -> Outcome:
    """The results of *chunk*, in a worker; *function* gives what is mapped, or an error, too."""
    results = []
    try:
        for thing in chunk:
            results.append(function()(thing))  # noqa: PERF401 - what came before an exception counts
    except Exception as error:  # noqa: BLE001 - it is raised again in the parent
        return results, _portable(error)
    return results, None


def _portable(error: Exception) -> Exception:
    """*error* with its trace, or something that says the same where it would not survive."""
    error.add_note("".join(format_exception(error)))
    try:
        unpacked(packed(error))
    except Exception:  # noqa: BLE001 - whatever a stranger's exception does on the way
        if isinstance(error, SpecdexError):
            return SpecdexError(str(error))
        return RuntimeError(f"{type(error).__name__}: {error}")
    return error
