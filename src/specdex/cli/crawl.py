"""The command crawl: from a site to its product pages."""

import json
import tempfile
from collections.abc import Iterator
from pathlib import Path

import click

from specdex.cli.logs import warn
from specdex.cli.manners import manners_of, manners_options
from specdex.cli.output import print_lines
from specdex.cli.progress import progress
from specdex.pipeline.crawling import crawl_sites, default_crawler, funnel, home_of
from specdex.pipeline.pages import product_pages
from specdex.records import Failure, PageKind, StoredPage
from specdex.stores import RunFolder
from specdex.urls import host

__all__ = ["crawl", "crawl_watched"]


@click.command()
@click.argument("sites", nargs=-1, required=True, metavar="SITE...")
@click.option("-c", "--category", required=True, help="What to look for, in one word: camera.")
@click.option(
    "--run",
    "run",
    type=click.Path(path_type=Path, file_okay=False),
    help="Keep everything in this run folder; a stopped crawl goes on there.",
)
@manners_options()
def crawl(sites: tuple[str, ...], category: str, run: Path | None, **manners: object) -> int:
    """Walk shops to their product pages of a category.

    SITE is a host or a home page. With --run, pages go to the run folder and a line per site
    tells what was fetched; without it, the product pages are printed as JSON lines that
    extract reads.

    Example:

        specdex crawl shop.example -c camera | specdex extract -
    """
    with tempfile.TemporaryDirectory(prefix="specdex-") as scratch:
        path = run or Path(scratch) / "run"
        crawl_watched(sites, category, path, manners)
        hosts = [host(home_of(site)) for site in dict.fromkeys(sites)]
        with RunFolder(path) as folder:
            rows = [funnel(folder, each, category) for each in hosts]
            if run is None:
                print_lines(_page_lines(folder))
            else:
                print_lines(
                    json.dumps(
                        {
                            "site": row.site,
                            "fetched": row.fetched,
                            "products": row.products,
                            "failures": row.failures,
                            "harvest_rate": round(row.harvest_rate, 4),
                        }
                    )
                    for row in rows
                )
    barren = [row.site for row in rows if not row.products]
    if barren:
        warn(f"no product pages of {category!r} found on {', '.join(barren)}")
    return 1 if barren else 0


def crawl_watched(
    sites: tuple[str, ...], category: str, run: Path, manners: dict[str, object]
) -> None:
    """Crawl with a progress bar that counts the product pages."""
    with progress() as bar, RunFolder(run) as folder:
        task = bar.add_task(f"crawling {len(sites)} sites", total=None)

        def watch() -> None:
            bar.update(task, completed=folder.store.count(StoredPage, kind=PageKind.PRODUCT))

        crawl_sites(sites, category, run, default_crawler(*manners_of(manners)), watch)


def _page_lines(folder: RunFolder) -> Iterator[str]:
    for page in product_pages(folder):
        if isinstance(page, Failure):
            warn(page.reason)
            continue
        yield json.dumps(
            {
                "url": page.url,
                "site": page.site,
                "category": page.category,
                "html": _text(page.body, page.content_type),
            },
            ensure_ascii=False,
        )


def _text(body: bytes, content_type: str) -> str:
    from w3lib.encoding import html_to_unicode  # noqa: PLC0415 - only for piping

    return html_to_unicode(content_type or None, body)[1]
