"""Pages in WARC files of any vendor, also in WACZ, and in ARC files: HTML served with success."""

import json
import re
import zlib
from collections.abc import Iterator
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any
from zipfile import BadZipFile, ZipFile, ZipInfo

from specdex.errors import InputError
from specdex.page_sources.compression import Damage, Pieces, unzstded
from specdex.page_sources.streams import BLOCK, MAX_BYTES, ByteStream, plain
from specdex.records import Failure, Page, from_json
from specdex.urls import host

__all__ = ["ARC_MAGIC", "ZIP_MAGIC", "read_wacz", "read_warc"]

WINDOWS = {
    "gzip": (16 + zlib.MAX_WBITS,),
    "x-gzip": (16 + zlib.MAX_WBITS,),
    "deflate": (zlib.MAX_WBITS, -zlib.MAX_WBITS),
}
"""How zlib is told the format; servers mean two different things by deflate."""
PLAIN = {"", "identity", "none"}
START = b"WARC/"
ARC_MAGIC = b"filedesc:"
ARC_START = re.compile(rb"[a-z][a-z0-9+.-]*:\S.* \S+ \d{14} \S+ \d+\s*$", re.IGNORECASE)
"""The line before a record of an ARC file: address, IP, time, type and length."""
STATUS_DIGITS = 3
MAX_HEADERS = 1 << 20
"""All header lines of a record may have so many bytes together."""
PAGE_TYPES = {"response", "resource"}
HTML_TYPES = {"text/html", "application/xhtml+xml"}
OUR_FIELD = "Specdex-Page"
"""Where our own archive keeps what HTTP has no place for."""
BROKEN = (EOFError, ValueError, TypeError, AttributeError)
"""What warcio raises for a record that is none, beside its own."""


class Unreadable(Exception):  # noqa: N818 - reads as what happened
    """A body that cannot be had; the record around it is whole."""


def body_of(record: Any) -> bytes:
    """The decoded body of a warcio *record*; Unreadable says why not."""
    if record.length is None or record.length > MAX_BYTES:
        raise Unreadable(f"it is over the limit of {MAX_BYTES} bytes")
    http = record.http_headers
    if http and (http.get_header("Transfer-Encoding") or "").strip().lower() == "chunked":
        reader = import_module("warcio.bufferedreaders").ChunkedDataReader
        body = reader(record.raw_stream).read()
    else:
        body = record.raw_stream.read(record.length)
    _check_end(record)
    return _decoded(body, (http.get_header("Content-Encoding") or "") if http else "")


def _decoded(body: bytes, encodings: str) -> bytes:
    for encoding in reversed(encodings.lower().split(",")):
        name = encoding.strip()
        if name in WINDOWS:
            body = _inflated(body, WINDOWS[name])
        elif name == "br":
            body = _unbrotlied(body)
        elif name == "zstd":
            body = unzstded(body, MAX_BYTES + 1)
        elif name not in PLAIN:
            raise Unreadable(f"its content encoding {name!r} is not known")
        if len(body) > MAX_BYTES:
            raise Unreadable(f"decoded, it is over the limit of {MAX_BYTES} bytes")
    return body


def _inflated(body: bytes, windows: tuple[int, ...]) -> bytes:
    for window in windows:
        try:
            return zlib.decompressobj(window).decompress(body, MAX_BYTES + 1)
        except zlib.error:
            continue
    # some crawlers decode the body and keep the header
    return body


def _unbrotlied(body: bytes) -> bytes:
    try:
        brotli = import_module("brotli")
    except ImportError as error:
        raise Unreadable("it is compressed with brotli, which is not installed") from error
    try:
        plain: bytes = brotli.Decompressor().process(body, output_buffer_limit=MAX_BYTES + 1)
    except brotli.error:
        return body
    return plain


def read_warc(stream: ByteStream, location: str) -> Iterator[Page | Failure]:
    """The pages of an open *stream* of WARC or ARC records."""
    # warcio is not needed for all the rest
    loader = import_module("warcio.recordloader").ArcWarcRecordLoader(verify_http=False)
    lost, outcome = False, None
    while True:
        try:
            record = _next_record(stream, loader, lost=lost)
            if record is None:
                return
            outcome = _outcome(record)
            while record.raw_stream.read(BLOCK):
                pass
            _check_end(record)
            lost = False
        except Damage as damage:
            outcome = _damaged(location, stream, str(damage))
            lost = True
        except Exception as error:  # noqa: BLE001 - whatever a record holds, the next is looked for
            outcome = _damaged(location, stream, Failure.of(location, "read", error).reason)
            lost = True
        if outcome is not None:
            yield outcome


def _damaged(location: str, stream: ByteStream, what: str) -> Failure:
    return Failure(location, "read", f"{location} at byte {stream.offset}: {what}")


def _next_record(stream: ByteStream, loader: Any, *, lost: bool) -> Any:
    """The next record of *stream*; None at the end."""
    stream.allowance = MAX_HEADERS
    first = _next_start(stream, lost=lost)
    if not first:
        return None
    try:
        known = "warc" if first.startswith(START) else "arc"
        record = loader.parse_record_stream(stream, first, known_format=known)
    except (import_module("warcio.exceptions").ArchiveLoadFailed, *BROKEN) as error:
        raise Damage(f"no WARC record follows ({error})") from error
    stream.allowance = MAX_BYTES
    return record


def _next_start(stream: ByteStream, *, lost: bool) -> bytes:
    """The line that opens the next record; empty at the end.

    Anything but blank lines before it is Damage, unless that was said already.
    """
    whole = True
    while line := stream.readline(BLOCK):
        if whole and (line.startswith(START) or ARC_START.match(line)):
            return line
        if not lost and line.strip():
            raise Damage("no WARC record follows")
        whole = line.endswith(b"\n")
        stream.allowance = MAX_HEADERS
    return b""


def _check_end(record: Any) -> None:
    """Damage where the stream ended before *record* did."""
    if getattr(record.raw_stream, "limit", 0):
        raise Damage("it ends in the middle of a record")


def _outcome(record: Any) -> Page | Failure | None:
    """The page in *record*, why it cannot be had, or None where it is no page."""
    if record.rec_type not in PAGE_TYPES:
        return None
    http, url = record.http_headers, record.rec_headers.get_header("WARC-Target-URI") or ""
    kind = http.get_header("Content-Type") or "" if http else record.content_type or ""
    mime = kind.partition(";")[0].strip().lower()
    status = _status(http)
    if not 200 <= status < 300 or (mime and mime not in HTML_TYPES):  # noqa: PLR2004 - HTTP's success
        return None
    try:
        body = body_of(record)
    except Unreadable as error:
        return Failure(url, "read", f"the page was left out: {error}")
    if not mime and not body.lstrip().startswith(b"<"):
        return None
    fetched = record.rec_headers.get_header("WARC-Date") or ""
    page = Page(url, body, url, host(url), content_type=kind, status=status, fetched=fetched)
    return _with_ours(page, record.rec_headers.get_header(OUR_FIELD))


def _status(http: Any) -> int:
    """The status code; success for what did not come over HTTP."""
    if not http:
        return 200
    code = http.get_statuscode()
    return int(code) if code.isdecimal() and len(code) == STATUS_DIGITS else 0


def _with_ours(page: Page, field: str | None) -> Page:
    """*page* as our own archive was given it, if it was."""
    if not field:
        return page
    try:
        ours = from_json(Page, json.loads(field) | {"body": page.body})
    except (InputError, ValueError, TypeError):
        return page
    return replace(ours, id=ours.id or ours.url, site=ours.site or host(ours.url))


ZIP_MAGIC = b"PK\x03\x04"
FOLDER = "archive/"
SUFFIXES = (".warc", ".warc.gz", ".warc.zst", ".arc", ".arc.gz")
NO_ZIP = (BadZipFile, zlib.error, OSError, EOFError, RuntimeError, NotImplementedError, ValueError)
"""What zipfile raises for an archive that is none, is damaged, encrypted, or packed otherwise."""


def read_wacz(path: Path) -> Iterator[Page | Failure]:
    """The pages of all WARC files in the archive at *path*, in the order of their names."""
    try:
        with ZipFile(path) as archive:
            named = sorted(archive.infolist(), key=lambda each: each.filename)
            known = ((each, each.filename.lower()) for each in named)
            members = [
                m for m, name in known if name.startswith(FOLDER) and name.endswith(SUFFIXES)
            ]
            for member in members:
                stream = plain(_pieces(archive, member))
                yield from read_warc(stream, f"{path}/{member.filename}")
    except NO_ZIP as error:
        yield Failure(path.absolute().as_uri(), "read", f"{path} cannot be read: {error}")
        return
    if not members:
        reason = f"{path} is a ZIP archive without WARC files in {FOLDER}, so no WACZ: unpack it"
        yield Failure(path.absolute().as_uri(), "read", reason)


def _pieces(archive: ZipFile, member: ZipInfo) -> Pieces:
    """The bytes of *member*, as they are unpacked, and where that ends early."""
    try:
        with archive.open(member) as file:
            while piece := file.read(BLOCK):
                yield piece
    except NO_ZIP as error:
        yield Damage(f"cannot be unpacked on: {error}")
