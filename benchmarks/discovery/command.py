"""DEXTER's experiments on discovery: figures 7 to 9, tables 3 and 4, simulated; whole harvests."""

import tempfile
from collections.abc import Callable, Mapping, Sequence
from itertools import chain
from pathlib import Path

import click
from rich.table import Table

from benchmarks.data import DATA_OPTION, lines
from benchmarks.discovery.claims import figure_7_claims
from benchmarks.discovery.experiments import (
    TOPS,
    Precision,
    Rounds,
    build_lab,
    figure_7,
    figures_8_and_9,
    filter_table,
    sharing_in,
)
from benchmarks.discovery.fitting import agreement_in, said_in
from benchmarks.discovery.large import large_web, tried
from benchmarks.discovery.replayed import demo_harvest, replayed_harvests
from benchmarks.discovery.scale import one_round, write_links
from benchmarks.discovery.statistics import FITTED, Sharing
from specdex.cli.progress import console
from specdex.errors import InputError
from specdex.statistics.metrics import Tally

__all__ = ["discovery"]

COLLECTION = "dexter/*.jsonl.xz"
SITES, LINKS = 100_000, 10_000_000
SHOWN_ROUNDS = (1, 2, 3, 5, 10, 15, 20)
SHOWN_TOPS = (10, 20, 30, 50, 70, 100)
GIGABYTE = 1 << 30
GENERATED = (("kettle", 7), ("camera", 11))
"""Webs of shops that are generated, by the category that is harvested and the seed."""
LARGE = ("notebook", "tv")
"""The categories whose harvests show what defaults find."""


@click.command()
@DATA_OPTION
@click.option("--seed", type=int, default=1, show_default=True, help="Which synthetic web.")
@click.option(
    "--draws",
    type=click.IntRange(min=1),
    default=3,
    show_default=True,
    help="Sets of seed shops of each category in figure 7.",
)
@click.option("--fit", is_flag=True, help="Take the numbers of shops and ids from --data anew.")
@click.option("--untaught", is_flag=True, help="The home-page filter without the fifty and fifty.")
@click.option(
    "--plots",
    type=click.Path(path_type=Path, file_okay=False),
    help="Draw the figures into this folder; needs the extra plots.",
)
@click.option(
    "--large", is_flag=True, help="Only harvest a simulated web of 100,000 sites by defaults."
)
@click.option(
    "--replayed", is_flag=True, help="Only whole harvests of replayed shops and of generated ones."
)
@click.option(
    "--homes", is_flag=True, help="Only the home-page classifier, taught by 50 + 50 real sites."
)
@click.option("--scale", is_flag=True, help="Only measure one round of 100,000 sites.")
def discovery(data: Path, seed: int, draws: int, plots: Path | None, **only: bool) -> int:
    """Simulate DEXTER's figures 7 to 9 and tables 3 and 4, or harvest replayed shops.

    The web has some 39,000 sites, 3,300 of them shops of nine categories; how many ids shops
    publish and share is drawn from numbers of DEXTER's collection, which are built in. Home pages
    are judged by a filter that saw fifty shops and fifty other sites of another web. What the paper
    reads off figure 7 is held against what is found, and where it is not so it says why. Figures 8
    and 9 are twenty rounds of the harvest that users run, on this web in memory. With --scale, one
    round over 100,000 sites and 10 million links is timed instead.

    Example:

        python -m benchmarks discovery --draws 1 --plots figures
    """
    if only["scale"]:
        return _scale()
    if only["homes"]:
        return _homes(data)
    if only["replayed"]:
        return _replayed(data)
    if only["large"]:
        return _large(seed)
    draw = _plotter(plots)
    fitted = _fitted(data) if only["fit"] else FITTED
    lab = build_lab(seed, draws, fitted, taught=not only["untaught"])
    _tables_3_and_4(filter_table(lab))
    points = figure_7(lab)
    _figure_7(points)
    curves = figures_8_and_9(lab)
    _figures_8_and_9(curves)
    draw(points, curves)
    return 0


def _fitted(data: Path) -> Mapping[str, Sharing]:
    """The numbers of shops and ids in *data*, shown beside how far its shops agree."""
    paths = {path.name.partition(".")[0]: path for path in sorted(data.glob(COLLECTION))}
    if not paths:
        raise InputError(f"there is no {COLLECTION} in {data} to fit to")
    fitted = {name: sharing_in(lines(path)) for name, path in paths.items()}
    for name, sharing in fitted.items():
        console().print(f"{name}: {sharing}")
    said = {name: said_in(lines(path)) for name, path in paths.items()}
    for shops, agreement in agreement_in(said).items():
        console().print(f"{shops} known shops: {agreement}")
    return fitted


def _plotter(folder: Path | None) -> Callable[[Sequence[Precision], Sequence[Rounds]], None]:
    """Draws into *folder*; what is missing for that shows before the work begins."""
    if folder is None:
        return lambda _points, _curves: None
    from benchmarks.discovery.plots import Plots  # noqa: PLC0415 - heavy

    return Plots(folder).draw


def _tables_3_and_4(found: dict[str, dict[str, Tally]]) -> None:
    names = next(iter(found.values()))
    total = {name: sum((each[name] for each in found.values()), Tally()) for name in names}
    shown = Table("ICF", "HPF yes", "HPF no", title="table 3, simulated: relevant / all")
    for said in ("yes", "no"):
        cells = (total[f"{said} {home}"] for home in ("yes", "no"))
        shown.add_row(said, *(f"{each.right} / {each.right + each.wrong}" for each in cells))
    console().print(shown)
    shown = Table("filter", "P", "R", "P (paper)", "R (paper)", title="table 4, simulated")
    paper = {"HPF": ("0.33", "0.62"), "ICF": ("0.41", "0.84"), "HPF.ICF": ("0.87", "0.45")}
    for name, numbers in paper.items():
        tally = total[name]
        shown.add_row(name, f"{tally.precision:.3f}", f"{tally.recall:.3f}", *numbers)
    console().print(shown)


def _figure_7(points: Sequence[Precision]) -> None:
    by_key = {(p.strategy, p.filters, p.seeds, p.top): p.precision for p in points}
    strategies = list(dict.fromkeys(p.strategy for p in points))
    for name in dict.fromkeys(p.filters for p in points):
        shown = Table(
            "strategy", *(f"K={top}" for top in SHOWN_TOPS), title=f"figure 7, simulated, {name}"
        )
        for strategy in strategies:
            row = (by_key[strategy, name, 50, top] for top in SHOWN_TOPS)
            shown.add_row(strategy, *(f"{each:.2f}" for each in row))
        console().print(shown)
        shown = Table(
            "strategy", *(f"|S|={size}" for size in TOPS[::2]), title=f"K=20, simulated, {name}"
        )
        for strategy in strategies:
            row = (by_key[strategy, name, size, 20] for size in TOPS[::2])
            shown.add_row(strategy, *(f"{each:.2f}" for each in row))
        console().print(shown)
    shown = Table("the paper on figure 7", "holds", "here")
    for claim in figure_7_claims(points):
        shown.add_row(claim.sentence, "yes" if claim.holds else "no", claim.found)
    console().print(shown)


def _figures_8_and_9(curves: Sequence[Rounds]) -> None:
    heads = [f"{each}" for each in SHOWN_ROUNDS]
    shown = Table(
        "strategy", *heads, "lowest 15+", title="figure 8, simulated: precision after rounds"
    )
    for curve in curves:
        row = (f"{curve.precision[each - 1]:.3f}" for each in SHOWN_ROUNDS)
        shown.add_row(curve.strategy, *row, f"{curve.lowest():.3f}")
    console().print(shown)
    shown = Table(
        "strategy", *heads, title="figure 9, simulated: relevant sites found, mean of categories"
    )
    for curve in curves:
        shown.add_row(curve.strategy, *(f"{curve.right[each - 1]:.0f}" for each in SHOWN_ROUNDS))
    console().print(shown)
    shown = Table("strategy", *heads, title="figure 9, simulated: relevant sites found, notebook")
    for curve in curves:
        line = curve.right_by_category["notebook"]
        shown.add_row(curve.strategy, *(f"{line[each - 1]:.0f}" for each in SHOWN_ROUNDS))
    console().print(shown)


def _homes(data: Path) -> int:
    """What fifty shops and fifty other sites teach of home pages."""
    from benchmarks.discovery.training import fifty_and_fifty, labelled_homes  # noqa: PLC0415

    shown = Table("home pages by", "part", "P", "R", "F1", title="50 + 50 real sites teach")
    for name, tallies in fifty_and_fifty(labelled_homes(data)).items():
        for part, tally in tallies.items():
            shares = (tally.precision, tally.recall, tally.f1)
            shown.add_row(name, str(part), *(f"{share:.3f}" for share in shares))
    console().print(shown)
    return 0


def _replayed(data: Path) -> int:
    """What whole harvests find, against the truth."""
    heads = ("harvest", "shops P", "R", "pages P", "R", "specifications")
    shown = Table(*heads, "ids by labels", "with rules", "with names", title="whole harvests")
    made = (demo_harvest(*each) for each in GENERATED)
    for each in chain(replayed_harvests(data), made):
        shares = (each.sites.precision, each.sites.recall, each.pages.precision, each.pages.recall)
        counts = (each.specifications, *each.ids)
        shown.add_row(each.name, *(f"{share:.3f}" for share in shares), *map(str, counts))
    console().print(shown)
    return 0


def _large(seed: int) -> int:
    """What defaults, and other choices, find on a simulated web of 100,000 sites."""
    web = large_web(seed)
    console().print(f"simulated: {len(web):,} sites; three seed shops of each category")
    heads = ("category", "shops", "K", "rounds", "patience", "everyone's links", "looked at")
    shown = Table(*heads, "accepted", "right", "rounds run", title="simulated harvests")
    for each in tried(web, LARGE):
        weighed = "weighed down" if each.weighed else "as they are"
        shops = int(web.relevant(each.category).sum())
        numbers = (each.top, each.rounds, each.patience)
        found = (each.looked_at, each.accepted, each.right, len(each.done))
        shown.add_row(each.category, str(shops), *map(str, numbers), weighed, *map(str, found))
    console().print(shown)
    return 0


def _scale() -> int:
    with tempfile.TemporaryDirectory(prefix="specdex-") as folder:
        path = Path(folder) / "links.tsv"
        write_links(path, SITES, LINKS)
        _, cost = one_round(path, SITES)
    console().print(
        f"one round: {SITES:,} sites, {LINKS:,} links, {cost.ranked:,} ranked in "
        f"{cost.seconds:.1f} s ({cost.processor_seconds:.1f} s of a processor), "
        f"at most {cost.peak_bytes / GIGABYTE:.2f} GiB"
    )
    return 0
