"""Steps of a walk: over a link, to a known entry page, to what nobody asked for."""

from specdex.crawling.frontier import Role, Step
from specdex.crawling.links import PageLink
from specdex.records import PageKind, Visit
from specdex.urls import canonical

__all__ = ["known_entry", "list_kind", "onward", "unexpected"]

KNOWN_ENTRY = 1.0
"""What an entry page of an earlier crawl is worth."""


def unexpected(visit: Visit) -> Step:
    """The step of a visit that the walk never asked for."""
    return Step(canonical(visit.url), visit.url, Role.LISTING, 0.0, "", visit.depth, visit.trail)


def list_kind(step: Step) -> PageKind:
    """What to call a page of the category that is no product."""
    return PageKind.ENTRY if step.role is Role.LISTING and not step.inside else PageKind.INDEX


def onward(step: Step, link: PageLink, anchor: str) -> Step:
    """The step from *step* over *link*, its promise still to be said."""
    trail = (*step.trail, anchor)
    return Step(link.key, link.url, Role.LISTING, 0.0, link.shape, step.depth + 1, trail)


def known_entry(url: str, category: str) -> Step:
    """The step to an entry page of *category* that an earlier crawl found."""
    return Step(
        canonical(url), url, Role.LISTING, KNOWN_ENTRY, depth=1, trail=(category,), inside=True
    )
