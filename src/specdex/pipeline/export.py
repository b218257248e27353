"""Which exporter writes a file, and what of lines and runs it writes."""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from pathlib import Path
from typing import IO, Any

from specdex import plugins
from specdex.errors import InputError
from specdex.exporters.collection import MAX_COLUMNS, Collection, Layout, tables_of
from specdex.exporters.tables import Table, pairs_table, rows
from specdex.page_sources.compression import Damage
from specdex.page_sources.streams import STDIN, lines
from specdex.pipeline.extract import is_run
from specdex.ports import Exporter
from specdex.records import (
    Attribute,
    Correspondence,
    Failure,
    Fragment,
    FragmentKind,
    Observation,
    Pair,
    Specification,
    sound,
    specification_from_line,
)
from specdex.runs import Run, queries
from specdex.runs.parquet import PackedRun
from specdex.runs.parquet import opened as opened_run
from specdex.settings import JOINED, WHAT
from specdex.urls import host

__all__ = [
    "BELONGING",
    "JOINED",
    "WHAT",
    "Scope",
    "Wanted",
    "exporter_for",
    "kept_products",
    "run_table",
    "specifications_at",
    "spoken",
    "sure",
    "table_of",
    "write_joined",
    "write_tables",
]


ANY = "*"
"""The category that means any."""
COMPRESSED = ".gz"
"""What joining ends in, as tables."""
PRICES = ("site", "url", "category", "time", "price", "currency", "availability")
FAILURES = ("site", "url", "step", "reason")
CONFIDENCE = "confidence"
BROKEN = (ValueError, InputError, AttributeError, TypeError, LookupError, RecursionError)


def exporter_for(path: str, name: str = "") -> Exporter:
    """The exporter called *name*, else the one for the ending of *path*, else JSON lines."""
    if name:
        return _made(name)
    plain = path.lower().removesuffix(COMPRESSED)
    found = [
        (len(suffix), exporter)
        for exporter in map(_made, plugins.names("exporters"))
        for suffix in exporter.suffixes
        if plain.endswith(suffix)
    ]
    if found:
        return max(found, key=lambda each: each[0])[1]
    if path and Path(plain).suffix:
        known = ", ".join(
            suffix for each in plugins.names("exporters") for suffix in _made(each).suffixes
        )
        raise InputError(f"no format for {Path(path).name!r}; the endings are: {known}")
    return _made("jsonl")


def _made(name: str) -> Exporter:
    made: Exporter = plugins.load("exporters", name)()
    return made


@dataclass(frozen=True, slots=True)
class Scope:
    """What of a collection is meant: of a run what belongs to it, unless asked otherwise."""

    category: str | None = None
    """Only this one, or any (``*``); of a run, where none is named, those that it was made for."""
    all_sites: bool = False
    """Also of sites that a run has turned down."""

    def categories(self, run: Run | PackedRun) -> tuple[str, ...]:
        """Those of *run* that are meant; an InputError where it knows none of that name."""
        if self.category is None:
            return queries.categories(run.store)
        held = queries.categories(run.store, held=True)
        if self.category == ANY:
            return held
        if self.category not in held:
            known = ", ".join(map(repr, held)) or "none"
            raise InputError(f"{run.path} has no category {self.category!r}; it has: {known}")
        return (self.category,)

    def specifications(self, run: Run | PackedRun) -> Iterator[Specification]:
        """Those of *run* that are meant."""
        for category in self.categories(run):
            yield from run.specifications(category, accepted=not self.all_sites)


BELONGING = Scope()


@dataclass(frozen=True, slots=True)
class Wanted:
    """What of a collection is to be written."""

    what: str = JOINED[0]
    scope: Scope = BELONGING
    columns: int = MAX_COLUMNS
    """Attributes with a column of their own."""
    least: float = 0.0
    """Claims that are less sure are left out."""
    language: str = ""
    """Attributes are called as shops of this language call them, where they do."""


def run_table(run: Run, wanted: Wanted) -> Table | None:
    """What is *wanted* of *run*, where it was not joined."""
    if wanted.what == "pairs":
        return pairs_table(
            lambda: (
                row
                for each in wanted.scope.specifications(run)
                for row in rows(sure(each, wanted.least))
            )
        )
    if wanted.what == "prices":
        return Table(
            "prices",
            PRICES,
            lambda: (
                tuple(getattr(each, name) for name in PRICES)
                for category in wanted.scope.categories(run)
                for each in run.store.read(Observation, category=category)
            ),
            is_sheet=True,
        )
    if wanted.what == "failures":
        return Table(
            "failures",
            FAILURES,
            lambda: ((host(each.url), each.url, each.step, each.reason) for each in run.failures()),
            is_sheet=True,
        )
    return None


def table_of(collection: Collection, wanted: Wanted) -> Table:
    """What is *wanted* of what was joined, as one table."""
    collection = spoken(_sure(collection, wanted.least), wanted.language)
    return tables_of(collection, Layout(collection, wanted.columns), (wanted.what,))[0]


def write_joined(
    collection: Collection, wanted: Wanted, exporter: Exporter, stream: IO[Any]
) -> int:
    """Write what is *wanted* of what was joined; how many rows or products."""
    collection = spoken(_sure(collection, wanted.least), wanted.language)
    write_products = getattr(exporter, "write_products", None)
    if wanted.what == JOINED[0] and write_products is not None:
        written: int = write_products(collection, stream)
        return written
    layout = Layout(collection, wanted.columns)
    several = getattr(exporter, "holds", ()) if wanted.what == JOINED[0] else ()
    tables = tables_of(collection, layout, several or (wanted.what,))
    return write_tables(tables, exporter, stream)


def spoken(collection: Collection, language: str) -> Collection:
    """*collection* with attributes that are called as shops of *language* call them."""
    from specdex.alignment import titled  # noqa: PLC0415 - numpy is not needed for the rest

    titles = titled(collection.attributes, collection.correspondences, language)
    return replace(collection, attributes=titles)


def write_tables(tables: list[Table], exporter: Exporter, stream: IO[Any]) -> int:
    """Write *tables*, as many as the format holds; how many rows the first has."""
    write = getattr(exporter, "write_tables", None)
    if write is None:
        able = [name for name in plugins.names("exporters") if hasattr(_made(name), "write_tables")]
        raise InputError(
            f"this format holds no table of {tables[0].name}; these do: {', '.join(able)}"
        )
    written: int = write(tables, stream)
    return written


def sure(thing: Any, least: float) -> Any:
    """*thing*, a record or JSON, without what is less sure than *least*; None where it is itself.

    >>> sure({"name": "Power", "confidence": 0.4}, 0.5) is None
    True
    >>> sure({"claims": [{"confidence": 0.4}, {"confidence": 0.9}]}, 0.5)
    {'claims': [{'confidence': 0.9}]}
    """
    if not least or not (isinstance(thing, (list, tuple, dict)) or is_dataclass(thing)):
        return thing
    if isinstance(thing, (list, tuple)):
        kept = ((each, sure(each, least)) for each in thing)
        return type(thing)(new for each, new in kept if new is not None or each is None)
    record: Any = None if isinstance(thing, dict) else thing
    named: Any = thing
    if record:
        named = {each.name: getattr(record, each.name) for each in fields(record)}
    told = named.get(CONFIDENCE)
    if isinstance(told, (int, float)) and told < least:
        return None
    parts = {name: sure(value, least) for name, value in named.items()}
    return replace(record, **parts) if record else parts


def _sure(collection: Collection, least: float) -> Collection:
    """*collection* without the claims that are less sure."""
    if not least:
        return collection
    return replace(
        collection, products=lambda: (sure(each, least) for each in collection.products())
    )


def kept_products(run: Run, scope: Scope) -> Collection:
    """What *run* has joined."""
    categories = scope.categories(run)
    return Collection(
        lambda: (one for each in categories for one in run.products(each)),
        lambda url: next(run.store.read(Specification, url=url), None),
        tuple(one for each in categories for one in run.store.read(Attribute, category=each)),
        tuple(one for each in categories for one in run.store.read(Correspondence, category=each)),
    )


def specifications_at(
    locations: Iterable[str], scope: Scope = BELONGING
) -> Iterator[Specification | Failure]:
    """The specifications in runs, and in files of JSON lines, compressed or not; ``-`` is stdin.

    A run gives those of the categories that it was made for, of sites that it has not turned down,
    unless *scope* says otherwise. A line is what ``specdex extract`` printed, or has ``site``,
    ``category`` and ``attributes``: names with a value or several.
    """
    for location in locations:
        if is_run(location):
            with opened_run(location) as run:
                yield from scope.specifications(run)
        else:
            for each in _file(location):
                if isinstance(each, Failure) or scope.category in {None, ANY, each.category}:
                    yield each


def _file(location: str) -> Iterator[Specification | Failure]:
    name = "standard input" if location == STDIN else location
    for number, line in lines(location):
        if isinstance(line, Damage):
            yield Failure(name, "read", f"line {number} of {name}: {line}")
        else:
            yield _specification(name, number, line)


def _specification(name: str, number: int, line: bytes) -> Specification | Failure:
    try:
        data = json.loads(line)
        attributes = data.get("attributes")
        if isinstance(attributes, dict):
            return sound(Specification, _from_attributes(data, attributes))
        return sound(Specification, specification_from_line(data))
    except BROKEN as error:
        return Failure(name, "read", f"line {number} of {name} is no specification: {error}")


def _from_attributes(data: Mapping[str, Any], attributes: Mapping[str, Any]) -> Specification:
    pairs = tuple(
        Pair(str(name), str(value))
        for name, values in attributes.items()
        for value in (values if isinstance(values, list) else [values])
    )
    return Specification(
        str(data.get("url") or data.get("id") or ""),
        site=str(data.get("site") or ""),
        category=str(data.get("category") or ""),
        title=str(data.get("title") or ""),
        fragments=(Fragment("", FragmentKind.TABLE, pairs),),
    )
