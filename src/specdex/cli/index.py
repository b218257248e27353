"""The command index: a search engine and a link graph of what is at hand."""

from pathlib import Path
from typing import Any

import click

from specdex.cli.options import FOLDER
from specdex.cli.output import Destination, file_options, tell
from specdex.cli.progress import counted, progress
from specdex.cli.rows import give
from specdex.errors import InputError
from specdex.records import Failure

__all__ = ["index"]


@click.command()
@click.argument("pages", nargs=-1, metavar="RUN|PAGES...")
@click.option("--into", type=FOLDER, help="The folder of the index.  [default: the run folder]")
@click.option(
    "--web-graph",
    type=FOLDER,
    help="A folder with Common Crawl's host-level vertices and edges files, indexed once.",
)
@file_options
def index(
    pages: tuple[str, ...], into: Path | None, web_graph: Path | None, **destination: str | None
) -> int:
    """Index pages at hand, so that discover and harvest can search them offline.

    Takes run folders, WARC files, folders of pages or JSON lines. A run's index lies in its
    folder, and says who publishes an id (--search-engine local:RUN) and who links to a site
    (--backlink-source local:RUN). Pages that are indexed already are left alone. With --web-graph,
    the index lies beside the graph's files (--backlink-source web-graph:FOLDER). Prints a line per
    index: index, pages, how many were indexed now, links.

    Example:

        specdex index camera-run
    """
    if not pages and web_graph is None:
        raise click.UsageError("name a run folder, files of pages, or a --web-graph.")
    target = Destination.of(destination)
    made = [_index_graph(web_graph)] if web_graph is not None else []
    failures: list[Failure] = []
    if pages:
        made.append(_index_pages(pages, into, failures))
    give("indexes", made, target)
    return 0 if all(each.get("pages", 1) for each in made) and not failures else 1


def _index_graph(folder: Path) -> dict[str, Any]:
    from specdex.providers.backlink_sources.web_graph import index_web_graph

    if not folder.is_dir():
        raise InputError(f"there is no folder {folder}")
    with progress() as bar:
        task = bar.add_task("indexing the web graph", total=None, rate="")
        path = index_web_graph(folder, tell=lambda what: bar.update(task, description=what))
    return {"index": str(path), "bytes": path.stat().st_size}


def _index_pages(
    pages: tuple[str, ...], into: Path | None, failures: list[Failure]
) -> dict[str, Any]:
    from specdex.pipeline.extract import is_run
    from specdex.pipeline.index import index_pages

    target = into or (Path(pages[0]) if is_run(pages[0]) else None)
    if target is None:
        raise click.UsageError("say where the index goes: --into FOLDER.")
    with counted("indexing") as step:
        done = index_pages(pages, target, step)
    tell(done.failures)
    failures += done.failures
    counts = {"indexed": done.pages, "unchanged": done.unchanged, "links": done.links}
    return {"index": str(target), "pages": done.pages + done.unchanged, **counts}
