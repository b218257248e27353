"""What is damaged in a run folder, told by file and place, and mended as far as it can be.

The index of pages is written anew from the WARC files; a damaged database from those of its rows
that can be read, and the old file stays beside it. Sites of which pages were lost are to be crawled
again, which fetches only what is missing.
"""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any

from specdex.errors import StoreError
from specdex.records import KEYS, Site, StoredPage
from specdex.runs.captures import indexed
from specdex.runs.folder import DATABASE, WARC, keep_inside
from specdex.runs.packed import Packed, Part, is_packed
from specdex.runs.places import address, size_at
from specdex.runs.stores import BROKEN, SqliteStore
from specdex.runs.tables import Table, table_of
from specdex.runs.warc import INDEX, WarcArchive, closed_files, write_index

__all__ = ["Fault", "check_run"]

ASIDE = ".damaged"
FILES = ("", "-wal", "-shm")
"""What the names of the files of an SQLite database end in."""
BATCH = 500
DAMAGED = (sqlite3.Error, UnicodeDecodeError)
"""What SQLite raises; even its complaint may be no text."""
MAX_MISSES = 100_000
"""Numbers of rows that are tried in vain, one after the other, before a table is given up."""
MAX_COMPLAINTS = 20
MAKES_PAGES = ("pages ", "sites ")
"""Tables whose lost rows are found again by crawling."""

Places = dict[tuple[str, int], tuple[str, int]]
"""Address and length of each page, by file and offset."""


@dataclass(frozen=True, slots=True)
class Fault:
    """Something in a run folder that is not as it was written."""

    file: str
    place: str
    what: str
    mended: bool = False


def check_run(path: Path, *, repair: bool = False) -> list[Fault]:
    """All that is damaged in the run at *path*, mended where that is wanted and can be."""
    if is_packed(path):
        packed = Packed(path)
        return [fault for part in packed.manifest.parts for fault in _check_part(packed, part)]
    if not (path / DATABASE).is_file():
        raise StoreError(f"{path} is not a run folder")
    keep_inside(path)
    if repair:
        WarcArchive(path / WARC).close()
    places, faults = _check_archive(path, repair=repair)
    with suppress(StoreError):
        # a file of an earlier version is upgraded first
        SqliteStore(path / DATABASE, read_only=True).close()
    damaged = list(_check_database(path / DATABASE))
    mended = repair and bool(damaged) and _write_anew(path / DATABASE)
    faults += [replace(fault, mended=mended) for fault in damaged]
    if not damaged or mended:
        again = any(fault.place.startswith(MAKES_PAGES) for fault in damaged)
        faults += _check_pages(path, places, repair=repair, again=again)
    return faults


def _check_part(packed: Packed, part: Part) -> Iterator[Fault]:
    """What is wrong with a file of a packed run; only packing it again mends that."""
    try:
        if packed.digest(part) != part.digest:
            yield Fault(part.file, "", "it is not what was packed")
    except StoreError as error:
        yield Fault(part.file, "", str(error))


def _check_archive(path: Path, *, repair: bool) -> tuple[Places, list[Fault]]:
    """Look at every record and at the index: where pages lie, and what is wrong."""
    folder, faults, lines = path / WARC, list[Fault](), list[bytes]()
    for each in closed_files(folder):
        found, _, damaged = indexed(each)
        lines += found
        name = f"{WARC}/{each.name}"
        faults += [Fault(name, f"byte {at}", "no record can be read there") for at in damaged]
    index = folder / INDEX
    told = set(index.read_bytes().splitlines(keepends=True)) if index.exists() else set()
    wrong = len(told ^ set(lines))
    if wrong:
        if repair:
            write_index(folder, lines)
        what = f"{wrong} of its lines are wrong or missing"
        faults.append(Fault(f"{WARC}/{INDEX}", "", what, mended=repair))
    entries = [json.loads(line.split(b" ", 2)[2]) for line in lines]
    places = {
        (f"{WARC}/{each['filename']}", int(each["offset"])): (each["url"], int(each["length"]))
        for each in entries
    }
    return places, faults


def _check_database(path: Path) -> Iterator[Fault]:
    """What SQLite complains of, and the rows that are no records any more."""
    try:
        with closing(_opened(path)) as database:
            complaints = database.execute(f"PRAGMA integrity_check({MAX_COMPLAINTS})").fetchall()
            yield from (Fault(DATABASE, "", told) for (told,) in complaints if told != "ok")
            for kind in KEYS:
                yield from _damaged_rows(database, table_of(kind))
    except DAMAGED as error:
        yield Fault(DATABASE, "", str(error))


def _opened(path: Path) -> sqlite3.Connection:
    database = sqlite3.connect(path, isolation_level=None)
    database.text_factory = lambda data: data.decode("utf-8", "replace")
    try:
        database.execute("SELECT count(*) FROM sqlite_master").fetchone()
    except sqlite3.Error:
        database.close()
        raise
    return database


def _damaged_rows(database: sqlite3.Connection, table: Table[Any]) -> Iterator[Fault]:
    """The stretches of rows of *table* that cannot be read, each told once."""
    broken = (each for each in _rows(database, table) if isinstance(each[1], Exception))
    # numbers of one stretch are as far from their places
    for _, stretch in groupby(enumerate(broken), lambda each: each[1][0] - each[0]):
        (_, (first, what)), *rest = stretch
        place = f"{first} to {rest[-1][1][0]}" if rest else f"{first}"
        yield Fault(DATABASE, f"{table.name} {place}", str(what))


def _rows(database: sqlite3.Connection, table: Table[Any]) -> Iterator[tuple[int, Any]]:
    """The records of *table* by row number, or why one cannot be read."""
    query = f"{table.select} WHERE t.rowid > ? ORDER BY t.rowid LIMIT ?"
    after, size, misses = 0, BATCH, 0
    while misses < MAX_MISSES:
        try:
            rows = database.execute(query, (after, size)).fetchall()
        except DAMAGED as error:
            if size == 1:
                after, misses = after + 1, misses + 1
                yield after, error
            size = 1
            continue
        if not rows:
            return
        for row in rows:
            yield row[0], _record(table, row)
        after, misses, size = rows[-1][0], 0, BATCH if len(rows) == size else size


def _record(table: Table[Any], row: Any) -> Any:
    try:
        return table.record(row)
    except BROKEN as error:
        return error


def _write_anew(path: Path) -> bool:
    """Write the database anew from what can be read of it; whether anything can."""
    part = path.with_name(f"{path.name}.part")
    for ending in FILES:
        part.with_name(part.name + ending).unlink(missing_ok=True)
    try:
        with closing(_opened(path)) as database, SqliteStore(part) as store:
            for kind in KEYS:
                found = (each for _, each in _rows(database, table_of(kind)))
                store.add(each for each in found if not isinstance(each, Exception))
    except DAMAGED:
        part.unlink(missing_ok=True)
        return False
    for ending in FILES:
        old = path.with_name(path.name + ending)
        if old.exists():
            old.replace(path.with_name(f"{path.name}{ASIDE}{ending}"))
    part.replace(path)
    return True


def _check_pages(path: Path, places: Places, *, repair: bool, again: bool) -> list[Fault]:
    """The pages that do not lie where the database says; *again*, all sites lack some."""
    by_url = {url: (*place, length) for place, (url, length) in places.items()}
    closed = {f"{WARC}/{each.name}" for each in closed_files(path / WARC)}
    size = cache(size_at)
    faults, moved, lacking = list[Fault](), list[StoredPage](), set[str]()
    with SqliteStore(path / DATABASE, read_only=not repair) as store:
        for page in store.read(StoredPage):
            if address(page.file):
                there = page.offset + page.length <= size(page.file)
            else:
                # nobody can tell yet of a file that is being written
                there = page.file not in closed and (path / page.file).is_file()
            if there or (page.file, page.offset) in places:
                continue
            elsewhere = by_url.get(page.url)
            if elsewhere:
                file, offset, length = elsewhere
                moved.append(replace(page, file=file, offset=offset, length=length))
            else:
                lacking.add(page.site)
            what = f"{page.url} is not there" + (", but elsewhere" if elsewhere else "")
            faults.append(Fault(page.file, f"byte {page.offset}", what, mended=repair))
        if repair:
            sites = (site for site in store.read(Site) if again or site.host in lacking)
            store.add([*moved, *(replace(site, crawled=False) for site in sites)])
    return faults
