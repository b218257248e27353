"""How likely are two pages of one product? Learned elsewhere, calibrated on the collection."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from specdex import models
from specdex.arrays import Bools, distinct
from specdex.forest import Trees
from specdex.linkage.bags import Floats, Integers
from specdex.linkage.features import TEXT_FEATURES, rivals

__all__ = ["THRESHOLD", "PairModel", "competing", "read_model"]

THRESHOLD = 0.45
"""The average score from which on two groups are joined."""
TWINS = 0.3
"""Where so many pages of a site have a twin there, a page may have several matches on a site."""
NO_MATCH = 0.15
"""The odds that a page has no match on a site that seems to print each product once, where every
second page has one."""
EVEN, FEW = 0.5, 100.0
"""The share of pages that is taken to have a match, and as if so many had shown it."""
UNMATCHED, SOONER = 0.58, 0.33
"""The average that joins groups where no page has a match, and how much less it is where all do."""
MOST_ODDS = 1e4
MODEL = "linkage.json"
STEP = 1 << 14
"""So many pairs are scored at once."""


@dataclass(frozen=True, slots=True)
class PairModel:
    """Trees whose sum is the log-odds that a pair of pages is of one product."""

    trees: Trees
    usual: Floats
    """What features are, for half of the pairs that it was taught with."""

    def scores(self, features: Floats) -> Floats:
        """The probability of each row of *features*."""
        found = np.empty(len(features))
        for begin in range(0, len(features), STEP):
            found[begin : begin + STEP] = self.trees.sums(features[begin : begin + STEP])
        return np.asarray(1 / (1 + np.exp(-found)), dtype=np.float64)

    def weights(self, features: Floats, kinds: Iterable[Sequence[int]]) -> Floats:
        """What each of *kinds* of columns weighs in each row, in nats, against the usual."""
        groups = list(kinds)
        found = np.empty((len(features), len(groups)))
        for begin in range(0, len(features), STEP):
            rows = features[begin : begin + STEP]
            whole = self.trees.sums(rows)
            for at, columns in enumerate(groups):
                changed = rows.copy()
                changed[:, columns] = self.usual[columns]
                found[begin : begin + STEP, at] = whole - self.trees.sums(changed)
        return found


@lru_cache(maxsize=1)
def read_model() -> PairModel:
    """The model that ships."""
    data = models.read(MODEL)
    return PairModel(Trees.from_json(data), np.array(data["usual"]))


def competing(
    score: Floats, text: Floats, pairs: tuple[Integers, Integers], sites: Integers
) -> tuple[Floats, float]:
    """*score*, where the matches of a page on one site compete, and the average that joins groups.

    A shop that prints each product once has at most one match for a page, so what counts is how
    far ahead of the next a pair is. Where a site's own titles come twice, nothing changes. The
    more pages of such shops have a likely match at all, the sooner the best is believed.
    """
    one, other = pairs
    odds = np.minimum(score / (1 - score + 1 / MOST_ODDS), MOST_ODDS)
    rival = np.maximum(rivals(odds, one, sites[other]), rivals(odds, other, sites[one]))
    twins = text[:, list(TEXT_FEATURES).index("twins at home")]
    away = sites[one] != sites[other]
    clean = np.clip(1 - twins / TWINS, 0, 1) * away * (rival > 0)
    matched = _matched(odds, pairs, sites, clean > 0)
    nobody = NO_MATCH * (1 - matched) / matched
    share = float(clean.sum() / max(1, away.sum()))
    threshold = THRESHOLD + share * (UNMATCHED - SOONER * matched - THRESHOLD)
    found = clean * odds / (nobody + odds + rival) + (1 - clean) * score
    return np.asarray(found), threshold


def _matched(
    odds: Floats, pairs: tuple[Integers, Integers], sites: Integers, clean: Bools
) -> float:
    """Which share of pages has a likely match, over all sites that are *clean*."""
    one, other = (each[clean] for each in pairs)
    width = int(sites.max(initial=0)) + 1
    shelf = np.concatenate([one * width + sites[other], other * width + sites[one]])
    likely = np.tile(odds[clean] > 1, 2)
    every, some = len(distinct(shelf)), len(distinct(shelf[likely]))
    return (some + EVEN * FEW) / (every + FEW)
