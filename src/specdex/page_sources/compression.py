"""Compressed bytes made plain, piece by piece: bounded in memory, going on after damage."""

import lzma
import sys
import zlib
from collections.abc import Callable, Iterator
from itertools import chain

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

__all__ = ["GZIP_MAGIC", "Damage", "Pieces", "TooLong", "unpacking", "unzstded"]

GZIP_MAGIC = b"\x1f\x8b\x08"
XZ_MAGIC = b"\xfd7zXZ\x00"
ZSTD_MAGIC = b"\x28\xb5\x2f\xfd"
DICTIONARY_MAGIC = b"\x5d\x2a\x4d\x18"
"""A ``.warc.zst`` may begin with a frame that holds the dictionary of all others."""
FORMATTED = b"\x37\xa4\x30\xec"
"""How a dictionary begins that was trained, and is not just text that often comes."""
MAX_DICTIONARY = 1 << 26
ZSTD_WINDOW: dict[int, int] = {zstd.DecompressionParameter.window_log_max: 27}
"""What a frame may ask for: 128 MB, as ``zstd`` itself allows."""
GZIP = 16 + zlib.MAX_WBITS
MAX_PIECE = 1 << 20
"""Made plain at a time, whatever the compressed bytes promise."""
XZ_MEMORY = 1 << 28
"""What an .xz file may ask for; ``xz -9`` asks for 65 MB."""


class Damage(Exception):  # noqa: N818 - reads as what happened
    """A stretch of bytes that cannot be read; what follows perhaps can."""


class TooLong(Damage):
    """A line with more bytes than anybody should have to hold."""


Pieces = Iterator[bytes | Damage]


def unpacking(magic: bytes) -> Callable[[Pieces], Pieces] | None:
    """What makes pieces plain that begin with *magic*; None where they are plain."""
    if magic.startswith(GZIP_MAGIC):
        return _gunzipped
    if magic.startswith(XZ_MAGIC):
        return lambda pieces: _unpacked(pieces, lambda: lzma.LZMADecompressor(memlimit=XZ_MEMORY))
    if magic.startswith((ZSTD_MAGIC, DICTIONARY_MAGIC)):
        return _unzstd
    return None


def unzstded(body: bytes, limit: int) -> bytes:
    """*body* made plain, at most *limit* bytes of it; as it is where it is no zstd after all."""
    try:
        return zstd.ZstdDecompressor(options=ZSTD_WINDOW).decompress(body, limit)
    except zstd.ZstdError:
        return body


def _gunzipped(pieces: Pieces) -> Pieces:
    """The content of all gzip members; what follows a damaged one is looked for."""
    gunzip = Gunzip()
    for piece in pieces:
        if isinstance(piece, Damage):
            yield piece
        else:
            yield from gunzip.feed(piece)
    if gunzip.started:
        yield Damage("it ends in the middle of compressed data")


class Gunzip:
    """Inflates gzip members one after the other, as bytes come."""

    def __init__(self) -> None:
        self._inflater = zlib.decompressobj(GZIP)
        self.started = False
        """Whether a member has begun and not ended."""
        self._lost = False
        """Whether the next member has to be looked for."""

    def feed(self, data: bytes) -> Pieces:
        """What *data* adds, or the Damage it holds."""
        while data := self._from_member(data):
            try:
                yield self._inflater.decompress(data, MAX_PIECE)
            except zlib.error:
                if not self._lost:
                    yield Damage("compressed data is damaged")
                self._restart(lost=True)
                data = data[1:]
            else:
                self.started, self._lost = True, False
                data = self._inflater.unconsumed_tail
                if self._inflater.eof:
                    data = self._inflater.unused_data
                    self._restart(lost=False)

    def _restart(self, *, lost: bool) -> None:
        self._inflater = zlib.decompressobj(GZIP)
        self.started, self._lost = False, lost

    def _from_member(self, data: bytes) -> bytes:
        """*data* from where a member begins or goes on; between members lies only padding."""
        if self._lost:
            at = data.find(GZIP_MAGIC)
            return data[at:] if at >= 0 else b""
        return data if self.started else data.lstrip(b"\0")


def _unzstd(pieces: Pieces) -> Pieces:
    """The content of all zstd frames, up to damage, by the dictionary that comes first if any."""
    try:
        dictionary, rest = _dictionary(pieces)
    except Damage as damage:
        yield damage
    except (zstd.ZstdError, ValueError):
        yield Damage("its zstd dictionary is damaged")
    else:
        yield from _unpacked(rest, lambda: zstd.ZstdDecompressor(dictionary, ZSTD_WINDOW))


def _dictionary(pieces: Pieces) -> tuple[zstd.ZstdDict | None, Pieces]:
    """The dictionary that *pieces* begin with, if they do, and what follows it."""
    head = _at_least(b"", 8, pieces)
    if not head.startswith(DICTIONARY_MAGIC):
        return None, chain([head], pieces)
    size = int.from_bytes(head[4:8], "little")
    if size > MAX_DICTIONARY:
        raise Damage(f"its zstd dictionary is over the limit of {MAX_DICTIONARY} bytes")
    data = _at_least(head[8:], size, pieces)
    content = data[:size]
    if content.startswith(ZSTD_MAGIC):
        content = zstd.ZstdDecompressor(options=ZSTD_WINDOW).decompress(content, MAX_DICTIONARY)
    dictionary = zstd.ZstdDict(content, is_raw=not content.startswith(FORMATTED))
    # only its use shows whether it is one
    zstd.ZstdDecompressor(dictionary)
    return dictionary, chain([data[size:]], pieces)


def _at_least(data: bytes, size: int, pieces: Pieces) -> bytes:
    """*data* and what follows it, until it has *size* bytes; Damage where it never has."""
    parts, length = [data], len(data)
    while length < size:
        piece = next(pieces, None)
        if piece is None or isinstance(piece, Damage):
            raise piece or Damage("it ends in the middle of compressed data")
        parts.append(piece)
        length += len(piece)
    return b"".join(parts)


def _unpacked(
    pieces: Pieces, make: Callable[[], lzma.LZMADecompressor | zstd.ZstdDecompressor]
) -> Pieces:
    """The content of all streams that *make* unpacks, up to damage."""
    unpacker, started = make(), False
    try:
        for piece in pieces:
            if isinstance(piece, Damage):
                yield piece
                return
            rest = piece
            while rest or not unpacker.needs_input:
                rest = rest if started else rest.lstrip(b"\0")
                if not rest and not started:
                    break
                yield unpacker.decompress(rest, MAX_PIECE)
                rest, started = b"", True
                if unpacker.eof:
                    rest = unpacker.unused_data
                    unpacker, started = make(), False
    except (lzma.LZMAError, zstd.ZstdError) as error:
        yield Damage(f"compressed data is damaged: {str(error).rstrip('.').lower()}")
        return
    if started:
        yield Damage("it ends in the middle of compressed data")
