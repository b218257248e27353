"""Pages in JSON lines: ``url``, ``html`` and optional ``id``, ``site``, ``category``."""

import json
import re
from collections.abc import Iterator
from typing import Any

import msgspec

from specdex.page_sources.compression import Damage, TooLong
from specdex.page_sources.streams import BLOCK, MAX_BYTES, ByteStream
from specdex.records import Failure, Page
from specdex.urls import host

try:
    from specdex._native import unescaped
except ImportError:  # nothing was compiled
    unescaped = None

__all__ = ["read_lines"]

BYTE_ORDER_MARK = b"\xef\xbb\xbf"
HALVES = (b"\\ud", b"\\uD")
HTML = b'"html"'
OPENING = re.compile(rb'\s*\{[^{\\"]*(?:"[^{\\"]*"[^{\\"]*)*?"html"\s*:\s*"')
"""How a plain line begins, up to its page."""


class Line(msgspec.Struct):
    """What a line must and may say."""

    html: str
    url: str | None = None
    id: str | int | float | None = None
    site: str | None = None
    category: str | None = None


DECODER = msgspec.json.Decoder(Line)


def read_lines(stream: ByteStream, location: str) -> Iterator[Page | Failure]:
    """The pages of an open *stream* of JSON lines."""
    for number, line in enumerate(_lines(stream), start=1):
        if isinstance(line, TooLong):
            yield _failure(location, number, str(line))
        elif isinstance(line, Damage):
            reason = f"{location} cannot be read after line {number - 1}: {line}"
            yield Failure(location, "read", reason)
        else:
            text = line.removeprefix(BYTE_ORDER_MARK) if number == 1 else line
            if text and not text.isspace():
                yield _page(text, location, number)


def _lines(stream: ByteStream) -> Iterator[bytes | Damage]:
    """The lines of *stream*; damage takes the place of those that it hides."""
    skipping = False
    while True:
        stream.allowance = BLOCK if skipping else MAX_BYTES
        try:
            line = stream.readline(BLOCK if skipping else None)
        except Damage as damage:
            skipping = isinstance(damage, TooLong)
            yield damage
            continue
        if not line:
            return
        if not skipping:
            yield line
        # the rest of a line that was too long comes in parts
        skipping = skipping and not line.endswith(b"\n")


def _page(text: bytes, location: str, number: int) -> Page | Failure:
    try:
        line, body = _at_once(text) or (_line(text.strip()), b"")
        body = body or line.html.encode("utf-8")
    except (ValueError, RecursionError) as error:
        return _failure(location, number, f"it holds no page ({error})")
    url = line.url or ""
    return Page(
        url=url,
        body=body,
        id=url if line.id is None else str(line.id),
        site=host(url) if line.site is None else line.site,
        category=line.category or "",
        encoding="utf-8",
    )


def _at_once(text: bytes) -> tuple[Line, bytes] | None:
    """The line and its page, without a text in between, which takes longer than all the rest.

    None where that cannot be, or something is wrong with the line.
    """
    opening = OPENING.match(text) if unescaped is not None else None
    found = unescaped(text, opening.end()) if opening is not None else None
    if opening is None or found is None:
        return None
    body, end = found
    if HTML in text[end:]:
        return None
    try:
        return DECODER.decode(text[: opening.end()] + text[end:]), body
    except (ValueError, RecursionError):
        return None


def _line(text: bytes) -> Line:
    try:
        return DECODER.decode(text)
    except msgspec.ValidationError:
        raise
    except msgspec.DecodeError:
        if not any(each in text for each in HALVES):
            raise
    # JavaScript writes halves of surrogate pairs, msgspec refuses them; no reason to lose a page
    return msgspec.convert(_mended(json.loads(text)), Line)


def _mended(data: Any) -> Any:
    """*data* with every half of a surrogate pair made a question mark."""
    if not isinstance(data, dict):
        return data
    return {
        name: value.encode("utf-8", "replace").decode("utf-8") if isinstance(value, str) else value
        for name, value in data.items()
    }


def _failure(location: str, number: int, reason: str) -> Failure:
    return Failure(location, "read", f"line {number} of {location} was left out: {reason}")
