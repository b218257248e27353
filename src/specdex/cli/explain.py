"""The command explain: why is a site in, or out?"""

from pathlib import Path

import click

from specdex.cli.output import print_json, print_lines
from specdex.errors import InputError
from specdex.pipeline.explain import explain as known_of
from specdex.runs import Run

__all__ = ["explain"]


@click.command()
@click.argument("site")
@click.option(
    "--run",
    type=click.Path(path_type=Path),
    required=True,
    help="The run folder of the harvest.",
)
@click.option("--json", "as_json", is_flag=True, help="One JSON line in place of sentences.")
def explain(site: str, run: Path, *, as_json: bool) -> int:
    """Say why a site is in a run's collection, or is not.

    Tells who voted for SITE (a host or a URL) in which round and how it was ranked, what the
    filters said, which of its pages were fetched and read, what they gave, and what failed.

    Example:

        specdex explain lenshop.example --run camera-run
    """
    if not Run.is_one(run):
        raise InputError(f"{run} is not a run folder")
    with Run(run) as folder:
        found = known_of(folder, site)
    if as_json:
        print_json([found.line()])
    else:
        print_lines(found.sentences())
    return 0 if found.known else 1
