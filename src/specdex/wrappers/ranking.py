"""Which rule is right, when the labels are wrong? P(labels | extracted) times P(extracted).

The first factor asks how well an annotator, who labels right spots with one rate and wrong spots
with another, explains the labels; both rates are estimated for each rule. The second knows that
specifications are lists: they stand on most pages, in like numbers, with like steps between rows.
"""

import math
from collections import Counter
from collections.abc import Collection, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from itertools import pairwise

from specdex.wrappers.inductor import Rule
from specdex.wrappers.survey import Survey

__all__ = ["Annotator", "Ranked", "estimate", "likelihood", "rank", "regularity"]

LEAST_RATE = 1e-6
"""No rate is taken to be nearer to 0 or 1 than this."""
REGULAR_ONLY = 60
"""Only so many of the likeliest rules are asked for their regularity; it cannot save the rest."""
REGULARITY_WEIGHT = 12.0
"""What a perfectly regular list is worth, in nats, over one without any regularity."""


@dataclass(frozen=True, slots=True)
class Annotator:
    """How an annotator labels, as a rule would have it."""

    recall: float
    """The share of right spots that are labelled."""
    noise: float
    """The share of wrong spots that are labelled."""
    precision: float
    """The share of labels that are right."""


@dataclass(frozen=True, slots=True)
class Ranked:
    """A rule, how good it is, and the annotator it makes of the labels."""

    rule: Rule
    score: float
    annotator: Annotator


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
    by_page: dict[int, list[int]] = {}
    for number in sorted(extracted):
        by_page.setdefault(survey.spots[number].page, []).append(number)
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


def rank(
    survey: Survey, rules: Collection[Rule], labels: frozenset[int], total: int
) -> list[Ranked]:
    """*rules* by how well they explain *labels* among *total* spots, the best first."""
    distinct = {rule.extracted: rule for rule in rules}
    likely = sorted(
        ((likelihood(each, labels, total), rule) for each, rule in distinct.items()),
        key=lambda scored: (-scored[0], sorted(scored[1].features)),
    )
    ranked = [
        Ranked(
            rule,
            score + REGULARITY_WEIGHT * regularity(survey, rule.extracted),
            estimate(rule.extracted, labels, total),
        )
        for score, rule in likely[:REGULAR_ONLY]
    ]
    ranked.sort(key=lambda each: (-each.score, sorted(each.rule.features)))
    return ranked
