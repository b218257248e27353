import numpy as np
import pytest

from benchmarks.detection.calibration import (
    expected_calibration_error,
    honest,
    reliability,
    shift,
    spread_error,
)


def test_calibration_is_measured_and_mended():
    said = np.array([0.5] * 20 + [0.2] * 20)
    right = np.array([1.0] * 18 + [0.0] * 2 + [1.0] * 14 + [0.0] * 6)
    assert expected_calibration_error(said, right) == pytest.approx(0.45)
    assert [each.count for each in reliability(said, right)] == [20, 20]
    moved = np.log(said / (1 - said)) + shift(said, right, np.ones(40))
    assert expected_calibration_error(1 / (1 + np.exp(-moved)), right) < 0.02


def test_the_shift_heeds_weights_and_needs_some():
    said, right = np.array([0.5, 0.5]), np.array([1.0, 0.0])
    assert shift(said, right, np.array([1.0, 1.0])) == pytest.approx(0.0, abs=1e-9)
    assert shift(said, right, np.array([9.0, 1.0])) == pytest.approx(np.log(9))
    assert shift(said, right, np.zeros(2)) == 0.0


def test_what_tells_right_from_wrong_is_weighed_and_what_does_not_is_not():
    chance = np.random.default_rng(3)
    evidence = np.column_stack([chance.normal(size=400), chance.normal(size=400), np.ones(400)])
    right = (chance.random(400) < 1 / (1 + np.exp(-2 * evidence[:, 0] + 1))).astype(float)
    weights, offset = honest(evidence, right, np.ones(400))
    assert weights[0] == pytest.approx(2, abs=0.5)
    assert abs(weights[1]) < 0.3
    assert weights[2] == pytest.approx(0.0)
    said = 1 / (1 + np.exp(-(evidence @ weights + offset)))
    assert said.mean() == pytest.approx(right.mean(), abs=1e-3)


def test_the_same_said_twice_is_no_more_evidence():
    evidence, right = np.array([[0.0], [1.0]]), np.array([0.2, 0.7])
    once = honest(evidence, right, np.ones(2))
    twice = honest(np.vstack([evidence] * 2), np.tile(right, 2), np.ones(4))
    assert once[0] == pytest.approx(twice[0])
    assert once[1] == pytest.approx(twice[1])
    weights, offset = honest(evidence, right, np.zeros(2))
    assert weights.tolist() == [0.0]
    assert offset == 0.0


def test_an_error_moves_with_the_sites_that_are_drawn():
    good, bad = [(0.9, 1.0)] * 9 + [(0.9, 0.0)], [(0.9, 0.0)] * 10
    assert spread_error([good, good]) == (0.0, 0.0)
    error, spread = spread_error([good, bad])
    assert error == pytest.approx(0.45)
    assert spread > 0.1
    assert spread_error([]) == (0.0, 0.0)
