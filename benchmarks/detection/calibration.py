"""Whether confidences are honest: of what is said with 0.8, eight in ten should be right."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

__all__ = [
    "Reliability",
    "expected_calibration_error",
    "honest",
    "reliability",
    "shift",
    "spread_error",
]

Floats = npt.NDArray[np.float64]
BINS = 10
STEPS, FAR = 50, 12.0
"""Halvings of where the shift may lie: more than doubles can tell."""
EDGE = 1e-6
INDEPENDENT, FREEDOM = 150, 3.0
"""How many things were seen, as it were, and how far a weight may go for itself."""
DRAWS, PLACES = 200, 6
"""How often sites are drawn anew, and the digits of an error."""


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


def spread_error(sites: Sequence[Sequence[tuple[float, float]]]) -> tuple[float, float]:
    """The error of what all *sites* said, and how far it moves when sites are drawn anew.

    >>> spread_error([[(0.9, 1.0)] * 9 + [(0.9, 0.0)]])
    (0.0, 0.0)
    """
    if not sites:
        return 0.0, 0.0
    told = [np.asarray(each, dtype=float) for each in sites]
    chance = np.random.default_rng(0)
    drawn = [chance.integers(0, len(told), len(told)) for _ in range(DRAWS)]
    errors = [_error(np.concatenate([told[at] for at in each])) for each in drawn]
    return round(_error(np.concatenate(told)), PLACES), round(float(np.std(errors)), PLACES)


def _error(told: Floats) -> float:
    return expected_calibration_error(told[:, 0].tolist(), told[:, 1].tolist())


def shift(confidences: Floats, right: Floats, weight: Floats) -> float:
    """What is added to the log-odds of *confidences* to make them honest on average.

    >>> from math import log
    >>> said, right = np.full(4, 0.5), np.array([1.0, 1.0, 1.0, 0.0])
    >>> round(shift(said, right, np.ones(4)) - log(3), 6)
    0.0
    """
    if not weight.any():
        return 0.0
    clipped = np.clip(confidences, EDGE, 1 - EDGE)
    odds = np.log(clipped / (1 - clipped))
    low, high = -FAR, FAR
    for _ in range(STEPS):
        middle = (low + high) / 2
        said = 1 / (1 + np.exp(-odds - middle))
        low, high = (low, middle) if float(weight @ (said - right)) > 0 else (middle, high)
    return (low + high) / 2


def honest(evidence: Floats, right: Floats, weight: Floats) -> tuple[Floats, float]:
    """What each column of *evidence* weighs, and an offset, so that log-odds of being right result.

    A logistic regression on columns of one scale, held back as if little had been seen: however
    many rows there are, they are of some hundred sites. *right* is a share.

    >>> weights, offset = honest(np.array([[0.0], [1.0]]), np.array([0.1, 0.9]), np.ones(2))
    >>> [round(float(each), 1) for each in (weights[0], offset)]
    [4.3, -2.1]
    """
    if not weight.any():
        return np.zeros(evidence.shape[1]), 0.0
    weight = weight / weight.sum()
    middle = weight @ evidence
    scale = np.sqrt(weight @ (evidence - middle) ** 2)
    scale[scale < EDGE] = 1.0
    columns = np.column_stack([(evidence - middle) / scale, np.ones(len(evidence))])
    held = np.append(np.full(evidence.shape[1], 1 / FREEDOM), EDGE) / INDEPENDENT
    found = np.zeros(columns.shape[1])
    for _ in range(STEPS):
        said = 1 / (1 + np.exp(-columns @ found))
        slope = columns.T @ (weight * (said - right)) + held * found
        curve = (columns.T * (weight * said * (1 - said))) @ columns + np.diag(held)
        found = found - np.linalg.solve(curve, slope)
    weights: Floats = found[:-1] / scale
    return weights, float(found[-1] - weights @ middle)
