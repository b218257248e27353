"""The verbs around listings: read them, train their model, measure readers on labelled pages."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.data import Part, halves, part_of
from benchmarks.listings.examples import examples, listing_page
from benchmarks.listings.score import GoldListing, ListingScore, score_listing
from benchmarks.listings.training import Example, ListingLearner
from specdex import plugins
from specdex.html import Document, parse
from specdex.listings.model import ListingModel
from specdex.listings.offers import OffersReader
from specdex.ports import ListingReader

__all__ = [
    "ReaderFor",
    "TrainedListings",
    "half_trained",
    "measure_listings",
    "shipped",
    "train_listings",
]

RECIPE = "python -m benchmarks train listings"
VERSION = 1

Prepare = Callable[[Document], None]
"""What is done to a document before it is read, such as rendering it."""
ReaderFor = Callable[[str], ListingReader]
"""A function from a site to the reader that reads its pages."""


@dataclass(frozen=True, slots=True)
class TrainedListings:
    """A model as plain data, and what it was learned from."""

    model: dict[str, Any]
    pages: int
    listings: int
    sites: int


def train_listings(data: Path) -> TrainedListings:
    """The model that ships, learned from all labelled pages."""
    pages = list(examples(data))
    model = {"recipe": RECIPE, "version": VERSION, **ListingLearner().fit(pages).model}
    listings = sum(page.is_listing for page in pages)
    return TrainedListings(model, len(pages), listings, len({page.site for page in pages}))


def half_trained(data: Path) -> ReaderFor:
    """The default reader as it reads a site when it learned from the other half of the sites."""
    pages = halves(examples(data), lambda page: page.site)
    readers = {
        Part.OPEN: _reader(pages[Part.BLIND]),
        Part.BLIND: _reader(pages[Part.OPEN]),
    }
    return lambda site: readers[part_of(site)]


def _reader(pages: Iterable[Example]) -> OffersReader:
    return OffersReader(ListingModel(ListingLearner().fit(pages).model))


def shipped(name: str) -> ReaderFor:
    """The reader called *name*, whatever the site."""
    reader: ListingReader = plugins.load("listing_readers", name)()
    return lambda _: reader


def measure_listings(
    golds: Iterable[GoldListing], reader_for: ReaderFor, prepare: Prepare | None = None
) -> Iterator[ListingScore]:
    """Each labelled page, read and scored."""
    for gold in golds:
        document = parse(listing_page(gold))
        if prepare is not None and len(document):
            prepare(document)
        yield score_listing(gold, document, reader_for(gold.site).read(document).offers)
