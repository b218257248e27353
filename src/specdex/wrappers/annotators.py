"""Annotators: they label spots automatically, and noisily."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from specdex.identifiers import gtin
from specdex.lexicon import alternatives
from specdex.records import Pair, Specification
from specdex.text import letters_and_digits
from specdex.wrappers.knowledge import Knowledge
from specdex.wrappers.survey import Survey

__all__ = ["Labels", "by_knowledge", "by_markup", "by_pairs", "by_pattern", "by_structure"]

UNIT = re.compile(
    r"^[~≈<>±]?\s*\d[\d.,]*\s*(?:x\s*\d[\d.,]*\s*){0,2}"
    rf"(?:{alternatives('values.learned_units')})\b\.?$",
    re.IGNORECASE,
)
"""A number with its unit."""
MIN_CONFIDENCE = 0.5
"""Structural answers less sure than this teach nothing."""


@dataclass(frozen=True, slots=True)
class Labels:
    """The spots that an annotator takes for names and for values, as numbers of a survey."""

    names: frozenset[int] = frozenset()
    values: frozenset[int] = frozenset()

    def __or__(self, other: "Labels") -> "Labels":
        return Labels(self.names | other.names, self.values | other.values)

    def __bool__(self) -> bool:
        return bool(self.names or self.values)


def by_knowledge(survey: Survey, knowledge: Knowledge) -> Labels:
    """Names and values seen on other sites; what is a name elsewhere is no value here."""
    names: set[int] = set()
    values: set[int] = set()
    for couples in survey.couples:
        for couple in couples:
            if survey.folded[couple.name] in knowledge.names:
                names.add(couple.name)
            value = survey.folded[couple.value]
            if value in knowledge.values and value not in knowledge.names:
                values.add(couple.value)
    return Labels(frozenset(names), frozenset(values))


def by_pattern(survey: Survey) -> Labels:
    """Values with units and numbers with a GTIN's check digit."""
    values = {
        couple.value
        for couples in survey.couples
        for couple in couples
        if UNIT.match(survey.spots[couple.value].text) or gtin(survey.spots[couple.value].text)
    }
    return Labels(values=frozenset(values))


def by_markup(survey: Survey, specifications: Sequence[Specification]) -> Labels:
    """Values that the page's own markup states, as the fields of its specification."""
    values: set[int] = set()
    for couples, specification in zip(survey.couples, specifications, strict=True):
        stated = {letters_and_digits(field.value) for field in specification.fields}
        values |= {couple.value for couple in couples if survey.folded[couple.value] in stated}
    return Labels(values=frozenset(values))


def by_structure(survey: Survey, specifications: Sequence[Specification]) -> Labels:
    """The confident answers of the structural reader."""
    sure = [
        [pair for pair in each.pairs if pair.confidence >= MIN_CONFIDENCE]
        for each in specifications
    ]
    return by_pairs(survey, sure)


def by_pairs(survey: Survey, pairs: Sequence[Sequence[Pair]]) -> Labels:
    """The couples that print one of a page's *pairs*."""
    names: set[int] = set()
    values: set[int] = set()
    for couples, said in zip(survey.couples, pairs, strict=True):
        wanted = {(letters_and_digits(each.name), letters_and_digits(each.value)) for each in said}
        for couple in couples:
            name = survey.name_at(couple.name)
            if (name, survey.folded[couple.value]) in wanted:
                names.add(couple.name)
                values.add(couple.value)
    return Labels(frozenset(names), frozenset(values))
