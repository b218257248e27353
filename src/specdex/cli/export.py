"""The command export: a run's or a file's specifications in another format."""

import click

from specdex.cli.logs import warn
from specdex.cli.output import Destination, destination_options, only_good
from specdex.pipeline.export import specifications_at
from specdex.records import Failure

__all__ = ["export"]


@click.command()
@click.argument("specifications", nargs=-1, required=True, metavar="RUN|FILE...")
@destination_options
def export(specifications: tuple[str, ...], **destination: str | None) -> int:
    """Write specifications in another format.

    Takes run folders, files of lines that extract printed, or - for standard input.

    Example:

        specdex export camera-run -O cameras.parquet
    """
    target = Destination.of(destination["output"], destination["overwrite"], destination["format_"])
    failures: list[Failure] = []
    written = target.write(only_good(specifications_at(specifications), failures))
    if not written:
        warn("no specifications found")
    return 0 if written and not failures else 1
