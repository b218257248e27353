"""Pagination: the other pages of a list, by numbers, next links, offsets and load-more buttons."""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from urllib.parse import urlsplit

from specdex.crawling.category import fold
from specdex.crawling.links import PageLink, printed
from specdex.crawling.traps import is_trap
from specdex.crawling.vocabulary import (
    FACETS,
    MORE,
    NEXT,
    NEXT_SIGNS,
    PAGER_PATHS,
    PAGERS,
)
from specdex.html import Document
from specdex.text import collapse, words
from specdex.urls import canonical, query, same_site

__all__ = ["list_of", "page_number", "pages_of_list", "same_list"]

_DIGITS = re.compile(r"\d+")
MAX_NUMBER = 5_000


@cache
def _next_words() -> frozenset[str]:
    return frozenset(fold(word) for word in (*NEXT, *MORE))


def page_number(url: str) -> int | None:
    """The number or offset of the page *url* within its list, if its address has one.

    >>> page_number("http://a.example/tv?page=3"), page_number("http://a.example/tv/page/2/")
    (3, 2)
    """
    for name, value in query(url):
        if PAGERS.match(name) and value.isdigit() and int(value) <= MAX_NUMBER:
            return int(value)
    match = PAGER_PATHS.search(urlsplit(url).path)
    number = match and (match.group(1) or match.group(2))
    return int(number) if number else None


def list_of(url: str) -> str:
    """What names the list that *url* is a page of: no page number, no parameters that only sort."""
    parts = urlsplit(canonical(url))
    kept = [
        f"{name}={value}"
        for name, value in query(url)
        if not (PAGERS.match(name) and (not value or value.isdigit())) and not FACETS.match(name)
    ]
    path = PAGER_PATHS.sub("", parts.path).rstrip("/")
    path = path.removesuffix("/page").removesuffix("/index.html").removesuffix(".html")
    return f"{parts.hostname}{path}?{'&'.join(sorted(kept))}"


def same_list(one: str, other: str) -> bool:
    """Whether two addresses differ in nothing but the number of the page."""
    return list_of(one) == list_of(other)


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
        if link.key != key and _pages(link, here) and not _is_first(link.url):
            found.setdefault(link.key, link)
    # what people click is kept in order; what only machines read often is not
    return list(found.values()) or [link for link in _head_links(document) if link.key != key]


def _pages(link: PageLink, here: str) -> bool:
    """Whether *link* goes to another page of the list at *here*."""
    text = collapse(link.anchor)
    marked = "next" in link.rel.split()
    onward = marked or text in NEXT_SIGNS or " ".join(words(fold(text))) in _next_words()
    if not (onward or text.isdigit()) or is_trap(link.url):
        return False
    numbered = page_number(link.url) is not None
    if onward:
        return marked or numbered or same_list(link.url, here)
    return numbered and same_list(link.url, here)


def _is_first(url: str) -> bool:
    """Whether *url* is the first page of a list by its number: it was there without it, too."""
    named = {name: value for name, value in query(url) if PAGERS.match(name) and value.isdigit()}
    return any(
        value == "0" or (value == "1" and name != "start") for name, value in named.items()
    ) or (not named and page_number(url) == 1)


def _head_links(document: Document) -> Iterator[PageLink]:
    """``<link rel="next">``."""
    for node in document.nodes_of("link"):
        if "next" in document.attribute(node, "rel").lower().split():
            url = printed(document.base, document.attribute(node, "href"))
            if url and same_site(url, document.page.url) and not is_trap(url):
                yield PageLink(
                    url, canonical(url), "", "next", node, "/html/head/link", framed=False
                )
