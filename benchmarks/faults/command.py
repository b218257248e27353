"""What a run holds after faults and kills."""

import gc
import os
import subprocess
import sys
import tempfile
from functools import partial
from pathlib import Path

import click

from benchmarks.faults.layer import build, is_possible
from benchmarks.faults.lives import fault_points, killed_harvests
from benchmarks.faults.stages import World
from specdex.errors import InputError

__all__ = ["faults"]

PRELOAD = "LD_PRELOAD"


@click.command()
@click.option("--points", default=300, show_default=True, help="Faults of files, over all verbs.")
@click.option("--kills", default=100, show_default=True, help="Kills of whole harvests.")
@click.option("--category", default="accessory", show_default=True, help="Of the demo web.")
@click.option("--seed", default=1, show_default=True, help="When harvests are killed.")
@click.option("--small", is_flag=True, help="Harvest few pages of few sites: shorter lives.")
def faults(points: int, kills: int, category: str, seed: int, *, small: bool) -> int:
    """Let crawl, extract, learn, join and export meet faults at every call, and kill harvests.

    Short writes, input and output errors, a full disk, kills and power cuts (what was not synced
    is lost) strike at the n-th call that changes a file, SQLite's own calls included. After each:
    the run opens, what was told is there, nothing is doubled, and going on ends with what an
    undisturbed run holds. Needs Linux and a C compiler.

    Example:

        python -m benchmarks faults --points 300 --kills 1000 --small
    """
    if PRELOAD in os.environ:
        return _tried(points, kills, World(category, small=small), seed)
    if not is_possible():
        raise InputError("faults are injected on Linux, where there is a C compiler")
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, PRELOAD: str(build(Path(folder)))}
        asked = [f"--points={points}", f"--kills={kills}", f"--category={category}"]
        asked += [f"--seed={seed}", *(["--small"] if small else [])]
        command = [sys.executable, "-m", "benchmarks", "faults", *asked]
        return subprocess.run(command, env=environment, check=False).returncode  # noqa: S603


def _tried(points: int, kills: int, world: World, seed: int) -> int:
    broken: list[str] = []
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        # in this process, so that each of the many lives finds everything loaded
        world.harvest(place / "warm", lambda _: None)
        gc.freeze()
        if points:
            found = fault_points(World(), place, points)
            click.echo(f"{found.points} faults, {len(found.broken)} broken promises")
            broken += found.broken
        if kills:
            say = partial(click.echo, err=True)
            found = killed_harvests(world, place, kills, seed, say)
            click.echo(f"{found.kills} kills, {len(found.broken)} broken promises")
            broken += found.broken
    for each in broken:
        click.echo(each, err=True)
    return 1 if broken else 0
