"""Pairs are compared part by part, by the workers of an engine where there is one.

A part has its pages with it, as columns: what weighs how much was found out of all pages before.
Whatever the parts are, each pair comes out the same.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import msgspec
import numpy as np

from specdex.arrays import distinct
from specdex.linkage.attributes import Agreements, Entries, agreements
from specdex.linkage.bags import Floats, Integers
from specdex.linkage.features import TEXT_FEATURES, TITLE_FEATURES, own_features, title_features
from specdex.linkage.pages import BAGS, Pages
from specdex.linkage.reasons import Grounds, Sentences, Wording
from specdex.ports import Engine, shared
from specdex.quantities import Quantity

__all__ = ["Bench", "Pairs"]

PART = 1 << 15
"""So many pairs are compared at once; of fewer, each page would be in more parts."""

Pairs = tuple[Integers, Integers]


@dataclass(frozen=True, slots=True)
class Bench:
    """Compares pairs of *seen* pages; like ones stand side by side by their *rank*."""

    seen: Pages
    rank: Integers
    engine: Engine | None = None

    def texts(self, pairs: Pairs) -> Floats:
        """What two pages alone tell by their texts: a row a pair, a column a feature."""
        return self._features(own_features, pairs, BAGS, len(TEXT_FEATURES))

    def titles(self, pairs: Pairs) -> Floats:
        """What their titles tell where it costs more."""
        return self._features(title_features, pairs, ("codes",), len(TITLE_FEATURES))

    def _features(
        self, function: Callable[..., Floats], pairs: Pairs, bags: Collection[str], width: int
    ) -> Floats:
        found = np.empty((len(pairs[0]), width))
        told = self._compared(function, pairs, lambda pages, _: self.seen.of(pages, bags))
        for places, each in told:
            found[places] = each
        return found

    def agreements(self, said: Entries, pairs: Pairs) -> list[Agreements]:
        """How far pages agree on the attributes that they *said*, part by part."""
        found = self._compared(_agreed, pairs, lambda pages, _: self._said(said, pages))
        return [replace(each, rows=places) for places, each in found]

    def sentences(self, said: Entries, grounds: Grounds, pairs: Pairs) -> Sequence[str]:
        """Why pages are of one product."""
        wording = Wording.of(self.seen)

        def given(pages: Integers, places: Integers) -> tuple[Any, ...]:
            return wording.some(pages.tolist()), grounds.some(places), self._said(said, pages)

        found = np.empty(len(pairs[0]), dtype=object)
        for places, each in self._compared(_told, pairs, given):
            found[places] = each
        return found.tolist()

    def _said(self, said: Entries, pages: Integers) -> "_Said":
        """What *pages* said, as it travels if it does."""
        own = said.of(pages)
        if self.engine is None:
            return own, b""
        return replace(own, quantities=()), msgspec.msgpack.encode(own.quantities)

    def _compared(
        self, function: Callable[..., Any], pairs: Pairs, given: Callable[..., Any]
    ) -> Iterator[tuple[Integers, Any]]:
        """What *function* says of each part of *pairs*, with what it is *given*, and which it is.

        Like pages are in one part, and a part is given none but its own: whatever is made of all
        pages again for every part grows with the square of the collection.
        """
        one, other = pairs
        order = np.argsort(np.minimum(self.rank[one], self.rank[other]), kind="stable")
        parts = np.array_split(order, max(1, -(-len(one) // PART)))

        def things() -> Iterator[tuple[Any, ...]]:
            for places in parts:
                sides = one[places], other[places]
                pages = distinct(np.concatenate(sides))
                yield given(pages, places), *(np.searchsorted(pages, each) for each in sides)

        engine = self.engine if len(parts) > 1 else None
        return zip(parts, shared(partial(_called, function), things(), engine), strict=True)


def _called(function: Callable[..., Any], part: tuple[Any, ...]) -> Any:
    return function(*part)


_Said = tuple[Entries, bytes]
"""What pages said; where it travels, values are bytes: Python's way takes ten times as long."""


def _unpacked(packed: _Said) -> Entries:
    said, values = packed
    if not values:
        return said
    return replace(said, quantities=msgspec.msgpack.decode(values, type=list[Quantity]))


def _agreed(given: _Said, one: Integers, other: Integers) -> Agreements:
    found = agreements(_unpacked(given), one, other)
    pair, attribute = (each.astype(np.int32) for each in (found.pair, found.attribute))
    return replace(found, pair=pair, attribute=attribute)


def _told(given: tuple[Wording, Grounds, _Said], one: Integers, other: Integers) -> list[str]:
    wording, grounds, said = given
    sentences = Sentences(wording, grounds, _unpacked(said), (one, other))
    return [sentences.of(at) for at in range(len(one))]
