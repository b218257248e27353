"""The command coverage: how much of a collection an archive of the web holds."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from specdex.cli.logs import warn
from specdex.cli.options import preset
from specdex.cli.output import Destination, file_options
from specdex.cli.progress import counted
from specdex.cli.rows import give
from specdex.errors import InputError
from specdex.settings import COMMON_CRAWL, Politeness

if TYPE_CHECKING:
    from specdex.pipeline.fetch import Coverage

__all__ = ["coverage"]


@click.command()
@click.argument("run", type=click.Path(path_type=Path))
@preset(
    "--source",
    default=COMMON_CRAWL,
    metavar="commoncrawl[:CRAWL]",
    help="The archive, as crawl takes it.",
)
@click.option("--proxy", default="", help="An HTTP proxy that also resolves host names.")
@file_options
def coverage(run: Path, source: str, proxy: str, **destination: str | None) -> int:
    """Tell how much of a run Common Crawl holds.

    A row a site: its product pages, those of them that the archive holds, and all pages of the
    site that it holds.

    Example:

        specdex coverage camera-run --source commoncrawl:CC-MAIN-2026-21
    """
    from specdex.pipeline.fetch import archive_called
    from specdex.pipeline.fetch import coverage as covered
    from specdex.runs import Run

    if not Run.is_one(run):
        raise InputError(f"{run} is not a run folder")
    archive = archive_called(source, Politeness(proxy=proxy))
    with Run(run) as folder, counted("asking for sites") as advance:
        rows = list(covered(folder, archive, advance))
    give("coverage", rows, Destination.of(destination))
    if rows:
        warn(_summary(rows))
    return 0 if rows else 1


def _summary(rows: list[Coverage]) -> str:
    products = sum(each.products for each in rows)
    held = sum(each.held for each in rows)
    sites = sum(bool(each.archived) for each in rows)
    more = sum(each.archived > each.products for each in rows)
    return (
        f"it holds {sites} of {len(rows)} sites and {held} of {products} product pages; of {more}"
        " sites it holds more pages than the run has product pages"
    )
