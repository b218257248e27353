"""One WARC file that is being written, and what is done about one whose writer was killed."""

import os
import zlib
from collections.abc import Iterator, Sequence
from importlib.metadata import version
from itertools import accumulate, repeat
from pathlib import Path

from specdex.errors import StoreError
from specdex.runs import cdxj
from specdex.runs.capture import NO_URL, Capture, file_head
from specdex.runs.locks import hold, locked
from specdex.runs.members import members

__all__ = ["WarcFile", "heal"]

STEM = "specdex-"
WARC = ".warc.gz"
JOURNAL = ".cdxj"
INDEX = "pages.cdxj"
LOCK = ".lock"


class WarcFile:
    """A new WARC file in *folder*, numbered after those there, with the journal of its index.

    The journal exists, and is locked, for as long as the file is written to.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        with locked(folder / LOCK):
            stem = f"{STEM}{_last_number(folder) + 1:05}"
            self._journal = (folder / f"{stem}{JOURNAL}").open("xb", buffering=0)
            hold(self._journal)
        self.path = folder / f"{stem}{WARC}"
        self._file = self.path.open("xb", buffering=0)
        self.size = 0
        self._write(file_head(self.path.name, f"specdex/{version('specdex')}"))
        _sync_folder(folder)

    def append(self, captures: Sequence[Capture]) -> list[int]:
        """Put *captures* at the end and on the disk, all or none; their offsets."""
        ends = list(accumulate((len(each.member) for each in captures), initial=self.size))
        self._write(b"".join(each.member for each in captures))
        lines = map(_line, captures, repeat(self.path.name), ends)
        # lost lines are found again in the WARC file, so the journal need not be synced
        self._journal.write(b"".join(lines))
        return ends[:-1]

    def close(self) -> None:
        """Close the file and put its lines into the folder's index."""
        self._file.close()
        with locked(self._folder / LOCK):
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


def heal(folder: Path) -> None:
    """Finish what killed writers left: cut torn records off, complete the index."""
    with locked(folder / LOCK):
        if not (folder / INDEX).exists():
            _rebuild(folder)
        left = []
        for path in sorted(folder.glob(f"{STEM}*{JOURNAL}")):
            file = path.open("rb")
            if hold(file):
                left.append((path, file))
            else:
                file.close()
        _settle(folder, [path for path, _ in left])
        for _, file in left:
            file.close()


def _settle(folder: Path, journals: list[Path]) -> None:
    """Merge the lines of *journals* into the index and remove them."""
    if journals:
        lines = [line for journal in journals for line in _recovered(journal)]
        cdxj.merge(folder / INDEX, lines)
        for journal in journals:
            journal.unlink()


def _rebuild(folder: Path) -> None:
    """Write the index anew from all files that nobody writes to."""
    lines: list[bytes] = []
    for path in sorted(folder.glob(f"{STEM}*{WARC}")):
        if not _journal_of(path).exists():
            lines += _indexed(path, 0)[0]
    if lines:
        cdxj.merge(folder / INDEX, lines)


def _recovered(journal: Path) -> list[bytes]:
    """The index lines of a *journal*'s WARC file, after cutting a torn record off its end."""
    warc = journal.with_name(journal.name.removesuffix(JOURNAL) + WARC)
    if not warc.exists():
        return []
    size, end, lines = warc.stat().st_size, 0, []
    for line, entry in cdxj.entries(journal):
        stop = int(entry["offset"]) + int(entry["length"])
        if stop <= size:
            lines.append(line)
            end = max(end, stop)
    if end == size:
        return lines
    found, whole = _indexed(warc, end)
    if not whole:
        warc.unlink()
    elif whole < size:
        os.truncate(warc, whole)
    return lines + found


def _indexed(warc: Path, start: int) -> tuple[list[bytes], int]:
    """The index lines of the records of *warc* from *start* on, and where the last one ends.

    Bytes that are no gzip were not left by a killed writer: they count as whole, for eyes to see.
    """
    lines: list[bytes] = []
    end = start
    with warc.open("rb") as file, warc.open("rb") as again:
        try:
            for offset, length in members(file, start):
                again.seek(offset)
                lines += _lines_of(again.read(length), warc.name, offset)
                end = offset + length
        except zlib.error:
            end = warc.stat().st_size
    return lines, end


def _lines_of(member: bytes, name: str, offset: int) -> Iterator[bytes]:
    try:
        yield _line(Capture.read(member), name, offset)
    except StoreError:
        # the record that opens a file, or one that somebody else put there
        return


def _line(capture: Capture, name: str, offset: int) -> bytes:
    page = capture.page
    entry = {
        "url": page.url or NO_URL,
        "mime": page.content_type.partition(";")[0].strip() or "text/html",
        "status": str(page.status),
        "digest": capture.digest,
        "length": str(len(capture.member)),
        "offset": str(offset),
        "filename": name,
    }
    return cdxj.line(entry, capture.date)


def _journal_of(warc: Path) -> Path:
    return warc.with_name(warc.name.removesuffix(WARC) + JOURNAL)


def _last_number(folder: Path) -> int:
    """The highest number that a file or journal in *folder* has."""
    stems = (path.name.partition(".")[0] for path in folder.glob(f"{STEM}*"))
    numbers = (stem.removeprefix(STEM) for stem in stems)
    return max((int(number) for number in numbers if number.isdecimal()), default=0)


def _sync_folder(folder: Path) -> None:
    """Make new names in *folder* survive a power cut."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
