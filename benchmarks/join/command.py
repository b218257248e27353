"""What joining a collection costs, stage by stage."""

import json
import multiprocessing
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, TypeVar

import click
from rich.table import Table

from benchmarks.data import DATA_OPTION, MEMORY, most_memory
from benchmarks.join.again import joined_again
from benchmarks.join.growth import grown
from benchmarks.link.sets import link_set
from specdex.cli.progress import console
from specdex.pipeline import join as verb
from specdex.records import Specification

__all__ = ["Clock", "join_command", "measured_join"]

STEPS = (30_000, 100_000, 300_000)
"""How many specifications are joined."""
STAGES = {"align": "_related", "link": "link", "describe": "describe", "fuse": "_fused"}
"""What is timed, by the name that the verb has for it; linking is a part of aligning."""

LATE = 100
"""So many specifications come when all others are joined."""

Row = dict[str, float]
T = TypeVar("T")


class Clock:
    """Counts the processor time of stages."""

    def __init__(self) -> None:
        self.seconds: defaultdict[str, float] = defaultdict(float)

    def timed(self, name: str, stage: Callable[..., Any]) -> Callable[..., Any]:
        """*stage*, counted under *name*."""

        def call(*given: Any, **named: Any) -> Any:
            start = time.process_time()
            try:
                return stage(*given, **named)
            finally:
                self.seconds[name] += time.process_time() - start

        return call


@click.command("join")
@DATA_OPTION
@click.option("--growth", is_flag=True, help="Instead, what ever larger collections cost.")
@click.option("--again", is_flag=True, help="Instead, what one per cent more pages cost.")
@click.option("--step", "steps", multiple=True, type=int, help="So many specifications.")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON line a row.")
def join_command(
    data: Path, *, growth: bool, again: bool, steps: tuple[int, ...], as_json: bool
) -> int:
    """Print processor seconds and memory of joining all cameras, or ever more pages.

    Every collection is joined in a process of its own; what it weighs before it is joined counts.
    The cameras are joined again when a hundred more have come, by the same process.
    Of growth the seconds a page stand beside those of the first step. With --again cameras are
    joined in a run, joined again when one per cent more have come, and compared with a run that
    is joined at once.

    Example:

        python -m benchmarks join --growth --step 30000 --step 100000
    """
    rows: Iterable[tuple[str, Row]] = _alone(_cameras, data) if not growth and not again else ()
    if growth:
        rows = _growth(data, steps or STEPS)
    elif again:
        rows = _alone(joined_again, data, *steps[:1])
    found: list[tuple[str, Row]] = []
    for name, row in rows:
        found.append((name, row))
        if as_json:
            click.echo(json.dumps({"collection": name, **row}))
    if not as_json:
        titles = dict.fromkeys(title for _, row in found for title in row)
        table = Table("collection", *titles)
        for name, row in found:
            table.add_row(name, *(f"{row[each]:,.2f}" if each in row else "" for each in titles))
        console().print(table)
    return 0


def _growth(data: Path, steps: Sequence[int]) -> Iterator[tuple[str, Row]]:
    first = 0.0
    for step in steps:
        row = _alone(_grown, data, step)
        first = first or row["seconds"] / step
        yield f"{step:,}", {**row, "of linear": row["seconds"] / step / first}


def _alone(measured: Callable[..., T], *given: Any) -> T:
    """What *measured* says in a process of its own."""
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        return pool.apply(measured, given)


def _cameras(data: Path) -> list[tuple[str, Row]]:
    """All but a few joined, and then all, by the process that has joined the others."""
    pages = link_set(data, "camera").specifications
    late = set(range(0, len(pages), max(1, len(pages) // LATE))[:LATE])
    first = measured_join([each for place, each in enumerate(pages) if place not in late])
    again = measured_join(pages)
    again["of the first"] = again["seconds"] / first["seconds"]
    return [("cameras", {**first, "of the first": 1.0}), (f"{LATE} more", again)]


def _grown(data: Path, count: int) -> Row:
    return measured_join(grown(data, count))


def measured_join(pages: Sequence[Specification]) -> Row:
    """The processor seconds of each stage of joining *pages*, and the memory of all."""
    clock = Clock()
    plain = {stage: getattr(verb, stage) for stage in STAGES.values()}
    for name, stage in STAGES.items():
        setattr(verb, stage, clock.timed(name, plain[stage]))
    start = time.process_time()
    found = verb.join(pages)
    seconds = time.process_time() - start
    for stage, function in plain.items():
        setattr(verb, stage, function)
    stages = dict(clock.seconds)
    stages["align"] -= stages["link"]
    return {
        "products": float(len(found.products)),
        **{name: stages[name] for name in STAGES},
        "seconds": seconds,
        MEMORY: most_memory(),
    }
