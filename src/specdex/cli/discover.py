"""The command discover: who else sells this?"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from specdex.cli.logs import warn
from specdex.cli.options import IDS, PROVIDERS, SITES, manners_of, manners_options, settings_options
from specdex.cli.output import Destination, file_options
from specdex.cli.rows import give
from specdex.settings import DiscoverySettings
from specdex.urls import host

if TYPE_CHECKING:
    from specdex.html import Document
    from specdex.pipeline.discover import Discovery

__all__ = ["discover"]


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
def discover(sites: tuple[str, ...], ids: tuple[str, ...], category: str, **options: Any) -> int:
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

    named = (field.name for field in fields(DiscoverySettings) if field.name in options)
    settings = DiscoverySettings(**{name: options[name] for name in named})
    if not (settings.search_engine and ids) and not (settings.backlink_source and sites):
        raise click.UsageError("give --search-engine with --id, or --backlink-source with --site.")
    target = Destination.of(options)
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
