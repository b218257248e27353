"""A packed run that is written to: worked on in a folder here, and packed again in the end.

Its pages stay where they lie; only its tables, and what is new, are here meanwhile.
"""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import blake2b
from pathlib import Path

from specdex.errors import StoreError
from specdex.runs.folder import DATABASE, WARC, RunFolder
from specdex.runs.packed import NOTES, Packed, bring, pack
from specdex.runs.places import cache
from specdex.runs.warc import INDEX, hold

__all__ = ["worked_on"]

BASE, LOCK = "base.json", ".lock"


@contextmanager
def worked_on(place: Path | str, *, create: bool = True) -> Iterator[Path]:
    """A folder in the place of the run packed at *place*, which is packed anew in the end.

    Where that did not come to pass (an exception, a process that was killed) the next who asks
    goes on with the folder. With ``create=False``, a StoreError where no run is packed there; and
    one where another process is at work on it, or has changed it from elsewhere.
    """
    packed = Packed(place)
    home = cache("work") / blake2b(packed.place.encode(), digest_size=12).hexdigest()
    home.mkdir(parents=True, exist_ok=True)
    folder = home / (packed.place.rstrip("/").rpartition("/")[2] or "run")
    with (home / LOCK).open("ab") as lock:
        if not hold(lock):
            raise StoreError(f"another process is at work on {packed.place}")
        if not (home / BASE).is_file():
            _fetch(packed, folder, create=create)
            (home / BASE).write_bytes(packed.state())
        _check(packed, home / BASE, folder)
        yield folder
        if RunFolder.is_one(folder):
            # somebody else may have been quicker
            _check(packed, home / BASE, folder)
            with RunFolder(folder, create=False) as run:
                pack(run, packed.place)
        (home / BASE).unlink()
        shutil.rmtree(folder, ignore_errors=True)


def _fetch(packed: Packed, folder: Path, *, create: bool) -> None:
    """Let *folder* be the run that is packed, if there is one."""
    shutil.rmtree(folder, ignore_errors=True)
    if create and not packed.state():
        return
    (folder / WARC).mkdir(parents=True)
    (folder / WARC / INDEX).touch()
    bring(packed.place, folder / DATABASE)
    for part in packed.manifest.parts:
        if part.file.startswith(f"{NOTES}/"):
            packed.fetch(part, folder)


def _check(packed: Packed, base: Path, folder: Path) -> None:
    """A StoreError where what is packed is not what *folder* was made of."""
    if packed.state() != base.read_bytes():
        raise StoreError(
            f"{packed.place} was changed from elsewhere since work on it began in {folder};"
            f" specdex run merge {packed.place} {folder} --into NEW makes one run of both"
        )
