"""Sections printed alike: what is too short to speak for itself is judged with its sisters.

Shops print one specification in several boxes, among them boxes of a single row, which no detector
trusts. Boxes of the same look at the same place are a family; a short one shares its sisters' rows
and the structural reader's confidence in them.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from specdex.wrappers.judging import Evidence
from specdex.wrappers.sections import Section

__all__ = ["Member", "with_family"]

SHORT = 3.0
"""A section with fewer rows on a page than this is judged with its sisters."""
SISTERS = 2
"""So many others of one look make a family."""
SURE = 0.5
"""The structural reader's mean confidence in the sisters, at least."""
NEAR = 2
"""The container and the element above it: one of them has a class or an id, a look of its own."""


class Member(NamedTuple):
    """A section and what the site's pages say about it."""

    section: Section
    evidence: Evidence


def with_family(members: Sequence[Member]) -> list[Member]:
    """The *members*, the evidence about short ones taken together with their sisters'."""
    families: dict[str, list[Member]] = {}
    for member in members:
        families.setdefault(member.section.signature, []).append(member)
    return [_together(each, families[each.section.signature]) for each in members]


def _together(member: Member, family: Sequence[Member]) -> Member:
    if len(family) <= SISTERS or not _named(member.section.signature):
        return member
    support = _support(family)
    if support < SURE:
        return member
    evidence = replace(member.evidence, siblings=1.0)
    if evidence.rows < SHORT:
        evidence = replace(
            evidence,
            rows=sum(each.evidence.rows for each in family),
            names=sum(each.evidence.names for each in family),
            support=max(evidence.support, support),
        )
    return member._replace(evidence=evidence)


def _support(family: Sequence[Member]) -> float:
    """How sure the structural reader is of the rows of a family's longer members."""
    long = [each for each in family if each.evidence.rows >= SHORT]
    rows = sum(len(each.section.rows) for each in long)
    return sum(each.evidence.support * len(each.section.rows) for each in long) / (rows or 1)


def _named(signature: str) -> bool:
    """Whether a class or an id tells the containers of a section from others."""
    steps = signature.partition("//")[2].split("/")[:NEAR]
    return any(not step.endswith(".#") for step in steps)
