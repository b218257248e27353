"""The command explain: why is a site in, or out?"""

from pathlib import Path
from typing import Any

import click

from specdex.cli.output import AS_JSON, Destination, file_options, print_lines
from specdex.cli.rows import give
from specdex.errors import InputError

__all__ = ["explain"]


@click.command()
@click.argument("site")
@click.option(
    "--run", type=click.Path(path_type=Path), required=True, help="The run folder of the harvest."
)
@AS_JSON
@file_options
def explain(site: str, run: Path, **destination: Any) -> int:
    """Say why a site is in a run's collection, or is not.

    Tells who voted for SITE (a host or a URL) in which round and how it was ranked, what the
    filters said, which of its pages were fetched and read, what they gave, and what failed: in
    sentences on a terminal, as a JSON line elsewhere.

    Example:

        specdex explain lenshop.example --run camera-run
    """
    from specdex.pipeline.explain import explain as known_of
    from specdex.runs import Run

    if not Run.is_one(run):
        raise InputError(f"{run} is not a run folder")
    with Run(run) as folder:
        found = known_of(folder, site)
    target = Destination.of(destination)
    if target.is_watched:
        print_lines(found.sentences())
    else:
        give("sites", [found.line()], target)
    return 0 if found.known else 1
