"""What many pages cost: memory, descriptors and threads must stay flat."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

import click
from rich.table import Table

from benchmarks.soak.costs import Cost, is_flat, measured
from benchmarks.throughput.warehouse import Warehouse
from specdex.cli.progress import console
from specdex.crawlers.journey import SITES_AT_ONCE
from specdex.demo import build
from specdex.pipeline.crawl import crawl_sites, default_crawler
from specdex.pipeline.extract import extract, extraction
from specdex.plugins import load
from specdex.records import Page, StoredPage
from specdex.runs import Run
from specdex.settings import Budget, Politeness

__all__ = ["soak"]

LOOKS = 10


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
@click.option("--sites", default=0, show_default=True, help="Crawl so many sites instead.")
@click.option("--products", default=10, show_default=True, help="Of each of these sites.")
def soak(pages: int, jobs: int, sites: int, products: int) -> int:
    """Extract many pages in several processes, or crawl many sites at once, and look at the costs.

    Memory, descriptors and threads of all processes are printed; it fails where the last look
    shows more than the one after the first fifth.

    Example:

        python -m benchmarks soak --sites 500
    """
    costs = _crawled(sites, products) if sites else _extracted(pages, jobs)
    shown = Table("pages", "MiB", "descriptors", "threads")
    for each in costs:
        shown.add_row(*map(str, (each.pages, each.memory, each.descriptors, each.threads)))
    console().print(shown)
    # both ends of a connection are held here
    return 0 if is_flat(costs, 2 * min(sites, SITES_AT_ONCE)) else 1


def _extracted(pages: int, jobs: int) -> list[Cost]:
    costs: list[Cost] = []
    read = extract(_pages(pages), extraction(), load("engines", "processes")(jobs))
    for number, _ in enumerate(read, 1):
        if number % max(1, pages // LOOKS) == 0:
            costs.append(measured(number))
    return costs


def _crawled(sites: int, products: int) -> list[Cost]:
    """What a crawl of so many generated shops holds from its beginning to its end."""
    hosts = [f"warehouse{number}.example" for number in range(sites)]
    costs: list[Cost] = []
    with Warehouse(products, 0.0) as warehouse, tempfile.TemporaryDirectory() as scratch:
        run = Path(scratch) / "run"
        politeness = Politeness(delay=0, proxy=warehouse.url, render="never")
        budget = Budget(max_minutes=600, max_site_minutes=600)

        def watch() -> None:
            with Run(run) as folder:
                costs.append(measured(folder.store.count(StoredPage)))

        crawl_sites(hosts, "camera", run, default_crawler(politeness, budget), watch)
    # without the start, while processes are made, and the end, when they go
    steady = [each for each in costs if 0 < each.pages < costs[-1].pages] or costs
    return steady[:: max(1, len(steady) // LOOKS)]
