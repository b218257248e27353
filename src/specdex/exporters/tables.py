"""Exporters of the flat table, one row a pair: CSV and Parquet."""

import csv
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import IO, Any

from specdex.errors import MissingExtra
from specdex.records import Specification

__all__ = ["COLUMNS", "CsvExporter", "ParquetExporter", "guarded", "rows", "unguarded"]

Row = tuple[str, str, str, str, str, float]
COLUMNS = ("site", "url", "fragment", "name", "value", "confidence")
GUARD = "'"
RISKY = (GUARD, *"=+-@\t\r\n", "\uff1d", "\uff0b", "\uff0d", "\uff20")
"""A cell that begins so is a formula to some spreadsheet, or looks guarded already."""
DIGITS = 4
ROW_GROUP = 50_000
"""Rows held in memory and written together."""


class CsvExporter:
    """Writes the flat table as CSV that is safe to open in a spreadsheet.

    A cell that begins like a formula (``=``, ``+``, ``-``, ``@``, tab, line end) gets a quote
    ``'`` in front, numbers such as ``-5`` included: shops write the values, not we. A cell that
    begins with a quote gets one more, so that dropping one leading quote restores every cell.
    There is no header where the stream goes on behind earlier rows.
    """

    suffixes: tuple[str, ...] = (".csv",)
    binary = False

    def write(self, specifications: Iterable[Specification], stream: IO[Any]) -> int:
        """Write all to *stream*; how many."""
        # the RFC's line ends, and the only ones that make this writer quote a lone \r
        writer = csv.writer(stream, lineterminator="\r\n")
        if _is_fresh(stream):
            writer.writerow(COLUMNS)
        written = 0
        for written, specification in enumerate(specifications, start=1):  # noqa: B007 - the last is the count
            for *cells, confidence in rows(specification):
                writer.writerow([*map(guarded, cells), confidence])
        return written


class ParquetExporter:
    """Writes the flat table, a row group at a time; needs the extra ``analytics``."""

    suffixes: tuple[str, ...] = (".parquet",)
    binary = True

    def write(self, specifications: Iterable[Specification], stream: IO[Any]) -> int:
        """Write all to *stream*; how many."""
        try:
            import pyarrow as pa
            import pyarrow.parquet as pq
        except ImportError as error:
            raise MissingExtra("pyarrow", "analytics") from error
        types = [pa.string()] * (len(COLUMNS) - 1) + [pa.float64()]
        schema = pa.schema(list(zip(COLUMNS, types, strict=True)))
        written = 0

        def every() -> Iterator[Row]:
            nonlocal written
            for specification in specifications:
                written += 1
                yield from rows(specification)

        left = every()
        with pq.ParquetWriter(stream, schema) as writer:
            while group := list(islice(left, ROW_GROUP)):
                columns = [list(column) for column in zip(*group, strict=True)]
                writer.write_table(pa.table(columns, schema=schema))
        return written


def rows(specification: Specification) -> Iterator[Row]:
    """The rows of one page, a fragment by its XPath."""
    for fragment in specification.fragments:
        for pair in fragment.pairs:
            yield (
                specification.site,
                specification.url,
                fragment.xpath,
                pair.name,
                pair.value,
                round(pair.confidence, DIGITS),
            )


def guarded(cell: str) -> str:
    """*cell* so that no spreadsheet takes it for a formula.

    >>> guarded("=1+1"), guarded("-5"), guarded("675 g")
    ("'=1+1", "'-5", '675 g')
    """
    return GUARD + cell if cell.startswith(RISKY) else cell


def unguarded(cell: str) -> str:
    """The cell as it was before ``guarded``.

    >>> unguarded(guarded("'tis"))
    "'tis"
    """
    return cell.removeprefix(GUARD)


def _is_fresh(stream: IO[Any]) -> bool:
    """Whether nothing stands before what is written next."""
    try:
        return stream.tell() == 0
    except OSError:
        # a pipe has no position
        return True
