"""The command categories: what else the shops of a run sell."""

import sys
from pathlib import Path

import click
from rich.table import Table

from specdex.cli.logs import warn
from specdex.cli.output import print_json, print_lines
from specdex.cli.progress import console, counted
from specdex.crawling.navigation import MIN_SHOPS, Proposal
from specdex.errors import InputError
from specdex.pipeline.categories import further_categories, toml
from specdex.records import to_json
from specdex.runs import Run

__all__ = ["categories"]

WORDINGS = 4
"""Names of a category that are shown."""


@click.command()
@click.argument("run", type=click.Path(path_type=Path))
@click.option(
    "--min-shops",
    type=click.IntRange(min=1),
    default=MIN_SHOPS,
    show_default=True,
    help="Shops that must have a category.",
)
@click.option("--toml", "wanted", metavar="NAME", help="Print the settings to harvest this one.")
def categories(run: Path, min_shops: int, wanted: str | None) -> int:
    """Propose further categories that the shops of a run have.

    Looks at the menus, category pages and breadcrumbs that were stored, and finds out which names
    of different shops mean the same. A table on a terminal, JSON lines elsewhere: category, shops,
    products seen, and where each shop has it. With --toml the settings of its harvest.

    Example:

        specdex categories camera-run --toml headphone > headphone.toml
    """
    if not Run.is_one(run):
        raise InputError(f"{run} is not a run folder")
    with Run(run) as folder, counted("looking at menus") as advance:
        found = further_categories(folder, min_shops, advance)
    if wanted is not None:
        chosen = next((each for each in found if each.name == wanted.casefold()), None)
        if chosen is None:
            listed = ", ".join(each.name for each in found) or "none"
            raise InputError(f"{run} proposes no category {wanted!r}; it proposes: {listed}")
        print_lines(toml(chosen).splitlines())
    elif sys.stdout.isatty():
        _print(found)
    else:
        print_json(map(_line, found))
    if not found:
        warn(f"{run} tells of no further category that {min_shops} of its shops have")
    return 0 if found else 1


def _line(proposal: Proposal) -> dict[str, object]:
    return {
        "category": proposal.name,
        "shops": len(proposal.places),
        "products": proposal.products,
        "places": [to_json(place) for place in proposal.places],
    }


def _print(found: tuple[Proposal, ...]) -> None:
    table = Table("category", "shops", "products", "called", "for instance")
    for each in found:
        names = list(dict.fromkeys(place.name for place in each.places if place.name))
        told = ", ".join(names[:WORDINGS])
        table.add_row(
            each.name, str(len(each.places)), str(each.products), told, each.places[0].url
        )
    console().print(table)
