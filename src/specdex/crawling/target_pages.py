"""Target pages: is this page one product, and is the product of the category?"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from urllib.parse import urljoin

from specdex.crawling.category import Category, fold, folded, plain
from specdex.crawling.links import PRICE, printed
from specdex.html import Document, Kept
from specdex.labels import part_label
from specdex.lexicon import alternatives, phrases
from specdex.markup import jsonld_things
from specdex.text import collapse, words

__all__ = ["breadcrumbs", "heading", "mentions", "of_category", "product_score", "signals"]

BREADCRUMB = re.compile(alternatives("classes.crumbs"), re.IGNORECASE)

WEIGHTS = {
    "markup": 0.5,
    "open graph": 0.3,
    "buy button": 0.25,
    "specification": 0.3,
    "price": 0.15,
    "one heading": 0.15,
    "named by its link": 0.25,
    "many offers": -0.35,
    "list markup": -0.3,
}
"""What each signal adds to the belief that a page shows one product."""
MIN_ROWS = 4
"""Rows of a name and a value that make a specification."""
MAX_BUTTONS = 3
"""A page with more buttons that buy lists products."""
MAX_NAME = 60
MIN_SHARED = 0.6
MAX_CRUMBS = 8
MAX_CRUMB = 80
CRUMB_SIGNS = " /\u203a\u00bb>|\u00b7"
MAX_TRAIL = 250
"""Characters of a trail."""
TRAIL_TAGS = frozenset({"div", "p", "ul", "ol", "nav", "span", "td", "section"})
_PRODUCT_TYPE = re.compile(r"schema\.org/(?:Individual)?Product(?:Group|Model)?$", re.IGNORECASE)
_SEPARATED = re.compile(r"\S\s*(?:[>\u203a\u00bb\u2192/|\u00b7\u25b8]|::)\s*\S")
_TITLE_PARTS = re.compile(r"\s+[|:\u2013\u2014\u00b7\u00bb-]+\s+")
_PRODUCTS = frozenset(phrases("markup.plain_product_types"))
_LISTS = frozenset(phrases("markup.list_types"))


@dataclass(frozen=True, slots=True)
class Crumb:
    """One step of the trail that a page shows of itself."""

    text: str
    url: str = ""


def product_score(found: dict[str, float]) -> float:
    """How surely a page with the signals *found* shows one product, from 0 to 1."""
    return max(0.0, min(1.0, sum(WEIGHTS[name] * value for name, value in found.items())))


def signals(document: Document, anchor: str = "", offers: int = 0) -> dict[str, float]:
    """What speaks for and against *document* being one product's page.

    *anchor* is the text of the link that led here, *offers* how many records of a list it holds.
    """
    types = list(_types(document))
    items = sum(
        bool(_PRODUCT_TYPE.search(document.attribute(node, "itemtype")))
        for node in range(len(document) if document.nodes.elements.anywhere("itemtype") else 0)
    )
    buttons = _buttons(document)
    calls_itself = (
        document.attribute(node, "content").lower()
        for node in document.nodes_of("meta")
        if document.attribute(node, "property").lower() == "og:type"
    )
    marked = types.count("product") == 1 or (not types and items == 1)
    return {
        "markup": float(marked),
        "open graph": float(next(calls_itself, "").startswith(("product", "og:product"))),
        "buy button": float(0 < buttons <= MAX_BUTTONS),
        "specification": float(sum(1 for _ in islice(_rows(document), MIN_ROWS)) == MIN_ROWS),
        "price": float(bool(PRICE.search(document.text))),
        "one heading": float(sum(1 for _ in document.nodes_of("h1")) == 1),
        "named by its link": _shared(anchor, f"{heading(document)} {document.title}"),
        "many offers": float(offers > 1 and not marked and not 0 < buttons < offers),
        "list markup": float("list" in types and not marked),
    }


def heading(document: Document) -> str:
    """The page's first heading; its title, which often names the shop too, where it has none."""
    first = next((document.text_of(node) for node in document.nodes_of("h1")), "")
    return first or max(_TITLE_PARTS.split(document.title), key=len)


def _shared(anchor: str, heading: str) -> float:
    """1.0 where the words of *anchor* stand in *heading*; 0 where few do or it is one word."""
    said, there = set(words(fold(anchor))), set(words(fold(heading)))
    if len(said) < 2:  # noqa: PLR2004 - one word names no product
        return 0.0
    return float(len(said & there) / len(said) >= MIN_SHARED)


def _types(document: Document) -> Iterator[str]:
    """``product`` and ``list`` for each such thing in the page's JSON-LD, members left out."""
    for thing in jsonld_things(document):
        if not _PRODUCTS.isdisjoint(thing.types):
            yield "product"
        if not _LISTS.isdisjoint(thing.types):
            yield "list"


def _buttons(document: Document) -> int:
    """How many buttons, inputs and links buy something."""
    count = 0
    for node in document.nodes_of("button", "input", "a"):
        label = document.text_of(node) or document.attribute(node, "value")
        if len(label) <= MAX_NAME and plain(label) in folded("buying.add_to_cart_in_lists"):
            count += 1
    return count


def _rows(document: Document) -> Iterator[int]:
    """The nodes that look like a name and its value."""
    yield from (node for node in document.nodes_of("tr") if _is_row(document, node))
    names = document.nodes_of("dt")
    yield from (node for node in names if 0 < len(document.text_of(node)) <= MAX_NAME)
    for node in document.nodes_of("li", "p", "div"):
        short = 0 < document.stop[node] - document.start[node] <= 2 * MAX_NAME
        if short and document.end[node] - node <= MIN_ROWS and part_label(document.text_of(node)):
            yield node


def _is_row(document: Document, node: int) -> bool:
    cells = [child for child in document.children(node) if document.tag[child] in {"td", "th"}]
    if len(cells) not in {2, 3}:
        return False
    texts = [document.text_of(cell) for cell in cells]
    return all(texts) and len(texts[0]) <= MAX_NAME and not PRICE.search(" ".join(texts))


@Kept
def breadcrumbs(document: Document) -> list[Crumb]:
    """The trail that the page shows of itself, from the home page on; empty where it shows none."""
    for is_trail in (_is_marked_trail, _is_plain_trail):
        for node in range(len(document)):
            if document.end[node] - node > 1 and is_trail(document, node):
                crumbs = _crumbs(document, node)
                if len(crumbs) > 1:
                    return crumbs[:MAX_CRUMBS]
    return []


def _is_marked_trail(document: Document, node: int) -> bool:
    """Whether an element calls itself a trail."""
    if document.tag[node] in {"html", "body"}:
        return False
    label = " ".join(document.attribute(node, name) for name in ("class", "id", "aria-label"))
    return bool(label.strip() and BREADCRUMB.search(label)) or document.attribute(
        node, "itemtype"
    ).endswith("BreadcrumbList")


def _is_plain_trail(document: Document, node: int) -> bool:
    """Whether an element is a short line of links that begins at the home page and ends here."""
    if not 0 < document.stop[node] - document.start[node] <= MAX_TRAIL:
        return False
    if document.tag[node] not in TRAIL_TAGS:
        return False
    links = [each for each in document.descendants(node) if document.tag[each] == "a"]
    if not 1 < len(links) <= MAX_CRUMBS:
        return False
    home = urljoin(document.base, "/")
    if printed(document.base, document.attribute(links[0], "href")) != home:
        return False
    between = document.text_of(node)
    return bool(_SEPARATED.search(between)) or between.endswith(heading(document))


def _crumbs(document: Document, node: int) -> list[Crumb]:
    """The links below *node*, and the text behind the last of them."""
    found: list[Crumb] = []
    for each in document.descendants(node):
        if document.tag[each] == "a":
            text = collapse(document.text_of(each) or document.attribute(each, "title"))
            found.append(
                Crumb(text[:MAX_CRUMB], printed(document.base, document.attribute(each, "href")))
            )
    last = document.lines_of(node)[-1:]
    if found and last and not last[0].endswith(found[-1].text):
        found.append(Crumb(last[0].strip(CRUMB_SIGNS)[-MAX_CRUMB:]))
    return found


def of_category(document: Document, category: Category) -> float:
    """How surely the page's own trail and heading name *category*; 0 where they say nothing."""
    told = max((category.match(crumb.text) for crumb in breadcrumbs(document)[:-1]), default=0.0)
    return told or category.match(heading(document))


def mentions(document: Document, category: Category) -> bool:
    """Whether a sentence of the page, outside its links, speaks of *category*."""
    for node, text in document.runs_of(0):
        linked = document.tag[node] == "a" or any(
            document.tag[above] == "a" for above in document.ancestors(node)
        )
        if not linked and category.match(text):
            return True
    return False
