"""Wrapper induction from noisy labels: find rules, pair them, and let them explain the labels."""

from collections.abc import Sequence
from dataclasses import dataclass

from specdex.wrappers.annotators import Labels
from specdex.wrappers.enumeration import best_first
from specdex.wrappers.inductor import Inductor, Rule
from specdex.wrappers.pairing import PAIRED, Pairing, pairing
from specdex.wrappers.ranking import estimate, likelihood, rank
from specdex.wrappers.spots import Part
from specdex.wrappers.survey import Survey

__all__ = ["Induced", "induce_pairs"]

MAX_LABELS = 60
"""Rules are found from a sample of the labels, spread over the pages."""
KEPT = 40
"""How many of the best rules for names, and for values, are tried together."""
MAX_RULES = 6
"""A template has no more kinds of fragments than this."""
BEAM = 6
"""How many sets of rules are grown at a time."""
PRICE_OF_A_RULE = 12.0
"""By how many nats another rule must explain the labels better."""
LOOSELY_PAIRED = 0.5
MIN_RECALL = 0.1
"""An annotator that knows fewer of a rule's spots than this has not found it."""
ABOVE_NOISE = 1.5
"""How much oftener than elsewhere a rule's spots must be labelled."""


@dataclass(frozen=True, slots=True)
class Induced:
    """Two rules that pair."""

    names: Rule
    values: Rule
    pairing: Pairing


def induce_pairs(survey: Survey, labels: Labels, *, strict: bool = True) -> list[Induced]:
    """The paired rules that together explain *labels* best; empty where none do.

    Where it is not *strict* half of what two rules extract may stay without a partner.
    """
    least = PAIRED if strict else LOOSELY_PAIRED
    candidates: list[Induced] = []
    spaces = [_Space(survey, Part.WHOLE, Part.WHOLE), _Space(survey, Part.LABEL, Part.REST)]
    for space in spaces:
        names = space.best(labels.names, space.names)
        values = space.best(labels.values, space.values)
        candidates += _paired(survey, names, values, least)
    total = sum(len(space.names) for space in spaces)
    known = Labels(
        frozenset(label for space in spaces for label in labels.names & set(space.names)),
        frozenset(label for space in spaces for label in labels.values & set(space.values)),
    )
    return _together(candidates, known, total)


def _paired(
    survey: Survey, names: Sequence[Rule], values: Sequence[Rule], least: float
) -> list[Induced]:
    """The rules for names and for values that find each other, each with its best partner."""
    found: list[Induced] = []
    for value in values:
        best: Induced | None = None
        for name in names:
            few, many = sorted((len(name.extracted), len(value.extracted)))
            if 2 * few < least * (few + many):
                continue
            both = pairing(survey, name.extracted, value.extracted)
            if both.share >= least and (best is None or both.share > best.pairing.share):
                best = Induced(name, value, both)
        if best is not None:
            found.append(best)
    return found


def _together(candidates: Sequence[Induced], labels: Labels, total: int) -> list[Induced]:
    """The set of candidates that explains *labels* best, each worth its price."""
    none: tuple[Induced, ...] = ()
    nothing = _explained((), labels, total)
    beam: list[tuple[float, tuple[Induced, ...]]] = [(nothing, none)]
    best = beam[0]
    for size in range(1, MAX_RULES + 1):
        grown = {
            frozenset(map(id, (*chosen, each))): (*chosen, each)
            for _, chosen in beam
            for each in candidates
            if each not in chosen
        }
        scored = sorted(
            (
                (_explained(chosen, labels, total) - size * PRICE_OF_A_RULE, chosen)
                for chosen in grown.values()
            ),
            key=lambda each: -each[0],
        )
        beam = scored[:BEAM]
        if not beam or beam[0][0] <= best[0]:
            break
        best = beam[0]
    return [each for each in best[1] if _known(each, best[1], labels, total)]


def _explained(chosen: Sequence[Induced], labels: Labels, total: int) -> float:
    """The logarithm of P(labels | what all *chosen* rules extract)."""
    names = frozenset[int]().union(*(each.names.extracted for each in chosen))
    values = frozenset[int]().union(*(each.values.extracted for each in chosen))
    return likelihood(names, labels.names, total) + likelihood(values, labels.values, total)


def _known(induced: Induced, chosen: Sequence[Induced], labels: Labels, total: int) -> bool:
    """Whether the annotator knows the rules' spots, not just hits them by mistake."""
    names = frozenset[int]().union(*(each.names.extracted for each in chosen))
    noise = estimate(names, labels.names, total).noise
    recall = estimate(induced.names.extracted, labels.names, total).recall
    return recall >= max(MIN_RECALL, ABOVE_NOISE * noise)


class _Space:
    """The spots among which names, and values, are looked for."""

    def __init__(self, survey: Survey, names: Part, values: Part) -> None:
        self.survey = survey
        self.names = [at for at, spot in enumerate(survey.spots) if spot.part is names]
        self.values = [at for at, spot in enumerate(survey.spots) if spot.part is values]

    def best(self, labels: frozenset[int], spots: Sequence[int]) -> list[Rule]:
        """The best rules for *labels* among *spots*."""
        place = {number: at for at, number in enumerate(spots)}
        known = sorted(place[label] for label in labels if label in place)
        features = self.survey.inductor.spots
        inductor = Inductor([features[number] for number in spots])
        here = frozenset(known)
        rules = best_first(
            inductor,
            _spread(known, MAX_LABELS),
            lambda rule: likelihood(rule.extracted, here, len(spots)),
            width=KEPT,
        )
        back = [rule.within(spots) for rule in rules]
        named = frozenset(spots[at] for at in known)
        return [each.rule for each in rank(self.survey, back, named, len(spots))]


def _spread(labels: Sequence[int], most: int) -> list[int]:
    """At most *most* of *labels*, evenly spread."""
    if len(labels) <= most:
        return list(labels)
    return [labels[at * len(labels) // most] for at in range(most)]
