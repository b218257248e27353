"""How far a site's specifications say what those of known shops of the category say.

A name or a value is known once two of the shops use it. How much of a site is known depends on how
many shops there are, and on the category; it is therefore held against how much of the shops
themselves the other shops know.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import islice

from specdex.text import letters_and_digits

__all__ = ["MAX_PAGES", "MIN_SHOPS", "UNKNOWN", "KnownShops", "Said", "said"]

MIN_SHOPS, MIN_USERS = 20, 2
"""Sites are compared once so many shops are known (two shops of two languages have nothing in
common); a name or a value is known once so many shops use it."""
UNKNOWN = 0.5
"""The agreement that is supposed while there are too few shops: between that of shops of the
category, which is 1, and that of other sites."""
MAX_PAGES = 30
"""Specifications of a site that are compared."""
MAX_VALUE = 40
"""Letters and digits of a value; what is longer is prose."""
TYPICAL_OF = 100
"""Shops that tell what is typical."""
Words = tuple[frozenset[str], ...]
"""What each page says."""


@dataclass(frozen=True, slots=True)
class Said:
    """What the specifications of a site say, as it is compared."""

    names: Words = ()
    values: Words = ()


def said(pages: Iterable[Iterable[tuple[str, str]]]) -> Said:
    """What *pages* say, each given by its names and values."""
    names, values = [], []
    for page in islice(pages, MAX_PAGES):
        pairs = list(page)
        names.append(_plain(name for name, _ in pairs))
        values.append(_plain(value for _, value in pairs))
    return Said(tuple(names), tuple(values))


def _plain(texts: Iterable[str]) -> frozenset[str]:
    return frozenset(letters_and_digits(text)[:MAX_VALUE] for text in texts) - {""}


class KnownShops:
    """What the known shops of a category say, by site."""

    def __init__(self, shops: Mapping[str, Said]) -> None:
        self._shops = shops
        self._names = Counter(each for shop in shops.values() for each in _all(shop.names))
        self._values = Counter(each for shop in shops.values() for each in _all(shop.values))
        compared = [self._shared(shop, own=True) for shop in islice(shops.values(), TYPICAL_OF)]
        self.typical = sum(compared) / len(compared) if compared else 0.0
        """The share of what a shop says that the others know, their mean."""

    def agreement(self, site: str, found: Said) -> float:
        """How much of what *site* says is known, of what is typical for a shop; 1 is just so."""
        own = site in self._shops
        if len(self._shops) - own < MIN_SHOPS or not self.typical:
            return UNKNOWN
        return self._shared(found, own=own) / self.typical

    def _shared(self, found: Said, *, own: bool) -> float:
        """The share of names and values that are known; a shop does not vouch for itself."""
        users = MIN_USERS + own
        names = _share(found.names, self._names, users)
        return (names + _share(found.values, self._values, users)) / 2


def _all(pages: Words) -> frozenset[str]:
    return frozenset().union(*pages)


def _share(pages: Words, counts: Mapping[str, int], users: int) -> float:
    """The share of what a page says that so many shops use, a page's mean."""
    shares = [sum(counts[each] >= users for each in page) / len(page) for page in pages if page]
    return sum(shares) / len(shares) if shares else 0.0
