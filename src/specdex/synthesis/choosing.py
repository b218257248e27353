"""Which candidate of each site reads which attribute: chosen for all sites together, in rounds.

What is chosen with confidence on one site is an example for the others, which is the paper's
cross-supervision.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from specdex.synthesis.matching import Example, Field, Known, features
from specdex.synthesis.model import MatchingModel

__all__ = ["Choice", "Judge", "choose", "examples_of"]

LEAST_FIT = 0.3
"""A seed's candidate must agree with this much of what its scheme read, …"""
AS_GOOD = 0.9
"""… and be nearly as good as the best."""
MOST_EXAMPLES = 4
CONFIDENT = 0.9
"""A choice believed this much teaches other sites."""
ROUNDS = 2
MANY_SEEDS = 3
"""So many seed sites need no help from sites that were only guessed."""
MOST_RANKED = 30
NEXT_BEST = 0.5
"""A place that is taken is left for one believed at least this much of it."""

Readings = Sequence[frozenset[str]]
"""For each page of a site the values that were read of an attribute, as they are compared."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A candidate chosen for an attribute."""

    candidate: int
    confidence: float
    ranking: tuple[tuple[int, float], ...] = ()
    """The likeliest candidates with how far they are believed, the best first."""


@dataclass(frozen=True, slots=True)
class Judge:
    """How choices are made."""

    model: MatchingModel
    rounds: int = ROUNDS
    confident: float = CONFIDENT
    distinct: bool = True
    """Whether two attributes of a site never read the same place."""


def fit(values: Mapping[int, str], readings: Readings) -> float:
    """The F1 of a candidate's values against what was read page by page."""
    right = sum(values[page] in read for page, read in enumerate(readings) if page in values)
    wanted = sum(bool(read) for read in readings)
    return 2 * right / max(1, len(values) + wanted)


def examples_of(field: Field, site: str, readings: Readings) -> tuple[int, ...]:
    """The candidates of a seed site that read what its scheme reads; empty where none does."""
    fits = [fit(values, readings) for values in field.sites[site].values]
    best = max(fits, default=0.0)
    if best < LEAST_FIT:
        return ()
    order = sorted(range(len(fits)), key=lambda each: -fits[each])
    return tuple(
        each for each in order[:MOST_EXAMPLES] if fits[each] >= max(LEAST_FIT, AS_GOOD * best)
    )


def choose(
    field: Field,
    examples: Mapping[str, Sequence[Example]],
    sites: Sequence[str],
    judge: Judge,
) -> dict[str, dict[str, Choice]]:
    """The choices of each attribute on each of *sites*, from *examples* on seed sites."""
    seeds = {name: Known(name, tuple(known)) for name, known in examples.items()}
    chosen = {name: _judged(field, known, sites, judge) for name, known in seeds.items()}
    seeded = {site for known in examples.values() for site, places in known if places}
    for _ in range(judge.rounds if len(seeded) < MANY_SEEDS else 0):
        again = {name: _again(field, seeds[name], found, judge) for name, found in chosen.items()}
        if _same(again, chosen):
            break
        chosen = again
    return _distinct(field, chosen) if judge.distinct else chosen


def _distinct(
    field: Field, chosen: Mapping[str, Mapping[str, Choice]]
) -> dict[str, dict[str, Choice]]:
    """The choices once no two attributes of a site read the same values.

    The one believed more keeps its place, the other goes to its next likely one.
    """
    out: dict[str, dict[str, Choice]] = {name: {} for name in chosen}
    for site in sorted({site for found in chosen.values() for site in found}):
        values = field.sites[site].values
        taken: list[int] = []
        mine = [(name, found[site]) for name, found in chosen.items() if site in found]
        for name, choice in sorted(mine, key=lambda each: -each[1].confidence):
            least = NEXT_BEST * choice.confidence
            free = [
                (each, chance)
                for each, chance in choice.ranking
                if chance >= least and not any(_alike(values[each], values[it]) for it in taken)
            ]
            best = free[0] if free else choice.ranking[0]
            taken.append(best[0])
            out[name][site] = Choice(*best, choice.ranking)
    return out


def _alike(one: Mapping[int, str], other: Mapping[int, str]) -> bool:
    """Whether two candidates read the same on most pages."""
    same = sum(other.get(page) == value for page, value in one.items())
    return same >= AS_GOOD * min(len(one), len(other))


def _judged(field: Field, known: Known, sites: Sequence[str], judge: Judge) -> dict[str, Choice]:
    if not any(places for _, places in known.seeds):
        return {}
    found = {}
    for site, rows in features(field, known, sites).items():
        chances = judge.model.probabilities(rows)
        order = (-chances).argsort(kind="stable")[:MOST_RANKED]
        ranking = tuple((int(each), float(chances[each])) for each in order)
        found[site] = Choice(*ranking[0], ranking)
    return found


def _again(
    field: Field, seeds: Known, found: Mapping[str, Choice], judge: Judge
) -> dict[str, Choice]:
    """The choices once every site may learn from the confident ones of the other sites."""
    taught = {
        site: (choice.candidate,)
        for site, choice in found.items()
        if choice.confidence >= judge.confident
    }
    out: dict[str, Choice] = {}
    for site in found:
        others = tuple((other, places) for other, places in taught.items() if other != site)
        known = Known(seeds.attribute, seeds.seeds, others)
        out.update(_judged(field, known, [site], judge))
    return out


def _same(
    one: Mapping[str, Mapping[str, Choice]], other: Mapping[str, Mapping[str, Choice]]
) -> bool:
    return all(
        choice.candidate == other[attribute][site].candidate
        for attribute, found in one.items()
        for site, choice in found.items()
    )
