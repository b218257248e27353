"""Commands that read pages: extract, detect and import."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from specdex import plugins
from specdex.cli.join import join_folder
from specdex.cli.logs import warn
from specdex.cli.options import (
    DICTIONARY,
    DOMAIN,
    FOLDER,
    PAGES,
    engine_of,
    fetch_options,
    known_by,
    preset,
    settings_of,
    several,
    shown,
    worker_options,
    written,
)
from specdex.cli.output import (
    Destination,
    destination_options,
    file_options,
    only_good,
    tell,
)
from specdex.cli.progress import counted, watched
from specdex.cli.rows import give, write_pairs
from specdex.errors import InputError
from specdex.records import Failure, Page, Specification
from specdex.settings import DEFAULT_DETECTOR, Politeness

if TYPE_CHECKING:
    from specdex.pipeline.extract import Extraction
    from specdex.pipeline.imports import Imported
    from specdex.ports import Detector
    from specdex.runs import RunFolder

__all__ = [
    "DETECTOR",
    "READERS",
    "detect",
    "extract",
    "give_read",
    "import_",
    "learn_imported",
    "tell_imported",
]

NAMED = 3
"""So many pages are named of those that are counted."""


@click.command("import")
@PAGES
@click.option("--run", type=FOLDER, required=True, help="The run folder; made where it is not.")
@click.option("-c", "--category", default="", help="What the pages sell, in one word: camera.")
@click.option("-s", "--site", default="", help="The shop of pages that do not say theirs.")
@click.option("--no-join", is_flag=True, help="Only read; leave the rest to specdex join.")
@worker_options
@file_options
@fetch_options
@written("run", create=True)
def import_(
    pages: tuple[str, ...], run: Path, *, no_join: bool, target: Destination, **options: Any
) -> int:
    """Make a run of pages at hand, or add them to one.

    PAGES are saved pages (HTML, MHTML), folders of them, WARC files, JSON lines, other runs,
    addresses of the web or of an archive (commoncrawl:shop.example/p/*), or - for standard
    input. They are kept with what they say, sites are learned where several pages are of one,
    and specifications of one product are joined, so that show, explain, serve, export and audit
    work as after a harvest. Importing again adds what is new and renews what has changed.

    Example:

        specdex import pages/ --run camera-run -c camera
    """
    from specdex.pipeline.export import Scope
    from specdex.pipeline.extract import extraction, pages_at
    from specdex.pipeline.imports import Look, Origin, import_pages
    from specdex.runs import RunFolder

    mapped, origin = extraction(), Origin(options["category"], options["site"])
    given = watched(pages_at(pages, settings_of(Politeness, options)), "reading", locations=pages)
    with RunFolder(run) as folder:
        done = import_pages(given, folder, Look(mapped), engine_of(options), origin)
        tell_imported(done, pages, "kept, but there is nothing to join")
        counts = {"pages": done.pages, "sites": len(done.sites), "specifications": done.read}
        give("imports", [{"run": shown(run), **counts}], target)
        if not no_join:
            learn_imported(folder, done, mapped)
            for said in join_folder(folder, Scope(options["category"] or None)):
                click.echo(f"{shown(run)}: {said}", err=True)
    return 1 if done.failures else 0


def learn_imported(folder: RunFolder, done: Imported, mapped: Extraction) -> None:
    """Learn how each site that was imported prints its data, and read its pages by that."""
    from specdex.pipeline.imports import learn_sites_of

    with counted("learning how each site prints its data", len(done.sites), "sites") as step:
        for _ in learn_sites_of(folder, done.sites, mapped):
            step()


def tell_imported(done: Imported, pages: Sequence[str], silent: str) -> None:
    """Say what could not be read, what becomes of *silent* pages, and whose site is not known.

    An InputError where *pages* hold no specification at all.
    """
    tell(done.failures)
    if not done.read:
        what = "specification" if done.pages else "pages"
        raise InputError(f"no {what} found in {', '.join(pages)}")
    if done.silent:
        warn(f"no specification on {_some(done.silent, done)}: {silent}")
    if done.twice:
        warn(f"the address of another page on {_some(done.twice, done)}: the last one is kept")
    if done.homeless:
        warn(
            f"{done.homeless} of {done.pages} pages do not say where they were saved from: each"
            " counts as a shop of its own; import --site names the shop where they are of one"
        )


def _some(pages: Sequence[str], done: Imported) -> str:
    """How many *pages* of all there are, and the first of them."""
    more = ", …" if len(pages) > NAMED else ""
    return f"{len(pages)} of {done.pages} pages ({', '.join(pages[:NAMED])}{more})"


DETECTOR = preset(
    "--detector",
    type=click.Choice(plugins.names("detectors")),
    default=DEFAULT_DETECTOR,
    help="Who finds the fragments.",
)
READERS = several(
    "--reader", "readers", type=click.Choice(plugins.names("readers")), help="Who reads them"
)


@click.command()
@PAGES
@destination_options
@DETECTOR
@READERS
@click.option(
    "--any-topic",
    is_flag=True,
    help="Every fragment of names and values about the page's main thing, product or not.",
)
@DOMAIN
@DICTIONARY
@worker_options
@fetch_options
def extract(pages: tuple[str, ...], target: Destination, **options: Any) -> int:
    """Read the specification on every page.

    PAGES are HTML files, folders, WARC files, JSON lines (url, html and perhaps id, site,
    category; also .gz and .xz), run folders, addresses of the web, or - for standard input.
    Addresses are fetched politely: robots.txt is obeyed, a site is asked once a second at most.
    What Common Crawl holds needs no site to be asked: commoncrawl:shop.example is all of it,
    commoncrawl:shop.example/p/* what begins like that, commoncrawl:CC-MAIN-2026-21:shop.example
    that of one crawl, whose place a Parquet file of its index may take.
    Prints a line per page: id, url, site, category, title, fragments with their pairs, failures.

    Example:

        specdex extract pages/ -O specifications.csv
    """
    from specdex.pipeline.extract import extract as extract_pages
    from specdex.pipeline.extract import pages_at

    given = pages_at(pages, settings_of(Politeness, options))
    read = extract_pages(given, _mapped(options), engine_of(options))
    return give_read(watched(read, "extracting", locations=pages), target)


def give_read(read: Iterable[Specification | Failure], target: Destination) -> int:
    """Give what pages say to *target*; the exit status: 0 where there is any, and no failure."""
    failures: list[Failure] = []
    pages = pairs = 0

    def counted(specification: Specification) -> Specification:
        nonlocal pages, pairs
        pages, pairs = pages + 1, pairs + len(specification.pairs)
        return specification

    write_pairs(map(counted, only_good(read, failures)), target)
    if not pages and not failures:
        warn("no pages found")
    elif pages and not pairs:
        warn(f"no specification found on {pages} page{'s' if pages != 1 else ''}")
    return 0 if pairs and not failures else 1


def _mapped(options: dict[str, Any]) -> Extraction:
    """The Extraction that *options* ask for."""
    from specdex.pipeline.extract import DEFAULT_READERS, extraction, shipped

    known = known_by(options["domain"], options["dictionary"])
    if known:
        return known
    if not options["any_topic"]:
        return extraction(options["detector"], options["readers"] or DEFAULT_READERS)
    if options["readers"] or options["detector"] != DEFAULT_DETECTOR:
        raise click.UsageError("--any-topic brings its own detector and reader")
    return shipped(any_topic=True)


@click.command()
@PAGES
@destination_options
@DETECTOR
@DOMAIN
@click.option(
    "--nodes",
    type=click.Choice(["data-rich", "list", "link-offer"]),
    help="Nodes of this kind by the entropy of a domain's roles, in place of specifications.",
)
@fetch_options
def detect(
    pages: tuple[str, ...],
    detector: str,
    domain: str,
    nodes: str | None,
    target: Destination,
    **options: Any,
) -> int:
    """Say where on every page the specification is, without reading it.

    Prints a line per page: id, url, site, and the fragments' XPaths, kinds and confidences; on a
    terminal and in a table a row per fragment.

    Example:

        specdex detect page.html
    """
    from specdex.html import parse
    from specdex.pipeline.extract import each_of, pages_at

    finder: Detector = plugins.load("detectors", detector)()
    if domain or nodes:
        from specdex.pipeline.domains import AUTO, domain_detector

        finder = domain_detector(domain or AUTO, nodes or "data-rich")
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

    lines = each_of(line, pages_at(pages, settings_of(Politeness, options)), "detect")
    found_lines = only_good(watched(lines, "detecting", locations=pages), failures)
    give("fragments", found_lines, target, _fragments)
    return 0 if found and not failures else 1


def _fragments(line: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """A row per fragment of a page."""
    about = {"page": line["url"] or line["id"], "site": line["site"]}
    yield from (about | each for each in line["fragments"])
