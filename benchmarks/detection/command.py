"""DEXTER's experiments on detection: tables 5 and 7."""

from math import isnan
from pathlib import Path

import click
from rich.table import Table

from benchmarks.data import DATA_OPTION
from specdex.cli.progress import console

__all__ = ["detection"]

NOTHING = "-"
"""Shown where a score is undefined."""


@click.command()
@DATA_OPTION
@click.option(
    "--table", type=click.Choice(["5", "7"]), default="5", show_default=True, help="Which one."
)
@click.option(
    "--pages", type=click.IntRange(min=1), default=6, show_default=True, help="Pages of each site."
)
def detection(data: Path, table: str, pages: int) -> int:
    """Reproduce DEXTER's tables on detection with its own feature sets.

    Table 5: precision and recall of the feature sets dexter, wang-hu and combined, and of the
    default detector specdex on the same tables and lists, leaving each site out. Table 7: the
    paper's set by category, leaving sites or the category out. Open and blind sites are averaged
    apart. Needs the extra learn.

    Example:

        python -m benchmarks detection --table 5
    """
    from benchmarks.detection.experiments import table_5, table_7  # noqa: PLC0415 - heavy
    from benchmarks.detection.models import labelled_pages  # noqa: PLC0415 - heavy

    labelled = list(labelled_pages(data, pages))
    rows = table_5(labelled) if table == "5" else table_7(labelled)
    shown = Table(
        "what", "P", "R", "tables P", "tables R", title=f"table {table}: {len(labelled)} pages"
    )
    for row in rows:
        shares = (row.precision, row.recall, row.table_precision, row.table_recall)
        shown.add_row(row.name, *map(_share, shares))
    console().print(shown)
    return 0


def _share(share: float) -> str:
    """A share as it is shown: a dash where there was nothing to have a share of.

    >>> _share(0.5), _share(float("nan"))
    ('0.500', '-')
    """
    return NOTHING if isnan(share) else f"{share:.3f}"
