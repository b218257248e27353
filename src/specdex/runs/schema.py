"""The tables of a run's database: made from ``schema.sql``, and brought there from old versions.

A file says in its header that it is ours (``application_id``) and which version of the tables it
holds (``user_version``).
"""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import cache
from importlib.resources import files
from pathlib import Path

from specdex.errors import StoreError

__all__ = ["VERSION", "is_current", "prepare", "transaction", "version_of"]

APPLICATION = 0x73706478
"""``spdx`` in the file's header."""
HERE = files("specdex.runs")
MIGRATIONS = {
    int(name[:4]): f"migrations/{name}"
    for name in sorted(each.name for each in (HERE / "migrations").iterdir())
    if name.endswith(".sql")
}
"""By the version that each leads to."""


@cache
def _statements(name: str) -> tuple[str, ...]:
    """The statements of an SQL file."""
    found, statement = [], ""
    for line in (HERE / name).read_text(encoding="utf-8").splitlines(keepends=True):
        statement += "" if line.startswith("--") else line
        if sqlite3.complete_statement(statement):
            found.append(statement.strip())
            statement = ""
    return tuple(found)


VERSION = max(MIGRATIONS)


def version_of(connection: sqlite3.Connection, path: Path) -> int:
    """Which version of the tables the file holds: 0 if it is empty.

    A StoreError where it is not ours, or of a newer version.
    """
    run = connection.execute
    # looked at first: whoever else makes the file sets the rest in the same transaction
    empty = not run("SELECT count(*) FROM sqlite_master").fetchone()[0]
    application = run("PRAGMA application_id").fetchone()[0]
    version = int(run("PRAGMA user_version").fetchone()[0])
    if application == APPLICATION and version <= VERSION:
        return version
    if application == APPLICATION:
        raise StoreError(
            f"{path} was written by a newer specdex"
            f" (version {version} of its tables, this one knows {VERSION})"
        )
    if not empty or application:
        raise StoreError(f"{path} is an SQLite file, but not one of specdex")
    return 0


def prepare(connection: sqlite3.Connection, path: Path) -> None:
    """Make the tables of an empty file, or upgrade those of an old one after a backup of it.

    Views and triggers that are not ours are taken out.
    """
    if is_current(connection, path):
        return
    with transaction(connection):
        # asked again: another process may have been faster
        version = version_of(connection, path)
        if is_current(connection, path):
            return
        if version:
            if version < VERSION:
                _back_up(path, version)
            _upgrade(connection, version)
        else:
            _run(connection, _statements("schema.sql"))
        connection.execute(f"PRAGMA application_id = {APPLICATION}")
        connection.execute(f"PRAGMA user_version = {VERSION}")


def is_current(connection: sqlite3.Connection, path: Path) -> bool:
    """Whether the file holds this version of the tables, and no view or trigger of a stranger.

    A view in the place of a table may never end, a trigger may remove what is kept.
    """
    made = connection.execute("SELECT sql FROM sqlite_master WHERE type IN ('view', 'trigger')")
    ours = {each.rstrip(";") for each in _statements("schema.sql")}
    return version_of(connection, path) == VERSION and all(sql in ours for (sql,) in made)


def _upgrade(connection: sqlite3.Connection, version: int) -> None:
    """Bring tables of *version* to this one; indices, views and triggers are made anew."""
    made = connection.execute(
        "SELECT type, name FROM sqlite_master"
        " WHERE type IN ('index', 'view', 'trigger') AND sql IS NOT NULL"
    )
    _run(connection, tuple(f"DROP {kind} {_quoted(name)}" for kind, name in made.fetchall()))
    for number, name in MIGRATIONS.items():
        if number > version:
            _run(connection, _statements(name))
    _run(
        connection,
        tuple(each for each in _statements("schema.sql") if not each.startswith("CREATE TABLE")),
    )


def _quoted(name: str) -> str:
    doubled = name.replace('"', '""')
    return f'"{doubled}"'


def _run(connection: sqlite3.Connection, statements: tuple[str, ...]) -> None:
    for statement in statements:
        try:
            connection.execute(statement)
        except sqlite3.OperationalError as error:
            if "duplicate column name" not in str(error):
                raise


def _back_up(path: Path, version: int) -> None:
    """Copy the database, as it was last committed, beside itself; whole or not at all."""
    target = path.with_name(f"{path.name}.v{version}.bak")
    part = target.with_name(f"{target.name}.part")
    part.unlink(missing_ok=True)
    with closing(sqlite3.connect(path)) as source, closing(sqlite3.connect(part)) as copy:
        source.backup(copy)
    part.replace(target)


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """All that is written meanwhile is kept, or nothing; transactions may lie in each other."""
    nested = connection.in_transaction
    connection.execute("SAVEPOINT part" if nested else "BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("RELEASE part" if nested else "COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK TO part" if nested else "ROLLBACK")
        raise
