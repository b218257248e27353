"""A packed run: WARC and Parquet files and a manifest, on any file system that fsspec knows.

What lies at an address (``s3://bucket/camera``, a folder) never changes: a file is named by its
content, and the manifest, written last and at one go, tells which files are the run. Whoever reads
while a run is packed anew sees the old one or the new one. To look at it, its tables are put into
an SQLite file in the user's cache, once a manifest; pages are read where they lie.
"""

import shutil
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import blake2b
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

import msgspec

from specdex import __version__
from specdex.clock import now
from specdex.errors import DamagedError, InputError, MissingExtra, StoreError
from specdex.records import KEYS, StoredPage
from specdex.runs import schema
from specdex.runs.captures import Capture
from specdex.runs.places import address, cache, clear, system_at
from specdex.runs.stores import SqliteStore
from specdex.runs.tables import table_of
from specdex.runs.warc import JOURNAL, STEM, WarcArchive, closed_files

if TYPE_CHECKING:
    from specdex.runs.folder import RunFolder

__all__ = ["MANIFEST", "Packed", "Part", "bring", "cached", "is_packed", "pack", "unpack"]

MANIFEST = "manifest.json"
FORMAT = 1
WARC, NOTES = "warc", "notes"
"""Where pages lie, and what else a run folder has: the settings of its harvest."""
ROWS, GROUP = 200_000, 10_000
"""Rows of a Parquet file, and of one of its groups."""
BLOCK = 1 << 20
DATABASE = "specdex.db"
BUCKETS = {"s3", "s3a", "gs", "gcs", "abfs", "az"}
"""Who has no folders: a bucket that is not there is a mistake, not to be made."""
PLACES = {"file", "source"}
"""Columns that tell in which file a page lies."""
_ARROWS = {"TEXT": "string", "INTEGER": "int64", "REAL": "float64"}


@dataclass(frozen=True, slots=True)
class Part:
    """A file of a packed run."""

    name: str
    """What the run calls it: a table, or the path of a WARC file."""
    file: str
    """Where it lies below the address."""
    bytes: int
    digest: str
    rows: int = 0


@dataclass(frozen=True, slots=True)
class Manifest:
    """Which files a packed run is."""

    format: int
    specdex: str
    tables: int
    """The version of the tables."""
    made: str
    parts: tuple[Part, ...] = ()


def is_packed(place: Path | str) -> bool:
    """Whether a packed run lies at *place*; a StoreError where nobody can tell."""
    try:
        return bool(address(place)) or (Path(place) / MANIFEST).is_file()
    except (OSError, ValueError):
        return False


class Packed:
    """The packed run at *place*, an address or a folder."""

    def __init__(self, place: Path | str) -> None:
        self.place = address(place) or str(Path(place).absolute())
        self.files, self.root = system_at(self.place)

    def state(self) -> bytes:
        """Its manifest as it lies there now; nothing where there is none."""
        with self.clear():
            try:
                found: bytes = self.files.cat_file(self._path(MANIFEST))
            except FileNotFoundError:
                return b""
            return found

    @cached_property
    def manifest(self) -> Manifest:
        """Its manifest; a StoreError where there is none, or none that is understood."""
        data = self.state()
        if not data:
            raise StoreError(f"there is no packed run at {self.place}")
        try:
            found = msgspec.json.decode(data, type=Manifest)
        except msgspec.MsgspecError as error:
            raise DamagedError(f"the manifest at {self.place} is damaged: {error}") from error
        if any(map(_leads_out, (name for part in found.parts for name in (part.file, part.name)))):
            raise DamagedError(f"the manifest at {self.place} names files that lie elsewhere")
        if found.format > FORMAT or found.tables > schema.VERSION:
            raise StoreError(f"{self.place} was packed by a newer specdex ({found.specdex})")
        return found

    def clear(self) -> AbstractContextManager[None]:
        """Whatever a file system complains of, as one clear sentence."""
        return clear(self.place)

    @property
    def _protocols(self) -> set[str]:
        known = self.files.protocol
        return {known} if isinstance(known, str) else set(known)

    def _path(self, file: str) -> str:
        return f"{self.root.rstrip('/')}/{file}"

    def opened(self, part: Part) -> Any:
        """The bytes of *part* to be read."""
        return self.files.open(self._path(part.file), "rb")

    def read(self, part: Part, offset: int, length: int) -> bytes:
        """Some bytes of *part*, in one request."""
        with self.clear():
            path = self._path(part.file)
            found: bytes = self.files.cat_file(path, start=offset, end=offset + length)
            return found

    def put(self, file: Path, part: Part) -> None:
        """Let *part* lie here with what *file* holds, unless it does already."""
        with self.clear():
            target = self._path(part.file)
            if not self.files.exists(target) or self.files.size(target) != part.bytes:
                if BUCKETS.isdisjoint(self._protocols):
                    self.files.makedirs(target.rpartition("/")[0], exist_ok=True)
                self.files.put_file(str(file), target)

    def commit(self, parts: Iterable[Part]) -> Manifest:
        """Let the run be exactly *parts*, at one go; what it was before is gone then."""
        made = Manifest(FORMAT, __version__, schema.VERSION, now(), tuple(parts))
        data = msgspec.json.format(msgspec.json.encode(made))
        target = self._path(MANIFEST)
        with self.clear():
            if "file" in self._protocols:
                part = Path(f"{target}.part")
                part.write_bytes(data)
                part.replace(target)
            else:
                # an object is there as a whole or not at all
                self.files.pipe_file(target, data)
            self._sweep({each.file for each in made.parts})
        return made

    def _sweep(self, kept: set[str]) -> None:
        """Remove files that the run does not need any more."""
        root = self.root.strip("/")
        for path in self.files.find(self.root):
            name = path.strip("/").removeprefix(root).strip("/")
            if name.startswith(("tables/", f"{WARC}/", f"{NOTES}/")) and name not in kept:
                self.files.rm_file(path)

    def batches(
        self, part: Part, moved: Mapping[str, str]
    ) -> Iterator[tuple[list[str], list[tuple[Any, ...]]]]:
        """The rows of a table's *part*, some at a time, with the names of its columns."""
        parquet = import_module("pyarrow.parquet")
        with self.clear(), self.opened(part) as stream:
            for batch in parquet.ParquetFile(stream).iter_batches(GROUP):
                names = list(batch.schema.names)
                columns = [column.to_pylist() for column in batch.columns]
                for number, name in enumerate(names):
                    if moved and name in PLACES:
                        columns[number] = [_moved(each, moved) for each in columns[number]]
                yield names, list(zip(*columns, strict=True))

    def check(self) -> None:
        """Raise a DamagedError where a table is not what was packed, or a WARC file not as long."""
        for part in self.manifest.parts:
            try:
                size = self.files.size(self._path(part.file))
            except FileNotFoundError:
                raise DamagedError(f"{part.file} is missing from {self.place}") from None
            if size != part.bytes or (part.rows and self.digest(part) != part.digest):
                raise DamagedError(f"{part.file} at {self.place} is not what was packed")

    def located(self, part: Part | None = None) -> str:
        """The address of *part*, or what the addresses of all begin with."""
        place = self.place if address(self.place) else Path(self.place).as_uri()
        return f"{place.rstrip('/')}/{part.file if part else ''}"

    def fetch(self, part: Part, folder: Path) -> None:
        """Let *part* lie in *folder*, too."""
        with self.clear():
            self.files.get_file(self._path(part.file), str(folder / part.name))

    def digest(self, part: Part) -> str:
        """What the bytes of *part* come to now."""
        with self.clear(), self.opened(part) as stream:
            return _digest(stream)


def pack(run: "RunFolder", place: Path | str) -> Manifest:
    """Write *run* to *place*, in the place of what was packed there before.

    An InputError where somebody writes to it at this moment.
    """
    run.archive.close()
    if any(run.archive.folder.glob(f"{STEM}*{JOURNAL}")):
        raise InputError(f"{run.path} is being written to: wait until that is done")
    packed = Packed(place)
    parts, own = _lying_there(run, packed), packed.located()
    with tempfile.TemporaryDirectory() as scratch:
        for kind in KEYS:
            for file, rows in _tables(run.store, table_of(kind).name, Path(scratch), own):
                part = _part(table_of(kind).name, "tables", file, rows)
                packed.put(file, part)
                file.unlink()
                parts.append(part)
    files = [(run.archive.named(path), WARC, path) for path in closed_files(run.archive.folder)]
    notes = [(path.name, NOTES, path) for path in sorted(run.path.glob("*.toml"))]
    for name, folder, path in (*files, *notes):
        part = _part(name, folder, path)
        packed.put(path, part)
        parts.append(part)
    return packed.commit(parts)


def _lying_there(run: "RunFolder", packed: Packed) -> list[Part]:
    """The WARC files at the place itself that *run* needs still, called by where they lie.

    A run that was packed there and is worked on elsewhere has left its pages.
    """
    asked = "SELECT file FROM pages UNION SELECT substr(source, 1, instr(source, '@') - 1)"
    known = {file for (file,) in run.store.rows(f"{asked} FROM specifications")}
    is_copy = any(file.startswith(packed.located()) for file in known)
    kept = [part for part in _archives(packed) if packed.located(part) in known] if is_copy else []
    return [replace(part, name=part.file) for part in kept]


def _part(name: str, folder: str, file: Path, rows: int = 0) -> Part:
    with file.open("rb") as stream:
        digest = _digest(stream)
    stem, _, endings = file.name.partition(".")
    # what came from here lies here under that name
    lies = f"{folder}/{stem.removesuffix(f'-{digest[:12]}')}-{digest[:12]}.{endings}"
    return Part(name, lies, file.stat().st_size, digest, rows)


def _digest(stream: BinaryIO) -> str:
    digest = blake2b(digest_size=16)
    while block := stream.read(BLOCK):
        digest.update(block)
    return digest.hexdigest()


def _tables(store: SqliteStore, name: str, scratch: Path, own: str) -> Iterator[tuple[Path, int]]:
    """The rows of a table as Parquet files, and how many there are in each.

    Where pages lie below the address *own*, they are called as there.
    """
    try:
        arrow, parquet = import_module("pyarrow"), import_module("pyarrow.parquet")
    except ImportError as error:
        raise MissingExtra("pyarrow", "remote") from error
    kinds = store.rows(f"PRAGMA table_info({name})")
    fields = [(row[1], getattr(arrow, _ARROWS[row[2]])()) for row in kinds]
    writer, rows, file = None, 0, scratch / f"{name}.parquet"
    for table in _grouped(store, name, arrow.schema(fields), own):
        writer = writer or parquet.ParquetWriter(file, table.schema, compression="zstd")
        writer.write_table(table)
        rows += len(table)
        if rows >= ROWS:
            writer.close()
            yield file, rows
            writer, rows = None, 0
    if writer:
        writer.close()
        yield file, rows


def _grouped(store: SqliteStore, name: str, fields: Any, own: str) -> Iterator[Any]:
    table, places = import_module("pyarrow").Table, PLACES.intersection(fields.names)
    group: list[dict[str, Any]] = []
    for row in store.table(f"SELECT * FROM {name} ORDER BY rowid"):  # noqa: S608 - our own word
        for place in places:
            row[place] = row[place].removeprefix(own)
        group.append(row)
        if len(group) == GROUP:
            yield table.from_pylist(group, fields)
            group = []
    if group:
        yield table.from_pylist(group, fields)


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


def cached(place: Path | str) -> tuple[Path, PackedArchive]:
    """A folder of the cache with the tables of the packed run at *place*, and its pages."""
    packed = Packed(place)
    manifest = msgspec.json.encode(packed.manifest)
    folder = cache("runs") / blake2b(packed.place.encode(), digest_size=12).hexdigest()
    known = folder / MANIFEST
    if not known.is_file() or known.read_bytes() != manifest:
        try:
            folder.parent.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryDirectory(dir=folder.parent) as scratch:
                made = Path(scratch) / "run"
                made.mkdir()
                _fill(made / DATABASE, packed)
                (made / MANIFEST).write_bytes(manifest)
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
    for part in _archives(packed):
        packed.fetch(part, folder)


def bring(place: str, path: Path) -> None:
    """Put the tables of the run packed at *place* into a new database at *path*.

    Its pages stay where they lie, and the tables tell their addresses. A DamagedError where it is
    not what was packed.
    """
    packed = Packed(place)
    packed.check()
    path.unlink(missing_ok=True)
    _fill(path, packed, {part.name: packed.located(part) for part in _archives(packed)})


def _archives(packed: Packed) -> list[Part]:
    return [part for part in packed.manifest.parts if part.name.startswith(f"{WARC}/")]


def _fill(path: Path, packed: Packed, moved: Mapping[str, str] | None = None) -> None:
    """Put the tables of *packed* into a new database; *moved* files by the names they have now."""
    with SqliteStore(path) as store:
        for part in packed.manifest.parts:
            if part.rows:
                for columns, rows in packed.batches(part, moved or {}):
                    store.fill(part.name, columns, rows)
    # products are entered where they are found by
    SqliteStore(path).close()


def _moved(place: str, moved: Mapping[str, str]) -> str:
    """A *place*, a file or an offset in one, where the file lies now."""
    file, at, offset = place.partition("@")
    return f"{moved.get(file, file)}{at}{offset}"


def _leads_out(file: str) -> bool:
    """Whether a part lies elsewhere than below its run."""
    return not file or file.startswith("/") or "\\" in file or ".." in file.split("/")
