import csv
import io
import re
import sys
import zipfile
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from specdex import plugins
from specdex.errors import MissingExtra
from specdex.exporters import tables
from specdex.exporters.tables import (
    COLUMNS,
    CsvExporter,
    DuckDbExporter,
    ExcelExporter,
    ParquetExporter,
    Table,
    guarded,
    rows,
    unguarded,
)
from specdex.records import Field, Fragment, FragmentKind, Pair, Specification
from specdex.testing import SPECIFICATION, ExporterContract

BARE = Specification("https://a.example/")
ROWS = [("=1+1", 1.5), ("-5", -5), ("Größe", None), (None, 7)]
SHEET = Table(
    "things", ("name", "=amount"), lambda: iter(ROWS), frozenset({"=amount"}), is_sheet=True
)
OTHER = Table("others", ("name",), lambda: iter([("x",)]))


def cells(data, sheet=1):
    """The rows of a sheet of an Excel file, a text or a number each."""
    with zipfile.ZipFile(io.BytesIO(data)) as file:
        root = etree.fromstring(file.read(f"xl/worksheets/sheet{sheet}.xml"))
    assert not root.findall(".//{*}f"), "a formula"
    rows = []
    for row in root.iterfind(".//{*}row"):
        found = {}
        for cell in row.iterfind("{*}c"):
            text = "".join(cell.itertext())
            value = text if cell.get("t") == "inlineStr" else float(text)
            found[re.match("[A-Z]+", cell.get("r"))[0]] = value
        rows.append(found)
    return rows


def with_pairs(*pairs):
    fragment = Fragment("/html", FragmentKind.DL, tuple(Pair(*pair) for pair in pairs))
    return replace(BARE, fragments=(fragment,))


class TestCsvExporter(ExporterContract):
    def make_exporter(self):
        return CsvExporter()

    def test_there_is_a_row_for_every_pair_and_every_field(self):
        text = self.export(SPECIFICATION, BARE).removeprefix("\ufeff")
        found = list(csv.reader(io.StringIO(text, newline="")))
        assert tuple(found[0]) == COLUMNS
        assert [[*map(unguarded, row[:-1]), float(row[-1])] for row in found[1:]] == [
            [cell or "" for cell in row] for row in rows(SPECIFICATION)
        ]
        assert len(found) == 1 + len(SPECIFICATION.pairs) + len(SPECIFICATION.fields)

    def test_no_cell_is_a_formula_to_a_spreadsheet(self):
        risky = ["=1+1", "+1", "-5", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "\uff1d1", "'quoted"]
        text = self.export(with_pairs(*((cell, cell) for cell in risky)))
        found = list(csv.reader(io.StringIO(text, newline="")))
        assert [row[6:8] for row in found[1:]] == [
            ["'" + re.sub(r"(?<=\s)=", "'=", cell)] * 2 for cell in risky
        ]

    def test_there_is_one_header_however_often_it_is_appended_to(self):
        stream = io.StringIO(newline="")
        for _ in range(2):
            CsvExporter().write([SPECIFICATION], stream)
        assert stream.getvalue().count("site,url") == 1

    def test_a_sheet_says_that_it_is_utf_8_and_its_numbers_stay_numbers(self):
        stream = io.StringIO(newline="")
        assert CsvExporter().write_tables([SHEET, OTHER], stream) == 4
        text = stream.getvalue()
        assert text == "\ufeffname,'=amount\r\n'=1+1,1.5\r\n'-5,-5\r\nGröße,\r\n,7\r\n"
        CsvExporter().write_tables([SHEET], stream)
        assert stream.getvalue().count("\ufeff") == 1
        assert stream.getvalue().count("amount") == 1

    def test_a_pipe_gets_a_header_and_no_mark(self):
        class Pipe(io.StringIO):
            def tell(self):
                raise OSError

        stream = Pipe(newline="")
        CsvExporter().write_tables([SHEET], stream)
        assert stream.getvalue().startswith("name,")

    @given(cells=st.lists(st.tuples(st.text(), st.text()), max_size=5))
    def test_every_cell_can_be_restored(self, cells):
        text = self.export(with_pairs(*cells))
        found = list(csv.reader(io.StringIO(text, newline=""), strict=True))
        assert [tuple(map(unguarded, row[6:8])) for row in found[1:]] == cells

    @given(cell=st.text() | st.text("=+-@\t\r\n;'\"a"))
    def test_a_guarded_cell_never_begins_like_a_formula(self, cell):
        assert not guarded(cell).startswith(("=", "+", "-", "@", "\t", "\r", "\n"))
        assert unguarded(guarded(cell)) == cell

    @given(cell=st.text("=+-@\t\r\n;'\",a", max_size=12))
    def test_nothing_behind_another_separator_is_a_formula_whatever_becomes_of_quotes(self, cell):
        text = self.export(with_pairs((f"x{cell}", f"x{cell}")))
        for part in re.split("[;\t\r\n]", text):
            assert not part.lstrip('"').startswith(("=", "+", "-", "@"))


class TestParquetExporter(ExporterContract):
    def make_exporter(self):
        return ParquetExporter()

    def test_it_holds_the_flat_table(self, monkeypatch):
        pq = pytest.importorskip("pyarrow.parquet")
        monkeypatch.setattr(tables, "CELLS", 11 * len(COLUMNS))
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

    def test_numbers_are_numbers_and_all_else_is_text(self):
        pq = pytest.importorskip("pyarrow.parquet")
        stream = io.BytesIO()
        wide = replace(SHEET, rows=lambda: iter([(3, 1), *ROWS]))
        assert ParquetExporter().write_tables([wide], stream) == 5
        table = pq.read_table(io.BytesIO(stream.getvalue()))
        assert table.column("=amount").to_pylist() == [1.0, 1.5, -5.0, None, 7.0]
        assert table.column("name").to_pylist() == ["3", "=1+1", "-5", "Größe", None]


class TestExcelExporter(ExporterContract):
    def make_exporter(self):
        return ExcelExporter()

    def test_there_is_a_row_for_every_pair(self):
        header, power, size, name, *_ = cells(self.export(SPECIFICATION))
        assert tuple(header.values()) == COLUMNS
        assert (power["H"], power["K"]) == ("2200 W", 0.9)
        assert size["G"] == "Größe"
        assert (name["G"], name["H"]) == ("name", "Kettle K1")

    def test_each_table_is_a_sheet_with_its_header_fixed_and_filtered(self):
        stream = io.BytesIO()
        assert ExcelExporter().write_tables([SHEET, OTHER], stream) == 4
        assert cells(stream.getvalue()) == [
            {"A": "name", "B": "=amount"},
            {"A": "=1+1", "B": 1.5},
            {"A": "-5", "B": -5},
            {"A": "Größe"},
            {"B": 7},
        ]
        assert cells(stream.getvalue(), 2) == [{"A": "name"}, {"A": "x"}]
        with zipfile.ZipFile(stream) as file:
            book, sheet = file.read("xl/workbook.xml"), file.read("xl/worksheets/sheet1.xml")
        assert re.findall(rb'sheet name="(\w+)"', book) == [b"Things", b"Others"]
        assert b'state="frozen"' in sheet
        assert b'autoFilter ref="A1:B5"' in sheet

    def test_what_is_longer_than_a_sheet_goes_on_on_the_next(self, monkeypatch):
        monkeypatch.setattr(tables, "SHEET_ROWS", 3)
        stream = io.BytesIO()
        assert ExcelExporter().write_tables([SHEET], stream) == 4
        assert [len(cells(stream.getvalue(), number)) for number in (1, 2, 3)] == [3, 3, 1]

    def test_long_and_strange_texts_are_bounded(self):
        strange = Table("x", ("a",), lambda: [("y" * 50_000,), ("\x00\x0b\ud800",), ("",)])
        stream = io.BytesIO()
        ExcelExporter().write_tables([strange], stream)
        assert len(cells(stream.getvalue())[1]["A"]) == 32_767


class TestDuckDbExporter(ExporterContract):
    def make_exporter(self):
        return DuckDbExporter()

    @staticmethod
    def rows(data, query, path):
        duckdb = pytest.importorskip("duckdb")
        path.write_bytes(data)
        with duckdb.connect(str(path), read_only=True) as connection:
            return connection.execute(query).fetchall()

    def test_it_writes_the_same_twice_and_leaves_the_stream_open(self):
        """A database's own bookkeeping differs; the rows are compared below."""
        self.export(SPECIFICATION)

    def test_each_table_is_one_of_the_database(self, tmp_path):
        stream = io.BytesIO()
        assert DuckDbExporter().write_tables([SHEET, OTHER], stream) == 4
        data, path = stream.getvalue(), tmp_path / "x.duckdb"
        assert self.rows(data, "FROM things", path) == [
            ("=1+1", 1.5),
            ("-5", -5.0),
            ("Größe", None),
            (None, 7.0),
        ]
        assert self.rows(data, "FROM others", path) == [("x",)]


@pytest.mark.parametrize("name", plugins.names("exporters"))
def test_halves_of_characters_end_no_export(name):
    half = "a\ud800b"
    exporter = plugins.load("exporters", name)()
    file = io.BytesIO()
    stream = file if exporter.binary else io.TextIOWrapper(file, "utf-8", "replace", newline="")
    said = replace(with_pairs((half, half, half)), title=half, fields=(Field("name", half),))
    assert exporter.write([said], stream) == 1
    if name in {"csv", "parquet", "duckdb", "xlsx"}:
        assert exporter.write_tables([Table("t", (half,), lambda: [(half,)])], stream) == 1
