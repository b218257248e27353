"""Specifications of open and of blind sites, counted apart."""

import json
import lzma
from dataclasses import replace
from types import SimpleNamespace

import pytest
from click.testing import CliRunner

from benchmarks.specs import command
from benchmarks.specs.command import specs
from specdex.pipeline.extract import extraction

SITES = ("shop.example", "one.example")
"""An open site and a blind one."""
ROWS = [["Weight", "480 g"], ["Colour", "black"], ["Zoom", "5 x"], ["Display size", "3 in"]]
TABLE = "".join(f"<tr><th>{name}</th><td>{value}</td></tr>" for name, value in ROWS)
HTML = f"<h1>Borea C1</h1><h2>Specifications</h2><table>{TABLE}</table><p>A camera.</p>"


@pytest.fixture
def call(tmp_path):
    (tmp_path / "specs").mkdir()
    wrong = [*ROWS, ["Mount", "none"]]
    with lzma.open(tmp_path / "specs" / "real.jsonl.xz", "wt", encoding="utf-8") as stream:
        for site in SITES:
            fragments = [{"xpath": "/html/body/table", "kind": "table", "pairs": wrong}]
            line = {"id": site, "url": None, "site": site, "html": HTML, "fragments": fragments}
            stream.write(json.dumps(line) + "\n")

    def run(*options):
        given = ("--data", str(tmp_path), "--set", "real", "--shipped", *options)
        return CliRunner().invoke(specs, given)

    return run


def test_open_and_blind_stand_side_by_side(call):
    rows = [json.loads(line) for line in call("--json").stdout.splitlines()]
    assert [row["part"] for row in rows] == ["open", "blind", "difference"]
    assert rows[0]["pair_recall"] == rows[1]["pair_recall"] == 0.8
    assert rows[0]["faint"] == 0.0
    assert rows[2]["pair_f1"] == 0.0


def test_only_open_sites_are_looked_at(call, tmp_path):
    shown = call("--per-site", "--errors", "9").stdout
    assert "shop.example" in shown
    assert "one.example" not in shown
    call("--predictions", str(tmp_path / "said.jsonl"))
    (line,) = (tmp_path / "said.jsonl").read_text().splitlines()
    assert json.loads(line)["site"] == "shop.example"


@pytest.mark.parametrize("option", [["--per-site"], ["--errors", "1"], ["--predictions", "said"]])
def test_blind_sites_are_refused(call, option):
    done = call("--part", "blind", *option)
    assert done.exit_code == 2
    assert "of blind sites only totals are printed" in done.output
    assert call("--part", "blind").exit_code == 0


def test_the_error_of_all_sets_is_told_with_its_spread(call):
    shown = call().stdout
    for name in ("real", "all sets"):
        assert f"{name}, open: ECE of pairs" in shown
        assert f"{name}, blind: ECE of pairs" in shown


def test_detectors_are_averaged_and_their_spread_is_told(call, monkeypatch):
    """One detector that reads the page, one that reads nothing."""
    mapped = extraction().extractor
    blind = replace(mapped, detector=SimpleNamespace(detect=lambda _: ()))
    both = (mapped.extract, blind.extract)
    monkeypatch.setattr(command, "_extracts", lambda *_: both)
    rows = {row["part"]: row for row in map(json.loads, call("--json").stdout.splitlines())}
    assert rows["open"]["pair_recall"] == 0.4
    assert rows["open, spread"]["pair_recall"] == pytest.approx(0.8 / 2**0.5)
    assert rows["open"]["faint"] is None
    assert "spread" in call().stdout


def test_one_detector_has_no_spread(call):
    assert "spread" not in call("--json").stdout
