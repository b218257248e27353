"""Wrapper induction from noisy labels: find rules, pair them, and let them explain the labels.

Rules are ranked by P(labels | extracted) times P(extracted). The first factor asks how well an
annotator, who labels right spots with one rate and wrong spots with another, explains the labels;
both rates are estimated for each rule. The second knows that specifications are lists: they stand
on most pages, in like numbers, with like steps between rows.
"""

import math
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from itertools import combinations_with_replacement, pairwise

from specdex.groups import by_key
from specdex.wrappers.annotators import Labels
from specdex.wrappers.features import Feature, Inductor, Rule, Trait
from specdex.wrappers.spots import Part
from specdex.wrappers.survey import Couple, Survey

__all__ = [
    "Induced",
    "best_first",
    "estimate",
    "induce_pairs",
    "likelihood",
    "pair_up",
    "pairing",
    "regularity",
]

PAIRED = 0.8
"""Two rules are trusted when this share of what they extract is paired."""
LEAST_RATE = 1e-6
"""No rate is taken to be nearer to 0 or 1 than this."""
REGULAR_ONLY = 60
"""Only so many of the likeliest rules are asked for their regularity; it cannot save the rest."""
REGULARITY_WEIGHT = 12.0
"""What a perfectly regular list is worth, in nats, over one without any regularity."""
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


@dataclass(frozen=True, slots=True)
class Annotator:
    """How an annotator labels, as a rule would have it."""

    recall: float
    """The share of right spots that are labelled."""
    noise: float
    """The share of wrong spots that are labelled."""
    precision: float
    """The share of labels that are right."""


def estimate(extracted: AbstractSet[int], labels: AbstractSet[int], total: int) -> Annotator:
    """The annotator of *labels* among *total* spots, if *extracted* were the right ones."""
    right = len(labels & extracted)
    others = max(1, total - len(extracted))
    return Annotator(
        recall=right / max(1, len(extracted)),
        noise=(len(labels) - right) / others,
        precision=right / max(1, len(labels)),
    )


def likelihood(extracted: AbstractSet[int], labels: AbstractSet[int], total: int) -> float:
    """The logarithm of P(labels | extracted), with the annotator's rates estimated."""
    annotator = estimate(extracted, labels, total)
    right = len(labels & extracted)
    wrong = len(labels) - right
    inside = _evidence(right, len(extracted) - right, annotator.recall)
    outside = _evidence(wrong, max(0, total - len(extracted) - wrong), annotator.noise)
    return inside + outside


def _evidence(hits: int, misses: int, rate: float) -> float:
    rate = min(1 - LEAST_RATE, max(LEAST_RATE, rate))
    return hits * math.log(rate) + misses * math.log(1 - rate)


def regularity(survey: Survey, extracted: Collection[int]) -> float:
    """How much the spots look like the rows of a list on every page, from 0 to 1."""
    if not extracted:
        return 0.0
    by_page = by_key((survey.spots[number].page, number) for number in sorted(extracted))
    coverage = len(by_page) / len(survey.documents)
    sizes = sorted(len(spots) for spots in by_page.values())
    middle = sizes[len(sizes) // 2]
    alike = sum(abs(size - middle) <= max(1, middle // 2) for size in sizes) / len(sizes)
    return (coverage + alike + _alignment(survey, list(by_page.values()))) / 3


def _alignment(survey: Survey, pages: Sequence[Sequence[int]]) -> float:
    """The share of steps from one spot to the next that are like the most frequent one."""
    steps: Counter[tuple[int, int]] = Counter()
    for spots in pages:
        document = survey.documents[survey.spots[spots[0]].page]
        for one, other in pairwise(spots):
            first, second = survey.spots[one].node, survey.spots[other].node
            steps[document.depth[second] - document.depth[first], second - first] += 1
    return steps.most_common(1)[0][1] / steps.total() if steps else 0.5


def rank(survey: Survey, rules: Collection[Rule], labels: frozenset[int], total: int) -> list[Rule]:
    """*rules* by how well they explain *labels* among *total* spots, the best first."""
    distinct = {rule.extracted: rule for rule in rules}
    likely = sorted(
        ((likelihood(each, labels, total), rule) for each, rule in distinct.items()),
        key=lambda scored: (-scored[0], sorted(scored[1].features)),
    )
    ranked = sorted(
        (
            -score - REGULARITY_WEIGHT * regularity(survey, rule.extracted),
            sorted(rule.features),
            rule,
        )
        for score, rule in likely[:REGULAR_ONLY]
    )
    return [rule for _, _, rule in ranked]


def best_first(
    inductor: Inductor,
    labels: Sequence[int],
    score: Callable[[Rule], float],
    *,
    width: int = 40,
    rounds: int = 3,
) -> list[Rule]:
    """The best rules of the same space by *score*, for labels too many to enumerate all.

    Every two labels generate a rule; the *width* best of them grow by one label a round.
    """
    seen: dict[frozenset[int], tuple[float, list[int], Rule]] = {}

    def meet(sets: Iterable[frozenset[int]]) -> None:
        for features in sets:
            if features and features not in seen:
                rule = Rule(features, inductor.extract(features))
                seen[features] = -score(rule), sorted(features), rule

    def best() -> list[frozenset[int]]:
        return sorted(seen, key=lambda features: seen[features][:2])[:width]

    singles = {inductor.spots[label] for label in labels}
    meet(one & other for one, other in combinations_with_replacement(singles, 2))
    found = best()
    for _ in range(rounds):
        meet(features & other for features in found for other in singles)
        before, found = found, best()
        if before == found:
            break
    return [seen[features][2] for features in found]


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
    names, values = {each.name for each in couples}, {each.value for each in couples}
    known = Labels(labels.names & names, labels.values & values)
    rules = _best(survey, names, known.names), _best(survey, values, known.values)
    least = PAIRED if strict else LOOSELY_PAIRED
    candidates = _paired(survey, *rules, least)
    nothing = _explained((), known, len(survey.spots))
    return _together(candidates, known, len(names), nothing)


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


def _best(survey: Survey, spots: Collection[int], labels: frozenset[int]) -> list[Rule]:
    """The best rules for *labels* among *spots*, those that can be one of a couple.

    Annotators err where something looks like a label or a value; among all the spots of a page,
    most of which look like neither, that noise would seem to be knowledge. A rule is for whole
    elements or for lines, not for both.
    """
    numbers = sorted(spots)
    places = {number: at for at, number in enumerate(numbers)}
    parts = {survey.table.number(Feature(0, Trait.PART, part)) for part in Part}
    known = sorted(places[label] for label in labels)
    here, total = frozenset(known), len(numbers)

    def score(rule: Rule) -> float:
        mixed = parts.isdisjoint(rule.features)
        return -math.inf if mixed else likelihood(rule.extracted, here, total)

    inductor = Inductor([survey.inductor.spots[number] for number in numbers])
    rules = best_first(inductor, _spread(known, MAX_LABELS), score, width=KEPT)
    fit = [rule.within(numbers) for rule in rules if not parts.isdisjoint(rule.features)]
    return rank(survey, fit, labels, total)


def _spread(labels: Sequence[int], most: int) -> list[int]:
    """At most *most* of *labels*, evenly spread."""
    if len(labels) <= most:
        return list(labels)
    return [labels[at * len(labels) // most] for at in range(most)]
