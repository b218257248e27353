"""Merging rankings by position, never by raw scores: search, backlink, union, intersection."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from specdex.errors import InputError

__all__ = [
    "PLACES",
    "STRATEGIES",
    "Ranked",
    "merge",
    "position_scores",
    "ranking",
    "usable_strategy",
]

Scores = Mapping[str, float]
PLACES = 12
"""Scores that differ by less are the same: sums depend on the order of their parts."""


@dataclass(frozen=True, slots=True)
class Ranked:
    """A site and the score that its place in a ranking rests on."""

    site: str
    score: float


def ranking(scores: Scores) -> list[str]:
    """The sites of *scores*, best first; ties go by name."""
    return sorted(scores, key=lambda site: (-round(scores[site], PLACES), site))


def position_scores(order: Sequence[str]) -> dict[str, float]:
    """The rScore of each site: 1 for the first place, 1/n for the last of n.

    >>> position_scores(["a.example", "b.example"])
    {'a.example': 1.0, 'b.example': 0.5}
    """
    size = len(order)
    return {site: (size + 1 - place) / size for place, site in enumerate(order, start=1)}


def _union(search: Scores, backlink: Scores) -> dict[str, float]:
    """The better of both places."""
    return {
        site: max(search.get(site, 0.0), backlink.get(site, 0.0)) for site in {*search, *backlink}
    }


def _intersection(search: Scores, backlink: Scores) -> dict[str, float]:
    """The harmonic mean of both places; a site needs both."""
    return {
        site: 2 * search[site] * backlink[site] / (search[site] + backlink[site])
        for site in {*search} & {*backlink}
    }


STRATEGIES: dict[str, Callable[[Scores, Scores], Scores]] = {
    "search": lambda search, _: search,
    "backlink": lambda _, backlink: backlink,
    "union": _union,
    "intersection": _intersection,
}
"""The paper's four strategies; each takes the position scores of both rankings."""


def merge(strategy: str, search: Scores, backlink: Scores) -> list[Ranked]:
    """The sites that *strategy* ranks, best first.

    *search* and *backlink* are raw scores; a site's score in the result is its rScore, sUnion or
    sIntersection.
    """
    if strategy not in STRATEGIES:
        raise InputError(f"no strategy called {strategy!r}; there are: {', '.join(STRATEGIES)}")
    scores = STRATEGIES[strategy](
        position_scores(ranking(search)), position_scores(ranking(backlink))
    )
    return [Ranked(site, scores[site]) for site in ranking(scores)]


def usable_strategy(strategy: str, *, search: bool, backlink: bool) -> str:
    """*strategy*, or the one side of it that has a provider where the other has none.

    >>> usable_strategy("intersection", search=True, backlink=False)
    'search'
    """
    if strategy in {"union", "intersection"} and search != backlink:
        return "search" if search else "backlink"
    return strategy
