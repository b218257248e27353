"""Compressed bytes made plain, piece by piece: bounded in memory, going on after damage."""

import lzma
import zlib
from collections.abc import Iterator

__all__ = ["GZIP_MAGIC", "XZ_MAGIC", "Damage", "Pieces", "TooLong", "decompressed"]

GZIP_MAGIC = b"\x1f\x8b\x08"
XZ_MAGIC = b"\xfd7zXZ\x00"
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


def decompressed(pieces: Pieces, magic: bytes) -> Pieces:
    """*pieces* made plain, where *magic*, how they begin, says that they are compressed."""
    if magic.startswith(GZIP_MAGIC):
        return _gunzipped(pieces)
    if magic.startswith(XZ_MAGIC):
        return _unxzed(pieces)
    return pieces


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


def _unxzed(pieces: Pieces) -> Pieces:
    """The content of all xz streams, up to damage."""
    inflater, started = lzma.LZMADecompressor(memlimit=XZ_MEMORY), False
    try:
        for piece in pieces:
            if isinstance(piece, Damage):
                yield piece
                return
            rest = piece
            while rest or not inflater.needs_input:
                rest = rest if started else rest.lstrip(b"\0")
                if not rest and not started:
                    break
                yield inflater.decompress(rest, MAX_PIECE)
                rest, started = b"", True
                if inflater.eof:
                    rest = inflater.unused_data
                    inflater, started = lzma.LZMADecompressor(memlimit=XZ_MEMORY), False
    except lzma.LZMAError as error:
        yield Damage(f"compressed data is damaged: {str(error).rstrip('.').lower()}")
        return
    if started:
        yield Damage("it ends in the middle of compressed data")
