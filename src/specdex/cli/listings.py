"""The command that reads listing pages."""

import json
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from typing import IO, Any

import click

from specdex import plugins
from specdex.cli.logs import warn
from specdex.cli.options import PAGES
from specdex.cli.output import Destination, destination_options, only_good
from specdex.cli.progress import watched
from specdex.cli.rows import give_rows
from specdex.crawlers.renderer import Renderer
from specdex.html import Document, parse
from specdex.listings import DEFAULT_READER
from specdex.pipeline.export import exporter_for
from specdex.pipeline.extract import each_of, pages_at
from specdex.pipeline.fetch import default_crawler
from specdex.ports import Crawler, Exporter, ListingReader
from specdex.records import Failure, Listing, Page, listing_line
from specdex.settings import Politeness
from specdex.urls import is_web

__all__ = ["RENDERED_READERS", "listings"]

RENDERED_READERS = frozenset({"clustvx"})
"""The readers that need to know how elements look."""
LINES = ".jsonl"
"""The ending of files with a line per page; the others hold a row per record."""


@click.command()
@PAGES
@destination_options
@click.option(
    "--reader",
    type=click.Choice(plugins.names("listing_readers")),
    default=DEFAULT_READER,
    show_default=True,
    help="Who finds the records.",
)
@click.option(
    "--rendered",
    is_flag=True,
    help="Read what a browser shows.",
)
@click.option(
    "--timeout",
    type=click.FloatRange(min=1),
    default=Politeness().timeout,
    show_default=True,
    help="Seconds that the browser may take for a page.",
)
@click.option("--allow-private", is_flag=True, help="Allow private and loopback addresses.")
def listings(
    pages: tuple[str, ...], *, reader: str, rendered: bool, timeout: float, **options: Any
) -> int:
    """List the products that every listing page shows.

    PAGES are HTML files, folders, WARC files, JSON lines (url, html and perhaps id, site),
    addresses of the web, or - for standard input. Prints a line per page: id, url, site, records
    with xpath, name, url, price and image, and the regions that hold them; where there are none,
    the reason. Files other than JSON lines hold a row per record.

    Example:

        specdex listings category.html -O offers.csv
    """
    target = Destination.of(options["output"], options["overwrite"], options["format_"])
    made: ListingReader = plugins.load("listing_readers", reader)()
    failures: list[Failure] = []
    found = 0

    def counted(listing: Listing) -> Listing:
        nonlocal found
        found += len(listing.offers)
        return listing

    politeness = Politeness(timeout=timeout, allow_private=options["allow_private"])
    with ExitStack() as stack:
        renderer = None
        if rendered or reader in RENDERED_READERS:
            renderer = stack.enter_context(Renderer(politeness))
        documents = _documents(pages, renderer, default_crawler(politeness))
        read = each_of(made.read, documents, "list")
        written = _give(map(counted, only_good(watched(read, "reading"), failures)), target)
    if not written:
        warn("no pages found")
    return 0 if found and not failures else 1


def _give(listings: Iterable[Listing], target: Destination) -> int:
    """Give *listings* to *target*: a line for each, or a row for each record; how many lists."""
    exporter = exporter_for(target.path, target.format)
    if LINES not in exporter.suffixes:
        found = list(listings)
        give_rows("offers", [row for each in found for row in _rows(each)], target)
        return len(found)

    def write(_: Exporter, stream: IO[Any]) -> int:
        count = 0
        for each in listings:
            stream.write(json.dumps(listing_line(each), ensure_ascii=False) + "\n")
            count += 1
        return count

    return target.give(write)


def _rows(listing: Listing) -> Iterator[dict[str, Any]]:
    for offer in listing.offers:
        yield {
            "page": listing.url or listing.id,
            "site": listing.site,
            "name": offer.name,
            "url": offer.url,
            "price": offer.price,
            "currency": offer.currency,
            "old_price": offer.old_price,
            "rating_count": offer.rating_count,
            "image": offer.image,
            "xpath": offer.xpath,
            "reader": listing.reader,
            "confidence": round(listing.confidence, 4),
        }


def _documents(
    locations: tuple[str, ...], renderer: Renderer | None, crawler: Crawler
) -> Iterator[Document | Failure]:
    """The pages at *locations*, parsed, and rendered where that is wanted."""
    for location in locations:
        if is_web(location) and renderer is not None:
            page = renderer.fetch(location, looks=True)
            yield page if isinstance(page, Failure) else parse(page)
            continue
        for each in pages_at((location,), crawler):
            yield each if isinstance(each, Failure) else _rendered(each, renderer)


def _rendered(page: Page, renderer: Renderer | None) -> Document | Failure:
    document = parse(page)
    if document.failure and not len(document):
        return document.failure
    failure = renderer.look_at(document) if renderer else None
    return failure or document
