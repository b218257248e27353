"""Which specifications speak of one product?

>>> from specdex.records import Field, Specification
>>> field = Field("gtin", "4006381333931")
>>> pages = [Specification(f"https://{name}.example/1", fields=(field,)) for name in ("a", "b")]
>>> [match.evidence for match in link(pages).matches]
['gtin 4006381333931']
>>> len(link(pages).products)
1
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from specdex.linkage.blocking import candidate_pairs
from specdex.linkage.clustering import cluster
from specdex.linkage.fusion import Normalise, attribute_names, fuse, normal_value, trust
from specdex.linkage.identifiers import product_ids
from specdex.linkage.learned import grouped, scored
from specdex.linkage.matching import matches
from specdex.linkage.profiles import profiles
from specdex.linkage.scores import PairModel, read_model
from specdex.records import Correspondence, Match, Product, Specification
from specdex.text import folded

__all__ = ["Linked", "link", "product_ids"]

CALIBRATES = 200
"""From so many pages on a collection shows how far a learned score holds in it."""

Found = tuple[tuple[Match, ...], Sequence[Sequence[Specification]]]


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
    model: PairModel | None = None,
) -> Linked:
    """The products that *specifications* speak of; every page is of exactly one product.

    The order of the input does not matter. *normalise* gives equal texts for values that mean the
    same; the default knows nothing of units. Colours and bundles that have GTINs of their own are
    products of their own, unless *variants_apart* is off. A small collection is linked by rules;
    a larger one shows by its own pairs how far a learned score holds.
    """
    by_url = _one_a_url(specifications)
    names = attribute_names(correspondences)
    if len(by_url) < CALIBRATES:
        found, groups = _by_rules(by_url, variants_apart=variants_apart)
    else:
        found, groups = _by_scores(by_url, names, model, variants_apart=variants_apart)
    trusted = trust(groups, names, normalise)
    return Linked(found, tuple(fuse(group, names, trusted, normalise) for group in groups))


def _by_rules(by_url: Mapping[str, Specification], *, variants_apart: bool) -> Found:
    seen = profiles(tuple(by_url.values()))
    found = matches(candidate_pairs(seen), variants_apart=variants_apart)
    gtins = {profile.url: profile.gtins for profile in seen} if variants_apart else {}
    return found, [[by_url[url] for url in urls] for urls in cluster(by_url, found, gtins)]


def _by_scores(
    by_url: Mapping[str, Specification],
    names: Mapping[tuple[str, str], str],
    model: PairModel | None,
    *,
    variants_apart: bool,
) -> Found:
    ordered = tuple(by_url.values())

    def attribute(site: str, name: str) -> str:
        plain = folded(name)
        return names.get((site, plain)) or plain

    found, groups = grouped(
        scored(ordered, model or read_model(), attribute, variants_apart=variants_apart)
    )
    return found, [[ordered[place] for place in group] for group in groups]


def _one_a_url(specifications: Iterable[Specification]) -> dict[str, Specification]:
    """The fullest specification of each URL, by URL."""
    ordered = sorted(specifications, key=lambda found: (found.url, len(found.pairs), repr(found)))
    return {specification.url: specification for specification in ordered}
