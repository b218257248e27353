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
    "function_of",
    "in_order",
    "portable_function",
]

Outcome: TypeAlias = tuple[list[Any], Exception | None]
"""The results of a chunk, and the exception that ended it, if any."""
CHUNK = 8
"""Things sent to a worker at once."""
CHUNKS_AHEAD = 3
"""Chunks a worker may be ahead of whoever takes the results."""
TRIES = 3
"""Workers that a thing may kill before it is given up."""


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
        return pickle.dumps(function)
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        raise InputError(f"{function!r} cannot be sent to a worker: {error}") from error


def function_of(pickled: bytes) -> Callable[[Any], Any]:
    """The function that a parent or a driver of ours has sent."""
    function: Callable[[Any], Any] = pickle.loads(pickled)  # noqa: S301 - our own pickle
    return function


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
        pickle.loads(pickle.dumps(error))  # noqa: S301 - pickled a moment ago
    except Exception:  # noqa: BLE001 - whatever a stranger's exception does on the way
        if isinstance(error, SpecdexError):
            return SpecdexError(str(error))
        return RuntimeError(f"{type(error).__name__}: {error}")
    return error
