"""What speaks for and against two pages being of one product, as numbers."""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from rapidfuzz import fuzz, process

from specdex.arrays import Bools, among, distinct, numbered
from specdex.linkage.bags import Bag, Floats, Integers
from specdex.linkage.pages import Pages

__all__ = [
    "COLUMN",
    "TEXT_FEATURES",
    "TITLE_FEATURES",
    "compete",
    "modelled",
    "own_features",
    "rivals",
    "title_features",
]

STEP = 1 << 14
"""So many pairs are compared at once."""
TWIN, NO_TWINS = 0.9, 20.0
"""How alike titles of one site must be to be one, and how many without a twin are imagined."""
MIN_SIGNS = 6
"""So many signs has a code that names one product alone."""
TEXT_FEATURES: dict[str, int] = {
    "words alike": 1, "words of the shorter": 1, "rest of one": -1, "rest of both": -1,
    "rarest word": 1, "codes shared": 1, "rarest code": 1, "codes apart": -1, "codes left": 0,
    "leads shared": 1, "brands": 1, "gtins": 1, "parts": 1, "text alike": 1, "best of one": 1,
    "best of both": 1, "text best of one": 1, "text best of both": 1, "same site": -1,
    "numbers apart": -1, "editions": 1, "length": 0,
    "twins at home": 0, "ahead of others": 1, "ahead for both": 1, "known codes apart": -1,
}  # fmt: skip
"""What is asked of the texts of a pair; whether more of it speaks for (1) or against (-1) it."""
COLUMN = {name: place for place, name in enumerate(TEXT_FEATURES)}
"""Where each of them stands."""
TITLE_FEATURES: dict[str, int] = {"token set": 1, "token sort": 1, "sister codes": -1}
"""The same, where it costs more."""


def own_features(seen: Pages, one: Integers, other: Integers) -> Floats:
    """A row for each pair, a column for each of ``TEXT_FEATURES`` that two pages alone tell."""
    found = np.zeros((len(one), len(TEXT_FEATURES)))
    for name, column in _own_columns(seen, one, other):
        found[:, COLUMN[name]] = column
    return found


def compete(text: Floats, one: Integers, other: Integers, sites: Integers) -> None:
    """Let *text* also tell how far each pair is ahead of all others of its pages and sites."""
    away = sites[one] != sites[other]
    words, codes, texts = (
        text[:, COLUMN[name]].copy() for name in ("words alike", "rarest code", "text alike")
    )
    found = {
        ("best of one", "best of both"): _bests(words, one, other, away),
        ("text best of one", "text best of both"): _bests(texts, one, other, away),
        ("twins at home",): (_twins(words, one, other, sites),),
        ("ahead of others", "ahead for both"): _ahead(texts + words + codes, one, other, sites),
    }
    for names, columns in found.items():
        for name, column in zip(names, columns, strict=True):
            text[:, COLUMN[name]] = column


def _own_columns(
    seen: Pages, one: Integers, other: Integers
) -> Iterator[tuple[str, npt.NDArray[Any]]]:
    """One column after the other, so that no more than a few take room at once."""
    shared, top, _ = _shared(seen.words, one, other)
    mine, theirs = seen.words.total[one], seen.words.total[other]
    yield "words alike", _ratio(shared, np.sqrt(mine * theirs))
    yield "words of the shorter", _ratio(shared, np.minimum(mine, theirs))
    yield "rest of one", np.minimum(mine, theirs) - shared
    yield "rest of both", np.maximum(mine, theirs) - shared
    yield "rarest word", top
    _, top_code, codes = _shared(seen.spellings, one, other)
    yield "codes shared", np.minimum(codes, 4)
    yield "rarest code", top_code
    left = _unshared(seen.codes, one, other)
    yield "codes apart", np.maximum(np.minimum(*left), 0)
    yield "codes left", np.maximum(*left)
    yield "leads shared", _leads(seen.leads, one, other, len(seen.titles))
    yield "brands", _brands(seen.brands, one, other)
    yield "gtins", _known(seen.gtins, one, other)
    yield "parts", _known(seen.parts, one, other)
    text, _, _ = _shared(seen.text, one, other)
    yield "text alike", _ratio(text, np.sqrt(seen.text.total[one] * seen.text.total[other]))
    yield "same site", seen.sites[one] == seen.sites[other]
    yield "numbers apart", np.minimum(*_unshared(seen.numbers, one, other))
    yield "editions", seen.editions[one] == seen.editions[other]
    yield "length", np.minimum(seen.words.counts[one], seen.words.counts[other])
    yield "known codes apart", np.minimum(*_unshared(seen.known, one, other))


def title_features(seen: Pages, one: Integers, other: Integers) -> Floats:
    """A row for each pair of pages, a column for each of ``TITLE_FEATURES``."""
    titles = np.array(seen.titles, dtype=object)
    ordered = np.array([" ".join(sorted(each.split())) for each in seen.titles], dtype=object)
    columns = [
        process.cpdist(texts[one], texts[other], scorer=scorer) / 100
        for texts, scorer in ((titles, fuzz.token_set_ratio), (ordered, fuzz.ratio))
    ]
    columns.append(_sisters(seen, one, other))
    return np.column_stack(columns).reshape(len(one), len(TITLE_FEATURES))


def _sisters(seen: Pages, one: Integers, other: Integers) -> Floats:
    """How many codes of one shape, as *MC508LL* and *MC978LL*, two pages do not share."""
    shapes = Bag([{shape for code in own if (shape := _shape(code))} for own in seen.said_codes])
    number = {shape: at for at, shape in enumerate(shapes.marks)}
    of_code = np.array([number.get(_shape(code), -1) for code in seen.codes.marks], dtype=np.int64)
    width = max(1, len(number))
    pair, mark = seen.codes.shared(one, other)
    alike, same = shapes.shared(one, other)
    shaped = of_code[mark] >= 0
    known = among(alike * width + same, (pair * width + of_code[mark])[shaped])
    return np.bincount(alike[~known], minlength=len(one)).astype(np.float64)


def _shape(code: str) -> str:
    """*code* with all letters and digits alike; empty if it is short, or has only one kind.

    >>> _shape("mc508lla"), _shape("tg3")
    ('aa000aaa', '')
    """
    if len(code) < MIN_SIGNS or code.isdigit() or code.isalpha():
        return ""
    return "".join("0" if sign.isdigit() else "a" for sign in code)


def _shared(bag: Bag, one: Integers, other: Integers) -> tuple[Floats, Floats, Floats]:
    """The weight of the shared marks, the weight of the rarest of them, and how many they are."""
    total, top, count = np.zeros(len(one)), np.zeros(len(one)), np.zeros(len(one))
    for begin in range(0, len(one), STEP):
        part = slice(begin, begin + STEP)
        pair, mark = bag.shared(one[part], other[part])
        weight = bag.weight[mark]
        total[part] = np.bincount(pair, weight, len(one[part]))
        count[part] = np.bincount(pair, minlength=len(one[part]))
        np.maximum.at(top[part], pair, weight)
    return total, top, count


def _unshared(bag: Bag, one: Integers, other: Integers) -> tuple[Floats, Floats]:
    """How many marks of each page the other does not bear."""
    pair, _ = bag.shared(one, other)
    shared = np.bincount(pair, minlength=len(one)).astype(float)
    return bag.counts[one] - shared, bag.counts[other] - shared


def _ratio(above: Floats, below: Floats) -> Floats:
    return np.divide(above, below, out=np.zeros_like(above), where=below > 0)


def _known(bag: Bag, one: Integers, other: Integers) -> Floats:
    """1 where pages share a mark, -1 where both have some and share none, else 0."""
    pair, _ = bag.shared(one, other)
    found: Floats = -((bag.counts[one] > 0) & (bag.counts[other] > 0)).astype(np.float64)
    found[pair] = 1.0
    return found


def _brands(brands: Sequence[str], one: Integers, other: Integers) -> Floats:
    ids = {brand: number for number, brand in enumerate(dict.fromkeys(brands))}
    number = np.array([ids[brand] for brand in brands], dtype=np.int64)
    known = list(ids)
    codes, place = np.unique(number[one] * max(1, len(ids)) + number[other], return_inverse=True)
    return np.array(
        [_brands_alike(known[code // len(ids)], known[code % len(ids)]) for code in codes.tolist()]
    )[place]


def _brands_alike(one: str, other: str) -> float:
    if not one or not other:
        return 0.0
    return 1.0 if one.startswith(other) or other.startswith(one) else -1.0


def _leads(bag: Bag, one: Integers, other: Integers, count: int) -> Floats:
    """How many of two pages name the model that the other's title begins with; else a half."""
    found = np.zeros(len(one))
    for mine, theirs in ((one, other), (other, one)):
        found[distinct(bag.shared(mine, theirs + count)[0])] += 1.0
    unknown = (bag.counts[one + count] == 0) | (bag.counts[other + count] == 0)
    return np.where(unknown, 0.5, found)


def _bests(score: Floats, one: Integers, other: Integers, counted: Bools) -> tuple[Floats, Floats]:
    """The score as a share of the best that each page has elsewhere: the smaller, the larger."""
    size = int(max(one.max(initial=-1), other.max(initial=-1))) + 1
    best = np.full(size, 1e-9)
    for page in (one, other):
        np.maximum.at(best, page[counted], score[counted])
    mine, theirs = np.minimum(score / best[one], 1.5), np.minimum(score / best[other], 1.5)
    return np.minimum(mine, theirs), np.maximum(mine, theirs)


def _twins(alike: Floats, one: Integers, other: Integers, sites: Integers) -> Floats:
    """How common it is that a site prints one title twice, for the more prone of two sites."""
    home = (sites[one] == sites[other]) & (alike > TWIN)
    count = int(sites.max(initial=-1)) + 1
    twin = np.zeros(len(sites), dtype=bool)
    twin[one[home]] = twin[other[home]] = True
    size = np.bincount(sites, minlength=count) + NO_TWINS
    share = np.bincount(sites, twin, count) / size
    return np.asarray(np.maximum(share[sites[one]], share[sites[other]]))


def _ahead(score: Floats, one: Integers, other: Integers, sites: Integers) -> list[Floats]:
    """How far a pair is ahead of the next on the same site, for each page: the less, the more."""
    home = sites[one] == sites[other]
    found = [
        np.where(home, 0.0, score - rivals(score, mine, sites[theirs]))
        for mine, theirs in ((one, other), (other, one))
    ]
    return [np.minimum(*found), np.maximum(*found)]


def rivals(score: Floats, page: Integers, site: Integers) -> Floats:
    """For each pair the best score that its page has on a site, but for its own; else 0."""
    shelf = page * (int(site.max(initial=0)) + 1) + site
    order = np.argsort(shelf, kind="stable")
    _, place = numbered(shelf[order])
    ranked = score[order]
    count = int(place.max(initial=-1)) + 1
    best = _largest(place, ranked, count)
    top = ranked == best[place]
    alone = np.bincount(place[top], minlength=count) == 1
    second = _largest(place[~top], ranked[~top], count)
    found = np.empty(len(score))
    found[order] = np.where(top & alone[place], second[place], best[place])
    return found


def _largest(place: Integers, score: Floats, count: int) -> Floats:
    found = np.zeros(count)
    np.maximum.at(found, place, score)
    return found


def modelled(text: Floats, *, variants: bool = False) -> Bools:
    """Whether pairs are of one brand, model and edition; GTINs of *variants* may differ."""
    leads, brands, editions, gtins = (
        text[:, COLUMN[name]] for name in ("leads shared", "brands", "editions", "gtins")
    )
    return np.asarray((leads > 1) & (brands >= 0) & (editions > 0) & (variants | (gtins >= 0)))
