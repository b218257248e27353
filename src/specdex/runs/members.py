"""Gzip members of a file: where each lies, and where the last whole one ends."""

import zlib
from collections.abc import Iterator
from typing import BinaryIO

__all__ = ["members"]

BLOCK = 1 << 18
GZIP = 16 + zlib.MAX_WBITS
MAX_OUTPUT = 1 << 20
"""Inflated at a time, whatever the file promises."""


def members(file: BinaryIO, offset: int) -> Iterator[tuple[int, int]]:
    """Offset and length of each whole gzip member of *file* from *offset* on.

    Ends before a member that the end of the file cuts short; raises ``zlib.error`` where the
    bytes are no gzip at all.
    """
    file.seek(offset)
    rest = file.read(BLOCK)
    while rest:
        inflater, length = zlib.decompressobj(GZIP), 0
        while not inflater.eof and rest:
            inflater.decompress(rest, MAX_OUTPUT)
            left = inflater.unused_data if inflater.eof else inflater.unconsumed_tail
            length += len(rest) - len(left)
            rest = left or (b"" if inflater.eof else file.read(BLOCK))
        if not inflater.eof:
            return
        yield offset, length
        offset += length
        rest = rest or file.read(BLOCK)
