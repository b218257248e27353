"""What the DEXTER paper reads off figure 7, and whether it is so on the synthetic web."""

from collections.abc import Sequence
from dataclasses import dataclass

from benchmarks.discovery.experiments import FIXED_SEEDS, TOPS, Precision
from specdex.statistics.metrics import mean

__all__ = ["Claim", "figure_7_claims"]

LEVEL = 0.01
"""Precisions that differ by less are level: a site or two of a hundred."""
GAIN = 0.2
"""What both filters add in the paper."""
ALL_HIGH = 0.9
"""Where all strategies are more precise than this, their order is chance."""
BEST = "intersection"
Key = tuple[str, str, int, int]


@dataclass(frozen=True, slots=True)
class Claim:
    """A statement of the paper, and what was found."""

    sentence: str
    holds: bool
    found: str
    """The numbers; where it does not hold, where and by how much, and why."""


def figure_7_claims(points: Sequence[Precision]) -> list[Claim]:
    """The paper's statements about figure 7, held against *points*."""
    by_key = {(p.strategy, p.filters, p.seeds, p.top): p.precision for p in points}
    filters = list(dict.fromkeys(p.filters for p in points))
    return [
        *(_best(by_key, name) for name in filters),
        _gain(by_key, filters[1], 0.0, "the home-page filter helps every strategy at K = 100"),
        _gain(by_key, filters[-1], GAIN, f"both filters gain at least {GAIN} at K = 100"),
        _ahead(by_key, filters[-1]),
    ]


def _best(by_key: dict[Key, float], filters: str) -> Claim:
    """Whether no strategy is ahead of the intersection anywhere."""
    mine = {key: value for key, value in by_key.items() if key[1] == filters}
    behind = {
        (seeds, top): (value - mine[BEST, filters, seeds, top], strategy)
        for (strategy, _, seeds, top), value in sorted(mine.items(), key=lambda item: item[1])
        if value > mine[BEST, filters, seeds, top] + LEVEL
    }
    places = len({key[2:] for key in mine})
    found = f"best, or level within {LEVEL}, at {places - len(behind)} of {places} points"
    if behind:
        (seeds, top), (lead, strategy) = max(behind.items(), key=lambda item: item[1])
        found += f"; {strategy} is {lead:.2f} ahead at |S| = {seeds}, K = {top}"
        found += _why_behind(mine, filters, seeds, top)
    return Claim(f"intersection is best ({_named(filters)})", not behind, found)


def _why_behind(mine: dict[Key, float], filters: str, seeds: int, top: int) -> str:
    level = _level([mine[key] for key in mine if key[2:] == (seeds, top)], filters)
    if level:
        return level
    return ": few sites have votes of both kinds from so few seeds" if seeds < FIXED_SEEDS else ""


def _level(precisions: Sequence[float], filters: str) -> str:
    """Why an order says little: all *precisions* are high."""
    if min(precisions) <= ALL_HIGH:
        return ""
    return f": {_named(filters)} leave little to tell apart (all above {ALL_HIGH})"


def _gain(by_key: dict[Key, float], filters: str, least: float, sentence: str) -> Claim:
    """Whether *filters* add *least* for every strategy."""
    gains = {
        strategy: by_key[strategy, filters, FIXED_SEEDS, TOPS[-1]] - before
        for (strategy, name, seeds, top), before in by_key.items()
        if (name, seeds, top) == ("none", FIXED_SEEDS, TOPS[-1])
    }
    found = ", ".join(f"{strategy} {gain:+.2f}" for strategy, gain in gains.items())
    low = [strategy for strategy, gain in gains.items() if gain < least]
    room = [each for each in low if _none(by_key, each) > 1 - least]
    if room:
        found += f"; {', '.join(room)}: less than that was wrong before"
    return Claim(sentence, not low, found)


def _none(by_key: dict[Key, float], strategy: str) -> float:
    return by_key[strategy, "none", FIXED_SEEDS, TOPS[-1]]


def _ahead(by_key: dict[Key, float], filters: str) -> Claim:
    """Whether backlinks are more precise than search where both filters are on."""
    leads = [
        value - by_key["search", filters, seeds, top]
        for (strategy, name, seeds, top), value in by_key.items()
        if (strategy, name) == ("backlink", filters)
    ]
    ahead = sum(lead >= -LEVEL for lead in leads)
    found = f"ahead or level at {ahead} of {len(leads)} points, {mean(leads):+.2f} on average"
    if ahead < len(leads):
        both = [by_key[key] for key in by_key if key[1] == filters and key[0] != BEST]
        found += _level(both, filters)
    return Claim("backlink beats search (both filters)", ahead == len(leads), found)


def _named(filters: str) -> str:
    return {"none": "no filters", "HPF": "the home-page filter", "HPF.ICF": "both filters"}.get(
        filters, filters
    )
