"""How fast specdex reads, beside other libraries."""

import json
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

import click
from rich.table import Table

from specdex.cli.bench.options import DATA_OPTION
from specdex.cli.progress import console
from specdex.evaluation.specs import GoldPage
from specdex.evaluation.speed import peers, race
from specdex.pipeline.extracting import extraction
from specdex.pipeline.labelled import gold_pages, page_of, spec_files

__all__ = ["speed"]

SETS = {"modern": ("modern", "*"), "camera": ("swde", "camera-*")}


@click.command()
@DATA_OPTION
@click.option(
    "--pages", type=click.IntRange(min=1), default=89, show_default=True, help="Pages of each set."
)
@click.option(
    "--rounds",
    type=click.IntRange(min=1),
    default=3,
    show_default=True,
    help="The best of so many counts.",
)
@click.option("--json", "as_json", is_flag=True, help="Print a JSON line per set and contestant.")
def speed(data: Path, *, pages: int, rounds: int, as_json: bool) -> int:
    """Time extract beside parsers and other libraries, in one run on the same pages.

    Processor time of one process, interleaved, best of several rounds. The ratio is pages a
    second over those of lxml's parser alone.

    Example:

        specdex bench speed --pages 50
    """
    for name, (set_, pattern) in SETS.items():
        files = [path for path in spec_files(data, set_) if path.match(pattern)]
        chosen = [page_of(gold) for gold in islice(_spread(files), pages)]
        table = race(peers(extraction()), chosen, rounds)
        if as_json:
            for lap in table.laps:
                row = {
                    "set": name,
                    "name": lap.name,
                    "pages_per_second": lap.pages_per_second,
                    "ratio": table.ratio(lap.name),
                    "note": lap.note,
                }
                click.echo(json.dumps(row))
            continue
        shown = Table(
            "who",
            "pages/s",
            "ms/page",
            "of lxml parse only",
            "note",
            title=f"{name}: {len(chosen)} pages",
        )
        for row_ in table.rows():
            shown.add_row(*row_)
        console().print(shown)
    return 0


def _spread(files: Sequence[Path]) -> Iterator[GoldPage]:
    """The pages of all files, one of each in turn."""
    streams = [gold_pages([path]) for path in files]
    while streams:
        for stream in list(streams):
            page = next(stream, None)
            if page is None:
                streams.remove(stream)
            else:
                yield page
