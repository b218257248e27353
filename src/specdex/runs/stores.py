"""Stores of records: one in an SQLite file, pleasant to open with datasette; one that forgets."""
# ruff: noqa: S608 - the SQL is made of our own words; what is asked for is a parameter

import logging
import os
import sqlite3
import time
import weakref
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Self, TypeVar

from specdex.errors import DamagedError, InputError, StoreError
from specdex.records import Product
from specdex.runs import catalogue, schema
from specdex.runs.tables import Table, table_of, within
from specdex.urls import host

__all__ = ["BATCH", "MemoryStore", "SqliteStore", "sound_records"]

R = TypeVar("R")
_log = logging.getLogger("specdex")

PATIENCE = 60.0
"""Seconds to wait for another process that writes."""
RETRY = 0.05
CACHE = 65_536
"""KiB of pages that a writer may hold before it spills them."""
UNDECODED = "Could not decode"
MEMORY = ":memory:"
"""What SQLite calls a file that it keeps in memory."""
BROKEN = (ValueError, TypeError, RecursionError)
"""What reading a damaged row raises."""
BATCH = 500
"""Rows fetched at a time: a slow reader holds no lock and no old snapshot."""
MOST_ROWS = (1 << 63) - 1
"""SQLite numbers no row higher."""


class SqliteStore:
    """Keeps records in the SQLite file at *path*; one process writes, any number reads.

    What ``add`` returned for survives ``kill -9`` and, by ``synchronous=FULL``, a power cut. A
    file of an earlier version is upgraded, after a backup beside it. With *read_only* nothing is
    written but that.
    """

    def __init__(self, path: Path | str, *, read_only: bool = False) -> None:
        self.path = Path(path)
        with self._clear():
            self._connection = self._connect(read_only=read_only)
        try:
            with self._clear():
                self._open(read_only=read_only)
        except BaseException:
            self._connection.close()
            raise

    def add(self, records: Iterable[Any]) -> int:
        """Keep *records* for good before returning, all or none; how many keys were new."""
        given = list(records)
        with self._clear():
            rows = [(table, table.row(each)) for each in given for table in (table_of(type(each)),)]
        if not rows:
            return 0
        with self.transaction():
            new = sum(self._put(table, row) for table, row in rows)
            self._enter(given)
            return new

    def replace(self, kind: type[R], scope: Mapping[str, Any], records: Iterable[R]) -> None:
        """Let the records of *kind* within *scope* be exactly *records*, for good, all or none."""
        table = table_of(kind)
        where = table.parameters(scope)
        given = within(kind, scope, records)
        with self._clear():
            rows = list(map(table.row, given))
        with self.transaction():
            self._connection.execute(f"DELETE FROM {table.name} WHERE {table.where(where)}", where)
            for row in rows:
                self._put(table, row)
            self._enter(given)

    def fill(
        self, name: str, columns: Sequence[str], rows: Iterable[Sequence[Any]], into: str = "main"
    ) -> None:
        """Put *rows* as they are into the table called *name*; those it has are left out.

        It lies in this database or, by its name, in the one ``beside``.
        """
        known = self.columns(name) if name in self.tables() else []
        if not set(columns) <= set(known):
            raise StoreError(f"{name} is no table of a run, or has other columns")
        names, marks = ", ".join(f'"{each}"' for each in columns), ", ".join("?" * len(columns))
        query = f"INSERT INTO {into}.{name} ({names}) VALUES ({marks}) ON CONFLICT DO NOTHING"
        with self.transaction():
            self._connection.executemany(query, rows)

    def count_facets(self, category: str) -> None:
        """Count anew how the values of the products of *category* are spread."""
        with self.transaction():
            catalogue.count_facets(self._connection, category)

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Keep what is added and replaced meanwhile for good at the end, or nothing of it."""
        with self._clear(), schema.transaction(self._connection):
            yield

    @contextmanager
    def beside(self, path: Path | None = None) -> Iterator[Callable[..., Any]]:
        """What executes SQL that knows the database at *path* as ``other``; all is kept at once.

        Without a *path*, it is an empty one that is gone afterwards.
        """
        with self._clear():
            self._connection.execute("ATTACH ? AS other", (str(path or ""),))
            try:
                with self.transaction():
                    yield self._connection.execute
            finally:
                self._connection.execute("DETACH other")

    def read(self, kind: type[R], /, **where: Any) -> Iterator[R]:
        """The records of *kind* whose fields equal *where*, in the order they were first added.

        Records added while reading are not among them.
        """
        parameters = table_of(kind).parameters(where)
        return self.select(kind, Table.where(parameters), parameters)

    def count(self, kind: type, /, **where: Any) -> int:
        """How many records of *kind* have fields equal to *where*."""
        table: Table[Any] = table_of(kind)
        parameters = table.parameters(where)
        query = f"SELECT count(*) FROM {table.name} WHERE {table.where(parameters)}"
        return int(self.rows(query, parameters)[0][0])

    def select(self, kind: type[R], condition: str, parameters: Mapping[str, Any]) -> Iterator[R]:
        """The records of *kind* whose row ``t`` fulfils an SQL *condition*, as they were added.

        For ``specdex.runs.queries``: no other module speaks SQL.
        """
        table = table_of(kind)
        query = (
            f"{table.select} WHERE t.rowid > :_after AND t.rowid <= :_last AND ({condition})"
            " ORDER BY t.rowid LIMIT :_batch"
        )
        return self._batches(table, query, parameters)

    def found(self, kind: type[R], rest: str, parameters: Mapping[str, Any]) -> list[R]:
        """The records of *kind* that a query with this *rest* answers, in its order."""
        table = table_of(kind)
        return list(map(table.record, self.rows(f"{table.select} {rest}", parameters)))

    def rows(
        self, query: str, parameters: Mapping[str, Any] | None = None
    ) -> list[tuple[Any, ...]]:
        """What an SQL *query* answers; ``host(url)`` may be used in it."""
        with self._clear():
            try:
                return self._connection.execute(query, parameters or {}).fetchall()
            except sqlite3.OperationalError as error:
                if UNDECODED not in str(error):
                    raise
                # texts that are no UTF-8 any more are read as far as they are
                self._connection.text_factory = lambda data: data.decode("utf-8", "replace")
                try:
                    return self._connection.execute(query, parameters or {}).fetchall()
                finally:
                    self._connection.text_factory = str
            except UnicodeEncodeError:  # what cannot be written was never kept
                return []

    def table(
        self, query: str, parameters: Mapping[str, Any] | None = None
    ) -> Iterator[dict[str, Any]]:
        """What an SQL *query* answers, a row at a time, by column."""
        with self._clear():
            cursor = self._connection.execute(query, parameters or {})
            columns = [column[0] for column in cursor.description]
            while rows := cursor.fetchmany(BATCH):
                yield from (dict(zip(columns, row, strict=True)) for row in rows)

    def columns(self, name: str) -> list[str]:
        """The columns of a table or view; none where it is not there."""
        return [row[1] for row in self.rows(f"PRAGMA table_info({name})")]

    def tables(self) -> tuple[str, ...]:
        """The names of all tables and views, sorted, but for what products are found by."""
        query = """SELECT name FROM sqlite_master WHERE type IN ('table', 'view')
        AND name NOT GLOB 'catalogue*' AND name NOT IN ('facets', 'unread') ORDER BY name"""
        return tuple(name for (name,) in self.rows(query))

    def close(self) -> None:
        """Let go of the file."""
        self._connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    def _put(self, table: Table[Any], row: dict[str, Any]) -> int:
        """Insert or update one row; 1 where its key was new."""
        if self._connection.execute(table.insert, row).rowcount:
            return 1
        self._connection.execute(table.update, row)
        return 0

    def _enter(self, records: Iterable[Any]) -> None:
        """Let those of *records* that are products be found."""
        products = [each for each in records if type(each) is Product]
        if products:
            catalogue.enter(self._connection, products)

    def _batches(self, table: Table[R], query: str, parameters: Mapping[str, Any]) -> Iterator[R]:
        after, last = 0, MOST_ROWS
        while after < last:
            limits = {"_after": after, "_last": last, "_batch": BATCH}
            rows = self.rows(query, {**parameters, **limits})
            if len(rows) == BATCH and not after:
                # what is added from now on is not read; where all came at once nothing is
                last = self.rows(f"SELECT max(rowid) FROM {table.name}")[0][0] or 0
            yield from sound_records(table, rows, self.path, self._cure())
            after = rows[-1][0] if len(rows) == BATCH else last

    def _connect(self, *, read_only: bool) -> sqlite3.Connection:
        address = str(self.path)
        if read_only:
            # without a log to read, and no right to make one, SQLite must be told so
            log = self.path.with_name(f"{self.path.name}-wal")
            sealed = not log.exists() and not os.access(self.path.parent, os.W_OK)
            address = f"{self.path.absolute().as_uri()}?mode=ro{'&immutable=1' * sealed}"
        # autocommit: transactions begin and end where this module says so
        return sqlite3.connect(
            address,
            timeout=PATIENCE,
            isolation_level=None,
            check_same_thread=address != MEMORY,  # what nobody closed is closed by any thread
            uri=read_only,
        )

    def _open(self, *, read_only: bool) -> None:
        """Check that the file is ours, make or upgrade its tables, and set it to WAL."""
        self._connection.create_function("host", 1, host, deterministic=True)
        if not read_only:
            schema.prepare(self._connection, self.path)
            catalogue.fill(self._connection)
            if str(self.path) != MEMORY:
                self._set_wal()
            self._connection.execute("PRAGMA synchronous = FULL")
            self._connection.execute(f"PRAGMA cache_size = -{CACHE}")
        elif not schema.is_current(self._connection, self.path):
            self._connection.close()
            SqliteStore(self.path).close()
            self._connection = self._connect(read_only=True)
            self._connection.create_function("host", 1, host, deterministic=True)

    def _set_wal(self) -> None:
        """Write ahead, so that readers and the writer do not wait for each other."""
        run = self._connection.execute
        deadline = time.monotonic() + PATIENCE
        while run("PRAGMA journal_mode").fetchone()[0] != "wal":
            try:
                run("PRAGMA journal_mode = WAL")
            except sqlite3.OperationalError:
                # for this one lock SQLite itself does not wait
                if time.monotonic() > deadline:
                    raise
                time.sleep(RETRY)

    @contextmanager
    def _clear(self) -> Iterator[None]:
        """SQLite's complaints as one clear sentence."""
        try:
            yield
        except (sqlite3.IntegrityError, OverflowError, UnicodeEncodeError) as error:
            raise InputError(f"a record cannot be kept in {self.path}: {error}") from error
        except (sqlite3.Error, UnicodeDecodeError) as error:
            said = f"{self.path} cannot be used: {error}"
            if type(error) in {sqlite3.DatabaseError, UnicodeDecodeError}:
                raise DamagedError(f"{said}; {self._cure()}") from error
            raise StoreError(said) from error

    def _cure(self) -> str:
        return f"specdex run check {self.path.parent} --repair mends what can be"


def sound_records(
    table: Table[R], rows: Iterable[Sequence[Any]], place: Path | str, cure: str = ""
) -> Iterator[R]:
    """The records of *rows* of a *table* at *place*; of those that are damaged it is told."""
    for row in rows:
        try:
            record = table.record(row)
        except BROKEN as error:
            _log.warning(
                "%s: row %s of %s is damaged and left out (%s)%s",
                *(place, row[0], table.name, error, cure and f"; {cure}"),
            )
        else:
            yield record


class MemoryStore(SqliteStore):
    """Keeps records in memory: for tests, documentation and runs that leave no trace.

    >>> from specdex.records import Site
    >>> store = MemoryStore()
    >>> store.add([Site("a.example"), Site("b.example", score=0.5), Site("a.example", score=0.9)])
    2
    >>> [site.host for site in store.read(Site, score=0.9)]
    ['a.example']
    """

    def __init__(self) -> None:
        super().__init__(MEMORY)
        # nothing is lost with it, so that nobody need close it
        weakref.finalize(self, self._connection.close)
