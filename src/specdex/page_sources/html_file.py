"""A single page in an HTML file."""

import os
from collections.abc import Iterator
from pathlib import Path

from specdex.page_sources.compression import Damage
from specdex.page_sources.streams import MAX_BYTES, STDIN, ByteStream, opened, present
from specdex.records import Failure, Page

__all__ = ["HTML_SUFFIXES", "HtmlFile", "read_html", "stem"]

HTML_SUFFIXES = (".html", ".htm", ".xhtml")
COMPRESSED = (".gz", ".xz")
STDIN_URL = "file:///dev/stdin"


class HtmlFile:
    """Reads one HTML file; the page is called after it."""

    def pages(self, location: str) -> Iterator[Page | Failure]:
        """The page at *location* (a path, or ``-``); none in an empty file."""
        if location != STDIN:
            present(location)
        return self._pages(location)

    def _pages(self, location: str) -> Iterator[Page | Failure]:
        with opened(location) as stream:
            yield from read_html(stream, location)


def read_html(stream: ByteStream, location: str) -> Iterator[Page | Failure]:
    """The page in an open *stream*."""
    url = STDIN_URL if location == STDIN else Path(location).resolve().as_uri()
    try:
        body = stream.read(MAX_BYTES + 1)
    except Damage as damage:
        yield Failure(url, "read", f"{location} cannot be read: {damage}")
        return
    if len(body) > MAX_BYTES:
        yield Failure(url, "read", f"{location} is over the limit of {MAX_BYTES} bytes")
    elif body:
        yield Page(url, body, id="stdin" if location == STDIN else stem(Path(location).name))


def stem(name: str) -> str:
    """A file's *name* without its endings.

    >>> stem("kettle.html.gz")
    'kettle'
    """
    # a name that is no UTF-8 must still be printable
    plain = os.fsencode(name).decode("utf-8", "replace")
    for suffix in (*COMPRESSED, *HTML_SUFFIXES):
        if plain.lower().endswith(suffix) and len(plain) > len(suffix):
            plain = plain[: -len(suffix)]
    return plain
