"""Figures of growth: engines, a growing run, shops by several workers, and the web simulated."""

import tempfile
from pathlib import Path
from statistics import median

import click
from rich.table import Table

from specdex.cli.progress import console

__all__ = ["scale"]

COUNT = click.IntRange(min=1)


@click.group()
def scale() -> None:
    """Measure what becomes of time, memory and politeness as things grow.

    Example:

        python -m benchmarks scale simulate
    """


@scale.command()
@click.option("--pages", type=COUNT, default=20_000, show_default=True, help="To read.")
@click.option("--workers", type=COUNT, default=2, show_default=True, help="Of each engine.")
@click.option("--rounds", type=COUNT, default=1, show_default=True, help="In turn, of each engine.")
@click.option("--bare", is_flag=True, help="Pages of 4 kB that show a product and nothing else.")
def engines(pages: int, workers: int, rounds: int, *, bare: bool) -> int:
    """Read the same pages here, by processes, and on a Ray cluster of three nodes.

    The pages are generated, each in a layout of its own, and weigh 90 kB, as those of shops do.
    Every engine has to say the same in the same order; the last one loses a node in the middle.
    Each is compared with the serial one of its round, and the middle of all rounds is told.

    Example:

        python -m benchmarks scale engines --pages 20000
    """
    from benchmarks.scale.engines import Reading, read_by_all  # noqa: PLC0415 - only paid for here

    shown = Table("engine", "pages", "seconds", "pages/s", "of serial", "least", "most", "same")
    with tempfile.TemporaryDirectory() as scratch:
        found = list(read_by_all(Path(scratch), pages, workers, rounds, bare=bare))
    serial = found[0]
    named: dict[str, list[tuple[float, Reading]]] = {each.engine: [] for each in found}
    for each in found:
        serial = each if each.engine == serial.engine else serial
        named[each.engine].append((serial.seconds / each.seconds, each))
    for name, rows in named.items():
        ratios = [ratio for ratio, _ in rows]
        seconds = median(each.seconds for _, each in rows)
        same = all(each.digest == serial.digest for _, each in rows)
        told = (f"{ratio:.2f}" for ratio in (median(ratios), min(ratios), max(ratios)))
        paced = (f"{seconds:.1f}", f"{pages / seconds:.0f}")
        shown.add_row(name, str(rows[0][1].pages), *paced, *told, "yes" if same else "NO")
    console().print(shown)
    return 0 if len({each.digest for each in found}) == 1 else 1


@scale.command()
@click.option("--most", type=COUNT, default=1_000_000, show_default=True, help="Pages in the end.")
@click.option("--folder", type=click.Path(path_type=Path), help="Where; left behind.")
def growth(most: int, folder: Path | None) -> int:
    """Let a run grow by tens, and tell what a page costs and how long it takes to open and resume.

    Rows are copied to come from one size to the next; there, pages are recorded as a crawl does,
    shards are taken in, and workers read pages. Each size has a run of its own, and all take turns,
    so that a page of one is compared with a page of the smallest in the same minute. Runs that are
    in the folder already are taken as they are.

    Example:

        python -m benchmarks scale growth --most 100000
    """
    from benchmarks.scale.growth import grown  # noqa: PLC0415 - only paid for here

    sizes = [size for size in (10**4, 10**5, 10**6, 10**7) if size < most] + [most]
    costs = ("pages", "ms/page", "with waiting", "of first", "taken in ms/page", "of first")
    shown = Table(*costs, "MiB", "MiB of a worker", "opened s", "resumed s", "bytes/page")
    with tempfile.TemporaryDirectory() as scratch:
        for each in grown(folder or Path(scratch), sizes):
            shown.add_row(
                *(f"{each.pages:,}", f"{each.ms_a_page:.2f}", f"{each.wall:.2f}"),
                *(f"{each.of_first:.2f}", f"{each.taken:.3f}", f"{each.taken_of_first:.2f}"),
                *(f"{each.mebibytes:.0f}", f"{each.worker:.0f}"),
                *(f"{each.opened:.3f}", f"{each.resumed:.3f}", f"{each.bytes_a_page:.0f}"),
            )
    console().print(shown)
    return 0


@scale.command()
@click.option("--shops", type=COUNT, default=200, show_default=True, help="To harvest.")
@click.option("--products", type=COUNT, default=200, show_default=True, help="Of each shop.")
@click.option("--workers", type=COUNT, default=2, show_default=True, help="Of each engine.")
@click.option(
    "--delay", type=click.FloatRange(min=0), default=0.05, show_default=True, help="In seconds."
)
def harvest(shops: int, products: int, workers: int, delay: float) -> int:
    """Harvest generated shops by one worker and by several, and read the server's log.

    The last driver is killed in the middle, and another goes on. Fails where not all hold the same
    of every kind, or a site was asked twice at once or sooner than allowed.

    Example:

        python -m benchmarks scale harvest --shops 200 --products 200
    """
    from benchmarks.scale.shops import SHOWN, Shops, harvest_by  # noqa: PLC0415 - only paid for here

    world = Shops(shops, products, delay)
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        found = [harvest_by("one worker", world, 1, folder)]
        found.append(harvest_by(f"{workers} workers", world, workers, folder))
        half = found[-1].seconds / 2
        found.append(harvest_by("driver killed", world, workers, folder, half))
    shown = Table("harvest", "seconds", *SHOWN, "at once", "gap s", "asked twice", "same")
    for each in found:
        odd = [kind for kind, held in found[0].held.items() if held != each.held[kind]]
        seen = (str(each.at_once), f"{each.gap:.3f}", str(each.twice), ", ".join(odd) or "yes")
        shown.add_row(each.name, f"{each.seconds:.0f}", *map(str, each.counts), *seen)
    console().print(shown)
    polite = all(each.at_once == 1 and each.gap >= 0.9 * delay for each in found)
    return 0 if polite and all(each.held == found[0].held for each in found) else 1


@scale.command()
@click.option("--sites", type=COUNT, default=20, show_default=True, help="To walk.")
@click.option("--pages", type=COUNT, default=500, show_default=True, help="Of each.")
def shards(sites: int, pages: int) -> int:
    """Tell what a page costs a worker and the driver that takes its shard in.

    Example:

        python -m benchmarks scale shards --sites 20 --pages 500
    """
    from benchmarks.scale.taking import taken_in  # noqa: PLC0415 - only paid for here

    shown = Table("shards", "pages", "worker ms/page", "driver ms/page", "with waiting")
    with tempfile.TemporaryDirectory() as scratch:
        for name, place in (("below the run", ""), ("packed elsewhere", f"{scratch}/elsewhere")):
            each = taken_in(Path(scratch) / name, sites, pages, place)
            costs = (f"{cost:.3f}" for cost in (each.worker, each.driver, each.wall))
            shown.add_row(name, str(each.pages), *costs)
    console().print(shown)
    return 0


@scale.command()
@click.option("--sites", type=COUNT, default=100_000, show_default=True, help="To harvest.")
@click.option(
    "--pages", type=click.FloatRange(min=1), default=1e9, show_default=True, help="Of all sites."
)
@click.option("--fail", type=click.FloatRange(min=0.01), default=30.0, help="Days a worker lasts.")
@click.option("--seed", type=int, default=1, show_default=True, help="Of chance.")
def simulate(sites: int, pages: float, fail: float, seed: int) -> int:
    """Simulate a harvest of many sites by measured costs: politeness, skewed sizes, failures.

    Example:

        python -m benchmarks scale simulate --sites 100000 --pages 1e9
    """
    from benchmarks.scale import simulation  # noqa: PLC0415 - only paid for here

    names = ("workers", "delay s", "days", "busy", "bound by", "core-hours")
    shown = Table(*names, "retried", "Mbit/s", "TB kept")
    for workers, delay in ((100, 1.0), (1_000, 1.0), (1_000, 0.2), (5_000, 0.2)):
        world = simulation.World(sites, pages, delay=delay)
        each = simulation.simulate(world, simulation.Costs(), workers, seed, fail)
        shown.add_row(
            *(f"{workers:,}", f"{delay}", f"{each.days:.1f}", f"{each.busy:.2f}", each.bound),
            *(f"{each.core_hours:,.0f}", f"{each.retried:,}"),
            *(f"{each.megabits:,.0f}", f"{each.terabytes:.1f}"),
        )
    console().print(shown)
    return 0
