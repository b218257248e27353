"""What of each specification counts when products are compared, as columns."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from specdex.linkage.bags import Bag, Integers
from specdex.linkage.identifiers import comparable, kind_of_name, product_ids, site_of
from specdex.linkage.profiles import Profile, profiles
from specdex.linkage.vocabulary import folded
from specdex.quantities import Kind, Quantity, read
from specdex.quantities.units import measures, plain
from specdex.records import Specification
from specdex.text import words

__all__ = ["Entries", "Pages", "entries", "pages"]

MAX_WORDS = 60
"""So many words of a title are compared, …"""
MAX_TEXT = 150
"""… and so many of all that a page says."""
MAX_VALUE = 80
"""A longer value is a description, not an attribute."""
MAX_ENTRIES = 80
MIN_STEM = 5
KNOWN = 3
"""A code on so many pages is known."""
SKIPPED = frozenset({"price", "pricecurrency", "availability", "url", "image", "description"})
TITLE = "~"
"""What begins the names of attributes that only the title states."""

Namer = Callable[[str, str], str]
"""The attribute that a site's name means."""


@dataclass(frozen=True, slots=True)
class Pages:
    """What all pages say, one row a page."""

    profiles: Sequence[Profile]
    sites: Integers
    titles: Sequence[str]
    words: Bag
    text: Bag
    codes: Bag
    """The model words and part numbers of a page."""
    spellings: Bag
    """The codes, and what neighbours in the title would be as one."""
    known: Bag
    """The codes that several pages bear: no serial numbers of one shop."""
    gtins: Bag
    parts: Bag
    brands: Sequence[str]
    numbers: Bag

    @property
    def order(self) -> Integers:
        """An order in which like pages stand side by side."""
        keys = [
            (profile.brand, "".join(profile.named[:1]), profile.title) for profile in self.profiles
        ]
        return np.array(sorted(range(len(keys)), key=keys.__getitem__), dtype=np.int64)


def pages(specifications: Sequence[Specification]) -> Pages:
    """The columns of *specifications*."""
    seen = profiles(specifications)
    said = [profile.title.split()[:MAX_WORDS] for profile in seen]
    spread = Counter(code for profile in seen for code in profile.codes)
    sites = {profile.site: number for number, profile in enumerate(seen)}
    texts = [
        _text(title, specification)
        for title, specification in zip(said, specifications, strict=True)
    ]
    return Pages(
        profiles=seen,
        sites=np.array([sites[profile.site] for profile in seen], dtype=np.int64),
        titles=[profile.title for profile in seen],
        words=Bag(said),
        text=Bag(texts),
        codes=Bag([profile.codes for profile in seen]),
        spellings=Bag(
            [
                {*map(_stem, profile.codes), *map(_stem, _joined(title)), *profile.codes}
                for profile, title in zip(seen, said, strict=True)
            ]
        ),
        known=Bag(
            [
                {_stem(code) for code in profile.codes if spread[code] >= KNOWN}
                for profile in seen
            ]
        ),
        gtins=Bag([profile.gtins for profile in seen]),
        parts=Bag([profile.mpns | profile.models for profile in seen]),
        brands=[profile.brand for profile in seen],
        numbers=Bag([[word for word in title if word.isdigit()] for title in said]),
    )


def _text(title: Sequence[str], specification: Specification) -> list[str]:
    found = list(title)
    for pair in specification.pairs:
        found += words(pair.value[:1000])
        if len(found) > MAX_TEXT:
            break
    return found[:MAX_TEXT]


def _stem(code: str) -> str:
    """*code* without the letters at its end, which tell colours and markets: *dmcfs3* of *dmcfs3s*."""
    stem = code.rstrip("abcdefghijklmnopqrstuvwxyz")
    return stem if len(stem) >= MIN_STEM else code


def _joined(title: Sequence[str]) -> Iterable[str]:
    for one, other in zip(title, title[1:], strict=False):
        both = one + other
        if not both.isalpha() and not both.isdigit() and len(both) <= 20:
            yield both


@dataclass(frozen=True, slots=True)
class Entries:
    """What pages say of attributes: page, attribute and value, sorted by the first two."""

    pages: Integers
    attributes: Integers
    values: Integers
    names: Sequence[str]
    quantities: Sequence[Quantity]


def entries(specifications: Sequence[Specification], seen: Pages, namer: Namer | None = None) -> Entries:
    """The attributes of all pages; *namer* tells which attribute a site's name means."""
    names: dict[str, int] = {}
    values: dict[str, int] = {}
    known: dict[tuple[str, str], int] = {}
    rows: list[tuple[int, int, int]] = []
    quantities: list[Quantity] = []

    def value_id(text: str) -> int:
        found = values.get(text)
        if found is None:
            quantity = read(text)
            found = -1 if quantity.kind is Kind.NOTHING else len(quantities)
            if found >= 0:
                quantities.append(quantity)
            values[text] = found
        return found

    def attribute_id(site: str, name: str) -> int:
        found = known.get((site, name))
        if found is None:
            wording = namer(site, name) if namer else folded(name)
            skipped = not wording or folded(name) in SKIPPED or kind_of_name(name) in {"gtin", "sku"}
            found = -1 if skipped else names.setdefault(wording, len(names))
            known[site, name] = found
        return found

    for page, (specification, profile) in enumerate(
        zip(specifications, seen.profiles, strict=True)
    ):
        for pair in specification.pairs[:MAX_ENTRIES]:
            if len(pair.value) <= MAX_VALUE:
                attribute = attribute_id(profile.site, pair.name)
                if attribute >= 0:
                    value = value_id(pair.value)
                    if value >= 0:
                        rows.append((page, attribute, value))
        text = plain(specification.title)
        for measure in measures(text):
            if measure.dimension:
                attribute = names.setdefault(TITLE + measure.dimension, len(names))
                rows.append((page, attribute, value_id(text[measure.start : measure.end])))
        edition = " ".join(sorted(profile.editions)) or "plain"
        rows.append((page, names.setdefault(TITLE + "edition", len(names)), value_id(edition)))
    table = np.array(sorted(set(rows)), dtype=np.int64).reshape(-1, 3)
    return Entries(table[:, 0], table[:, 1], table[:, 2], list(names), quantities)
