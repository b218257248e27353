import numpy as np
import pytest

from benchmarks.detection.calibration import expected_calibration_error, platt, reliability


def test_calibration_is_measured_and_mended():
    said = np.array([0.9] * 10 + [0.1] * 10)
    right = np.array([1.0] * 6 + [0.0] * 4 + [1.0] * 4 + [0.0] * 6)
    assert expected_calibration_error(said, right) == pytest.approx(0.3)
    assert [each.count for each in reliability(said, right)] == [10, 10]
    slope, offset = platt(said, right, np.ones(20))
    mended = 1 / (1 + np.exp(-(slope * np.log(said / (1 - said)) + offset)))
    assert expected_calibration_error(mended, right) < 0.05
