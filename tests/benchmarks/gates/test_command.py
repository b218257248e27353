import json

import pytest
from click.testing import CliRunner

from benchmarks.data import SPEC_SETS, Part
from benchmarks.gates import command
from benchmarks.link.sets import LINK_SETS
from benchmarks.listings.examples import LISTING_SETS
from benchmarks.specs.command import SEEDS


@pytest.fixture
def call(monkeypatch, tmp_path):
    """Runs the gates over scores that are given."""
    floors = tmp_path / "floors.json"

    def run(scores, *options, digest="data"):
        sides = dict.fromkeys(Part, scores) if "f1" in scores else scores
        monkeypatch.setattr(command, "_measured", lambda _: [("specs", digest, sides)])
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
    assert json.loads(call.floors.read_text())["specs"]["blind"] == {"f1": 0.89}


def test_data_without_a_floor_and_data_that_changed_fail(call, caplog):
    assert call({"f1": 0.9}).return_value == 1
    call({"f1": 0.9}, "--update")
    assert call({"f1": 0.9}, digest="other data").return_value == 1
    assert "no floor for this data" in caplog.text


def test_what_only_helps_where_somebody_looked_fails(call, caplog):
    apart = {Part.OPEN: {"f1": 0.95}, Part.BLIND: {"f1": 0.9}}
    wider = {Part.OPEN: {"f1": 0.99}, Part.BLIND: {"f1": 0.9}}
    call({"f1": 0.9}, "--update")
    assert call(apart).return_value == 1
    assert "f1 is 0.0500 better on open sites, 0.0300 at most" in caplog.text
    assert call(apart, "--update").return_value == 1, "a gap is not made known by and by"
    assert call(apart, "--update", digest="new").return_value == 0
    assert call(apart, digest="new").return_value == 0
    assert call(wider, digest="new").return_value == 1


def test_every_measure_has_a_pinned_floor():
    pinned = json.loads(command.FLOORS.read_text())
    specs, listings = (
        (f"specs/{each}, mean of {SEEDS}" for each in SPEC_SETS),
        (f"listings/{each}" for each in LISTING_SETS),
    )
    linked = {"align", "fuse", *(f"link/{each}" for each in LINK_SETS)}
    assert set(pinned) == {"fields", "quantities", *specs, *listings, *linked}
