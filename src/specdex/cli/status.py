"""The command status: a run at this moment."""

from pathlib import Path

import click

from specdex.cli.output import Destination, file_options, print_lines
from specdex.cli.rows import give
from specdex.errors import InputError

__all__ = ["status"]


@click.command()
@click.argument("run", type=click.Path(path_type=Path))
@click.option("--metrics", "monitored", is_flag=True, help="As Prometheus reads it.")
@file_options
def status(run: Path, *, monitored: bool, **destination: str | None) -> int:
    """Tell how far a run is, also while a harvest is at work in it.

    Whether it is idle, running or paused, how many sites, pages, specifications and products it
    holds, which sites are in work, and what the harvest said last.

    Example:

        specdex status camera-run --metrics > /var/lib/node_exporter/specdex.prom
    """
    from specdex.harvest.status import metrics, now_at
    from specdex.runs import Run, figures

    if not Run.is_one(run):
        raise InputError(f"{run} is not a run folder")
    with Run(run) as folder:
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
    give("status", [row], Destination.of(destination))
    return 0
