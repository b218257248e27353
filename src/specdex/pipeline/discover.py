"""The verbs discover and categories: who else sells this, by votes; and what else shops sell."""

import inspect
import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from specdex import plugins
from specdex.crawling.navigation import Proposal, Shop, proposals
from specdex.discovery import rounds, votes
from specdex.discovery.commonness import common_hubs, commonness, weighed
from specdex.discovery.rounds import Query
from specdex.discovery.votes import Ranked
from specdex.errors import InputError, ProviderError, StoreError
from specdex.groups import by_key
from specdex.html import Document, parse
from specdex.ports import BacklinkSource, CountedLinks, LinkGraph, SearchEngine
from specdex.providers.cache import Answers, RememberedBacklinks, RememberedSearch
from specdex.providers.client import ANYWHERE, Market, shown
from specdex.records import Failure, PageKind, StoredPage, Vote
from specdex.runs import Run
from specdex.runs.queries import TRUSTED
from specdex.settings import SHOPS, DiscoverySettings
from specdex.urls import host

__all__ = [
    "Discovery",
    "Memory",
    "Providers",
    "ReadHubs",
    "backlink_source",
    "common_of",
    "discover",
    "further_categories",
    "search_engine",
    "toml",
]

ANSWERS = "answers.db"
"""How the file is called in a run folder that keeps what providers answered."""
OFFLINE = frozenset({"links", "local", "results", "web-graph"})
"""Plug-ins that read files: asking them costs nothing, and the files may change."""
RESULTS, BACKLINKS, HUBS, FORWARD = 50, 250, 100, 1000
"""How many search results a query, backlinks a site, hubs a round and links a hub may give."""

T = TypeVar("T")
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
    engine, source = providers.search, providers.backlinks
    asked = [(each.product, each.text) for each in queries]
    known = [(site, site) for site in sites]
    results = _answered(asked, engine.search, RESULTS, failures) if engine else {}
    backlinks = _answered(known, source.backlinks, BACKLINKS, failures) if source else {}
    hubs = votes.hub_scores(backlinks)
    hubs = common_hubs(hubs, common_of(source, map(host, hubs)))
    wanted = [url for group in rounds.hub_pages(hubs, HUBS).values() for url in group]
    links, seen = _forward(source, wanted, read_hubs)
    strategy = votes.usable_strategy(
        settings.strategy, search=bool(results), backlink=bool(backlinks)
    )
    search, backlink = votes.search_scores(results), votes.forward_scores(hubs, links)
    common = common_of(source, {*search, *backlink})
    ranked = votes.merge(strategy, weighed(search, common), weighed(backlink, common))
    cast = (*votes.search_votes(results), *votes.backlink_votes(hubs, links))
    seen += [each.url for some in results.values() for each in some]
    urls = ((each.url, product) for product, some in results.items() for each in some)
    homes, hits = rounds.homes(seen), by_key((host(each[0]), each) for each in urls)
    return Discovery(tuple(ranked), cast, tuple(failures), homes, hits)


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


def _answered(
    asked: Iterable[tuple[str, str]],
    ask: Callable[[str, int], Sequence[T]],
    most: int,
    failures: list[Failure],
) -> dict[str, Sequence[T]]:
    """What is answered to each text, by its name; one that fails is told and left out."""
    found: dict[str, Sequence[T]] = {}
    for name, text in asked:
        try:
            found[name] = ask(text, most)
        except ProviderError as error:
            failures.append(Failure(text, "discover", str(error)))
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
    given = {"proxy": proxy, "market": market}
    made: SearchEngine | None = _made("search_engines", name, RememberedSearch, memory, given)
    return made


def backlink_source(
    name: str, proxy: str = "", memory: Memory | None = None
) -> BacklinkSource | None:
    """The backlink source that *name* means; None where it is empty."""
    given = {"proxy": proxy}
    made: BacklinkSource | None
    made = _made("backlink_sources", name, RememberedBacklinks, memory, given)
    return made


def _made(
    kind: str,
    name: str,
    remembered: Callable[..., Any],
    memory: Memory | None,
    options: dict[str, Any],
) -> Any:
    """The plug-in, given the address and those of *options* that it takes.

    One that costs something is *remembered* where there is a *memory*.
    """
    if not name:
        return None
    plugin, _, address = name.partition(":")
    factory = plugins.load(kind, plugin)
    takes = inspect.signature(factory).parameters
    if not address and "address" in takes and takes["address"].default is inspect.Parameter.empty:
        raise InputError(f"{name!r} is no provider: write {plugin}:ADDRESS")
    answers = None
    if memory and plugin not in OFFLINE:
        answers = memory.answers(name, options.get("market", ANYWHERE))
        options = options | {"spend": answers.spend}
    given = [address] if address else []
    made = factory(*given, **{each: options[each] for each in options if each in takes})
    return made if answers is None else remembered(made, answers, counting="spend" in takes)


LOOKED_AT = {PageKind.HOME: 2, PageKind.ENTRY: 5, PageKind.INDEX: 10, PageKind.OTHER: 40}
"""How many pages of each kind tell a shop's menus and what stands on its shelves."""
STEP = ">"


def further_categories(
    run: Run, least: int = SHOPS, advance: Callable[[], None] = lambda: None
) -> tuple[Proposal, ...]:
    """The categories that at least so many shops of *run* have beside what was harvested."""
    trusted = [site for site in run.sites() if site.status in TRUSTED]
    shops = {site.host: Shop(site.host) for site in trusted}
    for specification in run.specifications():
        if specification.site in shops:
            said = {field.name: field.value for field in specification.fields}
            trail = said.get("breadcrumbs", "").split(STEP)
            name = said.get("name") or specification.title
            shops[specification.site].add(specification.url, name, trail, said.get("brand", ""))
    for shop in shops.values():
        for page in _telling(run, shop.site):
            try:
                shop.see(parse(run.load(page)))
            except StoreError:
                continue
            advance()
    return proposals(shops.values(), {site.category for site in trusted} - {""}, least)


def _telling(run: Run, site: str) -> list[StoredPage]:
    """The pages of *site* whose links are looked at."""
    taken: Counter[PageKind] = Counter()
    found = []
    for page in run.pages(site=site):
        if taken[page.kind] < LOOKED_AT.get(page.kind, 0):
            taken[page.kind] += 1
            found.append(page)
    return found


def toml(proposal: Proposal) -> str:
    """The settings of a harvest of the proposed category, as ``specdex harvest`` reads them."""
    lines = [f"category = {json.dumps(proposal.name, ensure_ascii=False)}", "sites = ["]
    for place in proposal.places:
        about = f"{place.name or 'products'}, {place.products} seen: {place.url}"
        plain = "".join(each if each.isprintable() else " " for each in about)
        lines.append(f"    {json.dumps(place.site, ensure_ascii=False)},  # {plain}")
    return "\n".join([*lines, "]", ""])
