"""The command compare: two collections side by side."""

import click

from specdex.cli.output import Destination, file_options, scope_options
from specdex.cli.rows import give

__all__ = ["compare"]


@click.command()
@click.argument("first", metavar="A")
@click.argument("second", metavar="B")
@scope_options
@file_options
def compare(
    first: str, second: str, category: str | None, *, all_sites: bool, **destination: str | None
) -> int:
    """Say where two collections differ: two runs, two readers, two days.

    A and B are run folders or files of lines that extract printed. A table on a terminal, JSON
    lines elsewhere, one for each page that only one has and each value that differs: change, site,
    url, title, name, before (in A), after (in B). How far both agree is said at the end. The exit
    status is 1 where they differ.

    Example:

        specdex compare structure.jsonl patterns.jsonl
    """
    from specdex.pipeline.diff import Agreement, specifications_of
    from specdex.pipeline.diff import compare as differences
    from specdex.pipeline.export import Scope

    scope = Scope(category, all_sites)
    tally = Agreement()
    one, other = specifications_of(first, scope), specifications_of(second, scope)
    found = [each.line() for each in differences(one, other, tally)]
    give("differences", found, Destination.of(destination))
    click.echo(f"specdex: {tally.sentence}", err=True)
    return 1 if found else 0
