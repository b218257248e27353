"""Pagination: the other pages of a list, by numbers, next links, offsets and load-more buttons."""

import re
from collections.abc import Iterator, Sequence

from specdex import lexicon
from specdex.crawling.addresses import counts_on, is_first, is_trap, list_of, page_number, same_list
from specdex.crawling.category import folded, plain
from specdex.crawling.links import PageLink, printed
from specdex.crawling.pager import next_link
from specdex.html import Document
from specdex.text import collapse
from specdex.urls import canonical, same_site

__all__ = ["list_of", "page_number", "pages_of_list", "same_list"]

_NEXT_SIGNS = lexicon.words("pagers.next_signs")

_CALLED_NEXT = re.compile(r"[^a-z]next(?:[^a-z][^/]*)?$", re.IGNORECASE)
"""The shape of a link whose class says where it leads."""


def pages_of_list(document: Document, links: Sequence[PageLink]) -> list[PageLink]:
    """The links of *document* to other pages of the list it shows, first page left out.

    >>> from specdex.html import parse
    >>> from specdex.records import Page
    >>> from specdex.crawling.links import site_links
    >>> page = Page("http://a.example/tv", b'<p><a href="?page=1">1</a> <a href="?page=2">2</a>')
    >>> document = parse(page)
    >>> [link.url for link in pages_of_list(document, site_links(document))]
    ['http://a.example/tv?page=2']
    """
    here, key = document.page.url, canonical(document.page.url)
    found: dict[str, PageLink] = {}
    for link in links:
        if link.key != key and _pages(link, here) and not is_first(link.url):
            found.setdefault(link.key, link)
    if found:
        return list(found.values())
    # what people click is kept in order; what only machines read often is not
    onward = next_link(document, links)
    if onward and onward.key != key and _continues(onward.url, here):
        return [onward]
    return [link for link in _head_links(document) if link.key != key]


def _continues(url: str, here: str) -> bool:
    """Whether *url* may be a further page of the list at *here*, and no trap."""
    further = page_number(url) is not None or same_list(url, here)
    return further and not is_trap(url) and not is_first(url)


def _pages(link: PageLink, here: str) -> bool:
    """Whether *link* goes to another page of the list at *here*."""
    text = collapse(link.anchor)
    marked = "next" in link.rel.split()
    said = plain(text)
    onward = (
        marked
        or text in _NEXT_SIGNS
        or said in folded("pagers.next", "pagers.more")
        or (not said and bool(_CALLED_NEXT.search(link.shape)))
    )
    if not (onward or text.isdigit()) or is_trap(link.url):
        return False
    numbered = page_number(link.url) is not None
    if onward:
        return marked or numbered or same_list(link.url, here) or counts_on(link.url, here)
    return numbered and same_list(link.url, here)


def _head_links(document: Document) -> Iterator[PageLink]:
    """``<link rel="next">``."""
    for node in document.nodes_of("link"):
        if "next" in document.attribute(node, "rel").lower().split():
            url = printed(document.base, document.attribute(node, "href"))
            if url and same_site(url, document.page.url) and not is_trap(url):
                yield PageLink(
                    url, canonical(url), "", "next", node, "/html/head/link", framed=False
                )
