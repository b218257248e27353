"""How good learned wrappers are on labelled sites: DEXTER's table 6, label noise, ids, speed."""

import json
import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click
from rich.table import Table

from benchmarks.data import DATA_OPTION, DIFFERENCE, Part, halves, part_of, refuse_blind
from benchmarks.wrappers.comparison import (
    COLUMNS,
    HOUSE,
    Bench,
    Speed,
    Structures,
    noise_of,
    speed_of,
)
from benchmarks.wrappers.score import (
    SiteComparison,
    average,
    loses_most,
    mean_points,
    plot,
)
from specdex.cli.progress import console, watched
from specdex.pipeline.extract import extraction
from specdex.statistics.metrics import Tally, mean
from specdex.wrappers.learner import Method

__all__ = ["wrappers"]

QUALITIES = tuple((each, each) for each in (1.0, 0.8, 0.6, 0.4, 0.3, 0.2))
"""Precision and recall of the labels that the sweep draws."""
PAGES = 50
"""Of each site, at most, the paper's detection learns from, as there."""


@click.command()
@DATA_OPTION
@click.option("--sites", help="Only these open sites, as in camera-ecost.")
@click.option(
    "--methods",
    default=",".join(COLUMNS),
    show_default=True,
    help="Only these columns of the table.",
)
@click.option("--learn-from", type=click.IntRange(min=1), help="Learn from so many pages a site.")
@click.option("--noise", is_flag=True, help="Sweep over drawn labels instead, and plot it.")
@click.option("--draws", type=click.IntRange(min=1), default=1, help="Of labels, for each point.")
@click.option("--ids", is_flag=True, help="Score product ids instead.")
@click.option("--speed", is_flag=True, help="Time learning and applying instead.")
@click.option(
    "--shipped",
    is_flag=True,
    help="Use the model that ships; it has seen these sites, so its scores are too good.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON lines.")
def wrappers(data: Path, **options: Any) -> int:
    """Score what is learned from each labelled site, the site left out of all that is known.

    Prints DEXTER's table 6: the paper's structure with its own detection (structure-paper) and with
    a perfect one (structure-paper-perfect), wrapper induction (induced) with its annotators, both
    also on a perfect detection, the paper's hybrid (induced-paper), and the methods of the house
    (structure, together, both). Detectors are trained without the site, which takes minutes, far
    fewer where no method of the house is asked for, and the extra learn. Of blind sites only the
    average is printed.

    Example:

        python -m benchmarks wrappers --methods structure,induced,both
    """
    named = [each for each in (options["sites"] or "").split(",") if each]
    for each in named:
        refuse_blind(part_of(_shop(each)), each)
    bench = Bench(data, named)
    if options["noise"]:
        _noise(bench, options["draws"])
    elif options["ids"]:
        _ids(bench, as_json=options["as_json"])
    elif options["speed"]:
        _speed(bench)
    else:
        _table(bench, data, options)
    return 0


def _shop(name: str) -> str:
    """The site of what is named by category and site.

    >>> _shop("camera-buy")
    'buy'
    """
    return name.partition("-")[2]


def _columns(text: str) -> list[str]:
    chosen = [each for each in text.split(",") if each]
    for each in chosen:
        if each not in COLUMNS:
            raise click.BadParameter(f"no method {each!r}; there are: {', '.join(COLUMNS)}")
    return chosen


def _table(bench: Bench, data: Path, options: dict[str, Any]) -> None:
    columns = _columns(options["methods"])
    structures = Structures.of(extraction().extractor.extract)
    if not options["shipped"]:
        from benchmarks.detection import experiments, models  # noqa: PLC0415 - heavy

        judge = experiments.judges_without_site(list(models.labelled_pages(data, PAGES)))
        house = structures.house
        if not set(HOUSE).isdisjoint(columns):
            (house,) = models.judges_without_site(data, extraction())
        structures = Structures.of(house, judge)
    compared = [
        bench.compare(site, columns, structures, options["learn_from"])
        for site in watched(bench.sites(), "sites")
    ]
    if options["as_json"]:
        for each in halves(compared, lambda each: _shop(each.site))[Part.OPEN]:
            tallies = {name: _plain(tally) for name, tally in each.methods.items()}
            click.echo(json.dumps({"site": each.site, **tallies}))
    else:
        _print(compared, columns)


def _plain(tally: Tally) -> dict[str, int]:
    return {"right": tally.right, "wrong": tally.wrong, "missed": tally.missed}


def _print(compared: Sequence[SiteComparison], columns: Sequence[str]) -> None:
    click.echo(_line("P/R", columns))
    sides = halves(compared, lambda each: _shop(each.site))
    for site in sides[Part.OPEN]:
        tallies = [site.methods[column] for column in columns]
        click.echo(_line(site.site, [_rates(each.precision, each.recall) for each in tallies]))
    means = {part: [average(sites, column) for column in columns] for part, sites in sides.items()}
    for part, rates in means.items():
        click.echo(_line(f"{part} average", [_rates(*each) for each in rates]))
    apart = [
        _rates(one[0] - other[0], one[1] - other[1])
        for one, other in zip(means[Part.OPEN], means[Part.BLIND], strict=True)
    ]
    click.echo(_line(DIFFERENCE, apart))
    for column in columns:
        if Method.STRUCTURE in columns and column in {"both", "together"}:
            site_name, loss = loses_most(sides[Part.OPEN], column, Method.STRUCTURE)
            click.echo(
                f"{column} is at most {loss:.4f} F1 behind {Method.STRUCTURE}, on {site_name}"
            )


def _line(name: str, cells: Sequence[str]) -> str:
    """A row as text: a table of nine columns is wider than most terminals."""
    return f"{name:20s} " + " ".join(f"{cell:>12s}" for cell in cells)


def _rates(precision: float, recall: float) -> str:
    return "/".join("-" if math.isnan(each) else f"{each:.3f}" for each in (precision, recall))


def _noise(bench: Bench, draws: int) -> None:
    """The sweep, with wrong labels from anywhere and from what looks like a name or a value."""
    anywhere, likely = [], []
    for site in watched(bench.sites(), "sites"):
        if any(gold.fragments for gold in site.golds):
            anywhere.append(noise_of(site, QUALITIES, draws, likely=False))
            likely.append(noise_of(site, QUALITIES, draws, likely=True))
    for title, points in (("anywhere", anywhere), ("on likely spots", likely)):
        averaged = mean_points(points)
        click.echo(f"F1 by the quality of labels, wrong ones {title} ({len(points)} sites)")
        click.echo(plot(averaged))
        for each in averaged[1:]:
            click.echo(f"P {each.precision:.2f} loses {averaged[0].f1 - each.f1:+.4f}")


def _ids(bench: Bench, *, as_json: bool) -> None:
    found = {
        site.name: bench.ids_of(site) for site in watched(bench.sites(), "sites") if any(site.ids)
    }
    sides = halves(found, _shop)
    if as_json:
        for name in sides[Part.OPEN]:
            click.echo(json.dumps({"site": name, **_plain(found[name])}))
        return
    table = Table("site", "P", "R", "F1")
    for name in sides[Part.OPEN]:
        table.add_row(name, *_shares([found[name]]))
    table.add_section()
    for part, names in sides.items():
        table.add_row(f"{part} average", *_shares([found[name] for name in names]))
    console().print(table)


def _shares(tallies: Sequence[Tally]) -> list[str]:
    """Precision, recall and F1, averaged."""
    rates = zip(*((each.precision, each.recall, each.f1) for each in tallies), strict=True)
    return [f"{mean(each):.4f}" for each in rates]


def _speed(bench: Bench) -> None:
    """Learning and applying beside parsing, on one core."""
    extract = extraction().extractor.extract
    table = Table("site", "parse only, pages/s", "apply, pages/s", "ratio", "learn, s")
    ratios: list[float] = []
    for site in watched(bench.sites(), "sites"):
        said = [extract(document) for document in site.documents]
        cost: Speed = speed_of(site, said, bench.knowledge(site))
        ratios.append(cost.parse / cost.apply)
        pages = len(site.documents)
        table.add_row(
            site.name,
            f"{pages / cost.parse:.0f}",
            f"{pages / cost.apply:.0f}",
            f"{ratios[-1]:.3f}",
            f"{cost.learn:.1f}",
        )
    table.add_section()
    table.add_row("average", "", "", f"{mean(ratios):.3f}", "")
    console().print(table)
