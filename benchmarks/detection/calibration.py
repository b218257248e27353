"""Whether confidences are honest: of what is said with 0.8, eight in ten should be right."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

__all__ = ["Reliability", "expected_calibration_error", "platt", "reliability"]

Floats = npt.NDArray[np.float64]
BINS = 10
STEPS = 50
"""Newton steps; the problem is convex and needs far fewer."""
RIDGE = 1e-3
EDGE = 1e-6


@dataclass(frozen=True, slots=True)
class Reliability:
    """One bin of confidences: what was said and what was true."""

    said: float
    true: float
    count: int


def reliability(confidences: Sequence[float], right: Sequence[float]) -> list[Reliability]:
    """What was said and what was true, in ten bins of confidence; empty bins left out.

    >>> reliability([0.9, 0.9], [1, 1])
    [Reliability(said=0.9, true=1.0, count=2)]
    """
    said, true = np.asarray(confidences, dtype=float), np.asarray(right, dtype=float)
    bins = np.minimum((said * BINS).astype(int), BINS - 1)
    return [
        Reliability(float(said[bins == each].mean()), float(true[bins == each].mean()), count)
        for each in range(BINS)
        if (count := int((bins == each).sum()))
    ]


def expected_calibration_error(confidences: Sequence[float], right: Sequence[float]) -> float:
    """How far what was said lies from what was true, on average over all that was said.

    >>> round(expected_calibration_error([0.9, 0.9], [1, 1]), 2)
    0.1
    """
    bins = reliability(confidences, right)
    total = sum(each.count for each in bins)
    return sum(abs(each.said - each.true) * each.count for each in bins) / total if total else 0.0


def platt(confidences: Floats, right: Floats, weight: Floats) -> tuple[float, float]:
    """The slope and offset that make the log-odds of *confidences* honest."""
    clipped = np.clip(confidences, EDGE, 1 - EDGE)
    odds = np.log(clipped / (1 - clipped))
    columns = np.stack([odds, np.ones_like(odds)], axis=1)
    at = np.array([1.0, 0.0])
    for _ in range(STEPS):
        said = 1 / (1 + np.exp(-columns @ at))
        slope = columns.T @ (weight * (said - right)) + RIDGE * (at - [1.0, 0.0])
        bend = (columns * (weight * said * (1 - said))[:, None]).T @ columns + RIDGE * np.eye(2)
        step = np.linalg.solve(bend, slope)
        at = at - step
        if np.abs(step).max() < EDGE:
            break
    return float(at[0]), float(at[1])
