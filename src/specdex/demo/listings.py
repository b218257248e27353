"""A shop's category tree: departments, categories, lines, and their pages of offers."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from specdex.demo.data import load
from specdex.demo.shops import Offer, Shop, slug
from specdex.groups import by_key

__all__ = ["Branch", "Link", "Listing", "Pager", "branches", "departments", "pagers"]


@dataclass(frozen=True, slots=True)
class Link:
    """An anchor: its text and where it goes."""

    text: str
    path: str
    here: bool = False


@dataclass(frozen=True, slots=True)
class Listing:
    """Offers under one heading, spread over pages."""

    category: str
    title: str
    path: str
    crumbs: tuple[Link, ...]
    offers: tuple[Offer, ...]


@dataclass(frozen=True, slots=True)
class Branch:
    """A category in the tree: its page, and the listings below (or the page itself)."""

    category: str
    link: Link
    department: Link | None
    listings: tuple[Listing, ...]


@dataclass(frozen=True, slots=True)
class Pager:
    """One page of a listing, with the links to the others."""

    path: str
    offers: tuple[Offer, ...]
    pages: tuple[Link, ...]
    next: str | None


def _path(shop: Shop, *words: str) -> str:
    return str(shop.settings["listing_url"]).format(slug=slug(" ".join(words)))


def departments(shop: Shop) -> dict[Link, list[Branch]]:
    """The departments with their categories; empty for a tree of one level."""
    return by_key((each.department, each) for each in branches(shop) if each.department)


@lru_cache(maxsize=256)
def branches(shop: Shop) -> tuple[Branch, ...]:
    """All categories of the shop."""
    return tuple(_branch(shop, category) for category in shop.settings["categories"])


def _branch(shop: Shop, category: str) -> Branch:
    word = shop.menu_word(category)
    link = Link(word, _path(shop, word))
    department = None
    if shop.settings["tree"] == "departments":
        name = load("words")["departments"][category][shop.language]
        department = Link(name, _path(shop, name))
    crumbs = (department, link) if department else (link,)
    offers = shop.offers[category]
    if shop.settings["tree"] != "lines":
        listing = Listing(category, word, link.path, crumbs, offers)
        return Branch(category, link, department, (listing,))
    listings = []
    for line in load(category)["lines"]:
        mine = tuple(offer for offer in offers if offer.product.line == line)
        name = shop.translate(line)
        path = _path(shop, word, name)
        if mine:
            below = (*crumbs, Link(name, path))
            listings.append(Listing(category, f"{name}: {word}", path, below, mine))
    return Branch(category, link, department, tuple(listings))


def pagers(shop: Shop, listing: Listing) -> Iterator[Pager]:
    """The pages of a listing, first to last."""
    size = shop.settings["page_size"]
    count = max(1, -(-len(listing.offers) // size))
    paths = [listing.path]
    paths += [
        shop.settings["page_url"].format(listing=listing.path, number=n + 1, offset=n * size)
        for n in range(1, count)
    ]
    for here, path in enumerate(paths):
        yield Pager(
            path=path,
            offers=listing.offers[here * size : (here + 1) * size],
            pages=tuple(Link(str(n + 1), other, n == here) for n, other in enumerate(paths)),
            next=paths[here + 1] if here + 1 < count else None,
        )
