import json

import pytest
from click.testing import CliRunner

from benchmarks.data import SPEC_SETS
from benchmarks.gates import command


@pytest.fixture
def call(monkeypatch, tmp_path):
    """Runs the gates over scores that are given."""
    floors = tmp_path / "floors.json"

    def run(scores, *options, digest="data"):
        monkeypatch.setattr(command, "_measured", lambda _: [("specs", digest, scores)])
        done = CliRunner().invoke(
            command.gates, ["--floors", str(floors), *options], standalone_mode=False
        )
        assert done.exception is None
        return done

    run.floors = floors
    return run


def test_what_was_reached_once_is_not_lost(call, caplog):
    assert call({"f1": 0.9}, "--update").return_value == 0
    assert call({"f1": 0.9}).return_value == 0
    assert call({"f1": 0.8}).return_value == 1
    assert "f1 0.8000 is under its floor" in caplog.text
    assert call({"f1": 0.8}, "--update").return_value == 0
    assert json.loads(call.floors.read_text())["specs"]["scores"] == {"f1": 0.89}


def test_data_without_a_floor_and_data_that_changed_fail(call, caplog):
    assert call({"f1": 0.9}).return_value == 1
    call({"f1": 0.9}, "--update")
    assert call({"f1": 0.9}, digest="other data").return_value == 1
    assert "no floor for this data" in caplog.text


def test_every_measure_has_a_pinned_floor():
    pinned = json.loads(command.FLOORS.read_text())
    assert set(pinned) == {"fields", *(f"specs/{name}" for name in SPEC_SETS)}
