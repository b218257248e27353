"""Precision, recall and F1 of fields."""

import pytest

from specdex.statistics.field_scores import FieldError, FieldScore, is_right, score_fields


@pytest.mark.parametrize(
    ("field", "truth", "answer"),
    [
        ("price", "36.50", "36.5"),
        ("price", "131990 ", "131990.00"),
        ("price", "2.449", "2449.00"),
        ("gtin", "099482467999", "99482467999"),
        ("currency", "€", "EUR"),
        ("currency", "Kn", "HRK"),
        ("currency", "CHF", "CHF"),
        ("sku", "466/7999", "4667999"),
        ("brand", "Jack & Jones", "JACK &JONES"),
        ("availability", "InStock", "InStock"),
    ],
)
def test_spelling_does_not_make_a_value_wrong(field, truth, answer):
    assert is_right(field, [truth], answer)


@pytest.mark.parametrize(
    ("field", "truth", "answer"),
    [
        ("price", "36.50", "3650"),
        ("price", "n/a", "1"),
        ("currency", "$", "EUR"),
        ("availability", "InStock", "OutOfStock"),
        ("brand", "&", "-"),
    ],
)
def test_another_value_is_wrong(field, truth, answer):
    assert not is_right(field, [truth], answer)


def test_any_of_the_accepted_values_is_right():
    assert is_right("sku", ["1", "2"], "2")


GOLD = {
    "a": {"price": ["10"], "sku": None},
    "b": {"price": ["20"], "sku": ["X"]},
    "c": {"price": ["30"], "sku": ["Y"]},
}
ANSWERS = {"a": {"price": "10.00", "sku": "Z"}, "b": {"price": "21.00"}}


def test_wrong_missed_and_invented_answers_are_counted_apart():
    (price, sku), _ = score_fields(ANSWERS, GOLD, ("price", "sku"))
    assert price == FieldScore("price", right=1, wrong=1, missed=1, invented=0)
    assert sku == FieldScore("sku", right=0, wrong=0, missed=2, invented=1)
    assert price.precision == 0.5
    assert price.recall == pytest.approx(1 / 3)
    assert price.f1 == pytest.approx(0.4)
    assert sku.f1 == 0.0


def test_every_answer_that_is_not_right_is_listed():
    _, errors = score_fields(ANSWERS, GOLD, ("price",))
    assert errors == (
        FieldError("b", "price", "wrong", ("20",), "21.00"),
        FieldError("c", "price", "missed", ("30",), ""),
    )


def test_nothing_to_score_is_no_error():
    (score,), errors = score_fields({}, {}, ("price",))
    assert (score.precision, score.recall, score.f1, errors) == (0.0, 0.0, 0.0, ())
