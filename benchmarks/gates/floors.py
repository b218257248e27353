"""Quality floors: pinned with a digest of the data they were measured on; they only go up."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

__all__ = ["EPSILON", "Floor", "Slip", "raised", "slips"]

EPSILON = 0.002
"""What may be noise: another build of a library, another order of sums."""
SLACK = 0.01
"""How far below what was measured a floor is pinned: a single page may tip over."""


@dataclass(frozen=True, slots=True)
class Floor:
    """What a measurement must reach, and on which data."""

    digest: str
    scores: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Slip:
    """A score below its floor."""

    name: str
    score: str
    measured: float
    floor: float

    def __str__(self) -> str:
        return f"{self.name}: {self.score} {self.measured:.4f} is under its floor {self.floor:.4f}"


def slips(name: str, floor: Floor, measured: Mapping[str, float]) -> tuple[Slip, ...]:
    """The scores of *measured* that are below *floor*; one that is missing counts as 0."""
    return tuple(
        Slip(name, score, measured.get(score, 0.0), least)
        for score, least in floor.scores.items()
        if measured.get(score, 0.0) < least - EPSILON
    )


def raised(floor: Floor | None, digest: str, measured: Mapping[str, float]) -> Floor:
    """*floor* with every score raised to what was measured; never lowered on the same data.

    >>> raised(Floor("d", {"f1": 0.8}), "d", {"f1": 0.7, "recall": 0.9}).scores
    {'f1': 0.8, 'recall': 0.89}
    """
    if floor is None or floor.digest != digest:
        return Floor(digest, {score: _cut(value) for score, value in measured.items()})
    kept = {
        score: max(floor.scores.get(score, 0.0), _cut(value)) for score, value in measured.items()
    }
    return replace(floor, scores={**floor.scores, **kept})


def _cut(value: float) -> float:
    """Where the floor for *value* is pinned."""
    return max(0.0, int((value - SLACK) * 1_000) / 1_000)
