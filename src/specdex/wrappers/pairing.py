"""Two rules, one for names and one for values: do they find each other?"""

from collections.abc import Collection
from dataclasses import dataclass

from specdex.wrappers.survey import Couple, Survey

__all__ = ["PAIRED", "Pairing", "pair_up", "pairing"]

PAIRED = 0.8
"""Two rules are trusted when this share of what they extract is paired."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """The couples of which one rule extracts the name and another the value."""

    couples: tuple[Couple, ...]
    share: float
    """Of all that both rules extract, from 0 to 1."""

    @property
    def trusted(self) -> bool:
        """Whether the two rules belong together."""
        return self.share >= PAIRED


def pairing(survey: Survey, names: Collection[int], values: Collection[int]) -> Pairing:
    """How the spots *names* and the spots *values* pair up."""
    couples = tuple(
        couple
        for name in sorted(names)
        for couple in survey.by_name.get(name, ())
        if couple.value in values
    )
    total = len(names) + len(values)
    return Pairing(couples, 2 * len(couples) / total if total else 0.0)


def pair_up(survey: Survey, couples: Collection[Couple]) -> Pairing:
    """How the rule of the names of *couples* and the rule of their values find each other."""
    induce = survey.inductor.induce
    names = induce({couple.name for couple in couples})
    values = induce({couple.value for couple in couples})
    return pairing(survey, names.extracted, values.extracted)
