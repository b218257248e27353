"""Equality as a degree: one less the share of characters that would have to change."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
from rapidfuzz.distance import Levenshtein
from rapidfuzz.process import cdist

from specdex.audit.rules import Comparison
from specdex.text import letters_and_digits, words

__all__ = ["comparable", "degree", "degrees"]

Floats = npt.NDArray[np.float64]


def comparable(value: str, comparison: Comparison) -> str:
    """*value* as it is compared: lower case, without punctuation and words that do not count."""
    if comparison.code:
        return letters_and_digits(value)
    ignored = frozenset(comparison.ignore)
    every = words(value)
    return " ".join([word for word in every if word not in ignored] or every)


def degrees(value: str, others: Sequence[str], comparison: Comparison) -> Floats:
    """How equal *value* is to each of *others*, all made comparable before; 0 to an empty one.

    The paper's measure is ``1 - Levenshtein / longer length``; what does not get over the floor is
    different, and the rest of the scale is stretched.
    """
    if not others:
        return np.zeros(0)
    alike = cdist([value], others, scorer=Levenshtein.normalized_similarity, dtype=np.float64)[0]
    stretched = np.clip((alike - comparison.floor) / (1.0 - comparison.floor), 0.0, 1.0)
    given = np.array([bool(other) for other in others])
    result: Floats = np.where(given & bool(value), stretched, 0.0)
    return result


def degree(one: str, other: str, comparison: Comparison | None = None) -> float:
    """How equal two values are.

    >>> degree("Aspirin", "Aspirine")
    0.875
    """
    how = comparison or Comparison()
    return float(degrees(comparable(one, how), [comparable(other, how)], how)[0])
