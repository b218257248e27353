"""Common Crawl's host-level web graph: which hosts link to a host, of the whole web, offline.

The graph's text files are indexed once; a link is known between hosts, not between pages, so a
hub is a host and goes by the address of its home page.
"""

import sqlite3
import tempfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import closing
from itertools import islice
from pathlib import Path

import numpy as np

from specdex.errors import InputError
from specdex.providers.backlink_sources.graph_files import (
    Edges,
    graph_files,
    grouped,
    read_edges,
    read_vertices,
    reversed_name,
)
from specdex.providers.cache import LocalFile
from specdex.records import Backlink
from specdex.urls import host

__all__ = ["WebGraph", "index_web_graph"]

NAME = "web-graph.db"
"""How the index of a graph is called in the folder of its files."""
TABLES = """
CREATE TABLE hosts (number INTEGER PRIMARY KEY, name TEXT);
CREATE TABLE backlinks (number INTEGER PRIMARY KEY, hosts BLOB);
CREATE TABLE forwards (number INTEGER PRIMARY KEY, hosts BLOB);
"""
BATCH = 10_000
"""Rows written at a time."""
NARROW, WIDE = 4, 8
"""Bytes that a host's number takes in few and in many hosts; the file's version says which."""

Tell = Callable[[str], None]


class WebGraph(LocalFile):
    """The index at *address*: its file, or the folder of the graph's files that holds it."""

    NAME, WHAT = NAME, "index of a web graph"
    MADE = "make it once with: specdex index --web-graph"

    def backlinks(self, site: str, limit: int) -> Sequence[Backlink]:
        """At most *limit* hosts that link to *site*, as the addresses of their home pages.

        Of many, those that are chosen for one site are chosen for another as well.
        """
        with self.opened() as database:
            names = _linked(database, "backlinks", _known(site), limit)
        return tuple(Backlink(site, f"http://{name}/") for name in names)

    def forward(self, hubs: Iterable[str], limit: int) -> Mapping[str, Sequence[str]]:
        """At most *limit* hosts that each of *hubs* links to, for those that are known."""
        with self.opened() as database:
            found = {hub: _linked(database, "forwards", _known(hub), limit) for hub in hubs}
        return {hub: names for hub, names in found.items() if names}

    def commonness(self, sites: Iterable[str]) -> Mapping[str, float]:
        """The share of the graph's hosts that link to each of *sites*, for those that are known."""
        with self.opened() as database:
            (hosts,) = database.execute("SELECT count(*) FROM hosts").fetchone()
            (width,) = database.execute("PRAGMA user_version").fetchone()
            found = {site: _hosts(database, "backlinks", _known(site)) for site in sites}
        counted = {site: len(kept) // width for site, kept in found.items()}
        return {site: count / hosts for site, count in counted.items() if count}


def index_web_graph(folder: Path, tell: Tell = lambda _: None) -> Path:
    """Index the graph whose vertices and edges files lie in *folder*; where the index lies.

    The index is complete or not there: it gets its name at the end.
    """
    vertices, edges = graph_files(folder)
    path = folder / NAME
    half = path.with_name(path.name + ".part")
    half.unlink(missing_ok=True)
    try:
        with tempfile.TemporaryDirectory(prefix=".graph-", dir=path.parent) as scratch:
            _write(half, vertices, edges, Path(scratch), tell)
    except sqlite3.Error as error:
        raise InputError(f"cannot index {folder}: {error}") from error
    except OSError as error:
        raise InputError(f"cannot index {folder}: {error.strerror or error}") from error
    half.replace(path)
    return path


def _write(path: Path, vertices: list[Path], edges: list[Path], scratch: Path, tell: Tell) -> None:
    # a half-made index is thrown away, so nothing has to survive a power cut
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.execute("PRAGMA journal_mode = OFF")
        database.execute("PRAGMA synchronous = OFF")
        database.executescript(TABLES)
        _store(database, "INSERT OR REPLACE INTO hosts VALUES (?, ?)", read_vertices(vertices))
        database.execute("CREATE INDEX hosts_by_name ON hosts (name)")
        (hosts,) = database.execute("SELECT coalesce(max(number), -1) + 1 FROM hosts").fetchone()
        tell(f"indexed {hosts} hosts")
        width = NARROW if hosts <= 1 << 8 * NARROW else WIDE
        database.execute(f"PRAGMA user_version = {width}")
        for table, flipped in (("forwards", False), ("backlinks", True)):
            parts = (part[:, ::-1] if flipped else part for part in read_edges(edges))
            outside = (_inside(part, hosts) for part in parts)
            groups = grouped(outside, hosts, scratch)
            rows = ((number, ends.astype(f"<u{width}").tobytes()) for number, ends in groups)
            _store(database, f"INSERT INTO {table} VALUES (?, ?)", rows)  # noqa: S608 - ours
            tell(f"indexed the {table}")


def _store(database: sqlite3.Connection, statement: str, rows: Iterable[Sequence[object]]) -> None:
    rest = iter(rows)
    while batch := list(islice(rest, BATCH)):
        database.execute("BEGIN")
        database.executemany(statement, batch)
        database.execute("COMMIT")


def _inside(part: Edges, hosts: int) -> Edges:
    """The edges between hosts that have a name, and not within one."""
    known = (part < hosts).all(axis=1) & (part[:, 0] != part[:, 1])
    return np.ascontiguousarray(part[known])


def _known(site: str) -> str:
    return reversed_name(host(site if "://" in site else f"http://{site}"))


def _hosts(database: sqlite3.Connection, table: str, name: str) -> bytes:
    """The hosts beside the host called *name* (reversed) in *table*, as they are kept."""
    row = database.execute(
        f"SELECT {table}.hosts FROM hosts JOIN {table} USING (number) WHERE name = ?",  # noqa: S608
        (name,),
    ).fetchone()
    return row[0] if row else b""


def _linked(database: sqlite3.Connection, table: str, name: str, limit: int) -> tuple[str, ...]:
    """The names of at most *limit* hosts beside the host called *name* (reversed) in *table*."""
    (width,) = database.execute("PRAGMA user_version").fetchone()
    kept = _hosts(database, table, name)
    numbers = np.frombuffer(kept, dtype=f"<u{width}")[: max(0, limit)].tolist()
    names = (
        database.execute("SELECT name FROM hosts WHERE number = ?", (number,)).fetchone()
        for number in numbers
    )
    return tuple(reversed_name(found[0]) for found in names if found)
