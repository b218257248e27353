"""Experiments on learning a site: methods side by side, label noise, product ids.

The stage itself is not known here: answers come in as data, and what is to be run as a callable.
"""

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from specdex.html import Document
from specdex.records import Fragment, ProductId, Specification
from specdex.statistics.metrics import Tally, mean
from specdex.statistics.page_scores import GoldPage, Prediction, SiteScore, score_page, summarise

__all__ = [
    "NoisePoint",
    "SiteComparison",
    "annotation_tally",
    "average",
    "compare",
    "draw_labels",
    "ids_tally",
    "loses_most",
    "mean_points",
    "noise_sweep",
    "plot",
]

BLIND = 0.75
"""How often spots that look right are labelled wrongly at most, beside right ones."""
BAR = 50
"""The width of a full bar in a plot."""


@dataclass(frozen=True, slots=True)
class SiteComparison:
    """How each method does on one site."""

    site: str
    methods: Mapping[str, Tally]


@dataclass(frozen=True, slots=True)
class NoisePoint:
    """What was learned from labels of one quality, on average over sites and draws."""

    precision: float
    recall: float
    f1: float
    draws: int


def compare(
    golds: Sequence[GoldPage],
    documents: Sequence[Document],
    answers: Mapping[str, Sequence[Specification]],
) -> SiteComparison:
    """The pairs that each method's *answers* get right on the pages of one site."""
    methods = {name: _site_score(golds, documents, said).pairs for name, said in answers.items()}
    return SiteComparison(f"{golds[0].category}-{golds[0].site}", methods)


def _site_score(
    golds: Sequence[GoldPage], documents: Sequence[Document], said: Sequence[Specification]
) -> SiteScore:
    scores = [
        score_page(gold, document, [_prediction(each) for each in specification.fragments])
        for gold, document, specification in zip(golds, documents, said, strict=True)
    ]
    return summarise(scores).sites[0]


def _prediction(fragment: Fragment) -> Prediction:
    return Prediction(fragment.xpath, tuple((pair.name, pair.value) for pair in fragment.pairs))


def average(sites: Sequence[SiteComparison], method: str) -> tuple[float, float]:
    """The precision and the recall of *method*, averaged over the sites where it is defined."""
    tallies = [site.methods[method] for site in sites if method in site.methods]
    return mean(each.precision for each in tallies), mean(each.recall for each in tallies)


def loses_most(sites: Sequence[SiteComparison], method: str, beside: str) -> tuple[str, float]:
    """The site where *method* falls furthest behind *beside*, and by how much F1."""
    losses = {
        site.site: site.methods[beside].f1 - site.methods[method].f1
        for site in sites
        if site.methods[beside].right + site.methods[beside].missed
    }
    worst = max(losses, key=lambda name: (losses[name], name), default="")
    return worst, losses.get(worst, 0.0)


def annotation_tally(labels: frozenset[int], right: frozenset[int]) -> Tally:
    """How good an annotator's *labels* are: the column An. of DEXTER's table 6."""
    good = len(labels & right)
    return Tally(good, len(labels) - good, len(right) - good)


def draw_labels(
    right: frozenset[int],
    total: int,
    quality: tuple[float, float],
    seed: int,
    likely: Sequence[int] = (),
) -> frozenset[int]:
    """Labels of the given precision and recall among *total* spots, drawn at random.

    Every right spot is labelled with the recall as its probability; wrong spots are drawn from
    all others until the precision is reached: first from those that are *likely* to be taken for
    right ones, as real annotators err. Those are labelled less often than right ones (BLIND): who
    cannot tell them apart at all teaches nothing.
    """
    precision, recall = quality
    chance = random.Random(seed)  # noqa: S311 - an experiment, repeatable by its seed
    kept = [spot for spot in sorted(right) if chance.random() < recall]
    wrong = round(len(kept) * (1 - precision) / precision) if precision > 0 else 0
    near = sorted(set(likely) - right)
    errors = set(chance.sample(near, min(wrong, round(BLIND * recall * len(near)))))
    others = sorted(set(range(total)) - right - set(near))
    errors.update(chance.sample(others, min(wrong - len(errors), len(others))))
    return frozenset(kept) | errors


def noise_sweep(
    qualities: Iterable[tuple[float, float]],
    learn: Callable[[float, float, int], Sequence[Tally]],
    *,
    draws: int = 3,
) -> list[NoisePoint]:
    """What *learn*, given a precision, a recall and a seed, achieves, site by site."""
    points = []
    for precision, recall in qualities:
        scores = [each.f1 for seed in range(draws) for each in learn(precision, recall, seed)]
        points.append(NoisePoint(precision, recall, mean(scores), draws))
    return points


def mean_points(sites: Sequence[Sequence[NoisePoint]]) -> list[NoisePoint]:
    """The sweeps of several sites, averaged point by point."""
    return [
        replace(points[0], f1=mean(each.f1 for each in points))
        for points in zip(*sites, strict=True)
    ]


def plot(points: Sequence[NoisePoint]) -> str:
    """The sweep as a bar chart in text.

    >>> print(plot([NoisePoint(0.4, 0.4, 0.5, 1)]))
    P 0.40 R 0.40 | #########################                          0.5000
    """
    return "\n".join(
        f"P {each.precision:.2f} R {each.recall:.2f} | "
        f"{'#' * round(BAR * each.f1):{BAR}s} {each.f1:.4f}"
        for each in points
    )


def ids_tally(
    wanted: Mapping[str, str], found: Iterable[ProductId], fold: Callable[[str, str], str]
) -> Tally:
    """The ids of one page: *wanted* by kind, compared as *fold* says.

    ISBNs, UPCs and EANs are GTINs; the same id under two names counts once.
    """
    gold = {(_kind(kind), fold(_kind(kind), value)) for kind, value in wanted.items()}
    said = {(each.kind, fold(each.kind, each.value)) for each in found}
    return Tally(len(gold & said), len(said - gold), len(gold - said))


def _kind(name: str) -> str:
    return "gtin" if name in {"isbn10", "isbn13", "upc", "ean"} else name
