"""Files to write to: whole or not at all, or at the end of what is there; ``.gz`` compressed."""

import gzip
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import TextIOWrapper
from pathlib import Path
from typing import IO, Any, BinaryIO, cast

from specdex.errors import InputError, SpecdexError

__all__ = ["open_output"]


@contextmanager
def open_output(
    path: Path | str, *, append: bool = False, binary: bool = False
) -> Iterator[IO[Any]]:
    """A stream into the file at *path*, of text unless *binary*.

    Without *append* the file appears, whole, when the block ends without an exception: until then
    an earlier one stays. Appended text begins on a line of its own.
    """
    target = Path(path).resolve()
    if append and binary and (target.stat().st_size if target.is_file() else 0):
        raise InputError(f"{path} has a format that cannot be appended to; choose a new file")
    # a device or pipe is written to as it is
    whole = not append and (target.is_file() or not target.exists())
    place = target.with_name(f".{target.name}.{os.getpid()}.part") if whole else target
    try:
        file = place.open("ab" if append else "wb")
    except OSError as error:
        raise InputError(f"cannot write {path}: {error.strerror or error}") from error
    try:
        with file:
            with _layers(file, target, binary=binary) as stream:
                yield stream
            file.flush()
            if place.is_file():
                os.fsync(file.fileno())
        if whole:
            place.replace(target)
    except BaseException as error:
        if whole:
            with suppress(OSError):
                place.unlink(missing_ok=True)
        if isinstance(error, OSError) and not isinstance(error, BrokenPipeError):
            raise SpecdexError(f"cannot write {path}: {error.strerror or error}") from error
        raise


@contextmanager
def _layers(file: BinaryIO, target: Path, *, binary: bool) -> Iterator[IO[Any]]:
    """*file* with compression and text encoding around it, as wanted."""
    before = file.tell() if file.seekable() else 0
    packed = target.suffix.lower() == ".gz"
    inner = cast("BinaryIO", Packed(file, before)) if packed else file
    outer: IO[Any] = inner
    if not binary:
        outer = TextIOWrapper(inner, "utf-8", errors="backslashreplace", newline="")
        if before and not packed and not _ends_a_line(target):
            outer.write("\n")
    yield outer
    outer.flush()
    if isinstance(outer, TextIOWrapper):
        outer.detach()
    if packed:
        inner.close()


class Packed(gzip.GzipFile):
    """A gzip member at the end of *file*; knows that something stands before it."""

    def __init__(self, file: BinaryIO, before: int) -> None:
        # neither name nor time: the same content gives the same bytes
        super().__init__(filename="", mode="wb", fileobj=file, mtime=0)
        self._before = before

    def tell(self) -> int:
        """Not zero where a stream goes on behind earlier members."""
        return super().tell() + self._before


def _ends_a_line(path: Path) -> bool:
    """Whether the file's last line is complete; a killed writer may have left half of one."""
    with path.open("rb") as file:
        file.seek(-1, os.SEEK_END)
        return file.read(1) == b"\n"
