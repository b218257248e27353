"""The verbs align and link: names that mean one attribute, specifications of one product."""

from collections.abc import Sequence
from dataclasses import dataclass

from specdex.alignment import align
from specdex.linkage import link
from specdex.quantities import normal_value
from specdex.records import Correspondence, Match, Product, Specification

__all__ = ["Joined", "align_names", "join"]


@dataclass(frozen=True, slots=True)
class Joined:
    """Correspondences, matches and products of a collection."""

    correspondences: tuple[Correspondence, ...]
    matches: tuple[Match, ...]
    products: tuple[Product, ...]


def align_names(specifications: Sequence[Specification]) -> tuple[Correspondence, ...]:
    """Which site's name means which attribute; products that share ids lend their values."""
    groups = [product.urls for product in link(specifications).products if len(product.urls) > 1]
    return align(specifications, groups)


def join(specifications: Sequence[Specification]) -> Joined:
    """Align the names, link the specifications, and fuse what all sites say."""
    correspondences = align_names(specifications)
    linked = link(specifications, correspondences, normalise=normal_value)
    return Joined(correspondences, tuple(linked.matches), tuple(linked.products))
