"""Suggesting synonyms: names that no role has, but that share values with one that has."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from specdex.papers.entropy.roles import Domain
from specdex.text import collapse, letters_and_digits

__all__ = ["Suggestion", "suggest"]

MIN_SHARED = 2
"""One value in common may be chance."""
MIN_CONFIDENCE = 0.2
EXAMPLES = 3
MAX_VALUE = 120
"""A longer value is a text; that two names share it says nothing."""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A name that may be a synonym of a role, for a person to accept."""

    role: str
    synonym: str
    confidence: float
    """The part of what the name says that the role says too; common values count less."""
    shared: int
    """How many different values both have."""
    examples: tuple[str, ...]


def suggest(pairs: Iterable[tuple[str, str]], domain: Domain) -> tuple[Suggestion, ...]:
    """Synonyms for the roles of *domain* from the *pairs* (name, value) of many pages."""
    printed: dict[str, str] = {}
    values: dict[str, dict[str, str]] = {}
    for name, value in pairs:
        label, folded = letters_and_digits(name), letters_and_digits(value)
        if label and folded and len(value) <= MAX_VALUE:
            printed.setdefault(label, collapse(name))
            values.setdefault(label, {}).setdefault(folded, collapse(value))
    rarity = _rarity(values)
    known = {label: domain.role_of(name) for label, name in printed.items()}
    of_role: dict[str, set[str]] = {}
    for label, role in known.items():
        if role:
            of_role.setdefault(role, set()).update(values[label])
    found = [
        suggestion
        for label, role in known.items()
        if not role
        for suggestion in [_best(printed[label], values[label], of_role, rarity)]
        if suggestion is not None and _fits(domain, suggestion)
    ]
    return tuple(sorted(found, key=lambda each: (each.role, -each.confidence, each.synonym)))


def _rarity(values: Mapping[str, Mapping[str, str]]) -> dict[str, float]:
    """What a value weighs: the less, the more names have it."""
    names = Counter(value for mine in values.values() for value in mine)
    return {value: 1.0 / count for value, count in names.items()}


def _best(
    name: str,
    mine: Mapping[str, str],
    of_role: Mapping[str, set[str]],
    rarity: Mapping[str, float],
) -> Suggestion | None:
    """The role that *name* shares the most with, if that is enough."""
    total = sum(rarity[value] for value in mine)
    best: Suggestion | None = None
    for role, theirs in of_role.items():
        shared = [value for value in mine if value in theirs]
        confidence = 2 * sum(rarity[value] for value in shared) / total
        if len(shared) < MIN_SHARED or confidence < MIN_CONFIDENCE:
            continue
        if best is None or confidence > best.confidence:
            examples = tuple(mine[value] for value in shared[:EXAMPLES])
            best = Suggestion(role, name, round(min(1.0, confidence), 4), len(shared), examples)
    return best


def _fits(domain: Domain, suggestion: Suggestion) -> bool:
    role = domain.role(suggestion.role)
    return role is not None and all(map(role.fits, suggestion.examples))
