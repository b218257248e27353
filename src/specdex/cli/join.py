"""Commands that look across sites: align and join."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from specdex.cli.logs import warn
from specdex.cli.options import engine_of, shown, worker_options, written
from specdex.cli.output import (
    Destination,
    destination_options,
    only_good,
    print_lines,
    scope_options,
)
from specdex.cli.rows import give, give_joined
from specdex.records import Correspondence, Failure, Specification

if TYPE_CHECKING:
    from specdex.pipeline.export import Scope
    from specdex.ports import Engine
    from specdex.runs import RunFolder

__all__ = ["align", "join", "join_folder"]

INPUT = click.argument("specifications", nargs=-1, required=True, metavar="RUN|FILE...")


@click.command()
@INPUT
@scope_options
@worker_options
@destination_options
@written("specifications")
def align(
    specifications: tuple[str, ...], scope: Scope, target: Destination, **options: Any
) -> int:
    """Find out which names of which sites mean the same attribute.

    Takes run folders, files of lines that extract printed, or - for standard input. Prints a line
    per site and name: site, name, attribute, confidence. A single run is joined.

    Example:

        specdex align camera-run
    """
    from specdex.pipeline.extract import is_run
    from specdex.pipeline.join import align_names
    from specdex.runs import RunFolder

    if len(specifications) == 1 and is_run(specifications[0]):
        with RunFolder(specifications[0], create=False) as run:
            list(join_folder(run, scope, engine_of(options, chunk=1)))
            kept = _kept(run, scope, Correspondence)
            return 0 if give("correspondences", kept, target) else 1
    failures: list[Failure] = []
    found = align_names(_read(specifications, scope, failures))
    return 0 if give("correspondences", found, target) and not failures else 1


@click.command()
@INPUT
@scope_options
@click.option("--anew", is_flag=True, help="Of a run: even where nothing has changed since.")
@worker_options
@destination_options
@written("specifications")
def join(
    specifications: tuple[str, ...],
    scope: Scope,
    *,
    anew: bool,
    target: Destination,
    **options: Any,
) -> int:
    """Find out which specifications speak of one product, and fuse what they say.

    Takes run folders, files of lines that extract printed, or - for standard input. Prints a line
    per product: ids, urls, the values believed, and those that are disputed. A single run keeps
    them, in the place of what was joined before, and obeys what people decided; on a terminal it
    only says how many there are. Categories are joined apart: workers share small ones, and the
    pairs of pages of a large one. Tables have a row per product.

    Example:

        specdex extract pages/ | specdex join -
    """
    from specdex.pipeline.export import kept_products
    from specdex.pipeline.extract import is_run
    from specdex.pipeline.table import collection_of
    from specdex.runs import RunFolder

    engine = engine_of(options, chunk=1)
    if len(specifications) == 1 and is_run(specifications[0]):
        with RunFolder(specifications[0], create=False) as run:
            joined = join_folder(run, scope, engine, anew=anew)
            told = [f"{shown(specifications[0])}: {each}" for each in joined]
            if target.is_watched:
                return 0 if print_lines(told) else 1
            return 0 if give_joined(kept_products(run, scope), target) else 1
    failures: list[Failure] = []
    found = collection_of(tuple(_read(specifications, scope, failures)), engine)
    return 0 if give_joined(found, target) and not failures else 1


def _kept(run: RunFolder, scope: Scope, kind: type[Any]) -> Iterator[Any]:
    """The records of *kind* that *run* keeps."""
    for category in scope.categories(run):
        yield from run.store.read(kind, category=category)


def join_folder(
    run: RunFolder, scope: Scope, engine: Engine | None = None, *, anew: bool = False
) -> Iterator[str]:
    """Join what *scope* means of *run*, each category by itself; what it came to, in words.

    What was joined before of other categories is joined again, so that nothing is stale.
    """
    from specdex.pipeline.rejoin import CategoryJoin, join_categories
    from specdex.runs import queries

    sites = queries.selling(run.store) if scope.all_sites else None
    wanted = scope.categories(run)
    stale = queries.joined_categories(run.store) - set(wanted)
    every = (*wanted, *sorted(stale))
    joining = CategoryJoin(run.path, None if sites is None else frozenset(sites), anew)
    for category, found in join_categories(joining, run.store, every, engine):
        how = "joined" if found.changed else "nothing has changed:"
        of = f" of {category}" if category else ""
        yield f"{how} {found.specifications} specifications{of} to {found.products} products"


def _read(locations: tuple[str, ...], scope: Scope, failures: list[Failure]) -> list[Specification]:
    """The specifications of files and several runs."""
    from specdex.pipeline.export import specifications_at

    read = list(only_good(specifications_at(locations, scope), failures))
    if not read:
        warn("no specifications found")
    return read
