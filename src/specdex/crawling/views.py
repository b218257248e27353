"""A page as a walk looks at it: its links, their groups, and what it seems to be."""

from dataclasses import dataclass
from math import log2

from specdex.crawling.frontier import Role, Step
from specdex.crawling.index_pages import LinkGroup, anchors, link_groups
from specdex.crawling.links import PageLink, printed, site_links
from specdex.crawling.pagination import pages_of_list
from specdex.crawling.target_pages import product_score, signals
from specdex.html import Document
from specdex.urls import canonical

__all__ = ["View", "look"]

LIST_SCORE = 0.55
"""A group of links that scores this much is a list of products."""
PRODUCT_SCORE = 0.5
"""A page that scores this much shows one product."""
HOPE = 0.15
"""How much the hope with which a page was asked for adds to what it shows."""


@dataclass(frozen=True, slots=True)
class View:
    """What a walk sees on a page."""

    document: Document
    links: tuple[PageLink, ...]
    anchors: dict[str, str]
    """The best anchor of each address."""
    groups: tuple[LinkGroup, ...]
    offers: LinkGroup | None
    """The page's list of products, if it has one."""
    pages: tuple[PageLink, ...]
    """Other pages of the same list."""
    product: float
    """How surely it shows one product."""
    place: str
    """Where it was found, by canonical address."""
    named: str
    """What it calls itself, by canonical address; its place where it does not."""

    @property
    def is_product(self) -> bool:
        """Whether the page shows one product."""
        return self.product >= PRODUCT_SCORE


def look(document: Document, step: Step) -> View:
    """What is on *document*, asked for as *step*."""
    links = tuple(site_links(document))
    groups = tuple(link_groups(document, links))
    offers = _offers(groups)
    pages = tuple(pages_of_list(document, links))
    anchor = step.trail[-1] if step.trail and step.role is Role.PRODUCT else ""
    found = signals(document, anchor, len(offers.links) if offers else 0)
    hope = HOPE if step.role is Role.PRODUCT else -HOPE
    return View(
        document=document,
        links=links,
        anchors=anchors(links),
        groups=groups,
        offers=offers,
        pages=pages,
        product=0.0 if step.role is Role.HOME else product_score(found) + hope,
        place=canonical(document.page.url),
        named=_named(document),
    )


def _offers(groups: tuple[LinkGroup, ...]) -> LinkGroup | None:
    """The group that most looks like the page's list of products."""
    lists = [group for group in groups if group.score >= LIST_SCORE]
    return max(lists, key=lambda group: group.score * log2(1 + len(group.links)), default=None)


def _named(document: Document) -> str:
    """The page's ``<link rel="canonical">``."""
    for node in document.nodes_of("link"):
        if document.attribute(node, "rel").lower() == "canonical":
            url = printed(document.base, document.attribute(node, "href"))
            if url:
                return canonical(url)
    return canonical(document.page.url)
