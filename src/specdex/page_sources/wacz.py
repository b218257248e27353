"""Pages in WACZ files: a ZIP archive with WARC files in its folder ``archive``."""

import zlib
from collections.abc import Iterator
from pathlib import Path
from zipfile import BadZipFile, ZipFile, ZipInfo

from specdex.page_sources.compression import Damage, Pieces
from specdex.page_sources.streams import BLOCK, plain
from specdex.page_sources.warc import read_warc
from specdex.records import Failure, Page

__all__ = ["ZIP_MAGIC", "read_wacz"]

ZIP_MAGIC = b"PK\x03\x04"
FOLDER = "archive/"
SUFFIXES = (".warc", ".warc.gz", ".warc.zst", ".arc", ".arc.gz")
BROKEN = (BadZipFile, zlib.error, OSError, EOFError, RuntimeError, NotImplementedError, ValueError)
"""What zipfile raises for an archive that is none, is damaged, encrypted, or packed otherwise."""


def read_wacz(path: Path) -> Iterator[Page | Failure]:
    """The pages of all WARC files in the archive at *path*, in the order of their names."""
    try:
        with ZipFile(path) as archive:
            members = sorted(filter(_is_warc, archive.infolist()), key=lambda each: each.filename)
            for member in members:
                stream = plain(_pieces(archive, member))
                yield from read_warc(stream, f"{path}/{member.filename}")
    except BROKEN as error:
        yield Failure(path.absolute().as_uri(), "read", f"{path} cannot be read: {error}")
        return
    if not members:
        reason = f"{path} is a ZIP archive without WARC files in {FOLDER}, so no WACZ: unpack it"
        yield Failure(path.absolute().as_uri(), "read", reason)


def _is_warc(member: ZipInfo) -> bool:
    name = member.filename.lower()
    return name.startswith(FOLDER) and name.endswith(SUFFIXES)


def _pieces(archive: ZipFile, member: ZipInfo) -> Pieces:
    """The bytes of *member*, as they are unpacked, and where that ends early."""
    try:
        with archive.open(member) as file:
            while piece := file.read(BLOCK):
                yield piece
    except BROKEN as error:
        yield Damage(f"cannot be unpacked on: {error}")
