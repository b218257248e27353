"""From probabilities to odds and back, in place; compiled where possible (``odds_compiled``).

There are few of them on a page: a loop is through before numpy begins.
"""

import numpy as np
import numpy.typing as npt

__all__ = ["chances", "ratios", "scale"]

Floats = npt.NDArray[np.float64]


def ratios(said: Floats, edge: float) -> None:
    """Make odds of probabilities, none of which is nearer than *edge* to being sure."""
    for at in range(len(said)):
        each = min(max(said[at], edge), 1 - edge)
        said[at] = each / (1 - each)


def scale(odds: Floats, slope: float, offset: float) -> None:
    """Make of each *slope* times itself and *offset*."""
    for at in range(len(odds)):
        odds[at] = slope * odds[at] + offset


def chances(against: Floats) -> None:
    """Make probabilities of the odds *against*."""
    for at in range(len(against)):
        against[at] = 1 / (1 + against[at])
