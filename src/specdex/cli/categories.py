"""The command categories: what else the shops of a run sell."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from specdex.cli.logs import warn
from specdex.cli.options import FROM_1, preset
from specdex.cli.output import Destination, file_options, print_lines
from specdex.cli.progress import counted
from specdex.cli.rows import give
from specdex.errors import InputError
from specdex.records import to_json
from specdex.settings import SHOPS

if TYPE_CHECKING:
    from specdex.crawling.navigation import Proposal

__all__ = ["categories"]

WORDINGS = 4
"""Names of a category that are shown."""


@click.command()
@click.argument("run", type=click.Path(path_type=Path))
@preset("--min-shops", type=FROM_1, default=SHOPS, help="Shops that must have a category.")
@click.option("--toml", "wanted", metavar="NAME", help="Print the settings to harvest this one.")
@file_options
def categories(run: Path, min_shops: int, wanted: str | None, **destination: str | None) -> int:
    """Propose further categories that the shops of a run have.

    Looks at the menus, category pages and breadcrumbs that were stored, and finds out which names
    of different shops mean the same. A table on a terminal, JSON lines elsewhere: category, shops,
    products seen, and where each shop has it. With --toml the settings of its harvest.

    Example:

        specdex categories camera-run --toml headphone > headphone.toml
    """
    from specdex.pipeline.categories import further_categories, toml
    from specdex.runs import Run

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
    else:
        give("categories", map(_line, found), Destination.of(destination), _row)
    if not found:
        warn(f"{run} tells of no further category that {min_shops} of its shops have")
    return 0 if found else 1


def _line(proposal: Proposal) -> dict[str, Any]:
    return {
        "category": proposal.name,
        "shops": len(proposal.places),
        "products": proposal.products,
        "places": [to_json(place) for place in proposal.places],
    }


def _row(line: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """A category as a row: what some shops call it, and where one of them has it."""
    places = line["places"]
    names = list(dict.fromkeys(place["name"] for place in places if place["name"]))
    counts = {name: line[name] for name in ("category", "shops", "products")}
    yield counts | {"called": names[:WORDINGS], "for instance": places[0]["url"]}
