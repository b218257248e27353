"""Which specifications speak of one product?

>>> from specdex.records import Field, Specification
>>> field = Field("gtin", "4006381333931")
>>> pages = [Specification(f"https://{name}.example/1", fields=(field,)) for name in ("a", "b")]
>>> [match.evidence for match in link(pages).matches]
['gtin 4006381333931']
>>> link(pages).groups
(('https://a.example/1', 'https://b.example/1'),)
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from specdex.linkage.bags import Integers
from specdex.linkage.identifiers import ids_of, product_ids
from specdex.linkage.learned import grouped, scored
from specdex.linkage.scores import PairModel, read_model
from specdex.records import Correspondence, Match, Specification
from specdex.text import folded

__all__ = ["Linked", "ids_of", "link", "one_a_url", "product_ids"]

Urls = Sequence[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Linked:
    """What linking found: the matches, the URLs of each product, and the variants of each model."""

    matches: tuple[Match, ...] = ()
    groups: tuple[tuple[str, ...], ...] = ()
    """The URLs of each product; colours, capacities and kits are products of their own."""
    models: tuple[int, ...] = ()
    """For each group the place in ``groups`` of the first variant of the same model."""


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
    if not specifications:
        return Linked()
    by_url = one_a_url(specifications)
    place = {url: number for number, url in enumerate(by_url)}
    told = [
        [(place[one], place[other]) for one, other in pairs if one in place and other in place]
        for pairs in (same, different)
    ]
    ordered = sorted(correspondences, key=lambda found: (found.confidence, found.attribute))
    names = {(found.site, folded(found.name)): found.attribute for found in ordered}

    def attribute(site: str, name: str) -> str:
        plain = folded(name)
        return names.get((site, plain)) or plain

    found = scored(tuple(by_url.values()), model or read_model(), attribute)
    matches, products, models = grouped(found, *told)
    return _linked(matches, list(by_url), products, models)


def _linked(
    matches: tuple[Match, ...], urls: Sequence[str], products: Integers, models: Integers
) -> Linked:
    """Groups of sorted *urls*, by what is the first page of each one's product and model."""
    order = np.argsort(products, kind="stable")
    firsts = np.flatnonzero(products == np.arange(len(products)))
    parts = np.split(order, np.searchsorted(products[order], firsts)[1:]) if len(urls) else []
    number = {first: at for at, first in enumerate(firsts.tolist())}
    return Linked(
        matches,
        tuple(tuple(urls[page] for page in part.tolist()) for part in parts),
        tuple(number[model] for model in models[firsts].tolist()),
    )


def one_a_url(specifications: Iterable[Specification]) -> dict[str, Specification]:
    """The fullest specification of each URL, by URL."""
    found: dict[str, Specification] = {}
    for each in specifications:
        known = found.setdefault(each.url, each)
        if known is not each and _fullness(known) < _fullness(each):
            found[each.url] = each
    return dict(sorted(found.items()))


def _fullness(specification: Specification) -> tuple[int, str]:
    return len(specification.pairs), repr(specification)
