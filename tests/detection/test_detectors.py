"""Detectors: the learned default and the rule of thumb."""

import pickle
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.written import trees_of, written
from specdex.detection.candidates import candidate_nodes
from specdex.detection.detector import LearnedDetector
from specdex.detection.model import DetectionModel, default_model
from specdex.detection.rules import RuleDetector
from specdex.detection.sheet import describe
from specdex.detection.texts import name_of
from specdex.errors import InputError
from specdex.forest import Trees
from specdex.html import parse
from specdex.ports import Detector
from specdex.records import Page

MAX_MODEL = 2_000_000


@pytest.fixture(params=["learned", "rules"])
def detector(request):
    return LearnedDetector() if request.param == "learned" else RuleDetector()


def test_a_detector_finds_the_specification_and_nothing_else(detector, shop_page):
    found = detector.detect(shop_page)
    assert [shop_page.tag[each.node] for each in found] == ["table"]
    assert all(0 < each.confidence <= 1 for each in found)


def test_a_detector_is_a_picklable_plug_in(detector, shop_page):
    assert isinstance(detector, Detector)
    again = pickle.loads(pickle.dumps(detector))
    assert again.detect(shop_page) == detector.detect(shop_page)


def test_hidden_copies_are_found_once(document, table):
    page = document(f"<h2>Specifications</h2>{table}<h2>Specifications</h2>{table}")
    assert len(LearnedDetector().detect(page)) == 1


@given(st.text(alphabet="<>/=tabledivulispan :abc\"'\n", max_size=300))
@settings(deadline=None)
def test_no_markup_makes_a_detector_raise(markup):
    page = parse(Page("http://shop.example/", markup.encode()))
    LearnedDetector().detect(page)
    RuleDetector().detect(page)


def test_a_higher_threshold_believes_in_less(shop_page):
    assert LearnedDetector(threshold=0.0).detect(shop_page)
    assert not LearnedDetector(threshold=1.1).detect(shop_page)


def test_what_a_region_shows_is_held_against_what_the_trees_say(shop_page):
    sheet = describe(shop_page, candidate_nodes(shop_page))
    trees = replace(default_model(), slope=1.0, offset=0.0, evidence={})
    asked = replace(trees, evidence={"table": 2.0, "list": -1.0})
    before, after = (np.asarray(each.confidences(sheet)) for each in (trees, asked))
    moved = np.log(after / (1 - after)) - np.log(before / (1 - before))
    kinds = {"table": 2.0, "list": -1.0}
    told = [kinds.get(str(region.kind), 0.0) for region in sheet.regions]
    assert moved.tolist() == pytest.approx(told)


def test_the_lexicon_knows_names_of_brands_and_numbers_in_many_languages():
    known = [
        name for name in ("Hersteller", "Article no.", "Référence", "Zzyzx") if name_of(name).field
    ]
    assert known == ["Hersteller", "Article no.", "Référence"]


def test_the_shipped_model_is_small_data_and_survives_a_round_trip(shop_page):
    model = default_model()
    again = DetectionModel.from_json(written(model))
    assert len(repr(written(model))) < MAX_MODEL
    one = LearnedDetector(model).detect(shop_page)
    assert LearnedDetector(again).detect(shop_page) == one


def test_a_model_of_other_features_is_refused():
    data = written(default_model()) | {"columns": ["weight"]}
    with pytest.raises(InputError, match="other features"):
        DetectionModel.from_json(data)


def test_trees_answer_as_they_branch():
    tree = {
        "feature": [0, -1, 1, -1, -1],
        "threshold": [0.5, 0, 2.0, 0, 0],
        "left": [1, 0, 3, 0, 0],
        "right": [2, 0, 4, 0, 0],
        "value": [0, 1.0, 0, 10.0, 100.0],
    }
    trees = trees_of([tree, tree], start=-1.0)
    rows = np.array([[0.0, 0.0], [1.0, 2.0], [1.0, 3.0]])
    assert trees.sums(rows).tolist() == [1.0, 19.0, 199.0]
    assert Trees.from_json(written(trees)).sums(rows).tolist() == [1.0, 19.0, 199.0]
    assert trees.sums(np.zeros((0, 2))).tolist() == []
