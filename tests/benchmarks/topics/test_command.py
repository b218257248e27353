"""Pages of a topic are read by a detector that saw none of that topic."""

import json
import lzma

import pytest
from click.testing import CliRunner

from benchmarks.detection.training import DetectionLearner
from benchmarks.topics.command import TOPICS, topics

SETS = (
    "specs/modern.jsonl.xz",
    "specs/wcxb.jsonl.xz",
    "specs/real.jsonl.xz",
    "specs/swde/a.jsonl.xz",
)
PAIRS = [["Author", "N. Falk"], ["Length", "320 pages"], ["Weight", "480 g"], ["Origin", "Oulu"]]
ROWS = "".join(f"<tr><th>{name}</th><td>{value}</td></tr>" for name, value in PAIRS)
MENU = "<ul><li><a href=/a>Home: all</a></li><li><a href=/b>Shop: all</a></li></ul>"


@pytest.fixture
def data(tmp_path):
    categories = ["boxes", "lamps", *(min(each) for each in TOPICS.values())]
    lines = [
        {
            "id": f"{category}{at}",
            "site": f"{category.replace(' ', '')}{at}.example",
            "category": category,
            "html": f"<html><body>{MENU}<h1>One {at}</h1><table>{ROWS}</table></body></html>",
            "fragments": [{"xpath": "/html/body/table", "pairs": PAIRS}],
        }
        for category in categories
        for at in range(4)
    ]
    other = {"id": "o", "site": "o.example", "type": "article", "html": f"<p>{MENU}</p>"}
    for name in (*SETS, "pagetypes/wcxb.jsonl.xz"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        with lzma.open(path, "wt", encoding="utf-8") as stream:
            told = [other] if "pagetypes" in name else lines
            stream.writelines(json.dumps(line) + "\n" for line in told)
    return tmp_path


def test_each_topic_is_read_by_detectors_that_never_saw_it(data, monkeypatch):
    learned = []
    fit = DetectionLearner.fit

    def noted(self, sheets):
        learned.append({sheet.category.split("-")[1] for sheet in sheets})
        return fit(self, sheets)

    monkeypatch.setattr(DetectionLearner, "fit", noted)
    done = CliRunner().invoke(topics, ["--data", str(data), "--pages", "1", "--json"])
    assert done.exit_code == 0, done.output
    for categories, seen in zip(TOPICS.values(), learned, strict=True):
        assert not categories & seen
        assert "boxes" in seen
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert {(row["topic"], row["detector"]) for row in rows} == {
        (topic, detector) for topic in TOPICS for detector in ("specdex", "any-topic")
    }
    read = [row for row in rows if row["part"] != "difference" and row["detector"] == "any-topic"]
    assert sum(row["sites"] for row in read) == 4 * len(TOPICS)
    assert all(row["pair_f1"] == 1.0 for row in read if row["sites"])
