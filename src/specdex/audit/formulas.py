"""Propositional formulas: what can be true or false in a possible world."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import reduce

import numpy as np
import numpy.typing as npt

__all__ = ["Atom", "Both", "Either", "Formula", "Negation", "atoms", "implies", "truth"]

Truths = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Atom:
    """A proposition, by name."""

    name: str


@dataclass(frozen=True, slots=True)
class Negation:
    """True where its part is false."""

    part: "Formula"


@dataclass(frozen=True, slots=True)
class Both:
    """True where all parts are."""

    parts: tuple["Formula", ...]


@dataclass(frozen=True, slots=True)
class Either:
    """True where at least one part is."""

    parts: tuple["Formula", ...]


Formula = Atom | Negation | Both | Either


def implies(condition: Formula, conclusion: Formula) -> Formula:
    """If *condition*, then *conclusion*."""
    return Either((Negation(condition), conclusion))


def atoms(formula: Formula) -> tuple[str, ...]:
    """The names of the propositions in *formula*, each once, in order."""
    found: dict[str, None] = {}
    stack: list[Formula] = [formula]
    while stack:
        part = stack.pop()
        match part:
            case Atom(name):
                found[name] = None
            case Negation(inner):
                stack.append(inner)
            case Both(parts) | Either(parts):
                stack.extend(reversed(parts))
    return tuple(found)


def truth(formula: Formula, worlds: Mapping[str, Truths]) -> Truths:
    """In which worlds *formula* is true; *worlds* says so of each proposition."""
    match formula:
        case Atom(name):
            return worlds[name]
        case Negation(part):
            return ~truth(part, worlds)
        case Both(parts):
            return reduce(np.logical_and, (truth(part, worlds) for part in parts))
        case Either(parts):
            return reduce(np.logical_or, (truth(part, worlds) for part in parts))
