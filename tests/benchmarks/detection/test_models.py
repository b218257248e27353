"""What the detector learns from beside labelled pages."""

import json
import lzma
from dataclasses import replace

import pytest

from benchmarks.data import Part, part_of
from benchmarks.detection.models import (
    OTHER_PAGES,
    judges_without_site,
    made_sheets,
    transplanted_sheets,
)
from benchmarks.detection.training import DetectionLearner
from specdex.html import parse
from specdex.pipeline.extract import extraction
from specdex.records import Page

SETS = (
    "specs/modern.jsonl.xz",
    "specs/wcxb.jsonl.xz",
    "specs/real.jsonl.xz",
    "specs/swde/a.jsonl.xz",
)
ROWS = "".join(f"<tr><td>Size {at}</td><td>{at} cm</td></tr>" for at in range(4))


@pytest.fixture
def data(tmp_path):
    """A folder of labelled data: a page of each of eight shops in every set."""
    lines = [
        {
            "id": f"p{at}",
            "site": f"shop{at}.example",
            "category": "boxes",
            "html": f"<html><body><h1>Box {at}</h1><table>{ROWS}</table></body></html>",
            "fragments": [
                {
                    "xpath": "/html/body/table",
                    "pairs": [[f"Size {at}", f"{at} cm"] for at in range(4)],
                }
            ],
        }
        for at in range(8)
    ]
    for name in SETS:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        with lzma.open(path, "wt", encoding="utf-8") as stream:
            stream.writelines(json.dumps(line) + "\n" for line in lines)
    return tmp_path


def test_generated_pages_are_sites_of_their_own_and_weigh_little(data):
    sheets = list(made_sheets(data, 12))
    assert len({each.site for each in sheets}) == 12
    assert all(each.made and each.scale < 1 for each in sheets)
    assert sum(bool(each.target.any()) for each in sheets) > 6


def test_transplants_belong_to_the_sites_of_their_pages_and_to_one_part(data):
    found = list(transplanted_sheets(data, Part.OPEN))
    assert {each.site for each in found} == {
        f"shop{at}" for at in range(8) if part_of(f"shop{at}.example") is Part.OPEN
    }
    assert all(each.made and each.scale < 1 for each in found)
    assert len(list(transplanted_sheets(data))) > len(found)
    right = sum(bool((each.target > 0.5).any()) for each in found)
    assert right > 0.8 * len(found)


def test_each_seed_has_a_judge_that_never_saw_the_site(data, monkeypatch):
    pytest.importorskip("sklearn")
    learned = []
    models_of = DetectionLearner.models

    def noted(self, sheets, seeds):
        learned.append({sheet.site for sheet in sheets})
        return models_of(replace(self, trees=2), sheets, seeds)

    monkeypatch.setattr(DetectionLearner, "models", noted)
    hours = "<ul><li>Monday: 9 to 5</li><li>Sunday: closed</li></ul>"
    (data / OTHER_PAGES).parent.mkdir()
    with lzma.open(data / OTHER_PAGES, "wt", encoding="utf-8") as stream:
        for site in ("news.example", "blog.example"):
            line = {"id": site, "site": site, "type": "article", "html": hours}
            stream.write(json.dumps(line) + "\n")
    judges = judges_without_site(data, extraction(), (0, 1))
    assert len(judges) == 2
    assert judges[0].find("shop1.example") is not judges[1].find("shop1.example")
    assert all(any(f"shop{at}" not in each for each in learned) for at in range(8))
    document = parse(Page("http://shop1.example/", b"<table></table>", site="shop1.example"))
    assert judges[0](document).fragments == judges[1](document).fragments == ()
