"""A packed run: WARC and Parquet files and a manifest, on any file system that fsspec knows.

What lies at an address (``s3://bucket/camera``, a folder) never changes: a file is named by its
content, and the manifest, written last and at one go, tells which files are the run. Whoever reads
while a run is packed anew sees the old one or the new one. A run folder can be sealed, too: then it
is a packed run where it lies.
"""

import re
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import blake2b
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, TypeAlias

import msgspec

from specdex import __version__
from specdex.clock import now
from specdex.errors import DamagedError, InputError, MissingExtra, StoreError
from specdex.records import KEYS
from specdex.runs import schema
from specdex.runs.places import address, clear, system_at
from specdex.runs.stores import SqliteStore
from specdex.runs.tables import table_of
from specdex.runs.warc import JOURNAL, STEM, closed_files

if TYPE_CHECKING:
    from specdex.runs.folder import RunFolder

__all__ = ["MANIFEST", "Packed", "Part", "is_packed", "pack", "seal"]

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
_OURS = re.compile(r"(tables|warc|notes)/.+-[0-9a-f]{12}\..+")
"""What lies there under a name by its content."""
_ARROWS = {"TEXT": "string", "INTEGER": "int64", "REAL": "float64"}


Rows: TypeAlias = tuple[str, list[str], list[tuple[Any, ...]]]
"""The name of a table, of its columns, and some of its rows."""


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

    @property
    def is_here(self) -> bool:
        """Whether it lies in a folder of this machine."""
        return "file" in self._protocols

    def files_of(self, table: str) -> list[str]:
        """The Parquet files of a *table*, in the order of their rows."""
        parts = (part for part in self.manifest.parts if part.name == table and part.rows)
        return [self._path(part.file) if self.is_here else self.located(part) for part in parts]

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
            if self.is_here:
                part = Path(f"{target}.part")
                part.parent.mkdir(parents=True, exist_ok=True)
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
            if _OURS.fullmatch(name) and name not in kept:
                self.files.rm_file(path)

    def remove(self) -> None:
        """Let nothing lie here any more."""
        with self.clear(), suppress(FileNotFoundError):
            self.files.rm(self.root, recursive=True)

    def rows(self, moved: Mapping[str, str] | None = None) -> Iterator[Rows]:
        """The rows of its tables, some at a time; *moved* files by the names they have now."""
        for part in self.manifest.parts:
            if part.name == DATABASE:
                with SqliteStore(Path(self.place) / part.file, read_only=True) as store:
                    for name in (table_of(kind).name for kind in KEYS):
                        yield name, store.columns(name), store.rows(f"SELECT * FROM {name}")  # noqa: S608 - our own word
            elif part.rows:
                yield from self._batches(part, moved or {})

    def _batches(self, part: Part, moved: Mapping[str, str]) -> Iterator[Rows]:
        parquet = import_module("pyarrow.parquet")
        with self.clear(), self.opened(part) as stream:
            for batch in parquet.ParquetFile(stream).iter_batches(GROUP):
                names = list(batch.schema.names)
                columns = [column.to_pylist() for column in batch.columns]
                for number, name in enumerate(names):
                    if moved and name in PLACES:
                        columns[number] = [_moved(each, moved) for each in columns[number]]
                yield part.name, names, list(zip(*columns, strict=True))

    def check(self) -> None:
        """Raise a DamagedError where a table is not what was packed, or a WARC file not as long."""
        for part in self.manifest.parts:
            try:
                size = self.files.size(self._path(part.file))
            except FileNotFoundError:
                raise DamagedError(f"{part.file} is missing from {self.place}") from None
            if size != part.bytes or (part.rows and self.digest(part) != part.digest):
                raise DamagedError(f"{part.file} at {self.place} is not what was packed")

    @property
    def archives(self) -> list[Part]:
        """Its WARC files."""
        return [part for part in self.manifest.parts if part.name.startswith(f"{WARC}/")]

    def addresses(self) -> dict[str, str]:
        """Where its WARC files lie, by what the run calls them."""
        return {part.name: self.located(part) for part in self.archives}

    def located(self, part: Part | None = None) -> str:
        """The address of *part*, or what the addresses of all begin with."""
        # as it is spelt: whoever opens it takes no sign for another
        place = self.place if address(self.place) else f"file://{self.place}"
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
    parts += _put_tables(run.store, packed, own)
    files = [(run.archive.named(path), WARC, path) for path in closed_files(run.archive.folder)]
    notes = [(path.name, NOTES, path) for path in sorted(run.path.glob("*.toml"))]
    for name, folder, path in (*files, *notes):
        part = _part(name, folder, path)
        packed.put(path, part)
        parts.append(part)
    return packed.commit(parts)


def seal(store: SqliteStore, place: Path | str, files: Sequence[Path] = ()) -> Manifest:
    """Let a packed run lie at *place*: the tables of *store*, and the WARC *files* already there.

    In a folder, where Parquet cannot be written for want of the extra, a copy of the database is
    its tables.
    """
    packed = Packed(place)
    named = ((f"{WARC}/{path.name}", path) for path in files)
    parts = [replace(_part(name, WARC, path), file=name) for name, path in named]
    try:
        parts += _put_tables(store, packed)
    except MissingExtra:
        if address(place):
            raise
        with tempfile.TemporaryDirectory() as scratch:
            copy = Path(scratch) / DATABASE
            store.rows("VACUUM INTO :copy", {"copy": str(copy)})
            parts.append(_part(DATABASE, "tables", copy, rows=1))
            packed.put(copy, parts[-1])
    return packed.commit(parts)


def _put_tables(store: SqliteStore, packed: Packed, own: str = "") -> list[Part]:
    """Let the tables of *store* lie at *packed* as Parquet files."""
    parts = []
    with tempfile.TemporaryDirectory() as scratch:
        for kind in KEYS:
            for file, rows in _tables(store, table_of(kind).name, Path(scratch), own):
                parts.append(_part(table_of(kind).name, "tables", file, rows))
                packed.put(file, parts[-1])
                file.unlink()
    return parts


def _lying_there(run: "RunFolder", packed: Packed) -> list[Part]:
    """The WARC files at the place itself that *run* needs still, called by where they lie.

    A run that was packed there and is worked on elsewhere has left its pages.
    """
    asked = "SELECT file FROM pages UNION SELECT substr(source, 1, instr(source, '@') - 1)"
    known = {file for (file,) in run.store.rows(f"{asked} FROM specifications")}
    is_copy = any(file.startswith(packed.located()) for file in known)
    kept = [part for part in packed.archives if packed.located(part) in known] if is_copy else []
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


def _moved(place: str, moved: Mapping[str, str]) -> str:
    """A *place*, a file or an offset in one, where the file lies now."""
    file, at, offset = place.partition("@")
    return f"{moved.get(file, file)}{at}{offset}"


def _leads_out(file: str) -> bool:
    """Whether a part lies elsewhere than below its run."""
    return not file or file.startswith("/") or "\\" in file or ".." in file.split("/")
