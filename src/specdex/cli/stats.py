"""The command stats: what a collection holds, and how it overlaps with another."""

import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import click
from rich.table import Table

from specdex.cli.logs import warn
from specdex.cli.progress import console, progress
from specdex.pipeline.survey import Statistics, id_list, statistics
from specdex.statistics.collection import CategoryStatistics

__all__ = ["stats"]

SHOWN_FAILURES = 5
"""Lines that cannot be read are told one by one up to here."""
BARS = " ▁▂▃▄▅▆▇█"


@click.command()
@click.argument("collection", nargs=-1, required=True, metavar="RUN|FILE...")
@click.option(
    "--against",
    multiple=True,
    metavar="RUN|FILE",
    help="Another collection: how many of its products are in this one; may be given several"
    " times.",
)
@click.option(
    "--ids",
    type=click.Path(path_type=Path, dir_okay=False),
    help="A text file of product ids, one a line: how many of them are in this collection.",
)
@click.option(
    "--plots",
    type=click.Path(path_type=Path, file_okay=False),
    help="Draw both histograms of each category into this folder; needs the extra plots.",
)
@click.option("--json", "as_json", is_flag=True, help="JSON lines, as when piped.")
def stats(
    collection: tuple[str, ...],
    against: tuple[str, ...],
    ids: Path | None,
    plots: Path | None,
    *,
    as_json: bool,
) -> int:
    """Show what a collection of specifications holds, by category.

    Takes run folders, lines that extract printed, or lines with site, category and attributes
    ({name: [values]}), plain or compressed. Attributes are names that at least two specifications
    of a site and at least two sites have. Intra-site coverage is the share of a site's
    specifications that have one of its attributes, inter-site coverage the share of the sites
    that have an attribute; both come with a histogram in tenths, which --plots draws as DEXTER's
    figure 10. A table on a terminal, JSON lines elsewhere.

    Example:

        specdex stats camera-run --ids known-cameras.txt
    """
    draw = _drawer(plots)
    listed = id_list(ids) if ids else set[str]()
    with progress() as bar:
        task = bar.add_task("counting specifications", total=None)
        found = statistics(collection, against, listed, lambda: bar.advance(task))
    for failure in found.failures[:SHOWN_FAILURES]:
        warn(failure.reason)
    if len(found.failures) > SHOWN_FAILURES:
        warn(f"{len(found.failures) - SHOWN_FAILURES} more lines cannot be read")
    if as_json or not sys.stdout.isatty():
        for line in found.lines():
            click.echo(json.dumps(line, ensure_ascii=False))
    else:
        _print(found)
    draw(found.categories)
    if not found.categories:
        warn("no specifications found")
    return 0 if found.categories and not found.failures else 1


def _drawer(folder: Path | None) -> Callable[[Sequence[CategoryStatistics]], None]:
    """Draws into *folder*; what is missing for that shows before the work begins."""
    if folder is None:
        return lambda _categories: None
    from specdex.cli.stats_plots import CoveragePlots  # noqa: PLC0415 - heavy

    return CoveragePlots(folder).draw


def _print(found: Statistics) -> None:
    table = Table(
        "category", "sites", "specifications", "pairs each", "attributes", "ids", "intra-site",
        "inter-site", "ids covered",
    )  # fmt: skip
    for line in found.lines():
        table.add_row(
            *(
                str(line.get(name, ""))
                for name in (
                    "category",
                    "sites",
                    "specifications",
                    "pairs_a_specification",
                    "attributes",
                    "ids",
                )
            ),
            _spread(line.get("intra_site")),
            _spread(line.get("inter_site")),
            _covered(line.get("overlap")),
        )
    console().print(table)


def _spread(spread: Any) -> str:
    """The mean, and the histogram as bars; the bars grow with the logarithm."""
    if not spread or spread["mean"] is None:
        return ""
    highest = max(count.bit_length() for count in spread["histogram"]) or 1
    bars = "".join(
        BARS[round(count.bit_length() / highest * (len(BARS) - 1))] for count in spread["histogram"]
    )
    return f"{spread['mean']:.2f} |{bars}|"


def _covered(overlap: Any) -> str:
    if not overlap or overlap["share"] is None:
        return ""
    return f"{overlap['share']:.1%} of {overlap['ids']}"
