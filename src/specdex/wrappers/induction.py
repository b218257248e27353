"""Wrapper induction from noisy labels: find rules, pair them, and let them explain the labels."""

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from specdex.wrappers.annotators import Labels
from specdex.wrappers.enumeration import best_first
from specdex.wrappers.features import Feature, Trait
from specdex.wrappers.inductor import Inductor, Rule
from specdex.wrappers.pairing import PAIRED, Pairing, pairing
from specdex.wrappers.ranking import estimate, likelihood, rank
from specdex.wrappers.spots import Part
from specdex.wrappers.survey import Survey

__all__ = ["Induced", "induce_pairs"]

MAX_LABELS = 80
"""Rules are found from a sample of the labels, spread over the pages."""
KEPT = 60
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
ABOVE_NOISE = 1.2
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
    couples = [each for couples in survey.couples for each in couples]
    names = _Space(survey, {each.name for each in couples})
    values = _Space(survey, {each.value for each in couples})
    known = Labels(labels.names & names.places.keys(), labels.values & values.places.keys())
    least = PAIRED if strict else LOOSELY_PAIRED
    candidates = _paired(survey, names.best(known.names), values.best(known.values), least)
    nothing = _explained((), known, len(survey.spots))
    return _together(candidates, known, len(names.spots), nothing)


def _paired(
    survey: Survey, names: Sequence[Rule], values: Sequence[Rule], least: float
) -> list[Induced]:
    """The rules for names and for values that find each other, each with its best partner."""
    whole = {rule.features: survey.inductor.extract(rule.features) for rule in (*names, *values)}
    found: list[Induced] = []
    for value in values:
        best: Induced | None = None
        behind = whole[value.features]
        for name in names:
            before = whole[name.features]
            few, many = sorted((len(before), len(behind)))
            if 2 * few < least * (few + many):
                continue
            both = pairing(survey, before, behind)
            if both.share >= least and (best is None or both.share > best.pairing.share):
                best = Induced(name, value, both)
        if best is not None:
            found.append(best)
    return found


def _together(
    candidates: Sequence[Induced], labels: Labels, total: int, nothing: float
) -> list[Induced]:
    """The set of candidates that explains *labels* best, each worth its price.

    It must explain them better than *nothing* does: an annotator who labels whatever it sees.
    """
    none: tuple[Induced, ...] = ()
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
    """The spots among which names, or values, are looked for: those that can be one of a couple.

    Annotators err where something looks like a label or a value; among all the spots of a page,
    most of which look like neither, that noise would seem to be knowledge.
    """

    def __init__(self, survey: Survey, spots: Collection[int]) -> None:
        self.survey = survey
        self.spots = sorted(spots)
        self.places = {number: at for at, number in enumerate(self.spots)}
        self.parts = {survey.table.number(Feature(0, Trait.PART, part)) for part in Part}

    def best(self, labels: frozenset[int]) -> list[Rule]:
        """The best rules for *labels*; a rule is for whole elements or for lines, not for both."""
        known = sorted(self.places[label] for label in labels)
        features = self.survey.inductor.spots
        here, total = frozenset(known), len(self.spots)

        def score(rule: Rule) -> float:
            mixed = self.parts.isdisjoint(rule.features)
            return -math.inf if mixed else likelihood(rule.extracted, here, total)

        inductor = Inductor([features[number] for number in self.spots])
        rules = best_first(inductor, _spread(known, MAX_LABELS), score, width=KEPT)
        fit = [
            rule.within(self.spots) for rule in rules if not self.parts.isdisjoint(rule.features)
        ]
        return [each.rule for each in rank(self.survey, fit, labels, total)]


def _spread(labels: Sequence[int], most: int) -> list[int]:
    """At most *most* of *labels*, evenly spread."""
    if len(labels) <= most:
        return list(labels)
    return [labels[at * len(labels) // most] for at in range(most)]
