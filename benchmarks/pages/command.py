"""Writes generated pages, and shows what learning from them gives."""

import json
from pathlib import Path

import click
from rich.table import Table

from benchmarks.data import DATA_OPTION, SPEC_SETS, Part
from benchmarks.pages.families import family_tallies
from benchmarks.pages.shells import Pages
from benchmarks.specs.command import averaged, halves_of
from specdex.cli.progress import console

__all__ = ["pages"]


@click.group()
def pages() -> None:
    """Labelled product pages in layouts drawn at random.

    Example:

        python -m benchmarks pages write --count 100 -O pages.jsonl
    """


@pages.command()
@click.option(
    "--data",
    type=click.Path(path_type=Path, file_okay=False),
    help="A folder of labelled data: pairs of published lists are printed, too.",
)
@click.option(
    "--count", type=click.IntRange(min=1), default=100, show_default=True, help="How many pages."
)
@click.option("--first", type=int, default=0, help="The number of the first page.")
@click.option(
    "-O",
    "--overwrite",
    type=click.Path(path_type=Path, dir_okay=False),
    required=True,
    help="The file that the pages are written to, as lines of labels.",
)
def write(data: Path | None, count: int, first: int, overwrite: Path) -> int:
    """Write generated pages with their labels; the same numbers give the same pages.

    Example:

        python -m benchmarks pages write --count 100 -O pages.jsonl
    """
    made = Pages(data)
    with overwrite.open("w", encoding="utf-8") as stream:
        for number in range(first, first + count):
            stream.write(json.dumps(made.line(number), ensure_ascii=False) + "\n")
    click.echo(f"{overwrite}: {count} pages")
    return 0


@pages.command()
@click.option(
    "--count", type=click.IntRange(min=1), default=40, show_default=True, help="Pages a family."
)
def families(count: int) -> int:
    """Score the shipped detector on generated pages, by layout and by decoy.

    Prints precision and recall of pairs for each kind of rows, and for pages with each kind of what
    is no specification. The detector learned from none of them.

    Example:

        python -m benchmarks pages families --count 20
    """
    table = Table("family", "kind", "P", "R", "right", "invented", "missed")
    for what, kind, tally in family_tallies(count):
        shares = (f"{share:.3f}" for share in (tally.precision, tally.recall))
        counts = (str(each) for each in (tally.right, tally.wrong, tally.missed))
        table.add_row(what, kind, *shares, *counts)
    console().print(table)
    return 0


@pages.command()
@DATA_OPTION
@click.option(
    "--count",
    "counts",
    multiple=True,
    type=click.IntRange(min=0),
    default=(0, 300, 1000, 3000),
    show_default=True,
    help="How many generated pages are learned from; may be given several times.",
)
@click.option(
    "--transplants", is_flag=True, help="Beside generated pages, learn from open ones printed anew."
)
def curve(data: Path, counts: tuple[int, ...], *, transplants: bool) -> int:
    """Score blind sites by detectors that learned from open sites and generated pages.

    Prints F1 of pairs, averaged over sites, and the share of labelled fragments to which the forest
    gives less than a tenth (faint), for each set. Takes minutes a count, and the extra learn.

    Example:

        python -m benchmarks pages curve --count 0 --count 1000
    """
    from benchmarks.detection.models import judges_of_open  # noqa: PLC0415 - heavy

    table = Table("pages", *(f"{name} {what}" for name in SPEC_SETS for what in ("F1", "faint")))
    judges = judges_of_open(data, counts, transplants=transplants)
    for count, judge in zip(counts, judges, strict=True):
        cells = []
        for name in SPEC_SETS:
            row = averaged(halves_of(data, name, (judge,), (Part.BLIND,))[Part.BLIND])
            cells += [f"{row['pair_f1']:.4f}", f"{row['faint']:.4f}"]
        table.add_row(str(count), *cells)
    console().print(table)
    return 0
