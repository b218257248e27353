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

from specdex.linkage.blocking import candidate_pairs
from specdex.linkage.clustering import cluster
from specdex.linkage.identifiers import ids_of, product_ids
from specdex.linkage.learned import grouped, scored
from specdex.linkage.matching import matches
from specdex.linkage.profiles import profiles
from specdex.linkage.scores import PairModel, read_model
from specdex.records import Correspondence, Match, Specification
from specdex.text import folded

__all__ = ["Linked", "ids_of", "link", "one_a_url", "product_ids"]

CALIBRATES = 200
"""From so many pages on a collection shows how far a learned score holds in it."""


@dataclass(frozen=True, slots=True)
class Linked:
    """What linking found: the matches, and the URLs of each product."""

    matches: tuple[Match, ...] = ()
    groups: tuple[tuple[str, ...], ...] = ()


def link(
    specifications: Sequence[Specification],
    correspondences: Sequence[Correspondence] = (),
    *,
    variants_apart: bool = True,
    model: PairModel | None = None,
) -> Linked:
    """The products that *specifications* speak of; every page is of exactly one product.

    The order of the input does not matter. Colours and bundles that have GTINs of their own are
    products of their own, unless *variants_apart* is off. A small collection is linked by rules;
    a larger one shows by its own pairs how far a learned score holds.
    """
    by_url = one_a_url(specifications)
    if len(by_url) < CALIBRATES:
        return _by_rules(by_url, variants_apart=variants_apart)
    return _by_scores(by_url, correspondences, model, variants_apart=variants_apart)


def _by_rules(by_url: Mapping[str, Specification], *, variants_apart: bool) -> Linked:
    seen = profiles(tuple(by_url.values()))
    found = matches(candidate_pairs(seen), variants_apart=variants_apart)
    gtins = {profile.url: profile.gtins for profile in seen} if variants_apart else {}
    return Linked(found, cluster(by_url, found, gtins))


def _by_scores(
    by_url: Mapping[str, Specification],
    correspondences: Iterable[Correspondence],
    model: PairModel | None,
    *,
    variants_apart: bool,
) -> Linked:
    ordered = sorted(correspondences, key=lambda found: (found.confidence, found.attribute))
    names = {(found.site, folded(found.name)): found.attribute for found in ordered}
    pages = tuple(by_url.values())

    def attribute(site: str, name: str) -> str:
        plain = folded(name)
        return names.get((site, plain)) or plain

    found, groups = grouped(
        scored(pages, model or read_model(), attribute, variants_apart=variants_apart)
    )
    urls = sorted(tuple(sorted(pages[place].url for place in group)) for group in groups)
    return Linked(found, tuple(urls))


def one_a_url(specifications: Iterable[Specification]) -> dict[str, Specification]:
    """The fullest specification of each URL, by URL."""
    ordered = sorted(specifications, key=lambda found: (found.url, len(found.pairs), repr(found)))
    return {specification.url: specification for specification in ordered}
