"""The command run: what becomes of a run folder over the years."""

from pathlib import Path

import click

from specdex.cli.logs import warn
from specdex.cli.options import FROM_1, preset
from specdex.cli.output import Destination, file_options
from specdex.cli.rows import give
from specdex.records import to_json
from specdex.runs import RunFolder
from specdex.runs.check import check_run
from specdex.runs.compaction import KEPT, compact

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
@file_options
def check(folder: Path, *, repair: bool, **destination: str | None) -> int:
    """Say what is damaged in a run folder, by file and place.

    Reads every record of the WARC files, the index and the database. Prints a line per damage:
    file, place, what, mended. With --repair the index is written anew from the WARC files and the
    database from the rows that can be read; harvest then fetches what was lost.

    Example:

        specdex run check camera-run --repair
    """
    faults = check_run(folder, repair=repair)
    give("damages", faults, Destination.of(destination))
    left = sum(not each.mended for each in faults)
    if left and not repair:
        warn(f"{left} places are damaged: specdex run check {folder} --repair mends what can be")
    elif left:
        warn(f"{left} places cannot be mended; everything else can be read")
    return 1 if left else 0


@run.command("compact")
@click.argument("folder", metavar="RUN", type=click.Path(path_type=Path))
@preset("--keep", type=FROM_1, default=KEPT, help="Captures of a page that stay, the newest first.")
@file_options
def compact_(folder: Path, keep: int, **destination: str | None) -> int:
    """Free the room of old captures that a run does not need any more.

    Every page keeps its newest captures; prices and what pages said before are kept in the database
    and stay. Prints how many files were written anew, how many captures left, and the bytes that
    were freed. `harvest --again` does it by itself.

    Example:

        specdex run compact camera-run --keep 2
    """
    with RunFolder(folder, create=False) as opened:
        done = compact(opened, keep)
    give("compactions", [{"run": str(folder), **to_json(done)}], Destination.of(destination))
    return 0
