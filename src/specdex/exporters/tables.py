"""Tables in files: CSV, Excel's sheets, Parquet and DuckDB, written row by row.

Each also writes specifications, as the flat table with one row a pair and one a field.
"""

import csv
import re
import shutil
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib import import_module
from itertools import count, islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO, Any

from specdex.errors import MissingExtra
from specdex.records import Specification
from specdex.text import whole

__all__ = [
    "COLUMNS",
    "Cell",
    "CsvExporter",
    "DuckDbExporter",
    "ExcelExporter",
    "ParquetExporter",
    "Table",
    "guarded",
    "pairs_table",
    "position",
    "rows",
    "unguarded",
]

Cell = str | float | int | None
COLUMNS = (
    *("site", "url", "category", "title", "fragment", "group", "name", "value"),
    *("xpath", "reader", "confidence"),
)
"""Of the flat table: a row for each pair, and for each field of the main product."""
GUARD = "'"
FORMULA = f'"*[{GUARD}=+@\uff1d\uff0b\uff0d\uff20-]'
"""What begins so is a formula to some spreadsheet, or looks guarded already."""
ENDS = "[;\t\r\n]"
"""Where a cell ends to a spreadsheet that takes another mark than the comma for its separator."""
RISKY = re.compile(rf"\A(?={ENDS}|{FORMULA})|(?<={ENDS})(?={FORMULA})")
GUARDED = re.compile(rf"\A{GUARD}(?={ENDS}|{FORMULA})|(?<={ENDS}){GUARD}(?={FORMULA})")
DIGITS = 4
CELLS = 300_000
"""Held in memory and written together."""
BYTE_ORDER_MARK = "\ufeff"
"""By this Excel knows that a CSV file is UTF-8."""
SHEET_ROWS, SHEET_CELL, SHEET_COLUMNS = 1 << 20, 32_767, 1 << 14
"""What a sheet of Excel holds at most: rows, characters of a cell, columns."""
WIDEST = 42
"""Characters that a column of a sheet shows at first."""
MADE = datetime(2000, 1, 1, tzinfo=UTC).replace(tzinfo=None)
"""What Excel is told, so that the same products give the same file."""


@dataclass(frozen=True, slots=True)
class Table:
    """A table to be written: its columns are told first, its rows come as they are asked for."""

    name: str
    columns: Sequence[str]
    rows: Callable[[], Iterable[Sequence[Cell]]]
    numbers: frozenset[str] = frozenset()
    """The columns that hold numbers, or nothing."""
    is_sheet: bool = False
    """Whether people open it in a spreadsheet: a CSV file then says that it is UTF-8."""

    def lines(self) -> Iterator[dict[str, Cell]]:
        """Its rows by column."""
        return (dict(zip(self.columns, row, strict=True)) for row in self.rows())


class _TableFormat:
    """A format that holds tables, and so specifications as the table of their pairs."""

    holds: tuple[str, ...] = ()
    """Which tables of what was joined one file holds; empty where it holds but one table."""

    def write_tables(self, tables: Sequence[Table], stream: IO[Any]) -> int:
        """Write *tables*, or the first where a file holds but one; how many rows the first has."""
        raise NotImplementedError

    def write(self, specifications: Iterable[Specification], stream: IO[Any]) -> int:
        """Write all to *stream*; how many."""
        written = 0

        def every() -> Iterator[Sequence[Cell]]:
            nonlocal written
            for specification in specifications:
                written += 1
                yield from rows(specification)

        self.write_tables((pairs_table(every),), stream)
        return written


class CsvExporter(_TableFormat):
    """Writes a table as CSV that is safe to open in a spreadsheet.

    A cell that begins like a formula (``=``, ``+``, ``-``, ``@``, tab, line end) gets a quote
    ``'`` in front, values such as ``-5`` included: shops write them, not we. A cell that begins
    with a quote gets one more, so that dropping one leading quote restores every cell. The same
    holds behind ``;``, tab and line ends, where some spreadsheets begin a cell. What we know to be
    a number stays one. There is no header where the stream goes on behind earlier rows.
    """

    suffixes: tuple[str, ...] = (".csv",)
    binary = False

    def write_tables(self, tables: Sequence[Table], stream: IO[Any]) -> int:
        """Write the first of *tables*; how many rows."""
        # the RFC's line ends, and the only ones that make this writer quote a lone \r
        writer = csv.writer(stream, lineterminator="\r\n")
        place = position(stream)
        if place == 0 and tables[0].is_sheet:
            stream.write(BYTE_ORDER_MARK)
        if not place:
            writer.writerow(map(guarded, tables[0].columns))
        written = 0
        for written, row in enumerate(tables[0].rows(), start=1):  # noqa: B007 - the last is the count
            writer.writerow([guarded(cell) if isinstance(cell, str) else cell for cell in row])
        return written


class ParquetExporter(_TableFormat):
    """Writes a table, a row group at a time; needs the extra ``analytics``."""

    suffixes: tuple[str, ...] = (".parquet",)
    binary = True

    def write_tables(self, tables: Sequence[Table], stream: IO[Any]) -> int:
        """Write the first of *tables*; how many rows."""
        pa, pq = _analytics("pyarrow"), _analytics("pyarrow.parquet")
        schema = _schema(pa, tables[0])
        written = 0
        with pq.ParquetWriter(stream, schema) as writer:
            for group in _groups(tables[0]):
                writer.write_table(_arrow(pa, schema, group))
                written += len(group)
        return written


class DuckDbExporter(_TableFormat):
    """Writes a DuckDB file, a table each; needs the extra ``analytics``."""

    suffixes: tuple[str, ...] = (".duckdb",)
    binary = True
    holds = ("products", "claims", "sources", "offers", "attributes")

    def write_tables(self, tables: Sequence[Table], stream: IO[Any]) -> int:
        """Write *tables*; how many rows the first has."""
        pa, duckdb = _analytics("pyarrow"), _analytics("duckdb")
        with TemporaryDirectory(prefix="specdex-") as folder:
            # a database is no stream: it is made in a file of its own
            file = Path(folder) / "made.duckdb"
            with duckdb.connect(str(file)) as connection:
                written = [_fill(pa, connection, table) for table in tables]
            with file.open("rb") as made:
                shutil.copyfileobj(made, stream)
        return written[0]


def _fill(pa: Any, connection: Any, table: Table) -> int:
    """Make *table* in a database; how many rows."""
    schema = _schema(pa, table)
    connection.register("given", schema.empty_table())
    connection.execute(f'CREATE TABLE "{table.name}" AS FROM given')
    written = 0
    for group in _groups(table):
        connection.register("given", _arrow(pa, schema, group))
        connection.execute(f'INSERT INTO "{table.name}" FROM given')
        written += len(group)
    connection.unregister("given")
    return written


class ExcelExporter(_TableFormat):
    """Writes an Excel file, a sheet each: header frozen and filtered, texts never formulas."""

    suffixes: tuple[str, ...] = (".xlsx",)
    binary = True
    holds = ("products", "sources", "offers", "attributes")

    def write_tables(self, tables: Sequence[Table], stream: IO[Any]) -> int:
        """Write *tables*; how many rows the first has."""
        # constant_memory: a row that is written leaves memory
        book = import_module("xlsxwriter").Workbook(stream, {"constant_memory": True})
        book.set_properties({"created": MADE})
        written = [_sheets(book, table) for table in tables]
        book.close()
        return written[0]


def _sheets(book: Any, table: Table) -> int:
    """Write *table* on a sheet, and on further ones where it is longer; how many rows."""
    left, written = iter(table.rows()), 0
    for number in count(1):
        page = islice(left, SHEET_ROWS - 1)
        name = table.name.capitalize()
        lines = _sheet(book, name if number == 1 else f"{name} {number}", table, page)
        written += lines
        if lines < SHEET_ROWS - 1:
            break
    return written


def _sheet(book: Any, name: str, table: Table, page: Iterable[Sequence[Cell]]) -> int:
    sheet = book.add_worksheet(name)
    shown = list(table.columns[:SHEET_COLUMNS])
    widths = [len(column) + 2 for column in shown]
    for column, text in enumerate(shown):
        sheet.write_string(0, column, whole(text), book.add_format({"bold": True, "valign": "top"}))
    lines = 0
    for lines, row in enumerate(page, start=1):
        for column, cell in enumerate(row[:SHEET_COLUMNS]):
            if cell in {None, ""}:
                continue
            if isinstance(cell, str):
                sheet.write_string(lines, column, whole(cell[:SHEET_CELL]))
            else:
                sheet.write_number(lines, column, cell)
            widths[column] = max(widths[column], len(str(cell)))
    for column, width in enumerate(widths):
        sheet.set_column(column, column, min(width, WIDEST))
    sheet.freeze_panes(1, 1)
    sheet.autofilter(0, 0, lines, len(shown) - 1)
    return lines


def _analytics(name: str) -> Any:
    try:
        return import_module(name)
    except ImportError as error:
        raise MissingExtra(name.partition(".")[0], "analytics") from error


def _groups(table: Table) -> Iterator[list[Sequence[Cell]]]:
    """The rows of *table*, as many at a time as may be held in memory."""
    left = iter(table.rows())
    size = max(1, CELLS // len(table.columns))
    while group := list(islice(left, size)):
        yield group


def _schema(pa: Any, table: Table) -> Any:
    types = [pa.float64() if each in table.numbers else pa.string() for each in table.columns]
    return pa.schema(list(zip(map(whole, table.columns), types, strict=True)))


def _arrow(pa: Any, schema: Any, group: Iterable[Sequence[Cell]]) -> Any:
    columns = zip(*group, strict=True)
    return pa.table(
        [
            list(column) if pa.types.is_floating(field.type) else list(map(_text, column))
            for field, column in zip(schema, columns, strict=True)
        ],
        schema=schema,
    )


def _text(cell: Cell) -> str | None:
    """*cell* as text; half of a character, which a page may have, is no text."""
    if isinstance(cell, str):
        return whole(cell)
    return None if cell is None else f"{cell:.12g}"


def pairs_table(every: Callable[[], Iterable[Sequence[Cell]]]) -> Table:
    """The flat table, whose rows are *every*."""
    return Table("pairs", COLUMNS, every, frozenset(COLUMNS[-1:]), is_sheet=True)


def rows(specification: Specification) -> Iterator[Sequence[Cell]]:
    """The rows of one page: its pairs, a fragment by its XPath, then its fields."""
    each = specification
    about = (each.site, each.url, each.category, each.title)
    for fragment in each.fragments:
        for pair in fragment.pairs:
            yield (
                *(*about, fragment.xpath, pair.group, pair.name, pair.value),
                *(pair.xpath, pair.reader, round(pair.confidence, DIGITS)),
            )
    for field in each.fields:
        yield (
            *(*about, None, None, field.name, field.value),
            *(field.xpath, field.reader, round(field.confidence, DIGITS)),
        )


def guarded(cell: str) -> str:
    """*cell* so that no spreadsheet takes it, or a part of it, for a formula.

    >>> guarded("=1+1"), guarded("-5"), guarded("675 g"), guarded("red;=1+1")
    ("'=1+1", "'-5", '675 g', "red;'=1+1")
    """
    return RISKY.sub(GUARD, cell)


def unguarded(cell: str) -> str:
    """The cell as it was before ``guarded``.

    >>> unguarded(guarded("'tis"))
    "'tis"
    """
    return GUARDED.sub("", cell)


def position(stream: IO[Any]) -> int | None:
    """Where *stream* stands; None for a pipe, which has no position."""
    try:
        return stream.tell()
    except OSError:
        return None
