"""How far two values are the same, or near each other, as a rule book compares them."""

from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt
from rapidfuzz.distance import OSA, Levenshtein
from rapidfuzz.process import cdist

from specdex.audit.rules import Comparison
from specdex.text import letters_and_digits, words

__all__ = ["Floats", "Measure", "bare_names", "comparable", "degree", "degrees", "nearness"]

Floats = npt.NDArray[np.float64]
Measure = Callable[[str, Sequence[str], Comparison], Floats]
"""How far a value is like each of others."""


def comparable(value: str, comparison: Comparison) -> str:
    """*value* as it is compared: lower case, without punctuation and words that do not count."""
    if comparison.code:
        return letters_and_digits(value)
    ignored = frozenset(comparison.ignore)
    every = words(value)
    return " ".join([word for word in every if word not in ignored] or every)


def degrees(value: str, others: Sequence[str], comparison: Comparison) -> Floats:
    """How equal *value* is to each of *others*, all made comparable before; 0 to an empty one.

    Codes are equal or not. Else the paper's measure is ``1 - Levenshtein / longer length``; what
    does not get over the floor is different, and the rest of the scale is stretched.
    """
    if comparison.code:
        return np.array([float(bool(value) and other == value) for other in others])
    return _likeness(value, others, comparison)


def nearness(value: str, others: Sequence[str], comparison: Comparison) -> Floats:
    """How near *value* is to each of *others* that is not the same.

    Codes are near where one sign is another, missing, too much, or has changed its place.
    """
    if comparison.code:
        return np.array([float(_is_slip(value, other)) for other in others])
    alike = _likeness(value, others, comparison)
    same = np.array([other == value for other in others], dtype=bool)
    result: Floats = np.where(same, 0.0, alike)
    return result


def _is_slip(one: str, other: str) -> bool:
    """Whether one slip makes *other* of *one*."""
    if not one or not other or abs(len(one) - len(other)) > 1:
        return False
    return OSA.distance(one, other, score_cutoff=1) == 1


def _likeness(value: str, others: Sequence[str], comparison: Comparison) -> Floats:
    if not value or not others:
        return np.zeros(len(others))
    scorer = Levenshtein.normalized_similarity
    floor = comparison.floor
    alike = cdist([value], others, scorer=scorer, score_cutoff=floor, dtype=np.float64)[0]
    result: Floats = np.clip((alike - floor) / (1.0 - floor), 0.0, 1.0)
    bare = bare_names(value) if comparison.strengths else frozenset()
    if bare:
        result[[at for at, other in enumerate(others) if other in bare]] = 1.0
    return result


def bare_names(value: str) -> frozenset[str]:
    """What a comparable *value* may be called without a strength or a package behind it.

    >>> sorted(bare_names("zorinol 20 mg 30 tablets"))
    ['zorinol', 'zorinol 20 mg']
    """
    said = value.split(" ")
    cuts = (at for at, word in enumerate(said) if at and word[:1].isdigit())
    return frozenset(" ".join(said[:at]) for at in cuts)


def degree(one: str, other: str, comparison: Comparison | None = None) -> float:
    """How equal two values are.

    >>> degree("Aspirin", "Aspirine")
    0.875
    """
    how = comparison or Comparison()
    return float(degrees(comparable(one, how), [comparable(other, how)], how)[0])
