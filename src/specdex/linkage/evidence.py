"""What attributes say for and against pairs, as this collection shows it."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from specdex.arrays import Bools
from specdex.linkage.attributes import EDITION, TITLE, Agreements
from specdex.linkage.bags import Floats, Integers, sums
from specdex.linkage.features import COLUMN, modelled

__all__ = ["ATTRIBUTE_FEATURES", "Known", "Models", "Stated", "models"]

ATTRIBUTE_FEATURES: dict[str, int] = {
    "one model": 1, "agreement": 1, "conflict": -1, "worst conflict": -1, "balance": 1,
    "agreeing": 0, "conflicting": 0, "title agreement": 1, "title conflict": -1,
    "measures apart": -1,
}  # fmt: skip
"""What is asked of the attributes of a pair; whether it speaks for (1) or against (-1) it."""
PRIOR, PRIOR_M, PRIOR_U = 5.0, 0.9, 0.3
"""How many pairs an attribute's shares of agreement are pulled by, and towards what."""
LEAST = 0.02
MOST = 4.0
"""What a single attribute can say for or against a pair, in nats, …"""
MOST_IN_ALL = 6.0
DEPENDENT = 0.5
"""… and how far attributes say it independently."""
TELLING = 0.3
"""What says less is not named among the reasons."""
ROUNDS = 6
ALIKE, UNLIKE = 0.8, 0.4
MIN_STATED = 1.0
"""On how many attributes pairs of one model must be comparable, to be trusted."""
CONFIDENT, MOST_GAIN, APART = 2.0, 0.5, 3.0
"""How far it is believed that a collection without variants has none, how much agreement may say
for a pair of one model, and what codes of their own say against it."""

DEGREES = 1 << 36
"""How finely agreement is told apart where it is summed up."""

Known = Sequence[Agreements]
"""How far pairs agree on attributes, part by part."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """What attributes say in a collection: how often pairs of one product, and others, agree."""

    m: Floats
    u: Floats

    @classmethod
    def of(cls, known: Known, sure: Bools, differ: Bools, prior: Floats) -> "Evidence":
        """From pairs *sure* to be one product, and that *differ*, and agree as *prior* says."""
        m, u = (
            _agreeing(known, chosen, expected)
            for chosen, expected in ((sure, np.full_like(prior, PRIOR_M)), (differ, prior))
        )
        m, u = np.clip(m, LEAST, 1 - LEAST), np.clip(u, LEAST, 1 - LEAST)
        return cls(np.maximum(m, u), u)

    def weighed(self, known: Agreements) -> tuple[Floats, Floats]:
        """How much each agreement says for its pair, and how much against."""
        gain = np.clip(np.log(self.m / self.u), 0, MOST)
        loss = np.clip(np.log((1 - self.u) / (1 - self.m)), 0, MOST)
        return gain[known.attribute] * known.degree, loss[known.attribute] * (1 - known.degree)


def _agreeing(known: Known, chosen: Bools, expected: Floats) -> Floats:
    """How far *chosen* pairs agree on each attribute, where they are *expected* to so far."""
    total, count = (np.zeros(len(expected), dtype=np.int64) for _ in range(2))
    for part in known:
        mine = chosen[part.rows][part.pair]
        attribute = part.attribute[mine]
        # whole numbers: their sum is the same in whatever parts they are added
        np.add.at(total, attribute, np.round(part.degree[mine] * DEGREES).astype(np.int64))
        count += np.bincount(attribute, minlength=len(expected))
    return np.asarray((total / DEGREES + PRIOR * expected) / (count + PRIOR))


@dataclass(frozen=True, slots=True)
class _Told:
    """What the texts of pairs leave no doubt about."""

    one_model: Bools
    """Of one brand and model, …"""
    apart: Bools
    """… or of other variants of it, by codes that others bear."""
    sure: Bools
    differ: Bools

    @classmethod
    def of(cls, text: Floats) -> "_Told":
        column = {name: text[:, place] for name, place in COLUMN.items()}
        named = modelled(text)
        apart = column["known codes apart"] > 0
        sure = (column["gtins"] > 0) | (named & ~apart & (column["words alike"] > ALIKE))
        differ = (column["leads shared"] == 0) | (column["gtins"] < 0) | (column["brands"] < 0)
        return cls(named & ~apart, named & apart, sure, differ & ~sure)


class Stated:
    """What the attributes of pairs say, of whose texts all is known, part by part.

    Which attributes tell products apart in this collection follows from the pairs whose texts
    leave no doubt. How often a shared brand and model mean one product here follows from how far
    such pairs agree on attributes.
    """

    def __init__(self, names: Sequence[str], known: Known, text: Floats) -> None:
        self.titled = np.array([name.startswith(TITLE) for name in names] or [False])
        self._measured = self.titled & np.array([name != EDITION for name in names] or [False])
        self.told = _Told.of(text)
        prior = np.full(max(1, len(names)), PRIOR_U)
        self.evidence = Evidence.of(known, self.told.sure, self.told.differ, prior)
        self._balance = _balances(known, self.evidence, len(text))
        self.one_model = _one_model(self._balance, self.told.one_model)
        """How likely pairs of one brand and model are one product."""

    def features(self, known: Agreements) -> Floats:
        """A row for each pair of a part, a column for each of ``ATTRIBUTE_FEATURES``."""
        count = len(known.rows)
        gain, loss = self.evidence.weighed(known)
        titled, measured = self.titled[known.attribute], self._measured[known.attribute]

        def total(weights: Floats) -> Floats:
            return sums(known.pair, weights, count)

        columns = [
            self.one_model[known.rows],
            total(gain * ~titled),
            total(loss * ~titled),
            _most(known, loss)[0],
            self._balance[known.rows],
            total((known.degree >= ALIKE).astype(float)),
            total((known.degree < UNLIKE).astype(float)),
            total(gain * titled),
            total(loss * titled),
            total(measured * (known.degree < UNLIKE)),
        ]
        return np.column_stack(columns).reshape(count, len(ATTRIBUTE_FEATURES))

    def telling(self, known: Agreements) -> tuple[Integers, Integers]:
        """For each pair the attribute that says most for it, and most against it; -1 for none."""
        agreeing, differing = (_most(known, each)[1] for each in self.evidence.weighed(known))
        return agreeing, differing


@dataclass(frozen=True, slots=True)
class Models:
    """How far a brand and model mean one product in a collection, and each pair of them."""

    trust: float
    """How likely pairs of one model are one product, by the attributes that they state; …"""
    varied: float
    """… and how many of them are variants of it, by codes that others bear."""
    belief: Floats
    """For each pair how likely it is one product, if it is of one model; else 0."""
    weights: Floats
    """What its model, its agreement and its worst conflict weigh, a row a pair; …"""
    agreeing: Integers
    """… and the attributes that say most for and against it."""
    differing: Integers


def models(names: Sequence[str], known: Known, text: Floats) -> Models:
    """What the attributes of pairs of one model say in this collection.

    What variants of a model have in common says nothing; a single attribute that rarely
    contradicts itself inside a product parts them.
    """
    count, all_said = len(text), Stated(names, known, text)
    told, likely, titled = all_said.told, all_said.one_model, all_said.titled
    varied = (told.apart.sum() + 1) / (told.apart.sum() + told.one_model.sum() + 2)
    of_variants = Evidence.of(known, told.sure, told.apart, all_said.evidence.u)
    stated, weights = np.zeros(count), np.zeros((count, 3))
    weights[:, 0] = CONFIDENT * max(0.0, np.log((1 - varied) / varied)) - APART * told.apart
    agreeing, differing = (np.full(count, -1) for _ in range(2))
    for part in known:
        rows = part.rows
        stated[rows] = np.bincount(part.pair[~titled[part.attribute]], minlength=len(rows))
        gain, loss = of_variants.weighed(part)
        worst, differing[rows] = _most(part, loss)
        agreeing[rows] = _most(part, gain)[1]
        weights[rows, 1] = np.minimum(DEPENDENT * sums(part.pair, gain, len(rows)), MOST_GAIN)
        weights[rows, 2] = -worst
    some = told.one_model & (stated > 0)
    enough = some.any() and stated[told.one_model].mean() >= MIN_STATED
    return Models(
        trust=float(likely[some].mean()) if enough else 0.0,
        varied=float(varied),
        belief=np.where(told.one_model | told.apart, 1 / (1 + np.exp(-weights.sum(axis=1))), 0.0),
        weights=weights,
        agreeing=agreeing,
        differing=differing,
    )


def _balances(known: Known, evidence: Evidence, count: int) -> Floats:
    """What all attributes together say for and against each pair."""
    found = np.zeros(count)
    for part in known:
        gain, loss = (sums(part.pair, each, len(part.rows)) for each in evidence.weighed(part))
        found[part.rows] = DEPENDENT * (gain - loss)
    return np.clip(found, -MOST_IN_ALL, MOST_IN_ALL)


def _most(known: Agreements, weights: Floats) -> tuple[Floats, Integers]:
    """For each pair the greatest of *weights*, and of which attribute it is; -1 if it is small."""
    found, which = np.zeros(len(known.rows)), np.full(len(known.rows), -1)
    np.maximum.at(found, known.pair, weights)
    top = np.flatnonzero((weights >= TELLING) & (weights == found[known.pair]))[::-1]
    which[known.pair[top]] = known.attribute[top]
    return found, which


def _one_model(balance: Floats, chosen: Bools) -> Floats:
    """How likely pairs of one brand and model are one product, from their own attributes."""
    evidence = np.exp(balance[chosen])
    share = 0.5
    for _ in range(ROUNDS):
        odds = share / (1 - share) * evidence
        believed = odds / (1 + odds)
        share = float(np.clip((believed.sum() + 1) / (len(believed) + 2), LEAST, 1 - LEAST))
    found = np.zeros(len(balance))
    found[chosen] = believed
    return found
