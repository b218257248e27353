"""The command table: from pages to a spreadsheet."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from specdex.cli.export import COLUMNS, LANGUAGE
from specdex.cli.logs import warn
from specdex.cli.options import PAGES, engine_of, worker_options
from specdex.cli.output import HOMELESS, Destination, destination_options, tell
from specdex.cli.progress import counted, watched
from specdex.cli.rows import print_products
from specdex.errors import InputError

if TYPE_CHECKING:
    from specdex.pipeline.table import Reading

__all__ = ["table"]


@click.command()
@PAGES
@COLUMNS
@LANGUAGE
@worker_options
@destination_options
def table(pages: tuple[str, ...], columns: int, language: str, **options: Any) -> int:
    """Make a spreadsheet of pages: one row a product, one column an attribute.

    PAGES are saved pages (HTML, MHTML), folders of them, WARC files, JSON lines of pages or of
    what extract printed, run folders, or - for standard input. Reads them, learns how each site
    prints its data where several pages are of it, joins what they say of one product, and writes
    the products: with -O products.xlsx for Excel. On a terminal without -O the first columns are
    shown.

    Example:

        specdex table pages/ -O products.xlsx
    """
    from specdex.pipeline.export import Wanted, spoken, write_joined
    from specdex.pipeline.extract import extraction
    from specdex.pipeline.table import collection_of, learned, read_all

    target, engine = Destination.of(options), engine_of(options)
    mapped = extraction()
    reading = read_all(
        pages, mapped, engine, lambda each: watched(each, "reading", locations=pages)
    )
    _tell(reading)
    if not reading.specifications:
        raise InputError(f"no specification found in {', '.join(pages)}: there is nothing to join")
    with counted("learning how each site prints its data"):
        reading = learned(reading, pages, mapped)
    with counted(f"joining {len(reading.specifications)} specifications"):
        collection = spoken(collection_of(reading.specifications, engine), language)
    if target.is_watched:
        print_products(collection)
    else:
        wanted = Wanted(columns=columns, least=target.least, language=language)
        target.give(lambda exporter, stream: write_joined(collection, wanted, exporter, stream))
    return 1 if reading.failures else 0


def _tell(reading: Reading) -> None:
    """Say what was left out, and of how many pages the site is not known."""
    tell(reading.failures)
    total = len(reading.specifications) + reading.silent
    if reading.silent:
        warn(f"no specification on {reading.silent} of {total} pages: they are left out")
    if reading.homeless:
        warn(HOMELESS.format(reading.homeless, total))
