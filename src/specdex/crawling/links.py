"""The links of a Document that stay on its site, each with its words and its place."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice
from urllib.parse import urldefrag, urljoin

from w3lib.url import safe_url_string

from specdex.crawling.addresses import without_session
from specdex.html import Document
from specdex.html.tags import FRAME_TAGS
from specdex.lexicon import alternatives, phrases
from specdex.money import any_sign
from specdex.text import HUMPS, collapse
from specdex.urls import canonical, host, is_web, registrable_domain

__all__ = ["PageLink", "followed", "merged", "printed", "site_links"]

CURRENCIES = any_sign(phrases("currencies.crawled"), before=r"\b", behind=r"(?=[\s.,\d]|$)")
AMOUNT = r"\d{1,3}(?:[ .,'\u00a0\u202f]\d{3})*(?:[.,]\d{1,2}|,[-\u2013])?|\d+(?:[.,]\d{1,2})?"
PRICE = re.compile(rf"{CURRENCIES}\s?(?:{AMOUNT})|(?:{AMOUNT})\s?{CURRENCIES}", re.IGNORECASE)
"""An amount of money."""
CHROME = re.compile(rf"(?:^|[\s_-])(?:{alternatives('classes.chrome')})(?:$|[\s_-])", re.IGNORECASE)
"""Classes and ids of what frames a page."""

MAX_ANCHOR = 300
MAX_LINKS = 2000
"""Links of a page that are looked at: as many take half a second in Python."""
TARGETS = (
    "href",
    *(f"data-{name}" for name in ("href", "url", "next", "next-url", "next-page", "link")),
)
"""Attributes that hold the address of a link or of a button that loads more."""
BUTTONS = frozenset({"button", "div", "span", "li", "form"})
REMEMBERED = 1 << 13
"""A site's pages repeat their menus: most links are known already."""
UNMARKED = frozenset({"html", "body", "li", "tr", "td", "article", "option"})
"""Repeated elements: their classes say first, last, odd or sold out, not what they are."""
UNFRAMED = frozenset({"html", "body", "main", "a"})
MOST_OF_PAGE = 0.6
LABELS = ("title", "aria-label", "alt", "value")
_PLAIN = re.compile(r"(?:/[A-Za-z0-9_-][A-Za-z0-9_.-]*)+/?(?:\?[A-Za-z0-9_=&.-]+)?|/")
"""A path from a site's root, with nothing in it that joining would change."""
_SKIPPED = re.compile(r"^\s*(?:#|javascript:|mailto:|tel:|data:|about:|blob:|void)", re.IGNORECASE)
_VARIANTS = re.compile(
    r"\d+|(?<![a-z])(?:odd|even|first|last|alt|active|current)(?![a-z])", re.IGNORECASE
)
"""What differs in the classes of repeated elements."""
_UNFOLLOWED = re.compile(r"(?<![\w-])(?:nofollow|none)(?![\w-])", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class PageLink:
    """A link as a walk sees it."""

    url: str
    """As printed, made absolute, without session and fragment: what is asked for."""
    key: str
    """Its canonical form: what it is remembered by."""
    anchor: str
    rel: str
    node: int
    shape: str
    """Its XPath with classes in place of positions: links alike have shapes alike."""
    framed: bool
    """Whether it stands in a menu, header, footer or side bar."""


def printed(base: str, href: str) -> str:
    """The web address that *href* means on the page *base*, spelled as printed; empty for none."""
    if not href or _SKIPPED.match(href):
        return ""
    try:
        if _PLAIN.fullmatch(href):
            return _clean(_root(base) + href)[0]
        return _clean(urljoin(base, href.strip()))[0]
    except ValueError:
        return ""


@lru_cache(maxsize=REMEMBERED)
def _root(base: str) -> str:
    """What stands before the path of an address on the page *base*."""
    return urljoin(base, "/").removesuffix("/")


@lru_cache(maxsize=REMEMBERED)
def _clean(url: str) -> tuple[str, str]:
    """*url* as it is asked for, and as it is remembered; both empty where it is no web address."""
    try:
        url = urldefrag(url).url
        url = safe_url_string(without_session(url)) if is_web(url) else ""
    except ValueError:
        url = ""
    return (url, canonical(url)) if url else ("", "")


def site_links(document: Document) -> list[PageLink]:
    """The links of *document* to its own site, in page order, so many at most."""
    return list(islice(_links(document), MAX_LINKS))


def followed(document: Document) -> list[PageLink]:
    """The links of *document* to its own site that nobody asks not to follow."""
    for node in document.nodes_of("meta"):
        named = document.attribute(node, "name").strip().lower()
        if named == "robots" and _UNFOLLOWED.search(document.attribute(node, "content")):
            return []
    return [link for link in site_links(document) if not _UNFOLLOWED.search(link.rel)]


def _links(document: Document) -> Iterator[PageLink]:
    places = _Places(document)
    base, here = document.base, registrable_domain(host(document.page.url))
    for node, tag in enumerate(document.tag):
        if tag not in {"a", "area"} and tag not in BUTTONS:
            continue
        url = printed(base, _target(document, node, tag))
        if url and registrable_domain(host(url)) == here:
            shape, framed = places.of(node)
            yield PageLink(
                url=url,
                key=_clean(url)[1],
                anchor=_anchor(document, node),
                rel=document.attribute(node, "rel").lower(),
                node=node,
                shape=shape,
                framed=framed,
            )


def _target(document: Document, node: int, tag: str) -> str:
    """Where the element points, if anywhere; a form or a list item only by a data attribute."""
    names = TARGETS if tag in {"a", "area"} else TARGETS[1:]
    for name in names:
        value = document.attribute(node, name)
        if value and (name == "href" or "/" in value or "?" in value) and not _SKIPPED.match(value):
            return value
    return ""


def _anchor(document: Document, node: int) -> str:
    """The words of a link: its text, or what its image or title says."""
    text = document.text_of(node)
    if text:
        return text[:MAX_ANCHOR]
    for each in (node, *document.descendants(node)):
        for name in LABELS:
            label = collapse(document.attribute(each, name))
            if label and document.tag[each] != "input":
                return label[:MAX_ANCHOR]
    return ""


class _Places:
    """Shapes of nodes, each computed once from its parent's."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.known: dict[int, tuple[str, bool]] = {-1: ("", False)}

    def of(self, node: int) -> tuple[str, bool]:
        """The shape of *node*, and whether it lies in the frame of the page."""
        path = [node]
        for above in self.document.ancestors(node):
            if above in self.known:
                break
            path.append(above)
        for each in reversed(path):
            if each not in self.known:
                self.known[each] = self._step(each)
        return self.known[node]

    def _step(self, node: int) -> tuple[str, bool]:
        document = self.document
        shape, framed = self.known[document.parent[node]]
        tag = document.tag[node]
        names = document.attribute(node, "class").split() if tag not in UNMARKED else []
        mark = "." + _VARIANTS.sub("#", names[0]) if names else ""
        return f"{shape}/{tag}{mark}", framed or self._frames(node)

    def _frames(self, node: int) -> bool:
        """Whether *node* is a menu, header, footer or side bar, and not most of the page."""
        document = self.document
        tag = document.tag[node]
        if tag in FRAME_TAGS or document.attribute(node, "role") == "navigation":
            return True
        if tag in UNFRAMED or document.end[node] - node > MOST_OF_PAGE * len(document):
            return False
        label = f"{document.attribute(node, 'class')} {document.attribute(node, 'id')}"
        return bool(CHROME.search(HUMPS.sub("-", label)))


def merged(links: list[PageLink]) -> dict[str, PageLink]:
    """One link for each address: its first place, with the first anchor that says something."""
    found: dict[str, PageLink] = {}
    for link in links:
        known = found.setdefault(link.key, link)
        if not known.anchor and link.anchor:
            found[link.key] = replace(known, anchor=link.anchor)
    return found
