"""The command export: what runs and files hold, in another format."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from specdex.cli.logs import warn
from specdex.cli.options import FROM_0, preset
from specdex.cli.output import Destination, destination_options, only_good, scope_options
from specdex.cli.rows import give_joined, give_table, write_pairs
from specdex.errors import InputError
from specdex.exporters.collection import MAX_COLUMNS
from specdex.records import Failure
from specdex.settings import WHAT

if TYPE_CHECKING:
    from specdex.pipeline.export import Scope, Wanted

__all__ = ["COLUMNS", "LANGUAGE", "export"]

COLUMNS = preset(
    "--columns",
    type=FROM_0,
    default=MAX_COLUMNS,
    help="Attributes with a column of their own; the others stand together in one.",
)
LANGUAGE = click.option(
    "--language",
    default="",
    envvar="SPECDEX_LANGUAGE",
    show_envvar=True,
    metavar="CODE",
    help="Call attributes as shops of this language do, as de; else as most shops do.",
)


@click.command()
@click.argument("locations", nargs=-1, required=True, metavar="RUN|FILE...")
@preset(
    "--what",
    type=click.Choice(WHAT),
    default=WHAT[0],
    help="What is written; sources are the products' values with page and XPath.",
)
@click.option("--products", is_flag=True, help="Short for --what products.")
@scope_options
@COLUMNS
@LANGUAGE
@destination_options
def export(
    locations: tuple[str, ...],
    what: str,
    scope: Scope,
    *,
    products: bool,
    columns: int,
    language: str,
    target: Destination,
) -> int:
    """Write specifications, or the products that were joined of them, in another format.

    Takes run folders; specifications also from files of lines that extract printed, or - for
    standard input. Products are one row each, with a column for each attribute, the most common
    first; an .xlsx or .duckdb file of them also holds where every value came from, offers and
    attributes. Of a run what is of the categories that it was made for, and of sites that it has
    not turned down.

    Example:

        specdex export camera-run --products -O cameras.xlsx
    """
    from specdex.pipeline.export import JOINED, Wanted, specifications_at

    wanted = Wanted(JOINED[0] if products else what, scope, columns, target.least, language)
    if wanted.what != WHAT[0]:
        return _of_run(locations, wanted, target)
    failures: list[Failure] = []
    read = specifications_at(locations, wanted.scope)
    written = write_pairs(only_good(read, failures), target)
    if not written:
        warn("no specifications found")
    return 0 if written and not failures else 1


def _of_run(locations: tuple[str, ...], wanted: Wanted, target: Destination) -> int:
    """Write what only a run has."""
    from specdex.pipeline.export import JOINED, kept_products, run_table
    from specdex.pipeline.extract import is_run
    from specdex.runs import Run

    location = locations[0]
    if len(locations) > 1 or not is_run(location):
        raise InputError(
            f"{wanted.what} come from one run folder; for pages and files try `specdex table`"
        )
    with Run(location) as run:
        table = run_table(run, wanted)
        if table:
            written = give_table(table, target)
        else:
            written = give_joined(kept_products(run, wanted.scope), target, wanted)
    if not written:
        joined = f"; `specdex join {location}` joins its specifications" * (wanted.what in JOINED)
        warn(f"{location} holds no {wanted.what}{joined}")
    return 0 if written else 1
