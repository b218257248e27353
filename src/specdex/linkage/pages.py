"""What of each specification counts when products are compared, as columns."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from specdex.linkage.bags import Bag, Integers
from specdex.linkage.identifiers import kind_of_name
from specdex.linkage.profiles import Profile, profiles
from specdex.quantities import Kind, Quantity, read
from specdex.quantities.units import measures, plain
from specdex.records import Specification
from specdex.text import folded, words

__all__ = ["Entries", "Pages", "entries", "pages"]

MAX_WORDS = 60
"""So many words of a title are compared, …"""
MAX_TEXT = 150
"""… and so many of all that a page says."""
MAX_READ = 1000
MAX_VALUE = 80
"""A longer value is a description, not an attribute."""
MAX_ENTRIES = 80
MIN_STEM, MAX_CODE = 5, 20
KNOWN = 3
"""A code on so many pages is known."""
SKIPPED = frozenset({"price", "pricecurrency", "availability", "url", "image", "description"})
NO_ATTRIBUTE = frozenset({"gtin", "sku"})
MAX_TITLE = 400
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
            [{_stem(code) for code in profile.codes if spread[code] >= KNOWN} for profile in seen]
        ),
        gtins=Bag([profile.gtins for profile in seen]),
        parts=Bag([profile.mpns | profile.models for profile in seen]),
        brands=[profile.brand for profile in seen],
        numbers=Bag([[word for word in title if word.isdigit()] for title in said]),
    )


def _text(title: Sequence[str], specification: Specification) -> list[str]:
    found = list(title)
    for pair in specification.pairs:
        found += words(pair.value[:MAX_READ])
        if len(found) > MAX_TEXT:
            break
    return found[:MAX_TEXT]


def _stem(code: str) -> str:
    """*code* without the letters at its end, which tell colours: *dmcfs3* of *dmcfs3s*."""
    stem = code.rstrip("abcdefghijklmnopqrstuvwxyz")
    return stem if len(stem) >= MIN_STEM else code


def _joined(title: Sequence[str]) -> Iterable[str]:
    for one, other in pairwise(title):
        both = one + other
        if not both.isalpha() and not both.isdigit() and len(both) <= MAX_CODE:
            yield both


@dataclass(frozen=True, slots=True)
class Entries:
    """What pages say of attributes: page, attribute and value, sorted by the first two."""

    pages: Integers
    attributes: Integers
    values: Integers
    names: Sequence[str]
    quantities: Sequence[Quantity]


def entries(
    specifications: Sequence[Specification], seen: Pages, namer: Namer | None = None
) -> Entries:
    """The attributes of all pages; *namer* tells which attribute a site's name means."""
    reader = _Reader(namer)
    rows: set[tuple[int, int, int]] = set()
    for page, (specification, profile) in enumerate(
        zip(specifications, seen.profiles, strict=True)
    ):
        for attribute, value in reader.stated(specification, profile):
            if attribute >= 0 and value >= 0:
                rows.add((page, attribute, value))
    table = np.array(sorted(rows), dtype=np.int64).reshape(-1, 3)
    return Entries(table[:, 0], table[:, 1], table[:, 2], list(reader.names), reader.quantities)


class _Reader:
    """Numbers names and values, each understood once."""

    def __init__(self, namer: Namer | None) -> None:
        self._namer = namer
        self._known: dict[tuple[str, str], int] = {}
        self._values: dict[str, int] = {}
        self.names: dict[str, int] = {}
        self.quantities: list[Quantity] = []

    def stated(self, specification: Specification, profile: Profile) -> Iterator[tuple[int, int]]:
        """Attribute and value of each pair, and of what the title measures; -1 for none."""
        for pair in specification.pairs[:MAX_ENTRIES]:
            if len(pair.value) <= MAX_VALUE:
                yield self._attribute(profile.site, pair.name), self._value(pair.value)
        text = plain(specification.title[:MAX_TITLE])
        for found in measures(text):
            if found.dimension:
                yield self._title(found.dimension), self._value(text[found.start : found.end])
        yield self._title("edition"), self._value(" ".join(sorted(profile.editions)) or "plain")

    def _title(self, dimension: str) -> int:
        return self.names.setdefault(TITLE + dimension, len(self.names))

    def _value(self, text: str) -> int:
        found = self._values.get(text)
        if found is None:
            quantity = read(text)
            found = -1 if quantity.kind is Kind.NOTHING else len(self.quantities)
            if found >= 0:
                self.quantities.append(quantity)
            self._values[text] = found
        return found

    def _attribute(self, site: str, name: str) -> int:
        found = self._known.get((site, name))
        if found is None:
            wording = self._namer(site, name) if self._namer else folded(name)
            skipped = not wording or folded(name) in SKIPPED or kind_of_name(name) in NO_ATTRIBUTE
            found = -1 if skipped else self.names.setdefault(wording, len(self.names))
            self._known[site, name] = found
        return found
