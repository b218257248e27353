"""Options that the measuring commands share."""

from pathlib import Path

import click

from benchmarks.data import DATA

__all__ = ["DATA_OPTION"]

DATA_OPTION = click.option(
    "--data",
    type=click.Path(path_type=Path, file_okay=False),
    default=DATA,
    show_default=True,
    help="The folder of labelled data.",
)
