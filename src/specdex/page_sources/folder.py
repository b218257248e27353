"""The pages of a file of any kind, and of all files in a folder and the folders in it."""

import os
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

from specdex.errors import InputError
from specdex.page_sources.addresses import address_in, archived_page
from specdex.page_sources.compression import Damage
from specdex.page_sources.jsonl import read_lines
from specdex.page_sources.streams import MAX_BYTES, STDIN, ByteStream, opened, present
from specdex.page_sources.warc import ARC_MAGIC, ZIP_MAGIC, read_wacz, read_warc
from specdex.records import Failure, Page

__all__ = ["count_pages", "open_pages"]

MOST_COUNTED = 200_000
"""Of more files nobody is told how many are left."""
INDEXES = (".cdxj", ".cdx")
"""Endings of what lists the pages of a WARC file."""

BEGINNINGS = {
    b"PK\x03\x04": "a ZIP archive",
    b"PK\x05\x06": "an empty ZIP archive",
    b"%PDF-": "a PDF document",
    b"\x89PNG\r\n": "a PNG image",
    b"\xff\xd8\xff": "a JPEG image",
    b"GIF8": "a GIF image",
    b"RIFF": "a RIFF file (WebP, sound or video)",
    b"7z\xbc\xaf\x27\x1c": "a 7z archive",
    b"Rar!\x1a\x07": "a RAR archive",
    b"BZh": "a bzip2 file",
    b"\x04\x22\x4d\x18": "an lz4 file",
    b"SQLite format 3\0": "an SQLite database",
    b"PAR1": "a Parquet file",
    b"\x7fELF": "a program",
    b"\xd0\xcf\x11\xe0": "an old Office document",
}
TAR, TAR_AT = b"ustar", 257
TEXT_IN_PAIRS = (b"\xff\xfe", b"\xfe\xff", b"<\0", b"\0<")
"""How text begins that has a zero beside every letter."""


def alien(beginning: bytes, *, page: bool) -> str:
    """What a file is that starts with *beginning*; empty where it may hold pages.

    Bytes of an unknown kind may be a *page* that a server spoilt, if the file says it is one.
    """
    for magic, name in BEGINNINGS.items():
        if beginning.startswith(magic):
            return name
    if beginning[TAR_AT : TAR_AT + len(TAR)] == TAR:
        return "a tar archive"
    if not page and b"\0" in beginning and not beginning.startswith(TEXT_IN_PAIRS):
        return "a binary file of a kind that is not known"
    return ""


HTML_SUFFIXES = (".html", ".htm", ".xhtml")
RESOURCES = ("_files", "-files", "_Dateien", "-Dateien", "_fichiers", "_archivos", ".files")
"""How browsers end the name of the folder in which they keep what a page was saved with."""
BOM = b"\xef\xbb\xbf"
HTML_SIGNS = (b"<!doctype html", b"<html")
"""One stands near the beginning of a page, whatever its file is called."""
ARCHIVE_SUFFIXES = (".mhtml", ".mht")
COMPRESSED = (".gz", ".xz", ".zst")
WACZ = ".wacz"
STDIN_URL = "file:///dev/stdin"
Read = Callable[[ByteStream, str], Iterator[Page | Failure]]
SNIFFED = 1024
SINGLE_SUFFIXES = (*HTML_SUFFIXES, *ARCHIVE_SUFFIXES)
PAGE_SUFFIXES = tuple(single + packed for single in SINGLE_SUFFIXES for packed in ("", *COMPRESSED))
ARCHIVE_SIGNS = (b"mime-version:", b"multipart/related")
"""Both stand in the header of an MHTML file."""


def read_html(stream: ByteStream, location: str) -> Iterator[Page | Failure]:
    """The page in an open *stream*, at the address that it says of itself, else its file's."""
    for body in _whole(stream, location):
        if isinstance(body, Failure):
            yield body
        else:
            address = address_in(body)
            yield Page(address.url or _file_url(location), body, _id(location), address.site)


def read_archive(stream: ByteStream, location: str) -> Iterator[Page | Failure]:
    """The page in an open *stream* of MHTML."""
    for data in _whole(stream, location):
        page = data if isinstance(data, Failure) else archived_page(data)
        if isinstance(page, Page):
            yield replace(page, url=page.url or _file_url(location), id=_id(location))
        else:
            yield page or Failure(_file_url(location), "read", f"{location} holds no page")


def _whole(stream: ByteStream, location: str) -> Iterator[bytes | Failure]:
    """All bytes of *stream*, if there are any, or why they cannot be had."""
    try:
        body = stream.read(MAX_BYTES + 1)
    except Damage as damage:
        yield Failure(_file_url(location), "read", f"{location} cannot be read: {damage}")
        return
    if len(body) > MAX_BYTES:
        reason = f"{location} is over the limit of {MAX_BYTES} bytes"
        yield Failure(_file_url(location), "read", reason)
    elif body:
        yield body


def _file_url(location: str) -> str:
    return STDIN_URL if location == STDIN else Path(location).resolve().as_uri()


def _id(location: str) -> str:
    return "stdin" if location == STDIN else stem(Path(location).name)


PLAIN_READERS: dict[str, Read] = {
    ".warc": read_warc,
    ".arc": read_warc,
    ".jsonl": read_lines,
    ".ndjson": read_lines,
    **dict.fromkeys(HTML_SUFFIXES, read_html),
    **dict.fromkeys(ARCHIVE_SUFFIXES, read_archive),
}
READERS = {
    plain + packed: read for plain, read in PLAIN_READERS.items() for packed in ("", *COMPRESSED)
} | {".json" + packed: read_lines for packed in COMPRESSED}
KNOWN_SUFFIXES = (*READERS, WACZ)


def stem(name: str) -> str:
    """A file's *name* without its endings.

    >>> stem("kettle.html.gz")
    'kettle'
    """
    # a name that is no UTF-8 must still be printable
    plain = os.fsencode(name).decode("utf-8", "replace")
    for suffix in (*COMPRESSED, *SINGLE_SUFFIXES):
        if plain.lower().endswith(suffix) and len(plain) > len(suffix):
            plain = plain[: -len(suffix)]
    return plain


def open_pages(location: str) -> Iterator[Page | Failure]:
    """The pages at *location*: a folder, a file of any known format, or ``-`` for standard input.

    The format shows in the file's ending, else in how it begins. What cannot be read is a Failure
    among the pages; an InputError where there is nothing at *location*.
    """
    if location != STDIN and (path := present(location)).is_dir():
        return _folder_pages(path)
    return _read_file(location)


def _read_file(location: str) -> Iterator[Page | Failure]:
    with opened(location) as stream:
        beginning = stream.peek(SNIFFED)
        name = location.lower()
        wacz = name.endswith(WACZ) or beginning.startswith(ZIP_MAGIC)
        named = next((read for suffix, read in READERS.items() if name.endswith(suffix)), None)
        if wacz and location != STDIN:
            yield from read_wacz(Path(location))
        elif (read := named or _by_content(beginning)) is read_html and (
            kind := alien(beginning, page=named is not None)
        ):
            yield Failure(
                _file_url(location), "read", f"{location} is {kind}, which holds no pages"
            )
        else:
            yield from read(stream, location)


def _by_content(beginning: bytes) -> Read:
    plain = beginning.removeprefix(BOM).lstrip()
    if plain.startswith((b"WARC/", ARC_MAGIC)):
        return read_warc
    if plain.startswith(b"{"):
        return read_lines
    if all(sign in plain.lower() for sign in ARCHIVE_SIGNS) and not plain.startswith(b"<"):
        return read_archive
    return read_html


def _folder_pages(folder: Path) -> Iterator[Page | Failure]:
    """The pages of the HTML, WARC and JSON lines files below *folder*, in the order of their paths.

    A file with another ending, or none, is a page if it begins like one. Hidden files, what a
    browser saved beside a page, and what a symbolic link would fetch from elsewhere are left out;
    a file that cannot be read is a Failure.
    """
    for path in _files(folder, folder.resolve()):
        if isinstance(path, Failure):
            yield path
            continue
        try:
            yield from _file_pages(path, folder)
        except InputError as error:
            yield Failure(path.absolute().as_uri(), "read", str(error))


def _files(folder: Path, root: Path) -> Iterator[Path | Failure]:
    """The files below *folder* that may hold pages."""
    try:
        entries = sorted(folder.iterdir())
    except OSError as error:
        reason = f"cannot look into {folder}: {error.strerror or error}"
        yield Failure(folder.absolute().as_uri(), "read", reason)
        return
    saved = {stem(each.name) + end for each in entries if _is_page(each) for end in RESOURCES}
    for path in entries:
        if path.name.startswith("."):
            continue
        if path.is_dir() and not path.is_symlink():
            yield from () if path.name in saved else _files(path, root)
        elif _is_inside(path, root) and (_is_known(path) or _begins_like_a_page(path)):
            yield path


def count_pages(location: str) -> int | None:
    """How many pages there are at *location*; None where that cannot be told cheaply.

    Files are counted, and the lines of the index that lies beside a WARC file.
    """
    place = Path(location)
    if location == STDIN or not place.exists():
        return None
    files = _files(place, place.resolve()) if place.is_dir() else iter((place,))
    total = 0
    for number, path in enumerate(files):
        found = 1 if isinstance(path, Failure) else _count(path)
        if found is None or number >= MOST_COUNTED:
            return None
        total += found
    return total


def _count(path: Path) -> int | None:
    """How many pages a file holds: one, or as many as the index beside it lists."""
    if _is_page(path) or not _is_known(path):
        return 1
    for index in (path.with_name(path.name + end) for end in INDEXES):
        if index.is_file():
            with index.open("rb") as lines:
                return sum(not line.startswith((b"!", b" ")) for line in lines)
    return None


def _is_page(path: Path) -> bool:
    return path.name.lower().endswith(PAGE_SUFFIXES)


def _is_known(path: Path) -> bool:
    return path.name.lower().endswith(KNOWN_SUFFIXES)


def _begins_like_a_page(path: Path) -> bool:
    try:
        with opened(str(path)) as stream:
            beginning = stream.peek(SNIFFED).lower().removeprefix(BOM).lstrip()
    except (InputError, Damage):
        return False
    return beginning.startswith(b"<") and any(sign in beginning for sign in HTML_SIGNS)


def _is_inside(path: Path, root: Path) -> bool:
    """Whether *path* is a plain file, itself or its link's target below *root*."""
    try:
        return path.is_file() and path.resolve().is_relative_to(root)
    except (OSError, RuntimeError):
        return False


def _file_pages(path: Path, folder: Path) -> Iterator[Page | Failure]:
    """The pages of one file; a single page is called after its path in the folder."""
    single = stem(path.relative_to(folder).as_posix())
    alone = _is_page(path) or not _is_known(path)
    for page in _read_file(str(path)):
        yield replace(page, id=single) if alone and isinstance(page, Page) else page
