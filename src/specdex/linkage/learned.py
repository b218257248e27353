"""Large collections: every candidate pair is scored, and the collection itself says how far."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from specdex.linkage.bags import Floats, Integers
from specdex.linkage.candidates import candidate_pairs
from specdex.linkage.clusters import NEVER, clusters, components
from specdex.linkage.features import (
    TEXT_FEATURES,
    agreements,
    attribute_features,
    modelled,
    text_features,
)
from specdex.linkage.identifiers import short_gtin
from specdex.linkage.pages import TITLE, Entries, Namer, Pages, entries, pages
from specdex.linkage.profiles import Profile
from specdex.linkage.scores import THRESHOLD, PairModel, competing
from specdex.records import Match, Specification

__all__ = ["Couples", "Scored", "grouped", "scored"]

SAMPLE = 40_000
"""From so many pairs a collection is judged."""
MIN_SHARE, MIN_STATED, MIN_TRUST = 0.08, 1.0, 0.8
"""How many of a collection's pairs must be of one model, on how many attributes they must be
comparable, and how likely they must be one product, for a model to be a product there."""
CONFIGURED = 0.45
"""Where so many pairs of one model differ in codes that others bear, codes tell products apart."""
SAME_MODEL, BY_MODEL, CLEARLY = 0.95, 0.25, 0.7
"""What a pair of one model scores there, and the average that joins groups: without codes that
tell products apart, and with them."""
NUMBERED = 0.5
"""Where more pages than this bear a GTIN, GTINs tell products apart for good; where few do, one
that differs speaks against a pair as other codes do."""
UNKNOWN = 0.5
SAME_GTIN = 0.98
AT_HOME = 0.1
"""What a pair of one site scores at most, where the site does not print its titles twice."""
FEW_TWINS = 0.1

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
    loose_threshold: float


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
    of_one_model = modelled(text)
    threshold = loose_threshold = THRESHOLD
    if _model_is_product(said, text, one, other, len(specifications)):
        threshold = loose_threshold = BY_MODEL
        unknown = column["leads shared"] == UNKNOWN
        score = np.zeros(len(one))
        score[unknown] = _learned(model, said, text[unknown], (one[unknown], other[unknown]), seen)
        loose = np.where(of_one_model, SAME_MODEL, score)
        apart = column["known codes apart"] > 0
        if apart[of_one_model].mean() > CONFIGURED:
            of_one_model &= ~apart
            threshold = CLEARLY
        score = np.where(of_one_model, SAME_MODEL, score)
    else:
        score = loose = _learned(model, said, text, (one, other), seen)
    home = seen.sites[one] == seen.sites[other]
    score, loose = _with_rules(score, column, home), _with_rules(loose, column, home)
    numbered = np.mean([bool(profile.gtins) for profile in seen.profiles] or [False]) > NUMBERED
    score[column["gtins"] < 0] = NEVER if numbered else 0.0
    return Scored(seen, one, other, score, threshold, loose, loose_threshold)


def grouped(
    found: Scored, same: Couples = (), different: Couples = ()
) -> tuple[tuple[Match, ...], Integers, Integers]:
    """The matches inside products, and for each page the first page of its product and model.

    Pages that people said are the *same* are together from the beginning, and those that are
    *different* are never joined.
    """
    count = len(found.pages.profiles)
    apart = np.array(list(different), dtype=np.int64).reshape(-1, 2)
    products = clusters(
        components(count, *zip(*same, strict=True)) if same else np.arange(count),
        np.concatenate([found.one, apart[:, 0]]),
        np.concatenate([found.other, apart[:, 1]]),
        np.concatenate([found.score, np.full(len(apart), NEVER)]),
        found.threshold,
    )
    models = clusters(products, found.one, found.other, found.loose, found.loose_threshold)
    kept = (products[found.one] == products[found.other]) & (found.score >= found.threshold)
    profiles = found.pages.profiles
    matches = [
        _match(profiles[mine], profiles[theirs], score)
        for mine, theirs, score in zip(
            found.one[kept].tolist(),
            found.other[kept].tolist(),
            found.score[kept].tolist(),
            strict=True,
        )
    ]
    return tuple(sorted(matches, key=lambda match: (match.one, match.other))), products, models


def _learned(
    model: PairModel, said: Entries, text: Floats, pairs: tuple[Integers, Integers], seen: Pages
) -> Floats:
    known = agreements(said, *pairs, len(seen.profiles))
    score = model.scores(np.hstack([text, attribute_features(said.names, known, text)]))
    return competing(score, text, pairs, seen.sites)


def _with_rules(score: Floats, column: dict[str, Floats], home: Bools) -> Floats:
    """An equal GTIN is proof; a shop that prints titles once knows its own products apart."""
    score = np.where(column["gtins"] > 0, np.maximum(score, SAME_GTIN), score)
    lonely = home & (column["twins at home"] < FEW_TWINS) & (column["gtins"] < 1)
    return np.where(lonely, np.minimum(score, AT_HOME), score)


def _model_is_product(
    said: Entries, text: Floats, one: Integers, other: Integers, count: int
) -> bool:
    """Whether pages of one brand and model are of one product in this collection.

    They are where many pairs are of one model, state attributes, and agree on them as far as pairs
    do whose texts leave no doubt.
    """
    step = max(1, len(one) // SAMPLE)
    some = slice(None, None, step)
    chosen = modelled(text[some])
    if not len(one) or chosen.mean() < MIN_SHARE:
        return False
    known = agreements(said, one[some], other[some], count)
    titled = np.array([name.startswith(TITLE) for name in said.names])
    stated = np.bincount(known.pair[~titled[known.attribute]], minlength=len(chosen))
    believed = attribute_features(said.names, known, text[some])[:, 0]
    trust = believed[chosen & (believed > 0)]
    enough = stated[chosen].mean() >= MIN_STATED
    return bool(enough and len(trust) and trust.mean() >= MIN_TRUST)


def _match(one: Profile, other: Profile, score: float) -> Match:
    if one.url > other.url:
        one, other = other, one
    return Match(one.url, other.url, round(min(score, 1.0), 4), _reason(one, other))


def _reason(one: Profile, other: Profile) -> str:
    """What convinced, in words."""
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
    return f"like titles{brand}"
