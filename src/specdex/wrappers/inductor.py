"""A well-behaved inductor: the rule that labels generate is what they have in common.

Fidelity (a rule extracts its labels), closure (labels it extracts change nothing) and monotonicity
(more labels, more extracted) hold by construction; Dalvi, Kumar and Soliman (2011) call an
inductor with these laws well-behaved, and enumerate the rules of all subsets of noisy labels.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

__all__ = ["Inductor", "Rule"]


@dataclass(frozen=True, slots=True)
class Rule:
    """A conjunction of features, and the spots that have them all."""

    features: frozenset[int]
    extracted: frozenset[int]

    def within(self, numbers: Sequence[int]) -> "Rule":
        """The rule with its spots renumbered: the spot at *place* is ``numbers[place]``."""
        return Rule(self.features, frozenset(numbers[place] for place in self.extracted))


class Inductor:
    """Induces rules over spots that are given as sets of features."""

    def __init__(self, spots: Sequence[frozenset[int]]) -> None:
        self.spots = spots
        self.postings: dict[int, list[int]] = {}
        for place, features in enumerate(spots):
            for feature in features:
                self.postings.setdefault(feature, []).append(place)

    def shared(self, labels: Iterable[int]) -> frozenset[int]:
        """The features that all *labels* have."""
        chosen = [self.spots[label] for label in labels]
        return frozenset.intersection(*chosen) if chosen else frozenset()

    def extract(self, features: frozenset[int]) -> frozenset[int]:
        """The spots that have all *features*; all spots where there are none."""
        if not features:
            return frozenset(range(len(self.spots)))
        postings = self.postings
        rarest = min(features, key=lambda feature: len(postings.get(feature, ())))
        spots = self.spots
        return frozenset(at for at in postings.get(rarest, ()) if features <= spots[at])

    def induce(self, labels: Iterable[int]) -> Rule:
        """The least general rule that extracts all *labels*."""
        features = self.shared(labels)
        return Rule(features, self.extract(features))
