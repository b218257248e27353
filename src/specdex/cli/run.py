"""The commands run, status and explain: what a run holds, how far it is, why a site is in it."""

import tempfile
from contextlib import ExitStack
from pathlib import Path

import click

from specdex.cli.logs import warn
from specdex.cli.options import FROM_1, PLACE, RUN, opened, preset, shown, written
from specdex.cli.output import AS_JSON, Destination, file_options, print_lines
from specdex.cli.rows import give
from specdex.errors import InputError
from specdex.records import to_json
from specdex.settings import CAPTURES

__all__ = ["explain", "run", "status"]


@click.command()
@RUN
@click.option("--metrics", "monitored", is_flag=True, help="As Prometheus reads it.")
@file_options
def status(run: Path, *, monitored: bool, target: Destination) -> int:
    """Tell how far a run is, also while a harvest is at work in it.

    Whether it is idle, running or paused, how many sites, pages, specifications and products it
    holds, which sites are in work, and what the harvest said last.

    Example:

        specdex status camera-run --metrics > /var/lib/node_exporter/specdex.prom
    """
    from specdex.harvest.status import metrics, now_at
    from specdex.runs import figures

    with opened(run) as folder:
        if monitored:
            print_lines(metrics(folder))
            return 0
        now = now_at(folder)
    row = {
        "run": str(run),
        "state": now.state,
        "category": now.harvest.category if now.harvest else "",
        "started": now.harvest.started if now.harvest else "",
        **{name.lower().replace(" ", "_"): count for name, count in figures.funnel(now.counts)},
        "failures": now.counts.failures,
        "in_work": ", ".join(f"{site} ({pages})" for site, pages in now.in_work),
        "said": now.harvest.said[0][1] if now.harvest and now.harvest.said else "",
    }
    give("status", [row], target)
    return 0


@click.command()
@click.argument("site")
@click.option("--run", type=PLACE, required=True, help="The run folder of the harvest.")
@AS_JSON
@file_options
def explain(site: str, run: Path, target: Destination) -> int:
    """Say why a site is in a run's collection, or is not.

    Tells who voted for SITE (a host or a URL) in which round and how it was ranked, what the
    filters said, which of its pages were fetched and read, what they gave, and what failed: in
    sentences on a terminal, as a JSON line elsewhere.

    Example:

        specdex explain lenshop.example --run camera-run
    """
    from specdex.pipeline.explain import explain as known_of

    with opened(run) as folder:
        found = known_of(folder, site)
    if target.is_watched:
        print_lines(found.sentences())
    else:
        give("sites", [found.line()], target)
    return 0 if found.known else 1


@click.group()
def run() -> None:
    """Look after a run folder.

    Example:

        specdex run check camera-run
    """


@run.command()
@click.argument("folder", metavar="RUN", type=PLACE)
@click.option("--repair", is_flag=True, help="Mend what can be; the damaged database is kept.")
@file_options
def check(folder: Path, *, repair: bool, target: Destination) -> int:
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
    give("damages", faults, target)
    left = sum(not each.mended for each in faults)
    if left and not repair:
        warn(f"{left} places are damaged: specdex run check {folder} --repair mends what can be")
    elif left:
        warn(f"{left} places cannot be mended; everything else can be read")
    return 1 if left else 0


@run.command("compact")
@click.argument("folder", metavar="RUN", type=PLACE)
@preset(
    "--keep", type=FROM_1, default=CAPTURES, help="Captures of a page that stay, the newest first."
)
@file_options
@written("folder", pages=True)
def compact_(folder: Path, keep: int, target: Destination) -> int:
    """Free the room of old captures that a run does not need any more.

    Every page keeps its newest captures; prices and what pages said before are kept in the database
    and stay. Prints how many files were written anew, how many captures left, and the bytes that
    were freed. `harvest --again` does it by itself. A packed run is brought here and packed anew.

    Example:

        specdex run compact camera-run --keep 2
    """
    from specdex.runs import RunFolder
    from specdex.runs.compaction import compact

    with RunFolder(folder, create=False) as opened:
        done = compact(opened, keep)
    give("compactions", [{"run": shown(folder), **to_json(done)}], target)
    return 0


@run.command("pack")
@click.argument("folder", metavar="RUN", type=PLACE)
@click.argument("place", metavar="ADDRESS")
@file_options
def pack_(folder: Path, place: str, target: Destination) -> int:
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
    give("packs", [{"run": place, "files": len(parts), **sums}], target)
    return 0


@run.command()
@click.argument("runs", metavar="RUN...", nargs=-1, required=True)
@click.option("--into", "-i", "into", required=True, help="The new run: a folder or an address.")
@file_options
def merge(runs: tuple[str, ...], into: str, target: Destination) -> int:
    """Make one run of several, in folders or packed.

    Each site comes from the run that fetched it last, with its pages, what they say and what was
    learned of it; what people decided comes along. Products are joined anew: specdex join.

    Example:

        specdex run merge monday-run s3://bucket/camera --into camera-run
    """
    from specdex.runs import Run, RunFolder
    from specdex.runs.packed import pack
    from specdex.runs.places import address
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
    give("merges", [{"run": into, "sites": sites}], target)
    return 0
