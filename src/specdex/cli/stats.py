"""The command stats: what a collection holds, and how it overlaps with another."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from specdex.cli.logs import warn
from specdex.cli.options import FILE, FOLDER, several
from specdex.cli.output import AS_JSON, Destination, file_options, scope_options, tell
from specdex.cli.progress import counted
from specdex.cli.rows import give, print_grid
from specdex.errors import InputError, MissingExtra
from specdex.statistics.collection import CategoryStatistics, histogram

if TYPE_CHECKING:
    from specdex.pipeline.export import Scope

__all__ = ["stats"]

PRINTED = {
    "category": "category",
    "sites": "sites",
    "specifications": "specifications",
    "pairs_a_specification": "pairs each",
    "attributes": "attributes",
    "ids": "ids",
}
"""What a person is shown, and under which name."""
BARS = " ▁▂▃▄▅▆▇█"
NAME = "figure-10.png"
PANELS: Sequence[tuple[str, str, str, bool]] = (
    ("intra_site", "intra-site coverage", "sites", False),
    ("inter_site", "inter-site coverage", "attributes", True),
)
"""What is counted, what across, what up, and whether by the logarithm, as in the paper."""


@click.command()
@click.argument("collection", nargs=-1, required=True, metavar="RUN|FILE...")
@several(
    "--against",
    metavar="RUN|FILE",
    help="Another collection: how many of its products are in this one",
)
@click.option(
    "--ids",
    type=FILE,
    help="A text file of product ids, one a line: how many of them are in this collection.",
)
@click.option(
    "--plots",
    type=FOLDER,
    help="Draw both histograms of each category into this folder; needs the extra plots.",
)
@scope_options
@AS_JSON
@file_options
def stats(
    collection: tuple[str, ...],
    against: tuple[str, ...],
    ids: Path | None,
    plots: Path | None,
    scope: Scope,
    target: Destination,
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
    from specdex.pipeline.survey import id_list, statistics

    drawn = CoveragePlots(plots) if plots else None
    listed = id_list(ids) if ids else set[str]()
    with counted("counting specifications") as step:
        found = statistics(collection, against, listed, step, scope)
    tell(found.failures)
    if target.is_watched:
        print_grid(list(map(_row, found.lines())))
    else:
        give("categories", found.lines(), target)
    if drawn:
        drawn.draw(found.categories)
    if not found.categories:
        warn("no specifications found")
    return 0 if found.categories and not found.failures else 1


class CoveragePlots:
    """Draws into one folder; needs matplotlib."""

    def __init__(self, folder: Path) -> None:
        try:
            from matplotlib.figure import Figure
        except ImportError as error:
            raise MissingExtra("matplotlib", "plots") from error
        self._figure: Callable[..., Any] = Figure
        self.path = folder / NAME

    def draw(self, categories: Iterable[CategoryStatistics]) -> None:
        """Both histograms of each category, one above the other."""
        rows = list(categories)
        if not rows:
            return
        figure = self._figure(figsize=(8, 3 * len(rows)), layout="constrained")
        for axes, each in zip(figure.subplots(len(rows), 2, squeeze=False), rows, strict=True):
            for place, (name, across, up, logarithm) in zip(axes, PANELS, strict=True):
                counts = histogram(getattr(each, name))
                edges = [(at + 0.5) / len(counts) for at in range(len(counts))]
                place.bar(edges, counts, width=0.9 / len(counts), log=logarithm and any(counts))
                place.set(xlim=(0, 1), xlabel=across, ylabel=up, title=each.category)
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            figure.savefig(self.path, dpi=120)
        except OSError as error:
            raise InputError(f"cannot write {self.path}: {error.strerror or error}") from error


def _row(line: dict[str, Any]) -> dict[str, Any]:
    """A category as a person reads it."""
    return {
        **{shown: line.get(name) for name, shown in PRINTED.items()},
        "intra-site": _spread(line.get("intra_site")),
        "inter-site": _spread(line.get("inter_site")),
        "ids covered": _covered(line.get("overlap")),
    }


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
