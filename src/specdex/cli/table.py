"""The command table: from pages to a spreadsheet."""

import sys
from itertools import islice

import click
import rich.table

from specdex.cli.export import COLUMNS, LANGUAGE, LEAST
from specdex.cli.extract import PAGES, WORKERS, engine_of
from specdex.cli.logs import warn
from specdex.cli.output import Destination, destination_options, tell
from specdex.cli.progress import console, counted, watched
from specdex.errors import InputError
from specdex.exporters.collection import BEFORE, BEHIND, Collection, Layout, tables_of
from specdex.exporters.tables import Cell
from specdex.pipeline.export import Wanted, spoken, write_joined
from specdex.pipeline.extract import extraction
from specdex.pipeline.table import Reading, collection_of, learned, read_all

__all__ = ["table"]

SHOWN_ROWS = 100
NARROW, WIDE, BETWEEN = 18, 40, 3
"""Characters that a column on a terminal has at most, that the title has, and between them."""
FIRST = ("Title", "Lowest price", "Currency", "Shops")
"""What is shown before attributes, where it is known."""


@click.command()
@PAGES
@COLUMNS
@LEAST
@LANGUAGE
@WORKERS
@destination_options
def table(
    pages: tuple[str, ...],
    columns: int,
    least: float,
    language: str,
    workers: int,
    **destination: str | None,
) -> int:
    """Make a spreadsheet of pages: one row a product, one column an attribute.

    PAGES are saved pages (HTML, MHTML), folders of them, WARC files, JSON lines of pages or of
    what extract printed, run folders, or - for standard input. Reads them, learns how each site
    prints its data where several pages are of it, joins what they say of one product, and writes
    the products: with -O products.xlsx for Excel. On a terminal without -O the first columns are
    shown.

    Example:

        specdex table pages/ -O products.xlsx
    """
    target = Destination.of(destination["output"], destination["overwrite"], destination["format_"])
    mapped = extraction()
    reading = read_all(pages, mapped, engine_of(workers), lambda each: watched(each, "reading"))
    _tell(reading)
    if not reading.specifications:
        raise InputError(f"no specification found in {', '.join(pages)}: there is nothing to join")
    with counted("learning how each site prints its data"):
        reading = learned(reading, pages, mapped)
    with counted(f"joining {len(reading.specifications)} specifications"):
        collection = spoken(collection_of(reading.specifications), language)
    if not target.path and not target.format and sys.stdout.isatty():
        _print(collection)
    else:
        wanted = Wanted(columns=columns, least=least, language=language)
        target.give(lambda exporter, stream: write_joined(collection, wanted, exporter, stream))
    return 1 if reading.failures else 0


def _tell(reading: Reading) -> None:
    """Say what was left out, and of how many pages the site is not known."""
    tell(reading.failures)
    total = len(reading.specifications) + reading.silent
    if reading.silent:
        warn(f"no specification on {reading.silent} of {total} pages: they are left out")
    if reading.homeless:
        warn(
            f"{reading.homeless} of {total} pages do not say where they were saved from: "
            "each counts as a shop of its own"
        )


def _print(collection: Collection) -> None:
    """Show as many columns as fit the terminal."""
    sheet = tables_of(collection, Layout(collection), ["products"])[0]
    rows = list(islice(sheet.rows(), SHOWN_ROWS))
    names = list(sheet.columns)
    attributes = names[len(BEFORE) : len(names) - len(BEHIND)]
    terminal = console()
    shown = rich.table.Table(show_edge=False, header_style="bold")
    chosen, left = [], terminal.width
    for name in (*FIRST, *attributes):
        cells = [_text(row[names.index(name)]) for row in rows]
        if not any(cells):
            continue
        width = min(max(map(len, (name, *cells))), WIDE if name == FIRST[0] else NARROW)
        left -= width + BETWEEN
        if left < 0:
            break
        number = name in sheet.numbers
        shown.add_column(name, justify="right" if number else "left", no_wrap=True, max_width=width)
        chosen.append(cells)
    for row in zip(*chosen, strict=True):
        shown.add_row(*row)
    terminal.print(shown)
    total = sum(1 for _ in collection.products())
    terminal.print(f"{total} products, {len(attributes)} attributes; -O products.xlsx writes all.")


def _text(cell: Cell) -> str:
    return "" if cell is None else str(cell)
