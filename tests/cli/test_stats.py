"""The command stats, and its drawing."""

import json
import sys

import pytest
from click.testing import CliRunner

from specdex.cli.stats import stats
from specdex.errors import InputError, MissingExtra

LINE = {"category": "tv", "attributes": {"size": ["50"], "weight": ["9"]}}


@pytest.fixture
def collection(tmp_path):
    path = tmp_path / "tv.jsonl"
    lines = (json.dumps({"site": f"{site}.example", **LINE}) for site in "aabbc")
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def run(*arguments):
    return CliRunner().invoke(
        stats, [str(each) for each in arguments], standalone_mode=False, catch_exceptions=False
    )


def test_figure_10_is_drawn_beside_the_lines(collection, tmp_path):
    pytest.importorskip("matplotlib")
    result = run(collection, "--plots", tmp_path / "new" / "figures")
    assert json.loads(result.output)["intra_site"]["histogram"][-1] == 2
    drawn = tmp_path / "new" / "figures" / "figure-10.png"
    assert drawn.read_bytes().startswith(b"\x89PNG")


def test_a_collection_without_specifications_draws_nothing(tmp_path):
    pytest.importorskip("matplotlib")
    (tmp_path / "empty.jsonl").write_text("", encoding="utf-8")
    result = run(tmp_path / "empty.jsonl", "--plots", tmp_path / "figures")
    assert result.return_value == 1
    assert not (tmp_path / "figures").exists()


def test_a_folder_that_cannot_be_is_told_in_one_sentence(collection):
    pytest.importorskip("matplotlib")
    with pytest.raises(InputError, match="cannot write"):
        run(collection, "--plots", collection / "figures")


def test_what_is_missing_shows_before_the_work(collection, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(MissingExtra, match="plots"):
        run(collection, "--plots", tmp_path / "figures")
