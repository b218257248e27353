"""The command web: how long readers of a large run wait, and what they cost the server."""

import subprocess
import sys
import tempfile
import time
from pathlib import Path
from random import Random

import click
from rich.console import Console
from rich.table import Table

from benchmarks.web.readers import VIEWS, Server, Timing, ask, crowd, serving, settle, views_of
from benchmarks.web.warehouse import fill
from specdex.runs import Run

__all__ = ["web"]

MOST_WAIT, MOST_MEMORY = 100.0, 300.0
"""Milliseconds until the first byte, at the 95th percentile, and megabytes of the server."""
READERS, PAUSE, EACH = 50, 4.0, 4
WRITER = """
import sys, time
from dataclasses import replace
from benchmarks.web.warehouse import page_of, products_of
from specdex.runs import RunFolder
with RunFolder(sys.argv[1]) as run:
    for number, product in enumerate(products_of(10**6)):
        url = f"http://new.example/{time.time_ns()}"
        page, said = page_of(product, product.urls[0])
        stored = run.archive.append(replace(page, url=url, site="new.example"))
        run.store.add([stored, replace(said, url=url, site="new.example")])
        time.sleep(0.05)
"""
"""What a harvest does to a run, as far as readers notice: pages come, one by one."""


@click.command()
@click.option("--products", default=100_000, show_default=True, help="How many the run has.")
@click.option("--times", default=20, show_default=True, help="How often each view is opened.")
@click.option("--run", type=click.Path(path_type=Path), help="A run that was made before, or is.")
def web(products: int, times: int, run: Path | None) -> int:
    """Open every view of a generated run, alone and in a crowd while a harvest writes.

    Fails where a view's first byte needs more than 100 ms of the server's processor, or the server
    more than 300 MB; how long readers wait on a busy machine is printed beside it.

    Example:

        python -m benchmarks web --products 100000
    """
    with tempfile.TemporaryDirectory() as folder:
        place = run or Path(folder) / "large-run"
        if not Run.is_one(place):
            started = time.process_time()
            fill(place, products)
            click.echo(f"made in {time.process_time() - started:.0f} s of processor time", err=True)
        with serving(place) as server:
            return _measure(server, place, products, times)


def _measure(server: Server, place: Path, products: int, times: int) -> int:
    chance = Random(1)  # noqa: S311 - no secret
    rounds = [views_of(place.name, products, chance) for _ in range(max(times, READERS))]
    for address in rounds[0].values():
        # what is counted aside at first is counted once
        settle(server.port, address)
    timings = [_alone(server, view, [each[view] for each in rounds[:times]]) for view in VIEWS]
    addresses = [rounds[at % len(rounds)][VIEWS[at % len(VIEWS)]] for at in range(READERS * EACH)]
    timings.append(crowd(server, addresses, READERS, PAUSE))
    command = [sys.executable, "-c", WRITER, str(place)]
    with subprocess.Popen(command) as writer:  # noqa: S603 - our own
        time.sleep(1.0)
        found = crowd(server, addresses, READERS, PAUSE)
        found.view += ", a harvest writes"
        timings.append(found)
        writer.terminate()
    memory = server.memory()
    _print(timings, memory)
    slow = [each.view for each in timings if each.processor > MOST_WAIT or each.failures]
    return 1 if slow or memory > MOST_MEMORY else 0


def _alone(server: Server, view: str, addresses: list[str]) -> Timing:
    """One view, opened again and again by one reader."""
    found, before = Timing(view), server.processor()
    for address in addresses:
        waited, status = ask(server.port, address)
        found.waited.append(waited)
        found.failures += status != 200  # noqa: PLR2004 - OK
    found.processor = (server.processor() - before) * 1000 / len(addresses)
    return found


def _print(timings: list[Timing], memory: float) -> None:
    table = Table(title="ms until the first byte")
    table.add_column("view", no_wrap=True)
    for name in ("median", "95th", "slowest", "processor", "failed"):
        table.add_column(name, justify="right")
    for each in timings:
        waits = (each.at(0.5), each.at(0.95), each.at(1.0), each.processor)
        table.add_row(each.view, *(f"{wait:.0f}" for wait in waits), str(each.failures))
    console = Console()
    console.print(table)
    console.print(f"the server held at most {memory:.0f} MB")
