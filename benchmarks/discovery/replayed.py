"""Whole harvests by the real loop, crawler and detector: replayed shops, and the demo web.

The seven shops of the labelled data are served as they were; a search engine over their own pages
answers for product ids. Beside what is found of shops, pages and specifications stands what ids by
learned rules and names of products give over those that labels tell.
"""

import re
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.crawling.labels import Snapshot
from benchmarks.crawling.measure import shop_truth
from benchmarks.synthesis.shops import replayed
from specdex.demo.harvest import compare, demo_settings
from specdex.demo.server import DemoServer
from specdex.demo.web import build
from specdex.harvest import Harvest
from specdex.harvest.candidates import NAME, Candidates
from specdex.pipeline.discover import Providers
from specdex.records import ProductId, SearchResult, Site, SiteStatus, Specification
from specdex.runs import RunFolder
from specdex.settings import Budget, DiscoverySettings, HarvestSettings, Politeness
from specdex.statistics.metrics import Tally
from specdex.urls import canonical, host

__all__ = ["Replayed", "SnapshotSearch", "demo_harvest", "replayed_harvests"]

SHOPS = "shops/*.jsonl.xz"
CATEGORIES = ("camera", "monitor")
SEEDS = 3
"""Shops that a harvest begins with: of fewer, none may print ids that others print too."""
QUOTED = re.compile(r'"([^"]+)"')
TRUSTED = frozenset({SiteStatus.SEED, SiteStatus.ACCEPTED})


@dataclass(frozen=True, slots=True)
class Replayed:
    """What a harvest found, against the truth."""

    name: str
    sites: Tally
    pages: Tally
    """Product pages of the category."""
    specifications: int
    ids: tuple[int, int, int]
    """Ids to ask for that labels tell, with those that learned rules add, and with those that names
    of products do."""


class SnapshotSearch:
    """A search engine over the pages of *shops*."""

    def __init__(self, shops: Sequence[Snapshot]) -> None:
        self._pages = [
            (url, (line["html"] or "").lower())
            for shop in shops
            for url, line in shop.pages.items()
            if line["status"] == 200  # noqa: PLR2004 - OK
        ]

    def search(self, query: str, limit: int) -> Sequence[SearchResult]:
        """The pages that hold what stands in quotes."""
        wanted = QUOTED.search(query)
        if wanted is None:
            return ()
        text = wanted[1].lower()
        return [SearchResult(url) for url, body in self._pages if text in body][:limit]


def replayed_harvests(data: Path) -> Iterator[Replayed]:
    """A harvest of each category that the shops sell, from a few of them."""
    paths = sorted(data.glob(SHOPS))
    shops = [Snapshot(path) for path in paths]
    engine = SnapshotSearch(shops)
    with replayed(data, paths) as proxy:
        for category in CATEGORIES:
            wanted = {
                host(shop.home): {canonical(url) for url in shop_truth(shop, category).products}
                for shop in shops
            }
            wanted = {site: pages for site, pages in wanted.items() if pages}
            homes = [shop.home for shop in shops if host(shop.home) in wanted]
            settings = HarvestSettings(
                category,
                tuple(homes[:SEEDS]),
                discovery=DiscoverySettings(rounds=2, search_within=False),
                politeness=Politeness(delay=0.0, proxy=proxy),
                budget=Budget(max_pages=400, max_minutes=10),
            )
            yield _harvested(settings, Providers(engine, None), wanted)


def _harvested(
    settings: HarvestSettings, providers: Providers, wanted: Mapping[str, set[str]]
) -> Replayed:
    with (
        tempfile.TemporaryDirectory(prefix="specdex-") as folder,
        RunFolder(Path(folder) / "run") as run,
    ):
        Harvest(settings, run, providers=providers).go()
        sites = {
            site.host
            for site in run.store.read(Site, category=settings.category)
            if site.status in TRUSTED
        }
        read = [each for each in run.store.read(Specification) if each.site in sites]
        asked = Candidates(run.store, settings, providers, lambda _: (), print, print)
        told = {(each.value, each.kind == NAME) for each in asked.ids(sorted(sites))}
        every = {value for value, _ in told}
        ruled = {value for value, named in told if not named}
        labelled = {each.value for each in run.store.read(ProductId) if each.site in sites} & every
    found = {canonical(each.url) for each in read}
    pages = set().union(*wanted.values())
    return Replayed(
        f"replayed {settings.category}",
        _sets(sites, set(wanted)),
        _sets(found, pages),
        sum(bool(each.pairs) for each in read),
        (len(labelled), len(labelled | ruled), len(every)),
    )


def _sets(found: set[str], wanted: set[str]) -> Tally:
    return Tally(len(found & wanted), len(found - wanted), len(wanted - found))


def demo_harvest(category: str, seed: int) -> Replayed:
    """A harvest of the demo web, or of the shops that another *seed* generates."""
    web = build(seed)
    truth = web.truth()
    with DemoServer(web) as server, tempfile.TemporaryDirectory(prefix="specdex-") as folder:
        path = Path(folder) / "run"
        Harvest(demo_settings(truth, category, server.url), path).go()
        with RunFolder(path) as run:
            made = compare(run, truth, category)
            ids = len({each.value for each in run.store.read(ProductId)})
    read = made.specifications.right
    return Replayed(
        f"generated {category}, seed {seed}", made.sites, made.pages, read, (ids, ids, ids)
    )
