"""Large collections: every candidate pair is scored, and the collection itself says how far."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from specdex.arrays import Bools, among
from specdex.linkage.attributes import Agreements, Entries, Namer, entries
from specdex.linkage.bags import Floats, Integers
from specdex.linkage.candidates import candidate_pairs
from specdex.linkage.clusters import NEVER, clusters, components
from specdex.linkage.evidence import Stated, models
from specdex.linkage.features import COLUMN, compete, modelled
from specdex.linkage.pages import Pages, pages
from specdex.linkage.parts import Bench, Pairs
from specdex.linkage.profiles import Profile
from specdex.linkage.reasons import COLUMNS, FEATURES, KINDS, Grounds
from specdex.linkage.scores import THRESHOLD, PairModel, competing
from specdex.ports import Engine
from specdex.records import Match, Specification

__all__ = [
    "Compared",
    "Couples",
    "Likely",
    "Scored",
    "compared",
    "grouped",
    "pair_features",
    "scored",
]

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


@dataclass(frozen=True, slots=True)
class Scored:
    """The candidate pairs of a collection with their scores."""

    bench: Bench
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

    @property
    def profiles(self) -> Sequence[Profile]:
        """Of all pages."""
        return self.bench.seen.profiles


@dataclass(frozen=True, slots=True)
class Compared:
    """A collection read once: its candidate pairs, and what their texts say."""

    specifications: Sequence[Specification]
    bench: Bench
    one: Integers
    other: Integers
    text: Floats

    @property
    def seen(self) -> Pages:
        """What all pages say."""
        return self.bench.seen

    @property
    def column(self) -> dict[str, Floats]:
        """What is asked of texts, by its name."""
        return {name: self.text[:, place] for name, place in COLUMN.items()}

    def texts(self, rows: Integers) -> Floats:
        """What the texts of some pairs say."""
        return self.text if len(rows) == len(self.text) else self.text[rows]


@dataclass(frozen=True, slots=True)
class _Judged:
    """What a way of judging says of some pairs, and why."""

    rows: Integers
    score: Floats
    weigh: Callable[[Integers], Grounds]
    """What weighed for and against some of them, by their places among *rows*."""


def compared(specifications: Sequence[Specification], engine: Engine | None = None) -> Compared:
    """What candidate pairs of *specifications* say in their texts, by *engine*'s workers if any."""
    seen = pages(specifications, engine)
    rank = seen.rank
    pairs = candidate_pairs([seen.spellings, seen.gtins, seen.words], rank, seen.sites, engine)
    text = Bench(seen, rank, engine).texts(pairs)
    compete(text, *pairs, seen.sites)
    bench = Bench(seen.only("codes", "words"), rank, engine)
    return Compared(specifications, bench, *pairs, text)


def scored(pairs: Compared, model: PairModel, namer: Namer | None = None) -> Scored:
    """Every candidate pair with how likely it is of one product."""
    seen, one, other = pairs.seen, pairs.one, pairs.other
    said = entries(pairs.specifications, seen, namer)
    column = pairs.column
    judges, threshold = _judges(pairs, said, model)
    score = np.zeros(len(one))
    for each in judges:
        score[each.rows] = each.score
    score = _with_rules(score, column, seen.sites[one] == seen.sites[other])
    loose = np.where(modelled(pairs.text, variants=True), SAME_MODEL, score)
    numbered = np.mean([bool(profile.gtins) for profile in seen.profiles] or [False]) > NUMBERED
    score[column["gtins"] < 0] = NEVER if numbered else 0.0
    if numbered:
        score[column["gtins"] == 0] -= VARIANT * (1 - column["words alike"][column["gtins"] == 0])
    why = partial(_grounds, judges=judges, column=column)
    return Scored(pairs.bench, one, other, score, threshold, loose, said, why)


def _judges(pairs: Compared, said: Entries, model: PairModel) -> tuple[list[_Judged], float]:
    """Who judges which of *pairs*, and the average that joins groups."""
    of_models = _of_models(pairs, said)
    if of_models is not None:
        found, varied = of_models
        unknown = np.flatnonzero(pairs.column["leads shared"] == UNKNOWN)
        threshold = min(BY_MODEL + BY_VARIANT * varied, SURELY)
        return [found, _learned(pairs, said, model, unknown)[0]], threshold
    learned, threshold = _learned(pairs, said, model, np.arange(len(pairs.one)))
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
) -> tuple[Integers, Integers]:
    """The first page of the product and model of each; *same* together, *different* apart."""
    count = len(found.profiles)
    apart = np.array(list(different), dtype=np.int64).reshape(-1, 2)
    scores = _of_one_gtin(found, same)
    engine = found.bench.engine
    products = clusters(
        components(count, same),
        (
            np.concatenate([found.one, apart[:, 0]]),
            np.concatenate([found.other, apart[:, 1]]),
        ),
        np.concatenate([scores, np.full(len(apart), NEVER)]),
        found.threshold,
        engine,
    )
    return products, clusters(products, (found.one, found.other), found.loose, THRESHOLD, engine)


@dataclass(frozen=True, slots=True)
class Likely:
    """The likely pairs inside products, and what weighed for and against them."""

    bench: Bench
    pages: Pairs
    score: Floats
    said: Entries
    grounds: Grounds

    @classmethod
    def of(cls, found: Scored, products: Integers) -> "Likely":
        """Those of *found*, where each page's *product* is told by its first page."""
        together = products[found.one] == products[found.other]
        kept = np.flatnonzero(together & (found.score >= found.threshold))
        pages = found.one[kept], found.other[kept]
        return cls(found.bench, pages, found.score[kept], found.said, found.why(kept))

    def matches(self) -> tuple[Match, ...]:
        """The pairs as matches, each with why it is one."""
        urls = [profile.url for profile in self.bench.seen.profiles]
        rank = np.argsort(np.argsort(np.array(urls, dtype=object)))
        one, other = self.pages
        swapped = rank[one] > rank[other]
        first, second = np.where(swapped, other, one), np.where(swapped, one, other)
        why = self.bench.sentences(self.said, self.grounds, (first, second))
        scores = np.round(np.minimum(self.score, 1.0), 4).tolist()
        ones, others = first.tolist(), second.tolist()
        return tuple(
            Match(urls[ones[at]], urls[others[at]], scores[at], why[at])
            for at in np.lexsort((rank[second], rank[first])).tolist()
        )


def _of_one_gtin(found: Scored, same: Couples) -> Floats:
    """The scores of *found*, where GTINs of pages that are the *same* count as one GTIN."""
    gtins = [profile.gtins for profile in found.profiles]
    number = {code: at for at, code in enumerate(sorted(set().union(*gtins)))}
    joined = [
        (number[min(gtins[one])], number[code])
        for one, other in same
        if gtins[one] and gtins[other]
        for code in gtins[one] | gtins[other]
    ]
    if not joined:
        return found.score
    first = components(len(number), joined)
    several = set(np.flatnonzero(np.bincount(first) > 1).tolist())
    meant = [{first[number[code]] for code in codes} & several for codes in gtins]
    score = found.score.copy()
    for at in np.flatnonzero(score <= 0).tolist():
        if not meant[found.one[at]].isdisjoint(meant[found.other[at]]):
            score[at] = SAME_GTIN
    return score


def pair_features(pairs: Compared) -> Floats:
    """All that is asked of *pairs*, where names mean themselves."""
    said = entries(pairs.specifications, pairs.seen)
    asked = _Asked(pairs, said, np.arange(len(pairs.one)))
    found = np.empty((len(pairs.one), len(FEATURES)))
    for part in asked.known:
        found[part.rows] = asked.features(part)
    return found


class _Asked:
    """All that is asked of some pairs, part by part: together it takes much room."""

    def __init__(self, pairs: Compared, said: Entries, rows: Integers) -> None:
        own = pairs.one[rows], pairs.other[rows]
        self.text = pairs.texts(rows)
        self._titles = pairs.bench.titles(own)
        self.known = pairs.bench.agreements(said, own)
        self.stated = Stated(said.names, self.known, self.text)

    def features(self, part: Agreements) -> Floats:
        """A row for each pair of *part*."""
        rows = part.rows
        return np.hstack([self.text[rows], self.stated.features(part), self._titles[rows]])


def _learned(
    pairs: Compared, said: Entries, model: PairModel, rows: Integers
) -> tuple[_Judged, float]:
    """What *model* says of some of *pairs*, and the average that joins groups by it."""
    asked = _Asked(pairs, said, rows)
    scores = np.empty(len(rows))
    for part in asked.known:
        scores[part.rows] = model.scores(asked.features(part))
    own = pairs.one[rows], pairs.other[rows]
    score, threshold = competing(scores, asked.text, own, pairs.seen.sites)

    def weigh(some: Integers) -> Grounds:
        found = Grounds.nothing(rows[some])
        place = np.full(len(rows), -1)
        place[some] = np.arange(len(some))
        for part in asked.known:
            chosen = np.flatnonzero(place[part.rows] >= 0)
            weights = model.weights(asked.features(part)[chosen], COLUMNS.values())
            told = (each[chosen] for each in asked.stated.telling(part))
            found.note(Grounds(rows[part.rows[chosen]], weights, *told), place[part.rows[chosen]])
        return found

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


def _of_models(pairs: Compared, said: Entries) -> tuple[_Judged, float] | None:
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
    known = pairs.bench.agreements(said, (pairs.one[rows], pairs.other[rows]))
    found = models(said.names, known, pairs.texts(rows))
    if found.trust < MIN_TRUST:
        return None

    def weigh(some: Integers) -> Grounds:
        weights = np.zeros((len(some), len(KINDS)))
        weights[:, MODEL_KINDS] = found.weights[some]
        return Grounds(rows[some], weights, found.agreeing[some], found.differing[some])

    return _Judged(rows, found.belief, weigh), found.varied
