import csv
import sqlite3
from contextlib import closing

import pytest

from specdex.errors import InputError
from specdex.page_sources.registers import read_register


def test_a_csv_register_keeps_the_lines_of_its_rows(tmp_path):
    path = tmp_path / "r.csv"
    path.write_text('name;code\n"Car;dolin";MA-1\n\nFebrisan;MA-2\n', encoding="utf-8")
    table = read_register(str(path))
    assert table.columns == ("name", "code")
    assert table.rows == ((2, ("Car;dolin", "MA-1")), (4, ("Febrisan", "MA-2")))


@pytest.mark.parametrize(
    ("content", "line", "sentence"),
    [
        (b"name,code\na,b\nc\n", 3, "1 cells where the header has 2"),
        (b"name,\na,b\n", 1, "column 2 has no name"),
        (b"name,name\na,b\n", 1, "two columns are called 'name'"),
        (b"name,code\n", 1, "the register has no rows"),
        (b"", 1, "the file is empty"),
        (b"name,code\na,\xff\n", 2, "not UTF-8 text"),
        (b'name,code\na,"b\n', 2, "unexpected end of data"),
    ],
)
def test_a_malformed_register_names_file_line_and_what_is_wrong(tmp_path, content, line, sentence):
    path = tmp_path / "r.csv"
    path.write_bytes(content)
    with pytest.raises(InputError) as raised:
        read_register(str(path))
    assert str(raised.value).startswith(f"{path}, line {line}: ")
    assert sentence in str(raised.value)


def database(path, *tables):
    connection = sqlite3.connect(path)
    for table in tables:
        connection.execute(f"create table {table} (name text, amount int)")
        connection.execute(f"insert into {table} values ('Cardolin', null), ('Febrisan', 3)")
    connection.commit()
    connection.close()


def test_a_table_of_a_database_is_a_register(tmp_path):
    database(tmp_path / "one.db", "drugs")
    table = read_register(str(tmp_path / "one.db"))
    assert table.rows == ((1, ("Cardolin", "")), (2, ("Febrisan", "3")))
    database(tmp_path / "two.sqlite", "drugs", "foods")
    assert read_register(f"{tmp_path / 'two.sqlite'}::foods").columns == ("name", "amount")
    with pytest.raises(InputError, match="it has: drugs, foods"):
        read_register(str(tmp_path / "two.sqlite"))
    with pytest.raises(InputError, match="no table 'cars'"):
        read_register(f"{tmp_path / 'two.sqlite'}::cars")


def test_a_parquet_file_is_a_register(tmp_path):
    duckdb = pytest.importorskip("duckdb")
    path = tmp_path / "r.parquet"
    duckdb.sql(f"copy (select 'Cardolin' as name, 7 as code) to '{path}' (format parquet)")
    table = read_register(str(path))
    assert (table.columns, table.rows) == (("name", "code"), ((1, ("Cardolin", "7")),))


@pytest.mark.parametrize("name", ["nothing.csv", "folder"])
def test_a_register_that_is_not_there_is_named(tmp_path, name):
    (tmp_path / "folder").mkdir()
    with pytest.raises(InputError, match="there is no register at"):
        read_register(str(tmp_path / name))


@pytest.mark.parametrize("suffix", [".db", ".parquet"])
def test_a_file_that_is_no_database_is_refused_in_a_sentence(tmp_path, suffix):
    path = tmp_path / f"r{suffix}"
    path.write_bytes(b"not a database at all, but long enough to be taken for one " * 20)
    with pytest.raises(InputError, match="cannot read"):
        read_register(str(path))


def test_a_postgresql_register_needs_a_plain_table_and_tells_no_password():
    with pytest.raises(InputError, match="name a table of host/base"):
        read_register("postgresql://me:secret@host/base")
    with pytest.raises(InputError, match="no name of a table") as raised:
        read_register("postgresql://me:secret@host/base::a;drop")
    assert "secret" not in str(raised.value)


def test_a_register_leaves_the_limits_of_other_tables_alone(tmp_path):
    before = csv.field_size_limit()
    path = tmp_path / "register.csv"
    path.write_text(f"name,code\n{'a' * (before + 1)},1\n", encoding="utf-8")
    assert len(read_register(str(path)).rows) == 1
    assert csv.field_size_limit() == before


def test_a_table_may_have_any_name(tmp_path):
    """Its name is no part of a question."""
    path = tmp_path / "register.db"
    name = 'drugs" union select 1, 2 --'
    with closing(sqlite3.connect(path)) as database:
        quoted = name.replace('"', '""')
        database.execute(f'create table "{quoted}" (name, number)')
        database.execute(f'insert into "{quoted}" values (?, ?)', ("Pump", 7))
        database.commit()
    assert read_register(str(path)).rows == ((1, ("Pump", "7")),)
