"""Which further categories do shops have, what do they call them, and which names mean the same?"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from itertools import combinations
from urllib.parse import urlsplit

from specdex.crawling.category import (
    ACCESSORIES,
    CATEGORY_WORDS,
    SHELVES,
    WITHIN,
    Category,
    fold,
    folded,
    forms,
)
from specdex.crawling.links import PageLink, site_links
from specdex.crawling.sitemaps import looks_like_a_name
from specdex.crawling.target_pages import breadcrumbs, heading
from specdex.groups import by_key
from specdex.html import Document
from specdex.settings import SHOPS
from specdex.text import collapse, words
from specdex.urls import canonical, query

__all__ = ["Place", "Proposal", "Shop", "is_name", "proposals", "shared_name", "trail_names"]

MAX_NAME = 4
"""Words of a category's name."""
MAX_PRODUCTS = 5_000
"""Products of one shop that are looked at, …"""
MAX_NAMES = 2_000
"""… and names of its menus."""
PHRASE = 3
"""Words of the longest name that is looked for within a product's."""
MIN_SHARED, SAME_PRODUCTS = 3, 0.5
"""Two names mean one category where their shops sell this many, and this share, of one kind."""
MIN_BELOW = 2
"""What has so many categories below its address is a shelf."""
ROOT = 3
"""Slashes in the address of something right below a site's root."""
CODE = re.compile(r"(?=\w*\d)(?=\w*[a-z])[\w-]{4,}")
"""What names a model, in a product's name in lower case."""
_LISTED = re.compile(r"[&/,+]|\b(?:and|und|et)\b")
"""What stands between two names of one category."""
_COUNT = re.compile(r"\s*[(\[]\s*(\d{1,6})\s*[)\]]\s*$")


@dataclass(frozen=True, slots=True)
class Place:
    """Where one shop has a category."""

    site: str
    name: str
    """As the shop calls it; empty where only its products tell."""
    url: str
    """The category's page, or else that of a product."""
    products: int


@dataclass(frozen=True, slots=True)
class Proposal:
    """A category that several shops have."""

    name: str
    places: tuple[Place, ...]

    @property
    def products(self) -> int:
        """How many products were seen, or told of, in all shops."""
        return sum(place.products for place in self.places)


@dataclass(slots=True)
class _Entry:
    """What a shop shows of one category."""

    names: Counter[str] = field(default_factory=Counter)
    urls: dict[str, str] = field(default_factory=dict)
    """The addresses of its pages, by their canonical form."""
    told: int = 0
    """How many products its own menu says there are."""
    products: dict[str, str] = field(default_factory=dict)
    """Those that were seen, by address."""
    is_shelf: bool = False
    """Whether its trails go on behind it."""


class Shop:
    """What the pages of one *site* tell of its categories; pages and trails are added."""

    def __init__(self, site: str) -> None:
        self.site = site
        self.entries: dict[str, _Entry] = {}
        self.products: dict[str, str] = {}
        """The names of its products by address."""
        self.brands: set[str] = set()
        self._lists: defaultdict[str, dict[str, str]] = defaultdict(dict)

    def see(self, document: Document) -> None:
        """Look at a page that is no product's: its links, and the products that it lists."""
        here = canonical(document.page.url)
        for link in site_links(document):
            if not urlsplit(link.key).path.strip("/") and not query(link.key):
                continue
            if looks_like_a_name(link.anchor):
                if not link.framed and len(self.products) < MAX_PRODUCTS:
                    self.products.setdefault(link.key, link.anchor)
                    self._lists[here].setdefault(link.key, link.anchor)
            else:
                self._name(link)

    def add(self, url: str, name: str, trail: Sequence[str] = (), brand: str = "") -> None:
        """Learn of a product: its page, its name, the trail of categories above it, its maker."""
        self.brands.add(key_of(brand))
        if name and len(self.products) < MAX_PRODUCTS:
            self.products.setdefault(canonical(url), name)
        steps = [step for step in map(collapse, trail) if is_name(step) and step != collapse(name)]
        for place, step in enumerate(steps):
            entry = self._entry(step)
            if entry is not None:
                entry.names[step] += 1
                entry.products.setdefault(canonical(url), name)
                entry.is_shelf |= place < len(steps) - 1

    def categories(self) -> dict[str, _Entry]:
        """By key, what the shop has: what it names, and what the names of its products say."""
        for url, name in self.products.items():
            for key in self._sold(name):
                self.entries.setdefault(key, _Entry()).products.setdefault(url, name)
        above = Counter(
            step
            for entry in self.entries.values()
            for step in {step for url in entry.urls for step in _above(url)}
        )
        for entry in self.entries.values():
            entry.is_shelf |= any(above[url.rstrip("/")] >= MIN_BELOW for url in entry.urls)
            for url in entry.urls:
                entry.products |= self._lists.get(url, {})
        return {key: entry for key, entry in self.entries.items() if not entry.is_shelf}

    def _name(self, link: PageLink) -> None:
        """Learn of a link that may lead to a category."""
        count = _COUNT.search(link.anchor)
        name = collapse(link.anchor[: count.start()] if count else link.anchor)
        entry = self._entry(name) if is_name(name) else None
        if entry is not None:
            entry.names[name] += 1
            entry.urls.setdefault(link.key, link.url)
            entry.told = max(entry.told, int(count[1]) if count else 0)

    def _entry(self, name: str) -> _Entry | None:
        key = key_of(name)
        if key and key not in self.entries and len(self.entries) >= MAX_NAMES:
            return None
        return self.entries.setdefault(key, _Entry()) if key else None

    def _sold(self, name: str) -> set[str]:
        """The categories that the name of a product says it is of.

        Those that the lexicon knows may stand anywhere in it, those of the shop's menu at its end.
        """
        said = [word for word in words(fold(name)) if not any(map(str.isdigit, word))]
        if any(word in accessories() for word in said):
            return set()
        sizes = range(1, PHRASE + 1)
        ends = {key_of(" ".join(said[-size:])) for size in sizes}
        every = [said[at : at + size] for size in sizes for at in range(len(said) - size + 1)]
        anywhere = {key_of(" ".join(each)) for each in every}
        return (anywhere & CATEGORY_WORDS.keys()) | (ends & self.entries.keys())


def _above(url: str) -> Iterator[str]:
    """The addresses above *url*: all but its last steps."""
    path = url.partition("?")[0].rstrip("/")
    while path.count("/") > ROOT:
        path = path.rpartition("/")[0]
        yield path


def proposals(
    shops: Iterable[Shop], own: Iterable[str], least: int = SHOPS
) -> tuple[Proposal, ...]:
    """The categories that at least so many *shops* have, most shops first; not the *own* ones.

    A name counts where products say so, too: seen on its page, told beside it, in trails, or by
    their own names. Names of several shops mean the same where their words do, or what is sold.
    """
    had = [Category.of(name) for name in own]
    shops = list(shops)
    brands = {brand for shop in shops for brand in shop.brands}
    found: defaultdict[str, dict[str, _Entry]] = defaultdict(dict)
    for shop in shops:
        for key, entry in shop.categories().items():
            is_sold = (entry.told or entry.products) and key not in brands
            is_had = any(
                each.match(name) >= WITHIN or each.is_near(name)
                for each in had
                for name in (key, *entry.names)
            )
            if is_sold and not is_had:
                found[key][shop.site] = entry
    merged = _merged(found)
    made = [_proposal(key, entries) for key, entries in merged.items() if len(entries) >= least]
    return tuple(sorted(made, key=lambda each: (-len(each.places), -each.products, each.name)))


def _proposal(key: str, entries: Mapping[str, _Entry]) -> Proposal:
    names = Counter(name for each in entries.values() for name in each.names)
    name = key if key in CATEGORY_WORDS else fold(next(iter(names.most_common(1)), (key, 0))[0])
    places = tuple(
        Place(
            site,
            next(iter(each.names.most_common(1)), ("", 0))[0],
            min(each.urls.values() or each.products, key=len, default=""),
            max(each.told, len(each.products)),
        )
        for site, each in sorted(entries.items())
    )
    return Proposal(name, tuple(sorted(places, key=lambda place: -place.products)))


def _merged(found: Mapping[str, dict[str, _Entry]]) -> dict[str, dict[str, _Entry]]:
    """*found* with names made one that no shop has both of, and that sell the same products."""
    codes = {
        key: {
            code
            for entry in entries.values()
            for name in entry.products.values()
            for code in CODE.findall(name.lower())
        }
        for key, entries in found.items()
    }
    merged = dict(found)
    for one, other in sorted(_alike(codes)):
        first, second = merged.get(one), merged.get(other)
        if first and second and not first.keys() & second.keys():
            kept, gone = (one, other) if len(first) >= len(second) else (other, one)
            merged[kept] = {**first, **second}
            del merged[gone]
    return merged


def _alike(codes: Mapping[str, set[str]]) -> set[tuple[str, str]]:
    """Keys that share products; only those that share one are compared."""
    holders = by_key((code, key) for key, own in codes.items() for code in own)
    shared = Counter(
        pair
        for keys in holders.values()
        if len(keys) <= MAX_NAME
        for pair in combinations(sorted(keys), 2)
    )
    return {
        (one, other)
        for (one, other), count in shared.items()
        if count >= MIN_SHARED and count >= SAME_PRODUCTS * len(codes[one] | codes[other])
    }


def is_name(name: str) -> bool:
    """Whether *name* may be a category's: short, a word, and none of those that name no kind."""
    said = words(fold(name))
    # a name without a word is one, too: no word of it is anything else
    is_shelf = tuple(said) not in phrases() and shelves().issuperset(_said(said))
    return (
        len(said) <= MAX_NAME
        and not "".join(said).isdecimal()
        and not is_shelf
        and not looks_like_a_name(name)
        and " ".join(said) not in no_categories()
    )


@lru_cache(maxsize=1 << 14)
def key_of(name: str) -> str:
    """What names that mean one category have in common.

    >>> key_of("Laptops"), key_of("Monitors & screens"), key_of("Machines for coffee")
    ('notebook', 'monitor', 'coffee machine')
    """
    said = words(fold(name))
    known = {phrases().get(tuple(_said(words(part))), "") for part in _LISTED.split(fold(name))}
    if len(known) == 1 and known != {""}:
        return known.pop()
    return " ".join(sorted({forms(word)[0] for word in _said(said)}))


def _said(named: Iterable[str]) -> list[str]:
    """The words of a name that say something."""
    return [word for word in named if word not in folded("categories.connecting")]


@cache
def phrases() -> dict[tuple[str, ...], str]:
    """Every name of a category that the lexicon knows: its key."""
    return {phrase: name for name in CATEGORY_WORDS for phrase in Category.of(name).phrases}


@cache
def shelves() -> frozenset[str]:
    """Words of the names of shelves, which hold several categories and are none."""
    named = (each for several in SHELVES.values() for each in several)
    found = {word for each in named for word in words(fold(each))}
    return frozenset(found) | folded("categories.electronics")


@cache
def accessories() -> frozenset[str]:
    """Words that make the name of a product that of something beside it."""
    return frozenset(form for word in ACCESSORIES for form in forms(word))


@cache
def no_categories() -> frozenset[str]:
    """Names in menus and trails that are no category's."""
    named = folded(
        *("trails.homes", "links.avoided", "links.departments", "links.everything"),
        *("links.services", "links.of_other_sites", "links.no_categories"),
    )
    return frozenset(" ".join(words(each)) for each in named)


SHARED = 0.5
"""The share of the pages whose trails must have a name."""


def trail_names(pages: Iterable[Document]) -> tuple[str, ...]:
    """The name that the trails of *pages*, all of one shop's products of one category, share."""
    return shared_name(
        (heading(page), [collapse(crumb.text) for crumb in breadcrumbs(page)[1:]]) for page in pages
    )


def shared_name(trails: Iterable[tuple[str, Sequence[str]]]) -> tuple[str, ...]:
    """The name that *trails* share, each with the title of its product.

    Of the steps that most trails have it is the last: what stands before it holds other things
    too. A maker's name, with which the product's own begins, is none. Empty where trails say
    nothing, or nothing in common.
    """
    known = [steps for steps in (_steps(title, trail) for title, trail in trails) if steps]
    counts = Counter(fold(step) for trail in known for step in trail)
    most = max(counts.values(), default=0)
    if not most or most < SHARED * len(known):
        return ()
    return next(
        ((step,) for trail in known for step in reversed(trail) if counts[fold(step)] == most), ()
    )


def _steps(title: str, trail: Sequence[str]) -> list[str]:
    """The names of categories in the trail of a product, each once."""
    own = fold(title)
    return [
        text
        for text in dict.fromkeys(trail)
        if text and is_name(text) and not own.startswith(fold(text))
    ]
