"""Which specifications speak of one product?

>>> from specdex.records import Field, Specification
>>> field = Field("gtin", "4006381333931")
>>> pages = [Specification(f"https://{name}.example/1", fields=(field,)) for name in ("a", "b")]
>>> [match.evidence for match in link(pages).matches]
['gtin 4006381333931']
>>> link(pages).groups
(('https://a.example/1', 'https://b.example/1'),)
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from specdex.linkage.bags import Integers
from specdex.linkage.blocking import candidate_pairs
from specdex.linkage.clustering import cluster
from specdex.linkage.clusters import components
from specdex.linkage.identifiers import ids_of, product_ids
from specdex.linkage.learned import Couples, grouped, scored
from specdex.linkage.matching import matches
from specdex.linkage.profiles import profiles
from specdex.linkage.scores import PairModel, read_model
from specdex.records import Correspondence, Match, Specification
from specdex.text import folded

__all__ = ["Linked", "ids_of", "link", "one_a_url", "product_ids"]

CALIBRATES = 200
"""From so many pages on a collection shows how far a learned score holds in it."""
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
    contradict each other the *same* count. A small collection is linked by rules; a larger one
    shows by its own pairs how far a learned score holds.
    """
    by_url = one_a_url(specifications)
    place = {url: number for number, url in enumerate(by_url)}
    told = [
        [(place[one], place[other]) for one, other in pairs if one in place and other in place]
        for pairs in (same, different)
    ]
    if len(by_url) < CALIBRATES:
        return _by_rules(by_url, *told)
    return _by_scores(by_url, correspondences, model, *told)


def _by_rules(by_url: Mapping[str, Specification], same: Couples, different: Couples) -> Linked:
    seen = profiles(tuple(by_url.values()))
    urls = list(by_url)
    found = matches(candidate_pairs(seen))
    gtins = {profile.url: profile.gtins for profile in seen}
    place = {url: number for number, url in enumerate(urls)}
    said = [[(urls[one], urls[other]) for one, other in pairs] for pairs in (same, different)]
    products = np.arange(len(urls))
    for group in cluster(by_url, found, gtins, *said):
        products[[place[url] for url in group]] = place[group[0]]
    loose = matches(candidate_pairs(seen), variants_apart=False)
    models = components(
        len(urls),
        [*range(len(urls)), *(place[match.one] for match in loose)],
        [*products.tolist(), *(place[match.other] for match in loose)],
    )
    return _linked(found, urls, products, models)


def _by_scores(
    by_url: Mapping[str, Specification],
    correspondences: Iterable[Correspondence],
    model: PairModel | None,
    same: Couples,
    different: Couples,
) -> Linked:
    ordered = sorted(correspondences, key=lambda found: (found.confidence, found.attribute))
    names = {(found.site, folded(found.name)): found.attribute for found in ordered}

    def attribute(site: str, name: str) -> str:
        plain = folded(name)
        return names.get((site, plain)) or plain

    found = scored(tuple(by_url.values()), model or read_model(), attribute)
    matches, products, models = grouped(found, same, different)
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
    ordered = sorted(specifications, key=lambda found: (found.url, len(found.pairs), repr(found)))
    return {specification.url: specification for specification in ordered}
