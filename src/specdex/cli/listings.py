"""The command that reads listing pages."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from specdex import plugins
from specdex.cli.logs import warn
from specdex.cli.options import PAGES, engine_of, preset, worker_options
from specdex.cli.output import Destination, destination_options, only_good
from specdex.cli.progress import watched
from specdex.cli.rows import give
from specdex.records import Failure, Listing, Page, listing_line
from specdex.settings import DEFAULT_LISTING_READER, Politeness
from specdex.urls import is_web

if TYPE_CHECKING:
    from specdex.crawlers.renderer import Renderer
    from specdex.html import Document
    from specdex.ports import ListingReader

__all__ = ["RENDERED_READERS", "listings"]

OFFER = ("name", "url", "price", "currency", "old_price", "rating_count", "image", "xpath")
"""What a row says of a record."""
RENDERED_READERS = frozenset({"clustvx"})
"""The readers that need to know how elements look."""


@click.command()
@PAGES
@destination_options
@preset(
    "--reader",
    type=click.Choice(plugins.names("listing_readers")),
    default=DEFAULT_LISTING_READER,
    help="Who finds the offers.",
)
@click.option("--rendered", is_flag=True, help="Read what a browser shows.")
@preset(
    "--timeout",
    type=click.FloatRange(min=1),
    default=Politeness().timeout,
    help="Seconds that the browser may take for a page.",
)
@click.option("--allow-private", is_flag=True, help="Ask private and loopback addresses, too.")
@worker_options
def listings(
    pages: tuple[str, ...],
    *,
    reader: str,
    rendered: bool,
    timeout: float,
    target: Destination,
    **options: Any,
) -> int:
    """List the products that every listing page shows.

    PAGES are HTML files, folders, WARC files, JSON lines (url, html and perhaps id, site),
    addresses of the web, or - for standard input. Prints a line per page: id, url, site, records
    with xpath, name, url, price and image, and the regions that hold them; where there are none,
    the reason. Files other than JSON lines hold a row per offer.

    Example:

        specdex listings category.html -O offers.csv
    """
    from specdex.crawlers.renderer import Renderer
    from specdex.pipeline.extract import each_of, pages_at

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
        if renderer:
            read = each_of(made.read, _documents(pages, renderer), "list")
        else:
            read = engine_of(options).map(_Reading(made), pages_at(pages, politeness))
        told = map(
            listing_line,
            map(counted, only_good(watched(read, "reading", locations=pages), failures)),
        )
        written = give("offers", told, target, _rows)
    if not written:
        warn("no pages found")
    return 0 if found and not failures else 1


@dataclass(frozen=True, slots=True)
class _Reading:
    """What is mapped over pages: parse and list. Picklable, and never raises."""

    reader: ListingReader

    def __call__(self, page: Page | Failure) -> Listing | Failure:
        from specdex.pipeline.extract import uncollected

        if isinstance(page, Failure):
            return page
        with uncollected():
            try:
                document = _rendered(page)
                return document if isinstance(document, Failure) else self.reader.read(document)
            except Exception as error:  # noqa: BLE001 - whatever a page provokes, a batch goes on
                return Failure.of(page.url, "list", error)

    def lost(self, page: Page | Failure) -> Failure:
        """What is said of a *page* that killed its worker."""
        from specdex.pipeline.extract import LOST

        return page if isinstance(page, Failure) else Failure(page.url, "list", LOST)


def _rows(line: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """A row per record."""
    about = {"page": line["url"] or line["id"], "site": line["site"]}
    read = {"reader": line["reader"], "confidence": line["confidence"]}
    for offer in line["records"]:
        told = {name: offer.get(name) for name in OFFER}
        yield about | told | read


def _documents(locations: tuple[str, ...], renderer: Renderer) -> Iterator[Document | Failure]:
    """The pages at *locations*, parsed, and rendered where that is wanted."""
    from specdex.html import parse
    from specdex.pipeline.extract import pages_at

    for location in locations:
        if is_web(location):
            page = renderer.fetch(location, looks=True)
            yield page if isinstance(page, Failure) else parse(page)
            continue
        for each in pages_at((location,)):
            yield each if isinstance(each, Failure) else _rendered(each, renderer)


def _rendered(page: Page, renderer: Renderer | None = None) -> Document | Failure:
    from specdex.html import parse

    document = parse(page)
    if document.failure and not len(document):
        return document.failure
    failure = renderer.look_at(document) if renderer else None
    return failure or document
