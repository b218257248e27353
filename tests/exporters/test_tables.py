import csv
import io
import sys
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from specdex.errors import MissingExtra
from specdex.exporters import tables
from specdex.exporters.tables import (
    COLUMNS,
    CsvExporter,
    ParquetExporter,
    guarded,
    rows,
    unguarded,
)
from specdex.records import Fragment, FragmentKind, Pair, Specification
from specdex.testing import SPECIFICATION, ExporterContract

BARE = Specification("https://a.example/")


def with_pairs(*pairs):
    fragment = Fragment("/html", FragmentKind.DL, tuple(Pair(*pair) for pair in pairs))
    return replace(BARE, fragments=(fragment,))


class TestCsvExporter(ExporterContract):
    def make_exporter(self):
        return CsvExporter()

    def test_there_is_a_row_for_every_pair(self):
        found = list(csv.reader(io.StringIO(self.export(SPECIFICATION, BARE), newline="")))
        assert tuple(found[0]) == COLUMNS
        assert [[*map(unguarded, row[:5]), float(row[5])] for row in found[1:]] == [
            list(row) for row in rows(SPECIFICATION)
        ]

    def test_no_cell_is_a_formula_to_a_spreadsheet(self):
        risky = ["=1+1", "+1", "-5", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "\uff1d1", "'quoted"]
        text = self.export(with_pairs(*((cell, cell) for cell in risky)))
        found = list(csv.reader(io.StringIO(text, newline="")))
        assert [row[3:5] for row in found[1:]] == [["'" + cell] * 2 for cell in risky]

    def test_there_is_one_header_however_often_it_is_appended_to(self):
        stream = io.StringIO(newline="")
        for _ in range(2):
            CsvExporter().write([SPECIFICATION], stream)
        assert stream.getvalue().count("site,url") == 1

    @given(cells=st.lists(st.tuples(st.text(), st.text()), max_size=5))
    def test_every_cell_can_be_restored(self, cells):
        text = self.export(with_pairs(*cells))
        found = list(csv.reader(io.StringIO(text, newline=""), strict=True))
        assert [tuple(map(unguarded, row[3:5])) for row in found[1:]] == cells

    @given(cell=st.text())
    def test_a_guarded_cell_never_begins_like_a_formula(self, cell):
        assert not guarded(cell).startswith(("=", "+", "-", "@", "\t", "\r", "\n"))
        assert unguarded(guarded(cell)) == cell


class TestParquetExporter(ExporterContract):
    def make_exporter(self):
        return ParquetExporter()

    def test_it_holds_the_flat_table(self, monkeypatch):
        pq = pytest.importorskip("pyarrow.parquet")
        monkeypatch.setattr(tables, "ROW_GROUP", 3)
        many = [replace(SPECIFICATION, url=f"https://a.example/{n}") for n in range(4)]
        file = pq.ParquetFile(io.BytesIO(self.export(*many)))
        assert file.num_row_groups == 3
        table = file.read()
        assert tuple(table.column_names) == COLUMNS
        assert [tuple(row.values()) for row in table.to_pylist()] == [
            row for each in many for row in rows(each)
        ]

    def test_without_pyarrow_it_names_the_extra(self, monkeypatch):
        monkeypatch.setitem(sys.modules, "pyarrow", None)
        with pytest.raises(MissingExtra, match=r"specdex\[analytics\]"):
            self.export(SPECIFICATION)
