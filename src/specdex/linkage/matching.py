"""Do two specifications speak of one product, and why?"""

from collections.abc import Iterable
from dataclasses import dataclass

from rapidfuzz import fuzz

from specdex.linkage.identifiers import short_gtin
from specdex.linkage.profiles import Profile
from specdex.records import Match

__all__ = ["compare", "matches"]

SAME_GTIN = 0.98
SAME_MPN = 0.95
SAME_MPN_ANY_BRAND = 0.85
SAME_MODEL = 0.8
SAME_MODEL_ANY_BRAND = 0.7
SAME_TITLE = 0.7
TITLE_SUPPORT = 0.1
"""How much like titles add to a match by model."""
TELLING_CODE = 5
"""A code of this many signs, letters and digits, is rarely shared by chance."""
ALIKE = 0.6
"""The similarity of titles that supports a code where a brand is not known."""
EQUAL = 0.95
"""The similarity of titles that convinces alone."""
FEW_WORDS = 3
"""A title with fewer words convinces nobody alone."""


@dataclass(frozen=True, slots=True)
class _Evidence:
    confidence: float
    words: str


def matches(
    pairs: Iterable[tuple[Profile, Profile]], *, variants_apart: bool = True
) -> tuple[Match, ...]:
    """The matches among candidate *pairs*, by URL."""
    found = (compare(one, other, variants_apart=variants_apart) for one, other in pairs)
    return tuple(
        sorted((match for match in found if match), key=lambda match: (match.one, match.other))
    )


def compare(one: Profile, other: Profile, *, variants_apart: bool = True) -> Match | None:
    """The match of two specifications; None where nothing convinces or an identifier forbids it.

    An equal GTIN is proof and different ones are a veto. Two pages of one site match on nothing
    less than a GTIN, for a shop knows its own products apart. With *variants_apart* off, colours
    and bundles of a model are one product, so their GTINs may differ.
    """
    if one.url > other.url:
        one, other = other, one
    evidence = _same_gtin(one, other)
    if evidence is None and not _vetoed(one, other, variants_apart=variants_apart):
        evidence = _same_mpn(one, other) or _same_model(one, other) or _same_title(one, other)
    if evidence is None:
        return None
    return Match(one.url, other.url, round(evidence.confidence, 4), evidence.words)


def _vetoed(one: Profile, other: Profile, *, variants_apart: bool) -> bool:
    return (
        one.site == other.site
        or (variants_apart and bool(one.gtins and other.gtins))
        or bool(one.brand and other.brand and not _like_brands(one.brand, other.brand))
    )


def _like_brands(one: str, other: str) -> bool:
    """Equal, or one begins with the other: *hp* is not *hewlettpackard*, *sony* is *sonycorp*."""
    return one.startswith(other) or other.startswith(one)


def _one_brand(one: Profile, other: Profile) -> bool:
    return bool(one.brand and other.brand)


def _same_gtin(one: Profile, other: Profile) -> _Evidence | None:
    shared = one.gtins & other.gtins
    return _Evidence(SAME_GTIN, f"gtin {short_gtin(min(shared))}") if shared else None


def _same_mpn(one: Profile, other: Profile) -> _Evidence | None:
    shared = (one.mpns & (other.mpns | other.skus)) | (one.skus & other.mpns)
    if not shared:
        return None
    code = max(shared, key=lambda code: (len(code), code))
    if _one_brand(one, other):
        return _Evidence(SAME_MPN, f"mpn {code}, brand {one.brand}")
    if _telling(code) or _similarity(one, other) >= ALIKE:
        return _Evidence(SAME_MPN_ANY_BRAND, f"mpn {code}")
    return None


def _same_model(one: Profile, other: Profile) -> _Evidence | None:
    shared = one.codes & other.codes
    if not shared or one.editions != other.editions or _models_differ(one, other):
        return None
    code = max(shared, key=lambda code: (len(code), code))
    similarity = _similarity(one, other)
    if _one_brand(one, other):
        confidence = SAME_MODEL + TITLE_SUPPORT * similarity
        return _Evidence(confidence, f"model {code}, brand {one.brand}")
    if _telling(code) and similarity >= ALIKE:
        confidence = SAME_MODEL_ANY_BRAND + TITLE_SUPPORT * similarity
        return _Evidence(confidence, f"model {code}, like titles")
    return None


def _same_title(one: Profile, other: Profile) -> _Evidence | None:
    if min(len(one.title.split()), len(other.title.split())) < FEW_WORDS:
        return None
    if _numbers(one) != _numbers(other) or one.editions != other.editions:
        return None
    similarity = _similarity(one, other)
    return _Evidence(SAME_TITLE * similarity, "equal titles") if similarity >= EQUAL else None


def _models_differ(one: Profile, other: Profile) -> bool:
    """Whether the model that either title begins with is missing from the other page."""
    return any(
        bool(mine.named) and mine.lead.isdisjoint(theirs.codes)
        for mine, theirs in ((one, other), (other, one))
    )


def _telling(code: str) -> bool:
    return len(code) >= TELLING_CODE and not code.isdigit() and not code.isalpha()


def _numbers(profile: Profile) -> frozenset[str]:
    return frozenset(word for word in profile.title.split() if any(sign.isdigit() for sign in word))


def _similarity(one: Profile, other: Profile) -> float:
    """How alike two titles are, from 0 to 1; the words of the shorter count."""
    return (
        fuzz.token_set_ratio(one.title, other.title) if one.title and other.title else 0.0
    ) / 100
