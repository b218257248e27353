"""Training: from labelled pages to a model, measured on sites left out."""

from dataclasses import replace

import numpy as np
import pytest

from benchmarks.detection.experiments import balance, table_5, table_7
from benchmarks.detection.labels import GoldFragment, LabelledPage, label
from benchmarks.detection.training import (
    UNASKED,
    DetectionLearner,
    Ledger,
    _pair_weights,
    folds,
    leave_sets_out,
    leave_sites_out,
    train,
)
from benchmarks.written import written
from specdex.detection.detector import LearnedDetector
from specdex.detection.sheet import FEATURES
from specdex.detection.texts import name_of
from specdex.detection.word_weights import hash_of
from specdex.errors import InputError, NotFittedError

NAMES = ["Brand", "Weight", "Colour", "Power", "Material", "Height"]


@pytest.fixture
def labelled(document):
    """Labelled pages of many small shops: a specification, and opening hours that are none."""

    def build(site, shop):
        rows = [(name, f"{site} {at}") for at, name in enumerate(NAMES)]
        cells = "".join(f"<tr><th>{name}</th><td>{value}</td></tr>" for name, value in rows)
        hours = "".join(f"<li>{day}: {site}-17</li>" for day in ("Monday", "Tuesday", "Sunday"))
        page = document(f"<h2>Specifications</h2><table>{cells}</table><h2>Hours</h2><ul>{hours}")
        fragment = GoldFragment(page.xpath(page.find("//table")), tuple(rows))
        return LabelledPage(page, shop, category=f"kettles{site % 2}", fragments=(fragment,))

    return [build(site, f"shop{site}.example") for site in range(8)]


def test_a_learner_learns_what_a_specification_is(labelled):
    pytest.importorskip("sklearn")
    sheets = [label(page) for page in labelled]
    learner = DetectionLearner(trees=20, min_leaf=1, columns_a_split=1.0).fit(sheets)
    found = LearnedDetector(learner.model_).detect(labelled[0].document)
    assert [labelled[0].document.tag[each.node] for each in found] == ["table"]
    assert np.all(learner.confidences(sheets[0])[:1] > 0.5)


def test_learning_twice_gives_the_same_model(labelled):
    pytest.importorskip("sklearn")
    sheets = [label(page) for page in labelled]
    learner = DetectionLearner(trees=5, min_leaf=1)
    assert written(learner.fit(sheets).model_) == written(learner.fit(sheets).model_)


def test_seeds_learn_the_same_by_other_chances(labelled):
    pytest.importorskip("sklearn")
    sheets = [label(page) for page in labelled]
    learner = DetectionLearner(trees=5, min_leaf=1)
    first, second, again = learner.models(sheets, (0, 1, 0))
    assert written(first) == written(again) == written(learner.fit(sheets).model_)
    assert written(second) != written(first)
    assert second.weights == first.weights


def test_generated_pages_teach_no_words(labelled):
    pytest.importorskip("sklearn")
    learner = DetectionLearner(trees=5, min_leaf=1)
    real = [label(page) for page in labelled[:4]]
    made = [label(replace(page, made=True)) for page in labelled[4:]]
    alone = learner.fit(real).model_.weights
    assert learner.fit([*real, *made]).model_.weights == alone
    assert learner.fit([*real, *map(label, labelled[4:])]).model_.weights != alone


def test_sets_weigh_the_same_and_sites_the_root_of_their_pairs(labelled):
    shops = [label(replace(page, category=f"one-{page.site}")) for page in labelled[:3]]
    other = label(replace(labelled[3], category="other-kettles"))
    weights = _pair_weights([(each, [0]) for each in (*shops, shops[0], other)])
    assert weights[:4].sum() == pytest.approx(weights[4])
    assert weights[0] + weights[3] == pytest.approx(2**0.5 * weights[1])


def test_sites_are_left_out_as_a_whole(labelled):
    pytest.importorskip("sklearn")
    sheets = [label(page) for page in labelled]
    for learned, judged in folds(sheets, 4):
        assert not {sheets[at].site for at in learned} & {sheets[at].site for at in judged}
    confidences = leave_sites_out(DetectionLearner(trees=5, min_leaf=1), sheets, 4)
    assert [len(each) for each in confidences] == [len(each.target) for each in sheets]


def test_sets_are_left_out_with_their_sites_in_others(labelled, monkeypatch):
    pytest.importorskip("sklearn")
    sets = [label(replace(page, category=f"{at % 2}-x")) for at, page in enumerate(labelled)]
    twin = label(replace(labelled[0], category="1-x"))
    learned, models = [], DetectionLearner.models

    def noted(learner, sheets, seeds):
        learned.append({(each.category, each.site) for each in sheets})
        return models(learner, sheets, seeds)

    monkeypatch.setattr(DetectionLearner, "models", noted)
    learner = DetectionLearner(trees=5, min_leaf=1)
    found = leave_sets_out(learner, [*sets, twin])
    assert [len(each) for each in found] == [len(each.target) for each in (*sets, twin)]
    assert learned[0] == {("1-x", each.site) for each in sets[1::2]}
    assert learned[1] == {("0-x", each.site) for each in sets[2::2]}
    assert not any(map(len, leave_sets_out(learner, sets[::2])))


def test_a_trained_model_holds_its_trees_against_what_regions_show(labelled):
    pytest.importorskip("sklearn")
    sheets = [
        label(replace(page, category=f"{at % 2}-x"))
        for at, page in enumerate([*labelled, *labelled])
    ]
    model, said = train(sheets, DetectionLearner(trees=5, min_leaf=1, columns_a_split=1.0), 4)
    assert set(model.evidence) <= set(FEATURES)
    assert [len(each) for each in said] == [len(each.target) for each in sheets]
    document = labelled[0].document
    assert "table" in {document.tag[each.node] for each in LearnedDetector(model).detect(document)}
    asked = {model.columns[at] for at in model.trees.feature if at >= 0}
    assert not asked & set(UNASKED)


def test_labels_say_how_much_of_a_region_is_right(labelled):
    sheet = label(labelled[0])
    kinds = [str(region.candidate.kind) for region in sheet.sheet.regions]
    assert dict(zip(kinds, sheet.target.tolist(), strict=True)) == {"table": 1.0, "list": 0.0}


def test_doubtful_fragments_are_not_learned_from(labelled):
    page = labelled[0]
    (fragment,) = page.fragments
    doubtful = GoldFragment(fragment.xpath, fragment.pairs, doubtful=True)
    sheet = label(LabelledPage(page.document, page.site, fragments=(doubtful,)))
    assert sheet.weight[0] == 0


def test_a_generated_fragment_that_is_misread_says_nothing(labelled):
    page = labelled[0]
    wrong = GoldFragment(page.fragments[0].xpath, (("Other", "pairs"),))
    page = replace(page, fragments=(wrong,))
    assert label(page).weight[0] > 0
    assert label(replace(page, made=True)).weight.tolist()[0] == 0
    assert label(replace(page, made=True)).weight.tolist()[1] > 0


def test_asking_before_learning_and_learning_from_nothing_are_mistakes(labelled):
    pytest.importorskip("sklearn")
    with pytest.raises(NotFittedError):
        DetectionLearner().confidences(label(labelled[0]))
    with pytest.raises(InputError):
        DetectionLearner().fit([])


def test_words_are_weighed_by_sites_and_kept_as_hashes():
    ledger = Ledger()
    for site in "abc":
        ledger.note(((name_of("Weight").clue,), ("specifications",), ("spec",)), site, good=True)
        ledger.note(((name_of("Monday").clue,), ("hours",), ("footer",)), site, good=False)
    weights = ledger.weights()
    assert weights[hash_of("name", "weight")] > 0 > weights[hash_of("name", "monday")]
    assert hash_of("name", "weight") not in ledger.weights(without={"a", "b"})


def test_judging_is_balanced_and_a_site_without_specifications_is_not_judged():
    right = np.array([True, False, False, False, True])
    kept = balance(right)
    assert right[kept].tolist() == [True, True, False, False]
    assert not len(balance(np.zeros(5, dtype=np.bool_)))
    assert not len(balance(np.ones(5, dtype=np.bool_)))


@pytest.mark.slow
def test_the_papers_tables_can_be_made(labelled):
    pytest.importorskip("sklearn")
    rows = table_5(labelled)
    kinds, parts = ("dexter", "wang-hu", "combined", "specdex"), ("open", "blind", "difference")
    assert [row.name for row in rows] == [f"{kind}, {part}" for kind in kinds for part in parts]
    shares = [row for row in rows if not row.name.endswith("difference")]
    assert all(0 <= row.precision <= 1 and 0 <= row.recall <= 1 for row in shares)
    assert rows[0].recall == rows[1].recall == 1.0
    names = [row.name for row in table_7(labelled)]
    assert "kettles0 (websites), open" in names
    # no site has pages of two categories
    assert not [name for name in names if "(categories)" in name]
    twice = [*labelled, *(replace(page, category="lamps") for page in labelled)]
    assert "kettles1 (categories), blind" in [row.name for row in table_7(twice)]
    # a category of few sites is told with the others only
    few = [row.name for row in table_7([*twice[:6], *twice[8:]])]
    assert "kettles1 (categories), blind" not in few
    assert {"all (categories), blind", "all (websites), open"} <= set(few)
