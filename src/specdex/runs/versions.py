"""Earlier captures of a page: all that the index of a run's WARC files knows of its address."""

from collections.abc import Iterator
from itertools import takewhile
from pathlib import Path
from typing import Any

from specdex.records import StoredPage
from specdex.runs.captures import entries, entries_of, place_of, sort_key
from specdex.runs.warc import INDEX, JOURNAL, STEM, WarcArchive
from specdex.urls import host

__all__ = ["versions"]

DIGITS = 14


def versions(archive: WarcArchive, url: str) -> list[StoredPage]:
    """Every capture of *url*, the newest first; a body that came again unchanged counts once."""
    key = f"{sort_key(url)} ".encode()
    found: dict[tuple[str, int], tuple[str, StoredPage, str]] = {}
    for line, entry in _entries(archive.folder, key):
        if entry.get("url") == url:
            page = _stored(archive, entry, line[len(key) :][:DIGITS].decode("ascii", "replace"))
            found[page.file, page.offset] = page.fetched, page, str(entry.get("digest", ""))
    ordered = sorted(found.values(), key=lambda each: (each[0], each[1].file, each[1].offset))
    kept: list[StoredPage] = []
    last = ""
    for _, page, digest in ordered:
        if digest != last or not digest:
            kept.append(page)
        last = digest
    return kept[::-1]


def _entries(folder: Path, key: bytes) -> Iterator[tuple[bytes, dict[str, Any]]]:
    """The lines that begin with *key*, of the index and of files that are still written."""
    index = folder / INDEX
    if index.is_file():
        with index.open("rb") as file:
            file.seek(place_of(file, key))
            yield from entries_of(takewhile(lambda line: line.startswith(key), file))
    for journal in sorted(folder.glob(f"{STEM}*{JOURNAL}")):
        yield from (each for each in entries(journal) if each[0].startswith(key))


def _stored(archive: WarcArchive, entry: dict[str, Any], stamp: str) -> StoredPage:
    place = archive.folder / str(entry["filename"])
    date = f"{stamp[:4]}-{stamp[4:6]}-{stamp[6:8]}T{stamp[8:10]}:{stamp[10:12]}:{stamp[12:14]}Z"
    return StoredPage(
        url=str(entry["url"]),
        site=host(str(entry["url"])),
        file=archive.named(place),
        offset=int(entry["offset"]),
        length=int(entry["length"]),
        status=int(entry["status"]),
        content_type=str(entry["mime"]),
        fetched=date,
    )
