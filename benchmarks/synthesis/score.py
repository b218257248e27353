"""Closed-attribute extraction on new sites, scored page by page as its literature does."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from specdex.statistics.metrics import f1 as f_measure
from specdex.text import letters_and_digits

__all__ = ["Prediction", "Seeding", "Summary", "filter_scores", "page_f1", "score", "summarise"]

Values = Mapping[str, Sequence[str]]
"""The values of each attribute on one page."""


@dataclass(frozen=True, slots=True)
class Prediction:
    """What was read on the pages of one target site, for one set of seed sites."""

    vertical: str
    seeds: tuple[str, ...]
    site: str
    pages: Mapping[str, Values]
    """By the page's id; an attribute without a rule is missing."""
    rules: frozenset[str]
    """The attributes that have a rule."""


@dataclass(frozen=True, slots=True)
class Seeding:
    """The score of one attribute on one target site."""

    vertical: str
    seeds: int
    attribute: str
    f1: float
    precision: float
    recall: float
    ruled: bool


@dataclass(frozen=True, slots=True)
class Summary:
    """The averages of one number of seeds: over targets, then attributes, then verticals."""

    seeds: int
    f1: float
    verticals: Mapping[str, float]
    attributes: Mapping[tuple[str, str], float]
    completeness: Mapping[str, float]


def page_f1(
    said: Mapping[str, Values], truth: Mapping[str, Values], attribute: str
) -> tuple[float, float, float] | None:
    """Precision, recall and F1 of one attribute; None where no page has it.

    Of several values said the first counts; it is right when it equals one of the true ones in
    letters and digits.
    """
    right = given = wanted = 0
    for page, values in truth.items():
        want = {letters_and_digits(each) for each in values.get(attribute, ())} - {""}
        got = [letters_and_digits(each) for each in said.get(page, {}).get(attribute, ())[:1]]
        wanted += bool(want)
        given += bool(got)
        right += bool(got and got[0] in want)
    if not wanted:
        return None
    precision = right / given if given else 0.0
    recall = right / wanted
    return precision, recall, f_measure(precision, recall)


def score(
    predictions: Iterable[Prediction], truth: Mapping[tuple[str, str], Mapping[str, Values]]
) -> list[Seeding]:
    """Every attribute of every target site, for every set of seeds."""
    out = []
    for each in predictions:
        gold = truth[each.vertical, each.site]
        for attribute in sorted({name for page in gold.values() for name in page}):
            scored = page_f1(each.pages, gold, attribute)
            if scored is not None:
                precision, recall, f1 = scored
                row = (each.vertical, len(each.seeds), attribute, f1, precision, recall)
                out.append(Seeding(*row, attribute in each.rules))
    return out


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0


def summarise(
    predictions: Iterable[Prediction], truth: Mapping[tuple[str, str], Mapping[str, Values]]
) -> list[Summary]:
    """The averages for each number of seeds."""
    groups: dict[int, list[Seeding]] = defaultdict(list)
    for each in score(predictions, truth):
        groups[each.seeds].append(each)
    out = []
    for count, rows in sorted(groups.items()):
        by_attribute: dict[tuple[str, str], list[Seeding]] = defaultdict(list)
        for row in rows:
            by_attribute[row.vertical, row.attribute].append(row)
        attributes = {key: _mean([row.f1 for row in found]) for key, found in by_attribute.items()}
        verticals = {
            vertical: _mean([f1 for (name, _), f1 in attributes.items() if name == vertical])
            for vertical in sorted({row.vertical for row in rows})
        }
        complete = {
            vertical: _mean([float(row.ruled) for row in rows if row.vertical == vertical])
            for vertical in verticals
        }
        overall = _mean(list(verticals.values()))
        out.append(Summary(count, overall, verticals, attributes, complete))
    return out


def filter_scores(accepted: set[str], relevant: set[str]) -> tuple[float, float]:
    """Precision and recall of a URL filter."""
    both = len(accepted & relevant)
    return (both / len(accepted) if accepted else 0.0, both / len(relevant) if relevant else 0.0)
