"""How fast specdex reads, beside other libraries."""

import json
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice, repeat
from pathlib import Path

import click
from rich.table import Table

from benchmarks.data import DATA_OPTION, gold_pages, page_of, spec_files
from benchmarks.speed.against import Contest, contests, harvests, is_slower
from benchmarks.speed.measure import SLOWEST, Mark, is_flat, march, peers, race, time_listings
from specdex.cli.progress import console
from specdex.pipeline.extract import extraction
from specdex.statistics.page_scores import GoldPage

__all__ = ["speed"]

SETS = {"modern": ("modern", "*"), "camera": ("swde", "camera-*")}
"""What is timed where nothing else is asked for."""
MORE_SETS = {
    "book": ("swde", "book-*"),
    "auto": ("swde", "auto-*"),
    "wcxb": ("wcxb", "*"),
}
MARKS = 20
"""How often a long march tells how it stands."""


@click.command()
@DATA_OPTION
@click.option(
    "--pages", type=click.IntRange(min=1), default=89, show_default=True, help="Pages of each set."
)
@click.option(
    "--set",
    "sets",
    type=click.Choice((*SETS, *MORE_SETS)),
    multiple=True,
    default=tuple(SETS),
    show_default=True,
    help="Whose pages; may be repeated.",
)
@click.option(
    "--rounds",
    type=click.IntRange(min=1),
    default=3,
    show_default=True,
    help="The best of so many counts, with --against the middle; with 1 no page is met twice.",
)
@click.option(
    "--memory",
    is_flag=True,
    help="Only extract, over and over, and show that memory stays flat and no page is slow.",
)
@click.option("--listings", is_flag=True, help="Time listings on listing pages instead.")
@click.option(
    "--against",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Time extract, listings and apply beside the specdex of this PYTHON instead.",
)
@click.option("--demo", is_flag=True, help="With --against: time a harvest of the demo web.")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON line per set and contestant.")
def speed(
    data: Path,
    *,
    pages: int,
    sets: tuple[str, ...],
    rounds: int,
    memory: bool,
    listings: bool,
    against: Path | None,
    demo: bool,
    as_json: bool,
) -> int:
    """Time extract beside parsers and other libraries, in one run on the same pages.

    Processor time of one process, interleaved, best of several rounds. The ratio is pages a
    second over those of lxml's parser alone.

    Example:

        python -m benchmarks speed --pages 50

        python -m benchmarks speed --pages 20000 --memory

        python -m benchmarks speed --set book --pages 300 --rounds 1

        python -m benchmarks speed --pages 300 --against ../before/.venv/bin/python

        python -m benchmarks speed --demo --against ../before/.venv/bin/python
    """
    if against is not None:
        held = harvests(against, rounds) if demo else contests(against, data, pages, rounds)
        return _beside(held, as_json=as_json)
    if listings:
        return time_listings(data, pages, rounds)
    if memory:
        return _march(data, pages, as_json=as_json)
    for name in sets:
        set_, pattern = (SETS | MORE_SETS)[name]
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


def _beside(held: Iterable[Contest], *, as_json: bool) -> int:
    """Show each contest; 1 where one was lost."""
    lost = 0
    for each in held:
        lost += is_slower(each)
        row = {"verb": each.verb, "pages": each.pages, "here": each.here, "there": each.there}
        row |= {"ratio": each.ratio, "spread": each.spread}
        line = "{verb:<9} {pages:>5} pages  {here:6.2f} ms a page here  {there:6.2f} there"
        share = f"{each.ratio:.2f} as fast, in {1 / each.ratio:.3f} of the time"
        if len(each.ratios) > 1:
            share += "; half of the rounds between {:.2f} and {:.2f}".format(*each.spread)
        told = json.dumps(row) if as_json else f"{line.format(**row)}  {share}"
        click.echo(told)
    return int(lost > 0)


def _march(data: Path, pages: int, *, as_json: bool) -> int:
    """Extract *pages* pages of all sets, from the first again where they end; 1 if that costs."""
    files = [path for set_, _ in SETS.values() for path in spec_files(data, set_)]
    endless = chain.from_iterable(map(_spread, repeat(files)))
    marks: list[Mark] = []
    shown = map(page_of, islice(endless if files else (), pages))
    for mark in march(extraction(), shown, max(1, pages // MARKS)):
        marks.append(mark)
        row = {"pages": mark.pages, "megabytes": mark.megabytes, "slowest": mark.slowest}
        line = "{pages:>6} pages  {megabytes:6.0f} MB at most  slowest page {slowest:.2f} s"
        click.echo(json.dumps(row) if as_json else line.format(**row))
    slow = bool(marks) and marks[-1].slowest > SLOWEST
    return int(slow or not is_flat(marks))


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
