"""Large collections: every candidate pair is scored, and the collection itself says how far."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from specdex.linkage.attributes import Entries, Namer, agreements, entries
from specdex.linkage.bags import Floats, Integers
from specdex.linkage.candidates import candidate_pairs
from specdex.linkage.clusters import NEVER, clusters, components
from specdex.linkage.evidence import Models, attribute_features, models
from specdex.linkage.features import TEXT_FEATURES, modelled, text_features, title_features
from specdex.linkage.identifiers import short_gtin
from specdex.linkage.pages import Pages, pages
from specdex.linkage.profiles import Profile
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
UNKNOWN = 0.5
SAME_MODEL = 0.95
SAME_GTIN, SAME_PART = 0.98, 0.9
UNLIKELY = 0.1
"""What a pair scores at most that a rule speaks against."""
FEW_WORDS, ALIKE = 3, 0.3
FEW_TWINS = 0.1
MAX_REASONS = 3

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


def scored(
    specifications: Sequence[Specification],
    model: PairModel,
    namer: Namer | None = None,
) -> Scored:
    """Every candidate pair of *specifications* with how likely it is of one product."""
    seen = pages(specifications)
    one, other = candidate_pairs([seen.spellings, seen.gtins, seen.words], seen.order, seen.sites)
    said = entries(specifications, seen, namer)
    text = text_features(seen, one, other)
    column = {name: text[:, place] for place, name in enumerate(TEXT_FEATURES)}
    of_models = _of_models(said, text, (one, other), len(specifications))
    if of_models is None:
        score = _learned(model, said, text, (one, other), seen)
        part = (column["parts"] > 0) & (column["brands"] >= 0)
        score = np.where(part, np.maximum(score, SAME_PART), score)
        threshold = THRESHOLD
    else:
        unknown = column["leads shared"] == UNKNOWN
        score = of_models.belief
        score[unknown] = _learned(model, said, text[unknown], (one[unknown], other[unknown]), seen)
        threshold = min(BY_MODEL + BY_VARIANT * of_models.varied, SURELY)
    score = _with_rules(score, column, seen.sites[one] == seen.sites[other])
    loose = np.where(modelled(text, variants=True), SAME_MODEL, score)
    numbered = np.mean([bool(profile.gtins) for profile in seen.profiles] or [False]) > NUMBERED
    score[column["gtins"] < 0] = NEVER if numbered else 0.0
    return Scored(seen, one, other, score, threshold, loose)


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
    profiles, words = found.pages.profiles, found.pages.words
    weight = dict(zip(words.marks, words.weight.tolist(), strict=True))
    matches = [
        _match(profiles[mine], profiles[theirs], score, weight)
        for mine, theirs, score in zip(
            found.one[kept].tolist(),
            found.other[kept].tolist(),
            found.score[kept].tolist(),
            strict=True,
        )
    ]
    return tuple(sorted(matches, key=lambda match: (match.one, match.other))), products, models


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
    known = agreements(said, *pairs, len(seen.profiles))
    stated = attribute_features(said.names, known, text)
    return np.hstack([text, stated, title_features(seen, *pairs)])


def _learned(
    model: PairModel, said: Entries, text: Floats, pairs: tuple[Integers, Integers], seen: Pages
) -> Floats:
    score = model.scores(pair_features(said, text, pairs, seen))
    return competing(score, text, pairs, seen.sites)


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


def _of_models(
    said: Entries, text: Floats, pairs: tuple[Integers, Integers], count: int
) -> Models | None:
    """What pairs of one model are, in a collection where a model is a product; else None.

    It is where pages stand in crowds of one model, state attributes, and agree on them as far as
    pairs do whose texts leave no doubt.
    """
    chosen = modelled(text)
    if chosen.sum() < MIN_CROWD * count:
        return None
    sample = np.zeros(len(text), dtype=bool)
    sample[:: max(1, len(text) // SAMPLE)] = True
    some = np.flatnonzero(sample | chosen)
    known = agreements(said, pairs[0][some], pairs[1][some], count)
    found = models(said.names, known, text[some])
    belief = np.zeros(len(text))
    belief[some] = found.belief
    return replace(found, belief=belief) if found.trust >= MIN_TRUST else None


def _match(one: Profile, other: Profile, score: float, weight: Mapping[str, float]) -> Match:
    if one.url > other.url:
        one, other = other, one
    return Match(one.url, other.url, round(min(score, 1.0), 4), _reason(one, other, weight))


def _reason(one: Profile, other: Profile, weight: Mapping[str, float]) -> str:
    """What convinced most, in words; of words those that weigh most."""
    gtins = one.gtins & other.gtins
    if gtins:
        return f"gtin {short_gtin(min(gtins))}"
    brand = f", brand {one.brand}" if one.brand and one.brand == other.brand else ""
    for kind, mine, theirs in (
        ("mpn", one.mpns | one.models, other.mpns | other.models),
        ("model", one.codes, other.codes),
    ):
        shared = mine & theirs
        if shared:
            return f"{kind} {max(shared, key=lambda code: (len(code), code))}{brand}"
    both = set(one.title.split()) & set(other.title.split())
    rare = sorted(both, key=lambda word: (-weight.get(word, 0.0), word))[:MAX_REASONS]
    return f"titles share {', '.join(rare)}" if rare else f"values alike{brand}"
