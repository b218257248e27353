"""The command show: what a run holds."""

import sys
from pathlib import Path
from typing import Any

import click
from rich.table import Table

from specdex.cli.export import LANGUAGE
from specdex.cli.output import print_json
from specdex.cli.progress import console
from specdex.errors import InputError
from specdex.pipeline.explain import summary
from specdex.pipeline.export import Wanted, attributes_of
from specdex.runs import Run

__all__ = ["show"]

HEADERS = {"reason": "why"}
"""Columns that are called otherwise on a terminal."""


@click.command()
@click.argument("run", type=click.Path(path_type=Path))
@click.option(
    "--attributes",
    is_flag=True,
    help="Instead, the attributes that were joined, as people read them.",
)
@LANGUAGE
@click.option("--json", "as_json", is_flag=True, help="JSON lines, as when piped.")
def show(run: Path, *, attributes: bool, language: str, as_json: bool) -> int:
    """Show what a run folder holds, site by site.

    A table on a terminal, JSON lines elsewhere: site, status, score, round, pages, products,
    specifications, pairs, failures, reason. Of attributes: title, name, kind and unit of their
    values and how these are spread, products, sites, pages.

    Example:

        specdex show demo-run
    """
    if not Run.is_one(run):
        raise InputError(f"{run} is not a run folder")
    with Run(run) as folder:
        if attributes:
            found = attributes_of(folder, Wanted(language=language))
            rows = [dict(zip(found.columns, row, strict=True)) for row in found.rows()]
        else:
            rows = [row.line() for row in summary(folder)]
    if as_json or not sys.stdout.isatty():
        print_json(rows)
    else:
        _print(rows)
    return 0 if rows else 1


def _print(rows: list[dict[str, Any]]) -> None:
    table = Table(*(HEADERS.get(name, name) for name in (rows[0] if rows else ())))
    for row in rows:
        table.add_row(*(str(value) for value in row.values()))
    console().print(table)
