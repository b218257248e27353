"""What all engines with workers do alike: chunks of things, and errors that travel."""

import gc
import pickle
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cache
from itertools import islice
from operator import length_hint
from time import perf_counter
from traceback import format_exception
from typing import Any, NamedTuple, Protocol

import msgspec

from specdex.errors import InputError, SpecdexError
from specdex.records import KEYS, Listing, Page

__all__ = [
    "TRIES",
    "Outcome",
    "as_done",
    "bundled",
    "in_order",
    "outcome_of",
    "portable_function",
    "unpacked",
    "worked",
]

CHUNK, MOST, GROWTH = 8, 1024, 8
"""Things sent to a worker at once where nobody says how many: the fewest, the most, and how many
times as many the next may be."""
SPAN = 0.4
"""Seconds that a worker is to be busy with a chunk, more or less."""
CHUNKS_AHEAD = 3
"""Chunks a worker may be ahead of whoever takes the results."""
TRIES = 3
"""Workers that a thing may kill before it is given up."""
GLANCE = 0.5
"""Seconds between two calls of *watch*."""


class Outcome(NamedTuple):
    """What came of a chunk."""

    results: Iterable[Any]
    raised: Exception | None = None
    """What ended it, if anything did."""
    seconds: float = 0.0
    """That a worker was busy with it."""


class Pool(Protocol):
    """Workers that take chunks."""

    done: int
    """How many results were taken."""

    def submit(self, chunk: list[Any]) -> Any:
        """What will be the outcome of *chunk*."""
        ...

    def outcomes(self, chunk: list[Any], coming: Any, /) -> Iterable[Outcome]:
        """What came of *chunk*, or of each thing in it, once it has come."""
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
    results, raised, _ = outcome or Outcome([lost(thing)] if lost else [])
    yield from results
    if raised is not None:
        raise raised


def in_order(pool: Pool, things: Iterable[Any], chunk: int | None, workers: int) -> Iterator[Any]:
    """The results of *things* in their order, read no further ahead than *workers* need.

    Without a *chunk*, more are sent at once for as long as they come, and are done, quickly.
    """
    pending: deque[tuple[list[Any], Any]] = deque()
    rest, size = iter(things), chunk or CHUNK
    try:
        while True:
            if some := list(islice(rest, chunk or min(size, _share(rest, workers)))):
                pending.append((some, pool.submit(some)))
                if len(pending) < workers * CHUNKS_AHEAD:
                    continue
            if not pending:
                return
            for results, raised, seconds in pool.outcomes(*pending.popleft()):
                before = pool.done
                for pool.done, result in enumerate(results, before + 1):
                    yield result
                if raised is not None:
                    raise raised
                size = chunk or _paced(GROWTH * size, pool.done - before, seconds)
    finally:
        pool.close([coming for _, coming in pending])


def _share(rest: Iterator[Any], workers: int) -> int:
    """So many of the *rest*, where it is known how many that are: none is to wait for the last."""
    return max(CHUNK, length_hint(rest, 2 * workers * MOST) // (2 * workers))


def _paced(most: int, count: int, seconds: float) -> int:
    """How many things, at *most*, to send at once, where *count* of them took so many *seconds*."""
    return max(CHUNK, min(MOST, most, int(count * SPAN / max(seconds, 1e-9))))


def portable_function(function: Callable[[Any], Any]) -> bytes:
    """*function* as it travels to workers; an InputError where it cannot."""
    try:
        return _packed(function)
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        raise InputError(f"{function!r} cannot be sent to a worker: {error}") from error


def _packed(thing: Any) -> bytes:
    """*thing* as it travels between processes of ours."""
    return pickle.dumps(thing, pickle.HIGHEST_PROTOCOL)


def unpacked(data: bytes) -> Any:
    """What a process of ours has packed."""
    return pickle.loads(data)  # noqa: S301 - our own pickle


WHOLE = frozenset({*KEYS, Listing, Page})
"""Records that JSON brings back as they are."""
Parcel = tuple[type | None, Any]
"""A record as JSON says it, behind its kind; anything else behind nothing."""


def bundled(things: Iterable[Any]) -> bytes:
    """*things* packed; records, with all that they hold, each as soon as it is there.

    Pickle asks Python about each part of a record, which took a seventh of the time of whoever
    hands out small pages; and where all results of a chunk were held, the next were made in
    memory that no processor had at hand.
    """
    return _packed([_parcel(thing) for thing in things])


def _parcel(thing: Any) -> Parcel:
    """*thing* as it is packed, behind its kind where that is known."""
    if type(thing) in WHOLE:
        with suppress(TypeError, ValueError, OverflowError, RecursionError):
            return type(thing), msgspec.msgpack.encode(thing)
    return None, thing


def outcome_of(data: bytes) -> Outcome:
    """What has ``worked``."""
    results, raised, seconds = unpacked(data)
    return Outcome(_opened(results), raised, seconds)


def _opened(parcels: Iterable[Parcel]) -> Iterator[Any]:
    """What is in *parcels*, each record when it is asked for.

    So they go as they come; all at once, the search for garbage among them took as long again.
    """
    return (_decoder(kind).decode(thing) if kind else thing for kind, thing in parcels)


@cache
def _decoder(kind: type) -> msgspec.msgpack.Decoder[Any]:
    return msgspec.msgpack.Decoder(kind)


def worked(function: Callable[[], Callable[[Any], Any]], chunk: bytes) -> bytes:
    """What comes of a bundled *chunk*, in a worker; *function* gives what is mapped.

    Nobody searches for cyclic garbage while several things are done: that took a twelfth of the
    time, and they are done soon.
    """
    things = unpacked(chunk)
    if len(things) > 1:
        gc.disable()
    try:
        return _outcome(function, _opened(things))
    finally:
        gc.enable()


def _outcome(function: Callable[[], Callable[[Any], Any]], things: Iterable[Any]) -> bytes:
    """What comes of *things*; nothing of it is left where garbage is searched for again."""
    began = perf_counter()
    results, raised = applied(function, things)
    return _packed((results, raised, perf_counter() - began))


def applied(
    function: Callable[[], Callable[[Any], Any]], things: Iterable[Any]
) -> tuple[list[Parcel], Exception | None]:
    """The results of *things*, bundled; what makes the function may raise, too."""
    results = []
    try:
        for thing in things:
            results.append(_parcel(function()(thing)))  # noqa: PERF401 - what came before counts
    except Exception as error:  # noqa: BLE001 - it is raised again in the parent
        return results, _portable(error)
    return results, None


def _portable(error: Exception) -> Exception:
    """*error* with its trace, or something that says the same where it would not survive."""
    error.add_note("".join(format_exception(error)))
    try:
        unpacked(_packed(error))
    except Exception:  # noqa: BLE001 - whatever a stranger's exception does on the way
        if isinstance(error, SpecdexError):
            return SpecdexError(str(error))
        return RuntimeError(f"{type(error).__name__}: {error}")
    return error
