"""The possible worlds that matter: each combination of truths that formulas can have, once."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from specdex.audit.formulas import Formula, Truths, atoms, truth
from specdex.errors import InputError

__all__ = ["columns"]

MAX_STATES = 1 << 20
"""More combinations than this are not weighed."""
MAX_BITS = 62
"""Truths and propositions that are kept in one number."""

Columns = np.ndarray[tuple[int, int], np.dtype[np.float64]]


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
    states: dict[str, Truths] = {}
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
    found: Columns = ((said[None, :] >> shifts) & 1).astype(float)
    return found


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
    states: dict[str, Truths], said: npt.NDArray[np.int64], formula: Formula
) -> tuple[dict[str, Truths], npt.NDArray[np.int64]]:
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
    states: dict[str, Truths],
    said: npt.NDArray[np.int64],
    keep: Truths,
    alive: set[str],
    width: int,
) -> tuple[dict[str, Truths], npt.NDArray[np.int64]]:
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
