"""Several readers' answers become one: a pair per name and place, with a confidence."""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import TypeVar

from specdex.records import Pair
from specdex.text import letters_and_digits

try:
    from specdex._native import build as build_natively
except ImportError:  # nothing was compiled
    build_natively = None

__all__ = ["arbitrate", "build", "plain_form"]

Record = TypeVar("Record")

plain_form = lru_cache(maxsize=2048)(letters_and_digits)
"""Names and values as they are compared, remembered: a site repeats them."""
DISAGREEMENT = 0.8
"""What is left of a confidence where another reader says something else."""


def arbitrate(answers: Sequence[Sequence[Pair]]) -> tuple[Pair, ...]:
    """One pair for each name and value that the readers agree on, and the best where they do not.

    The first reader's order is kept; a name it gives twice (under two headings, say) stays twice.

    >>> one = Pair("Weight", "2 kg", reader="structure", confidence=0.8)
    >>> other = Pair("weight:", "2 KG", reader="markup", confidence=0.5)
    >>> [(pair.value, round(pair.confidence, 2)) for pair in arbitrate([[one], [other]])]
    [('2 kg', 0.9)]
    """
    if len(answers) == 1:
        return _settle(answers[0])
    settled: list[Pair] = []
    places: dict[str, list[int]] = {}
    for answer in answers:
        known = {name: tuple(where) for name, where in places.items()}
        for pair in answer:
            name = plain_form(pair.name)
            if not name or not pair.value:
                continue
            if name in known:
                _weigh(settled, known[name], pair)
            elif not _repeats(settled, places.get(name, ()), pair):
                places.setdefault(name, []).append(len(settled))
                settled.append(pair)
    return tuple(settled)


def _settle(answer: Sequence[Pair]) -> tuple[Pair, ...]:
    """What the only reader says, each once."""
    settled: list[Pair] = []
    places: dict[str, list[int]] = {}
    for pair in answer:
        name = plain_form(pair.name)
        if not name or not pair.value:
            continue
        where = places.get(name)
        if where is None:
            places[name] = [len(settled)]
        elif _repeats(settled, where, pair):
            continue
        else:
            where.append(len(settled))
        settled.append(pair)
    return tuple(settled)


def _repeats(settled: Sequence[Pair], where: Sequence[int], pair: Pair) -> bool:
    """Whether the same reader has said the same before, under the same heading."""
    if not where:
        return False
    value = plain_form(pair.value)
    return any(
        settled[at].group == pair.group and plain_form(settled[at].value) == value for at in where
    )


def _weigh(settled: list[Pair], where: Sequence[int], pair: Pair) -> None:
    """Hold *pair* against what earlier readers said under its name."""
    value = plain_form(pair.value)
    for at in where:
        held = settled[at]
        if plain_form(held.value) == value:
            both = 1 - (1 - held.confidence) * (1 - pair.confidence)
            settled[at] = replace(held, confidence=both)
            return
    if len(where) == 1:
        held = settled[where[0]]
        best = pair if pair.confidence > held.confidence else held
        settled[where[0]] = replace(
            best, group=held.group or pair.group, confidence=best.confidence * DISAGREEMENT
        )


def _build(kind: type[Record], rows: list[tuple[object, ...]]) -> tuple[Record, ...]:
    """The records of a *kind* whose slots *rows* fill, all of them, in their order."""
    return tuple([kind(*row) for row in rows])


build = build_natively or _build
"""The same; natively it does not ask, as a frozen dataclass does, before it fills each slot."""
