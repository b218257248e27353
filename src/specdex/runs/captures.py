"""A page as a WARC record and back, the gzip members that records lie in, and their CDXJ index.

HTTP knows the status and the content type; what it has no place for (what the caller calls the
page, its site, category and encoding) travels as JSON in a WARC field of our own, so that the
same page comes back. The index has one sorted line per capture, as replay tools read it.
"""

import gzip
import json
import os
import zlib
from base64 import b32encode
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, fields
from datetime import UTC, datetime
from functools import partial
from hashlib import sha1
from http import HTTPStatus
from importlib import import_module
from io import BytesIO
from pathlib import Path
from typing import Any, BinaryIO, Self
from urllib.parse import quote, urlsplit

from specdex.errors import StoreError
from specdex.records import Page, from_json
from specdex.text import collapse, whole
from specdex.urls import is_web

__all__ = [
    "Capture",
    "entries",
    "entries_of",
    "file_head",
    "indexed",
    "member_length",
    "members",
    "merge",
    "place_of",
    "sort_key",
]

PAGE_FIELD = "Specdex-Page"
"""The WARC field with everything about a page but its body, as ASCII JSON."""
BLOCK_DIGEST, PAYLOAD_DIGEST = "WARC-Block-Digest", "WARC-Payload-Digest"
END = b"\r\n\r\n"
"""What stands behind headers."""
ISO = "%Y-%m-%dT%H:%M:%SZ"
GZIP_LEVEL = 6
NO_URL = "about:blank"
"""WARC wants an address; a page read from nowhere has none."""
URL_SAFE = "!#$%&'()*+,/:;=?@[]~"
TIMESTAMP_DIGITS = 14
KEY_SAFE = "!$&'()*+,/:;=?@[]~%"
BLOCK, COPIED = 1 << 16, 1 << 20
"""Read at a time, and copied."""
BEHIND = b"\xff"
"""Behind all lines of an index."""
MAGIC = b"\x1f\x8b\x08"
GZIP = 16 + zlib.MAX_WBITS
MAX_OUTPUT = 1 << 20
"""Inflated at a time, whatever the file promises."""
LARGEST = 1 << 28
"""Bytes that a record may hold: no page is larger, but what somebody made to fill memory is."""


@dataclass(frozen=True, slots=True)
class Capture:
    """A page and the one gzip member that holds its WARC/1.1 record."""

    page: Page
    member: bytes
    date: str
    """When it was fetched, in ISO 8601, UTC."""
    digest: str

    @classmethod
    def of(cls, page: Page) -> Self:
        """*page* as it will lie in a file."""
        date = _moment(page).strftime(ISO)
        writer = _writer()
        record = _record(writer, page, date)
        writer.write_record(record)
        digest = record.rec_headers.get_header(PAYLOAD_DIGEST)
        return cls(page, gzip.compress(writer.out.getvalue(), GZIP_LEVEL, mtime=0), date, digest)

    @classmethod
    def read(cls, member: bytes) -> Self:
        """What lies in *member*; a StoreError where it is damaged or no page of ours."""
        try:
            return cls._read(member)
        except KeyError as error:
            raise StoreError(f"there is no record of a page: it has no {error}") from error
        except Exception as error:  # whatever a flipped bit makes of it
            raise StoreError(f"the record is damaged: {error}") from error

    @classmethod
    def _read(cls, member: bytes) -> Self:
        inflater = zlib.decompressobj(GZIP)
        data = inflater.decompress(member, LARGEST)
        if inflater.unconsumed_tail or not inflater.eof:
            raise ValueError("it is cut off" if len(data) < LARGEST else "it holds too much")
        head, _, rest = data.partition(END)
        lines = head.decode("utf-8", "replace").split("\r\n")
        field = dict(line.split(": ", 1) for line in lines if ": " in line)
        block = rest[: int(field["Content-Length"])]
        body = block.partition(END)[2] if field["WARC-Type"] == "response" else block
        if _digest(block) != field[BLOCK_DIGEST] or _digest(body) != field[PAYLOAD_DIGEST]:
            raise ValueError("it does not match its digest")
        page = from_json(Page, json.loads(field[PAGE_FIELD]) | {"body": body})
        return cls(page, member, field["WARC-Date"], field[PAYLOAD_DIGEST])

    def line(self, file: str, offset: int) -> bytes:
        """Its line in the index, where it lies in *file* at *offset*."""
        page = self.page
        entry = {
            "url": page.url or NO_URL,
            "mime": page.content_type.partition(";")[0].strip() or "text/html",
            "status": str(page.status),
            "digest": self.digest,
            "length": str(len(self.member)),
            "offset": str(offset),
            "filename": file,
        }
        timestamp = "".join(filter(str.isdigit, self.date))[:TIMESTAMP_DIGITS]
        return f"{sort_key(entry['url'])} {timestamp} {json.dumps(entry)}\n".encode()


def file_head(name: str, software: str) -> bytes:
    """The warcinfo record that opens the WARC file called *name*, as a gzip member."""
    writer = _writer()
    about = {"software": software, "format": "WARC File Format 1.1"}
    writer.write_record(writer.create_warcinfo_record(name, about))
    return gzip.compress(writer.out.getvalue(), GZIP_LEVEL, mtime=0)


def _writer() -> Any:
    """Who writes records; warcio is imported where there are any, so that the rest is quick."""
    return import_module("warcio.warcwriter").WARCWriter(BytesIO(), gzip=False, warc_version="1.1")


def _moment(page: Page) -> datetime:
    """When *page* was fetched, in UTC; now where it does not say."""
    try:
        when = datetime.fromisoformat(page.fetched)
        return when.astimezone(UTC) if when.tzinfo else when.replace(tzinfo=UTC)
    except (ValueError, OverflowError):
        return datetime.now(UTC)


def _record(writer: Any, page: Page, date: str) -> Any:
    """*page* as a response record, or as a resource where it did not come over HTTP."""
    about = {each.name: getattr(page, each.name) for each in fields(page) if each.name != "body"}
    address = quote(page.url, safe=URL_SAFE, errors="replace") or NO_URL
    if is_web(page.url) and is_web(address):
        kind, content_type, http = "response", "", _http_headers(page)
    else:
        kind, content_type, http = "resource", _kind(page) or "text/html", None
    return writer.create_warc_record(
        address,
        kind,
        payload=BytesIO(page.body),
        length=len(page.body),
        warc_content_type=content_type,
        warc_headers_dict={"WARC-Date": date, PAGE_FIELD: json.dumps(about)},
        http_headers=http,
    )


def _digest(data: bytes) -> str:
    return f"sha1:{b32encode(sha1(data, usedforsecurity=False).digest()).decode()}"


def _kind(page: Page) -> str:
    return whole(collapse(page.content_type))


def _http_headers(page: Page) -> Any:
    try:
        phrase = HTTPStatus(page.status).phrase
    except ValueError:
        phrase = ""
    headers = [("Content-Length", str(len(page.body)))]
    if page.content_type:
        headers.insert(0, ("Content-Type", _kind(page)))
    made = import_module("warcio.statusandheaders").StatusAndHeaders
    return made(f"{page.status} {phrase}".rstrip(), headers, protocol="HTTP/1.1")


def members(
    file: BinaryIO, offset: int, damaged: list[int] | None = None
) -> Iterator[tuple[int, int]]:
    """Offset and length of each whole gzip member of *file* from *offset* on.

    Ends before a member that the end of the file cuts short. Where bytes are no gzip, their offset
    is added to *damaged* and the next member is looked for; ``zlib.error`` where that is missing.
    """
    while True:
        try:
            length = member_length(file, offset)
        except zlib.error:
            if damaged is None:
                raise
            damaged.append(offset)
            offset = _next_member(file, offset + 1)
            if offset < 0:
                return
            continue
        if not length:
            return
        yield offset, length
        offset += length


def member_length(file: BinaryIO, offset: int) -> int:
    """How many bytes the gzip member at *offset* has; none where the file ends before it does."""
    file.seek(offset)
    inflater, length, rest = zlib.decompressobj(GZIP), 0, file.read(BLOCK)
    while not inflater.eof and rest:
        inflater.decompress(rest, MAX_OUTPUT)
        left = inflater.unused_data if inflater.eof else inflater.unconsumed_tail
        length += len(rest) - len(left)
        rest = left or file.read(BLOCK)
    return length if inflater.eof else 0


def _next_member(file: BinaryIO, offset: int) -> int:
    """Where a gzip member seems to begin from *offset* on; -1 at the end."""
    file.seek(offset)
    kept = b""
    while block := file.read(BLOCK):
        found = (kept + block).find(MAGIC)
        if found >= 0:
            return offset + found - len(kept)
        offset += len(block)
        kept = (kept + block)[1 - len(MAGIC) :]
    return -1


def indexed(warc: Path, start: int = 0) -> tuple[list[bytes], int, list[int]]:
    """The index lines of the records of *warc* from *start* on, where the last one ends, damage.

    Bytes that are no gzip were not left by a killed writer: they count as whole, for eyes to see,
    their offsets are told, and what follows them is looked for.
    """
    lines: list[bytes] = []
    damaged: list[int] = []
    end = start
    with warc.open("rb") as file, warc.open("rb") as again:
        for offset, length in members(file, start, damaged):
            again.seek(offset)
            # the record that opens a file, or one that somebody else put there, is no page
            with suppress(StoreError):
                lines.append(Capture.read(again.read(length)).line(warc.name, offset))
            end = offset + length
    return lines, warc.stat().st_size if damaged else end, damaged


def sort_key(url: str) -> str:
    """*url* with its host turned round, so that a site's pages sort together.

    >>> sort_key("https://www.shop.example:8080/A?b=1")
    'example,shop:8080)/a?b=1'
    """
    try:
        parts = urlsplit(url)
        labels = (parts.hostname or "").removeprefix("www.").split(".")
        port = f":{parts.port}" if parts.port else ""
    except ValueError:
        labels, parts, port = [""], urlsplit(""), ""
    if not labels[-1]:
        return quote(url, safe=KEY_SAFE, errors="replace")
    asked = f"?{parts.query}" if parts.query else ""
    key = f"{','.join(reversed(labels))}{port}){parts.path or '/'}{asked}"
    return quote(key.lower(), safe=KEY_SAFE, errors="replace")


def entries_of(lines: Iterable[bytes]) -> Iterator[tuple[bytes, dict[str, Any]]]:
    """The whole ones of *lines* with their entries."""
    for each in lines:
        try:
            entry = json.loads(each.split(b" ", 2)[2])
        except (ValueError, IndexError, RecursionError):
            continue
        if each.endswith(b"\n") and isinstance(entry, dict):
            yield each, entry


def entries(path: Path) -> Iterator[tuple[bytes, dict[str, Any]]]:
    """The whole lines of an index or journal with their entries; a torn line is left out."""
    with path.open("rb") as file:
        yield from entries_of(file)


def merge(index: Path, lines: Iterable[bytes]) -> None:
    """Put *lines* in their place in the sorted *index*, each once; all or nothing.

    What stands between two of them is copied unread: a page is to cost no more in a large run.
    """
    part = index.with_suffix(".part")
    with part.open("wb") as out, index.open("rb") if index.exists() else BytesIO() as file:
        end, following = 0, file.readline()
        for line in sorted(set(lines)):
            if following and following < line:
                place = place_of(file, line, end)
                _copy(file, out, end, place)
                end, following = place, file.readline()
            if line != following:
                out.write(line)
        _copy(file, out, end, file.seek(0, os.SEEK_END))
        out.flush()
        os.fsync(out.fileno())
    part.replace(index)


def place_of(file: BinaryIO, key: bytes, start: int = 0) -> int:
    """Where the first line not less than *key* begins in a sorted *file*, from *start* on."""
    size, step = file.seek(0, os.SEEK_END), BLOCK
    while start + step < size and _line(file, start + step) < key:
        start, step = start + step, 2 * step
    reach = range(start, min(start + step, size))
    _to_line(file, start + bisect_left(reach, key, key=partial(_line, file)))
    return file.tell()


def _line(file: BinaryIO, place: int) -> bytes:
    """The first line that begins at *place* or behind it; behind the last, what no line exceeds."""
    _to_line(file, place)
    return file.readline() or BEHIND


def _to_line(file: BinaryIO, place: int) -> None:
    """Go to the first line that begins at *place* or behind it."""
    file.seek(max(0, place - 1))
    if place:
        file.readline()


def _copy(file: BinaryIO, out: BinaryIO, start: int, end: int) -> None:
    """Put what *file* holds from *start* to *end* at the end of *out*."""
    file.seek(start)
    while start < end and (some := file.read(min(COPIED, end - start))):
        out.write(some)
        start += len(some)
