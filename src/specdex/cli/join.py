"""Commands that look across sites: align and link."""

from collections.abc import Callable, Sequence
from typing import Any

import click

from specdex.cli.logs import warn
from specdex.cli.output import only_good, print_json
from specdex.pipeline.export import specifications_at
from specdex.pipeline.extract import is_run
from specdex.pipeline.join import align_names, join
from specdex.records import Attribute, Correspondence, Failure, Match, Product, Specification
from specdex.runs import RunFolder

__all__ = ["align", "link"]

Found = dict[type, Sequence[Any]]
INPUT = click.argument("specifications", nargs=-1, required=True, metavar="RUN|FILE...")


@click.command()
@INPUT
def align(specifications: tuple[str, ...]) -> int:
    """Find out which names of which sites mean the same attribute.

    Takes run folders, files of lines that extract printed, or - for standard input. Prints a line
    per site and name: site, name, attribute, confidence. A single run also keeps them.

    Example:

        specdex align camera-run
    """
    return _over(specifications, lambda read: {Correspondence: align_names(read)})


@click.command()
@INPUT
def link(specifications: tuple[str, ...]) -> int:
    """Find out which specifications speak of one product, and fuse what they say.

    Takes run folders, files of lines that extract printed, or - for standard input. Prints a line
    per product: ids, urls, the values believed, and those that are disputed. A single run also
    keeps them.

    Example:

        specdex extract pages/ | specdex link -
    """

    def joined(read: list[Specification]) -> Found:
        result = join(read)
        return {
            Product: result.products,
            Attribute: result.attributes,
            Correspondence: result.correspondences,
            Match: result.matches,
        }

    return _over(specifications, joined)


def _over(locations: tuple[str, ...], verb: Callable[[list[Specification]], Found]) -> int:
    """Print the first kind of records that *verb* finds; where one run was given, keep all."""
    failures: list[Failure] = []
    read = list(only_good(specifications_at(locations), failures))
    if not read:
        warn("no specifications found")
    found = verb(read)
    if len(locations) == 1 and is_run(locations[0]):
        with RunFolder(locations[0]) as run, run.store.transaction():
            for kind, records in found.items():
                run.store.replace(kind, {}, records)
    shown = next(iter(found.values()))
    printed = print_json(shown)
    return 0 if printed and not failures else 1
