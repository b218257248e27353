"""What joining a collection costs, stage by stage."""

import hashlib
import json
import multiprocessing
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

import click
from rich.table import Table

from benchmarks.data import DATA_OPTION, MEMORY, most_memory
from benchmarks.join.again import joined_again
from benchmarks.join.growth import grown
from benchmarks.link.sets import link_set
from specdex.cli.progress import console
from specdex.linkage import Linker, Linking
from specdex.pipeline import held
from specdex.pipeline import join as verb
from specdex.plugins import engine
from specdex.records import Specification

__all__ = ["Clock", "join_command", "measured_join"]

STEPS = (30_000, 100_000, 300_000)
"""How many specifications are joined."""
STAGES: tuple[tuple[str, Any, str], ...] = (
    ("align", verb, "_related"),
    ("link", Linker, "__init__"),
    ("link", Linker, "linked"),
    ("link", Linking, "whole"),
    ("describe", held, "describe"),
    ("fuse", verb, "fused"),
)
"""What is timed, whose it is, and what it is called there; linking is a part of aligning."""

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
@click.option("--engine", "engines", multiple=True, help="Instead, wall time beside serial's.")
@click.option("-j", "--workers", type=int, default=2, help="So many workers of an engine.")
@click.option("--step", "steps", multiple=True, type=int, help="So many specifications.")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON line a row.")
def join_command(
    data: Path, *, growth: bool, again: bool, steps: tuple[int, ...], as_json: bool, **shared: Any
) -> int:
    """Print processor seconds and memory of joining all cameras, or ever more pages.

    Every collection is joined in a process of its own; what it weighs before it is joined counts.
    The cameras are joined again when a hundred more have come, by the same process.
    Of growth the seconds a page stand beside those of the first step. With --again cameras are
    joined in a run, joined again when one per cent more have come, and compared with a run that
    is joined at once. With --engine cameras are joined here and by the workers of each engine:
    seconds are those of a clock on the wall, memory is that of the process that hands out.

    Example:

        python -m benchmarks join --growth --step 30000 --step 100000
    """
    rows: Iterable[tuple[str, Row]]
    if growth:
        rows = _growth(data, steps or STEPS)
    elif again:
        rows = _alone(joined_again, data, *steps[:1])
    elif shared["engines"]:
        rows = _by_engine(data, ("serial", *shared["engines"]), shared["workers"])
    else:
        rows = _alone(_cameras, data)
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
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
        return pool.submit(measured, *given).result()


def _cameras(data: Path) -> list[tuple[str, Row]]:
    """All but a few joined, and then all, by the process that has joined the others."""
    pages = link_set(data, "camera").specifications
    late = set(range(0, len(pages), max(1, len(pages) // LATE))[:LATE])
    first = measured_join([each for place, each in enumerate(pages) if place not in late])
    again = measured_join(pages)
    again["of the first"] = again["seconds"] / first["seconds"]
    return [("cameras", {**first, "of the first": 1.0}), (f"{LATE} more", again)]


def _by_engine(data: Path, engines: Sequence[str], workers: int) -> Iterator[tuple[str, Row]]:
    first: Row = {}
    for name in engines:
        row, mark = _alone(_shared, data, name, workers)
        first = first or {"seconds": row["seconds"], mark: 1.0}
        yield (
            name,
            {**row, "as quick": first["seconds"] / row["seconds"], "same": float(mark in first)},
        )


def _shared(data: Path, name: str, workers: int) -> tuple[Row, str]:
    """What it takes an engine to join all cameras, and a digest of what came out."""
    pages = link_set(data, "camera").specifications
    hands = engine(name, workers, chunk=1)
    start, own = time.perf_counter(), time.process_time()
    found = verb.join(pages, (), hands)
    seconds = time.perf_counter() - start
    row = {"seconds": seconds, "own processor": time.process_time() - own, MEMORY: most_memory()}
    return row, hashlib.sha256(repr(found).encode()).hexdigest()


def _grown(data: Path, count: int) -> Row:
    return measured_join(grown(data, count))


def measured_join(pages: Sequence[Specification]) -> Row:
    """The processor seconds of each stage of joining *pages*, and the memory of all."""
    clock = Clock()
    plain = [getattr(owner, stage) for _, owner, stage in STAGES]
    for (name, owner, stage), function in zip(STAGES, plain, strict=True):
        setattr(owner, stage, clock.timed(name, function))
    start = time.process_time()
    found = verb.join(pages)
    seconds = time.process_time() - start
    for (_, owner, stage), function in zip(STAGES, plain, strict=True):
        setattr(owner, stage, function)
    stages = dict(clock.seconds)
    stages["align"] -= stages["link"]
    return {
        "products": float(len(found.products)),
        **{name: stages[name] for name, _, _ in STAGES},
        "seconds": seconds,
        MEMORY: most_memory(),
    }
