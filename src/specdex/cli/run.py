"""The command run: what becomes of a run folder over the years."""

from pathlib import Path

import click

from specdex.cli.logs import warn
from specdex.cli.rows import print_rows
from specdex.runs.check import check_run

__all__ = ["run"]


@click.group()
def run() -> None:
    """Look after a run folder.

    Example:

        specdex run check camera-run
    """


@run.command()
@click.argument("folder", metavar="RUN", type=click.Path(path_type=Path))
@click.option("--repair", is_flag=True, help="Mend what can be; the damaged database is kept.")
def check(folder: Path, *, repair: bool) -> int:
    """Say what is damaged in a run folder, by file and place.

    Reads every record of the WARC files, the index and the database. Prints a line per damage:
    file, place, what, mended. With --repair the index is written anew from the WARC files and the
    database from the rows that can be read; harvest then fetches what was lost.

    Example:

        specdex run check camera-run --repair
    """
    faults = check_run(folder, repair=repair)
    print_rows(faults)
    left = sum(not each.mended for each in faults)
    if left and not repair:
        warn(f"{left} places are damaged: specdex run check {folder} --repair mends what can be")
    elif left:
        warn(f"{left} places cannot be mended; everything else can be read")
    return 1 if left else 0
