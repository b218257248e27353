"""The body of an HTTP response in a WARC record as a browser would see it, bounded."""

import zlib
from importlib import import_module
from typing import Any

from warcio.bufferedreaders import ChunkedDataReader

from specdex.page_sources.compression import Damage
from specdex.page_sources.streams import MAX_BYTES

__all__ = ["body_of"]

WINDOWS = {
    "gzip": (16 + zlib.MAX_WBITS,),
    "x-gzip": (16 + zlib.MAX_WBITS,),
    "deflate": (zlib.MAX_WBITS, -zlib.MAX_WBITS),
}
"""How zlib is told the format; servers mean two different things by deflate."""
PLAIN = {"", "identity", "none"}


class Unreadable(Exception):  # noqa: N818 - reads as what happened
    """A body that cannot be had; the record around it is whole."""


def body_of(record: Any) -> bytes:
    """The decoded body of a warcio *record*; Unreadable says why not."""
    if record.length is None or record.length > MAX_BYTES:
        raise Unreadable(f"it is over the limit of {MAX_BYTES} bytes")
    http = record.http_headers
    if http and (http.get_header("Transfer-Encoding") or "").strip().lower() == "chunked":
        body = ChunkedDataReader(record.raw_stream).read()
    else:
        body = record.raw_stream.read(record.length)
    if getattr(record.raw_stream, "limit", 0):
        raise Damage("it ends in the middle of a record")
    return _decoded(body, (http.get_header("Content-Encoding") or "") if http else "")


def _decoded(body: bytes, encodings: str) -> bytes:
    for encoding in reversed(encodings.lower().split(",")):
        name = encoding.strip()
        if name in WINDOWS:
            body = _inflated(body, WINDOWS[name])
        elif name == "br":
            body = _unbrotlied(body)
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
