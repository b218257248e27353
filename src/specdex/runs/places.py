"""Places that are addresses (``s3://bucket/camera``): any file system that fsspec knows."""

import os
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any

from specdex.errors import MissingExtra, SpecdexError, StoreError

__all__ = ["address", "cache", "clear", "read_at", "size_at", "system_at"]

NOT_PLACES = {"http", "https"}
"""Addresses of the web are pages, not runs."""
_ADDRESS = re.compile(r"([a-z][a-z0-9+.-]+):/{1,2}(.*)", re.DOTALL)
_ARCHIVE = re.compile(r"/warc/specdex-[0-9a-z-]+\.warc\.gz\Z")
"""What pages lie in: nothing else is opened because a record says so."""


def address(place: Path | str) -> str:
    """The address that *place* is, also as a Path spells it; empty where it is a path.

    >>> address("s3://bucket/run"), address(Path("s3://bucket/run")), address("runs/camera")
    ('s3://bucket/run', 's3://bucket/run', '')
    """
    found = _ADDRESS.fullmatch(str(place))
    if not found or found[1] in NOT_PLACES:
        return ""
    return f"{found[1]}://{'/' * (found[1] == 'file')}{found[2].lstrip('/')}"


def cache(what: str) -> Path:
    """Where *what* is kept for this user."""
    home = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(home) / "specdex" / what


@contextmanager
def clear(place: str) -> Iterator[None]:
    """Whatever a file system complains of, as one clear sentence."""
    try:
        yield
    except SpecdexError:
        raise
    except ImportError as error:
        raise MissingExtra(f"what reads {place}", "remote") from error
    except Exception as error:
        said = str(error).strip().partition("\n")[0] or type(error).__name__
        raise StoreError(f"cannot use {place}: {said}") from error


class Folders:
    """The folders of this machine, by the words of fsspec: nobody needs the extra for them."""

    protocol = "file"
    open, rm_file = staticmethod(open), staticmethod(os.remove)
    exists, size = staticmethod(os.path.exists), staticmethod(os.path.getsize)
    put_file = get_file = staticmethod(shutil.copyfile)
    makedirs = staticmethod(os.makedirs)

    def cat_file(self, path: str, start: int = 0, end: int | None = None) -> bytes:
        """The bytes of a file, or some of them."""
        with Path(path).open("rb") as file:
            file.seek(start)
            return file.read() if end is None else file.read(end - start)

    def rm(self, path: str, *, recursive: bool) -> None:
        """Remove a folder, and all in it."""
        shutil.rmtree(path, ignore_errors=recursive)

    def find(self, path: str) -> list[str]:
        """All files below *path*."""
        return [str(each) for each in Path(path).rglob("*") if each.is_file()]


def system_at(place: str) -> tuple[Any, str]:
    """The file system that *place* is on, and what it is called there."""
    if not address(place):
        return Folders(), place
    try:
        fsspec = import_module("fsspec")
    except ImportError as error:
        raise MissingExtra("fsspec", "remote") from error
    with clear(place):
        system, path = fsspec.core.url_to_fs(place)
        return system, path


def read_at(file: str, offset: int, length: int) -> bytes:
    """Some bytes of the WARC file at the address *file*, in one request."""
    if not _ARCHIVE.search(file):
        raise StoreError(f"{file} is no WARC file of a run")
    system, path = system_at(file)
    with clear(file):
        found: bytes = system.cat_file(path, start=offset, end=offset + length)
        return found


def size_at(file: str) -> int:
    """How many bytes the file at the address *file* has; none where it is not there."""
    system, path = system_at(file)
    with clear(file):
        try:
            return int(system.size(path) or 0)
        except FileNotFoundError:
            return 0
