"""What deciding and recording cost a crawl."""

import click
from rich.table import Table

from specdex.cli.progress import console, progress

__all__ = ["throughput"]


@click.command()
@click.option(
    "--sites", type=click.IntRange(min=1), default=8, show_default=True, help="Shops to crawl."
)
@click.option(
    "--products", type=click.IntRange(min=1), default=250, show_default=True, help="Of each site."
)
@click.option(
    "--latency",
    type=click.FloatRange(min=0),
    default=0.05,
    show_default=True,
    help="Seconds that the server takes for an answer.",
)
def throughput(sites: int, products: int, latency: float) -> int:
    """Crawl generated shops on this machine beside a Scrapy spider that does nothing.

    Both fetch the same pages from the same local server, one request at a time for each site,
    from the start of the first process to the end of the last. A crawl decides and records in one
    process and fetches in another: CPU and memory are told for both.

    Example:

        python -m benchmarks throughput --sites 8 --products 250
    """
    # the server and Scrapy are only paid for here
    from benchmarks.throughput.measure import measure  # noqa: PLC0415

    with progress() as bar:
        bar.add_task(f"crawling {sites * products} product pages", total=None)
        found = measure(sites, products, latency)
    shown = Table("who", "pages", "pages/s", "ratio", "at once", "CPU ms/page", "MiB")
    for who, pace, ratio in (
        ("specdex crawl", found.crawl, found.ratio),
        ("a spider that does nothing", found.idle, 1.0),
    ):
        cpu = (f"{1000 * each / pace.pages:.1f}" for each in (pace.deciding, pace.fetching))
        memory = (f"{deciding}+{fetching}" for deciding, fetching in pace.memory)
        shown.add_row(
            who,
            str(pace.pages),
            f"{pace.pages_per_second:.0f}",
            f"{ratio:.2f}",
            str(pace.at_once),
            " + ".join(cpu),
            " ".join(memory),
        )
    console().print(shown)
    return 0
