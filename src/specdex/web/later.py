"""What takes longer to count than a reader should wait: made aside, kept until the run changes."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from threading import Lock
from typing import Any, TypeVar

from specdex.runs import Run

__all__ = ["later"]

T = TypeVar("T")
PATIENCE = 0.07
"""Seconds that an answer waits for what is being counted."""
KEPT = 64

_makers = ThreadPoolExecutor(1, "specdex-later")
_waiters = ThreadPoolExecutor(1, "specdex-apart")
_guard = Lock()
_known: OrderedDict[Hashable, tuple[Any, Future[Any]]] = OrderedDict()


def later(
    run: Run,
    what: str,
    make: Callable[[Run], T],
    stamp: Hashable | None = None,
    *,
    apart: bool = False,
) -> T | None:
    """What *make* says of *run*, or said before it changed; None where that is not known yet.

    It is made again when the run has changed, or, where a *stamp* is given, when that has. What
    takes much time or memory is made *apart*, in a process that ends with it.
    """
    path = run.path
    key, stamp = (str(path), what), stamp or _stamp(run)
    with _guard:
        before = _known.get(key)
        if before is None or (before[0] != stamp and before[1].done()):
            future = (
                _waiters.submit(_apart, path, make) if apart else _makers.submit(_made, path, make)
            )
            _known[key] = stamp, future
            _known.move_to_end(key)
            while len(_known) > KEPT:
                _known.popitem(last=False)
        else:
            future = before[1]
    try:
        return future.result(PATIENCE)
    except TimeoutError:
        old = before[1] if before and before[1].done() else None
        return old.result() if old and not old.exception() else None


def _made(path: Path, make: Callable[[Run], T]) -> T:
    with Run(path) as run:
        return make(run)


def _apart(path: Path, make: Callable[[Run], T]) -> T:
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        return pool.submit(_made, path, make).result()


def _stamp(run: Run) -> tuple[float, ...]:
    """Changes with every write: of the database, or of the log that is written ahead."""
    found = []
    for name in ("specdex.db", "specdex.db-wal"):
        try:
            about = (run.path / name).stat()
        except OSError:
            continue
        found += [about.st_mtime, float(about.st_size)]
    return tuple(found)
