"""What of a specification counts when products are compared: its ids, brand and model words."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise

from specdex.lexicon import phrases
from specdex.linkage.identifiers import JUNK, NAMES, UNIT_WORDS, comparable, product_ids, site_of
from specdex.records import ProductId, Specification
from specdex.text import folded, letters_and_digits, words

__all__ = ["Profile", "brands_of", "model_words", "profile_of", "without_mistakes"]

BRAND_NAMES = frozenset(map(folded, phrases("labels.brands")))
EDITION_WORDS = frozenset(phrases("titles.editions"))
FITTING_WORDS = frozenset(phrases("titles.fitting"))
FILLER_WORDS = frozenset(phrases("titles.fillers"))
MAX_BRAND = 30
MAX_TITLE = 1_000
"""Of a longer title the beginning counts, …"""
MAX_PRINTED = 200
"""… and a longer value names no brand."""
MIN_BRAND_PAGES = 2
"""A brand that fewer pages give is not looked for in titles."""
PART_NUMBER = 6
"""A word of a title that begins with a digit and has this many signs is no model's name."""
MIN_JURY, MIN_SUPPORT = 4, 0.25
"""Of so many pages with one GTIN, this share must name a page's model, or the page is wrong."""
MIN_LONG_NUMBER = 6
"""Digits alone, hyphens apart, that are taken for a part number in a title."""
BARE_NUMBER = 8
"""Digits alone, without hyphens, that are."""
MAX_NUMBER = 5
"""A longer number after a word is not the number of a model."""
MIN_REST = 4
"""The least signs of a model without the letters of its series."""
MARKS = ("mark", "mk")
MARK = frozenset(MARKS)
NO_NAMES = FILLER_WORDS | EDITION_WORDS | UNIT_WORDS | MARK
"""Words that a number behind them does not belong to."""
ROMAN = {"2": "ii", "3": "iii", "4": "iv", "5": "v", "6": "vi", "7": "vii"}
"""So that Mark 2 and Mark II are one edition."""
NUMERALS = frozenset({*ROMAN, *ROMAN.values()})

NONE: frozenset[str] = frozenset()
"""The one that all share who have none: an empty set takes as much room as a full one."""

_PRINTED = re.compile(r"[^\W_]+(?:[-/.][^\W_]+)*")
_MEASURE = re.compile(r"^[\d.,/-]+([^\W\d]*)$")
_DIGIT = re.compile(r"\d")
_APERTURE = re.compile(r"^f\d")


@dataclass(frozen=True, slots=True)
class Profile:
    """One specification as linkage sees it; every code in its comparable form."""

    url: str
    site: str
    title: str = ""
    """Its words in lower case."""
    brand: str = ""
    ids: tuple[ProductId, ...] = ()
    gtins: frozenset[str] = frozenset()
    mpns: frozenset[str] = frozenset()
    models: frozenset[str] = frozenset()
    skus: frozenset[str] = frozenset()
    named: tuple[str, ...] = ()
    """The words of the title that look like a model, in order."""
    aliases: frozenset[str] = frozenset()
    """What others call the model that the title begins with."""
    editions: frozenset[str] = frozenset()
    """The words behind the model that make it another, as *iii* in *5D Mark III*."""

    @property
    def codes(self) -> frozenset[str]:
        """All that may name the product, but for its GTINs."""
        return self.models | self.mpns | self.skus | self.aliases | frozenset(self.named)

    @property
    def lead(self) -> frozenset[str]:
        """The first model word of the title, whole, without its ends and as others call it.

        A part number is none.
        """
        models = [
            word for word in self.named if not word[0].isdigit() or len(word) < PART_NUMBER
        ] or self.named
        first = models[0] if models else ""
        return self.aliases.union(
            word for word in models[:3] if first.endswith(word) or first.startswith(word)
        )


def brands_of(specifications: Sequence[Specification]) -> tuple[list[str], frozenset[str]]:
    """The brand that each of *specifications* gives, and those that are looked for in titles."""
    given = [_given_brand(specification) for specification in specifications]
    counts = Counter(brand for brand in given if brand)
    return given, frozenset(each for each, pages in counts.items() if pages >= MIN_BRAND_PAGES)


def without_mistakes(found: Sequence[Profile]) -> tuple[Profile, ...]:
    """*found* without GTINs, often typed by hand, that most pages give to another model."""
    pages: Counter[str] = Counter()
    models: Counter[tuple[str, str, frozenset[str]]] = Counter()
    for profile in found:
        codes = profile.codes if profile.gtins else ()
        pages.update(profile.gtins if profile.named else ())
        models.update((gtin, code, profile.editions) for gtin in profile.gtins for code in codes)
    believed = (
        frozenset(
            gtin
            for gtin in profile.gtins
            if not profile.named
            or pages[gtin] < MIN_JURY
            or max(models[gtin, word, profile.editions] for word in profile.lead)
            >= MIN_SUPPORT * pages[gtin]
        )
        for profile in found
    )
    return tuple(
        profile if len(profile.gtins) == len(gtins) else replace(profile, gtins=gtins)
        for profile, gtins in zip(found, believed, strict=True)
    )


def model_words(title: str, brand: str = "") -> tuple[str, ...]:
    """The words of *title* that may name a model, in order, without hyphens.

    A number behind a word counts with it, a number before a unit not at all.

    >>> model_words("Olympus Tough TG 3, 16 MP, 4x zoom, DMC-FZ200", "olympus")
    ('tg3', 'dmcfz200', 'fz200')
    """
    printed = _PRINTED.findall(unicodedata.normalize("NFKC", title).lower())
    found = dict.fromkeys(_model_words(printed, brand))
    return tuple(found)


def _model_words(printed: Sequence[str], brand: str) -> Iterator[str]:
    for place, word in enumerate(printed):
        if place and word in FITTING_WORDS:
            return
        if not _DIGIT.search(word):
            continue
        before = printed[place - 1] if place else ""
        after = printed[place + 1] if place + 1 < len(printed) else ""
        plain = letters_and_digits(word)
        if plain.isdigit():
            if _counted(before, after, brand) and len(plain) <= MAX_NUMBER:
                yield letters_and_digits(before) + plain
            elif len(plain) >= MIN_LONG_NUMBER and ("-" in word or len(plain) >= BARE_NUMBER):
                yield plain
        elif not _measures(word):
            yield plain
            yield from _without_series(word)


def _without_series(word: str) -> Iterator[str]:
    """*w830* of *dsc-w830* and *e1572* of *e1-572-6484*: shops leave parts at the ends out."""
    _, _, rest = word.partition("-")
    first, _, _ = word.rpartition("-")
    for part in (rest, first if "-" in first else ""):
        plain = letters_and_digits(part)
        if len(plain) >= MIN_REST and not plain.isdigit() and not plain.isalpha():
            yield plain


def _counted(before: str, after: str, brand: str) -> bool:
    """Whether a number between these two words belongs to the one before it."""
    return (
        len(before) > 1
        and before.isalpha()
        and before != brand
        and before not in NO_NAMES
        and after not in UNIT_WORDS
    )


def _measures(word: str) -> bool:
    match = _MEASURE.match(word)
    return _APERTURE.match(word) is not None or (match is not None and match.group(1) in UNIT_WORDS)


def _editions(title: str, named: Sequence[str]) -> Iterator[str]:
    """The edition words right behind the model, or anywhere in a title that names none."""
    before, behind = "", not named
    said = words(title.replace("-", "").replace("/", ""))
    if EDITION_WORDS.isdisjoint(said) and not any(word.startswith(MARKS) for word in said):
        return
    for word in said:
        plain = word.removeprefix("mark").removeprefix("mk") or word
        marked = before in MARK or (plain != word and plain in NUMERALS)
        if behind and (marked or word in EDITION_WORDS):
            yield ROMAN.get(plain, plain)
        elif word not in MARK:
            behind = not named or named[0] in {word, before + word}
        before = word


def _given_brand(specification: Specification) -> str:
    printed = [field.value for field in specification.fields if _names_a_brand(field.name)]
    printed += [pair.value for pair in specification.pairs if _names_a_brand(pair.name)]
    plain = (folded(value) for value in printed if len(value) <= MAX_PRINTED)
    return next((brand for brand in plain if 0 < len(brand) <= MAX_BRAND and brand not in JUNK), "")


@lru_cache(maxsize=NAMES)
def _names_a_brand(name: str) -> bool:
    return folded(name) in BRAND_NAMES


def _brand_in(title: str, known: frozenset[str]) -> str:
    said = [folded(word) for word in words(title)]
    joined = (one + other for one, other in pairwise(said))
    return next((word for word in (*said, *joined) if word in known and len(word) > 1), "")


def profile_of(specification: Specification, brand: str, known: frozenset[str]) -> Profile:
    """What counts of *specification*, which gives this *brand*, or names a *known* one."""
    title = specification.title[:MAX_TITLE]
    brand = brand or _brand_in(title, known)
    found = product_ids(specification)
    codes: dict[str, set[str]] = {"gtin": set(), "mpn": set(), "model": set(), "sku": set()}
    for identifier in found:
        codes[identifier.kind].add(comparable(identifier).removeprefix(brand))
    named = model_words(title, brand)
    editions = frozenset(_editions(title, named))
    gtins, mpns, models, skus = (frozenset(codes[kind] - {""}) or NONE for kind in codes)
    return Profile(
        url=specification.url,
        site=site_of(specification),
        title=" ".join(words(title)),
        brand=brand,
        ids=found,
        gtins=gtins,
        mpns=mpns,
        models=models,
        skus=skus,
        named=named,
        editions=editions or NONE,
    )
