"""Pages as fetched, in WARC/1.1 files with a CDXJ index, as web archives keep them.

A folder holds ``specdex-00001.warc.gz`` and so on, one gzip member per record, and the sorted
index ``pages.cdxj``. Every writer has a file of its own; until it is closed, its index lines lie
in the journal ``specdex-00001.cdxj`` beside it, to be merged by the writer or, where that was
killed, by whoever opens the folder next. Files of another archive are adopted as they are.
"""

import fcntl
import os
import shutil
import zlib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from importlib.metadata import version
from itertools import accumulate, islice, repeat
from pathlib import Path
from typing import IO, Any, BinaryIO, Self

from specdex.errors import StoreError
from specdex.records import Page, StoredPage
from specdex.runs.captures import Capture, entries, file_head, indexed, member_length, merge
from specdex.runs.places import address, read_at

__all__ = ["INDEX", "JOURNAL", "STEM", "WarcArchive", "closed_files", "hold", "link", "write_index"]

GIGABYTE = 1_000_000_000
MOST_RECORDS = 50_000
"""Of a file: the index lines of so many are sorted at once."""
STEM = "specdex-"
WARC = ".warc.gz"
JOURNAL = ".cdxj"
INDEX = "pages.cdxj"
LOCK = ".lock"


class WarcArchive:
    """Keeps pages in the WARC files of *folder*; where they lie is said relative to *root*.

    What was appended is on the disk. Several processes may write and read at once.
    """

    def __init__(
        self,
        folder: Path | str,
        *,
        root: Path | None = None,
        max_bytes: int = GIGABYTE,
        read_only: bool = False,
        stem: str = STEM,
    ) -> None:
        self.folder = Path(folder)
        self._root = self.folder if root is None else root
        self._max_bytes = max_bytes
        self._stem = stem
        """What the names of new files begin with."""
        self._file: _WarcFile | None = None
        self._adopted: list[tuple[IO[bytes], int]] = []
        """The journals of files that came from elsewhere, and how many records each has."""
        self._own: set[Path] = set()
        """The files that do not lie outside, whatever links lead there."""
        if not read_only:
            with self._clear():
                self.folder.mkdir(parents=True, exist_ok=True)
                _heal(self.folder)

    def append(self, page: Page) -> StoredPage:
        """Keep *page* for good before returning; where it lies."""
        (stored,) = self.append_all([page])
        return stored

    def append_all(self, pages: Sequence[Page]) -> list[StoredPage]:
        """Keep *pages* for good before returning, with one wait for the disk; where each lies."""
        return self.keep(list(map(Capture.of, pages)))

    def keep(self, captures: Sequence[Capture]) -> list[StoredPage]:
        """The same of pages that are captures already."""
        stored: list[StoredPage] = []
        with self._clear():
            while len(stored) < len(captures):
                file = self._room_for(len(captures[len(stored)].member))
                group = self._fitting(captures[len(stored) :], file.size)
                offsets = file.append(group)
                stored += map(_stored, group, repeat(self.named(file.path)), offsets)
        return stored

    def adopt(self, other: Path) -> None:
        """Let the WARC files of the folder *other* be files of this one, too, under their names.

        They are linked, not copied, where the file system can; what is here already is left alone.
        """
        with self._clear():
            lines: dict[str, list[tuple[int, bytes]]] = defaultdict(list)
            for line, entry in entries(other / INDEX):
                lines[str(entry["filename"])].append((int(entry["offset"]), line))
            for path in closed_files(other):
                if not (self.folder / path.name).exists():
                    own = [line for _, line in sorted(lines[path.name])]
                    self._adopted.append((_adopted(self.folder, path, own), len(own)))
            if sum(records for _, records in self._adopted) >= MOST_RECORDS:
                self._settle_adopted()

    def named(self, path: Path) -> str:
        """What stored pages call the file at *path*."""
        return path.relative_to(self._root).as_posix()

    def load(self, stored: StoredPage) -> Page:
        """The page that lies there; a StoreError where it is gone or damaged."""
        return self.capture(stored).page

    def capture(self, stored: StoredPage) -> Capture:
        """The same as it lies there."""
        if address(stored.file):
            return Capture.read(read_at(stored.file, max(stored.offset, 0), stored.length))
        path = self._root / stored.file
        if path not in self._own:
            if not path.resolve().is_relative_to(self._root.resolve()):
                raise StoreError(f"{stored.url} is not kept in {self.folder}")
            self._own.add(path)
        try:
            with path.open("rb") as file:
                file.seek(max(stored.offset, 0))
                return Capture.read(file.read(stored.length))
        except OSError as error:
            raise StoreError(f"cannot read {path}: {error.strerror or error}") from error
        except StoreError as error:
            raise StoreError(f"{path} at {stored.offset}, {stored.url}: {error}") from error

    def close(self) -> None:
        """Let go of files and complete the index."""
        file, self._file = self._file, None
        with self._clear():
            if file:
                file.close()
            self._settle_adopted()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    def __getstate__(self) -> dict[str, Any]:
        # a worker process reads beside us; what is being written here stays here
        return self.__dict__ | {"_file": None, "_adopted": []}

    def _settle_adopted(self) -> None:
        journals, self._adopted = [journal for journal, _ in self._adopted], []
        if journals:
            with _locked(self.folder / LOCK):
                _settle(self.folder, [Path(journal.name) for journal in journals])
        for journal in journals:
            journal.close()

    def _room_for(self, length: int) -> "_WarcFile":
        """The file that takes the next *length* bytes."""
        file = self._file
        if file and (file.size + length > self._max_bytes or file.records >= MOST_RECORDS):
            self.close()
        if self._file is None:
            self._file = _WarcFile(self.folder, self._stem)
        return self._file

    def _fitting(self, captures: Sequence[Capture], size: int) -> Sequence[Capture]:
        """The first of *captures*, and those after it for which a file of *size* has room."""
        ends = accumulate((len(each.member) for each in captures), initial=size)
        fitting = sum(end <= self._max_bytes for end in islice(ends, 1, None))
        return captures[: max(1, fitting)]

    @contextmanager
    def _clear(self) -> Iterator[None]:
        """The system's complaints as one clear sentence."""
        try:
            yield
        except OSError as error:
            reason = error.strerror or error
            raise StoreError(f"cannot keep pages in {self.folder}: {reason}") from error


def _stored(capture: Capture, file: str, offset: int) -> StoredPage:
    page = capture.page
    return StoredPage(
        url=page.url,
        site=page.site,
        file=file,
        offset=offset,
        length=len(capture.member),
        status=page.status,
        content_type=page.content_type,
        fetched=page.fetched or capture.date,
        category=page.category,
    )


class _WarcFile:
    """A new WARC file in *folder*, numbered after those there, with the journal of its index.

    The journal exists, and is locked, for as long as the file is written to.
    """

    def __init__(self, folder: Path, begins: str) -> None:
        self._folder = folder
        with _locked(folder / LOCK):
            stem = f"{begins}{_last_number(folder, begins) + 1:05}"
            self._journal = (folder / f"{stem}{JOURNAL}").open("xb", buffering=0)
            hold(self._journal)
        self.path = folder / f"{stem}{WARC}"
        self._file = self.path.open("xb", buffering=0)
        self.size = self.records = 0
        self._write(file_head(self.path.name, f"specdex/{version('specdex')}"))
        _sync_folder(folder)

    def append(self, captures: Sequence[Capture]) -> list[int]:
        """Put *captures* at the end and on the disk, all or none; their offsets."""
        ends = list(accumulate((len(each.member) for each in captures), initial=self.size))
        self._write(b"".join(each.member for each in captures))
        lines = map(Capture.line, captures, repeat(self.path.name), ends)
        # lost lines are found again in the WARC file, so the journal need not be synced
        self._journal.write(b"".join(lines))
        self.records += len(captures)
        return ends[:-1]

    def close(self) -> None:
        """Close the file and put its lines into the folder's index."""
        self._file.close()
        with _locked(self._folder / LOCK):
            _settle(self._folder, [Path(self._journal.name)])
        self._journal.close()

    def _write(self, data: bytes) -> None:
        """Write all of *data* or nothing, and wait until the disk has it."""
        rest = memoryview(data)
        try:
            while rest:
                rest = rest[self._file.write(rest) :]
            os.fsync(self._file.fileno())
        except OSError:
            self._file.truncate(self.size)
            self._file.seek(self.size)
            raise
        self.size += len(data)


def _adopted(folder: Path, path: Path, lines: list[bytes]) -> IO[bytes]:
    """Let the WARC file at *path* be one of *folder*; its journal, locked and to be settled."""
    target = folder / path.name
    journal = _journal_of(target).open("wb", buffering=0)
    hold(journal)
    link(path, target)
    journal.write(b"".join(lines))
    _sync_folder(folder)
    return journal


def link(path: Path, target: Path) -> None:
    """Let the file at *path* lie at *target*, too."""
    try:
        target.hardlink_to(path)
    except OSError:
        # not every file system has links; what is half copied is no WARC file
        part = target.with_suffix(".part")
        shutil.copyfile(path, part)
        part.replace(target)


def _heal(folder: Path) -> None:
    """Finish what killed writers left: cut torn records off, complete the index."""
    with _locked(folder / LOCK):
        if not (folder / INDEX).exists():
            lines = [line for path in closed_files(folder) for line in indexed(path)[0]]
            if lines:
                merge(folder / INDEX, lines)
        with ExitStack() as opened:
            journals = sorted(folder.glob(f"{STEM}*{JOURNAL}"))
            left = [path for path in journals if hold(opened.enter_context(path.open("rb")))]
            _settle(folder, left)


def _settle(folder: Path, journals: list[Path]) -> None:
    """Merge the lines of *journals* into the index and remove them."""
    if journals:
        lines = [line for journal in journals for line in _recovered(journal)]
        merge(folder / INDEX, lines)
        for journal in journals:
            journal.unlink()


def closed_files(folder: Path) -> list[Path]:
    """The WARC files of *folder* that nobody writes to."""
    return [
        path for path in sorted(folder.glob(f"{STEM}*{WARC}")) if not _journal_of(path).exists()
    ]


def write_index(folder: Path, lines: Iterable[bytes]) -> None:
    """Let the index of *folder* be exactly *lines*."""
    with _locked(folder / LOCK):
        (folder / INDEX).unlink(missing_ok=True)
        merge(folder / INDEX, lines)


def _recovered(journal: Path) -> list[bytes]:
    """The index lines of a *journal*'s WARC file, after cutting a torn record off its end."""
    warc = journal.with_name(journal.name.removesuffix(JOURNAL) + WARC)
    if not warc.exists():
        return []
    size = warc.stat().st_size
    lines, end = _journalled(journal, warc)
    if end == size:
        return lines
    found, whole, _ = indexed(warc, end)
    if not whole:
        warc.unlink()
    elif whole < size:
        os.truncate(warc, whole)
    return lines + found


def _journalled(journal: Path, warc: Path) -> tuple[list[bytes], int]:
    """The lines of a *journal* and where the last record of them ends.

    None at all where they contradict the WARC file or each other: they can be had from that.
    """
    with warc.open("rb") as file:
        end, lines, size = _head(file), [], warc.stat().st_size
    for line, entry in entries(journal):
        offset, length = _place(entry, warc.name)
        if offset != end or length <= 0:
            return [], 0
        if offset + length > size:
            break
        lines.append(line)
        end = offset + length
    return (lines, end) if lines else ([], 0)


def _head(file: BinaryIO) -> int:
    """Where the first record of a WARC file ends; 0 where it is torn or damaged."""
    try:
        return member_length(file, 0)
    except zlib.error:
        return 0


def _place(entry: dict[str, Any], name: str) -> tuple[int, int]:
    """Offset and length of a record in the WARC file called *name*; -1 and 0 where it is none."""
    try:
        place = int(entry["offset"]), int(entry["length"])
    except (KeyError, TypeError, ValueError):
        return -1, 0
    return place if entry.get("filename") == name else (-1, 0)


def _journal_of(warc: Path) -> Path:
    return warc.with_name(warc.name.removesuffix(WARC) + JOURNAL)


def _last_number(folder: Path, begins: str) -> int:
    """The highest number that a file or journal in *folder* has, whose name *begins* so."""
    stems = (path.name.partition(".")[0] for path in folder.glob(f"{begins}*"))
    numbers = (stem.removeprefix(begins) for stem in stems)
    return max((int(number) for number in numbers if number.isdecimal()), default=0)


def _sync_folder(folder: Path) -> None:
    """Make new names in *folder* survive a power cut."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


@contextmanager
def _locked(path: Path) -> Iterator[None]:
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
