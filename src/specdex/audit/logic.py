"""Probabilistic logic: what probabilities of sentences say about that of a conclusion.

A probability is a distribution over possible worlds. The bounds of a conclusion are the optima of
two linear programs over all distributions that give every sentence its probability (Nilsson 1986;
Andersen and Hooker 1996, the paper's reference 21). Worlds that agree on every sentence and on the
conclusion are one column; only sentences that share propositions with the conclusion, directly or
through others, are weighed with it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from specdex.audit.formulas import Formula, atoms
from specdex.audit.programs import Program
from specdex.audit.worlds import columns

__all__ = ["Bounds", "Sentence", "bounds", "smallest_conflict"]

DIGITS = 6
"""Bounds are rounded to what a solver can vouch for."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """A formula and the interval its probability lies in."""

    name: str
    formula: Formula
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Bounds:
    """The interval of a conclusion's probability; or the sentences that contradict each other."""

    low: float
    high: float
    conflict: tuple[str, ...] = ()
    """The names of a smallest set of sentences that cannot all hold."""


def bounds(sentences: Sequence[Sentence], conclusion: Formula) -> Bounds:
    """The bounds of *conclusion* where all *sentences* hold."""
    for group in _components(sentences):
        if not _holds(group):
            return Bounds(0.0, 1.0, smallest_conflict(group))
    wanted = set(atoms(conclusion))
    relevant: list[Sentence] = []
    for group in _components(sentences):
        if wanted & {name for each in group for name in atoms(each.formula)}:
            relevant += group
    return _optimum(relevant, conclusion)


def smallest_conflict(sentences: Sequence[Sentence]) -> tuple[str, ...]:
    """The names of a smallest set of *sentences* that cannot all hold; none where all can."""
    if _holds(sentences):
        return ()
    core = list(sentences)
    for each in sentences:
        rest = [other for other in core if other is not each]
        if not _holds(rest):
            core = rest
    # nothing can be left out of the core, but a smaller set may lie elsewhere
    for size in range(1, len(core)):
        for some in combinations(sentences, size):
            if len(_components(some)) == 1 and not _holds(some):
                return tuple(each.name for each in some)
    return tuple(each.name for each in core)


def _components(sentences: Iterable[Sentence]) -> list[list[Sentence]]:
    """*sentences* in groups that share no proposition with each other."""
    groups: list[tuple[set[str], list[Sentence]]] = []
    for each in sentences:
        names, members = set(atoms(each.formula)), [each]
        apart = []
        for group in groups:
            if group[0] & names:
                names |= group[0]
                members = group[1] + members
            else:
                apart.append(group)
        groups = [*apart, (names, members)]
    return [members for _, members in groups]


def _holds(sentences: Sequence[Sentence]) -> bool:
    """Whether some distribution gives all *sentences* their probabilities."""
    worlds = _worlds(sentences)
    return worlds.shape[1] > 0 and _program(sentences, worlds).feasible()


def _worlds(
    sentences: Sequence[Sentence], conclusion: Formula | None = None
) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    """The columns of the program: rows of sentences (and the conclusion), worlds that matter."""
    formulas = [each.formula for each in sentences]
    certain = [each.low >= 1.0 for each in sentences]
    impossible = [each.high <= 0.0 for each in sentences]
    if conclusion is not None:
        formulas.append(conclusion)
        certain.append(False)
        impossible.append(False)
    return columns(formulas, certain, impossible)


def _program(
    sentences: Sequence[Sentence], worlds: np.ndarray[tuple[int, int], np.dtype[np.float64]]
) -> Program:
    low = np.array([each.low for each in sentences], dtype=float)
    high = np.array([each.high for each in sentences], dtype=float)
    return Program(worlds[: len(sentences)], low, high)


def _optimum(sentences: Sequence[Sentence], conclusion: Formula) -> Bounds:
    worlds = _worlds(sentences, conclusion)
    program = _program(sentences, worlds)
    cost = worlds[len(sentences)]
    low, high = program.minimum(cost), -program.minimum(-cost)
    return Bounds(_rounded(low), _rounded(high))


def _rounded(value: float) -> float:
    return min(1.0, max(0.0, round(value, DIGITS))) + 0.0
