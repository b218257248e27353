"""The command import: pages at hand become a run."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from specdex.cli.join import join_folder
from specdex.cli.logs import warn
from specdex.cli.options import (
    FOLDER,
    PAGES,
    engine_of,
    fetch_options,
    fetcher_of,
    worker_options,
)
from specdex.cli.output import HOMELESS, Destination, file_options, tell
from specdex.cli.progress import counted, watched
from specdex.cli.rows import give
from specdex.errors import InputError

if TYPE_CHECKING:
    from specdex.pipeline.imports import Imported

__all__ = ["import_"]

LEARNING = "learning how each site prints its data"
NAMED = 3
"""So many pages are named of those that are counted."""


@click.command("import")
@PAGES
@click.option("--run", type=FOLDER, required=True, help="The run folder; made where it is not.")
@click.option("-c", "--category", default="", help="What the pages sell, in one word: camera.")
@click.option("-s", "--site", default="", help="The shop of pages that do not say theirs.")
@click.option("--no-join", is_flag=True, help="Only read; leave the rest to specdex join.")
@worker_options
@file_options
@fetch_options
def import_(pages: tuple[str, ...], run: Path, *, no_join: bool, **options: Any) -> int:
    """Make a run of pages at hand, or add them to one.

    PAGES are saved pages (HTML, MHTML), folders of them, WARC files, JSON lines, other runs,
    addresses of the web, or - for standard input. They are kept with what they say, sites are
    learned where several pages are of one, and specifications of one product are joined, so
    that show, explain, serve, export and audit work as after a harvest. Importing again adds
    what is new and renews what has changed.

    Example:

        specdex import pages/ --run camera-run -c camera
    """
    from specdex.pipeline.export import Scope
    from specdex.pipeline.extract import extraction, pages_at
    from specdex.pipeline.imports import Look, Origin, import_pages, learn_sites_of
    from specdex.runs import RunFolder

    mapped, origin = extraction(), Origin(options["category"], options["site"])
    given = watched(pages_at(pages, fetcher_of(options)), "reading", locations=pages)
    with RunFolder(run) as folder:
        done = import_pages(given, folder, Look(mapped), engine_of(options), origin)
        _tell(done)
        if not done.read:
            raise InputError(f"no specification found in {', '.join(pages)}")
        counts = {"pages": done.pages, "sites": len(done.sites), "specifications": done.read}
        give("imports", [{"run": str(run), **counts}], Destination.of(options))
        if not no_join:
            with counted(LEARNING, len(done.sites), "sites") as step:
                for _ in learn_sites_of(folder, done.sites, mapped):
                    step()
            for said in join_folder(folder, Scope(options["category"] or None)):
                click.echo(f"{run}: {said}", err=True)
    return 1 if done.failures else 0


def _tell(done: Imported) -> None:
    """Say what was left out, and of how many pages the site is not known."""
    tell(done.failures)
    if done.silent and done.read:
        warn(f"no specification on {_some(done.silent, done)}: kept, but there is nothing to join")
    if done.twice:
        warn(f"the address of another page on {_some(done.twice, done)}: the last one is kept")
    if done.homeless:
        said = HOMELESS.format(done.homeless, done.pages)
        warn(f"{said}; --site names the shop where they are of one")


def _some(pages: Sequence[str], done: Imported) -> str:
    """How many *pages* of all there are, and the first of them."""
    more = ", …" if len(pages) > NAMED else ""
    return f"{len(pages)} of {done.pages} pages ({', '.join(pages[:NAMED])}{more})"
