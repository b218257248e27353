"""The command spider: a Scrapy project for a shop."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from specdex.cli.crawl import crawl_watched
from specdex.cli.options import FOLDER, manners_options, preset
from specdex.cli.output import Destination, file_options, only_good
from specdex.cli.progress import counted
from specdex.cli.rows import give
from specdex.errors import InputError
from specdex.plugins import load
from specdex.records import Failure, Page
from specdex.urls import host

if TYPE_CHECKING:
    from specdex.synthesis.scheme import Scheme

__all__ = ["spider"]


@click.command()
@click.argument("shop", metavar="SITE|RUN|PAGE")
@click.option("-c", "--category", default="", help="Of a SITE: what to look for, in one word.")
@preset(
    "--spiders", type=FOLDER, default="spiders", help="The folder that projects are written to."
)
@file_options
@manners_options()
def spider(shop: str, category: str, spiders: Path, **manners: Any) -> int:
    """Write a Scrapy project that reads a shop: a spider, its scheme, its tests.

    SITE is crawled first, for the pages of --category, at most --max-pages of them; RUN gives a
    project for each of its sites. Every page of a product is an item: its name, its price and
    its attributes. PAGE, a saved category page, gives a project that reads the products it lists.
    Projects run with plain Scrapy. For items without selectors see docs/scrapy.md.

    Example:

        specdex spider category.html --spiders spiders/
    """
    from specdex.pipeline.extract import is_run
    from specdex.pipeline.spider import run_projects

    if is_run(shop):
        made = list(run_projects(Path(shop), spiders))
    elif Path(shop).is_file():
        made = [_of_page(shop, spiders)]
    else:
        made = _of_site(shop, category, spiders, manners)
    lines = [
        {"site": site, "reads": list(scheme.names), "spider": str(path)}
        for site, path, scheme in made
    ]
    give("spiders", lines, Destination.of(manners))
    return 0 if made else 1


def _of_page(location: str, folder: Path) -> tuple[str, Path, Scheme]:
    from specdex.pipeline.extract import pages_at
    from specdex.pipeline.spider import list_scheme
    from specdex.pipeline.synthesize import write_project

    failures: list[Failure] = []
    pages: list[Page] = list(only_good(pages_at([location]), failures))
    if not pages:
        raise InputError(f"there is no page in {location}")
    scheme = list_scheme(pages[0])
    return scheme.site, write_project(folder, scheme, pages), scheme


def _of_site(
    site: str, category: str, folder: Path, manners: dict[str, Any]
) -> list[tuple[str, Path, Scheme]]:
    from specdex.pipeline.crawl import Start
    from specdex.pipeline.extract import extract_run, extraction
    from specdex.pipeline.homes import home_of
    from specdex.pipeline.imports import learn_sites_of
    from specdex.pipeline.spider import run_projects
    from specdex.runs import RunFolder

    if not category:
        raise click.UsageError(f"say what to look for at {site}: --category camera.")
    with tempfile.TemporaryDirectory(prefix="specdex-") as scratch:
        path = Path(scratch) / "run"
        crawl_watched([Start(site)], category, path, manners)
        mapped = extraction()
        with RunFolder(path) as run, counted("learning how it prints its data"):
            if not extract_run(run, mapped, load("engines", "serial")()):
                raise InputError(f"{site} has no product pages of {category!r}; nothing to learn")
            list(learn_sites_of(run, [host(home_of(site))], mapped))
        return list(run_projects(path, folder))
