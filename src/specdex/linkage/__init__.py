"""Which specifications speak of one product?

>>> from specdex.records import Field, Specification
>>> field = Field("gtin", "4006381333931")
>>> pages = [Specification(f"https://{name}.example/1", fields=(field,)) for name in ("a", "b")]
>>> [match.evidence for match in link(pages).matches]
['gtin 4006381333931']
>>> link(pages).groups
(('https://a.example/1', 'https://b.example/1'),)
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from specdex.groups import by_key
from specdex.linkage.bags import Integers
from specdex.linkage.clusters import NEVER, clusters, components
from specdex.linkage.identifiers import ids_of, kind_of_name, product_ids
from specdex.linkage.learned import Compared, Couples, Likely, Scored, compared, grouped, scored
from specdex.linkage.scores import PairModel, read_model
from specdex.ports import Engine
from specdex.records import Correspondence, Match, Specification
from specdex.text import folded, letters_and_digits, words

__all__ = [
    "Linked",
    "Linker",
    "Linking",
    "homes",
    "ids_of",
    "index_of",
    "link",
    "link_late",
    "near",
    "one_a_url",
    "product_ids",
]

Urls = Sequence[tuple[str, str]]
ANY = 1e-6
"""The average that joins groups where nothing but a prohibition keeps them apart."""
MOST = 40
"""A mark of more products brings nobody together."""
NEAR = 3
"""With so many products, those it shares most rare marks with, a late page is compared."""
MAX_TITLE, MAX_CODE = 400, 60

Index = Mapping[str, Sequence[int]]
"""The products, by their numbers, whose pages bear a mark."""


@dataclass(frozen=True, slots=True)
class Linked:
    """What linking found: the matches, the URLs of each product, and the variants of each model."""

    matches: tuple[Match, ...] = ()
    groups: tuple[tuple[str, ...], ...] = ()
    """The URLs of each product; colours, capacities and kits are products of their own."""
    models: tuple[int, ...] = ()
    """For each group the place in ``groups`` of the first variant of the same model."""


class Linker:
    """A collection compared once, by *engine*'s workers if any, to be linked as more is known."""

    def __init__(
        self, specifications: Iterable[Specification], engine: Engine | None = None
    ) -> None:
        self._by_url = one_a_url(specifications)
        self.pairs = compared(tuple(self._by_url.values()), engine)

    def linked(
        self,
        correspondences: Sequence[Correspondence] = (),
        *,
        same: Urls = (),
        different: Urls = (),
        model: PairModel | None = None,
    ) -> "Linking":
        """The products that its pages speak of, as ``link`` tells."""
        found = _scored(self.pairs, correspondences, model)
        told = [_places(self._by_url, pairs) for pairs in (same, different)]
        products, models = grouped(found, *told)
        return Linking(Likely.of(found, products), list(self._by_url), products, models)


@dataclass(frozen=True, slots=True)
class Linking:
    """Pages put together; why they were is put into words when it is asked for."""

    likely: Likely
    urls: Sequence[str]
    products: Integers
    models: Integers

    @property
    def groups(self) -> tuple[tuple[str, ...], ...]:
        """The URLs of each product."""
        return _linked((), self.urls, self.products, self.models).groups

    def whole(self) -> Linked:
        """All of it, with the matches."""
        return _linked(self.likely.matches(), self.urls, self.products, self.models)


def link(
    specifications: Sequence[Specification],
    correspondences: Sequence[Correspondence] = (),
    *,
    same: Urls = (),
    different: Urls = (),
    model: PairModel | None = None,
) -> Linked:
    """The products that *specifications* speak of; every page is of exactly one product.

    The order of the input does not matter. Pairs of URLs that people said are the *same* product
    are together whatever else speaks against it, and *different* ones apart; of such that
    contradict each other the *same* count. A collection shows by its own pairs how far the
    learned score of *model*, or of the one that ships, holds.
    """
    told = {"same": same, "different": different}
    return Linker(specifications).linked(correspondences, **told, model=model).whole()


def link_late(
    specifications: Sequence[Specification],
    correspondences: Sequence[Correspondence],
    settled: Sequence[Sequence[str]],
    *,
    same: Urls = (),
    different: Urls = (),
) -> Linked:
    """The same where products that are *settled* stay apart, but for what people said."""
    by_url = one_a_url(specifications)
    found = _scored(compared(tuple(by_url.values())), correspondences, None)
    number = {url: at for at, urls in enumerate(settled) for url in urls}
    own = np.array([number.get(url, -1) for url in by_url], dtype=np.int64)
    mine, theirs = own[found.one], own[found.other]
    apart = (mine >= 0) & (theirs >= 0) & (mine != theirs)
    found = replace(found, score=np.where(apart, NEVER, found.score))
    together, *told = (
        _places(by_url, pairs)
        for pairs in ([(urls[0], url) for urls in settled for url in urls[1:]], same, different)
    )
    near_by, models = grouped(found, *told)
    first = components(len(by_url), [*together, *told[0]])
    home = homes(near_by, own)
    never = np.array(told[1], dtype=np.int64).reshape(-1, 2)
    pages = np.arange(len(by_url))
    products = clusters(
        first,
        (np.concatenate([pages, never[:, 0]]), np.concatenate([home, never[:, 1]])),
        np.concatenate([np.ones(len(pages)), np.full(len(never), NEVER)]),
        ANY,
    )
    same_model = (*enumerate(products.tolist()), *enumerate(models.tolist()))
    models = components(len(by_url), same_model)
    return _linked(Likely.of(found, near_by).matches(), list(by_url), products, models)


def _places(by_url: Mapping[str, Specification], pairs: Urls) -> Couples:
    place = {url: number for number, url in enumerate(by_url)}
    return [(place[one], place[other]) for one, other in pairs if one in place and other in place]


def _scored(
    pairs: Compared, correspondences: Sequence[Correspondence], model: PairModel | None
) -> Scored:
    ordered = sorted(correspondences, key=lambda found: (found.confidence, found.attribute))
    names = {(found.site, folded(found.name)): found.attribute for found in ordered}

    def attribute(site: str, name: str) -> str:
        plain = folded(name)
        return names.get((site, plain)) or plain

    return scored(pairs, model or read_model(), attribute)


def _linked(
    found: tuple[Match, ...], urls: Sequence[str], products: Integers, models: Integers
) -> Linked:
    """Groups of sorted *urls*, by what is the first page of each one's product and model."""
    order = np.argsort(products, kind="stable")
    firsts = np.flatnonzero(products == np.arange(len(products)))
    parts = np.split(order, np.searchsorted(products[order], firsts)[1:]) if len(urls) else []
    number = {first: at for at, first in enumerate(firsts.tolist())}
    return Linked(
        found,
        tuple(tuple(urls[page] for page in part.tolist()) for part in parts),
        tuple(number[model] for model in models[firsts].tolist()),
    )


def one_a_url(specifications: Iterable[Specification]) -> dict[str, Specification]:
    """The fullest specification of each URL, by URL."""
    found: dict[str, Specification] = {}
    for each in specifications:
        known = found.setdefault(each.url, each)
        if known is not each:
            found[each.url] = max(known, each, key=lambda one: (len(one.pairs), repr(one)))
    return dict(sorted(found.items()))


def index_of(groups: Iterable[Iterable[Specification]]) -> dict[str, list[int]]:
    """The rare marks of *groups*, and which of them bear each."""
    marks = (sorted({mark for each in group for mark in _marks(each)}) for group in groups)
    found = by_key((mark, number) for number, each in enumerate(marks) for mark in each)
    return {mark: numbers for mark, numbers in found.items() if len(numbers) <= MOST}


def near(late: Iterable[Specification], index: Index) -> set[int]:
    """The numbers of the products that any of *late* may be of."""
    found: set[int] = set()
    for each in late:
        shared: Counter[int] = Counter()
        for mark in set(_marks(each)):
            numbers = index.get(mark, ())
            for number in numbers:
                shared[number] += MOST // len(numbers)
        ranked = sorted(shared, key=lambda number: (-shared[number], number))
        found.update(ranked[:NEAR])
    return found


def homes(groups: Integers, settled: Integers) -> Integers:
    """For each page the page that it goes with: of the product that most pages of its group are of.

    *groups* tells the first page of each one's group, and *settled* the number of its product, or
    -1. A page of a product goes with itself, and one of a group without any with its first page.
    """
    found = np.where(settled >= 0, np.arange(len(groups)), groups)
    count = int(settled.max(initial=-1)) + 1
    first = np.full(count, len(groups))
    old = np.flatnonzero(settled >= 0)
    np.minimum.at(first, settled[old], old)
    pairs, times = np.unique(groups[old] * max(1, count) + settled[old], return_counts=True)
    order = np.lexsort((-pairs, times))
    home = np.full(len(groups), -1, dtype=np.int64)
    home[pairs[order] // max(1, count)] = first[pairs[order] % max(1, count)]
    late = (settled < 0) & (home[groups] >= 0)
    return np.where(late, home[groups], found)


def _marks(specification: Specification) -> Iterator[str]:
    """The words of a title, neighbours as one, and what is announced as an identifier."""
    said = words(specification.title[:MAX_TITLE])
    yield from said
    for one, other in pairwise(said):
        if not (one + other).isalpha():
            yield one + other
    given = [(each.name, each.value) for each in specification.fields]
    given += [(each.name, each.value) for each in specification.pairs]
    for name, value in given:
        if len(value) <= MAX_CODE and kind_of_name(name):
            yield letters_and_digits(value)
