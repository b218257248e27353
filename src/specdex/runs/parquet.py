"""Tables of a packed run, asked where they lie: DuckDB over its Parquet files, and no copy made."""

import re
from collections.abc import Iterator, Mapping
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Self, TypeVar

from specdex.records import Product, Site, Specification
from specdex.runs import queries, schema
from specdex.runs.folder import Run
from specdex.runs.packed import DATABASE, Packed, is_packed
from specdex.runs.stores import BATCH, sound_records
from specdex.runs.tables import Table, table_of
from specdex.runs.unpacked import is_cached

__all__ = ["PackedRun", "opened"]

R = TypeVar("R")

KINDS: tuple[type, ...] = (Site, Specification, Product)
"""What whoever reads a collection as a whole asks for."""
JSON_EACH = """CREATE MACRO json_each(list) AS TABLE
SELECT unnest(from_json(list, '["VARCHAR"]')) AS value"""
"""DuckDB's own gives JSON where SQLite's gives texts."""
_PARAMETER = re.compile(r":([a-z]\w*)")


class PackedTables:
    """The sites, specifications and products of *packed*, by the questions of ``runs.queries``."""

    def __init__(self, packed: Packed) -> None:
        self._packed = packed
        # one thread: rows come in their order, and workers have the other processors
        self._connection = import_module("duckdb").connect(config={"threads": 1})
        with packed.clear():
            if not packed.is_here:
                self._connection.register_filesystem(packed.files)
            self._connection.execute(JSON_EACH)
            for kind in KINDS:
                self._connection.execute(_view(packed, table_of(kind)))

    def rows(
        self, query: str, parameters: Mapping[str, Any] | None = None
    ) -> list[tuple[Any, ...]]:
        """What an SQL *query* answers."""
        with self._packed.clear():
            found: list[tuple[Any, ...]] = self._asked(query, parameters or {}).fetchall()
            return found

    def select(self, kind: type[R], condition: str, parameters: Mapping[str, Any]) -> Iterator[R]:
        """The records of *kind* whose row ``t`` fulfils an SQL *condition*, as they were added."""
        table = table_of(kind)
        with self._packed.clear():
            query = f"{table.select} WHERE {condition} ORDER BY t.rowid"
            answer = self._asked(query, parameters)
            while rows := answer.fetchmany(BATCH):
                yield from sound_records(table, rows, self._packed.place)

    def _asked(self, query: str, parameters: Mapping[str, Any]) -> Any:
        named = {name: parameters[name] for name in _PARAMETER.findall(query)}
        return self._connection.cursor().execute(_PARAMETER.sub(r"$\1", query), named)

    def close(self) -> None:
        """Let go of the files."""
        self._connection.close()


def _view(packed: Packed, table: Table[Any]) -> str:
    """What makes the Parquet files of *table* one that is asked as SQLite's is."""
    # a file that is there is taken by its name, whatever signs are in it
    files = ", ".join("'" + file.replace("'", "''") + "'" for file in packed.files_of(table.name))
    if files:
        source = f"SELECT row_number() OVER () AS rowid, * FROM read_parquet([{files}])"  # noqa: S608 - quoted
    else:
        names = ", ".join(f'NULL AS "{name}"' for name in table.types)
        source = f"SELECT NULL AS rowid, {names} WHERE false"
    return f"CREATE VIEW {table.name} AS {source}"


class PackedRun:
    """The run *packed*, as far as its specifications are asked for, read where they lie."""

    def __init__(self, packed: Packed) -> None:
        self.path = packed.place
        self.store = PackedTables(packed)

    def specifications(
        self, category: str | None = None, *, accepted: bool = True
    ) -> Iterator[Specification]:
        """What pages say about their products, of one category.

        Without *accepted*, also of sites that the run has turned down.
        """
        return queries.specifications(
            self.store, category, statuses=queries.KEPT if accepted else ()
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self.store.close()


def opened(place: str) -> Run | PackedRun:
    """The run at *place*, to be read once and as a whole.

    One that is packed, and that nobody has brought here yet, is asked where it lies if DuckDB is
    there to ask: that fills no cache, and takes two thirds of the time.
    """
    if is_packed(place) and find_spec("duckdb"):
        packed = Packed(place)
        names = {part.name for part in packed.manifest.parts}
        known = packed.manifest.tables == schema.VERSION and DATABASE not in names
        if known and not is_cached(packed):
            return PackedRun(packed)
    return Run(place)
