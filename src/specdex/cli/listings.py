"""Commands for listing pages: read their records, and measure how well that is done."""

import json
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import click
import msgspec
from rich.table import Table

from specdex.cli.logs import warn
from specdex.cli.output import only_good, print_lines
from specdex.cli.progress import console, watched
from specdex.crawlers.rendering import Renderer
from specdex.errors import InputError
from specdex.evaluation.listings import (
    GoldListing,
    ListingScore,
    ListingsScore,
    score_listing,
    summarise_listings,
    table_3,
)
from specdex.html import Document, parse
from specdex.listings import DEFAULT_READER, READERS, Listing, ListingReader, listing_line
from specdex.pipeline.labelled import DATA, lines
from specdex.pipeline.pages import pages_at
from specdex.records import Failure, Page
from specdex.settings import Politeness
from specdex.urls import is_web

__all__ = ["bench_listings", "listings"]

SETS = {"shops": "listings/shops.jsonl.xz", "wcxb": "listings/wcxb.jsonl.xz"}
"""The sets of labelled listing pages, by name."""
RENDERED_READERS = frozenset({"clustvx"})
"""The readers that need to know how elements look."""


@click.command()
@click.argument("pages", nargs=-1, required=True, metavar="PAGES...")
@click.option(
    "--reader",
    type=click.Choice(list(READERS)),
    default=DEFAULT_READER,
    show_default=True,
    help="Who finds the records.",
)
@click.option(
    "--rendered",
    is_flag=True,
    help="Read what a browser shows; PAGES may then be web addresses.",
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
    pages: tuple[str, ...], *, reader: str, rendered: bool, timeout: float, allow_private: bool
) -> int:
    """List the products that every listing page shows.

    PAGES are HTML files, folders, WARC files, JSON lines (url, html and perhaps id, site),
    or - for standard input. Prints a line per page: id, url, site, records with xpath, name, url,
    price and image, and the regions that hold them; where there are none, the reason.

    Example:

        specdex listings category.html
    """
    made = READERS[reader]()
    failures: list[Failure] = []
    found = 0

    def line(listing: Listing) -> str:
        nonlocal found
        found += len(listing.records)
        return json.dumps(listing_line(listing), ensure_ascii=False)

    with ExitStack() as stack:
        renderer = None
        if rendered or reader in RENDERED_READERS:
            politeness = Politeness(timeout=timeout, allow_private=allow_private)
            renderer = stack.enter_context(Renderer(politeness))
        documents = only_good(_documents(pages, renderer), failures)
        written = print_lines(line(made.read(each)) for each in watched(documents, "reading"))
    if not written:
        warn("no pages found")
    return 0 if found and not failures else 1


def _documents(
    locations: tuple[str, ...], renderer: Renderer | None
) -> Iterator[Document | Failure]:
    """The pages at *locations*, parsed, and rendered where that is wanted."""
    for location in locations:
        if is_web(location):
            yield _fetched(location, renderer)
            continue
        for page in pages_at((location,)):
            yield page if isinstance(page, Failure) else _rendered(page, renderer)


def _fetched(url: str, renderer: Renderer | None) -> Document | Failure:
    if renderer is None:
        raise InputError(f"{url} is a web address: give --rendered to fetch it in a browser")
    page = renderer.fetch(url, looks=True)
    return page if isinstance(page, Failure) else parse(page)


def _rendered(page: Page, renderer: Renderer | None) -> Document | Failure:
    document = parse(page)
    if document.failure and not len(document):
        return document.failure
    failure = renderer.look_at(document) if renderer else None
    return failure or document


@click.command("listings")
@click.option(
    "--data",
    type=click.Path(path_type=Path, file_okay=False),
    default=DATA,
    show_default=True,
    help="The folder of labelled data.",
)
@click.option(
    "--set",
    "sets",
    multiple=True,
    type=click.Choice(list(SETS)),
    help="Only this set; may be given several times.",
)
@click.option(
    "--reader",
    "readers",
    multiple=True,
    type=click.Choice(list(READERS)),
    help="Only this method; may be given several times.",
)
@click.option("--per-page", is_flag=True, help="LightExtraction's table 3: a row per page.")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON line per set and method.")
def bench_listings(
    data: Path, *, sets: tuple[str, ...], readers: tuple[str, ...], per_page: bool, as_json: bool
) -> int:
    """Score records read from labelled listing pages.

    Prints for each method precision and recall of records, the share of listing pages read without
    a mistake, of other pages left alone, and of fields right. The methods that need to see the
    page rendered use the browser.

    Example:

        specdex bench listings --set shops --reader offers --reader light --per-page
    """
    for name in sets or SETS:
        golds = [gold for gold in _golds(data / SETS[name]) if not gold.doubt]
        scores = {each: _measured(golds, each) for each in readers or READERS}
        if as_json:
            for reader, pages in scores.items():
                row = _row(summarise_listings(pages))
                click.echo(json.dumps({"set": name, "reader": reader, **row}))
        else:
            _print(name, scores, per_page=per_page)
    return 0


def _golds(path: Path) -> Iterator[GoldListing]:
    for line in lines(path):
        try:
            yield msgspec.convert(line, GoldListing)
        except msgspec.ValidationError as error:
            raise InputError(f"{path} holds no labelled listings: {error}") from error


def _measured(golds: list[GoldListing], name: str) -> list[ListingScore]:
    reader = READERS[name]()
    with ExitStack() as stack:
        renderer = stack.enter_context(Renderer()) if name in RENDERED_READERS else None
        return [_scored(gold, reader, renderer) for gold in watched(golds, name, len(golds))]


def _scored(gold: GoldListing, reader: ListingReader, renderer: Renderer | None) -> ListingScore:
    body = gold.html.encode("utf-8", "replace")
    document = parse(Page(url=gold.url, body=body, id=gold.id, site=gold.site, encoding="utf-8"))
    if renderer is not None and len(document):
        failure = renderer.look_at(document)
        if failure:
            warn(f"{gold.id}: {failure.reason}")
    return score_listing(gold, document, reader.read(document).offers)


def _row(score: ListingsScore) -> dict[str, float]:
    return {
        "precision": score.records.precision,
        "recall": score.records.recall,
        "pages_exact": score.pages_exact,
        "quiet": score.quiet,
        **{f"{name}_accuracy": value for name, value in score.accuracy.items()},
    }


def _print(name: str, scores: dict[str, list[ListingScore]], *, per_page: bool) -> None:
    table = Table(name, "P", "R", "exact", "quiet", "names", "urls", "prices", "images")
    for reader, pages in scores.items():
        row = _row(summarise_listings(pages))
        table.add_row(reader, *(f"{value:.4f}" for value in row.values()))
    console().print(table)
    if per_page:
        head, *rows = table_3(scores)
        pages_table = Table(*head)
        for each in rows:
            pages_table.add_row(*each)
        console().print(pages_table)
