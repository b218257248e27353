"""Pages as fetched, in WARC/1.1 files with a CDXJ index, as web archives keep them.

A folder holds ``specdex-00001.warc.gz`` and so on, one gzip member per record, and the sorted
index ``pages.cdxj``. Every writer has a file of its own; until it is closed, its index lines lie
in ``specdex-00001.cdxj`` beside it.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import accumulate, islice, repeat
from pathlib import Path
from typing import Self

from specdex.errors import StoreError
from specdex.records import Page, StoredPage
from specdex.runs.capture import Capture
from specdex.runs.warc_file import WarcFile, heal

__all__ = ["WarcArchive"]

GIGABYTE = 1_000_000_000


class WarcArchive:
    """Keeps pages in the WARC files of *folder*; where they lie is said relative to *root*.

    What was appended is on the disk. Several processes may write and read at once.
    """

    def __init__(
        self, folder: Path | str, *, root: Path | None = None, max_bytes: int = GIGABYTE
    ) -> None:
        self.folder = Path(folder)
        self._root = self.folder if root is None else root
        self._max_bytes = max_bytes
        self._file: WarcFile | None = None
        with self._clear():
            self.folder.mkdir(parents=True, exist_ok=True)
            heal(self.folder)

    def append(self, page: Page) -> StoredPage:
        """Keep *page* for good before returning; where it lies."""
        (stored,) = self.append_all([page])
        return stored

    def append_all(self, pages: Sequence[Page]) -> list[StoredPage]:
        """Keep *pages* for good before returning, with one wait for the disk; where each lies."""
        captures = list(map(Capture.of, pages))
        stored: list[StoredPage] = []
        with self._clear():
            while len(stored) < len(captures):
                file = self._room_for(len(captures[len(stored)].member))
                group = self._fitting(captures[len(stored) :], file.size)
                offsets = file.append(group)
                name = file.path.relative_to(self._root).as_posix()
                stored += map(_stored, group, repeat(name), offsets)
        return stored

    def load(self, stored: StoredPage) -> Page:
        """The page that lies there; a StoreError where it is gone or damaged."""
        path = self._root / stored.file
        if not path.resolve().is_relative_to(self.folder.resolve()):
            raise StoreError(f"{stored.url} is not kept in {self.folder}")
        try:
            with path.open("rb") as file:
                file.seek(max(stored.offset, 0))
                return Capture.read(file.read(stored.length)).page
        except OSError as error:
            raise StoreError(f"cannot read {path}: {error.strerror or error}") from error
        except StoreError as error:
            raise StoreError(f"{path} at {stored.offset}, {stored.url}: {error}") from error

    def close(self) -> None:
        """Let go of files and complete the index."""
        file, self._file = self._file, None
        if file:
            with self._clear():
                file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    def _room_for(self, length: int) -> WarcFile:
        """The file that takes the next *length* bytes."""
        if self._file and self._file.size + length > self._max_bytes:
            self.close()
        if self._file is None:
            self._file = WarcFile(self.folder)
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
