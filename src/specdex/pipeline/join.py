"""The verbs align and link: names that mean one attribute, specifications of one product."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from specdex.alignment import align, describe
from specdex.fusion import fuse
from specdex.linkage import ids_of, link, one_a_url
from specdex.ports import Store
from specdex.records import Attribute, Correspondence, Match, Product, Specification

__all__ = ["Joined", "align_names", "join", "join_run"]


LINKED_FIRST = 2_000
"""In a larger collection pages that share rare codes lend their values, without being linked."""


@dataclass(frozen=True, slots=True)
class Joined:
    """Attributes, correspondences, matches and products of a collection."""

    attributes: tuple[Attribute, ...]
    correspondences: tuple[Correspondence, ...]
    matches: tuple[Match, ...]
    products: tuple[Product, ...]


def align_names(specifications: Sequence[Specification]) -> tuple[Correspondence, ...]:
    """Which site's name means which attribute; products that share ids lend their values."""
    linked = link(specifications).groups if len(specifications) <= LINKED_FIRST else ()
    groups = [urls for urls in linked if len(urls) > 1]
    category = _category(specifications)
    return tuple(replace(each, category=category) for each in align(specifications, groups))


def join(specifications: Sequence[Specification]) -> Joined:
    """Align the names, link the specifications, and fuse what all sites say."""
    correspondences = align_names(specifications)
    linked = link(specifications, correspondences)
    by_url = one_a_url(specifications)
    groups = [[by_url[url] for url in urls] for urls in linked.groups]
    category = _category(specifications)
    attributes = tuple(
        replace(each, category=category) for each in describe(specifications, correspondences)
    )
    products = fuse(groups, correspondences, attributes, ids_of)
    matches = tuple(replace(each, category=category) for each in linked.matches)
    return Joined(attributes, correspondences, matches, products)


def _category(specifications: Sequence[Specification]) -> str:
    """The category that *specifications* have, if they say any; empty where there are several."""
    categories = {specification.category for specification in specifications} - {""}
    return categories.pop() if len(categories) == 1 else ""


def join_run(store: Store, category: str, sites: Iterable[str]) -> tuple[int, int]:
    """Join what *sites* say of *category*, in the place of what was joined before.

    How many specifications became how many products.
    """
    said = [
        each
        for site in sites
        for each in store.read(Specification, site=site)
        if each.pairs and each.category in {category, ""}
    ]
    joined = join(said)
    with store.transaction():
        for kind, records in (
            (Attribute, joined.attributes),
            (Correspondence, joined.correspondences),
            (Match, joined.matches),
            (Product, joined.products),
        ):
            own = [replace(each, category=category) for each in records]
            store.replace(kind, {"category": category}, own)
    return len(said), len(joined.products)
