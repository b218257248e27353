"""Bytes from a file or from standard input, decompressed as they come."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import BinaryIO

from specdex.errors import InputError
from specdex.page_sources.compression import Damage, Pieces, TooLong, unpacking

__all__ = ["MAX_BYTES", "STDIN", "ByteStream", "lines", "opened", "plain", "present", "text_of"]

STDIN = "-"
MAX_BYTES = 64 << 20
"""A line, record or page larger than this is not read."""
BLOCK = 1 << 16
MAGIC_LENGTH = 8
MAX_LAYERS = 2
"""Somebody may compress a ``.warc.gz`` once more."""


class ByteStream:
    """A file-like object over *pieces*; raises Damage where they say so, and can go on after."""

    def __init__(self, pieces: Pieces) -> None:
        self._pieces = pieces
        self._buffer = b""
        self._at = 0
        self._damage: Damage | None = None
        self.offset = 0
        """Bytes read so far."""
        self.allowance = MAX_BYTES
        """How many bytes lines may still have together."""

    def peek(self, size: int) -> bytes:
        """The next *size* bytes, which stay to be read; fewer before damage and at the end."""
        found = [self._buffer[self._at :]]
        length = len(found[0])
        while length < size and self._damage is None:
            piece = next(self._pieces, None)
            if piece is None:
                break
            if isinstance(piece, Damage):
                self._damage = piece
            else:
                found.append(piece)
                length += len(piece)
        self._buffer, self._at = b"".join(found), 0
        return self._buffer[:size]

    def read(self, size: int) -> bytes:
        """The next *size* bytes; fewer at the end."""
        parts = []
        while size > 0 and (part := self.read_some(size)):
            parts.append(part)
            size -= len(part)
        return b"".join(parts)

    def read_some(self, size: int) -> bytes:
        """At least one and at most *size* bytes, as soon as they are there; none at the end."""
        if size <= 0 or not self._fill():
            return b""
        data = self._buffer[self._at : self._at + size]
        self._advance(len(data))
        return data

    def readline(self, limit: int | None = None) -> bytes:
        """The next line with its end, or its first *limit* bytes."""
        parts: list[bytes] = []
        left = self.allowance + 1 if limit is None else min(limit, self.allowance + 1)
        while left > 0 and self._fill():
            end = self._buffer.find(b"\n", self._at, self._at + left) + 1
            part = self._buffer[self._at : end or self._at + left]
            parts.append(part)
            self._advance(len(part))
            self.allowance -= len(part)
            left -= len(part)
            if self.allowance < 0:
                raise TooLong(f"it is over the limit of {MAX_BYTES} bytes")
            if end:
                break
        return b"".join(parts)

    def tell(self) -> int:
        """How many bytes were read."""
        return self.offset

    def _fill(self) -> bool:
        """Make sure that there is something to read; False at the end."""
        while self._at >= len(self._buffer):
            if self._damage is not None:
                damage, self._damage = self._damage, None
                raise damage
            piece = next(self._pieces, None)
            if piece is None:
                return False
            if isinstance(piece, Damage):
                raise piece
            self._buffer, self._at = piece, 0
        return True

    def _advance(self, size: int) -> None:
        self._at += size
        self.offset += size


def present(location: str) -> Path:
    """The path of *location*; an InputError where there is nothing to read."""
    path = Path(location)
    try:
        if not path.exists():
            raise InputError(f"there is no {location}")
    except (OSError, ValueError) as error:
        raise InputError(f"cannot read {location!r}: {error}") from error
    return path


def text_of(path: Path | str) -> str:
    """The text of the file at *path*; an InputError says why it cannot be had."""
    try:
        return Path(path).read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise InputError(f"{path}, line {line}: not UTF-8 text") from error
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise InputError(f"cannot read {path}: {reason}") from error


def lines(location: str) -> Iterator[tuple[int, bytes | Damage]]:
    """The lines at *location* that are not blank, with their numbers, up to damage if any."""
    with opened(location) as stream:
        for number in count(1):
            try:
                stream.allowance = MAX_BYTES  # of each line, not of all
                line = stream.readline()
            except Damage as damage:
                yield number, damage
                return
            if not line:
                return
            if line.strip():
                yield number, line


@contextmanager
def opened(location: str) -> Iterator[ByteStream]:
    """The bytes at *location*, decompressed; an InputError where it cannot be opened."""
    if location == STDIN:
        yield plain(_pieces(sys.stdin.buffer))
        return
    path = present(location)
    if path.is_dir():
        raise InputError(f"{location} is a folder, not a file")
    try:
        file = path.open("rb")
    except OSError as error:
        raise InputError(f"cannot read {location}: {error.strerror or error}") from error
    with file:
        yield plain(_pieces(file))


def plain(pieces: Pieces) -> ByteStream:
    """A stream over *pieces*, decompressed where they are compressed."""
    stream = ByteStream(pieces)
    for _ in range(MAX_LAYERS):
        if unpack := unpacking(stream.peek(MAGIC_LENGTH)):
            stream = ByteStream(unpack(_rest(stream)))
    return stream


def _rest(stream: ByteStream) -> Pieces:
    """What is left of *stream*."""
    while True:
        try:
            piece = stream.read_some(BLOCK)
        except Damage as damage:
            yield damage
            continue
        if not piece:
            return
        yield piece


def _pieces(file: BinaryIO) -> Pieces:
    """The bytes of *file* as soon as they are there."""
    # a pipe gives what it has; only read1 does not wait for more
    read = getattr(file, "read1", file.read)
    while True:
        try:
            piece = read(BLOCK)
        except OSError as error:
            yield Damage(f"cannot be read on: {error.strerror or error}")
            return
        if not piece:
            return
        yield piece
