"""Probabilistic logic: what probabilities of sentences say about that of a conclusion.

A probability is a distribution over possible worlds. The bounds of a conclusion are the optima of
two linear programs over all distributions that give every sentence its probability (Nilsson 1986;
Andersen and Hooker 1996, the paper's reference 21). Worlds that agree on every sentence and on the
conclusion are one column; only sentences that share propositions with the conclusion, directly or
through others, are weighed with it.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from importlib import import_module
from itertools import combinations
from typing import Any

import numpy as np

from specdex.arrays import Bools, Floats, Integers
from specdex.errors import InputError, MissingExtra

__all__ = [
    "Atom",
    "Both",
    "Bounds",
    "Either",
    "Formula",
    "Leaf",
    "Negation",
    "Sentence",
    "bounds",
    "columns",
    "implies",
    "leaves",
    "rewritten",
    "smallest_conflict",
    "truth",
]

MAX_STATES = 1 << 20
"""More combinations than this are not weighed."""
MAX_BITS = 62
"""Bools and propositions that are kept in one number."""
Columns = np.ndarray[tuple[int, int], np.dtype[np.float64]]
ROUNDING = 1e-9
"""Sums of probabilities as computers add them."""
DIGITS = 6
"""Bounds are rounded to what a solver can vouch for."""


class Leaf:
    """What a formula is made of: a proposition, or a test that a rule writes down."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Atom(Leaf):
    """A proposition, by name."""

    name: str


@dataclass(frozen=True, slots=True)
class Negation:
    """True where its part is false."""

    part: "Formula"

    def __str__(self) -> str:
        return f"not ({self.part})"


@dataclass(frozen=True, slots=True)
class Both:
    """True where all parts are."""

    parts: tuple["Formula", ...]

    def __str__(self) -> str:
        return " and ".join(f"({each})" for each in self.parts)


@dataclass(frozen=True, slots=True)
class Either:
    """True where at least one part is."""

    parts: tuple["Formula", ...]

    def __str__(self) -> str:
        return " or ".join(f"({each})" for each in self.parts)


Formula = Leaf | Negation | Both | Either


def implies(condition: Formula, conclusion: Formula) -> Formula:
    """If *condition*, then *conclusion*."""
    return Either((Negation(condition), conclusion))


def leaves(formula: Formula) -> Iterator[Any]:
    """What *formula* is made of, in order."""
    match formula:
        case Negation(part):
            yield from leaves(part)
        case Both(parts) | Either(parts):
            for part in parts:
                yield from leaves(part)
        case _:
            yield formula


def rewritten(formula: Formula, change: Callable[[Any], Formula]) -> Formula:
    """*formula* with every leaf changed."""
    match formula:
        case Negation(part):
            return Negation(rewritten(part, change))
        case Both(parts) | Either(parts):
            return type(formula)(tuple(rewritten(part, change) for part in parts))
        case _:
            return change(formula)


def atoms(formula: Formula) -> tuple[str, ...]:
    """The names of the propositions in *formula*, each once, in order."""
    return tuple(dict.fromkeys(leaf.name for leaf in leaves(formula)))


def truth(formula: Formula, worlds: Mapping[str, Bools]) -> Bools:
    """In which worlds *formula* is true; *worlds* says so of each proposition."""
    match formula:
        case Negation(part):
            return ~truth(part, worlds)
        case Both(parts) | Either(parts):
            join = np.logical_and if isinstance(formula, Both) else np.logical_or
            return reduce(join, (truth(part, worlds) for part in parts))
        case Atom(name):
            return worlds[name]
        case _:
            raise TypeError(formula)


def columns(
    formulas: Sequence[Formula], certain: Sequence[bool], impossible: Sequence[bool]
) -> Columns:
    """The combinations of truths of *formulas*, a column each, as zeros and ones.

    Worlds where a *certain* formula is false or an *impossible* one true are left out. Formulas
    are taken one after the other; a proposition that no later one speaks of is forgotten, and
    states that agree on the rest become one: the number of propositions does not matter, only how
    many are alive at a time.
    """
    order = _order(formulas)
    states: dict[str, Bools] = {}
    said = np.zeros(1, dtype=np.int64)
    for turn, place in enumerate(order):
        states, said = _expand(states, said, formulas[place])
        true = truth(formulas[place], states) if states else np.ones(1, dtype=bool)
        said = said | (true.astype(np.int64) << place)
        keep = np.ones(len(said), dtype=bool)
        if certain[place]:
            keep &= true
        if impossible[place]:
            keep &= ~true
        alive = {name for later in order[turn + 1 :] for name in atoms(formulas[later])}
        states, said = _merge(states, said, keep, alive, len(formulas))
    shifts = np.arange(len(formulas))[:, None]
    return ((said[None, :] >> shifts) & 1).astype(float)


def _order(formulas: Sequence[Formula]) -> list[int]:
    """The formulas in an order that keeps few propositions alive: next what shares the most."""
    names = [set(atoms(formula)) for formula in formulas]
    left, known, order = set(range(len(formulas))), set[str](), list[int]()
    while left:
        best = min(left, key=lambda place: (len(names[place] - known), place))
        left.remove(best)
        known |= names[best]
        order.append(best)
    return order


def _expand(
    states: dict[str, Bools], said: Integers, formula: Formula
) -> tuple[dict[str, Bools], Integers]:
    """Every state once for each truth of the propositions that *formula* brings in."""
    for name in atoms(formula):
        if name in states:
            continue
        if len(said) * 2 > MAX_STATES:
            raise InputError("too many propositions hang together to be weighed at once")
        states = {each: np.concatenate((truths, truths)) for each, truths in states.items()}
        states[name] = np.repeat([False, True], len(said))
        said = np.concatenate((said, said))
    return states, said


def _merge(
    states: dict[str, Bools],
    said: Integers,
    keep: Bools,
    alive: set[str],
    width: int,
) -> tuple[dict[str, Bools], Integers]:
    """The states to *keep*, without what is not *alive*, equal ones made one."""
    names = [name for name in states if name in alive]
    if width + len(names) > MAX_BITS:
        raise InputError("too many propositions hang together to be weighed at once")
    packed = said[keep].copy()
    for bit, name in enumerate(names):
        packed |= states[name][keep].astype(np.int64) << (width + bit)
    packed = np.unique(packed)
    merged = {name: ((packed >> (width + bit)) & 1).astype(bool) for bit, name in enumerate(names)}
    return merged, packed & ((1 << width) - 1)


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
    groups = _components(sentences)
    for group in groups:
        if not _holds(group):
            return Bounds(0.0, 1.0, smallest_conflict(group))
    wanted = set(atoms(conclusion))
    relevant: list[Sentence] = []
    for group in groups:
        if wanted & {name for each in group for name in atoms(each.formula)}:
            relevant += group
    worlds = _worlds(relevant, conclusion)
    cost = worlds[len(relevant)]
    low, high = _minimum(relevant, worlds, cost), -_minimum(relevant, worlds, -cost)
    # 0.0 comes first: of two that are equal it is kept, not -0.0
    low, high = (min(1.0, max(0.0, round(each, DIGITS))) for each in (low, high))
    return Bounds(low, high)


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
    return worlds.shape[1] > 0 and _minimum(sentences, worlds, np.zeros(worlds.shape[1])) < np.inf


def _worlds(sentences: Sequence[Sentence], *conclusion: Formula) -> Columns:
    """The columns of the program: rows of sentences (and the conclusion), worlds that matter."""
    free = [False] * len(conclusion)
    return columns(
        [*(each.formula for each in sentences), *conclusion],
        [*(each.low >= 1.0 for each in sentences), *free],
        [*(each.high <= 0.0 for each in sentences), *free],
    )


def _minimum(sentences: Sequence[Sentence], worlds: Columns, cost: Floats) -> float:
    """The least expected *cost* of a distribution that fits; infinite where none does."""
    try:
        linprog = import_module("scipy.optimize").linprog
    except ImportError as error:
        raise MissingExtra("scipy", "learn") from error
    rows = worlds[: len(sentences)]
    limits = [*(each.high for each in sentences), *(-each.low for each in sentences)]
    solved = linprog(
        cost,
        A_ub=np.concatenate((rows, -rows)),
        b_ub=np.array(limits) + ROUNDING,
        A_eq=np.ones((1, len(cost))),
        b_eq=[1.0],
        method="highs",
    )
    return float(solved.fun) if solved.success else np.inf
