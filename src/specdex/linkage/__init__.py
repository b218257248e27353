"""Which specifications speak of one product?

>>> from specdex.records import Field, Specification
>>> field = Field("gtin", "4006381333931")
>>> pages = [Specification(f"https://{name}.example/1", fields=(field,)) for name in ("a", "b")]
>>> [match.evidence for match in link(pages).matches]
['gtin 4006381333931']
>>> len(link(pages).products)
1
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from specdex.linkage.blocking import candidate_pairs
from specdex.linkage.clustering import cluster
from specdex.linkage.fusion import Normalise, attribute_names, fuse, normal_value, trust
from specdex.linkage.identifiers import product_ids
from specdex.linkage.matching import matches
from specdex.linkage.profiles import profiles
from specdex.records import Correspondence, Match, Product, Specification

__all__ = ["Linked", "link", "product_ids"]


@dataclass(frozen=True, slots=True)
class Linked:
    """What linking found: the matches, and one product for each group of pages."""

    matches: tuple[Match, ...] = ()
    products: tuple[Product, ...] = ()


def link(
    specifications: Sequence[Specification],
    correspondences: Sequence[Correspondence] = (),
    *,
    normalise: Normalise = normal_value,
    variants_apart: bool = True,
) -> Linked:
    """The products that *specifications* speak of; every page is of exactly one product.

    The order of the input does not matter. *normalise* gives equal texts for values that mean the
    same; the default knows nothing of units. Colours and bundles that have GTINs of their own are
    products of their own, unless *variants_apart* is off.
    """
    by_url = _one_a_url(specifications)
    seen = profiles(tuple(by_url.values()))
    found = matches(candidate_pairs(seen), variants_apart=variants_apart)
    gtins = {profile.url: profile.gtins for profile in seen} if variants_apart else {}
    groups = [[by_url[url] for url in urls] for urls in cluster(by_url, found, gtins)]
    names = attribute_names(correspondences)
    trusted = trust(groups, names, normalise)
    return Linked(found, tuple(fuse(group, names, trusted, normalise) for group in groups))


def _one_a_url(specifications: Iterable[Specification]) -> dict[str, Specification]:
    """The fullest specification of each URL, by URL."""
    ordered = sorted(specifications, key=lambda found: (found.url, len(found.pairs), repr(found)))
    return {specification.url: specification for specification in ordered}
