"""Detectors: the learned default and the rule of thumb."""

import pickle
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.written import trees_of, written
from specdex.detection.candidates import candidate_nodes
from specdex.detection.detector import LearnedDetector, believed
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


def sheet_of(page):
    return describe(page, candidate_nodes(page))


ROW_OF_TEXT = "<div><span>{}</span> <span>{}</span></div>"
FEW = (("Colour", "red"), ("Weight", "2.4 kg"))


@pytest.mark.parametrize(
    ("markup", "read"),
    [
        ("<ul>" + "".join(f"<li>{name}: {value}</li>" for name, value in FEW) + "</ul>", True),
        ("<ul><li>Colour: red</li></ul>", False),
        ("<div>" + "".join(ROW_OF_TEXT.format(*each) for each in FEW) + "</div>", False),
        ("<footer><ul><li>Colour: red</li><li>Weight: 2.4 kg</li></ul></footer>", False),
    ],
    ids=("rows", "a single row", "labels by place alone", "beside the main matter"),
)
def test_where_nothing_is_sure_the_best_clean_block_is_read(document, markup, read):
    sheet = sheet_of(document(f"<h1>Lumea kettle</h1>{markup}"))
    model = replace(default_model(), threshold=0.9, alone=0.5)
    assert bool(believed(sheet, [0.6] * len(sheet.regions), model)) is read
    assert not believed(sheet, [0.4] * len(sheet.regions), model)


def test_beside_what_is_sure_nothing_needs_less(document, table):
    sheet = sheet_of(document(f"{table}<ul><li>Tip: one</li><li>Hint: two</li></ul>"))
    model = replace(default_model(), threshold=0.9, alone=0.5)
    assert [each.confidence for each in believed(sheet, [0.95, 0.8], model)] == [0.95]
    assert [each.confidence for each in believed(sheet, [0.7, 0.8], model)] == [0.8]


def test_the_lexicon_knows_names_in_many_languages():
    known = {name: name_of(name) for name in ("Hersteller", "Höhe", "Article no.", "Zzyzx")}
    assert [each.field for each in known.values()] == [True, False, True, False]
    assert [each.listed for each in known.values()] == [True, True, True, False]
    assert name_of("Screen size").worded
    assert not name_of("Zzyzx").worded


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
