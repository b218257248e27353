"""Commands that look across sites: align and join."""

import sys
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import click

from specdex.cli.logs import warn
from specdex.cli.output import only_good, print_lines, scope_options
from specdex.cli.rows import print_rows
from specdex.pipeline.export import Scope, specifications_at
from specdex.pipeline.extract import is_run
from specdex.pipeline.join import align_names
from specdex.pipeline.join import join as join_all
from specdex.pipeline.rejoin import join_run
from specdex.records import Correspondence, Failure, Product, Specification
from specdex.runs import RunFolder, queries

__all__ = ["align", "join", "join_folder"]

INPUT = click.argument("specifications", nargs=-1, required=True, metavar="RUN|FILE...")


@click.command()
@INPUT
@scope_options
def align(specifications: tuple[str, ...], category: str | None, *, all_sites: bool) -> int:
    """Find out which names of which sites mean the same attribute.

    Takes run folders, files of lines that extract printed, or - for standard input. Prints a line
    per site and name: site, name, attribute, confidence. A single run is joined.

    Example:

        specdex align camera-run
    """
    scope = Scope(category, all_sites)
    if len(specifications) == 1 and is_run(specifications[0]):
        return _print_run(specifications[0], scope, Correspondence)
    return _print_found(specifications, scope, align_names)


@click.command()
@INPUT
@scope_options
@click.option("--anew", is_flag=True, help="Of a run: even where nothing has changed since.")
def join(
    specifications: tuple[str, ...], category: str | None, *, all_sites: bool, anew: bool
) -> int:
    """Find out which specifications speak of one product, and fuse what they say.

    Takes run folders, files of lines that extract printed, or - for standard input. Prints a line
    per product: ids, urls, the values believed, and those that are disputed. A single run keeps
    them, in the place of what was joined before, and obeys what people decided; on a terminal it
    only says how many there are. Categories are joined apart.

    Example:

        specdex extract pages/ | specdex join -
    """
    scope = Scope(category, all_sites)
    if len(specifications) == 1 and is_run(specifications[0]):
        return _print_run(specifications[0], scope, Product, anew=anew)
    return _print_found(specifications, scope, lambda read: join_all(read).products)


def _print_run(location: str, scope: Scope, kind: type[Any], *, anew: bool = False) -> int:
    """Join a run, and print its records of *kind*; on a terminal, how many products there are."""
    terse = kind is Product and sys.stdout.isatty()
    with RunFolder(location, create=False) as run:
        told = [f"{location}: {each}" for each in join_folder(run, scope, anew=anew)]
        if terse:
            return 0 if print_lines(told) else 1
        found = (each for of in scope.categories(run) for each in run.store.read(kind, category=of))
        return 0 if print_rows(found) else 1


def join_folder(run: RunFolder, scope: Scope, *, anew: bool = False) -> Iterator[str]:
    """Join what *scope* means of *run*, a category after the other; what it came to, in words.

    What was joined before of other categories is joined again, so that nothing is stale.
    """
    sites = queries.selling(run.store) if scope.all_sites else None
    wanted = scope.categories(run)
    stale = queries.joined_categories(run.store) - set(wanted)
    for category in (*wanted, *sorted(stale)):
        found = join_run(run.store, category, sites, anew=anew)
        how = "joined" if found.changed else "nothing has changed:"
        of = f" of {category}" if category else ""
        yield f"{how} {found.specifications} specifications{of} to {found.products} products"


def _print_found(
    locations: tuple[str, ...],
    scope: Scope,
    verb: Callable[[list[Specification]], Iterable[Any]],
) -> int:
    """Print what *verb* finds in specifications of files and several runs."""
    failures: list[Failure] = []
    read = list(only_good(specifications_at(locations, scope), failures))
    if not read:
        warn("no specifications found")
    return 0 if print_rows(verb(read)) and not failures else 1
