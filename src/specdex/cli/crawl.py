"""The command crawl: from a site to its product pages."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from specdex import plugins
from specdex.cli.logs import resumable, warn
from specdex.cli.options import FOLDER, manners_of, manners_options, written
from specdex.cli.output import Destination, file_options
from specdex.cli.progress import progress
from specdex.cli.rows import give
from specdex.errors import InputError
from specdex.records import Failure, Page, PageKind, StoredPage, to_json
from specdex.settings import DEFAULT_WALK
from specdex.urls import host

if TYPE_CHECKING:
    from specdex.harvest.judge import Funnel
    from specdex.pipeline.crawl import Start
    from specdex.runs import RunFolder

__all__ = ["crawl", "crawl_watched"]


@click.command()
@click.argument("sites", nargs=-1, required=True, metavar="SITE...")
@click.option("-c", "--category", required=True, help="What to look for, in one word: camera.")
@click.option(
    "--run", type=FOLDER, help="Keep everything in this run folder; a stopped crawl goes on there."
)
@click.option(
    "--incremental",
    is_flag=True,
    help="Walk sites of the run again, and fetch again only what has changed.",
)
@click.option(
    "--search-engine",
    default="",
    help="Ask it for the category's pages on each site: searxng:http://localhost:8888.",
)
@click.option(
    "--walk",
    type=click.Choice(plugins.names("walks")),
    default=DEFAULT_WALK,
    show_default=True,
    help="Who decides where to go.",
)
@click.option(
    "--source",
    default="",
    metavar="commoncrawl[:CRAWL]",
    help="Take pages from Common Crawl instead of asking the sites: from its newest crawl, from"
    " the one named, or by a Parquet file of its index.",
)
@file_options
@manners_options()
@written("run", create=True)
def crawl(
    sites: tuple[str, ...],
    category: str,
    run: Path | None,
    search_engine: str,
    *,
    incremental: bool,
    target: Destination,
    **options: Any,
) -> int:
    """Walk shops to their product pages of a category.

    SITE is a host or a home page. With --run, pages go to the run folder and a line per site
    tells what was fetched; without it, the product pages are printed as JSON lines that
    extract reads.

    Example:

        specdex crawl shop.example -c camera | specdex extract -
    """
    from specdex.harvest.judge import funnel, refuse_barren
    from specdex.pipeline.crawl import Start, searched
    from specdex.pipeline.discover import search_engine as engine_called
    from specdex.pipeline.homes import home_of
    from specdex.pipeline.renewal import begin_renewal
    from specdex.runs import RunFolder

    if incremental and run is None:
        raise InputError("--incremental renews a run; name it with --run")
    with tempfile.TemporaryDirectory(prefix="specdex-") as scratch:
        path = run or Path(scratch) / "run"
        hosts = [host(home_of(site)) for site in dict.fromkeys(sites)]
        if incremental:
            with RunFolder(path) as folder:
                begin_renewal(folder, category, hosts)
        starts = [
            Start(site, nofollow=options["nofollow"], walk=options["walk"])
            for site in dict.fromkeys(sites)
        ]
        engine = engine_called(search_engine, options["proxy"])
        with resumable("the same command") if run else nullcontext():
            crawl_watched(searched(starts, category, engine, warn), category, path, options)
        with RunFolder(path) as folder:
            refuse_barren(folder, category, hosts)
            # without a run the pages go on to extract, which reads them
            reads = _reads() if run is not None else None
            rows = [funnel(folder, each, category, reads) for each in hosts]
            if run is None:
                give("pages", _page_lines(folder), target, _page_row)
            else:
                give("sites", map(_funnel_line, rows), target)
    for row in rows:
        if row.reason:
            warn(f"nothing of {category!r} on {row.site}: {row.reason}")
    return 1 if any(not row.products for row in rows) else 0


def _reads() -> Callable[[Page], bool]:
    """Whether a page has a specification."""
    from specdex.pipeline.extract import extraction

    read = extraction()
    return lambda page: bool(getattr(read(page), "pairs", ()))


def _funnel_line(row: Funnel) -> dict[str, Any]:
    rate = {"harvest_rate": round(row.harvest_rate, 4)}
    return {**to_json(row), **rate, "reason": row.reason or None}


def crawl_watched(
    sites: Sequence[str | Start], category: str, run: Path, manners: dict[str, Any]
) -> None:
    """Crawl with a progress bar that counts the product pages."""
    from specdex.pipeline.crawl import crawl_sites
    from specdex.pipeline.fetch import crawler_of
    from specdex.runs import RunFolder

    with progress() as bar, RunFolder(run) as folder:
        what = "1 site" if len(sites) == 1 else f"{len(sites)} sites"
        task = bar.add_task(f"crawling {what}", total=None, rate="")

        def watch() -> None:
            bar.update(task, completed=folder.store.count(StoredPage, kind=PageKind.PRODUCT))

        crawler = crawler_of(manners.get("source", ""), *manners_of(manners))
        crawl_sites(sites, category, run, crawler, watch)


def _page_row(line: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """A page as a row: what stands on it is only counted."""
    about = ("site", "url", "category")
    yield {name: line[name] for name in about} | {"characters": len(line["html"])}


def _page_lines(folder: RunFolder) -> Iterator[dict[str, Any]]:
    from specdex.html import decoded
    from specdex.pipeline.extract import product_pages

    for page in product_pages(folder):
        if isinstance(page, Failure):
            warn(page.reason)
            continue
        yield {"url": page.url, "site": page.site, "category": page.category, "html": decoded(page)}
