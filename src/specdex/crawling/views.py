"""A page as a walk looks at it: its links, their groups, and what it seems to be."""

from dataclasses import dataclass, replace
from math import log2

from specdex.crawling.frontier import Role, Step
from specdex.crawling.index_pages import LinkGroup, anchors, link_groups
from specdex.crawling.links import PageLink, followed, merged, printed, site_links
from specdex.crawling.page_types import page_type
from specdex.crawling.pagination import pages_of_list
from specdex.crawling.target_pages import product_score, signals
from specdex.html import Document
from specdex.ports import ListingReader
from specdex.urls import absolute, canonical

__all__ = ["View", "look"]

LIST_SCORE = 0.55
"""A group of links that scores this much is a list of products."""
PRODUCT_SCORE = 0.5
"""A page that scores this much shows one product."""
HOPE = 0.15
"""How much the hope with which a page was asked for adds to what it shows."""
DOUBT = 0.12
"""How near to the line a page must score for its type to be asked as well, …"""
TYPED = 0.4
"""… and how much that then says."""
BELIEVED = 0.5
"""How sure a listing reader must be for its offers to count."""
MIN_OFFERS = 2
READ = "offers"
"""The shape of a group that a listing reader found."""


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


def look(
    document: Document, step: Step, reader: ListingReader | None = None, *, nofollow: bool = False
) -> View:
    """What is on *document*, asked for as *step*; *reader* reads the offers of its lists.

    With *nofollow*, links that the page asks not to follow are not there.
    """
    links = tuple(followed(document) if nofollow else site_links(document))
    best = anchors(links)
    groups = tuple(link_groups(document, links, best))
    offers = _offers(groups)
    product = _product(document, step, links, len(offers.links) if offers else 0)
    if reader is not None and product < PRODUCT_SCORE:
        offers = _with_read(offers, _read(reader, document, links))
    # the pager of a product's page turns the pages of its reviews
    pages = tuple(pages_of_list(document, links)) if product < PRODUCT_SCORE else ()
    return View(
        document=document,
        links=links,
        anchors=best,
        groups=groups,
        offers=offers,
        pages=pages,
        product=product,
        place=canonical(document.page.url),
        named=_named(document),
    )


def _product(document: Document, step: Step, links: tuple[PageLink, ...], offers: int) -> float:
    """How surely *document* shows one product; where that is doubtful, its type is asked too."""
    if step.role is Role.HOME:
        return 0.0
    anchor = step.trail[-1] if step.trail and step.role is Role.PRODUCT else ""
    hope = HOPE if step.role is Role.PRODUCT else -HOPE
    score = product_score(signals(document, anchor, offers)) + hope
    if abs(score - PRODUCT_SCORE) >= DOUBT:
        return score
    told = page_type(document, links)
    return score + TYPED * (told.product - told.collection) / 2


def _read(
    reader: ListingReader, document: Document, links: tuple[PageLink, ...]
) -> LinkGroup | None:
    """The offers that *reader* finds, as a group of links; None where it finds no list."""
    listing = reader.read(document)
    if listing.confidence < BELIEVED:
        return None
    by_key = merged(list(links))
    found = {
        canonical(url): bool(offer.price)
        for offer in listing.offers
        if (url := absolute(document.base, offer.url) if offer.url else "")
    }
    known = tuple(by_key[key] for key in found if key in by_key)
    if len(known) < MIN_OFFERS:
        return None
    return LinkGroup(READ, known, listing.confidence, sum(found.values()) / len(found))


def _with_read(offers: LinkGroup | None, read: LinkGroup | None) -> LinkGroup | None:
    """The page's list of products by both witnesses: shapes of links, and records read."""
    if offers is None or read is None:
        return offers or read
    keys = {link.key for link in offers.links}
    shared = sum(link.key in keys for link in read.links)
    if 2 * shared < len(read.links):
        # they speak of different lists: what shows prices is believed
        return read if read.priced > offers.priced else offers
    more = tuple(link for link in read.links if link.key not in keys)
    return replace(offers, links=(*offers.links, *more))


def _offers(groups: tuple[LinkGroup, ...]) -> LinkGroup | None:
    """The group that most looks like the page's list of products."""
    lists = [
        group
        for group in groups
        # what stands in a menu or a side bar says nothing of the page
        if group.score >= LIST_SCORE and not all(link.framed for link in group.links)
    ]
    return max(lists, key=lambda group: group.score * log2(1 + len(group.links)), default=None)


def _named(document: Document) -> str:
    """The page's ``<link rel="canonical">``."""
    for node in document.nodes_of("link"):
        if document.attribute(node, "rel").lower() == "canonical":
            url = printed(document.base, document.attribute(node, "href"))
            if url:
                return canonical(url)
    return canonical(document.page.url)
