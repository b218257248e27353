"""Records as rows: one table per kind, one column per field, nested tuples as JSON text.

Tables follow the records by themselves: a new kind gets a table, a new field a column with the
field's default. Only a change that this cannot express needs a new ``VERSION``.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import MISSING, fields
from enum import StrEnum
from typing import Any, Generic, TypeVar

import msgspec

from specdex.records import (
    KEYS,
    Failure,
    Link,
    Match,
    NotLearned,
    ProductId,
    Specification,
    StoredPage,
    Vote,
)
from specdex.runs.kinds import hints, key_fields

__all__ = ["INDEXES", "VERSION", "VIEWS", "Table", "table_of", "tables"]

R = TypeVar("R")

VERSION = 1
NAMES: dict[type, str] = {StoredPage: "pages", Match: "matches", NotLearned: "not_learned"}
"""Where a table is not called after its record."""
COLUMN_TYPES = {int: "INTEGER", bool: "INTEGER", float: "REAL"}
"""Everything else is TEXT."""
QUERIES = {
    "pairs": """
        SELECT s.site, s.url, s.category,
            json_extract(f.value, '$.xpath') AS fragment,
            json_extract(p.value, '$.group') AS "group",
            json_extract(p.value, '$.name') AS name,
            json_extract(p.value, '$.value') AS value,
            json_extract(p.value, '$.xpath') AS xpath,
            json_extract(p.value, '$.reader') AS reader,
            json_extract(p.value, '$.confidence') AS confidence
        FROM specifications AS s,
            json_each(s.fragments) AS f, json_each(f.value, '$.pairs') AS p
    """,
    "fields": """
        SELECT s.site, s.url, s.category,
            json_extract(f.value, '$.name') AS name,
            json_extract(f.value, '$.value') AS value,
            json_extract(f.value, '$.xpath') AS xpath,
            json_extract(f.value, '$.reader') AS reader,
            json_extract(f.value, '$.confidence') AS confidence
        FROM specifications AS s, json_each(s.fields) AS f
    """,
    "site_summary": """
        SELECT sites.host, sites.category, sites.status, sites.score, sites.round, sites.crawled,
            (SELECT count(*) FROM pages WHERE pages.site = sites.host) AS pages,
            (SELECT count(*) FROM pages
                WHERE pages.site = sites.host AND pages.kind = 'product') AS product_pages,
            (SELECT count(*) FROM specifications AS s WHERE s.site = sites.host) AS specifications,
            (SELECT count(*) FROM pairs WHERE pairs.site = sites.host) AS pairs,
            (SELECT count(DISTINCT i.value) FROM product_ids AS i
                WHERE i.site = sites.host) AS product_ids,
            (SELECT count(*) FROM votes WHERE votes.site = sites.host) AS votes,
            sites.reason
        FROM sites
    """,
    "failure_summary": """
        SELECT step, reason, count(*) AS failures, min(url) AS example
        FROM failures GROUP BY step, reason ORDER BY failures DESC
    """,
}
"""The questions people ask a run first."""


def _same(value: Any) -> Any:
    return value


def _is_plain(hint: Any) -> bool:
    return isinstance(hint, type) and issubclass(hint, (str, int, float))


def _encoder(hint: Any) -> Callable[[Any], Any]:
    """What makes a field's value something SQLite keeps."""
    if not _is_plain(hint):
        return lambda value: msgspec.json.encode(value).decode("utf-8")
    if issubclass(hint, StrEnum):
        return str
    return _same


def _decoder(hint: Any) -> Callable[[Any], Any]:
    """What turns it back."""
    if not _is_plain(hint):
        return msgspec.json.Decoder(hint).decode
    decoder: Callable[[Any], Any] = hint if issubclass(hint, (StrEnum, bool)) else _same
    return decoder


def quoted(name: str) -> str:
    """An identifier as SQL wants it."""
    return '"' + name.replace('"', '""') + '"'


class Table(Generic[R]):
    """How records of one kind lie in SQL; every identifier comes from a record class."""

    def __init__(self, kind: type[R]) -> None:
        snake = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", kind.__name__).lower()
        self.kind = kind
        self.name = NAMES.get(kind, f"{snake}s")
        self.columns = tuple(hints(kind))
        self._encoders = tuple(_encoder(hint) for hint in hints(kind).values())
        self._decoders = tuple(_decoder(hint) for hint in hints(kind).values())
        keys = ", ".join(map(quoted, key_fields(kind)))
        names = ", ".join(map(quoted, self.columns))
        marks = ", ".join(f":{name}" for name in self.columns)
        changed = ", ".join(f"{quoted(name)} = :{name}" for name in self.columns)
        same = " AND ".join(f"{quoted(name)} = :{name}" for name in key_fields(kind))
        declared = ", ".join([*self.declarations().values(), f"PRIMARY KEY ({keys})"])
        self.create = f"CREATE TABLE {self.name} ({declared})"
        self.insert = f"INSERT INTO {self.name} ({names}) VALUES ({marks}) ON CONFLICT DO NOTHING"  # noqa: S608 - identifiers only
        self.update = f"UPDATE {self.name} SET {changed} WHERE {same}"  # noqa: S608 - identifiers only
        self._select = f"SELECT rowid, {names} FROM {self.name}"  # noqa: S608 - identifiers only
        self.last = f"SELECT max(rowid) FROM {self.name}"  # noqa: S608 - identifiers only
        self._count = f"SELECT count(*) FROM {self.name}"  # noqa: S608 - identifiers only

    def declarations(self) -> dict[str, str]:
        """Each column and how it is declared."""
        return {
            each.name: f"{quoted(each.name)} {COLUMN_TYPES.get(hint, 'TEXT')} NOT NULL"
            + ("" if each.default is MISSING else f" DEFAULT {self._literal(each.name)}")
            for each, hint in zip(fields(self.kind), hints(self.kind).values(), strict=True)  # type: ignore[arg-type]
        }

    def _literal(self, name: str) -> str:
        """A field's default as SQL."""
        default = next(each.default for each in fields(self.kind) if each.name == name)  # type: ignore[arg-type]
        value = _encoder(hints(self.kind)[name])(default)
        if isinstance(value, str):
            return "'" + value.replace("'", "''") + "'"
        return str(int(value) if isinstance(value, bool) else value)

    def row(self, record: R) -> dict[str, Any]:
        """A record as the parameters of ``insert`` and ``update``."""
        return {
            name: encode(getattr(record, name))
            for name, encode in zip(self.columns, self._encoders, strict=True)
        }

    def record(self, row: Sequence[Any]) -> R:
        """The record of a row, which begins with its rowid."""
        values = zip(self._decoders, row[1:], strict=True)
        return self.kind(*(decode(value) for decode, value in values))

    def parameters(self, where: dict[str, Any]) -> dict[str, Any]:
        """Checked conditions as SQL parameters."""
        encoders = dict(zip(self.columns, self._encoders, strict=True))
        return {name: encoders[name](value) for name, value in where.items()}

    def select(self, where: Sequence[str]) -> str:
        """The next batch of rows whose *where* columns equal their parameters."""
        conditions = ["rowid > :_after", "rowid <= :_last", *map(self._equal, where)]
        return f"{self._select} WHERE {' AND '.join(conditions)} ORDER BY rowid LIMIT :_batch"

    def count(self, where: Sequence[str]) -> str:
        """How many rows have *where* columns equal to their parameters."""
        conditions = " AND ".join(map(self._equal, where))
        return f"{self._count} WHERE {conditions}" if conditions else self._count

    @staticmethod
    def _equal(name: str) -> str:
        return f"{quoted(name)} = :{name}"


_TABLES: dict[Any, Table[Any]] = {}


def table_of(kind: type[R]) -> Table[R]:
    """The table that keeps records of *kind*."""
    if kind not in _TABLES:
        _TABLES[kind] = Table(kind)
    return _TABLES[kind]


INDEXED: tuple[tuple[type, str], ...] = (
    (Vote, "site"),
    (StoredPage, "site"),
    (Specification, "site"),
    (ProductId, "site"),
    (Link, "target"),
    (Failure, "step"),
)
"""What is asked for often and is no key's beginning."""
INDEXES = {
    f"{table_of(kind).name}_by_{field}": (
        f"CREATE INDEX {table_of(kind).name}_by_{field} ON {table_of(kind).name} ({field})"
    )
    for kind, field in INDEXED
}
VIEWS = {name: f"CREATE VIEW {name} AS {query}" for name, query in QUERIES.items()}


def tables() -> tuple[Table[Any], ...]:
    """The tables of all kinds that a store keeps."""
    return tuple(table_of(kind) for kind in KEYS)
