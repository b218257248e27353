"""How far is each site to be believed, and which sites copy from each other?"""

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

__all__ = ["Item", "Trust", "learn_trust"]

Item = Mapping[str, Sequence[str]]
"""What is said of one attribute of one product: each value, and the sites that print it."""

PRIOR_RIGHT, PRIOR_ALL = 4.0, 5.0
"""A site is trusted as if it had been right this often before."""
UNTESTED = PRIOR_RIGHT / PRIOR_ALL
LEAST, MOST = 0.05, 0.99
WRONG_VALUES = 10.0
"""How many wrong values there are to choose from."""
DAMPED = 2.0
"""What the weight of votes is divided by for a confidence, as flights of other days taught."""
ROUNDS = 4
COPIED = 0.8
"""How much of a vote is lost where a site surely copies from one that was heard before."""
UNSURE = 0.5
"""A value that is believed less is taken for an error, …"""
RARE = 8
"""… and one that at most so many sites share tells copying from chance."""
CHANCE = 10.0
"""So many errors apart are assumed of any two sites."""
MOST_ITEMS = 60_000
"""From so many disputed items trust is learned."""


@dataclass(frozen=True, slots=True)
class Trust:
    """The accuracy of each site, and how much any two share errors."""

    accuracy: Mapping[str, float] = field(default_factory=dict)
    shared: Mapping[tuple[str, str], float] = field(default_factory=dict)

    def shares(self, item: Item) -> dict[str, float]:
        """How likely each value of *item* is, all together 1."""
        return _likely({value: self._score(sites) for value, sites in item.items()})

    def confidences(self, item: Item) -> dict[str, float]:
        """How often a value that is said like each of *item* is right.

        Votes are less apart than they seem, so that they count damped; a value that nobody
        disputes may still be one of the wrong ones.
        """
        scores = {value: self._score(sites) / DAMPED for value, sites in item.items()}
        if len(scores) > 1:
            return _likely(scores)
        return {value: 1 / (1 + WRONG_VALUES * math.exp(-score)) for value, score in scores.items()}

    def _score(self, sites: Sequence[str]) -> float:
        """The weight of all votes for a value, the most accurate heard first."""
        heard: list[str] = []
        total = 0.0
        for site in sorted(set(sites), key=lambda site: (-self._accuracy(site), site)):
            accuracy = self._accuracy(site)
            weight = math.log(WRONG_VALUES * accuracy / (1 - accuracy))
            for before in heard:
                weight *= 1 - COPIED * self.shared.get((min(site, before), max(site, before)), 0.0)
            total += weight
            heard.append(site)
        return total

    def _accuracy(self, site: str) -> float:
        return min(MOST, max(LEAST, self.accuracy.get(site, UNTESTED)))


def _likely(scores: Mapping[str, float]) -> dict[str, float]:
    best = max(scores.values(), default=0.0)
    odds = {value: math.exp(score - best) for value, score in scores.items()}
    total = sum(odds.values())
    return {value: each / total for value, each in odds.items()}


def learn_trust(items: Iterable[Item]) -> Trust:
    """The trust in each site that explains *items* best: who is right with those who are right.

    Sites that share rare errors copy from each other or from a third, so that their votes count
    for less together.
    """
    told = [item for item in items if len({site for sites in item.values() for site in sites}) > 1]
    told = told[:: max(1, len(told) // MOST_ITEMS)]
    trust = Trust()
    for _ in range(ROUNDS):
        believed = [trust.shares(item) for item in told]
        trust = Trust(_accuracy(told, believed), _shared(told, believed))
    return trust


def _accuracy(items: Sequence[Item], believed: Sequence[Mapping[str, float]]) -> dict[str, float]:
    right: defaultdict[str, float] = defaultdict(float)
    said: Counter[str] = Counter()
    for item, shares in zip(items, believed, strict=True):
        for value, sites in item.items():
            for site in set(sites):
                right[site] += shares[value]
                said[site] += 1
    return {site: (right[site] + PRIOR_RIGHT) / (said[site] + PRIOR_ALL) for site in sorted(said)}


def _shared(
    items: Sequence[Item], believed: Sequence[Mapping[str, float]]
) -> dict[tuple[str, str], float]:
    """Of the items on which two sites both err, the share on which they err alike."""
    alike: Counter[tuple[str, str]] = Counter()
    both: Counter[tuple[str, str]] = Counter()
    for item, shares in zip(items, believed, strict=True):
        wrong = [sorted(set(item[value])) for value in item if shares[value] < UNSURE]
        if wrong:
            both.update(combinations(sorted({site for sites in wrong for site in sites}), 2))
            for sites in wrong:
                if len(sites) <= RARE:
                    alike.update(combinations(sites, 2))
    return {pair: count / (both[pair] + CHANCE) for pair, count in alike.items()}
