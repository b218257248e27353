"""The CDXJ index of WARC files: one sorted line per capture, as replay tools read it.

A writer appends to a journal beside its WARC file; journals are merged into the one sorted index
when the file is closed, or by whoever opens the folder next.
"""

import heapq
import json
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit

__all__ = ["entries", "line", "merge", "sort_key"]

TIMESTAMP_DIGITS = 14
KEY_SAFE = "!$&'()*+,/:;=?@[]~%"


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


def line(entry: dict[str, Any], date: str) -> bytes:
    """The index line of an *entry* (url, mime, status, digest, length, offset, filename)."""
    timestamp = "".join(filter(str.isdigit, date))[:TIMESTAMP_DIGITS]
    return f"{sort_key(entry['url'])} {timestamp} {json.dumps(entry)}\n".encode()


def entries(path: Path) -> Iterator[tuple[bytes, dict[str, Any]]]:
    """The whole lines of an index or journal with their entries; a torn line is left out."""
    with path.open("rb") as file:
        for each in file:
            try:
                entry = json.loads(each.split(b" ", 2)[2])
            except (ValueError, IndexError):
                continue
            if each.endswith(b"\n") and isinstance(entry, dict):
                yield each, entry


def merge(index: Path, lines: Iterable[bytes]) -> None:
    """Put *lines* in their place in the sorted *index*, each once; all or nothing."""
    part = index.with_suffix(".part")
    with part.open("wb") as out:
        last = b""
        for each in heapq.merge(_lines(index), sorted(lines)):
            if each != last:
                out.write(each)
            last = each
        out.flush()
        os.fsync(out.fileno())
    part.replace(index)


def _lines(path: Path) -> Iterator[bytes]:
    if path.exists():
        with path.open("rb") as file:
            yield from file
