"""Linear programs over possible worlds, solved with few worlds at a time."""

from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from typing import Any

import numpy as np
import numpy.typing as npt

from specdex.errors import MissingExtra

__all__ = ["Program"]

FEW = 256
"""A program with no more worlds is solved at once; else worlds are brought in by their price."""
BATCH = 24
"""Worlds brought in at a time."""
MAX_TURNS = 200
CHEAPER = 1e-7
"""A world is brought in where it lowers the cost by more than this."""
SLACK = 1e-7
"""Limits that are missed by no more than this are kept."""

ROUNDING = 1e-9
"""Sums of probabilities as computers add them."""

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Program:
    """Distributions over worlds that give each sentence a probability from *low* to *high*."""

    worlds: Floats
    """A row a sentence, a column a world: 1 where the sentence is true in it."""
    low: Floats
    high: Floats

    def feasible(self) -> bool:
        """Whether there is such a distribution."""
        return self._phase_one[0] <= SLACK

    def minimum(self, cost: Floats) -> float:
        """The least expected *cost* of such a distribution, which must exist."""
        chosen = self._phase_one[1]
        for _ in range(MAX_TURNS):
            solved = _solve(self._rows(chosen), self._limits(), cost[chosen])
            prices = cost - solved.duals @ self._rows(slice(None)) - solved.constant
            new = _cheapest(prices, chosen)
            if not new.size:
                break
            chosen = np.concatenate((chosen, new))
        return solved.value

    def _rows(self, chosen: Any) -> Floats:
        worlds = self.worlds[:, chosen]
        rows: Floats = np.concatenate((worlds, -worlds))
        return rows

    def _limits(self) -> Floats:
        return np.concatenate((self.high, -self.low))

    @cached_property
    def _phase_one(self) -> tuple[float, npt.NDArray[np.int64]]:
        """By how much the best distribution misses the limits, and worlds that suffice for it."""
        count = self.worlds.shape[1]
        if not len(self.low):
            return 0.0, np.arange(min(count, FEW))
        chosen = np.arange(count) if count <= FEW else _spread(count)
        slack = -np.eye(2 * len(self.low))
        value = np.inf
        for _ in range(MAX_TURNS):
            rows = np.concatenate((self._rows(chosen), slack), axis=1)
            cost = np.concatenate((np.zeros(len(chosen)), np.ones(slack.shape[1])))
            solved = _solve(rows, self._limits(), cost, worlds=len(chosen))
            value = solved.value
            if value <= SLACK:
                break
            prices = -(solved.duals @ self._rows(slice(None))) - solved.constant
            new = _cheapest(prices, chosen)
            if not new.size:
                break
            chosen = np.concatenate((chosen, new))
        return value, chosen


@dataclass(frozen=True)
class _Solved:
    value: float
    duals: Floats
    constant: float
    """The dual of the rule that probabilities add up to one."""


def _solve(rows: Floats, limits: Floats, cost: Floats, worlds: int | None = None) -> _Solved:
    """The least *cost* under ``rows @ x <= limits`` where the worlds' probabilities add up to 1."""
    try:
        linprog = import_module("scipy.optimize").linprog
    except ImportError as error:
        raise MissingExtra("scipy", "learn") from error
    total = np.zeros((1, len(cost)))
    total[0, : len(cost) if worlds is None else worlds] = 1.0
    solved = linprog(
        cost, A_ub=rows, b_ub=limits + ROUNDING, A_eq=total, b_eq=[1.0], method="highs"
    )
    if not solved.success:
        return _Solved(np.inf, np.zeros(len(limits)), 0.0)
    return _Solved(
        float(solved.fun), np.asarray(solved.ineqlin.marginals), float(solved.eqlin.marginals[0])
    )


def _spread(count: int) -> npt.NDArray[np.int64]:
    return np.unique(np.linspace(0, count - 1, FEW // 2).astype(np.int64))


def _cheapest(prices: Floats, chosen: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """The worlds that would lower the cost the most; none where all would raise it."""
    prices = prices.copy()
    prices[chosen] = np.inf
    if not len(prices):
        return np.zeros(0, dtype=np.int64)
    best = np.argsort(prices)[:BATCH]
    return best[prices[best] < -CHEAPER]
