"""The command run: what becomes of a run folder over the years."""

import tempfile
from contextlib import ExitStack
from pathlib import Path

import click

from specdex.cli.logs import warn
from specdex.cli.options import FROM_1, preset
from specdex.cli.output import Destination, file_options
from specdex.cli.rows import give
from specdex.errors import InputError
from specdex.records import to_json
from specdex.settings import CAPTURES

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
    file, place, what, mended. Of a packed run every file is held against its manifest. With
    --repair the index is written anew from the WARC files and the
    database from the rows that can be read; harvest then fetches what was lost.

    Example:

        specdex run check camera-run --repair
    """
    from specdex.runs.check import check_run

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
@preset(
    "--keep", type=FROM_1, default=CAPTURES, help="Captures of a page that stay, the newest first."
)
@file_options
def compact_(folder: Path, keep: int, **destination: str | None) -> int:
    """Free the room of old captures that a run does not need any more.

    Every page keeps its newest captures; prices and what pages said before are kept in the database
    and stay. Prints how many files were written anew, how many captures left, and the bytes that
    were freed. `harvest --again` does it by itself.

    Example:

        specdex run compact camera-run --keep 2
    """
    from specdex.runs import RunFolder
    from specdex.runs.compaction import compact

    with RunFolder(folder, create=False) as opened:
        done = compact(opened, keep)
    give("compactions", [{"run": str(folder), **to_json(done)}], Destination.of(destination))
    return 0


@run.command("pack")
@click.argument("folder", metavar="RUN", type=click.Path(path_type=Path))
@click.argument("place", metavar="ADDRESS")
@file_options
def pack_(folder: Path, place: str, **destination: str | None) -> int:
    """Write a run to any file system: WARC and Parquet files, and a manifest.

    ADDRESS is a folder, or what fsspec knows: s3://bucket/run, gs://…, memory://… (extra remote).
    Only what is not there yet is sent, and whoever reads sees the old run or the new one. show,
    status, export, stats, extract and all that only look take the ADDRESS in the place of a run;
    DuckDB reads its tables/ as they are. Prints the address, files, rows and bytes.

    Example:

        specdex run pack camera-run s3://bucket/camera
    """
    from specdex.runs import RunFolder
    from specdex.runs.packed import pack

    with RunFolder(folder, create=False) as opened:
        made = pack(opened, place)
    parts = made.parts
    sums = {"rows": sum(each.rows for each in parts), "bytes": sum(each.bytes for each in parts)}
    give("packs", [{"run": place, "files": len(parts), **sums}], Destination.of(destination))
    return 0


@run.command()
@click.argument("runs", metavar="RUN...", nargs=-1, required=True)
@click.option("--into", "-i", "into", required=True, help="The new run: a folder or an address.")
@file_options
def merge(runs: tuple[str, ...], into: str, **destination: str | None) -> int:
    """Make one run of several, in folders or packed.

    Each site comes from the run that fetched it last, with its pages, what they say and what was
    learned of it; what people decided comes along. Products are joined anew: specdex join.

    Example:

        specdex run merge monday-run s3://bucket/camera --into camera-run
    """
    from specdex.runs import Run, RunFolder
    from specdex.runs.packed import address, pack
    from specdex.runs.slices import merge_runs

    with ExitStack() as stack:
        sources = [stack.enter_context(Run(each)) for each in runs]
        scratch = stack.enter_context(tempfile.TemporaryDirectory()) if address(into) else ""
        folder = stack.enter_context(RunFolder(Path(scratch) / "run" if scratch else into))
        if list(folder.sites()):
            raise InputError(f"{into} holds a run already; name a new folder")
        sites = merge_runs(folder, sources)
        if scratch:
            pack(folder, into)
    give("merges", [{"run": into, "sites": sites}], Destination.of(destination))
    return 0
