"""The command show: what a run holds."""

import sys
from pathlib import Path

import click
from rich.table import Table

from specdex.cli.output import print_json
from specdex.cli.progress import console
from specdex.errors import InputError
from specdex.pipeline.explain import SiteSummary, summary
from specdex.runs import Run

__all__ = ["show"]


@click.command()
@click.argument("run", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="JSON lines, as when piped.")
def show(run: Path, *, as_json: bool) -> int:
    """Show what a run folder holds, site by site.

    A table on a terminal, JSON lines elsewhere: site, status, score, round, pages, products,
    specifications, pairs, failures, reason.

    Example:

        specdex show demo-run
    """
    if not Run.is_one(run):
        raise InputError(f"{run} is not a run folder")
    with Run(run) as folder:
        rows = summary(folder)
    if as_json or not sys.stdout.isatty():
        print_json(row.line() for row in rows)
    else:
        _print(rows)
    return 0 if rows else 1


def _print(rows: list[SiteSummary]) -> None:
    table = Table(
        "site", "status", "round", "pages", "products", "specifications", "pairs", "failures", "why"
    )
    for row in rows:
        table.add_row(*(str(value) for value in row.line().values()))
    console().print(table)
