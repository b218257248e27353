"""The commands diff and compare: what changed in a run, and where two collections differ."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from specdex.cli.logs import warn
from specdex.cli.options import RUN, opened
from specdex.cli.output import Destination, file_options, scope_options
from specdex.cli.rows import give

if TYPE_CHECKING:
    from specdex.pipeline.export import Scope

__all__ = ["compare", "diff"]


@click.command()
@click.argument("first", metavar="A")
@click.argument("second", metavar="B")
@scope_options
@file_options
def compare(first: str, second: str, scope: Scope, target: Destination) -> int:
    """Say where two collections differ: two runs, two readers, two days.

    A and B are run folders or files of lines that extract printed. A table on a terminal, JSON
    lines elsewhere, one for each page that only one has and each value that differs: change, site,
    url, title, name, before (in A), after (in B). How far both agree is said at the end. The exit
    status is 1 where they differ.

    Example:

        specdex compare structure.jsonl patterns.jsonl
    """
    from specdex.pipeline.diff import Agreement, specifications_of
    from specdex.pipeline.diff import compare as differences

    tally = Agreement()
    one, other = specifications_of(first, scope), specifications_of(second, scope)
    found = list(differences(one, other, tally))
    give("differences", found, target)
    click.echo(f"specdex: {tally.sentence}", err=True)
    return 1 if found else 0


def _moment(_: click.Context, __: click.Parameter, text: str) -> str:
    """*text* where it is a moment, as runs tell time."""
    try:
        moment = datetime.fromisoformat(text) if text else None
    except ValueError:
        raise click.BadParameter(f"{text!r} is no date such as 2026-11-18.") from None
    if moment is None:
        return ""
    known = moment.astimezone(UTC) if moment.tzinfo else moment.replace(tzinfo=UTC)
    return known.isoformat(timespec="seconds")


@click.command()
@RUN
@click.option(
    "--since",
    default="",
    metavar="DATE",
    callback=_moment,
    help="A day or a time, as in 2026-11-18; else the last --again.",
)
@click.option("-c", "--category", help="Only of this category.")
@file_options
def diff(run: Path, since: str, category: str | None, target: Destination) -> int:
    """Say what is new, gone and changed in a run since it was last renewed.

    A table on a terminal, JSON lines elsewhere, one for each page that is new or gone and each
    value that changed: change, site, url, title, name, before, after. The prices of all days are
    `specdex export RUN --what prices`.

    Example:

        specdex diff camera-run
    """
    from specdex.pipeline.diff import diff as changes
    from specdex.pipeline.diff import last_renewal
    from specdex.runs.places import address

    with opened(run) as folder:
        moment = since or last_renewal(folder, address(run) or str(run))
        found = list(changes(folder, moment, category))
    give("changes", found, target)
    if not found:
        warn(f"nothing has changed in {run}")
    return 0
