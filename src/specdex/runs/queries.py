"""What is asked of a run's store beyond single fields: the one module that speaks SQL of records.

Records come as a stream, in the order they were first added; counts are made by the database. A
site or category of None means any.
"""
# ruff: noqa: S608 - the SQL is made of our own words; what is asked for is a parameter

import json
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from specdex.records import (
    PageKind,
    Product,
    ProductId,
    Site,
    SiteStatus,
    Specification,
    StoredPage,
)
from specdex.runs.stores import SqliteStore

__all__ = [
    "TRUSTED",
    "Failed",
    "SiteCounts",
    "Standing",
    "asked",
    "categories",
    "failures_of",
    "hosts",
    "id_values",
    "ids_to_ask",
    "learned_sites",
    "names",
    "page_kinds",
    "products",
    "sample",
    "site_counts",
    "sites",
    "specification",
    "specifications",
    "standings",
    "unread_pages",
]

TRUSTED = (SiteStatus.SEED, SiteStatus.ACCEPTED)
"""Sites that are shops of their category."""
HAS_PAIRS = """instr(t.fragments, '"pairs":[{') > 0"""
"""Told by the JSON: within a text, quotes are escaped."""
OF_STATUS = """coalesce(
    (SELECT status FROM sites WHERE sites.host = t.site AND sites.category = t.category),
    'candidate'
) IN (SELECT value FROM json_each(:statuses))"""
"""A site that nobody has judged is a candidate."""
UNREAD = """t.kind = 'product' AND NOT EXISTS (
    SELECT 1 FROM specifications AS s
    WHERE s.url = t.url AND s.source IN ('', t.file || '@' || t."offset")
)"""
SOLD_AT = """EXISTS (
    SELECT 1 FROM json_each(t.urls) AS u JOIN specifications AS s ON s.url = u.value
    WHERE s.site = :site
)"""


def sites(store: SqliteStore, category: str | None, *statuses: SiteStatus) -> Iterator[Site]:
    """The sites of *category* with one of *statuses*, or with any."""
    wanted = _where(category=category)
    if statuses:
        wanted.append("t.status IN (SELECT value FROM json_each(:statuses))")
    return store.select(Site, _all(wanted), _given(category=category, statuses=statuses))


def unread_pages(
    store: SqliteStore, category: str | None = None, site: str | None = None
) -> Iterator[StoredPage]:
    """The product pages that were never read, or have changed since."""
    wanted = [UNREAD, *_where(category=category, site=site)]
    return store.select(StoredPage, _all(wanted), _given(category=category, site=site))


def specification(store: SqliteStore, url: str) -> Specification | None:
    """The specification of the page at *url*."""
    return next(store.read(Specification, url=url), None)


def specifications(
    store: SqliteStore,
    category: str | None = None,
    site: str | None = None,
    *,
    statuses: Collection[SiteStatus] = (),
    with_pairs: bool = False,
) -> Iterator[Specification]:
    """Specifications, of sites with one of *statuses* only where some are given."""
    wanted = [*_where(category=category, site=site), *([HAS_PAIRS] if with_pairs else [])]
    wanted += [OF_STATUS] if statuses else []
    given = _given(category=category, site=site, statuses=statuses)
    return store.select(Specification, _all(wanted), given)


def sample(store: SqliteStore, category: str, a_site: int) -> Iterator[Specification]:
    """The first specifications with pairs of each trusted site, at most so many *a_site*."""
    chosen = f"""t.rowid IN (SELECT place FROM (
        SELECT t.rowid AS place, row_number() OVER (PARTITION BY t.site ORDER BY t.rowid) AS number
        FROM specifications AS t WHERE t.category = :category AND {HAS_PAIRS} AND {OF_STATUS}
    ) WHERE number <= :a_site)"""
    given = _given(category=category, statuses=TRUSTED) | {"a_site": a_site}
    return store.select(Specification, chosen, given)


def products(
    store: SqliteStore, category: str | None = None, site: str | None = None
) -> Iterator[Product]:
    """Products, of which *site* has a page."""
    wanted = [*_where(category=category), *([SOLD_AT] if site is not None else [])]
    return store.select(Product, _all(wanted), _given(category=category, site=site))


def ids_to_ask(
    store: SqliteStore, category: str, kinds: Iterable[str], confidence: float
) -> Iterator[ProductId]:
    """The ids of some *kinds* that trusted sites give with at least that *confidence*."""
    wanted = [
        "t.category = :category AND t.confidence >= :confidence",
        "t.kind IN (SELECT value FROM json_each(:kinds))",
        OF_STATUS,
    ]
    given = _given(category=category, statuses=TRUSTED, kinds=kinds)
    return store.select(ProductId, _all(wanted), given | {"confidence": confidence})


def asked(store: SqliteStore, category: str) -> set[str]:
    """What search engines were asked for, and found something."""
    return _first(
        store,
        "SELECT DISTINCT evidence FROM votes WHERE category = :category AND strategy = 'search'",
        category=category,
    )


def learned_sites(store: SqliteStore) -> set[str]:
    """The sites of which a wrapper was learned, or could not be."""
    return _first(store, "SELECT site FROM wrappers UNION SELECT site FROM not_learned")


def categories(store: SqliteStore) -> list[str]:
    """The categories of which there are specifications, sorted."""
    return sorted(_first(store, "SELECT DISTINCT category FROM specifications"))


def hosts(store: SqliteStore) -> set[str]:
    """The sites that anybody gave or voted for."""
    return _first(store, "SELECT host FROM sites UNION SELECT site FROM votes")


def names(store: SqliteStore, category: str | None = None) -> list[tuple[str, str, int]]:
    """The names that each site prints, and on how many pages."""
    return store.rows(
        "SELECT t.site, t.name, count(DISTINCT t.url) FROM pairs AS t"
        f" WHERE {_all(_where(category=category))} GROUP BY t.site, t.name ORDER BY t.site, t.name",
        _given(category=category),
    )


def id_values(store: SqliteStore, site: str) -> list[tuple[str, bool]]:
    """Every product id in the run, and whether *site* is one that gives it."""
    query = "SELECT DISTINCT value, site = :site FROM product_ids"
    return [(value, bool(own)) for value, own in store.rows(query, {"site": site})]


@dataclass(frozen=True, slots=True)
class SiteCounts:
    """What a run has of one site."""

    pages: int = 0
    """Captures: what several addresses lead to counts once."""
    bytes: int = 0
    """What they take in the archive."""
    first: str = ""
    """When the first of them was fetched, …"""
    last: str = ""
    """… and when the last."""
    came: int = 0
    """Addresses that answered well with a page, …"""
    lists: int = 0
    """… that list products, …"""
    products: int = 0
    """… and that show one."""
    read: int = 0
    """Pages that were read for a specification, …"""
    specifications: int = 0
    """… that have one, …"""
    pairs: int = 0
    """… and its pairs."""
    failures: int = 0
    unfetched: int = 0
    """Failures to fetch."""


def site_counts(
    store: SqliteStore, category: str | None = None, site: str | None = None
) -> dict[str, SiteCounts]:
    """What the run has, by site; products, lists and specifications of *category* only."""
    at, given = _all(_where(site=site)), _given(category=category, site=site)
    of = _all(_where(category=category))
    both = _all(_where(category=category, site=site))
    counted: dict[str, dict[str, Any]] = {}
    for query in (
        f"""SELECT site, count(*) AS pages, sum(length) AS bytes, coalesce(min(first), '') AS first,
            coalesce(max(last), '') AS last, sum(came) AS came, sum(lists) AS lists,
            sum(products) AS products
        FROM (
            SELECT t.site, max(t.length) AS length, min(nullif(t.fetched, '')) AS first,
                max(nullif(t.fetched, '')) AS last,
                sum(t.status < 400 AND t.kind <> 'sitemap') AS came,
                sum(t.kind IN ('entry', 'index') AND {of}) AS lists,
                sum(t.kind = 'product' AND {of}) AS products
            FROM pages AS t WHERE {at} GROUP BY t.site, t.file, t."offset"
        ) GROUP BY site""",
        f"""SELECT t.site, count(*) AS read, sum({HAS_PAIRS}) AS specifications
        FROM specifications AS t WHERE {both} GROUP BY t.site""",
        f"""SELECT t.site, sum(json_array_length(f.value, '$.pairs')) AS pairs
        FROM specifications AS t, json_each(t.fragments) AS f WHERE {both} GROUP BY t.site""",
        f"""SELECT * FROM (
            SELECT host(url) AS site, count(*) AS failures, sum(step = 'fetch') AS unfetched
            FROM failures GROUP BY 1
        ) AS t WHERE {at}""",
    ):
        for row in store.table(query, given):
            counted.setdefault(row.pop("site"), {}).update(row)
    return {name: SiteCounts(**counts) for name, counts in counted.items()}


def page_kinds(store: SqliteStore, site: str) -> dict[PageKind, int]:
    """The captures of *site* by kind; an address that only leads on counts for where it leads."""
    query = """SELECT kind, count(*) FROM (
        SELECT kind, row_number() OVER (PARTITION BY file, "offset" ORDER BY kind = 'other', rowid)
            AS number FROM pages WHERE site = :site
    ) WHERE number = 1 GROUP BY kind"""
    found = {PageKind(kind): count for kind, count in store.rows(query, {"site": site})}
    return {kind: found[kind] for kind in PageKind if kind in found}


@dataclass(frozen=True, slots=True)
class Failed:
    """A failure, as often as it came."""

    step: str
    reason: str
    count: int
    example: str


def failures_of(store: SqliteStore, site: str) -> list[Failed]:
    """What failed for *site* or a page of it, the most frequent first."""
    query = """SELECT step, reason, count(*), url, min(rowid) FROM failures
    WHERE url = :site OR host(url) = :site
    GROUP BY step, reason ORDER BY count(*) DESC, step, reason"""
    return [Failed(*row) for *row, _ in store.rows(query, {"site": site})]


@dataclass(frozen=True, slots=True)
class Standing:
    """How a site stood among all that one strategy named in one round."""

    round: int
    strategy: str
    votes: int
    score: float
    place: int
    """From 1."""
    ranked: int
    """How many sites got votes."""
    evidence: tuple[str, ...]
    """The ids or hubs, the weightiest first."""


def standings(store: SqliteStore, site: str) -> list[Standing]:
    """The votes for *site*, by round and strategy."""
    query = """SELECT round, strategy, votes, score, place, ranked, (
        SELECT json_group_array(evidence) FROM (
            SELECT evidence FROM votes AS v WHERE v.site = :site AND v.round = r.round
                AND v.strategy = r.strategy AND v.category = r.category
            ORDER BY weight DESC, evidence
        )
    ) FROM (
        SELECT *, row_number() OVER (each ORDER BY score DESC, site) AS place,
            count(*) OVER each AS ranked
        FROM (
            SELECT category, round, strategy, site, count(*) AS votes,
                round(sum(weight), 9) AS score
            FROM votes GROUP BY category, round, strategy, site
        ) WINDOW each AS (PARTITION BY category, round, strategy)
    ) AS r WHERE site = :site ORDER BY round, strategy"""
    found = store.rows(query, {"site": site})
    return [Standing(*row, tuple(json.loads(evidence))) for *row, evidence in found]  # type: ignore[call-arg]


def _where(**fields: str | None) -> list[str]:
    """A condition for each of *fields* that is given."""
    return [f"t.{name} = :{name}" for name, value in fields.items() if value is not None]


def _all(conditions: Iterable[str]) -> str:
    return " AND ".join(f"({each})" for each in conditions) or "true"


def _given(**values: str | Iterable[str] | None) -> dict[str, str | None]:
    """*values* as parameters, several as one JSON list."""
    return {
        name: value if value is None or isinstance(value, str) else json.dumps(list(value))
        for name, value in values.items()
    }


def _first(store: SqliteStore, query: str, **given: str) -> set[str]:
    return {row[0] for row in store.rows(query, given)}
