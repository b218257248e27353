"""Which domain a page is of: by its category, else by its own words."""

from specdex.html import Document
from specdex.papers.entropy.leaves import leaves
from specdex.papers.entropy.roles import GENERIC, Domain, for_category, shipped, shipped_names

__all__ = ["for_page"]

LEAD = 2
"""Roles of which a page must have more words than of the generic domain's."""


def for_page(document: Document) -> Domain:
    """The shipped domain that names the page's category, or whose labels the page has most of.

    The generic one where no other has clearly more.
    """
    named = for_category(document.page.category)
    if named.name != GENERIC or not len(document):
        return named
    counts = {name: _roles(document, shipped(name)) for name in shipped_names()}
    best = max(counts, key=lambda name: (counts[name], name == GENERIC))
    return shipped(best) if counts[best] >= counts[GENERIC] + LEAD else named


def _roles(document: Document, domain: Domain) -> int:
    """How many roles of the product itself the page has a label of."""
    found = {label.role for label in leaves(document, domain).labels}
    return sum(not domain.roles[role].offer for role in found)
