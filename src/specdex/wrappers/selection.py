"""Which sections of a site are its products' specification."""

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from specdex.groups import by_key
from specdex.records import Specification
from specdex.text import letters_and_digits
from specdex.wrappers.belief import Evidence, Said, evidence_of, judge
from specdex.wrappers.knowledge import Knowledge
from specdex.wrappers.sections import Believed, Row, Section, sections_of
from specdex.wrappers.spots import Part
from specdex.wrappers.survey import Survey

__all__ = ["Judged", "Selection", "select"]

SHORT = 3.0
"""A section with fewer rows on a page than this is judged with its sisters."""
SISTERS = 2
"""So many others of one look make a family."""
SURE = 0.5
"""The structural reader's mean confidence in the sisters, at least."""
NEAR = 2
"""The container and the element above it: one of them has a class or an id, a look of its own."""
MIN_PAGES = 3
"""A section on fewer pages than this shows no regularity; the structural answer stands there."""
FAMILIAR = 0.6
"""The share of its names that a rare section has in common with what is known, at least."""
MIN_ROWS = 3
USUAL = 0.1
"""The share of pages that a structural answer's name is on at least, to be known by it."""
BELIEVED = 0.5
"""A section is taken when its probability is above this."""
FEW_PAGES, BELIEVED_OF_FEW = 10, 0.8
"""On fewer pages than this chance looks like a habit: there a section must be believed so
much, or the structural answers stand."""
UNDECIDED = 0.5
"""The confidence that speaks neither for a section nor against it."""


class Member(NamedTuple):
    """A section and what the site's pages say about it."""

    section: Section
    evidence: Evidence


def with_family(members: Sequence[Member]) -> list[Member]:
    """The *members*, the evidence about short ones taken together with their sisters'."""
    families = by_key((member.section.signature, member) for member in members)
    return [_together(each, families[each.section.signature]) for each in members]


def _together(member: Member, family: Sequence[Member]) -> Member:
    if len(family) <= SISTERS or not _named(member.section.signature):
        return member
    support = _support(family)
    if support < SURE:
        return member
    evidence = {**member.evidence, "siblings": 1.0}
    if evidence["rows"] < SHORT:
        evidence |= {
            "rows": sum(each.evidence["rows"] for each in family),
            "names": sum(each.evidence["names"] for each in family),
            "support": max(evidence["support"], support),
        }
    return member._replace(evidence=evidence)


def _support(family: Sequence[Member]) -> float:
    """How sure the structural reader is of the rows of a family's longer members."""
    long = [each for each in family if each.evidence["rows"] >= SHORT]
    rows = sum(len(each.section.rows) for each in long)
    return sum(each.evidence["support"] * len(each.section.rows) for each in long) / (rows or 1)


def _named(signature: str) -> bool:
    """Whether a class or an id tells the containers of a section from others."""
    steps = signature.partition("//")[2].split("/")[:NEAR]
    return any(not step.endswith(".#") for step in steps)


@dataclass(frozen=True, slots=True)
class Judged(Believed):
    """The same, and why."""

    evidence: Evidence


@dataclass(frozen=True, slots=True)
class Selection:
    """The sections taken and the sections refused."""

    taken: tuple[Judged, ...]
    refused: tuple[Judged, ...]
    unsure: tuple[Section, ...]
    """Too rare to be judged."""
    right: float = 0.0
    """How often the structural reader agrees with sections that are believed."""


def select(survey: Survey, knowledge: Knowledge, structural: Sequence[Specification]) -> Selection:
    """The sections of the pages of *survey*, judged with the structural answers in mind."""
    said = [_said(each) for each in structural] or [_said(None) for _ in survey.documents]
    known = knowledge.names or _usual(said)
    least = min(MIN_PAGES, len(survey.documents))
    seen: list[Member] = []
    unsure: list[Section] = []
    for section in sections_of(survey):
        if len(section.pages) < least:
            unsure.append(section)
            continue
        seen.append(Member(section, evidence_of(survey, section, known.__contains__, said)))
    seen = with_family(seen) if structural else seen
    judged = _judged(seen, structural=bool(structural))
    if _misled(judged):
        judged = _judged(map(_unheard, seen), structural=True)
    right = _right(judged)
    judged.sort(key=lambda each: (-each.belief, -len(each.section.rows), each.section.signature))
    selection = _with_rare(survey, _without_nested(survey, judged, unsure), knowledge)
    return replace(selection, right=right)


def _judged(seen: Iterable[Member], *, structural: bool) -> list[Judged]:
    return [
        Judged(section, _probability(judge(evidence, structural=structural)), evidence)
        for section, evidence in seen
    ]


def _misled(judged: Sequence[Judged]) -> bool:
    """Whether the structural reader speaks, but of nothing that is believed."""
    spoken = [each.belief for each in judged if each.evidence["support"]]
    return bool(spoken) and max(spoken) <= BELIEVED


def _unheard(member: Member) -> Member:
    """The evidence when the silence of a reader that is wrong wherever it speaks means nothing."""
    support = max(member.evidence["support"], UNDECIDED)
    return member._replace(evidence={**member.evidence, "support": support})


def _usual(said: Sequence[Said]) -> frozenset[str]:
    """The names of structural answers on several pages: all a first harvest can know."""
    pages = Counter(name for values in said for name in values)
    least = max(MIN_PAGES, USUAL * len(said))
    return frozenset(name for name, count in pages.items() if count >= least)


def _said(specification: Specification | None) -> Said:
    """The values that a structural answer gives each name, as they are compared, how surely."""
    values: dict[str, dict[str, float]] = {}
    for fragment in specification.fragments if specification else ():
        for pair in fragment.pairs:
            known = values.setdefault(letters_and_digits(pair.name), {})
            value = letters_and_digits(pair.value)
            known[value] = max(known.get(value, 0.0), fragment.confidence)
    return values


def _right(judged: Sequence[Judged]) -> float:
    """How often the structural reader agrees with sections that are believed."""
    total = good = 0.0
    for each in judged:
        rows = each.evidence["agreed"] * len(each.section.rows)
        total += rows
        good += rows * each.belief
    return good / total if total else 0.0


def _probability(odds: float) -> float:
    return 1 / (1 + math.exp(-odds))


def _with_rare(survey: Survey, selection: Selection, knowledge: Knowledge) -> Selection:
    """Take rare sections, too, that print names of the site's common ones on pages without."""
    names = knowledge.names | {row.name for each in selection.taken for row in each.section.rows}
    served = {row.page for each in selection.taken for row in each.section.rows}
    taken, unsure = list(selection.taken), list[Section]()
    silent = [_said(None) for _ in survey.documents]
    for section in selection.unsure:
        rows = [row for row in section.rows if row.page not in served]
        familiar = sum(row.name in names for row in rows)
        if len(rows) < MIN_ROWS or familiar < FAMILIAR * len(rows):
            unsure.append(section)
            continue
        evidence = evidence_of(survey, section, names.__contains__, silent)
        belief = _probability(judge(evidence))
        if belief > BELIEVED:
            taken.append(Judged(section, belief, evidence))
        else:
            unsure.append(section)
    return Selection(tuple(taken), selection.refused, tuple(unsure))


def _without_nested(survey: Survey, judged: Sequence[Judged], unsure: list[Section]) -> Selection:
    """Take the believed sections, the surest first, none inside another's values or around it."""
    values: set[tuple[int, int]] = set()
    names: set[tuple[int, int]] = set()
    taken: list[Judged] = []
    refused: list[Judged] = []
    heard = any(each.evidence["support"] for each in judged)
    few = heard and len(survey.documents) < FEW_PAGES
    least = BELIEVED_OF_FEW if few else BELIEVED
    for each in judged:
        rows = each.section.rows
        inner = (_below(survey, row, values) or _holds(survey, row, names) for row in rows)
        nested = sum(inner) if taken else 0
        if each.belief <= least or nested * 2 > len(rows):
            refused.append(each)
            continue
        taken.append(each)
        values |= {(row.page, survey.spots[row.couple.value].node) for row in rows}
        names |= {(row.page, survey.spots[row.couple.name].node) for row in rows}
    return Selection(tuple(taken), tuple(refused), tuple(unsure))


def _below(survey: Survey, row: Row, nodes: set[tuple[int, int]]) -> bool:
    """Whether the name of *row* stands below one of *nodes*."""
    spot = survey.spots[row.couple.name]
    above = survey.documents[spot.page].ancestors(spot.node)
    return any((spot.page, node) in nodes for node in above)


def _holds(survey: Survey, row: Row, nodes: set[tuple[int, int]]) -> bool:
    """Whether the value of *row* has one of *nodes* inside."""
    spot = survey.spots[row.couple.value]
    if spot.part is not Part.WHOLE:
        return False
    below = survey.documents[spot.page].descendants(spot.node)
    return any((spot.page, node) in nodes for node in below)
