"""Large collections: every candidate pair is scored, and the collection itself says how far."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np
import numpy.typing as npt

from specdex.arrays import among
from specdex.linkage.attributes import Agreements, Entries, Namer, agreements, entries
from specdex.linkage.bags import Floats, Integers
from specdex.linkage.candidates import candidate_pairs
from specdex.linkage.clusters import NEVER, clusters, components
from specdex.linkage.evidence import attribute_features, models, telling
from specdex.linkage.features import TEXT_FEATURES, modelled, text_features, title_features
from specdex.linkage.pages import Pages, pages
from specdex.linkage.reasons import COLUMNS, KINDS, Grounds, Sentences
from specdex.linkage.scores import THRESHOLD, PairModel, competing
from specdex.records import Match, Specification

__all__ = ["Couples", "Scored", "grouped", "pair_features", "scored"]

SAMPLE = 20_000
"""From so many pairs a collection is judged."""
MIN_CROWD, MIN_TRUST = 1.0, 0.8
"""With how many others of its model a page stands, and how likely they must be one product, for a
model to be a product in a collection."""
BY_MODEL, BY_VARIANT, SURELY = 0.2, 0.7, 0.5
"""The average that joins groups there, what it rises by where all are variants, and its most."""
NUMBERED = 0.5
"""Where more pages than this bear a GTIN, GTINs tell products apart for good; where few do, one
that differs speaks against a pair as other codes do."""
VARIANT = 0.05
"""What a pair loses there at most where one page bears none and titles differ: of several variants
that a page may be, it is the one whose pages are called as it is."""
UNKNOWN = 0.5
SAME_MODEL = 0.95
SAME_GTIN, SAME_PART = 0.98, 0.9
UNLIKELY = 0.1
"""What a pair scores at most that a rule speaks against."""
FEW_WORDS, ALIKE = 3, 0.3
FEW_TWINS = 0.1
MODEL_KINDS = [list(KINDS).index(kind) for kind in ("code", "agreement", "conflict")]
"""What models weigh by, in the order in which they do."""

Couples = Sequence[tuple[int, int]]
Bools = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Scored:
    """The candidate pairs of a collection with their scores."""

    pages: Pages
    one: Integers
    other: Integers
    score: Floats
    """How likely a pair is of one product, …"""
    threshold: float
    loose: Floats
    """… and of one model, whatever its variant."""
    said: Entries
    why: Callable[[Integers], Grounds]
    """Why some of the pairs, by their numbers in order, are likely."""


@dataclass(frozen=True, slots=True)
class _Compared:
    """Pairs of pages, and what their texts say."""

    seen: Pages
    said: Entries
    one: Integers
    other: Integers
    text: Floats

    def __getitem__(self, rows: Integers) -> "_Compared":
        return replace(self, one=self.one[rows], other=self.other[rows], text=self.text[rows])

    @property
    def column(self) -> dict[str, Floats]:
        return {name: self.text[:, place] for place, name in enumerate(TEXT_FEATURES)}

    def agreements(self) -> Agreements:
        return agreements(self.said, self.one, self.other, len(self.seen.profiles))


@dataclass(frozen=True, slots=True)
class _Judged:
    """What a way of judging says of some pairs, and why."""

    rows: Integers
    score: Floats
    weigh: Callable[[Integers], Grounds]
    """What weighed for and against some of them, by their places among *rows*."""


def scored(
    specifications: Sequence[Specification],
    model: PairModel,
    namer: Namer | None = None,
) -> Scored:
    """Every candidate pair of *specifications* with how likely it is of one product."""
    seen = pages(specifications)
    one, other = candidate_pairs([seen.spellings, seen.gtins, seen.words], seen.order, seen.sites)
    said = entries(specifications, seen, namer)
    pairs = _Compared(seen, said, one, other, text_features(seen, one, other))
    column = pairs.column
    judges, threshold = _judges(pairs, model)
    score = np.zeros(len(one))
    for each in judges:
        score[each.rows] = each.score
    score = _with_rules(score, column, seen.sites[one] == seen.sites[other])
    loose = np.where(modelled(pairs.text, variants=True), SAME_MODEL, score)
    numbered = np.mean([bool(profile.gtins) for profile in seen.profiles] or [False]) > NUMBERED
    score[column["gtins"] < 0] = NEVER if numbered else 0.0
    if numbered:
        score[column["gtins"] == 0] -= VARIANT * (1 - column["words alike"][column["gtins"] == 0])
    # copies: of a view all columns would be kept
    proofs = {name: column[name].copy() for name in ("gtins", "parts")}
    why = partial(_grounds, judges=judges, column=proofs)
    return Scored(seen, one, other, score, threshold, loose, said, why)


def _judges(pairs: _Compared, model: PairModel) -> tuple[list[_Judged], float]:
    """Who judges which of *pairs*, and the average that joins groups."""
    of_models = _of_models(pairs)
    if of_models is not None:
        found, varied = of_models
        unknown = np.flatnonzero(pairs.column["leads shared"] == UNKNOWN)
        threshold = min(BY_MODEL + BY_VARIANT * varied, SURELY)
        return [found, _learned(pairs, model, unknown)[0]], threshold
    learned, threshold = _learned(pairs, model, np.arange(len(pairs.one)))
    column = pairs.column
    part = (column["parts"] > 0) & (column["brands"] >= 0)
    score = np.where(part, np.maximum(learned.score, SAME_PART), learned.score)
    return [replace(learned, score=score)], threshold


def _grounds(likely: Integers, judges: Sequence[_Judged], column: dict[str, Floats]) -> Grounds:
    """What weighed for and against the *likely* pairs, by whoever judged them last."""
    found = Grounds.nothing(likely)
    for each in judges:
        some = np.flatnonzero(among(each.rows, likely))
        found.note(each.weigh(some), np.searchsorted(likely, each.rows[some]))
    found.prove("gtin", column["gtins"][likely] > 0, SAME_GTIN)
    found.prove("code", column["parts"][likely] > 0, SAME_PART)
    return found


def grouped(
    found: Scored, same: Couples = (), different: Couples = ()
) -> tuple[tuple[Match, ...], Integers, Integers]:
    """The matches inside products, and for each page the first page of its product and model.

    Pages that people said are the *same* are together from the beginning, and those that are
    *different* are never joined.
    """
    count = len(found.pages.profiles)
    apart = np.array(list(different), dtype=np.int64).reshape(-1, 2)
    scores = _of_one_gtin(found, same)
    products = clusters(
        components(count, *zip(*same, strict=True)) if same else np.arange(count),
        np.concatenate([found.one, apart[:, 0]]),
        np.concatenate([found.other, apart[:, 1]]),
        np.concatenate([scores, np.full(len(apart), NEVER)]),
        found.threshold,
    )
    models = clusters(products, found.one, found.other, found.loose, THRESHOLD)
    kept = (products[found.one] == products[found.other]) & (found.score >= found.threshold)
    return tuple(_matches(found, np.flatnonzero(kept))), products, models


def _matches(found: Scored, kept: Integers) -> list[Match]:
    """The pairs *kept* as matches, each with why it is one."""
    urls = [profile.url for profile in found.pages.profiles]
    rank = np.argsort(np.argsort(np.array(urls, dtype=object)))
    one, other = found.one[kept], found.other[kept]
    pages = np.where(rank[one] < rank[other], (one, other), (other, one))
    sentences = Sentences(found.pages, found.why(kept), found.said, (pages[0], pages[1]))
    scores = np.round(np.minimum(found.score[kept], 1.0), 4).tolist()
    ones, others = pages.tolist()
    return [
        Match(urls[ones[at]], urls[others[at]], scores[at], sentences.of(at))
        for at in np.lexsort((rank[pages[1]], rank[pages[0]])).tolist()
    ]


def _of_one_gtin(found: Scored, same: Couples) -> Floats:
    """The scores of *found*, where GTINs of pages that are the *same* count as one GTIN."""
    gtins = [profile.gtins for profile in found.pages.profiles]
    number = {code: at for at, code in enumerate(sorted(set().union(*gtins)))}
    joined = [
        (number[min(gtins[one])], number[code])
        for one, other in same
        if gtins[one] and gtins[other]
        for code in gtins[one] | gtins[other]
    ]
    if not joined:
        return found.score
    first = components(len(number), *zip(*joined, strict=True))
    several = set(np.flatnonzero(np.bincount(first) > 1).tolist())
    meant = [{first[number[code]] for code in codes} & several for codes in gtins]
    score = found.score.copy()
    for at in np.flatnonzero(score <= 0).tolist():
        if not meant[found.one[at]].isdisjoint(meant[found.other[at]]):
            score[at] = SAME_GTIN
    return score


def pair_features(
    said: Entries, text: Floats, pairs: tuple[Integers, Integers], seen: Pages
) -> Floats:
    """All that is asked of *pairs*, of whose texts a part is known."""
    compared = _Compared(seen, said, *pairs, text)
    return _features(compared, compared.agreements())


def _features(pairs: _Compared, known: Agreements) -> Floats:
    stated = attribute_features(pairs.said.names, known, pairs.text)
    return np.hstack([pairs.text, stated, title_features(pairs.seen, pairs.one, pairs.other)])


def _learned(pairs: _Compared, model: PairModel, rows: Integers) -> tuple[_Judged, float]:
    """What *model* says of some of *pairs*, and the average that joins groups by it."""
    own = pairs[rows]
    known = own.agreements()
    features = _features(own, known)
    scores = model.scores(features)
    score, threshold = competing(scores, own.text, (own.one, own.other), own.seen.sites)

    def weigh(some: Integers) -> Grounds:
        weights = model.weights(features[some], COLUMNS.values())
        agreeing, differing = telling(own.said.names, known, own.text)
        return Grounds(rows[some], weights, agreeing[some], differing[some])

    return _Judged(rows, score, weigh), threshold


def _with_rules(score: Floats, column: dict[str, Floats], home: Bools) -> Floats:
    """What holds in every collection.

    An equal GTIN is proof; a shop that prints titles once knows its own products apart; strangers
    of two brands, editions of one model, and a word or two without a code are no match.
    """
    unlikely = home & (column["twins at home"] < FEW_TWINS)
    unlikely |= (column["brands"] < 0) & (column["words alike"] < ALIKE)
    unlikely |= (column["editions"] == 0) & (column["leads shared"] > 1)
    unlikely |= (column["length"] < FEW_WORDS) & (column["codes shared"] == 0)
    score = np.where(unlikely, np.minimum(score, UNLIKELY), score)
    return np.where(column["gtins"] > 0, np.maximum(score, SAME_GTIN), score)


def _of_models(pairs: _Compared) -> tuple[_Judged, float] | None:
    """What pairs of one model are, in a collection where a model is a product; else None.

    It is where pages stand in crowds of one model, state attributes, and agree on them as far as
    pairs do whose texts leave no doubt. Also, how many of them are variants.
    """
    chosen = modelled(pairs.text)
    if chosen.sum() < MIN_CROWD * len(pairs.seen.profiles):
        return None
    sample = np.zeros(len(chosen), dtype=bool)
    sample[:: max(1, len(chosen) // SAMPLE)] = True
    rows = np.flatnonzero(sample | chosen)
    own = pairs[rows]
    found = models(own.said.names, own.agreements(), own.text)
    if found.trust < MIN_TRUST:
        return None

    def weigh(some: Integers) -> Grounds:
        weights = np.zeros((len(some), len(KINDS)))
        weights[:, MODEL_KINDS] = found.weights[some]
        return Grounds(rows[some], weights, found.agreeing[some], found.differing[some])

    return _Judged(rows, found.belief, weigh), found.varied
