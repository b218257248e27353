"""A packed run brought here: its tables in an SQLite file, its pages there or here."""

import shutil
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path

import msgspec

from specdex.errors import StoreError
from specdex.records import StoredPage
from specdex.runs.captures import Capture
from specdex.runs.packed import DATABASE, MANIFEST, WARC, Packed
from specdex.runs.places import address, cache
from specdex.runs.stores import SqliteStore
from specdex.runs.warc import WarcArchive

__all__ = ["bring", "cached", "is_cached", "unpack"]


class PackedArchive(WarcArchive):
    """The pages of a packed run, read where they lie."""

    def __init__(self, packed: Packed, folder: Path) -> None:
        super().__init__(folder / WARC, root=folder, read_only=True)
        self._packed = packed
        self._parts = {part.name: part for part in packed.manifest.parts}

    def capture(self, stored: StoredPage) -> Capture:
        """The same as it lies there."""
        if address(stored.file):
            return super().capture(stored)
        part = self._parts.get(stored.file)
        if part is None:
            raise StoreError(f"{stored.url} is not kept in {self._packed.place}")
        try:
            return Capture.read(self._packed.read(part, max(stored.offset, 0), stored.length))
        except StoreError as error:
            at = f"{self._packed.place}/{part.file} at {stored.offset}"
            raise StoreError(f"{at}, {stored.url}: {error}") from error


def _cache_of(packed: Packed) -> Path:
    return cache("runs") / blake2b(packed.place.encode(), digest_size=12).hexdigest()


def is_cached(packed: Packed) -> bool:
    """Whether the tables of *packed* are in the cache as they are now."""
    known = _cache_of(packed) / MANIFEST
    return known.is_file() and known.read_bytes() == msgspec.json.encode(packed.manifest)


def cached(place: Path | str) -> tuple[Path, PackedArchive]:
    """A folder of the cache with the tables of the packed run at *place*, and its pages."""
    packed = Packed(place)
    folder = _cache_of(packed)
    if not is_cached(packed):
        try:
            folder.parent.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryDirectory(dir=folder.parent) as scratch:
                made = Path(scratch) / "run"
                made.mkdir()
                _fill(made / DATABASE, packed)
                (made / MANIFEST).write_bytes(msgspec.json.encode(packed.manifest))
                shutil.rmtree(folder, ignore_errors=True)
                with suppress(FileExistsError):
                    made.rename(folder)
        except OSError as error:
            raise StoreError(f"cannot keep {place} in {folder}: {error.strerror}") from error
    return folder, PackedArchive(packed, folder)


def unpack(place: str, folder: Path) -> None:
    """Make *folder* the run packed at *place*; a DamagedError where it is not what was packed."""
    packed = Packed(place)
    packed.check()
    (folder / WARC).mkdir(parents=True)
    _fill(folder / DATABASE, packed)
    for part in packed.archives:
        packed.fetch(part, folder)


def bring(place: str, path: Path) -> None:
    """Put the tables of the run packed at *place* into a new database at *path*.

    Its pages stay where they lie, and the tables tell their addresses. A DamagedError where it is
    not what was packed.
    """
    packed = Packed(place)
    packed.check()
    path.unlink(missing_ok=True)
    _fill(path, packed, packed.addresses())


def _fill(path: Path, packed: Packed, moved: Mapping[str, str] | None = None) -> None:
    """Put the tables of *packed* into a new database; *moved* files by the names they have now."""
    with SqliteStore(path) as store:
        for name, columns, rows in packed.rows(moved):
            store.fill(name, columns, rows)
    # products are entered where they are found by
    SqliteStore(path).close()
