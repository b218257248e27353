"""How well records are read from listing pages."""

import json
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from importlib.util import find_spec
from math import isnan
from pathlib import Path

import click
from rich.table import Table

from benchmarks.data import (
    DATA_OPTION,
    PART_OPTION,
    Part,
    beside,
    halves,
    part_of,
    parts_of,
    refuse_blind,
)
from benchmarks.listings.changes import CHANGES, changed
from benchmarks.listings.examples import LISTING_SETS, gold_listings
from benchmarks.listings.layouts import laid_out
from benchmarks.listings.models import ReaderFor, half_trained, measure_listings, shipped
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
from specdex.crawlers.browser import find_browser
from specdex.crawlers.renderer import Renderer
from specdex.html import Document
from specdex.settings import DEFAULT_LISTING_READER

__all__ = ["firm_listings", "listing_rows", "listings"]

COLUMNS = ("P", "R", "F1", "exact", "quiet", "names", "urls", "prices", "images")
ALL = "all"
METHODS = (DEFAULT_LISTING_READER, "light", "mdr", "clustvx")
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
@PART_OPTION
@click.option("--per-page", is_flag=True, help="LightExtraction's table 3: a row per open page.")
@click.option(
    "--layouts",
    type=click.Choice(["platform", "situation"]),
    help="Read pages we wrote as platforms print them, which taught nobody, told apart so.",
)
@click.option(
    "--changed",
    "changes",
    multiple=True,
    type=click.Choice([ALL, *CHANGES]),
    help="Read the pages as a shop might have printed them as well; may be given several times.",
)
@click.option("--json", "as_json", is_flag=True, help="Print a JSON line per set and method.")
def listings(
    data: Path,
    *,
    sets: tuple[str, ...],
    readers: tuple[str, ...],
    is_shipped: bool,
    part: str | None,
    per_page: bool,
    layouts: str | None,
    changes: tuple[str, ...],
    as_json: bool,
) -> int:
    """Score records read from labelled listing pages, open and blind sites apart.

    Prints for each method precision and recall of records, the share of listing pages read without
    a mistake, of other pages left alone, and of fields right. The default method reads each half
    of the sites with what it learned from the other half, which takes a minute and the extra
    learn. The methods that need to see the page rendered use the browser; where there is none they
    are left out, which is said. With --layouts no labelled page is read, but pages of our own: each
    platform of today in each situation, among them pages that list nothing. With --changed the
    labelled pages of all sets are read, each changed so that no person would be misled: without
    prices, pictures or class names, with cents set apart, in rows or as a table, and so on.

    Example:

        python -m benchmarks listings --set shops --reader offers --reader light --per-page
    """
    if layouts:
        _print_layouts(layouts, readers or (DEFAULT_LISTING_READER,), as_json=as_json)
        return 0
    refuse_blind(part, per_page)
    parts = parts_of(part)
    golds = {
        name: [each for each in firm_listings(data, name) if part_of(each.site) in parts]
        for name in sets or LISTING_SETS
    }
    if changes:
        readers, golds = readers or METHODS[:1], _changed(golds, changes)
    scores: dict[str, dict[str, list[ListingScore]]] = {name: {} for name in golds}
    for reader in readers or METHODS:
        is_learned = reader == DEFAULT_LISTING_READER and not is_shipped
        reader_for = half_trained(data) if is_learned else shipped(reader)
        for name, pages in golds.items() if _can_run(reader) else ():
            scores[name][reader] = _measured(pages, reader, reader_for)
    for name, methods in scores.items():
        _print(name, methods, parts, as_json=as_json)
        if per_page:
            _print_pages(methods)
    return 0


def _changed(
    golds: Mapping[str, Sequence[GoldListing]], changes: Sequence[str]
) -> dict[str, list[GoldListing]]:
    """The pages of all sets, changed in each of the ways that *changes* name."""
    pages = [page for each in golds.values() for page in each]
    return {way: list(changed(pages, way)) for way in CHANGES if {way, ALL} & {*changes}}


def _print_layouts(by: str, readers: Sequence[str], *, as_json: bool) -> None:
    """How well pages of our own are read, whose layouts taught no model."""
    pages = list(laid_out())
    told = [page.id.split("/")[by == "situation"] for page in pages]
    for reader in readers:
        scores = _measured(pages, reader, shipped(reader))
        table = Table(by, *COLUMNS)
        for name in (*dict.fromkeys(told), ALL):
            chosen = [s for s, each in zip(scores, told, strict=True) if name in {each, ALL}]
            row = _row(summarise_listings(chosen))
            if as_json:
                click.echo(json.dumps({by: name, "reader": reader, **row}))
            table.add_row(name, *_shares(row))
        if not as_json:
            console().print(table)


def _can_run(reader: str) -> bool:
    """Whether a method can run here; one that needs a browser is left out, and that is said."""
    if reader not in RENDERED_READERS:
        return True
    if not (find_browser() and find_spec("playwright")):
        warn(f"left out {reader}: it looks at rendered pages, and there is no browser")
        return False
    return True


def firm_listings(data: Path, name: str) -> list[GoldListing]:
    """The labelled pages of the set called *name* that are not debatable."""
    return [gold for gold in gold_listings(data / LISTING_SETS[name]) if not gold.doubt]


def _measured(golds: Sequence[GoldListing], name: str, reader_for: ReaderFor) -> list[ListingScore]:
    with ExitStack() as stack:
        renderer = stack.enter_context(Renderer()) if name in RENDERED_READERS else None

        def look(document: Document) -> None:
            failure = renderer.look_at(document) if renderer is not None else None
            if failure:
                warn(f"{document.page.id}: {failure.reason}")

        return list(watched(measure_listings(golds, reader_for, look), name, len(golds)))


def listing_rows(pages: Sequence[ListingScore]) -> dict[Part, dict[str, float | None]]:
    """The figures of open and of blind *pages*, by name."""
    sides = halves(pages, lambda page: page.site)
    return {part: _row(summarise_listings(each)) for part, each in sides.items()}


def _row(score: ListingsScore) -> dict[str, float | None]:
    records = score.records
    shares = {
        "precision": records.precision,
        "recall": records.recall,
        "f1": records.f1,
        "pages_exact": score.pages_exact,
        "quiet": score.quiet,
        **{f"{name}_accuracy": value for name, value in score.accuracy.items()},
    }
    return {name: None if isnan(value) else value for name, value in shares.items()}


def _print(
    name: str, methods: dict[str, list[ListingScore]], parts: Sequence[Part], *, as_json: bool
) -> None:
    table = Table(name, "part", *COLUMNS)
    for reader, pages in methods.items():
        rows = listing_rows(pages)
        for side, row in beside({part: rows[part] for part in parts}).items():
            if as_json:
                click.echo(json.dumps({"set": name, "reader": reader, "part": side, **row}))
            table.add_row(reader, side, *_shares(row))
        table.add_section()
    if not as_json:
        console().print(table)


def _shares(row: Mapping[str, float | None]) -> list[str]:
    return ["-" if value is None else f"{value:.4f}" for value in row.values()]


def _print_pages(methods: dict[str, list[ListingScore]]) -> None:
    head, *rows = table_3(
        {
            reader: halves(pages, lambda page: page.site)[Part.OPEN]
            for reader, pages in methods.items()
        }
    )
    table = Table(*head)
    for each in rows:
        table.add_row(*each)
    console().print(table)
