"""Labelled pages for listings: what the judges of listings learn from, and are measured on."""

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec

from benchmarks.data import gold_pages, lines, page_of, spec_files
from benchmarks.listings.score import GoldListing, Labels
from benchmarks.listings.training import Example, example
from specdex.errors import InputError
from specdex.html import Document, parse
from specdex.records import Page
from specdex.urls import absolute, canonical

__all__ = ["LISTING_SETS", "examples", "gold_listings", "listing_page"]

LISTING_SETS = {
    "shops": "listings/shops.jsonl.xz",
    "wcxb": "listings/wcxb.jsonl.xz",
    "real": "listings/real.jsonl.xz",
}
"""The sets of labelled listing pages, by name."""
OTHER_PAGES = "pagetypes/wcxb.jsonl.xz"
LISTING_TYPES = frozenset({"collection", "listing"})
"""Types of pages that may list products: without labels they teach nothing."""
PRODUCT_SETS = {"modern": 1, "wcxb": 1, "real": 1, "swde": 10}
"""Sets of product pages, and every how many of their pages is taken."""
SNAPSHOTS = "shops/*.truth.json"
PAGES_A_SHOP = 8
"""Listing pages, and product pages, of a shop's snapshot."""
DOUBTFUL, OTHER = 0.3, 0.6
"""How much a debatable page counts, and a page of another kind."""
OK = 200


def gold_listings(path: Path) -> Iterator[GoldListing]:
    """The labelled listing pages, and others, of a file."""
    for line in lines(path):
        try:
            yield msgspec.convert(line, GoldListing)
        except msgspec.ValidationError as error:
            raise InputError(f"{path} holds no labelled listings: {error}") from error


def listing_page(gold: GoldListing) -> Page:
    """A labelled page as if it had just been fetched."""
    body = gold.html.encode("utf-8", "replace")
    return Page(url=gold.url, body=body, id=gold.id, site=gold.site, encoding="utf-8")


def examples(data: Path) -> Iterator[Example]:
    """All that there is to learn from: labelled listings, shops' snapshots, and other pages."""
    known: set[str] = set()
    for path in LISTING_SETS.values():
        for gold in gold_listings(data / path):
            known.add(gold.id)
            yield from _labelled(gold)
    for page in _other_pages(data, known):
        yield from _some(example(parse(page), _nothing, is_listing=False, weight=OTHER))
    for truth in sorted(data.glob(SNAPSHOTS)):
        yield from _Snapshot(truth).examples()


def _some(found: Example | None) -> Iterator[Example]:
    if found is not None:
        yield found


def _nothing(_: int) -> None:
    return None


def _labelled(gold: GoldListing) -> Iterator[Example]:
    document = parse(listing_page(gold))
    if not len(document):
        return
    labels = Labels(gold, document)

    def record_of(node: int) -> object | None:
        element = document.element(node)
        return ("copy", node) if element in labels.copies else labels.hit(element)

    weight = DOUBTFUL if gold.doubt else 1.0
    is_listing = bool(labels.elements)
    yield from _some(example(document, record_of, is_listing=is_listing, weight=weight))


def _other_pages(data: Path, known: set[str]) -> Iterator[Page]:
    """Pages that list no products of their own: products, articles, forums."""
    for line in lines(data / OTHER_PAGES):
        if line["type"] not in LISTING_TYPES and str(line["id"]) not in known:
            yield _page(line, line["site"])
    for name, step in PRODUCT_SETS.items():
        for path in spec_files(data, name):
            for number, gold in enumerate(gold_pages([path])):
                if number % step == 0 and gold.id not in known:
                    yield page_of(gold)


def _page(line: dict[str, Any], site: str) -> Page:
    page = Page(line.get("url") or "", line["html"].encode("utf-8", "replace"), site=site)
    return replace(page, encoding="utf-8")


class _Snapshot:
    """A shop whose pages are known: which list products, and which addresses are products."""

    def __init__(self, truth: Path) -> None:
        self.name = truth.name.removesuffix(".truth.json")
        self.path = truth.with_name(f"{self.name}.jsonl.xz")
        known = json.loads(truth.read_text(encoding="utf-8"))
        categories = known["categories"].values()
        self.aliases = {canonical(one): canonical(other) for one, other in known["aliases"].items()}
        self.products = {canonical(url) for each in categories for url in each["products"]}
        self.products |= {canonical(url) for url in known["other_products"]} | self.aliases.keys()
        self.listings = {url for each in categories for url in each["index"]}
        self.listings |= set(known["other_listings"])

    def examples(self) -> Iterator[Example]:
        """Some listing pages and product pages of the shop."""
        left = {True: PAGES_A_SHOP, False: PAGES_A_SHOP}
        for line in lines(self.path):
            is_listing = line["url"] in self.listings
            if not is_listing and canonical(line["url"]) not in self.products:
                continue
            if line["status"] != OK or not line["html"] or not left[is_listing]:
                continue
            for found in self._example(parse(_page(line, self.name)), is_listing=is_listing):
                left[is_listing] -= 1
                yield found

    def _example(self, document: Document, *, is_listing: bool) -> Iterator[Example]:
        if not is_listing:
            yield from _some(example(document, _nothing, is_listing=False))
            return
        record_of = self._product_in(document)
        found = example(document, record_of, is_listing=True)
        if found is None:
            return
        counts = [
            len({record_of(node) for node in group.members} - {None}) for group in found.found
        ]
        most = max(counts)
        right = [is_right and n == most for is_right, n in zip(found.right, counts, strict=True)]
        if most > 1 and any(right):
            yield replace(found, right=right)

    def _product_in(self, document: Document) -> Callable[[int], str | None]:
        """A function from a node to the one product that it links to."""

        def product_in(node: int) -> str | None:
            links = {
                absolute(document.base, document.attribute(each, "href"))
                for each in range(node, document.end[node])
                if document.tag[each] == "a"
            }
            held = {self.aliases.get(url, url) for url in links if url in self.products}
            return held.pop() if len(held) == 1 else None

        return product_in
