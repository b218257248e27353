"""How well records are read from listing pages."""

import json
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

import click
from rich.table import Table

from benchmarks.data import DATA_OPTION
from benchmarks.listings.examples import LISTING_SETS, gold_listings
from benchmarks.listings.models import ReaderFor, half_of, half_trained, measure_listings, shipped
from benchmarks.listings.score import (
    GoldListing,
    ListingScore,
    ListingsScore,
    summarise_listings,
    table_3,
)
from specdex import plugins
from specdex.cli.listings import RENDERED_READERS
from specdex.cli.logs import warn
from specdex.cli.progress import console, watched
from specdex.crawlers.renderer import Renderer
from specdex.html import Document
from specdex.listings import DEFAULT_READER

__all__ = ["listings"]

METHODS = (DEFAULT_READER, "light", "mdr", "clustvx")
"""The methods that are measured unless others are asked for."""


@click.command()
@DATA_OPTION
@click.option(
    "--set",
    "sets",
    multiple=True,
    type=click.Choice(list(LISTING_SETS)),
    help="Only this set; may be given several times.",
)
@click.option(
    "--reader",
    "readers",
    multiple=True,
    type=click.Choice(plugins.names("listing_readers")),
    help="Only this method; may be given several times.",
)
@click.option(
    "--shipped",
    "is_shipped",
    is_flag=True,
    help="Use the model that ships; it has seen these sites, so its scores are too good.",
)
@click.option("--per-half", is_flag=True, help="A row for each half of the sites too.")
@click.option("--per-page", is_flag=True, help="LightExtraction's table 3: a row per page.")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON line per set and method.")
def listings(
    data: Path,
    *,
    sets: tuple[str, ...],
    readers: tuple[str, ...],
    is_shipped: bool,
    per_half: bool,
    per_page: bool,
    as_json: bool,
) -> int:
    """Score records read from labelled listing pages.

    Prints for each method precision and recall of records, the share of listing pages read without
    a mistake, of other pages left alone, and of fields right. The default method reads each half
    of the sites with what it learned from the other half, which takes a minute and the extra
    learn. The methods that need to see the page rendered use the browser.

    Example:

        python -m benchmarks listings --set shops --reader offers --reader light --per-page
    """
    golds = {
        name: [gold for gold in gold_listings(data / LISTING_SETS[name]) if not gold.doubt]
        for name in sets or LISTING_SETS
    }
    scores: dict[str, dict[str, list[ListingScore]]] = {name: {} for name in golds}
    for reader in readers or METHODS:
        is_learned = reader == DEFAULT_READER and not is_shipped
        reader_for = half_trained(data) if is_learned else shipped(reader)
        for name, pages in golds.items():
            scores[name][reader] = _measured(pages, reader, reader_for)
    for name, methods in scores.items():
        if as_json:
            for reader, rows in _rows(methods, per_half=per_half).items():
                row = _row(summarise_listings(rows))
                click.echo(json.dumps({"set": name, "reader": reader, **row}))
        else:
            _print(name, methods, per_half=per_half, per_page=per_page)
    return 0


def _measured(golds: Sequence[GoldListing], name: str, reader_for: ReaderFor) -> list[ListingScore]:
    with ExitStack() as stack:
        renderer = stack.enter_context(Renderer()) if name in RENDERED_READERS else None

        def look(document: Document) -> None:
            failure = renderer.look_at(document) if renderer is not None else None
            if failure:
                warn(f"{document.page.id}: {failure.reason}")

        return list(watched(measure_listings(golds, reader_for, look), name, len(golds)))


def _rows(
    methods: dict[str, list[ListingScore]], *, per_half: bool
) -> dict[str, list[ListingScore]]:
    """The pages of each method, and by halves where that is wanted."""
    rows = dict(methods)
    if per_half:
        for reader, pages in methods.items():
            for half in (0, 1):
                chosen = [page for page in pages if half_of(page.site) == half]
                rows[f"{reader}, half {half + 1}"] = chosen
    return rows


def _row(score: ListingsScore) -> dict[str, float]:
    return {
        "precision": score.records.precision,
        "recall": score.records.recall,
        "pages_exact": score.pages_exact,
        "quiet": score.quiet,
        **{f"{name}_accuracy": value for name, value in score.accuracy.items()},
    }


def _print(
    name: str, methods: dict[str, list[ListingScore]], *, per_half: bool, per_page: bool
) -> None:
    table = Table(name, "P", "R", "exact", "quiet", "names", "urls", "prices", "images")
    for reader, pages in _rows(methods, per_half=per_half).items():
        row = _row(summarise_listings(pages))
        table.add_row(reader, *(f"{value:.4f}" for value in row.values()))
    console().print(table)
    if per_page:
        head, *rows = table_3(methods)
        pages_table = Table(*head)
        for each in rows:
            pages_table.add_row(*each)
        console().print(pages_table)
