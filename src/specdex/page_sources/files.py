"""Which reader a file needs: by its ending, else by how it begins."""

from collections.abc import Callable, Iterator

from specdex.page_sources.html_file import COMPRESSED, HTML_SUFFIXES, read_html
from specdex.page_sources.jsonl import read_lines
from specdex.page_sources.streams import ByteStream, opened
from specdex.page_sources.warc import read_warc
from specdex.records import Failure, Page

__all__ = ["KNOWN_SUFFIXES", "read_file"]

Read = Callable[[ByteStream, str], Iterator[Page | Failure]]

PLAIN_READERS: dict[str, Read] = {
    ".warc": read_warc,
    ".jsonl": read_lines,
    ".ndjson": read_lines,
    **dict.fromkeys(HTML_SUFFIXES, read_html),
}
READERS = {
    plain + packed: read for plain, read in PLAIN_READERS.items() for packed in ("", *COMPRESSED)
} | {".json.gz": read_lines, ".json.xz": read_lines}
KNOWN_SUFFIXES = tuple(READERS)
SNIFFED = 1024


def read_file(location: str) -> Iterator[Page | Failure]:
    """The pages of one file, or of standard input (``-``)."""
    with opened(location) as stream:
        read = _by_suffix(location.lower()) or _by_content(stream.peek(SNIFFED))
        yield from read(stream, location)


def _by_suffix(location: str) -> Read | None:
    return next((read for suffix, read in READERS.items() if location.endswith(suffix)), None)


def _by_content(beginning: bytes) -> Read:
    plain = beginning.removeprefix(b"\xef\xbb\xbf").lstrip()
    if plain.startswith(b"WARC/"):
        return read_warc
    if plain.startswith(b"{"):
        return read_lines
    return read_html
