"""What is asked of a run's store beyond single fields: the one module that speaks SQL of records.

Records come as a stream, in the order they were first added; counts are made by the database. A
site or category of None means any.
"""
# ruff: noqa: S608 - the SQL is made of our own words; what is asked for is a parameter

import json
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from specdex.ports import Store
from specdex.records import PageKind, Product, SiteStatus, Specification, StoredPage
from specdex.runs.stores import SqliteStore

__all__ = [
    "KEPT",
    "TRUSTED",
    "Failed",
    "SiteCounts",
    "Standing",
    "Tables",
    "categories",
    "failures_of",
    "fetched",
    "first_seen",
    "hosts",
    "id_values",
    "joined_categories",
    "names",
    "page_kinds",
    "products",
    "selling",
    "site_counts",
    "specifications",
    "standings",
    "titles",
    "unread_pages",
]

R = TypeVar("R")
TRUSTED = (SiteStatus.SEED, SiteStatus.ACCEPTED)
"""Sites that are shops of their category."""
KEPT = tuple(each for each in SiteStatus if each is not SiteStatus.REJECTED)
"""Sites that were not turned down."""
HAS_PAIRS = """instr(t.fragments, '"pairs":[{') > 0"""
"""Told by the JSON: within a text, quotes are escaped."""
OF_STATUS = """coalesce(
    (SELECT status FROM sites WHERE sites.host = t.site AND sites.category = t.category),
    (SELECT status FROM sites WHERE sites.host = t.site ORDER BY status = 'rejected' LIMIT 1),
    'candidate'
) IN (SELECT value FROM json_each(:statuses))"""
"""What is of a category that its site was not judged for has the site's best status; a site that
nobody has judged is a candidate."""
UNREAD = "t.url IN (SELECT url FROM unread)"
MAY_BE_OF = "instr(lower(url), :site) > 0"
"""Most addresses are not of a site; whose they are takes longer to tell."""
SOLD_AT = """EXISTS (
    SELECT 1 FROM json_each(t.urls) AS u JOIN specifications AS s ON s.url = u.value
    WHERE s.site = :site
)"""


class Tables(Protocol):
    """What is asked of: a store, or tables that lie elsewhere."""

    def select(self, kind: type[R], condition: str, parameters: Mapping[str, Any]) -> Iterator[R]:
        """The records of *kind* whose row ``t`` fulfils an SQL *condition*."""
        ...

    def rows(
        self, query: str, parameters: Mapping[str, Any] | None = None
    ) -> list[tuple[Any, ...]]:
        """What an SQL *query* answers."""
        ...


def unread_pages(store: Store, category: str | None = None) -> Iterator[StoredPage]:
    """The product pages that were never read, or have changed since."""
    wanted = [UNREAD, *_where(category=category)]
    return store.select(StoredPage, _all(wanted), _given(category=category))


def specifications(
    store: Tables,
    category: str | None = None,
    site: str | None = None,
    *,
    statuses: Collection[SiteStatus] = (),
) -> Iterator[Specification]:
    """Specifications, of sites with one of *statuses* only where some are given."""
    wanted = [*_where(category=category, site=site)]
    wanted += [OF_STATUS] if statuses else []
    given = _given(category=category, site=site, statuses=statuses)
    return store.select(Specification, _all(wanted), given)


def products(
    store: SqliteStore, category: str | None = None, site: str | None = None
) -> Iterator[Product]:
    """Products, of which *site* has a page."""
    wanted = [*_where(category=category), *([SOLD_AT] if site is not None else [])]
    return store.select(Product, _all(wanted), _given(category=category, site=site))


def hosts(store: SqliteStore) -> set[str]:
    """The sites that anybody gave or voted for."""
    return _first(store, "SELECT host FROM sites UNION SELECT site FROM votes")


def selling(store: SqliteStore) -> set[str]:
    """The sites that specifications come from."""
    return _first(store, "SELECT DISTINCT site FROM specifications")


def joined_categories(store: SqliteStore) -> set[str]:
    """The categories that there are products of."""
    return _first(store, "SELECT DISTINCT category FROM products")


def categories(store: Tables, *, held: bool = False) -> tuple[str, ...]:
    """The categories that the run was made for; those that it holds where it was made for none.

    With *held*, also those that it holds beside: pages that its sites have of something else.
    """
    found = _first(store, "SELECT DISTINCT category FROM sites WHERE category != ''")
    if held or not found:
        found |= _first(
            store, "SELECT category FROM specifications UNION SELECT category FROM products"
        )
    return tuple(sorted(found))


def first_seen(store: Store, category: str) -> dict[str, str]:
    """When each page of *category* was first read."""
    query = "SELECT url, min(time) FROM observations WHERE category = :category GROUP BY url"
    return dict(store.rows(query, {"category": category}))


def fetched(store: Store, category: str) -> dict[str, str]:
    """When each page that *category* is told of was last fetched."""
    query = """SELECT s.url, p.fetched FROM specifications AS s JOIN pages AS p USING (url)
    WHERE s.category = :category"""
    return dict(store.rows(query, {"category": category}))


def names(store: SqliteStore, category: str | None = None) -> list[tuple[str, str, str, int]]:
    """The category, site and wording of every name that is printed, and on how many pages."""
    query = f"""SELECT category, site, name, count(DISTINCT url) FROM pairs AS t
    WHERE {_all(_where(category=category))} GROUP BY category, site, name"""
    found = store.rows(query, _given(category=category))
    return [(category, site, name, pages) for category, site, name, pages in found]


def titles(store: SqliteStore, category: str) -> dict[str, str]:
    """The titles of the pages of *category*, by their addresses."""
    query = "SELECT url, title FROM specifications WHERE category = :category"
    return dict(store.rows(query, {"category": category}))


def id_values(store: SqliteStore, site: str) -> list[tuple[str, bool]]:
    """Every product id in the run, and whether *site* is one that gives it."""
    query = "SELECT DISTINCT value, site = :site FROM product_ids"
    return [(value, bool(own)) for value, own in store.rows(query, {"site": site})]


@dataclass(frozen=True, slots=True)
class SiteCounts:
    """What a run has of one site."""

    pages: int = 0
    """Captures: what several addresses lead to counts once."""
    products: int = 0
    """Pages that show a product."""
    read: int = 0
    """Pages that were read for a specification, …"""
    specifications: int = 0
    """… that have one, …"""
    pairs: int = 0
    """… and its pairs."""
    failures: int = 0


def site_counts(store: SqliteStore, site: str | None = None) -> dict[str, SiteCounts]:
    """What the run has, by site."""
    at, given = _all(_where(site=site)), _given(site=site)
    counted: dict[str, dict[str, Any]] = {}
    for query in (
        f"""SELECT t.site, count(DISTINCT t.file || '@' || t."offset") AS pages,
            sum(t.kind = 'product') AS products
        FROM pages AS t WHERE {at} GROUP BY t.site""",
        f"""SELECT t.site, count(*) AS read, sum({HAS_PAIRS}) AS specifications
        FROM specifications AS t WHERE {at} GROUP BY t.site""",
        f"""SELECT t.site, sum(json_array_length(f.value, '$.pairs')) AS pairs
        FROM specifications AS t, json_each(t.fragments) AS f WHERE {at} GROUP BY t.site""",
        f"""SELECT * FROM (
            SELECT host(url) AS site, count(*) AS failures FROM failures
            WHERE {"true" if site is None else MAY_BE_OF} GROUP BY 1
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
    query = f"""SELECT step, reason, count(*), url, min(rowid) FROM failures
    WHERE {MAY_BE_OF} AND (url = :site OR host(url) = :site)
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


def _first(store: Tables, query: str) -> set[str]:
    return {row[0] for row in store.rows(query)}
