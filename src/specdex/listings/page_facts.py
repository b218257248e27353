"""What a page as a whole says about whether its products are listed on it, or elsewhere."""

import re
from functools import cached_property, lru_cache
from urllib.parse import parse_qsl, urljoin, urlsplit

import numpy as np

from specdex.html.tags import HEADINGS
from specdex.lexicon import alternatives, words
from specdex.listings.groups import Group
from specdex.listings.view import BUTTONS, Integers, View
from specdex.markup import jsonld_types

__all__ = ["PAGE_NAMES", "PageFacts"]

PAGE_NAMES = (
    *("og_product", "ld_product", "ld_list", "page_text", "paged", "quantity", "own_heading"),
    *("heading_before", "heading_distance", "heading_prices", "heading_pictures", "heading_prose"),
    *("prose_before", "prose_after", "nearest_heading", "same_folder", "same_start", "same_query"),
    *("address_depth", "listing_address", "detail_address"),
)
"""The features in their order."""

LISTING_STEPS, DETAIL_STEPS = words("addresses.listing_steps"), words("addresses.detail_steps")
QUANTITY = re.compile(alternatives("classes.quantities"), re.IGNORECASE)
BUYING, BUYING_CLASS = words("buying.add_to_cart"), re.compile(alternatives("buying.cart_pieces"))
"""What is said on a button that buys, and what it is called."""
MAX_BUTTON = 30
"""Characters that are said on a button."""
MOST_SPOTS = 6
"""Buttons that buy, and fields that ask how many, of a page that sells one thing."""
OFFER_REACH, PRICE_REACH = 3000, 400
"""Characters from its title to them, and from its price."""
_PRODUCTS = words("markup.plain_product_types")
_LISTS = words("markup.list_types")
_ADDRESS_WORD = re.compile(r"(?<![^/?&._-])[a-z]+(?![^/?&=._-])")
"""A word between the marks of an address; the values of its query are none."""
MOST_WORDS = 2
_NONE: frozenset[str] = frozenset()
OG_PRODUCT = frozenset({"product", "og:product"})
MOST_PRODUCTS = 3
MAX_PAGER = 2
"""Characters of a link to another page of a list."""
SAMPLE = 6
"""Members whose addresses are compared with the page's."""


class PageFacts:
    """The facts of one page, and how they look from one of its groups."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.document = view.document
        headings = view.places(*HEADINGS)
        shown: Integers = headings[view.stop[headings] > view.start[headings]]
        self.headings = shown
        self.titles = [int(node) for node in shown if self.document.tag[node] == "h1"]
        links = view.links
        self.link_starts = view.start[links]
        self.link_lengths = np.concatenate(([0], np.cumsum(view.stop[links] - self.link_starts)))

    def seen_from(self, group: Group) -> list[float]:
        """A row of numbers for *group*, in the order of ``PAGE_NAMES``."""
        view = self.view
        first = int(view.start[group.members[0]])
        last = int(view.stop[group.members[-1]])
        end = int(view.end[group.members[-1]])
        quantity = any(not group.members[0] <= node < end for node in self._quantities)
        return [
            *self._declared,
            float(np.log1p(len(self.document.text))),
            self._paged,
            float(quantity),
            *self._heading(group, first),
            float(np.log1p(self._prose(0, first))),
            float(np.log1p(self._prose(last, len(self.document.text)))),
            self._nearest(group),
            *self._addresses(group),
            *self._called,
        ]

    def has_offer(self, group: Group) -> bool:
        """Whether the page sells one thing beside *group*: a title, a price, and what buys it."""
        view = self.view
        last = int(view.end[group.members[-1]])
        spots = (*self._buttons.tolist(), *self._quantities)
        outside = [node for node in spots if not group.members[0] <= node < last]
        if not self.titles or len(outside) > MOST_SPOTS:
            return False
        begin, end = int(view.start[group.members[0]]), int(view.stop[group.members[-1]])
        prices = [int(each) for each in view.prices if not begin <= each < end]
        title = int(view.stop[self.titles[0]])
        return any(
            title <= int(view.start[node]) <= title + OFFER_REACH
            and any(
                abs(price - int(view.start[node])) <= PRICE_REACH and price >= title
                for price in prices
            )
            for node in outside
        )

    @cached_property
    def _declared(self) -> tuple[float, float, float]:
        """What the head and the structured data say the page is."""
        document = self.document
        og_product = 0.0
        for node in self.view.places("meta").tolist():
            if document.attribute(node, "property") == "og:type":
                og_product = float(document.attribute(node, "content") in OG_PRODUCT)
        types = jsonld_types(document)
        products = sum(each in _PRODUCTS for each in types)
        lists = any(each in _LISTS for each in types)
        return og_product, float(min(MOST_PRODUCTS, products)), float(lists)

    @cached_property
    def _called(self) -> tuple[float, float]:
        """How many words of the page's address are those of listings, and of other pages."""
        address = self.document.page.url.partition("//")[2].partition("/")[2]
        words = _ADDRESS_WORD.findall(address.lower())
        return (
            float(min(MOST_WORDS, sum(word in LISTING_STEPS for word in words))),
            float(min(MOST_WORDS, sum(word in DETAIL_STEPS for word in words))),
        )

    @cached_property
    def _paged(self) -> float:
        """Whether some link leads to a second or third page, or the head names the next."""
        view, document = self.view, self.document
        short = view.links[view.stop[view.links] - view.start[view.links] <= MAX_PAGER]
        if any(document.text_of(int(node)) in {"2", "3"} for node in short):
            return 1.0
        links = view.places("link").tolist()
        return float(any(document.attribute(node, "rel") == "next" for node in links))

    @cached_property
    def _quantities(self) -> list[int]:
        """The fields that ask how many."""
        document = self.document
        return [
            node
            for node in self.view.places(*BUTTONS[1:]).tolist()
            if _asks_how_many(document.attribute(node, "name") or document.attribute(node, "id"))
        ]

    @cached_property
    def _buttons(self) -> Integers:
        """The buttons and links that buy."""
        view, document = self.view, self.document
        links = view.links[view.stop[view.links] - view.start[view.links] <= MAX_BUTTON]
        said = (
            (node, document.text_of(node) or document.attribute(node, "value"))
            for node in (*links.tolist(), *view.places(*BUTTONS[:2]).tolist())
        )
        classes = document.classes
        found = [
            node
            for node, text in said
            if text.lower() in BUYING or (classes[node] and _is_buying(classes[node]))
        ]
        return np.array(sorted(found), dtype=np.int64)

    def _prose(self, start: int, stop: int) -> int:
        """How many characters of the text between stand in no link."""
        links = np.searchsorted(self.link_starts, (start, stop))
        linked = int(self.link_lengths[links[1]] - self.link_lengths[links[0]])
        return max(0, stop - start - linked)

    def _heading(self, group: Group, first: int) -> list[float]:
        """How the page's title stands to the group."""
        view = self.view
        end = int(view.end[group.members[-1]])
        outside = [node for node in self.titles if not group.members[0] <= node < end]
        before = [node for node in outside if view.start[node] < first]
        if not before:
            return [float(bool(outside)), 0.0, -1.0, 0.0, 0.0, 0.0]
        title = before[0]
        stop = int(view.stop[title])
        prices = np.searchsorted(view.prices, (stop, first))
        pictures = np.searchsorted(view.pictures, (title, group.members[0]))
        return [
            1.0,
            1.0,
            float(np.log1p(max(0, first - stop))),
            float(np.log1p(max(0, prices[1] - prices[0]))),
            float(np.log1p(max(0, pictures[1] - pictures[0]))),
            float(np.log1p(self._prose(stop, first))),
        ]

    def _nearest(self, group: Group) -> float:
        """The level of the last heading before the group; 0 for none."""
        place = int(np.searchsorted(self.headings, group.members[0]))
        return float(self.document.tag[self.headings[place - 1]][1]) if place else 0.0

    def _addresses(self, group: Group) -> tuple[float, float, float, float]:
        """How much the addresses of the members are built like the page's own."""
        base = self.document.page.url
        mine = _parts(base, "")
        view = self.view
        sample = group.members[:: max(1, len(group.members) // SAMPLE)][:SAMPLE]
        places = view.links_before[sample]
        linked = places[places < view.links_before[view.end[sample]]]
        hrefs = [self.document.attribute(int(view.links[place]), "href") for place in linked]
        theirs = [_parts(base, href) for href in hrefs if href]
        if mine is None or not theirs:
            return 0.0, 0.0, 0.0, 0.0
        known = [each for each in theirs if each is not None]
        size = max(1, len(known))
        folder, names = mine[0][:-1], mine[1]
        return (
            sum(bool(folder) and each[0][:-1] == folder for each in known) / size,
            sum(bool(mine[0]) and each[0][:1] == mine[0][:1] for each in known) / size,
            sum(each[0] == mine[0] and each[1] == names for each in known) / size,
            float(len(mine[0])),
        )


@lru_cache(maxsize=4096)
def _is_buying(called: str) -> bool:
    return BUYING_CLASS.search(called.lower()) is not None


@lru_cache(maxsize=1024)
def _asks_how_many(name: str) -> bool:
    return QUANTITY.search(name) is not None


def _parts(base: str, href: str) -> tuple[list[str], frozenset[str]] | None:
    """The steps of an address's path, and the names in its query."""
    try:
        parts = urlsplit(href if href[:1] == "/" and href[:2] != "//" else urljoin(base, href))
    except ValueError:
        return None
    steps = [step for step in parts.path.split("/") if step]
    return steps, frozenset(name for name, _ in parse_qsl(parts.query)) if parts.query else _NONE
