"""Records as rows: which kinds a store keeps, by which keys, and how each lies in its table."""
# ruff: noqa: S608 - the SQL is made of our own words; what is asked for is a parameter

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import StrEnum
from functools import partial
from typing import Any, Generic, TypeVar, get_type_hints

import msgspec

from specdex.errors import InputError
from specdex.records import KEYS, Match, NotLearned, StoredPage

__all__ = ["Table", "checked", "key_of", "table_of", "within"]

R = TypeVar("R")

NAMES: dict[type, str] = {StoredPage: "pages", Match: "matches", NotLearned: "not_learned"}
"""Where a table is not called after its record."""


def _is_plain(hint: Any) -> bool:
    return isinstance(hint, type) and issubclass(hint, (str, int, float))


def _encoder(hint: Any) -> Callable[[Any], Any]:
    """What makes a field's value something SQLite keeps."""
    if not _is_plain(hint):
        return lambda value: msgspec.json.encode(value).decode("utf-8")
    if issubclass(hint, StrEnum):
        return str
    return lambda value: value


def _decoder(hint: Any) -> Callable[[Any], Any]:
    """What turns it back."""
    if not _is_plain(hint):
        return msgspec.json.Decoder(hint).decode
    if issubclass(hint, (StrEnum, bool)):
        decoder: Callable[[Any], Any] = hint
        return decoder
    return partial(_typed, (float, int) if hint is float else hint)


def _typed(kind: type | tuple[type, ...], value: Any) -> Any:
    """*value*; a TypeError where a damaged file has something else in its place."""
    if not isinstance(value, kind):
        raise TypeError(f"{value!r:.40} is not of the kind that belongs there")
    return value


class Table(Generic[R]):
    """How records of one kind lie in SQL; every identifier comes from a record class."""

    def __init__(self, kind: type[R]) -> None:
        snake = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", kind.__name__).lower()
        self.kind = kind
        self.name = NAMES.get(kind, f"{snake}s")
        self.types = get_type_hints(kind)
        self.keys = KEYS[kind]
        self._encoders = {name: _encoder(hint) for name, hint in self.types.items()}
        self._decoders = tuple(map(_decoder, self.types.values()))
        names = ", ".join(f'"{name}"' for name in self.types)
        marks = ", ".join(f":{name}" for name in self.types)
        changed = ", ".join(map(_equal, self.types))
        self.insert = f"INSERT INTO {self.name} ({names}) VALUES ({marks}) ON CONFLICT DO NOTHING"
        self.update = f"UPDATE {self.name} SET {changed} WHERE {self.where(self.keys)}"
        self.select = f"SELECT t.rowid, {names} FROM {self.name} AS t"

    def row(self, record: R) -> dict[str, Any]:
        """A record as the parameters of ``insert`` and ``update``."""
        return {name: encode(getattr(record, name)) for name, encode in self._encoders.items()}

    def record(self, row: Sequence[Any]) -> R:
        """The record of a row, which begins with its rowid."""
        values = zip(self._decoders, row[1:], strict=True)
        return self.kind(*(decode(value) for decode, value in values))

    def parameters(self, where: Mapping[str, Any]) -> dict[str, Any]:
        """Fields and their values, checked, as SQL parameters."""
        wanted = checked(self.kind, where)
        return {name: self._encoders[name](value) for name, value in wanted.items()}

    @staticmethod
    def where(names: Iterable[str]) -> str:
        """The condition that the columns *names* equal their parameters."""
        return " AND ".join(map(_equal, names)) or "true"


def _equal(name: str) -> str:
    return f'"{name}" = :{name}'


_TABLES: dict[Any, Table[Any]] = {}


def table_of(kind: type[R]) -> Table[R]:
    """The table that keeps records of *kind*; an InputError where no store does."""
    if kind not in KEYS:
        known = ", ".join(sorted(each.__name__ for each in KEYS))
        raise InputError(f"a store keeps no {kind.__name__}; it keeps: {known}")
    if kind not in _TABLES:
        _TABLES[kind] = Table(kind)
    return _TABLES[kind]


def key_of(record: Any) -> tuple[Any, ...]:
    """What tells a record from others of its kind."""
    return tuple(getattr(record, name) for name in table_of(type(record)).keys)


def checked(kind: type, where: Mapping[str, Any]) -> dict[str, Any]:
    """*where* with every value in its field's type; an InputError names what does not fit."""
    types = table_of(kind).types
    result = {}
    for name, value in where.items():
        if name not in types:
            raise InputError(f"a {kind.__name__} has no {name!r}; it has: {', '.join(types)}")
        try:
            result[name] = msgspec.convert(value, types[name])
        except msgspec.ValidationError as error:
            raise InputError(f"{kind.__name__}.{name} cannot be {value!r}: {error}") from error
    return result


def within(kind: type[R], scope: Mapping[str, Any], records: Iterable[R]) -> list[R]:
    """*records*, all of *kind* and within *scope*; an InputError names one that is not."""
    wanted = checked(kind, scope)
    found = list(records)
    for record in found:
        if type(record) is not kind:
            raise InputError(f"a {type(record).__name__} cannot stand for a {kind.__name__}")
        for name, value in wanted.items():
            if getattr(record, name) != value:
                raise InputError(f"{kind.__name__} {key_of(record)} is not within {name}={value!r}")
    return found
