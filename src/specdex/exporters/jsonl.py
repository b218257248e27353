"""JSON lines, one page a line: what ``specdex extract`` prints."""

from collections.abc import Iterable
from typing import IO, Any

import msgspec

from specdex.records import Specification, extract_line

__all__ = ["JsonLinesExporter", "write_lines"]


class JsonLinesExporter:
    """Writes everything that is known about each page, with where it came from."""

    suffixes: tuple[str, ...] = (".jsonl", ".ndjson")
    binary = False

    def write(self, specifications: Iterable[Specification], stream: IO[Any]) -> int:
        """Write all to *stream*; how many."""
        return write_lines(map(extract_line, specifications), stream)


def write_lines(lines: Iterable[dict[str, Any]], stream: IO[Any]) -> int:
    """Write each of *lines* as JSON, not escaped beyond need; how many."""
    written = 0
    for line in lines:
        stream.write(msgspec.json.encode(line).decode("utf-8") + "\n")
        written += 1
    return written
