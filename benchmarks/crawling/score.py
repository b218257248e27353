"""How well a site was walked: what was found, what was missed, and what the rest was spent on."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from benchmarks.data import Part, halves
from specdex.statistics.metrics import Tally
from specdex.text import letters_and_digits

__all__ = [
    "CrawlScore",
    "Fetch",
    "Row",
    "SiteTruth",
    "pair_counts",
    "score_crawl",
    "tally",
    "told",
    "total",
]

ERROR = 400


@dataclass(frozen=True, slots=True)
class Fetch:
    """One request of a crawl."""

    url: str
    """The canonical address that was asked for."""
    status: int = 200
    sitemap: bool = False
    arrived: str = ""
    """The canonical address that answered, after redirects; the one asked for where empty."""


@dataclass(frozen=True, slots=True)
class SiteTruth:
    """What is true of one site and category; all addresses canonical."""

    site: str
    category: str
    products: frozenset[str]
    kinds: Mapping[str, str] = field(default_factory=dict)
    """What other addresses are: lists, products of others, traps."""
    aliases: Mapping[str, str] = field(default_factory=dict)
    """Further addresses of the same pages."""
    traps: tuple[str, ...] = ()
    """Where the addresses of endless pages begin."""

    def of(self, fetch: Fetch) -> str:
        """The one address of what was fetched."""
        url = fetch.arrived or fetch.url
        return self.aliases.get(url, url)

    def kind(self, fetch: Fetch) -> str:
        """What a request that brought no product of the category was spent on."""
        url = self.of(fetch)
        if fetch.sitemap:
            return "sitemap"
        if url.startswith(self.traps) and self.traps:
            return "trap"
        if fetch.status >= ERROR:
            return "error"
        return self.kinds.get(url, "other page")


@dataclass(frozen=True, slots=True)
class CrawlScore:
    """How one crawl, or several together, went."""

    site: str
    category: str
    fetched: int
    found: int
    wanted: int
    wrong: int = 0
    """Pages called products of the category that are none."""
    wasted: Mapping[str, int] = field(default_factory=dict)
    """What the requests were spent on that brought no product of the category."""
    missed: tuple[str, ...] = ()

    @property
    def recall(self) -> float:
        """The share of the category's product pages that was found."""
        return self.found / self.wanted if self.wanted else 0.0

    @property
    def harvest_rate(self) -> float:
        """The share of requests that brought a product of the category."""
        return self.found / self.fetched if self.fetched else 0.0

    @property
    def trap_share(self) -> float:
        """The share of requests that a trap swallowed."""
        return self.wasted.get("trap", 0) / self.fetched if self.fetched else 0.0


Row = tuple[CrawlScore, CrawlScore, CrawlScore]
"""One shop and category by the walk, and by two that decide nothing beside it."""


def score_crawl(truth: SiteTruth, fetches: Sequence[Fetch], called: Iterable[str]) -> CrawlScore:
    """Hold a crawl against what is true; *called* are the addresses it called products.

    A product counts once, however often it was fetched; every request counts.
    """
    reached = {truth.of(fetch) for fetch in fetches if fetch.status < ERROR}
    names = {truth.aliases.get(url, url) for url in called}
    found = truth.products & reached & names
    wasted: Counter[str] = Counter()
    met = set[str]()
    for fetch in fetches:
        url = truth.of(fetch)
        if url in truth.products and url in found:
            wasted["product again"] += url in met
            met.add(url)
        else:
            wasted[truth.kind(fetch)] += 1
    return CrawlScore(
        truth.site,
        truth.category,
        fetched=len(fetches),
        found=len(found),
        wanted=len(truth.products),
        wrong=len(names - truth.products),
        wasted={kind: count for kind, count in wasted.most_common() if count},
        missed=tuple(sorted(truth.products - found)),
    )


def total(scores: Iterable[CrawlScore], name: str = "all") -> CrawlScore:
    """Several crawls as one."""
    crawls = list(scores)
    wasted: Counter[str] = Counter()
    for crawl in crawls:
        wasted.update(crawl.wasted)
    return CrawlScore(
        name,
        "",
        fetched=sum(crawl.fetched for crawl in crawls),
        found=sum(crawl.found for crawl in crawls),
        wanted=sum(crawl.wanted for crawl in crawls),
        wrong=sum(crawl.wrong for crawl in crawls),
        wasted=dict(wasted.most_common()),
    )


def told(rows: Sequence[Row], *, ours: bool = False) -> list[Row]:
    """What may be told of *rows*: each shop that is open or *ours*, the others only together."""
    parts = {Part.OPEN: rows, Part.BLIND: []} if ours else halves(rows, lambda row: row[0].site)
    blind = parts[Part.BLIND]
    return [
        *parts[Part.OPEN],
        *([_together(blind, Part.BLIND)] if blind else []),
        _together(rows, "all"),
    ]


def _together(rows: Sequence[Row], name: str) -> Row:
    walks, breadths, sitemaps = zip(*rows, strict=True)
    return total(walks, name), total(breadths, name), total(sitemaps, name)


def tally(answers: Iterable[tuple[frozenset[str], frozenset[str]]]) -> Tally:
    """The counts over (said, true) sets of answers.

    >>> tally([(frozenset("a"), frozenset("ab"))]).f1
    0.6666666666666666
    """
    right = wrong = missed = 0
    for said, true in answers:
        right += len(said & true)
        wrong += len(said - true)
        missed += len(true - said)
    return Tally(right, wrong, missed)


def pair_counts(said: Iterable[tuple[str, str]], true: Iterable[tuple[str, str]]) -> Tally:
    """How many pairs of a page were read, compared by letters and digits."""
    mine, theirs = _squashed(said), _squashed(true)
    right = sum((mine & theirs).values())
    return Tally(right, sum(mine.values()) - right, sum(theirs.values()) - right)


def _squashed(pairs: Iterable[tuple[str, str]]) -> Counter[tuple[str, str]]:
    return Counter((letters_and_digits(name), letters_and_digits(value)) for name, value in pairs)
