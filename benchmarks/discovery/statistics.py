"""Numbers about real shops: how many there are, how many ids they publish, how ids are shared.

Built in are those of the DEXTER paper (tables 1 and 2) and those that :func:`fit` finds in the
collection that DEXTER published, which has three of the nine categories; the others take the mean.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np
import numpy.typing as npt

__all__ = [
    "CATEGORIES",
    "ELECTRONICS",
    "FITTED",
    "SHARE_BY_COUNT",
    "SITES",
    "Sharing",
    "fit",
    "popularity_of_ids",
    "sharing_of",
]

SITES = {
    "camera": 1107,
    "cutlery": 339,
    "headphone": 475,
    "monitor": 941,
    "notebook": 589,
    "software": 419,
    "sunglass": 471,
    "toilet": 82,
    "tv": 841,
}
"""The paper's table 1: sites of each category."""
CATEGORIES = tuple(SITES)
ELECTRONICS = frozenset({"camera", "headphone", "monitor", "notebook", "tv"})
SHARE_BY_COUNT = (0.699, 0.157, 0.068, 0.034, 0.021, 0.013, 0.004, 0.002, 0.003)
"""The paper's table 2: the share of the sites with one category, two, and so on."""
EXPONENTS, SHIFTS, SURPLUS = (
    (0.6, 0.7, 0.8, 0.9, 1.0, 1.1, 1.2, 1.4),
    (3, 10, 30, 100, 300),
    (1, 2, 4),
)
"""What :func:`fit` tries; the last are ids that exist for each that was seen."""
MOST_COUNTED = 12
"""Ids of more sites than this are counted together."""
Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Sharing:
    """How the shops of a category share product ids and sizes."""

    publishing: float
    """The share of the shops whose ids can be read."""
    ids_mean: float
    ids_deviation: float
    """Of the logarithm of the number of ids of a shop."""
    pages_mean: float
    pages_deviation: float
    """Of the logarithm of the number of specification pages of a shop."""
    ids_per_site: float
    """Different ids that exist, for each shop."""
    exponent: float
    shift: float
    """The id at place k is published in proportion to 1 / (k + shift) ** exponent."""


FITTED = {
    "monitor": Sharing(0.512, 2.734, 1.884, 3.284, 1.534, 36.09, 0.9, 100.0),
    "notebook": Sharing(0.604, 3.234, 1.795, 3.685, 1.62, 148.8, 0.8, 100.0),
    "tv": Sharing(0.558, 2.797, 1.364, 3.365, 1.511, 22.84, 0.8, 3.0),
}
"""What :func:`fit` says of DEXTER's published collection."""


def popularity_of_ids(count: int, exponent: float, shift: float) -> Floats:
    """The share of each of *count* ids in what is published, most published first."""
    weights = (np.arange(count, dtype=np.float64) + 1.0 + shift) ** -exponent
    shares: Floats = weights / weights.sum()
    return shares


def sharing_of(category: str, fitted: Mapping[str, Sharing] = FITTED) -> Sharing:
    """The numbers of *category*, or the mean of those that are known."""
    if category in fitted:
        return fitted[category]
    known = list(fitted.values())
    return Sharing(
        *(float(np.mean([getattr(each, name) for each in known])) for name in Sharing.__slots__)
    )


def fit(ids_of_sites: Sequence[Collection[str]], pages_of_sites: Sequence[int]) -> Sharing:
    """The numbers of a category from the ids of each of its sites (some have none) and its pages.

    Sizes are log-normal; the exponent, the shift and the number of ids are those whose expected
    numbers of ids by how many sites publish them come nearest to what was seen.
    """
    sizes = np.array([len(ids) for ids in ids_of_sites if ids], dtype=float)
    counts = Counter(each for ids in ids_of_sites for each in set(ids))
    seen = np.bincount([min(count, MOST_COUNTED) for count in counts.values()], minlength=13)[1:]
    best = min(
        product(EXPONENTS, SHIFTS, SURPLUS),
        key=lambda tried: _distance(sizes, seen, len(counts) * tried[2], tried[0], tried[1]),
    )
    pages = np.log(np.maximum(1, np.array(pages_of_sites, dtype=float)))
    return Sharing(
        publishing=round(len(sizes) / len(ids_of_sites), 3),
        ids_mean=round(float(np.log(sizes).mean()), 3),
        ids_deviation=round(float(np.log(sizes).std()), 3),
        pages_mean=round(float(pages.mean()), 3),
        pages_deviation=round(float(pages.std()), 3),
        ids_per_site=round(len(counts) * best[2] / len(ids_of_sites), 2),
        exponent=best[0],
        shift=float(best[1]),
    )


def _distance(
    sizes: Floats, seen: npt.NDArray[np.int64], count: int, exponent: float, shift: float
) -> float:
    expected = expected_counts(sizes, popularity_of_ids(count, exponent, shift))
    return float(((np.log(expected + 1.0) - np.log(seen + 1.0)) ** 2).sum())


def expected_counts(sizes: Floats, popularity: Floats) -> Floats:
    """How many ids are expected on one site, on two, up to MOST_COUNTED and more."""
    rates = np.zeros(len(popularity))
    for size in sizes:
        rates += 1.0 - np.exp(-size * popularity)
    chance = np.exp(-rates)
    found = np.zeros(MOST_COUNTED)
    left = np.ones(len(rates)) - chance
    for number in range(1, MOST_COUNTED):
        chance = chance * rates / number
        left -= chance
        found[number - 1] = chance.sum()
    found[-1] = max(0.0, float(left.sum()))
    return found
