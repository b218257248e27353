"""How far is each site to be believed, and which sites copy from each other?"""

import math
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

from specdex.fusion.wordings import Wordings

__all__ = ["Item", "Trust", "learn_trust", "trust_from_json"]

Item = Mapping[str, Collection[str]]
"""What is said of one attribute of one product: each value, and the sites that print it."""
Told = tuple[str, Item]
"""An attribute, and what is said of it."""

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
MOST_HEARD = 60
"""Among so many sites of one item copying is looked for, never among thousands."""
ENOUGH = 100.0
"""With so many items of an attribute a site's own accuracy counts as much as its accuracy there."""
CLEAR = 0.9
"""An attribute whose values are believed less on average tells nothing of sites, …"""
MANY = 30
"""… if so many items of it are disputed."""


@dataclass(frozen=True, slots=True)
class Trust:
    """The accuracy of each site, how much any two share errors, and what is special to each."""

    accuracy: Mapping[str, float] = field(default_factory=dict)
    shared: Mapping[tuple[str, str], float] = field(default_factory=dict)
    special: Mapping[tuple[str, str], float] = field(default_factory=dict)
    """The accuracy of a site in an attribute."""
    wordings: Wordings = field(default_factory=dict)
    """Which words of values mean the same."""
    _scores: dict[tuple[str, frozenset[str]], float] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )
    """What was reckoned before: the same sites agree on many products."""

    def shares(self, item: Item, attribute: str = "") -> dict[str, float]:
        """How likely each value of *item* is, all together 1."""
        return _likely({value: self._score(sites, attribute) for value, sites in item.items()})

    def confidences(self, item: Item, attribute: str = "") -> dict[str, float]:
        """How often a value that is said like each of *item* is right.

        Votes are less apart than they seem, so that they count damped; a value that nobody
        disputes may still be one of the wrong ones.
        """
        scores = {value: self._score(each, attribute) / DAMPED for value, each in item.items()}
        if len(scores) > 1:
            return _likely(scores)
        return {value: 1 / (1 + WRONG_VALUES * math.exp(-score)) for value, score in scores.items()}

    def to_json(self) -> dict[str, Any]:
        """The trust as plain data."""
        return {
            "accuracy": dict(self.accuracy),
            "shared": [[*pair, value] for pair, value in self.shared.items()],
            "special": [[*place, value] for place, value in self.special.items()],
            "wordings": [[*place, chief] for place, chief in self.wordings.items()],
        }

    def _score(self, sites: Collection[str], attribute: str) -> float:
        """The weight of all votes for a value."""
        place = attribute, frozenset(sites)
        score = self._scores.get(place)
        if score is None:
            score = self._scores[place] = self._total(place[1], attribute)
        return score

    def _total(self, sites: frozenset[str], attribute: str) -> float:
        """The same, the most accurate heard first."""
        heard: list[str] = []
        total = 0.0
        for distrust, site in sorted((-self._accuracy(each, attribute), each) for each in sites):
            weight = math.log(WRONG_VALUES * -distrust / (1 + distrust))
            for before in heard:
                weight *= 1 - COPIED * self.shared.get((min(site, before), max(site, before)), 0.0)
            total += weight
            if len(heard) < MOST_HEARD:
                heard.append(site)
        return total

    def _accuracy(self, site: str, attribute: str) -> float:
        accuracy = self.special.get((site, attribute))
        if accuracy is None:
            accuracy = self.accuracy.get(site, UNTESTED)
        return min(MOST, max(LEAST, accuracy))


def trust_from_json(data: Mapping[str, Any]) -> Trust:
    """What ``Trust.to_json`` told."""
    shared, special, wordings = (
        {(one, other): value for one, other, value in data.get(name, ())}
        for name in ("shared", "special", "wordings")
    )
    return Trust(data["accuracy"], shared, special, wordings)


def _likely(scores: Mapping[str, float]) -> dict[str, float]:
    best = max(scores.values(), default=0.0)
    odds = {value: math.exp(score - best) for value, score in scores.items()}
    total = sum(odds.values())
    return {value: each / total for value, each in odds.items()}


def learn_trust(items: Iterable[Told]) -> Trust:
    """The trust in each site that explains *items* best: who is right with those who are right.

    Each item comes with its attribute. A site may be better or worse in one; its accuracy there is
    shrunk towards its own. Attributes over which sites quarrel for good, two camps that each mean
    another thing, say nothing of a site. Sites that share rare errors copy from each other or from
    a third, so that their votes count for less together.
    """
    heard = [
        (attribute, item)
        for attribute, item in items
        if len({site for sites in item.values() for site in sites}) > 1
    ]
    told = [
        (attribute, {value: frozenset(sites) for value, sites in item.items()})
        for attribute, item in heard[:: max(1, len(heard) // MOST_ITEMS)]
    ]
    trust = Trust()
    for turn in range(ROUNDS):
        believed = [trust.shares(item, attribute) for attribute, item in told]
        clear = _clear(told, believed) if turn else frozenset()
        accuracy, special = _accuracies(told, believed, clear)
        trust = Trust(accuracy, _shared(told, believed), special)
    return trust


def _clear(told: Sequence[Told], believed: Sequence[Mapping[str, float]]) -> frozenset[str]:
    """The attributes whose values are mostly believed, or of which little is seen."""
    sure: defaultdict[str, float] = defaultdict(float)
    count: Counter[str] = Counter()
    for (attribute, _), shares in zip(told, believed, strict=True):
        sure[attribute] += max(shares.values())
        count[attribute] += 1
    return frozenset(
        attribute
        for attribute, total in count.items()
        if total < MANY or sure[attribute] >= CLEAR * total
    )


def _accuracies(
    told: Sequence[Told], believed: Sequence[Mapping[str, float]], clear: frozenset[str]
) -> tuple[dict[str, float], dict[tuple[str, str], float]]:
    """How often each site is right, judged by what is *clear*, and how often in each of that."""
    right: dict[tuple[str, str], float] = {}
    said: dict[tuple[str, str], int] = {}
    for (attribute, item), shares in zip(told, believed, strict=True):
        for value, sites in item.items():
            share = shares[value]
            for site in sites:
                place = site, attribute
                right[place] = right.get(place, 0.0) + share
                said[place] = said.get(place, 0) + 1
    of_site: defaultdict[str, list[float]] = defaultdict(lambda: [PRIOR_RIGHT, PRIOR_ALL])
    for place in sorted(said):
        if not clear or place[1] in clear:
            of_site[place[0]][0] += right[place]
            of_site[place[0]][1] += said[place]
    accuracy = {site: good / total for site, (good, total) in of_site.items()}
    return accuracy, {
        place: (right[place] + ENOUGH * accuracy[place[0]]) / (said[place] + ENOUGH)
        for place in sorted(said)
        if place[1] in clear
    }


def _shared(
    told: Sequence[Told], believed: Sequence[Mapping[str, float]]
) -> dict[tuple[str, str], float]:
    """Of the items on which two sites both err, the share on which they err alike."""
    alike: Counter[tuple[str, str]] = Counter()
    both: Counter[tuple[str, str]] = Counter()
    for (_, item), shares in zip(told, believed, strict=True):
        wrong = [sorted(item[value]) for value in item if shares[value] < UNSURE]
        erring = sorted({site for sites in wrong for site in sites})
        if erring and len(erring) <= MOST_HEARD:
            both.update(combinations(erring, 2))
            for sites in wrong:
                if len(sites) <= RARE:
                    alike.update(combinations(sites, 2))
    return {pair: count / (both[pair] + CHANCE) for pair, count in alike.items()}
