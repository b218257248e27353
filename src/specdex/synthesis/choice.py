"""Which candidate of each site reads which attribute: chosen for all sites together, in rounds.

What is chosen with confidence on one site is an example for the others, which is the paper's
cross-supervision. Where two pages speak of one item, an attribute's values agree or differ by what
they are, not by how a site prints them; the judge learned from other attributes cannot know this
one's ways.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from dataclasses import field as dataclass_field
from functools import cache

import numpy as np

from specdex import models
from specdex.errors import SpecdexError
from specdex.forest import Trees
from specdex.synthesis.linked_pages import Matrix, Truth
from specdex.synthesis.matching import FEATURES, PLAIN, Example, Field, Known, features

__all__ = [
    "Choice",
    "believed",
    "choose",
    "examples_of",
    "expected",
    "learned",
]

FILE = "synthesis.json"
NO_MATCH = 0.15
"""A rule believed less than this is not proposed."""

AGREED, LETTERS, AMOUNT = map(PLAIN.index, ("agreed", "agreed_letters", "agreed_amount"))
LEAD = PLAIN.index("agreed_lead")
LINKED = PLAIN.index("linked")
ENOUGH = 0.6
"""Fewer links than count so much say nothing about what is usual."""
LEAST_SITES = 3
CLEAR = 0.3
"""Amounts that agree less than this may do so by chance."""
SOME = 2.0
"""A candidate that agrees 1 / SOME as well as another one is no worse for it."""
LEAST_FIT = 0.3
"""A seed's candidate must agree with this much of what its scheme read, …"""
AS_GOOD = 0.9
"""… and be nearly as good as the best."""
MOST_EXAMPLES = 4
CONFIDENT = 0.9
"""A choice believed this much teaches other sites."""
TAUGHT = 2 / 3
"""How much what confident sites teach counts beside what the seeds alone say."""
ROUNDS = 2
MANY_SEEDS = 3
"""So many seed sites need no help from sites that were only guessed."""
MOST_RANKED = 30
USUAL = 0.8
"""What this share of the sites is believed less than is usual."""
UNUSUAL = 0.2
"""Where an attribute looks different on every site, this share of what is usual is enough."""
Readings = Sequence[frozenset[str]]
"""For each page of a site the values that were read of an attribute, as they are compared."""


def expected(evidence: Sequence[Matrix | None]) -> float:
    """How far the values of an attribute agree with the seeds' on all other sites at least."""
    rows = [row for row in evidence if row is not None and row[LINKED] >= ENOUGH]
    if len(rows) < LEAST_SITES:
        return 0.0
    return float(np.clip(min(row[AGREED] / row[LINKED] for row in rows), 0.0, 1.0))


def believed(
    chances: Matrix, rows: Matrix, amounts: tuple[Matrix, Truth], usual: float = 0.0
) -> Matrix:
    """The chances of a site's candidates, given what the same items' pages say.

    Less likely is one that reads what the seed prints as something else, one whose amounts do
    not agree where another one's do, and one that does not agree where on all other sites one
    does. *amounts* say how far those of each candidate agree with something else on the seed,
    and which candidates read plain amounts.
    """
    elsewhere, plain = amounts
    agreed = np.maximum(0.0, rows[:, AMOUNT])
    confused = np.where(plain & (elsewhere >= CLEAR), elsewhere - SOME * agreed, 0.0)
    other = np.clip(np.maximum(-rows[:, LEAD], confused), 0.0, 1.0)
    behind = agreed.max() - SOME * agreed
    alike = np.maximum(0.0, rows[:, [AGREED, LETTERS]].max(axis=1))
    missing = usual * rows[:, LINKED] - SOME * alike
    short = np.clip(np.maximum(behind, missing), 0.0, 1.0)
    result: Matrix = (chances * (1 - other) * (1 - short)).astype(np.float32)
    return result


@dataclass(frozen=True, slots=True)
class Choice:
    """A candidate chosen for an attribute."""

    candidate: int
    confidence: float
    ranking: tuple[tuple[int, float], ...] = ()
    """The likeliest candidates with how far they are believed, the best first."""
    evidence: Matrix | None = dataclass_field(default=None, compare=False, repr=False)
    """The features of the candidate."""
    least: float = NO_MATCH
    """What it must be believed to be proposed."""
    bare: bool = False
    """Whether the seeds print values of the attribute without a label in the same text."""

    @property
    def is_believed(self) -> bool:
        """Whether the candidate is proposed; else the site is taken not to print the attribute."""
        return self.confidence >= self.least


@cache
def learned() -> Trees:
    """The model that comes with the package: trees over the features of a candidate."""
    data = models.read(FILE)
    if tuple(data["features"]) != FEATURES:
        raise SpecdexError("the model of synthesis was learned from other features; train it")
    return Trees.from_json(data)


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
    judge: Trees,
) -> dict[str, dict[str, Choice]]:
    """The choices of each attribute on each of *sites*, from *examples* on seed sites."""
    seeds = {name: Known(name, tuple(known)) for name, known in examples.items()}
    chosen = {name: _judged(field, known, sites, judge) for name, known in seeds.items()}
    seeded = {site for known in examples.values() for site, places in known if places}
    for _ in range(ROUNDS if len(seeded) < MANY_SEEDS else 0):
        again = {name: _again(field, seeds[name], found, judge) for name, found in chosen.items()}
        if all(
            choice.candidate == chosen[name][site].candidate
            for name, found in again.items()
            for site, choice in found.items()
        ):
            break
        chosen = again
    chosen = _distinct(field, chosen, _twins(field, examples))
    return {name: _weighed(found) for name, found in chosen.items()}


def _weighed(found: Mapping[str, Choice]) -> dict[str, Choice]:
    """The choices of an attribute, with what each must be believed."""
    least = min(NO_MATCH, UNUSUAL * _usual(found))
    return {site: replace(each, least=least) for site, each in found.items()}


def _usual(found: Mapping[str, Choice]) -> float:
    """How far an attribute is believed on sites that surely print it."""
    beliefs = [each.confidence for each in found.values()]
    return float(np.quantile(beliefs, USUAL)) if beliefs else 0.0


def _distinct(
    field: Field,
    chosen: Mapping[str, Mapping[str, Choice]],
    twins: frozenset[tuple[str, str]],
) -> dict[str, dict[str, Choice]]:
    """The choices once no two attributes of a site read the same values, but for *twins*.

    The one believed more, for what is usual with it on all sites, keeps its place, the other
    goes to its next likely one.
    """
    out: dict[str, dict[str, Choice]] = {name: {} for name in chosen}
    usual = {name: max(NO_MATCH, _usual(found)) for name, found in chosen.items()}
    for site in sorted({site for found in chosen.values() for site in found}):
        values = field.sites[site].values
        taken: dict[str, int] = {}
        mine = [(name, found[site]) for name, found in chosen.items() if site in found]
        for name, choice in sorted(mine, key=lambda each: -each[1].confidence / usual[each[0]]):
            others = [values[at] for who, at in taken.items() if (name, who) not in twins]
            free = (
                each
                for each in choice.ranking
                if not any(_alike(values[each[0]], other) for other in others)
            )
            best = next(free, (choice.candidate, 0.0))
            if best[1]:
                taken[name] = best[0]
            out[name][site] = Choice(*best, choice.ranking, choice.evidence)
    return out


def _twins(field: Field, examples: Mapping[str, Sequence[Example]]) -> frozenset[tuple[str, str]]:
    """Attributes that read the same values on a seed site."""
    places = {
        name: [field.sites[site].values[at] for site, known in found for at in known]
        for name, found in examples.items()
    }
    return frozenset(
        (one, other)
        for one, mine in places.items()
        for other, theirs in places.items()
        if one != other and any(_alike(here, there) for here in mine for there in theirs)
    )


def _alike(one: Mapping[int, str], other: Mapping[int, str]) -> bool:
    """Whether two candidates read the same on most pages."""
    same = sum(other.get(page) == value for page, value in one.items())
    return same >= AS_GOOD * min(len(one), len(other))


def _judged(
    field: Field, known: Known, sites: Sequence[str], judge: Trees, usual: float = 0.0
) -> dict[str, Choice]:
    if not known.sure:
        return {}
    found = {}
    for site, rows in features(field, known, sites).items():
        elsewhere = np.mean([field.amounts_elsewhere(each, site) for each in known.sure], axis=0)
        amounts = elsewhere, field.plain_amounts(site)
        likely = judge.probability(rows.astype(np.float64)).astype(np.float32)
        chances = believed(likely, rows, amounts, usual)
        order = (-chances).argsort(kind="stable")[:MOST_RANKED]
        ranking = tuple((int(each), float(chances[each])) for each in order)
        found[site] = Choice(*ranking[0], ranking, rows[order[0]])
    return found


def _again(
    field: Field, seeds: Known, found: Mapping[str, Choice], judge: Trees
) -> dict[str, Choice]:
    """The choices once sites learn from confident others; what the seeds say goes on counting."""
    sure = {site: each for site, each in found.items() if each.confidence >= CONFIDENT}
    out: dict[str, Choice] = {}
    for site in found:
        others = {other: each for other, each in sure.items() if other != site}
        taught = tuple((other, (each.candidate,)) for other, each in others.items())
        usual = expected([each.evidence for each in others.values()])
        known = Known(seeds.attribute, seeds.seeds, taught)
        again = _judged(field, known, [site], judge, usual)[site]
        out[site] = _joined(again, _judged(field, seeds, [site], judge, usual)[site])
    return out


def _joined(taught: Choice, seeded: Choice) -> Choice:
    """The choice that two of them make together."""
    mine, theirs = dict(taught.ranking), dict(seeded.ranking)
    both = {
        each: TAUGHT * mine.get(each, 0.0) + (1 - TAUGHT) * theirs.get(each, 0.0)
        for each in mine | theirs
    }
    ranking = tuple(sorted(both.items(), key=lambda each: (-each[1], each[0])))
    best = ranking[0]
    return Choice(*best, ranking, (taught if best[0] == taught.candidate else seeded).evidence)
