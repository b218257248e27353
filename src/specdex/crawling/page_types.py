"""Types of pages: one product, a collection of products, or anything else."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import urlsplit

import numpy as np

from specdex.crawling.index_pages import LinkGroup, link_groups
from specdex.crawling.links import PRICE, PageLink, site_links
from specdex.crawling.list_features import ADDRESS_WORDS, LIST_FEATURES, list_row
from specdex.crawling.model import learned
from specdex.crawling.target_pages import signals
from specdex.forest import Floats as Matrix
from specdex.html import Document
from specdex.lexicon import alternatives, table
from specdex.markup import jsonld_types
from specdex.text import words
from specdex.urls import query

__all__ = ["COLLECTION", "FEATURES", "PLAIN", "PRODUCT", "PageType", "page_row", "page_type"]

MARKUP_TYPES = {name: frozenset(types) for name, types in table("pages.markup_types").items()}
"""Types of schema.org that tell pages apart."""
_SAYS = r"page_?(?:type|category|template)[\"']?\s*[:=]\s*[\"'](?:{})"
SCRIPT_SIGNS = {
    "says product": re.compile(_SAYS.format("product|pdp|item"), re.IGNORECASE),
    "says collection": re.compile(
        _SAYS.format("collection|category|plp|search|listing|catalog"), re.IGNORECASE
    ),
    "says article": re.compile(_SAYS.format("article|post|blog|news|story"), re.IGNORECASE),
    "sku": re.compile(r"[\"'](?:sku|productId|product_id|variantId)[\"']\s*:", re.IGNORECASE),
    "price": re.compile(r"[\"'](?:price|priceAmount|salePrice)[\"']\s*:", re.IGNORECASE),
    "cart": re.compile(r"add_?-?to_?-?(?:cart|basket|bag)", re.IGNORECASE),
    "impressions": re.compile(
        r"impressions|view_item_list|item_list_name|products[\"']\s*:\s*\[", re.IGNORECASE
    ),
    "view item": re.compile(
        r"view_item[\"']|productDetail|ProductViewed|Viewed Product|viewcontent", re.IGNORECASE
    ),
}
"""What a page's scripts tell their own counters."""
_PHRASES = {
    name: re.compile(rf"\b(?:{'|'.join(said)})\b", re.IGNORECASE)
    for name, said in table("pages.phrases").items()
}
TEXT_SIGNS = {
    "buy": _PHRASES["buy"],
    "sort": _PHRASES["sort"],
    "count": re.compile(
        rf"\b\d[\d,.]*\s*(?:{alternatives('pages.phrases.counted')})\b|"
        r"\bshowing\s+\d|\b\d+\s*[-–]\s*\d+\s+of\s+[\d,]+",  # noqa: RUF001 - a dash
        re.IGNORECASE,
    ),
    **{name: _PHRASES[name] for name in ("stock", "related", "details", "reviews")},
    "dates": re.compile(
        r"\b(?:\d+ (?:minutes?|hours?|days?|weeks?|months?) ago|(?:jan|feb|mar|apr|may|jun|jul|"
        r"aug|sep|oct|nov|dec)[a-z]*\.? \d{1,2},? (?:19|20)\d\d)\b",
        re.IGNORECASE,
    ),
    "author": re.compile(
        r"\b(?:by [A-Z][a-z]+ [A-Z][a-z]+|min(?:ute)? read|read more|posted|updated)\b"
    ),
}
"""Phrases that tell types of pages, in the visible text."""
MAX_SCRIPT = 2_000_000
MAX_TEXT = 400_000
"""Characters of scripts and of text that are looked at."""
LONG = 200
"""Characters that make a paragraph prose."""
TOP = 0.4
"""The upper part of a page's text."""
MAX_DEPTH = 12
COUNTED_TAGS = (
    *("p", "h1", "h2", "h3", "li", "img", "table", "form", "select", "button", "article"),
    *("time", "pre", "code", "blockquote", "iframe", "video", "input", "option"),
)
OPEN_GRAPH = ("product", "article", "website", "profile")
SIGNALS = (
    *("markup", "open graph", "buy button", "specification", "price", "one heading"),
    *("many offers", "list markup"),
)
FEATURES = (
    *(f"address {name}" for name in ADDRESS_WORDS),
    *("segments", "last words", "last digits", "last length", "parameters", "home"),
    *(f"markup {name}" for name in MARKUP_TYPES),
    *(f"open graph {name}" for name in OPEN_GRAPH),
    "meta price",
    *(f"script {name}" for name in SCRIPT_SIGNS),
    *(f"text {name}" for name in TEXT_SIGNS),
    *(f"top {name}" for name in TEXT_SIGNS),
    *(f"count {tag}" for tag in COUNTED_TAGS),
    *("text", "links", "links outside frame", "link share", "prose", "longest prose"),
    *("prices", "prices top", "distinct prices", "first price"),
    *(f"signal {name}" for name in SIGNALS),
    *("best score", "best size", "best priced", "priced links", "groups", "largest group"),
    *("heading words", "heading in title"),
    *LIST_FEATURES,
)
"""The columns of a page's row."""
PLAIN = len(FEATURES) - len(LIST_FEATURES)
"""The first columns, which do not speak of lists: all that one product's page is told by."""
PRODUCT, COLLECTION, OTHER = "product", "collection", "other"
PRODUCT_THRESHOLD, COLLECTION_THRESHOLD = 0.3, 0.25
"""How sure each must be; chosen with sites left out."""


def page_row(document: Document, links: tuple[PageLink, ...] | None = None) -> Matrix:
    """What *document* is judged by, one row."""
    links = tuple(site_links(document)) if links is None else links
    groups = link_groups(document, links)
    offers = max((len(group.links) for group in groups if group.score >= 0.55), default=0)  # noqa: PLR2004
    said = signals(document, "", offers)
    scripts = (document.content(node) for node in document.nodes_of("script"))
    script = "\n".join(scripts)[:MAX_SCRIPT]
    tags = Counter(document.tag)
    found = (
        *_address(document.page.url),
        *_markup(document),
        *(
            float(np.log1p(sum(1 for _ in pattern.finditer(script))))
            for pattern in SCRIPT_SIGNS.values()
        ),
        *_text(document),
        *(float(np.log1p(tags[tag])) for tag in COUNTED_TAGS),
        *_size(document, links),
        *_prices(document),
        *(said[name] for name in SIGNALS),
        *_lists(groups),
        *_heading(document),
        *list_row(document, links, groups, script),
    )
    return np.array([found], dtype=np.float64)


def _address(url: str) -> Iterator[float]:
    parts = urlsplit(url)
    path = f"{parts.hostname or ''}{parts.path}?{parts.query}"
    yield from (float(bool(pattern.search(path))) for pattern in ADDRESS_WORDS.values())
    segments = [each for each in parts.path.split("/") if each]
    last = segments[-1] if segments else ""
    yield float(min(len(segments), MAX_DEPTH))
    yield float(len(words(last.replace("_", "-"))))
    yield float(sum(character.isdigit() for character in last))
    yield float(len(last))
    yield float(len(query(url)))
    yield float(not segments)


def _markup(document: Document) -> Iterator[float]:
    """How often each type of thing is marked, what the page calls itself, and a price in meta."""
    kinds = Counter(_types(document))
    yield from (
        float(np.log1p(sum(kinds[each] for each in types))) for types in MARKUP_TYPES.values()
    )
    called, priced = "", 0.0
    for node in document.nodes_of("meta"):
        name = document.attribute(node, "property") or document.attribute(node, "name")
        if name.lower() == "og:type":
            called = document.attribute(node, "content").lower()
        priced = max(priced, float("price:amount" in name.lower()))
    yield from (float(kind in called) for kind in OPEN_GRAPH)
    yield priced


def _types(document: Document) -> Iterator[str]:
    """The schema.org types of JSON-LD, microdata and RDFa, in lower case."""
    yield from jsonld_types(document)
    for node in range(len(document)):
        marked = document.attribute(node, "itemtype")
        if marked:
            yield marked.rstrip("/").rpartition("/")[2].lower()


def _text(document: Document) -> Iterator[float]:
    text = document.text[:MAX_TEXT]
    top = int(TOP * len(text))
    places = [
        [match.start() for match in pattern.finditer(text)] for pattern in TEXT_SIGNS.values()
    ]
    yield from (float(np.log1p(len(each))) for each in places)
    yield from (float(np.log1p(sum(place < top for place in each))) for each in places)


def _size(document: Document, links: tuple[PageLink, ...]) -> Iterator[float]:
    size = len(document.text)
    linked = sum(document.stop[link.node] - document.start[link.node] for link in links)
    prose = [
        document.stop[node] - document.start[node]
        for node in document.nodes_of("p")
        if document.stop[node] - document.start[node] >= LONG
    ]
    yield float(np.log1p(size))
    yield float(np.log1p(len(links)))
    yield float(np.log1p(sum(not link.framed for link in links)))
    yield min(1.0, linked / max(1, size))
    yield min(1.0, sum(prose) / max(1, size))
    yield float(np.log1p(max(prose, default=0)))


def _prices(document: Document) -> Iterator[float]:
    text = document.text[:MAX_TEXT]
    found = list(PRICE.finditer(text))
    yield float(np.log1p(len(found)))
    yield float(np.log1p(sum(match.start() < TOP * len(text) for match in found)))
    yield float(np.log1p(len({match.group() for match in found})))
    yield found[0].start() / max(1, len(text)) if found else 1.0


def _lists(groups: list[LinkGroup]) -> Iterator[float]:
    best = groups[0] if groups else None
    yield best.score if best else 0.0
    yield float(np.log1p(len(best.links))) if best else 0.0
    yield best.priced if best else 0.0
    yield float(np.log1p(sum(group.priced * len(group.links) for group in groups)))
    yield float(np.log1p(len(groups)))
    yield float(np.log1p(max((len(group.links) for group in groups), default=0)))


def _heading(document: Document) -> Iterator[float]:
    first = next((document.text_of(node) for node in document.nodes_of("h1")), "")
    said, title = words(first), set(words(document.title))
    yield float(len(said))
    yield sum(word in title for word in said) / len(said) if said else 0.0


@dataclass(frozen=True, slots=True)
class PageType:
    """How surely a page is one product's, and how surely it lists products."""

    product: float
    collection: float

    @property
    def name(self) -> str:
        """The likelier of the two where it is likely enough, ``other`` else.

        >>> PageType(0.9, 0.4).name, PageType(0.1, 0.1).name
        ('product', 'other')
        """
        product, collection = (
            self.product / PRODUCT_THRESHOLD,
            self.collection / COLLECTION_THRESHOLD,
        )
        if max(product, collection) < 1:
            return OTHER
        return PRODUCT if product >= collection else COLLECTION


def page_type(document: Document, links: tuple[PageLink, ...] | None = None) -> PageType:
    """What *document* is, by its address, markup, scripts, text and lists."""
    told = learned()
    row = page_row(document, links)
    return PageType(
        float(told.product.probability(row)[0]), float(told.collection.probability(row)[0])
    )
