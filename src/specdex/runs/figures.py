"""What a run holds in numbers, as a page that shows it asks: counted by the database, by indices.

Nothing here reads what pages say, so that a run of any size answers at once.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass, field

from specdex.records import PageKind, SiteStatus, StoredPage
from specdex.runs.queries import Failed
from specdex.runs.stores import SqliteStore
from specdex.runs.tables import table_of

__all__ = [
    "PageFilter",
    "RunCounts",
    "SiteRow",
    "attribute_counts",
    "failures_by_reason",
    "fetched",
    "funnel",
    "pages",
    "product_pages",
    "round_votes",
    "run_counts",
    "site_rows",
    "sites_in_work",
]


@dataclass(frozen=True, slots=True)
class RunCounts:
    """How much a run holds."""

    voted: int = 0
    """Sites that anybody gave or voted for."""
    sites: dict[SiteStatus, int] = field(default_factory=dict)
    pages: dict[PageKind, int] = field(default_factory=dict)
    read: int = 0
    """Pages that were read for a specification."""
    products: int = 0
    attributes: int = 0
    failures: int = 0

    def of_status(self, *statuses: str) -> int:
        """The sites of one of *statuses*; all of them where none is given."""
        return sum(self.sites.get(SiteStatus(each), 0) for each in statuses or SiteStatus)

    def of_kind(self, *kinds: str) -> int:
        """The pages of one of *kinds*; all of them where none is given."""
        return sum(self.pages.get(PageKind(each), 0) for each in kinds or PageKind)


def run_counts(store: SqliteStore) -> RunCounts:
    """How much the run holds."""
    voted = "SELECT count(*) FROM (SELECT host FROM sites UNION SELECT site FROM votes)"
    sites = "SELECT status, count(*) FROM sites GROUP BY status"
    pages = "SELECT kind, count(*) FROM pages GROUP BY kind"
    rest = """SELECT (SELECT count(*) FROM specifications), (SELECT count(*) FROM products),
        (SELECT count(*) FROM attributes), (SELECT count(*) FROM failures)"""
    return RunCounts(
        store.rows(voted)[0][0],
        {SiteStatus(status): count for status, count in store.rows(sites)},
        {PageKind(kind): count for kind, count in store.rows(pages)},
        *store.rows(rest)[0],
    )


@dataclass(frozen=True, slots=True)
class RoundVotes:
    """What a round of discovery came to."""

    round: int
    search: int
    """Votes of searches, …"""
    backlink: int
    """… and of hubs."""
    voted: int
    """Sites that got any."""
    sites: int
    """New sites that were looked at, …"""
    accepted: int
    """… and became shops."""


def round_votes(store: SqliteStore) -> list[RoundVotes]:
    """What each round came to."""
    query = """SELECT r.round,
        (SELECT count(*) FROM votes AS v WHERE v.round = r.round AND v.strategy = 'search'),
        (SELECT count(*) FROM votes AS v WHERE v.round = r.round AND v.strategy = 'backlink'),
        (SELECT count(DISTINCT v.site) FROM votes AS v WHERE v.round = r.round),
        (SELECT count(*) FROM sites AS s WHERE s.round = r.round),
        (SELECT count(*) FROM sites AS s WHERE s.round = r.round AND s.status = 'accepted')
    FROM (SELECT round FROM votes UNION SELECT round FROM sites WHERE round > 0) AS r
    ORDER BY r.round"""
    return [RoundVotes(*row) for row in store.rows(query)]


def failures_by_reason(store: SqliteStore, limit: int) -> list[Failed]:
    """What failed most often, with an example each."""
    query = """SELECT step, reason, count(*), min(url) FROM failures
    GROUP BY step, reason ORDER BY count(*) DESC, step, reason LIMIT :limit"""
    return [Failed(*row) for row in store.rows(query, {"limit": limit})]


@dataclass(frozen=True, slots=True)
class PageFilter:
    """Which pages are meant; what is empty means any."""

    site: str = ""
    kind: str = ""
    words: str = ""
    """What the address holds."""


def pages(
    store: SqliteStore, wanted: PageFilter, after: int, limit: int
) -> list[tuple[int, StoredPage]]:
    """The first pages behind the row *after*, each with the number of its row."""
    conditions = ["t.rowid > :after"]
    conditions += ["t.site = :site"] if wanted.site else []
    conditions += ["t.kind = :kind"] if wanted.kind else []
    conditions += ["instr(t.url, :words) > 0"] if wanted.words else []
    table = table_of(StoredPage)
    query = f"{table.select} WHERE {' AND '.join(conditions)} ORDER BY t.rowid LIMIT :limit"
    given = {"after": after, "limit": limit, **{n: getattr(wanted, n) for n in wanted.__slots__}}
    return [(row[0], table.record(row)) for row in store.rows(query, given)]


def fetched(store: SqliteStore, urls: Iterable[str]) -> dict[str, str]:
    """When each of the pages *urls* was fetched."""
    query = "SELECT url, fetched FROM pages WHERE url IN (SELECT value FROM json_each(:urls))"
    return dict(store.rows(query, {"urls": json.dumps(list(urls))}))


@dataclass(frozen=True, slots=True)
class SiteRow:
    """A site in a list of them."""

    host: str
    category: str
    status: str
    round: int
    score: float
    reason: str
    pages: int
    products: int
    """Pages that show a product of the category, …"""
    read: int
    """… and that were read."""


def site_rows(store: SqliteStore) -> list[SiteRow]:
    """Every site with its counts."""
    query = """SELECT s.host, s.category, s.status, s.round, s.score, s.reason,
        coalesce(p.pages, 0), coalesce(p.products, 0), coalesce(r.read, 0)
    FROM sites AS s
    LEFT JOIN (SELECT site, sum(n) AS pages, sum(n * (kind = 'product')) AS products FROM
        (SELECT site, kind, count(*) AS n FROM pages GROUP BY site, kind) GROUP BY site
    ) AS p ON p.site = s.host
    LEFT JOIN (SELECT site, category, count(*) AS read FROM specifications GROUP BY site, category
    ) AS r ON r.site = s.host AND r.category = s.category"""
    return [SiteRow(*row) for row in store.rows(query)]


def funnel(counts: RunCounts) -> list[tuple[str, int]]:
    """The steps from what was proposed to what is known."""
    return [
        ("Sites proposed", counts.voted),
        ("Shops", counts.of_status("seed", "accepted")),
        ("Pages", counts.of_kind()),
        ("Product pages", counts.of_kind("product")),
        ("Specifications", counts.read),
        ("Products", counts.products),
    ]


def sites_in_work(store: SqliteStore, limit: int) -> list[tuple[str, int]]:
    """The sites that are being crawled, and how many pages were fetched of each."""
    query = """SELECT host, (SELECT count(*) FROM pages WHERE pages.site = sites.host)
    FROM sites WHERE NOT crawled AND status != 'rejected' ORDER BY 2 DESC, host LIMIT :limit"""
    return [(host, pages) for host, pages in store.rows(query, {"limit": limit})]


def attribute_counts(store: SqliteStore) -> list[tuple[int, int]]:
    """The sites and the pages that have each attribute."""
    return [(sites, pages) for sites, pages in store.rows("SELECT sites, pages FROM attributes")]


def product_pages(store: SqliteStore, most: int) -> list[int]:
    """How many products have one page, two, and so on; the last has *most* and more."""
    query = """SELECT min(json_array_length(urls), :most), count(*) FROM products GROUP BY 1"""
    found = dict(store.rows(query, {"most": most}))
    return [found.get(number, 0) for number in range(1, most + 1)]
