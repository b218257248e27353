"""Which sections of a site are its products' specification."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from specdex.records import Specification
from specdex.text import letters_and_digits
from specdex.wrappers.judging import Evidence, evidence_of, judge, trust
from specdex.wrappers.knowledge import Knowledge
from specdex.wrappers.sections import Row, Section, sections_of
from specdex.wrappers.spots import Part
from specdex.wrappers.survey import Survey

__all__ = ["Judged", "Selection", "select"]

MIN_PAGES = 3
"""A section on fewer pages than this shows no regularity; the structural answer stands there."""
FAMILIAR = 0.6
"""The share of its names that a rare section has in common with what is known, at least."""
MIN_ROWS = 3
BELIEVED = 0.5
"""A section is taken when its probability is above this."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A section and what is thought of it."""

    section: Section
    evidence: Evidence
    belief: float
    """The probability that it is specification."""


@dataclass(frozen=True, slots=True)
class Selection:
    """The sections taken and the sections refused."""

    taken: tuple[Judged, ...]
    refused: tuple[Judged, ...]
    unsure: tuple[Section, ...]
    """Too rare to be judged."""
    right: float = 0.0
    """How often the structural reader agrees with sections that speak for themselves."""


def select(survey: Survey, knowledge: Knowledge, structural: Sequence[Specification]) -> Selection:
    """The sections of the pages of *survey*, judged with the structural answers in mind."""
    agreed = [_said(each) for each in structural] or [_said(None) for _ in survey.documents]
    least = min(MIN_PAGES, len(survey.documents))
    seen: list[tuple[Section, Evidence]] = []
    unsure: list[Section] = []
    for section in sections_of(survey):
        if len(section.pages) < least:
            unsure.append(section)
            continue
        evidence = evidence_of(survey, section, knowledge.names.__contains__, agreed)
        seen.append((section, evidence))
    right = _right(seen)
    worth = trust(right) if structural else 0.0
    judged = [
        Judged(section, evidence, _probability(judge(evidence, structural=worth)))
        for section, evidence in seen
    ]
    judged.sort(key=lambda each: (-each.belief, -len(each.section.rows), each.section.signature))
    selection = _with_rare(survey, _without_nested(survey, judged, unsure), knowledge)
    return replace(selection, right=right)


def _said(specification: Specification | None) -> dict[str, set[str]]:
    """The values that a structural answer gives each name, as they are compared."""
    values: dict[str, set[str]] = {}
    for pair in specification.pairs if specification else ():
        values.setdefault(letters_and_digits(pair.name), set()).add(letters_and_digits(pair.value))
    return values


def _right(seen: Sequence[tuple[Section, Evidence]]) -> float:
    """How often the structural reader agrees with sections that speak for themselves."""
    total = good = 0.0
    for section, evidence in seen:
        rows = evidence.agreed * len(section.rows)
        total += rows
        good += rows * _probability(judge(evidence))
    return good / total if total else 0.0


def _probability(odds: float) -> float:
    return 1 / (1 + math.exp(-odds))


def _with_rare(survey: Survey, selection: Selection, knowledge: Knowledge) -> Selection:
    """Take rare sections, too, that print names of the site's common ones on pages without."""
    names = knowledge.names | {row.name for each in selection.taken for row in each.section.rows}
    served = {row.page for each in selection.taken for row in each.section.rows}
    taken, unsure = list(selection.taken), list[Section]()
    agreed = [_said(None) for _ in survey.documents]
    for section in selection.unsure:
        rows = [row for row in section.rows if row.page not in served]
        familiar = sum(row.name in names for row in rows)
        if len(rows) < MIN_ROWS or familiar < FAMILIAR * len(rows):
            unsure.append(section)
            continue
        evidence = evidence_of(survey, section, names.__contains__, agreed)
        belief = _probability(judge(evidence))
        if belief > BELIEVED:
            taken.append(Judged(section, evidence, belief))
        else:
            unsure.append(section)
    return Selection(tuple(taken), selection.refused, tuple(unsure))


def _without_nested(survey: Survey, judged: Sequence[Judged], unsure: list[Section]) -> Selection:
    """Take the believed sections, the surest first, none inside another's values or around it."""
    values: set[tuple[int, int]] = set()
    names: set[tuple[int, int]] = set()
    taken: list[Judged] = []
    refused: list[Judged] = []
    inside = _Inside(survey)
    for each in judged:
        rows = each.section.rows
        nested = sum(inside.any(row, values) or inside.holds(row, names) for row in rows)
        if each.belief <= BELIEVED or nested * 2 > len(rows):
            refused.append(each)
            continue
        taken.append(each)
        values |= {(row.page, survey.spots[row.couple.value].node) for row in rows}
        names |= {(row.page, survey.spots[row.couple.name].node) for row in rows}
    return Selection(tuple(taken), tuple(refused), tuple(unsure))


class _Inside:
    """Whether rows stand below nodes."""

    def __init__(self, survey: Survey) -> None:
        self.survey = survey

    def any(self, row: Row, nodes: set[tuple[int, int]]) -> bool:
        """Whether the name of *row* stands below one of *nodes*."""
        spot = self.survey.spots[row.couple.name]
        document = self.survey.documents[spot.page]
        return any((spot.page, above) in nodes for above in document.ancestors(spot.node))

    def holds(self, row: Row, nodes: set[tuple[int, int]]) -> bool:
        """Whether the value of *row* has one of *nodes* inside."""
        spot = self.survey.spots[row.couple.value]
        if spot.part is not Part.WHOLE:
            return False
        below = self.survey.documents[spot.page].descendants(spot.node)
        return any((spot.page, node) in nodes for node in below)
