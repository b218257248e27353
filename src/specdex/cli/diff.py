"""The command diff: what is new, gone and changed in a run."""

from datetime import UTC, datetime
from pathlib import Path

import click

from specdex.cli.logs import warn
from specdex.cli.output import Destination, file_options
from specdex.cli.rows import give
from specdex.errors import InputError

__all__ = ["diff"]


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
@click.argument("run", type=click.Path(path_type=Path))
@click.option(
    "--since",
    default="",
    metavar="DATE",
    callback=_moment,
    help="A day or a time, as in 2026-11-18; else the last --again.",
)
@click.option("-c", "--category", help="Only of this category.")
@file_options
def diff(run: Path, since: str, category: str | None, **destination: str | None) -> int:
    """Say what is new, gone and changed in a run since it was last renewed.

    A table on a terminal, JSON lines elsewhere, one for each page that is new or gone and each
    value that changed: change, site, url, title, name, before, after. The prices of all days are
    `specdex export RUN --what prices`.

    Example:

        specdex diff camera-run
    """
    from specdex.pipeline.diff import diff as changes
    from specdex.pipeline.diff import last_renewal
    from specdex.runs import Run

    if not Run.is_one(run):
        raise InputError(f"{run} is not a run folder")
    with Run(run) as folder:
        found = list(changes(folder, since or last_renewal(folder), category))
    give("changes", [each.line() for each in found], Destination.of(destination))
    if not found:
        warn(f"nothing has changed in {run}")
    return 0
