"""Walk shops in process, hold the crawls against the truth."""

import heapq
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

import numpy as np
from protego import Protego

from benchmarks.crawling.baselines import BreadthFirstWalk, SitemapWalk
from benchmarks.crawling.labels import (
    Answer,
    Snapshot,
    extra_pagers,
    extra_types,
    labelled_pagers,
    labelled_types,
    snapshots,
)
from benchmarks.crawling.models import (
    AMBIGUOUS,
    TypedRow,
    seed_anchors,
    sheet_of,
    type_trees,
    typed_rows,
)
from benchmarks.crawling.score import (
    CrawlScore,
    Fetch,
    SiteTruth,
    pair_counts,
    score_crawl,
    tally,
)
from benchmarks.crawling.training import PagerSheet, folds, pager_trees
from benchmarks.data import Part, part_of
from specdex import plugins
from specdex.crawling import WalkMemory
from specdex.crawling.page_types import COLLECTION, PRODUCT, PageType
from specdex.crawling.pager import NEXT_THRESHOLD
from specdex.html import parse
from specdex.pipeline.crawl import DEFAULT_WALK
from specdex.pipeline.extract import extraction
from specdex.ports import Walk
from specdex.records import Page, PageKind, Visit
from specdex.statistics.metrics import Tally
from specdex.urls import canonical, host

__all__ = [
    "BUDGET",
    "Crawled",
    "ShopScore",
    "TypeScores",
    "baseline",
    "follow",
    "measure_pagers",
    "measure_shops",
    "measure_types",
    "measure_walk",
]

BUDGET = 2_000
"""Requests that a crawl may spend on one site."""
AGENT = "specdex"
HOST_FOLDS = 10
FORBIDDEN = 403
OK = 200


@dataclass(slots=True)
class Crawled:
    """What a crawl in process brought home."""

    fetches: list[Fetch] = field(default_factory=list)
    products: dict[str, Page] = field(default_factory=dict)
    """Pages called products of the category, by canonical address."""


@dataclass(frozen=True, slots=True)
class ShopScore:
    """One shop and category, beside the baselines."""

    walk: CrawlScore
    breadth: CrawlScore
    sitemap: CrawlScore
    pairs: Tally


@dataclass(frozen=True, slots=True)
class TypeScores:
    """How well types of pages are told apart."""

    product: Tally
    collection: Tally
    collection_strict: Tally
    """The same where what the set calls a listing counts as no collection."""


def follow(walk: Walk, answer: Callable[[str], Answer], budget: int = BUDGET) -> Crawled:
    """Crawl with *walk* as the crawler does, robots.txt and all, one request at a time."""
    crawled, order, asked = Crawled(), count(), set[str]()
    queue: list[tuple[float, int, Visit]] = []

    def add(visits: Iterable[Visit]) -> None:
        for visit in visits:
            if canonical(visit.url) not in asked:
                asked.add(canonical(visit.url))
                heapq.heappush(queue, (-visit.priority, next(order), visit))

    visits = walk.start()
    robots = _robots(answer(urljoin(visits[0].url, "/robots.txt")).page) if visits else None
    if robots is not None and getattr(walk, "sitemaps", False):
        named = (urljoin(visits[0].url, url) for url in robots.sitemaps)
        add(Visit(url, walk.site, 100.0, 0, PageKind.SITEMAP) for url in named)
    add(visits)
    while queue and len(crawled.fetches) < budget:
        visit = heapq.heappop(queue)[2]
        allowed = robots is None or robots.can_fetch(visit.url, AGENT)
        told = answer(visit.url) if allowed else Answer(visit.url, _nothing(visit.url), 0)
        _note(crawled, visit, told)
        sight = walk.see(visit, parse(told.page))
        if sight.kind is PageKind.PRODUCT and sight.category:
            crawled.products[canonical(told.url)] = told.page
        add(sight.visits)
    return crawled


def _note(crawled: Crawled, visit: Visit, told: Answer) -> None:
    """Every request counts, those of redirects too."""
    sitemap = visit.expected is PageKind.SITEMAP
    for _ in range(told.requests):
        crawled.fetches.append(
            Fetch(canonical(visit.url), told.page.status, sitemap, canonical(told.url))
        )


def _nothing(url: str) -> Page:
    return Page(url, b"", status=FORBIDDEN)


def _robots(page: Page) -> Any:
    """The rules of a robots.txt; None where there is none."""
    if page.status != OK:
        return None
    return Protego.parse(page.body.decode("utf-8", "replace"))


def measure_walk(walk: Walk, answer: Callable[[str], Answer], truth: SiteTruth) -> CrawlScore:
    """How well *walk* does on a site."""
    crawled = follow(walk, answer)
    return score_crawl(truth, crawled.fetches, crawled.products)


def baseline(
    walk: Walk, answer: Callable[[str], Answer], truths: Sequence[SiteTruth]
) -> list[CrawlScore]:
    """How well a walk does that judges nothing: all it fetched counts as called a product."""
    crawled = follow(walk, answer)
    reached = [fetch.arrived for fetch in crawled.fetches if fetch.status == OK]
    return [score_crawl(truth, crawled.fetches, reached) for truth in truths]


def shop_truth(shop: Snapshot, category: str) -> SiteTruth:
    """What is true of a snapshot for one category."""
    truth, kinds = shop.truth, dict[str, str]()
    for name, each in truth["categories"].items():
        own = name == category
        kinds |= dict.fromkeys(map(canonical, each["products"]), "product of another category")
        kinds |= dict.fromkeys(map(canonical, each["parent_listings"]), "department")
        kinds |= dict.fromkeys(map(canonical, each["index_variants"]), "trap")
        kinds |= dict.fromkeys(
            map(canonical, (*each["entry"], *each["index"])), "list" if own else "other list"
        )
    kinds |= dict.fromkeys(map(canonical, truth["other_listings"]), "other list")
    kinds |= dict.fromkeys(map(canonical, truth["other_products"]), "product of another category")
    kinds[canonical(shop.home)] = "home page"
    return SiteTruth(
        host(shop.home),
        category,
        frozenset(map(canonical, truth["categories"][category]["products"])),
        kinds,
        {canonical(one): canonical(other) for one, other in truth["aliases"].items()},
    )


def measure_shops(data: Path, walk: str = DEFAULT_WALK) -> Iterator[ShopScore]:
    """Each snapshot and category by *walk*, with anchors learned from the other platforms only."""
    made = plugins.load("walks", walk)
    shops = list(snapshots(data))
    for shop in shops:
        anchors = seed_anchors(each for each in shops if each is not shop)
        categories = sorted(shop.truth["categories"])
        truths = [shop_truth(shop, category) for category in categories]
        site = host(shop.home)
        breadth = baseline(BreadthFirstWalk(site, shop.home), shop.answer, truths)
        sitemap = baseline(SitemapWalk(site, shop.home), shop.answer, truths)
        for place, truth in enumerate(truths):
            memory = WalkMemory(anchors=anchors[truth.category])
            crawled = follow(made(site, shop.home, truth.category, memory), shop.answer)
            score = score_crawl(truth, crawled.fetches, crawled.products)
            yield ShopScore(score, breadth[place], sitemap[place], _pairs(shop, truth, crawled))


def _pairs(shop: Snapshot, truth: SiteTruth, crawled: Crawled) -> Tally:
    """The pairs read from the crawled pages against those served; missed pages miss theirs."""
    extractor = extraction().extractor
    served = shop.truth["categories"][truth.category]["products"]
    pages = {truth.aliases.get(url, url): page for url, page in crawled.products.items()}
    found = Tally()
    for url, product in served.items():
        page = pages.get(canonical(url))
        said = extractor.extract(parse(page)).fragments if page else ()
        pairs = [(pair.name, pair.value) for fragment in said for pair in fragment.pairs]
        found += pair_counts(pairs, ((name, value) for name, value in product["pairs"]))
    return found


def measure_pagers(data: Path, count: int = HOST_FOLDS) -> tuple[dict[Part, Tally], int]:
    """Next links found on open and on blind pages, each by a model that never saw its host.

    A page whose labelled next link has no address is left out; how many is told too.
    """
    labelled = list(labelled_pagers(data))
    extra = [sheet_of(pager) for pager in extra_pagers(data)]
    judged = [(sheet_of(pager), pager.addresses) for pager in labelled if not pager.scripted]
    answers: dict[Part, list[tuple[frozenset[str], frozenset[str]]]] = {part: [] for part in Part}
    for taught, asked in folds(judged, lambda each: each[0].host, count):
        hosts = {sheet.host for sheet, _ in asked}
        sheets = [sheet for sheet, _ in taught]
        model = pager_trees([*sheets, *(each for each in extra if each.host not in hosts)])
        for sheet, true in asked:
            answers[part_of(sheet.host)].append((_next_of(sheet, model), true))
    found = {part: tally(each) for part, each in answers.items()}
    return found, len(labelled) - len(judged)


def _next_of(sheet: PagerSheet, model: Any) -> frozenset[str]:
    said = model.probability(sheet.rows)
    best = int(np.argmax(said)) if len(said) else -1
    return frozenset({sheet.keys[best]} if best >= 0 and said[best] >= NEXT_THRESHOLD else ())


def measure_types(data: Path, count: int = HOST_FOLDS) -> dict[Part, TypeScores]:
    """Types of open and of blind pages told by models that never saw the page's site."""
    judged = list(typed_rows(labelled_types(data)))
    extra = list(typed_rows(extra_types(data)))
    said: dict[Part, list[tuple[str, str]]] = {part: [] for part in Part}
    for taught, asked in folds(judged, lambda row: row.site, count):
        sites = {row.site for row in asked}
        rows = [*taught, *(row for row in extra if row.site not in sites)]
        for row, guess in zip(asked, _types(rows, asked), strict=True):
            said[part_of(row.site)].append((row.type, guess))
    return {part: _type_scores(each) for part, each in said.items()}


def _type_scores(said: Sequence[tuple[str, str]]) -> TypeScores:
    clear = [each for each in said if each[0] != AMBIGUOUS]
    return TypeScores(
        _one_type(said, PRODUCT), _one_type(clear, COLLECTION), _one_type(said, COLLECTION)
    )


def _types(taught: Sequence[TypedRow], asked: Sequence[TypedRow]) -> list[str]:
    rows = np.array([row.row for row in asked])
    product, collection = (
        type_trees(taught, kind).probability(rows) for kind in (PRODUCT, COLLECTION)
    )
    return [
        PageType(float(one), float(other)).name
        for one, other in zip(product, collection, strict=True)
    ]


def _one_type(said: Iterable[tuple[str, str]], kind: str) -> Tally:
    def of(name: str) -> frozenset[str]:
        return frozenset({kind} if name == kind else ())

    return tally((of(guess), of(true)) for true, guess in said)
