import gzip
import io
import json
import sys

import pytest

from specdex.errors import InputError
from specdex.pipeline.export import exporter_for, specifications_at
from specdex.records import Failure, extract_line
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
