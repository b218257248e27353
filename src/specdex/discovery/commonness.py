"""How common links to a site are: what everyone links to is no shop for being linked to.

Social networks, front doors of marketplaces, consent tools and the like stand in the links of any
page and in the results of any query. A site's score is therefore taken less the share of all sites
that link to it: what is left is what speaks for this category. The shares come from a web graph
where the backlink source is one, else from the shipped list.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import cache

from specdex import models
from specdex.urls import host, registrable_domain

__all__ = ["common_hubs", "commonness", "shipped_commonness", "weighed"]

SHIPPED = "common_sites.json"
LEAST = 0.01
"""A share from which on everyone links to a site; less is what a good shop may have."""
Shares = Mapping[str, float]
"""The share of all sites that link to a site, from 0 to 1."""


@cache
def shipped_commonness() -> Shares:
    """The list that is shipped, by registrable domain."""
    shares: dict[str, float] = models.read(SHIPPED)["shares"]
    return shares


def commonness(
    sites: Iterable[str], counted: Callable[[Iterable[str]], Shares] | None = None
) -> dict[str, float]:
    """The share of each of *sites* that has one; what a graph has *counted* outweighs the list.

    >>> commonness(["m.facebook.com", "shop.example"])
    {'m.facebook.com': 0.3}
    """
    named = {site: shipped_commonness().get(registrable_domain(site), 0.0) for site in sites}
    known = {**named, **(counted(named) if counted else {})}
    return {site: share for site, share in known.items() if share >= LEAST}


def weighed(scores: Mapping[str, float], common: Shares) -> dict[str, float]:
    """*scores* less what is *common*; a site that has no more than that is left out.

    >>> weighed({"social.example": 0.3, "shop.example": 0.3}, {"social.example": 0.3})
    {'shop.example': 0.3}
    """
    left = {site: score - common.get(site, 0.0) for site, score in scores.items()}
    return {site: score for site, score in left.items() if score > 0}


def common_hubs(hubs: Mapping[str, float], common: Shares) -> dict[str, float]:
    """The scores of *hubs*, each less by the share that links to its own site anyway."""
    return {hub: score * (1 - common.get(host(hub), 0.0)) for hub, score in hubs.items()}
