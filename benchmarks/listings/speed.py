"""How much reading the records of a listing page costs on top of parsing it."""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import click
from lxml import etree
from rich.table import Table

from benchmarks.listings.examples import LISTING_SETS, gold_listings, listing_page
from benchmarks.speed.measure import FLOOR, Contestant, race
from specdex import plugins
from specdex.cli.progress import console
from specdex.html import parse
from specdex.listings import DEFAULT_READER
from specdex.records import Page

__all__ = ["time_listings"]

PARSE, READ = "specdex parse", "specdex parse and listings"


def time_listings(data: Path, pages: int, rounds: int) -> int:
    """Time the default reader on listing pages and others; its cost is what it adds to parsing."""
    reader = plugins.load("listing_readers", DEFAULT_READER)()
    contestants = [
        Contestant(FLOOR, _lxml),
        Contestant(PARSE, parse),
        Contestant(READ, lambda page: reader.read(parse(page))),
    ]
    for name, file in LISTING_SETS.items():
        chosen = list(islice(_pages(data / file), pages))
        table = race(contestants, chosen, rounds)
        shown = Table("who", "pages/s", "ms/page", "of lxml parse only", "note", title=name)
        for row in table.rows():
            shown.add_row(*row)
        console().print(shown)
        floor, parsed, read = (table.lap(each) for each in (FLOOR, PARSE, READ))
        if floor and parsed and read and floor.milliseconds:
            cost = (read.milliseconds - parsed.milliseconds) / floor.milliseconds
            click.echo(f"{name}: listings cost {cost:.2f} of lxml's parsing, on top of it")
    return 0


def _pages(path: Path) -> Iterator[Page]:
    return (listing_page(gold) for gold in gold_listings(path))


def _lxml(page: Page) -> object:
    return etree.fromstring(page.body, etree.HTMLParser(encoding="utf-8"))
