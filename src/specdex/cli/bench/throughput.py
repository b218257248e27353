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

    Both fetch the same pages from the same local server, one request at a time for each site.
    Memory is that of the crawling process, from the beginning of the crawl to its end.

    Example:

        specdex bench throughput --sites 8 --products 250
    """
    # the server and Scrapy are only paid for here
    from specdex.demo.throughput import measure  # noqa: PLC0415

    with progress() as bar:
        bar.add_task(f"crawling {sites * products} product pages", total=None)
        found = measure(sites, products, latency)
    shown = Table("who", "pages", "pages/s", "ratio", "MiB, from beginning to end")
    shown.add_row(
        "specdex crawl",
        str(found.pages),
        f"{found.pages_per_second:.0f}",
        f"{found.ratio:.2f}",
        " ".join(map(str, found.memory)),
    )
    shown.add_row(
        "a spider that does nothing",
        str(found.idle_pages),
        f"{found.idle_pages_per_second:.0f}",
        "1.00",
        "",
    )
    console().print(shown)
    return 0
