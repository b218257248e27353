"""What sets an attribute apart from everything else on the seed sites: a small linear learner.

Kernel ridge regression over the candidates of the seed sites: those that read the attribute
against those most like them that do not.
"""

from collections.abc import Mapping, Sequence

import numpy as np

from specdex.synthesis.values import Matrix

__all__ = ["SAME", "contrast"]

WEIGHTS = {"words": 1.0, "grams": 1.0, "shapes": 1.0, "labels": 1.5, "marks": 0.5}
NEAREST, SPREAD = 40, 40
"""Of the candidates that read something else, so many of the likest and so many of all."""
RIDGE = 0.3
SAME = 0.5
"""A candidate with this share of the attribute's values may well read it: it teaches nothing."""


def contrast(
    views: Mapping[str, Matrix],
    seeds: Sequence[tuple[tuple[int, int], Sequence[int]]],
    overlap: Matrix,
    likeness: Matrix,
) -> Matrix:
    """For every candidate how far it is the attribute rather than anything else on the seeds.

    *seeds* are the span of each seed site with those of its candidates that read the attribute.
    """
    rows: list[int] = []
    truth: list[float] = []
    weight: list[float] = []
    for span, positive in seeds:
        wrong = _wrong(span, set(positive), overlap, likeness)
        rows += [*positive, *wrong]
        truth += [1.0] * len(positive) + [0.0] * len(wrong)
        weight += [len(wrong) / max(1, len(positive))] * len(positive) + [1.0] * len(wrong)
    gram = sum(scale * (views[name][rows] @ views[name][rows].T) for name, scale in WEIGHTS.items())
    target = np.array(truth)
    scale = np.array(weight)
    mean = float((scale * target).sum() / scale.sum())
    alpha = np.linalg.solve(np.asarray(gram) + np.diag(RIDGE / scale), target - mean)
    score = np.full(len(overlap), mean, dtype=np.float64)
    for name, factor in WEIGHTS.items():
        score += factor * (views[name] @ (views[name][rows].T @ alpha.astype(np.float32)))
    result: Matrix = score.astype(np.float32)
    return result


def _wrong(
    span: tuple[int, int], positive: set[int], overlap: Matrix, likeness: Matrix
) -> list[int]:
    """Candidates of a seed site that surely read something else, the likest first."""
    inside = [each for each in range(*span) if each not in positive and float(overlap[each]) < SAME]
    near = sorted(inside, key=lambda each: -float(likeness[each]))
    rest = near[NEAREST:]
    return near[:NEAREST] + rest[:: max(1, len(rest) // SPREAD)][:SPREAD]
