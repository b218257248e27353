import csv
import gzip
import io
import stat
from pathlib import Path

import pytest

from specdex.errors import InputError
from specdex.exporters.output import open_output
from specdex.exporters.tables import CsvExporter
from specdex.testing import SPECIFICATION


def test_a_file_appears_whole(tmp_path):
    path = tmp_path / "out.txt"
    with open_output(path) as stream:
        stream.write("Größe\r\n")
        assert not path.exists()
    assert path.read_bytes() == "Größe\r\n".encode()
    assert [each.name for each in tmp_path.iterdir()] == ["out.txt"]
    assert stat.S_IMODE(path.stat().st_mode) & 0o444


def test_an_earlier_file_stays_until_then_and_after_an_exception(tmp_path):
    path = tmp_path / "out.txt"
    path.write_text("old")

    def interrupted():
        with open_output(path) as stream:
            stream.write("new")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert path.read_text() == "old"
    assert [each.name for each in tmp_path.iterdir()] == ["out.txt"]


def test_an_earlier_file_is_replaced_through_a_link(tmp_path):
    path, link = tmp_path / "out.txt", tmp_path / "link.txt"
    path.write_text("old")
    link.symlink_to("out.txt")
    with open_output(str(link)) as stream:
        stream.write("new")
    assert path.read_text() == "new"
    assert link.is_symlink()


@pytest.mark.parametrize("before", [None, "", "one\n", "one"])
def test_text_is_appended_on_a_line_of_its_own(tmp_path, before):
    path = tmp_path / "out.txt"
    if before is not None:
        path.write_text(before)
    with open_output(path, append=True) as stream:
        stream.write("two\n")
    assert path.read_text() == ("one\ntwo\n" if before else "two\n")


@pytest.mark.parametrize("append", [True, False])
def test_an_ending_compresses(tmp_path, append):
    path = tmp_path / "out.txt.gz"
    for text in ("one\n", "two\n"):
        with open_output(path, append=append) as stream:
            stream.write(text)
    with gzip.open(path, "rt") as file:
        assert file.read() == ("one\ntwo\n" if append else "two\n")


def test_the_same_content_gives_the_same_bytes(tmp_path):
    for name in ("a.gz", "b.gz"):
        with open_output(tmp_path / name) as stream:
            stream.write("one\n")
    assert (tmp_path / "a.gz").read_bytes() == (tmp_path / "b.gz").read_bytes()


@pytest.mark.parametrize("name", ["out.csv", "out.csv.gz"])
def test_an_appended_table_has_one_header(tmp_path, name):
    for _ in range(2):
        with open_output(tmp_path / name, append=True) as stream:
            CsvExporter().write([SPECIFICATION], stream)
    data = (tmp_path / name).read_bytes()
    text = (gzip.decompress(data) if name.endswith(".gz") else data).decode("utf-8-sig")
    found = list(csv.reader(io.StringIO(text, newline="")))
    assert [row[0] for row in found].count("site") == 1
    # both times the same rows: what the product's fields say, and its pairs
    rows = found[1:]
    assert len(rows) == 2 * (len(SPECIFICATION.fields) + len(SPECIFICATION.pairs))
    assert rows[: len(rows) // 2] == rows[len(rows) // 2 :]


def test_bytes_are_written_but_not_appended(tmp_path):
    path = tmp_path / "out.parquet"
    for append in (True, False):
        with open_output(path, append=append, binary=True) as stream:
            stream.write(b"\0")
    with (
        pytest.raises(InputError, match="cannot be appended"),
        open_output(path, append=True, binary=True),
    ):
        pass
    assert path.read_bytes() == b"\0"


def test_a_place_that_cannot_be_written_is_an_input_error(tmp_path):
    for path in (tmp_path / "no" / "out.txt", tmp_path):
        with pytest.raises(InputError, match="cannot write"), open_output(path, append=False):
            pass


def test_a_device_is_written_to_as_it_is(tmp_path):
    with open_output("/dev/null") as stream:
        stream.write("gone")
    assert Path("/dev/null").is_char_device()
    assert list(tmp_path.iterdir()) == []
