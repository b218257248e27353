"""The verb discover: providers answer, products and hubs vote, a strategy ranks."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from specdex import discovery, plugins
from specdex.discovery import Query, Ranked
from specdex.errors import InputError, ProviderError
from specdex.html import Document
from specdex.ports import BacklinkSource, SearchEngine
from specdex.records import Backlink, Failure, SearchResult, Vote
from specdex.settings import DiscoverySettings

__all__ = ["Discovery", "Providers", "discover"]

RESULTS, BACKLINKS, HUBS = 50, 250, 100
"""How many search results a query, backlinks a site and hubs a round may give."""

ReadHubs = Callable[[Sequence[str]], Iterable[tuple[str, Document]]]
"""Fetches hubs and gives them back parsed."""


@dataclass(frozen=True, slots=True)
class Providers:
    """Who is asked; either may be missing."""

    search: SearchEngine | None = None
    backlinks: BacklinkSource | None = None

    @classmethod
    def of(cls, settings: DiscoverySettings, proxy: str = "") -> "Providers":
        """The providers that *settings* name, as ``plug-in:address``."""
        return cls(
            _provider("search_engines", settings.search_engine, proxy),
            _provider("backlink_sources", settings.backlink_source, proxy),
        )


@dataclass(frozen=True, slots=True)
class Discovery:
    """What one round of asking gave."""

    ranked: tuple[Ranked, ...]
    votes: tuple[Vote, ...]
    failures: tuple[Failure, ...]


def _provider(kind: str, name: str, proxy: str) -> Any:
    if not name:
        return None
    plugin, _, address = name.partition(":")
    if not address:
        raise InputError(f"{name!r} is no provider: write plug-in:address")
    return plugins.load(kind, plugin)(address, proxy=proxy)


def discover(
    sites: Sequence[str],
    queries: Sequence[Query],
    settings: DiscoverySettings,
    providers: Providers,
    read_hubs: ReadHubs,
) -> Discovery:
    """Let search results and hubs vote for new sites, and rank them."""
    failures: list[Failure] = []
    results = _searched(providers.search, queries, failures)
    backlinks = _linked(providers.backlinks, sites, failures)
    hubs = discovery.hub_scores(backlinks)
    wanted = [url for group in discovery.hub_pages(hubs, HUBS).values() for url in group]
    links = {url: discovery.forward_sites(document) for url, document in read_hubs(wanted)}
    strategy = discovery.usable_strategy(
        settings.strategy, search=bool(results), backlink=bool(backlinks)
    )
    ranked = discovery.merge(
        strategy, discovery.search_scores(results), discovery.forward_scores(hubs, links)
    )
    votes = [*discovery.search_votes(results), *discovery.backlink_votes(hubs, links)]
    return Discovery(tuple(ranked), tuple(votes), tuple(failures))


def _searched(
    engine: SearchEngine | None, queries: Sequence[Query], failures: list[Failure]
) -> Mapping[str, Sequence[SearchResult]]:
    """The results for each product; a query that fails is told and left out."""
    results: dict[str, Sequence[SearchResult]] = {}
    if engine is None:
        return results
    for query in queries:
        try:
            results[query.product] = engine.search(query.text, RESULTS)
        except ProviderError as error:
            failures.append(Failure(query.text, "discover", str(error)))
    return results


def _linked(
    source: BacklinkSource | None, sites: Sequence[str], failures: list[Failure]
) -> Mapping[str, Sequence[Backlink]]:
    """The backlinks of each site; a site that fails is told and left out."""
    found: dict[str, Sequence[Backlink]] = {}
    if source is None:
        return found
    for site in sites:
        try:
            found[site] = source.backlinks(site, BACKLINKS)
        except ProviderError as error:
            failures.append(Failure(site, "discover", str(error)))
    return found
