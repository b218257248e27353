"""The store of a run: one SQLite file in WAL mode, pleasant to open with datasette."""

import sqlite3
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Self, TypeVar

from specdex.errors import InputError, StoreError
from specdex.runs.kinds import checked
from specdex.runs.tables import INDEXES, VERSION, VIEWS, Table, table_of, tables

__all__ = ["SqliteStore"]

R = TypeVar("R")

APPLICATION = 0x73706478
"""``spdx`` in the file's header says that it is ours."""
PATIENCE = 60.0
"""Seconds to wait for another process that writes."""
RETRY = 0.05
BATCH = 500
"""Rows fetched at a time: a slow reader holds no lock and no old snapshot."""


class SqliteStore:
    """Keeps records in the SQLite file at *path*; one process writes, any number reads.

    What ``add`` returned for survives ``kill -9`` and, by ``synchronous=FULL``, a power cut.
    """

    def __init__(self, path: Path | str) -> None:
        self.path = Path(path)
        with self._clear():
            # autocommit: transactions begin and end where this module says so
            self._connection = sqlite3.connect(self.path, timeout=PATIENCE, isolation_level=None)
        try:
            with self._clear():
                self._open()
        except BaseException:
            self._connection.close()
            raise

    def add(self, records: Iterable[Any]) -> int:
        """Keep *records* for good before returning, all or none; how many keys were new."""
        rows = []
        for record in records:
            table = table_of(type(record))
            rows.append((table, table.row(record)))
        if not rows:
            return 0
        with self._clear(), self._transaction():
            return sum(self._put(table, row) for table, row in rows)

    def read(self, kind: type[R], /, **where: Any) -> Iterator[R]:
        """The records of *kind* whose fields equal *where*, in the order they were first added.

        Records added while reading are not among them.
        """
        table = table_of(kind)
        return self._rows(table, table.parameters(checked(kind, where)))

    def count(self, kind: type, /, **where: Any) -> int:
        """How many records of *kind* have fields equal to *where*."""
        table: Table[Any] = table_of(kind)
        parameters = table.parameters(checked(kind, where))
        return int(self._one(table.count(tuple(parameters)), parameters))

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

    def _rows(self, table: Table[R], parameters: dict[str, Any]) -> Iterator[R]:
        query, after = table.select(tuple(parameters)), 0
        last = self._one(table.last, {}) or 0
        while after < last:
            limits = {"_after": after, "_last": last, "_batch": BATCH}
            with self._clear():
                rows = self._connection.execute(query, parameters | limits).fetchall()
            yield from map(table.record, rows)
            after = rows[-1][0] if len(rows) == BATCH else last

    def _one(self, query: str, parameters: dict[str, Any]) -> Any:
        """The single value that *query* asks for."""
        with self._clear():
            return self._connection.execute(query, parameters).fetchone()[0]

    def _open(self) -> None:
        """Check that the file is ours, make or complete its tables, and set it to WAL."""
        run = self._connection.execute
        if not self._is_known() or self._missing():
            with self._transaction():
                # asked again: another process may have been faster
                self._is_known()
                for statement in self._missing():
                    run(statement)
                run(f"PRAGMA application_id = {APPLICATION}")
                run(f"PRAGMA user_version = {VERSION}")
        self._set_wal()
        run("PRAGMA synchronous = FULL")

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

    def _is_known(self) -> bool:
        """Whether the file is a store already; a StoreError where it can never be one."""
        run = self._connection.execute
        # looked at first: whoever else makes the file sets the rest in the same transaction
        empty = not run("SELECT count(*) FROM sqlite_master").fetchone()[0]
        application = run("PRAGMA application_id").fetchone()[0]
        version = run("PRAGMA user_version").fetchone()[0]
        if application == APPLICATION and version <= VERSION:
            return True
        if application == APPLICATION:
            raise StoreError(
                f"{self.path} was written by a newer specdex"
                f" (version {version} of its tables, this one knows {VERSION})"
            )
        if not empty or application:
            raise StoreError(f"{self.path} is an SQLite file, but not one of specdex")
        return False

    def _missing(self) -> list[str]:
        """What makes the file whole: everything in a new one, later what records have gained."""
        run = self._connection.execute
        there = {name for (name,) in run("SELECT name FROM sqlite_master")}
        columns = {
            table.name: {row[1] for row in run(f"PRAGMA table_info({table.name})")}
            for table in tables()
        }
        return [
            *(table.create for table in tables() if table.name not in there),
            *(
                f"ALTER TABLE {table.name} ADD COLUMN {declaration}"
                for table in tables()
                for name, declaration in table.declarations().items()
                if table.name in there and name not in columns[table.name]
            ),
            *(sql for name, sql in (INDEXES | VIEWS).items() if name not in there),
        ]

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._connection.execute("COMMIT")
        except BaseException:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            raise

    @contextmanager
    def _clear(self) -> Iterator[None]:
        """SQLite's complaints as one clear sentence."""
        try:
            yield
        except (sqlite3.IntegrityError, OverflowError, UnicodeEncodeError) as error:
            raise InputError(f"a record cannot be kept in {self.path}: {error}") from error
        except sqlite3.Error as error:
            raise StoreError(f"{self.path} cannot be used: {error}") from error
