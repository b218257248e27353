import csv
import gzip
import io
import json
import sys
from pathlib import Path

import pytest

from specdex.errors import InputError
from specdex.pipeline.export import exporter_for, specifications_at
from specdex.records import Attribute, Claim, Failure, Product, extract_line
from specdex.runs import RunFolder
from specdex.testing import SPECIFICATION

LINE = json.dumps(extract_line(SPECIFICATION)).encode() + b"\n"


def test_an_exporter_is_chosen_by_name_or_by_ending():
    assert exporter_for("x.csv.gz").suffixes == (".csv",)
    assert exporter_for("x.zyte.jsonl").suffixes == (".zyte.jsonl",)
    assert exporter_for("x.csv", "jsonld").suffixes == (".jsonld",)
    assert exporter_for("").suffixes[0] == ".jsonl"
    with pytest.raises(InputError, match=r"no format for 'x\.docx'"):
        exporter_for("x.docx")


def test_specifications_come_from_runs_files_and_standard_input(run, tmp_path, monkeypatch):
    packed = tmp_path / "lines.jsonl.gz"
    packed.write_bytes(gzip.compress(LINE))
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(LINE + b"nonsense\n")))
    found = list(specifications_at([str(run), str(packed), "-"]))
    assert [each.site for each in found[:-1]] == [
        "a.example",
        "b.example",
        "shop.example",
        "shop.example",
    ]
    assert isinstance(found[-1], Failure)
    assert found[-1].reason.startswith("line 2 of standard input is no specification")
    with pytest.raises(InputError, match="nowhere"):
        list(specifications_at(["nowhere"]))


PRODUCT = Product(
    "k1",
    "Kettle KX-100",
    "kettle",
    ("mpn:KX-100",),
    ("http://a.example/k1", "http://b.example/k1"),
    (
        Claim("Power", "1 kW", ("http://a.example/k1", "http://b.example/k1"), 0.9),
        Claim("Colour", "1", ("http://a.example/k1",), 0.3),
    ),
)


@pytest.fixture
def joined(run):
    with RunFolder(run) as folder:
        folder.store.add([PRODUCT, Attribute("Power", "Power", "number", "W", category="kettle")])
    return run


def test_products_are_exported_as_a_sheet(joined, specdex):
    done = specdex("export", joined, "--products", "-O", "kettles.csv")
    assert (done.returncode, done.stderr) == (0, "")
    with open("kettles.csv", encoding="utf-8-sig", newline="") as file:  # noqa: PTH123
        (row,) = csv.DictReader(file)
    assert (row["Title"], row["Power (W)"], row["Shops"]) == ("Kettle KX-100", "1000", "2")
    assert (row["Id"], row["Colour"]) == ("k1", "1")


@pytest.mark.parametrize("ending", ["xlsx", "parquet", "duckdb", "jsonl", "jsonld", "csv.gz"])
def test_products_go_into_every_format(joined, specdex, ending):
    done = specdex("export", joined, "--products", "-O", f"x.{ending}")
    assert (done.returncode, done.stderr) == (0, "")
    assert Path(f"x.{ending}").stat().st_size > 100


@pytest.mark.parametrize(
    ("what", "rows"),
    [
        ("pairs", 3),
        ("products", 1),
        ("sources", 3),
        ("claims", 2),
        ("attributes", 2),
        ("failures", 4),
    ],
)
def test_whatever_a_run_holds_can_be_had(joined, specdex, what, rows):
    done = specdex("export", joined, "--what", what)
    assert done.returncode == 0
    assert len(done.stdout.splitlines()) == rows


def test_what_is_less_sure_or_of_another_category_is_left_out(joined, specdex):
    (line,) = specdex("export", joined, "--products", "--min-confidence", 0.5).stdout.splitlines()
    assert [claim["attribute"] for claim in json.loads(line)["claims"]] == ["Power"]
    done = specdex("export", joined, "--products", "-c", "toaster")
    assert (done.returncode, done.stdout) == (2, "")
    assert "has no category 'toaster'; it has: 'kettle'" in done.stderr


def test_mistakes_are_one_sentence(run, specdex, tmp_path):
    done = specdex("export", run, "--products", "-O", "x.csv")
    assert done.returncode == 1
    assert f"{run} holds no products; `specdex join {run}` joins" in done.stderr
    (tmp_path / "lines.jsonl").write_bytes(LINE)
    done = specdex("export", "lines.jsonl", "--products")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "specdex table" in done.stderr
    done = specdex("export", run, "--what", "pairs", "-f", "zyte")
    assert done.returncode == 2
    assert (
        "holds no table of pairs; these do: csv, duckdb, jsonl, jsonld, parquet, xlsx"
        in done.stderr
    )
    done = specdex("export", run, "--what", "pairs", "-O", "nowhere/x.xlsx")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "cannot write nowhere/x.xlsx" in done.stderr
