"""Commands that look across sites: align and link."""

import json
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import click

from specdex.cli.logs import warn
from specdex.cli.output import only_good, print_lines
from specdex.pipeline.export import specifications_at
from specdex.pipeline.join import align_names, join
from specdex.pipeline.pages import is_run
from specdex.records import Failure, Specification, to_json
from specdex.runs import RunFolder

__all__ = ["align", "link"]

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
    return _over(specifications, align_names)


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

    def joined(read: list[Specification]) -> Iterable[Any]:
        result = join(read)
        _keep(specifications, [*result.correspondences, *result.matches])
        return result.products

    return _over(specifications, joined)


def _over(locations: tuple[str, ...], verb: Callable[[list[Specification]], Iterable[Any]]) -> int:
    failures: list[Failure] = []
    stdin = sys.stdin.buffer
    read = list(only_good(specifications_at(locations, stdin), failures))
    if not read:
        warn("no specifications found")
    records = list(verb(read))
    _keep(locations, records)
    printed = print_lines(json.dumps(to_json(each), ensure_ascii=False) for each in records)
    return 0 if printed and not failures else 1


def _keep(locations: tuple[str, ...], records: list[Any]) -> None:
    """Store *records* where one run folder was given."""
    if len(locations) == 1 and is_run(locations[0]):
        with RunFolder(Path(locations[0])) as run:
            run.store.add(records)
