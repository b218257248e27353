"""What many pages cost: memory, descriptors and threads must stay flat."""

import multiprocessing
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import click
from rich.table import Table

from specdex.cli.progress import console
from specdex.demo import build
from specdex.pipeline.extract import extract, extraction
from specdex.plugins import load
from specdex.records import Page

__all__ = ["Cost", "is_flat", "soak"]

LOOKS = 10
SLACK = 1.15
"""How much more the last look may show than the one after the first fifth."""
MEBI = 1 << 20


@dataclass(frozen=True, slots=True)
class Cost:
    """What this process and its children hold after so many pages."""

    pages: int
    memory: int
    """MiB."""
    descriptors: int
    threads: int


def measured(pages: int) -> Cost:
    """What is held now."""
    children = [child.pid for child in multiprocessing.active_children()]
    holders = [Path(f"/proc/{each}") for each in (os.getpid(), *children)]
    alive = [each for each in holders if each.exists()]
    memory = sum(int((each / "statm").read_text().split()[1]) for each in alive)
    return Cost(
        pages,
        memory * os.sysconf("SC_PAGE_SIZE") // MEBI,
        sum(len(list((each / "fd").iterdir())) for each in alive),
        sum(len(list((each / "task").iterdir())) for each in alive),
    )


def is_flat(costs: Sequence[Cost]) -> bool:
    """Whether nothing grows once caches are filled."""
    first, last = costs[len(costs) // 5], costs[-1]
    return (
        last.memory <= SLACK * first.memory
        and last.descriptors <= first.descriptors
        and last.threads <= first.threads
    )


def _pages(count: int) -> Iterator[Page]:
    """Pages of the demo web, over and over, each at an address of its own."""
    web = build()
    sites = web.truth()["sites"]
    urls = [url for site in sites.values() for some in site["products"].values() for url in some]
    bodies = [(url, web.answer(url).body) for url in urls]
    for number in range(count):
        url, body = bodies[number % len(bodies)]
        changed = body.replace(b"</body>", f"<p>No. {number}</p></body>".encode())
        yield Page(f"{url}?n={number}", changed, site=url.split("/")[2])


@click.command()
@click.option("--pages", default=100_000, show_default=True, help="Pages to extract.")
@click.option("-j", "--jobs", default=2, show_default=True, help="Processes that read them.")
def soak(pages: int, jobs: int) -> int:
    """Extract many pages in several processes and look at memory, descriptors and threads.

    Fails where the last look shows more than the one after the first fifth. What a crawl of many
    sites takes is printed by ``python -m benchmarks throughput --sites 500 --products 10``.

    Example:

        python -m benchmarks soak --pages 100000 -j 2
    """
    costs: list[Cost] = []
    read = extract(_pages(pages), extraction(), load("engines", "processes")(jobs))
    for number, _ in enumerate(read, 1):
        if number % max(1, pages // LOOKS) == 0:
            costs.append(measured(number))
    shown = Table("pages", "MiB", "descriptors", "threads")
    for each in costs:
        shown.add_row(*map(str, (each.pages, each.memory, each.descriptors, each.threads)))
    console().print(shown)
    return 0 if is_flat(costs) else 1
