"""The flat table as Parquet."""

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import IO, Any

from specdex.errors import MissingExtra
from specdex.exporters.table import COLUMNS, Row, rows
from specdex.records import Specification

__all__ = ["ParquetExporter"]

ROW_GROUP = 50_000
"""Rows held in memory and written together."""


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
        counted = Counted(specifications)
        every = (row for specification in counted for row in rows(specification))
        with pq.ParquetWriter(stream, schema) as writer:
            for group in _groups(every):
                columns = [list(column) for column in zip(*group, strict=True)]
                writer.write_table(pa.table(columns, schema=schema))
        return counted.count


class Counted:
    """Specifications that are counted as they pass."""

    def __init__(self, specifications: Iterable[Specification]) -> None:
        self._specifications = specifications
        self.count = 0

    def __iter__(self) -> Iterator[Specification]:
        for specification in self._specifications:
            self.count += 1
            yield specification


def _groups(every: Iterator[Row]) -> Iterator[list[Row]]:
    while group := list(islice(every, ROW_GROUP)):
        yield group
