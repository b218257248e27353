"""Commands that read pages: extract and detect."""

from typing import Any

import click

from specdex import plugins
from specdex.cli.logs import warn
from specdex.cli.options import PAGES, fetch_options, fetcher_of
from specdex.cli.output import Destination, destination_options, only_good
from specdex.cli.progress import watched
from specdex.cli.rows import print_rows, write_pairs
from specdex.html import parse
from specdex.pipeline.extract import (
    DEFAULT_DETECTOR,
    DEFAULT_READERS,
    Extraction,
    each_of,
    extraction,
    pages_at,
    shipped,
)
from specdex.pipeline.extract import extract as extract_pages
from specdex.ports import Engine
from specdex.records import Failure, Page, Specification

__all__ = ["DETECTOR", "PAGES", "READERS", "WORKERS", "detect", "engine_of", "extract"]

DETECTOR = click.option(
    "--detector",
    type=click.Choice(plugins.names("detectors")),
    default=DEFAULT_DETECTOR,
    show_default=True,
    help="Who finds the fragments.",
)
READERS = click.option(
    "--reader",
    "readers",
    multiple=True,
    type=click.Choice(plugins.names("readers")),
    help="Who reads them; may be given several times.",
)
WORKERS = click.option(
    "-j",
    "--workers",
    type=click.IntRange(min=1),
    default=1,
    show_default=True,
    help="Processes to read with.",
)


def engine_of(workers: int) -> Engine:
    """The engine that reads with so many *workers*."""
    engine: Engine = (
        plugins.load("engines", "serial")()
        if workers == 1
        else plugins.load("engines", "processes")(workers)
    )
    return engine


@click.command()
@PAGES
@destination_options
@DETECTOR
@READERS
@click.option(
    "--any-topic",
    is_flag=True,
    help="Every block of labels and values about the page's main thing, product or not.",
)
@WORKERS
@fetch_options
def extract(pages: tuple[str, ...], **options: Any) -> int:
    """Read the specification on every page.

    PAGES are HTML files, folders, WARC files, JSON lines (url, html and perhaps id, site,
    category; also .gz and .xz), run folders, addresses of the web, or - for standard input.
    Addresses are fetched politely: robots.txt is obeyed, a site is asked once a second at most.
    Prints a line per page: id, url, site, category, title, fragments with their pairs, failures.

    Example:

        specdex extract pages/ -O specifications.csv
    """
    target = Destination.of(*(options[each] for each in ("output", "overwrite", "format_")))
    mapped = _mapped(options)
    engine = engine_of(options["workers"])
    failures: list[Failure] = []
    pairs = 0

    def counted(specification: Specification) -> Specification:
        nonlocal pairs
        pairs += len(specification.pairs)
        return specification

    given = pages_at(pages, fetcher_of(options))
    results = watched(extract_pages(given, mapped, engine), "extracting")
    written = write_pairs(map(counted, only_good(results, failures)), target)
    if not written:
        warn("no pages found")
    elif not pairs:
        warn(f"no specification found on {written} page{'s' if written > 1 else ''}")
    return 0 if pairs and not failures else 1


def _mapped(options: dict[str, Any]) -> Extraction:
    """The Extraction that *options* ask for."""
    if not options["any_topic"]:
        return extraction(options["detector"], options["readers"] or DEFAULT_READERS)
    if options["readers"] or options["detector"] != DEFAULT_DETECTOR:
        raise click.UsageError("--any-topic brings its own detector and reader")
    return shipped(any_topic=True)


@click.command()
@PAGES
@DETECTOR
@fetch_options
def detect(pages: tuple[str, ...], detector: str, **manners: Any) -> int:
    """Say where on every page the specification is, without reading it.

    Prints a line per page: id, url, site, and the fragments' XPaths, kinds and confidences.

    Example:

        specdex detect page.html
    """
    finder = plugins.load("detectors", detector)()
    failures: list[Failure] = []
    found = 0

    def line(page: Page) -> dict[str, Any]:
        nonlocal found
        document = parse(page)
        fragments = [
            {
                "xpath": document.xpath(each.node),
                "kind": each.kind.value,
                "confidence": round(each.confidence, 4),
            }
            for each in finder.detect(document)
        ]
        found += len(fragments)
        about = {"id": page.id, "url": page.url, "site": page.site or None}
        return about | {"fragments": fragments}

    lines = each_of(line, pages_at(pages, fetcher_of(manners)), "detect")
    print_rows(only_good(watched(lines, "detecting"), failures))
    return 0 if found and not failures else 1
