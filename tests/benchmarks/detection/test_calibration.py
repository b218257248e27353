import numpy as np
import pytest

from benchmarks.detection.calibration import (
    expected_calibration_error,
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


def test_an_error_moves_with_the_sites_that_are_drawn():
    good, bad = [(0.9, 1.0)] * 9 + [(0.9, 0.0)], [(0.9, 0.0)] * 10
    assert spread_error([good, good]) == (0.0, 0.0)
    error, spread = spread_error([good, bad])
    assert error == pytest.approx(0.45)
    assert spread > 0.1
    assert spread_error([]) == (0.0, 0.0)
