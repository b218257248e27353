"""A packed run that is written to: worked on in a folder here, and packed again in the end.

Its pages stay where they lie; only its tables, and what is new, are here meanwhile.
"""

import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import blake2b, file_digest
from pathlib import Path

from specdex.errors import StoreError
from specdex.runs.folder import DATABASE, WARC, RunFolder
from specdex.runs.packed import NOTES, Packed, pack
from specdex.runs.places import cache
from specdex.runs.unpacked import bring, unpack
from specdex.runs.warc import INDEX, hold

__all__ = ["packer", "worked_on"]

BASE, PLACE, LOCK = "base.json", "place.txt", ".lock"
PAUSE, SHARE = 600.0, 0.05
"""Seconds after which a run is packed while it is worked on, and the most of all time it takes."""


@contextmanager
def worked_on(place: Path | str, *, create: bool = True, pages: bool = False) -> Iterator[Path]:
    """A folder in the place of the run packed at *place*, which is packed anew if it was changed.

    Where that did not come to pass (an exception, a process that was killed) the next who asks
    goes on with the folder. With ``create=False``, a StoreError where no run is packed there; and
    one where another process is at work on it, or has changed it from elsewhere. With *pages*,
    they are brought here, too.
    """
    packed = Packed(place)
    home = cache("work") / blake2b(packed.place.encode(), digest_size=12).hexdigest()
    home.mkdir(parents=True, exist_ok=True)
    folder = home / (packed.place.rstrip("/").rpartition("/")[2] or "run")
    with (home / LOCK).open("ab") as lock:
        if not hold(lock):
            raise StoreError(f"another process is at work on {packed.place}")
        before: dict[str, str] | None = None
        if not (home / BASE).is_file():
            _fetch(packed, folder, create=create, pages=pages)
            before = _contents(folder)
            (home / BASE).write_bytes(packed.state())
        _check(packed, home / BASE, folder)
        (home / PLACE).write_text(packed.place, encoding="utf-8")
        yield folder
        if RunFolder.is_one(folder) and _contents(folder) != before:
            with RunFolder(folder, create=False) as run:
                _pack(run)
        (home / BASE).unlink()
        shutil.rmtree(folder, ignore_errors=True)


def packer(run: RunFolder) -> Callable[[], None]:
    """What, called now and then, packs a *run* that stands for a packed one now and then."""
    packed_at, pause = time.monotonic(), PAUSE

    def now_and_then() -> None:
        nonlocal packed_at, pause
        began = time.monotonic()
        if began - packed_at > pause and run.path.is_relative_to(cache("work")):
            _pack(run)
            packed_at = time.monotonic()
            pause = max(PAUSE, (packed_at - began) / SHARE)

    return now_and_then


def _pack(run: RunFolder) -> None:
    """Pack *run* where it came from, unless somebody else was quicker."""
    home = run.path.parent
    packed = Packed((home / PLACE).read_text(encoding="utf-8"))
    _check(packed, home / BASE, run.path)
    pack(run, packed.place)
    (home / BASE).write_bytes(packed.state())


def _contents(folder: Path) -> dict[str, str]:
    """What each file of a run comes to that is packed."""
    found = {}
    for path in (*folder.glob(DATABASE), *folder.glob("*.toml"), *folder.glob(f"{WARC}/*.gz")):
        with path.open("rb") as file:
            found[path.name] = file_digest(file, blake2b).hexdigest()
    return found


def _fetch(packed: Packed, folder: Path, *, create: bool, pages: bool) -> None:
    """Let *folder* be the run that is packed, if there is one; with its *pages*, or without."""
    shutil.rmtree(folder, ignore_errors=True)
    if create and not packed.state():
        return
    if pages:
        unpack(packed.place, folder)
    else:
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
