"""The verb discover: providers answer, products and hubs vote, a strategy ranks."""

import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from specdex import plugins
from specdex.discovery import rounds, votes
from specdex.discovery.commonness import common_hubs, commonness, weighed
from specdex.discovery.rounds import Query
from specdex.discovery.votes import Ranked
from specdex.errors import InputError, ProviderError
from specdex.html import Document
from specdex.ports import BacklinkSource, CountedLinks, LinkGraph, SearchEngine
from specdex.providers.cache import Answers, RememberedBacklinks, RememberedSearch
from specdex.providers.client import ANYWHERE, Market, shown
from specdex.records import Backlink, Failure, SearchResult, Vote
from specdex.settings import DiscoverySettings
from specdex.urls import host

__all__ = [
    "Discovery",
    "Memory",
    "Providers",
    "ReadHubs",
    "backlink_source",
    "common_of",
    "discover",
    "search_engine",
]

ANSWERS = "answers.db"
"""How the file is called in a run folder that keeps what providers answered."""
OFFLINE = frozenset({"links", "local", "results", "web-graph"})
"""Plug-ins that read files: asking them costs nothing, and the files may change."""
RESULTS, BACKLINKS, HUBS, FORWARD = 50, 250, 100, 1000
"""How many search results a query, backlinks a site, hubs a round and links a hub may give."""

ReadHubs = Callable[[Sequence[str]], Iterable[tuple[str, Document]]]
"""Fetches hubs and gives them back parsed."""


@dataclass(frozen=True, slots=True)
class Providers:
    """Who is asked; either may be missing."""

    search: SearchEngine | None = None
    backlinks: BacklinkSource | None = None

    @classmethod
    def of(
        cls, settings: DiscoverySettings, proxy: str = "", run: Path | None = None
    ) -> "Providers":
        """The providers that *settings* name, as ``plug-in:address``.

        With a *run*, what they answer is kept there, and quotas count for the whole run.
        """
        searches = Memory(run, settings.search_quota) if run else None
        links = Memory(run, settings.backlink_quota) if run else None
        market = Market(settings.country, settings.language)
        return cls(
            search_engine(settings.search_engine, proxy, searches, market),
            backlink_source(settings.backlink_source, proxy, links),
        )


@dataclass(frozen=True, slots=True)
class Discovery:
    """What one round of asking gave."""

    ranked: tuple[Ranked, ...]
    votes: tuple[Vote, ...]
    failures: tuple[Failure, ...]
    homes: Mapping[str, str] = field(default_factory=dict)
    """Home pages by site, as search results and hubs spell them."""
    hits: Mapping[str, Sequence[tuple[str, str]]] = field(default_factory=dict)
    """By site, the pages that search results gave, and for which product."""


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
    hubs = votes.hub_scores(backlinks)
    hubs = common_hubs(hubs, common_of(providers.backlinks, map(host, hubs)))
    wanted = [url for group in rounds.hub_pages(hubs, HUBS).values() for url in group]
    links, seen = _forward(providers.backlinks, wanted, read_hubs)
    strategy = votes.usable_strategy(
        settings.strategy, search=bool(results), backlink=bool(backlinks)
    )
    search, backlink = votes.search_scores(results), votes.forward_scores(hubs, links)
    common = common_of(providers.backlinks, {*search, *backlink})
    ranked = votes.merge(strategy, weighed(search, common), weighed(backlink, common))
    cast = (*votes.search_votes(results), *votes.backlink_votes(hubs, links))
    seen += [each.url for some in results.values() for each in some]
    homes, hits = rounds.homes(seen), _hits(results)
    return Discovery(tuple(ranked), cast, tuple(failures), homes, hits)


def _hits(results: Mapping[str, Sequence[SearchResult]]) -> dict[str, list[tuple[str, str]]]:
    hits: dict[str, list[tuple[str, str]]] = {}
    for product, found in results.items():
        for each in found:
            hits.setdefault(host(each.url), []).append((each.url, product))
    return hits


def common_of(source: BacklinkSource | None, sites: Iterable[str]) -> Mapping[str, float]:
    """How common links to each of *sites* are, as *source* has counted them where it does."""
    with suppress(ProviderError):
        return commonness(sites, source.commonness if isinstance(source, CountedLinks) else None)
    return {}


def _forward(
    source: BacklinkSource | None, hubs: Sequence[str], read_hubs: ReadHubs
) -> tuple[Mapping[str, Sequence[str]], list[str]]:
    """The sites that *hubs* link to, and by which addresses.

    They are fetched only where the source cannot tell.
    """
    if isinstance(source, LinkGraph):
        return source.forward(hubs, FORWARD), []
    links: dict[str, Sequence[str]] = {}
    seen: list[str] = []
    for url, document in read_hubs(hubs):
        # whatever a hub provokes, the others are heard
        with suppress(Exception):
            found = rounds.forward_links(document)
            links[url] = sorted(set(map(host, found)))
            seen += found
    return links, seen


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


@dataclass(frozen=True, slots=True)
class Memory:
    """Where a run keeps answers, and how many requests it may make."""

    run: Path
    quota: int = 0
    """0 is no limit."""

    def answers(self, name: str, market: Market = ANYWHERE) -> Answers:
        """The answers of the provider called *name* in the settings."""
        plugin, colon, address = name.partition(":")
        # what is kept and told holds no key, even where somebody wrote one into the address
        provider = f"{plugin}{colon}{shown(address)}"
        return Answers(self.run / ANSWERS, provider, self.quota, str(market))


def search_engine(
    name: str, proxy: str = "", memory: Memory | None = None, market: Market = ANYWHERE
) -> SearchEngine | None:
    """The search engine that *name* means; None where it is empty."""
    if memory is None or not name or _is_offline(name):
        made: SearchEngine | None = _made("search_engines", name, proxy=proxy, market=market)
        return made
    answers = memory.answers(name, market)
    engine = _made("search_engines", name, proxy=proxy, market=market, spend=answers.spend)
    return RememberedSearch(engine, answers, counting=_counts("search_engines", name))


def backlink_source(
    name: str, proxy: str = "", memory: Memory | None = None
) -> BacklinkSource | None:
    """The backlink source that *name* means; None where it is empty."""
    if memory is None or not name or _is_offline(name):
        made: BacklinkSource | None = _made("backlink_sources", name, proxy=proxy)
        return made
    answers = memory.answers(name)
    source = _made("backlink_sources", name, proxy=proxy, spend=answers.spend)
    return RememberedBacklinks(source, answers, counting=_counts("backlink_sources", name))


def _is_offline(name: str) -> bool:
    return name.partition(":")[0] in OFFLINE


def _counts(kind: str, name: str) -> bool:
    """Whether the plug-in counts its requests itself."""
    return "spend" in inspect.signature(plugins.load(kind, name.partition(":")[0])).parameters


def _made(kind: str, name: str, **options: Any) -> Any:
    """The plug-in, given the address and those of *options* that it takes."""
    if not name:
        return None
    plugin, _, address = name.partition(":")
    factory = plugins.load(kind, plugin)
    takes = inspect.signature(factory).parameters
    if not address and "address" in takes and takes["address"].default is inspect.Parameter.empty:
        raise InputError(f"{name!r} is no provider: write {plugin}:ADDRESS")
    given = [address] if address else []
    return factory(*given, **{each: options[each] for each in options if each in takes})
