"""The commands that train and measure synthesis, on labelled sites of our own."""

import importlib.util
import json
import lzma
import os
import subprocess
import sys
from dataclasses import replace

import pytest
from click.testing import CliRunner

from benchmarks.__main__ import bench
from benchmarks.synthesis import command, training
from benchmarks.synthesis import timing as synthesis_timing
from benchmarks.synthesis import trials as synthesis_trials
from benchmarks.synthesis.shops import ShopScore, shop_hosts
from benchmarks.synthesis.timing import time_lookup
from specdex.errors import InputError
from specdex.synthesis.matching import FEATURES

LEARN = pytest.mark.skipif(
    importlib.util.find_spec("sklearn") is None, reason="needs the extra learn"
)


def write_site(path, pages, books):
    path.parent.mkdir(parents=True, exist_ok=True)
    with lzma.open(path, "wt", encoding="utf-8") as stream:
        for number, (page, book) in enumerate(zip(pages, books, strict=True)):
            line = {
                "id": f"{number:04d}",
                "url": page.url,
                "html": page.body.decode(),
                "attributes": {name: [book[name]] for name in ("title", "author", "isbn")},
            }
            stream.write(json.dumps(line) + "\n")


@pytest.fixture(scope="module")
def data(tmp_path_factory, plain, fancy, books):
    """Two kinds of sites, three sites each."""
    folder = tmp_path_factory.mktemp("data")
    for kind in ("book", "paper"):
        write_site(folder / "swde" / kind / "a.jsonl.xz", plain[:20], books[:20])
        write_site(folder / "swde" / kind / "b.jsonl.xz", fancy[:20], books[20:40])
        other = [
            replace(page, body=page.body.replace(b"<h2", b"<h4").replace(b"</h2", b"</h4"))
            for page in fancy[20:]
        ]
        write_site(folder / "swde" / kind / "c.jsonl.xz", other, books[40:])
    return folder


@pytest.fixture
def few_trees(monkeypatch):
    monkeypatch.setattr(training, "TREES", 4)


@LEARN
@pytest.mark.slow
@pytest.mark.usefixtures("few_trees")
def test_training_gives_the_same_bytes_twice(data, tmp_path):
    made = []
    for name in ("one.json", "two.json"):
        arguments = ["train", "synthesis", "--data", str(data), "-O", str(tmp_path / name)]
        result = CliRunner().invoke(bench, arguments)
        assert result.exception is None
        made.append((tmp_path / name).read_bytes())
    assert made[0] == made[1]
    model = json.loads(made[0])
    assert model["recipe"] == "python -m benchmarks train synthesis"
    assert tuple(model["features"]) == FEATURES
    assert "learned from 6 sites of 2 kinds" in result.stdout


@LEARN
@pytest.mark.slow
def test_another_process_learns_the_same(data, tmp_path):
    made = []
    for seed in ("1", "2"):
        model = tmp_path / f"{seed}.json"
        recipe = [sys.executable, "-m", "benchmarks", "train", "synthesis"]
        subprocess.run(
            [*recipe, "--data", str(data), "-O", str(model)],
            env={**os.environ, "PYTHONHASHSEED": seed},
            check=True,
            capture_output=True,
        )
        made.append(model.read_bytes())
    assert made[0] == made[1]


@LEARN
@pytest.mark.slow
@pytest.mark.usefixtures("few_trees")
def test_both_methods_are_scored_on_labelled_sites(data, tmp_path):
    predictions = tmp_path / "predictions.jsonl"
    arguments = ["synthesis", "--data", str(data), "--seeds", "1", "--json"]
    ours = CliRunner().invoke(bench, [*arguments, "--predictions", str(predictions)])
    assert json.loads(ours.stdout)["seeds"] == 1
    line = json.loads(predictions.read_text().splitlines()[0])
    assert set(line) == {"seeds", "vertical", "site", "id", "attributes"}
    paper = CliRunner().invoke(bench, [*arguments, "--method", "paper", "--pages", "8"])
    said, row = paper.stdout.splitlines()
    assert said == "the first 8 pages of each site"
    assert 0 < json.loads(row)["f1"] <= 1


def test_a_kind_of_sites_that_is_alone_is_judged_by_what_ships(data, tmp_path, monkeypatch):
    kind = next(iter(sorted((data / "swde").iterdir())))
    (tmp_path / "swde").mkdir()
    (tmp_path / "swde" / kind.name).symlink_to(kind)
    monkeypatch.setattr(synthesis_trials, "sample", lambda _: None)
    monkeypatch.setattr(synthesis_trials, "learn", pytest.fail)
    arguments = ["synthesis", "--data", str(tmp_path), "--seeds", "1", "--json"]
    result = CliRunner().invoke(bench, arguments, catch_exceptions=False)
    assert json.loads(result.stdout)["f1"] > 0


def test_one_more_site_is_timed(data):
    arguments = ["synthesis", "--data", str(data), "--time"]
    said = CliRunner().invoke(bench, arguments, catch_exceptions=False).stdout.splitlines()
    assert len(said) == 2
    assert all("s of processor time for 20 pages" in line for line in said)


def test_a_sweep_shows_what_a_threshold_costs(data, monkeypatch):
    monkeypatch.setattr(command, "SWEEP", (0.3, 0.9))
    arguments = ["synthesis", "--data", str(data), "--sweep", "--pages", "6"]
    result = CliRunner().invoke(bench, arguments)
    assert "the first 6 pages of each site" in " ".join(result.stdout.split())
    assert "0.3" in result.stdout
    assert "0.9" in result.stdout


def test_looking_up_is_timed(monkeypatch):
    monkeypatch.setattr(synthesis_timing, "PAGES", 2)
    found = time_lookup(3_000, 50)
    assert 2_500 < found.instances <= 3_300
    assert found.milliseconds > 0
    assert found.found >= 5


def test_what_shops_are_worth_is_a_table(monkeypatch):
    scores = [
        ShopScore("a.example", "b.example", "complete", 3, 3, 1, 0.5, 1, 1, 12, passed=True),
        ShopScore("a.example", "c.example", "partial", 3, 2, 0.5, 0.5, 1, 1, 8, passed=False),
    ]
    monkeypatch.setattr(command, "shop_scores", lambda *_: scores)
    result = CliRunner().invoke(bench, ["synthesis", "--shops"], standalone_mode=False)
    assert result.return_value == 1
    assert "1 of 2 complete" in result.stdout
    assert scores[0].f1 == pytest.approx(2 / 3)


def test_data_that_is_not_there_gets_a_sentence(tmp_path):
    with pytest.raises(InputError, match="no snapshots of shops"):
        shop_hosts(tmp_path)
    arguments = ["train", "synthesis", "--data", str(tmp_path), "-O", str(tmp_path / "m.json")]
    result = CliRunner().invoke(bench, arguments)
    assert "no labelled sites" in str(result.exception)
    assert not (tmp_path / "m.json").exists()
