"""The commands discover, index, categories and coverage: who else sells this, and what else?"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from specdex.cli.logs import warn
from specdex.cli.options import (
    FOLDER,
    FROM_1,
    IDS,
    PROVIDERS,
    RUN,
    SITES,
    manners_of,
    manners_options,
    opened,
    preset,
    settings_of,
    settings_options,
)
from specdex.cli.output import Destination, file_options, print_lines, tell
from specdex.cli.progress import counted, progress
from specdex.cli.rows import give
from specdex.errors import InputError
from specdex.records import Failure, to_json
from specdex.settings import COMMON_CRAWL, SHOPS, DiscoverySettings, Politeness
from specdex.urls import host

if TYPE_CHECKING:
    from specdex.crawling.navigation import Proposal
    from specdex.html import Document
    from specdex.pipeline.discover import Discovery
    from specdex.pipeline.fetch import Coverage

__all__ = ["categories", "coverage", "discover", "index"]


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
    pages: tuple[str, ...], into: Path | None, web_graph: Path | None, target: Destination
) -> int:
    """Index pages at hand, so that discover and harvest can search them offline.

    Takes run folders, WARC files, folders of pages or JSON lines. A run's index lies in its
    folder, and says who publishes an id (--search-engine local:RUN) and who links to a site
    (--backlink-source local:RUN); that of a packed run lies where --into says. Pages that are
    indexed already are left alone. With --web-graph, the index lies beside the graph's files
    (--backlink-source web-graph:FOLDER). Prints a line per index: index, pages, how many were
    indexed now, links.

    Example:

        specdex index camera-run
    """
    if not pages and web_graph is None:
        raise click.UsageError("name a run folder, files of pages, or a --web-graph.")
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
    from specdex.runs.packed import is_packed

    target = into or (Path(pages[0]) if is_run(pages[0]) else None)
    if target is None or is_packed(target):
        raise click.UsageError("say where the index goes: --into FOLDER.")
    with counted("indexing") as step:
        done = index_pages(pages, target, step)
    tell(done.failures)
    failures += done.failures
    counts = {"indexed": done.pages, "unchanged": done.unchanged, "links": done.links}
    return {"index": str(target), "pages": done.pages + done.unchanged, **counts}


WORDINGS = 4
"""Names of a category that are shown."""


@click.command()
@RUN
@preset("--min-shops", type=FROM_1, default=SHOPS, help="Shops that must have a category.")
@click.option("--toml", "wanted", metavar="NAME", help="Print the settings to harvest this one.")
@file_options
def categories(run: Path, min_shops: int, wanted: str | None, target: Destination) -> int:
    """Propose further categories that the shops of a run have.

    Looks at the menus, category pages and breadcrumbs that were stored, and finds out which names
    of different shops mean the same. A table on a terminal, JSON lines elsewhere: category, shops,
    products seen, and where each shop has it. With --toml the settings of its harvest.

    Example:

        specdex categories camera-run --toml headphone > headphone.toml
    """
    from specdex.pipeline.discover import further_categories, toml

    with opened(run) as folder, counted("looking at menus") as advance:
        found = further_categories(folder, min_shops, advance)
    if wanted is not None:
        chosen = next((each for each in found if each.name == wanted.casefold()), None)
        if chosen is None:
            listed = ", ".join(each.name for each in found) or "none"
            raise InputError(f"{run} proposes no category {wanted!r}; it proposes: {listed}")
        print_lines(toml(chosen).splitlines())
    else:
        give("categories", map(_line, found), target, _category_row)
    if not found:
        warn(f"{run} tells of no further category that {min_shops} of its shops have")
    return 0 if found else 1


def _line(proposal: Proposal) -> dict[str, Any]:
    return {
        "category": proposal.name,
        "shops": len(proposal.places),
        "products": proposal.products,
        "places": [to_json(place) for place in proposal.places],
    }


def _category_row(line: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """A category as a row: what some shops call it, and where one of them has it."""
    places = line["places"]
    names = list(dict.fromkeys(place["name"] for place in places if place["name"]))
    counts = {name: line[name] for name in ("category", "shops", "products")}
    yield counts | {"called": names[:WORDINGS], "for instance": places[0]["url"]}


@click.command()
@RUN
@preset(
    "--source",
    default=COMMON_CRAWL,
    metavar="commoncrawl[:CRAWL]",
    help="The archive, as crawl takes it.",
)
@click.option("--proxy", default="", help="An HTTP proxy that also resolves host names.")
@file_options
def coverage(run: Path, source: str, proxy: str, target: Destination) -> int:
    """Tell how much of a run Common Crawl holds.

    A row a site: its product pages, those of them that the archive holds, and all pages of the
    site that it holds.

    Example:

        specdex coverage camera-run --source commoncrawl:CC-MAIN-2026-21
    """
    from specdex.pipeline.fetch import archive_called
    from specdex.pipeline.fetch import coverage as covered

    archive = archive_called(source, Politeness(proxy=proxy))
    with opened(run) as folder, counted("asking for sites") as advance:
        rows = list(covered(folder, archive, advance))
    give("coverage", rows, target)
    if rows:
        warn(_summary(rows))
    return 0 if rows else 1


def _summary(rows: list[Coverage]) -> str:
    products = sum(each.products for each in rows)
    held = sum(each.held for each in rows)
    sites = sum(bool(each.archived) for each in rows)
    more = sum(each.archived > each.products for each in rows)
    return (
        f"it holds {sites} of {len(rows)} sites and {held} of {products} product pages; of {more}"
        " sites it holds more pages than the run has product pages"
    )


@click.command()
@SITES
@IDS
@click.option(
    "-c",
    "--category",
    default="",
    help="What is sold, in one word: asked for beside ids that are too short alone.",
)
@settings_options(PROVIDERS)
@file_options
@manners_options()
def discover(
    sites: tuple[str, ...], ids: tuple[str, ...], category: str, target: Destination, **options: Any
) -> int:
    """Rank sites that are not known yet by votes of search results and hubs.

    Search engines are asked for the product ids, backlink sources for the known sites. Prints a
    line per new site, best first: site, score, votes by strategy.

    Example:

        specdex discover --id KX-X101WE --search-engine searxng:http://localhost:8888
    """
    from specdex.discovery.rounds import queries
    from specdex.pipeline.crawl import default_crawler, documents, look_at
    from specdex.pipeline.discover import Providers
    from specdex.pipeline.discover import discover as ask
    from specdex.pipeline.homes import home_of
    from specdex.runs import RunFolder

    settings = settings_of(DiscoverySettings, options)
    if not (settings.search_engine and ids) and not (settings.backlink_source and sites):
        raise click.UsageError("give --search-engine with --id, or --backlink-source with --site.")
    politeness, budget = manners_of(options)
    providers = Providers.of(settings, politeness.proxy)
    known = [host(home_of(site)) for site in sites]
    with tempfile.TemporaryDirectory(prefix="specdex-") as scratch:
        path = Path(scratch) / "run"

        def read_hubs(urls: Sequence[str]) -> Iterator[tuple[str, Document]]:
            with RunFolder(path) as folder:
                look_at(urls, folder, default_crawler(politeness, budget))
                yield from documents(folder, urls)

        found = ask(known, queries(ids, category), settings, providers, read_hubs)
    for failure in found.failures:
        warn(failure.reason)
    printed = give("sites", _lines(found, known, settings.top), target, _row)
    return 0 if printed and not found.failures else 1


def _lines(found: Discovery, known: Sequence[str], top: int) -> Iterator[dict[str, Any]]:
    from specdex.discovery.rounds import new_candidates

    for each in new_candidates(found.ranked, known, top):
        votes = [vote for vote in found.votes if vote.site == each.site]
        yield {
            "site": each.site,
            "score": round(each.score, 4),
            "votes": {
                strategy: [vote.evidence for vote in votes if vote.strategy == strategy]
                for strategy in sorted({vote.strategy for vote in votes})
            },
        }


def _row(line: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """A site as a row: how many voted, and for what."""
    votes = line["votes"]
    counts = {f"{strategy} votes": len(found) for strategy, found in votes.items()}
    evidence = [each for found in votes.values() for each in found]
    yield {"site": line["site"], "score": line["score"], **counts, "evidence": evidence}
