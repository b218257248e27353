"""Hubs: pages that link to several known sites, and where else they link."""

from collections.abc import Mapping

from specdex.html import Document
from specdex.urls import absolute, host, registrable_domain

__all__ = ["forward_sites", "hub_pages"]


def hub_pages(hubs: Mapping[str, float], limit: int) -> dict[str, list[str]]:
    """The best *limit* hubs to read, as addresses by site; ties go by address."""
    best = sorted(hubs, key=lambda hub: (-hubs[hub], hub))[:limit]
    pages: dict[str, list[str]] = {}
    for hub in best:
        pages.setdefault(host(hub), []).append(hub)
    return pages


def forward_sites(document: Document) -> list[str]:
    """The other sites that a hub links to, each once, sorted."""
    own = registrable_domain(host(document.page.url))
    found = set[str]()
    for node in document.nodes_of("a", "area"):
        site = host(absolute(document.base, document.attribute(node, "href")))
        if site and registrable_domain(site) != own:
            found.add(site)
    return sorted(found)
