import pytest

from benchmarks.synthesis.score import Prediction, filter_scores, page_f1, summarise

TRUTH = {"1": {"price": ["$5.00"]}, "2": {"price": ["$6.00", "6"]}, "3": {"price": []}}


def test_the_first_value_counts_in_letters_and_digits():
    said = {"1": {"price": ["5.00", "9"]}, "2": {"price": ["9", "6"]}, "3": {"price": ["1"]}}
    assert page_f1(said, TRUTH, "price") == pytest.approx((1 / 3, 1 / 2, 0.4))
    assert page_f1({}, TRUTH, "price") == (0.0, 0.0, 0.0)
    assert page_f1(said, TRUTH, "title") is None


def test_averages_go_over_targets_then_attributes_then_verticals():
    right = {"1": {"price": ["5.00"]}, "2": {"price": ["6.00"]}}
    made = [
        Prediction("book", ("a",), "b", right, frozenset({"price"})),
        Prediction("book", ("a",), "c", {}, frozenset()),
        Prediction("car", ("d",), "e", right, frozenset({"price"})),
    ]
    truth = {("book", "b"): TRUTH, ("book", "c"): TRUTH, ("car", "e"): TRUTH}
    (summary,) = summarise(made, truth)
    assert summary.seeds == 1
    assert summary.verticals == {"book": 0.5, "car": 1.0}
    assert summary.f1 == 0.75
    assert summary.completeness == {"book": 0.5, "car": 1.0}


def test_a_filter_is_scored_by_what_it_lets_through():
    assert filter_scores({"a", "b"}, {"b", "c", "d", "e"}) == (0.5, 0.25)
    assert filter_scores(set(), set()) == (0.0, 0.0)
