"""Advisory locks between processes that share a folder; a dead process holds none."""

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

__all__ = ["hold", "locked"]


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold the lock file *path* meanwhile; waits for whoever holds it."""
    with path.open("ab") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def hold(file: IO[Any]) -> bool:
    """Lock an open *file* until it is closed; False where somebody else holds it."""
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
