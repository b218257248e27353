"""Registers of authorised products, as tables: CSV, Parquet, SQLite, PostgreSQL.

A table of a database is named behind ``::``, as in ``register.db::drugs`` or
``postgresql://reader@host/approvals::drugs``; a database with one table needs no name.
"""

import csv
import sqlite3
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from specdex.errors import InputError, MissingExtra
from specdex.page_sources.streams import text_of

__all__ = ["read_register"]

SQLITE = frozenset({".db", ".sqlite", ".sqlite3"})
PARQUET = frozenset({".parquet", ".pq"})
POSTGRES = ("postgres://", "postgresql://")
TABLE_MARK = "::"
DELIMITERS = ",;\t|"
SAMPLE = 8192
"""Characters a delimiter is guessed from."""
MAX_CELL = 1 << 20


@dataclass(frozen=True, slots=True)
class RegisterTable:
    """A table as read: the names of its columns, and its rows with their numbers."""

    name: str
    columns: tuple[str, ...]
    rows: tuple[tuple[int, tuple[str, ...]], ...]


def read_register(location: str) -> RegisterTable:
    """The table at *location*; an InputError names the file, the line and what is wrong."""
    place, _, table = location.partition(TABLE_MARK)
    if place.startswith(POSTGRES):
        return _checked(place.rpartition("@")[2], *_from_postgres(place, table))
    path = Path(place)
    if not path.is_file():
        raise InputError(f"there is no register at {place}")
    if path.suffix.lower() in SQLITE:
        return _checked(place, *_from_sqlite(path, table))
    if path.suffix.lower() in PARQUET:
        return _checked(place, *_query(str(path), "select * from read_parquet(?)", [str(path)]))
    return _checked(place, *_from_csv(path))


Rows = Iterable[tuple[int, tuple[str, ...]]]


def _checked(name: str, columns: tuple[str, ...], rows: Rows) -> RegisterTable:
    """The table, unless a column has no name or a name twice, or there is no row."""
    for place, column in enumerate(columns):
        if not column.strip():
            raise InputError(f"{name}, line 1: column {place + 1} has no name")
        if column in columns[:place]:
            raise InputError(f"{name}, line 1: two columns are called {column!r}")
    kept = tuple(rows)
    if not kept:
        raise InputError(f"{name}, line 1: the register has no rows")
    return RegisterTable(name, columns, kept)


def _from_csv(path: Path) -> tuple[tuple[str, ...], Rows]:
    text = text_of(path)
    try:
        dialect: Any = csv.Sniffer().sniff(text[:SAMPLE], DELIMITERS)
    except csv.Error:
        dialect = csv.excel
    # a sniffed dialect may forget that quotes are doubled inside quotes
    reader = csv.reader(
        text.splitlines(keepends=True), delimiter=dialect.delimiter, doublequote=True, strict=True
    )
    limit = csv.field_size_limit(MAX_CELL)
    try:
        header = tuple(next(reader, ()))
        rows = list(_csv_rows(path, reader, len(header)))
    except csv.Error as error:
        raise InputError(f"{path}, line {reader.line_num}: {error}") from error
    finally:
        csv.field_size_limit(limit)
    if not header:
        raise InputError(f"{path}, line 1: the file is empty")
    return header, rows


def _csv_rows(path: Path, reader: Any, width: int) -> Iterator[tuple[int, tuple[str, ...]]]:
    for row in reader:
        if not row:
            continue
        if len(row) != width:
            sentence = f"{len(row)} cells where the header has {width}"
            raise InputError(f"{path}, line {reader.line_num}: {sentence}")
        yield reader.line_num, tuple(row)


def _from_sqlite(path: Path, table: str) -> tuple[tuple[str, ...], Rows]:
    try:
        connection = sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)
    except sqlite3.Error as error:
        raise InputError(f"cannot open {path}: {error}") from error
    try:
        names = [
            row[0]
            for row in connection.execute("select name from sqlite_master where type = 'table'")
        ]
        chosen = _table(str(path), table, names)
        quoted = chosen.replace('"', '""')
        cursor = connection.execute(f'select * from "{quoted}"')  # noqa: S608 - one of its own names
        columns = tuple(each[0] for each in cursor.description)
        return columns, [(number, _texts(row)) for number, row in enumerate(cursor, 1)]
    except sqlite3.Error as error:
        raise InputError(f"cannot read {path}: {error}") from error
    finally:
        connection.close()


def _table(place: str, wanted: str, names: list[str]) -> str:
    if wanted in names:
        return wanted
    listed = ", ".join(names) or "none"
    if wanted:
        raise InputError(f"{place} has no table {wanted!r}; it has: {listed}")
    if len(names) != 1:
        raise InputError(f"name a table of {place} behind '::'; it has: {listed}")
    return names[0]


def _from_postgres(place: str, table: str) -> tuple[tuple[str, ...], Rows]:
    name = place.rpartition("@")[2]
    if not table:
        raise InputError(f"name a table of {name} behind '::'")
    parts = [part.strip('"') for part in table.split(".")]
    if not all(part.replace("_", "").isalnum() for part in parts):
        raise InputError(f"{table!r} is no name of a table")
    quoted = ".".join(f'"{part}"' for part in ("register", *parts))
    attach = (
        f"attach '{place.replace(chr(39), chr(39) * 2)}' as register (type postgres, read_only)"
    )
    return _query(name, f"select * from {quoted}", [], attach)  # noqa: S608 - checked above


def _query(
    name: str, query: str, given: list[str], before: str = ""
) -> tuple[tuple[str, ...], Rows]:
    try:
        import duckdb
    except ImportError as error:
        raise MissingExtra("duckdb", "analytics") from error
    connection = duckdb.connect()
    try:
        if before:
            connection.execute(before)
        cursor = connection.execute(query, given)
        columns = tuple(each[0] for each in cursor.description)
        return columns, [(number, _texts(row)) for number, row in enumerate(cursor.fetchall(), 1)]
    except duckdb.Error as error:
        # the address of a database may hold a password
        reason = "" if before else f": {str(error).splitlines()[0]}"
        raise InputError(f"cannot read {name}{reason}") from (None if before else error)
    finally:
        connection.close()


def _texts(row: Iterable[Any]) -> tuple[str, ...]:
    return tuple("" if value is None else str(value) for value in row)
