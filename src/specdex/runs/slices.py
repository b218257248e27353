"""A site's slice of a run, taken over into another run: its pages, what they say, what was learned.

So the shards of workers come home to the run of a harvest, at one go for all of their sites, and
several runs become one.
"""
# ruff: noqa: S608 - the SQL is made of our own words; what is asked for is a parameter

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from hashlib import blake2b
from pathlib import Path
from typing import Any

from specdex.records import (
    Decision,
    Failure,
    NotLearned,
    Observation,
    ProductId,
    Site,
    Specification,
    StoredPage,
    UrlPattern,
    Version,
    Vote,
    Wrapper,
)
from specdex.runs.folder import Run, RunFolder
from specdex.runs.packed import Packed
from specdex.runs.places import address
from specdex.runs.tables import Table, table_of

__all__ = ["carry", "give_out", "marks", "merge_runs", "take_in", "take_learned"]

OF_SITES: tuple[type, ...] = (
    *(Vote, UrlPattern, Specification, StoredPage, ProductId, Wrapper, NotLearned),
    *(Observation, Version),
)
"""What belongs to a site, besides how it stands and what failed."""
LEARNED = (Wrapper, NotLearned)
"""What is learned of a site, besides what its pages say by that."""
OF_PAST = (Observation, Version)
"""What is found by its page."""
BATCH = 100
"""Captures that are held in memory together."""
BEGINNINGS = ("http://", "https://", "http://www.", "https://www.")
"""How the addresses of a site begin."""
HERE, OTHER = "main", "other"
"""What SQL calls the run, and the shard beside it."""

Places = dict[tuple[str, int], StoredPage]
"""Where captures lie now, by file and offset where they lay."""
Execute = Callable[..., Any]


def give_out(run: RunFolder, shard: Path, sites: Sequence[str], category: str) -> None:
    """Give the database *shard* what *run* knows of *sites*, so that they are walked from there."""
    with run.store.beside(shard) as execute:
        _name(execute, sites)
        _copy(execute, HERE, OTHER, category)


def take_in(
    run: RunFolder,
    shard: Packed,
    sites: Sequence[str],
    category: str,
    moved: Mapping[str, str],
) -> list[Failure]:
    """Let what *run* has of *sites* be what *shard* has, at one go; what failed there.

    The pages lie already where the rows say, *moved* WARC files under the names they have now.
    """
    with run.store.beside() as execute:
        _name(execute, sites)
        _pour(run, execute, shard, moved)
        # what is found by its page goes before the page does
        for kind in reversed(OF_SITES):
            execute(f"DELETE FROM {_rows(kind, HERE)}")
        execute(f"DELETE FROM {HERE}.failures WHERE rowid IN (SELECT t.rowid FROM {_failed(HERE)})")
        _copy(execute, OTHER, HERE, category)
        return [Failure(*row) for row in execute(f"SELECT t.* FROM {_failed(OTHER)}")]


def take_learned(run: RunFolder, lessons: Iterable[Packed], sites: Sequence[str]) -> None:
    """Let what *run* has learned of *sites* be what all *lessons* have, at one go.

    Of pages that were read anew only what they say is taken: where they lie is the run's word.
    """
    with run.store.beside() as execute:
        _name(execute, sites)
        for each in lessons:
            _pour(run, execute, each, {})
        for kind in LEARNED:
            execute(f"DELETE FROM {_rows(kind, HERE)}")
            execute(_insertion(table_of(kind), HERE, _rows(kind, OTHER)))
        execute(_insertion(table_of(Failure), HERE, f"{OTHER}.failures AS t WHERE true"))
        execute(
            f"UPDATE {HERE}.specifications AS t SET fragments = o.fragments"
            f" FROM {OTHER}.specifications AS o WHERE o.url = t.url"
        )
        anew = f"(SELECT url FROM {OTHER}.specifications)"
        execute(f"DELETE FROM {HERE}.product_ids WHERE url IN {anew}")
        execute(_insertion(table_of(ProductId), HERE, _rows(ProductId, OTHER)))


def marks(run: RunFolder, sites: Iterable[str]) -> dict[str, str]:
    """What the product pages of each of *sites*, and what they say, come to in *run* now."""
    found = {}
    for site in sites:
        digest = blake2b(digest_size=16)
        for kind, rest in ((StoredPage, "AND kind = 'product'"), (Specification, "")):
            query = f"SELECT * FROM {table_of(kind).name} WHERE site = :site {rest} ORDER BY url"
            for row in run.store.rows(query, {"site": site}):
                digest.update("\0".join(map(str, row)).encode("utf-8", "replace"))
        found[site] = digest.hexdigest()
    return found


def _pour(run: RunFolder, execute: Execute, packed: Packed, moved: Mapping[str, str]) -> None:
    """Put the rows of *packed* that belong to sites into the database beside."""
    names = {table_of(kind).name for kind in (*OF_SITES, Site, Failure)}
    for name in names:
        execute(f"CREATE TABLE IF NOT EXISTS {OTHER}.{name} AS SELECT * FROM {HERE}.{name} LIMIT 0")
    for name, columns, rows in packed.rows(moved):
        if name in names:
            run.store.fill(name, columns, rows, OTHER)


def _name(execute: Execute, sites: Sequence[str]) -> None:
    """Let SQL know *sites*, and how their addresses begin."""
    execute("CREATE TEMP TABLE IF NOT EXISTS chosen (host TEXT PRIMARY KEY)")
    execute("CREATE TEMP TABLE IF NOT EXISTS beginnings (host TEXT, first TEXT, last TEXT)")
    execute("DELETE FROM chosen")
    execute("DELETE FROM beginnings")
    for each in dict.fromkeys(sites):
        execute("INSERT INTO chosen VALUES (?)", (each,))
        for start in BEGINNINGS:
            # whatever follows the name: a slash, a port, a question, nothing
            execute(
                "INSERT INTO beginnings VALUES (?, ?, ?)",
                (each, start + each, f"{start}{each}\U0010ffff"),
            )


def _copy(execute: Execute, source: str, target: str, category: str) -> None:
    """Put the rows of the chosen sites from one database into the other, in their order."""
    standing = f"{source}.sites AS t WHERE t.host IN (SELECT host FROM chosen) AND t.category = ?"
    execute(_insertion(table_of(Site), target, standing), (category,))
    execute(_insertion(table_of(Failure), target, _failed(source)))
    for kind in OF_SITES:
        execute(_insertion(table_of(kind), target, _rows(kind, source)))


def _insertion(table: Table[Any], target: str, source: str) -> str:
    names = ", ".join(f'"{each}"' for each in table.types)
    changes = ", ".join(f'"{each}" = excluded."{each}"' for each in table.types)
    return (
        f"INSERT INTO {target}.{table.name} ({names}) SELECT {names} FROM {source}"
        f" ORDER BY t.rowid ON CONFLICT DO UPDATE SET {changes}"
    )


def _rows(kind: type, database: str) -> str:
    """The rows of *kind* that belong to the chosen sites."""
    chosen = "t.site IN (SELECT host FROM chosen)"
    if kind in OF_PAST and database == HERE:
        # a run has no index of them by site
        read = f"SELECT t.url FROM {database}.specifications AS t WHERE {chosen}"
        chosen = f"t.url IN ({read})"
    return f"{database}.{table_of(kind).name} AS t WHERE {chosen}"


def _failed(database: str) -> str:
    """The failures of the chosen sites."""
    return f"""{database}.failures AS t WHERE t.rowid IN (SELECT f.rowid FROM beginnings AS b
    CROSS JOIN {database}.failures AS f ON f.url BETWEEN b.first AND b.last
    WHERE host(f.url) = b.host)"""


def _take_over(target: RunFolder, source: Run, site: str) -> None:
    """Let *target*, which does not know *site*, have what *source* has of it, with its pages."""
    places = _kept(target.archive, source, source.store.read(StoredPage, site=site))
    with target.store.transaction():
        target.store.add(source.store.read(Site, host=site))
        target.store.add(source.store.select(Failure, "host(url) = :site", {"site": site}))
        for kind in OF_SITES:
            found: Iterator[Any] = source.store.read(kind, site=site)
            target.store.add(_placed(each, places) for each in found)


def _kept(archive: Any, source: Run, pages: Iterable[StoredPage]) -> Places:
    """Put the captures of *pages* into *archive*; several addresses may have one capture."""
    different = {(page.file, page.offset): page for page in pages if page.file}
    ordered = sorted(different)
    places: Places = {}
    for start in range(0, len(ordered), BATCH):
        some = ordered[start : start + BATCH]
        stored = archive.keep([source.archive.capture(different[place]) for place in some])
        places |= dict(zip(some, stored, strict=True))
    return places


def carry(run: RunFolder, shard: RunFolder) -> None:
    """Let the pages that *shard* was given, and lie in *run*, lie in the shard itself."""
    pages = [page for page in shard.store.read(StoredPage) if not address(page.file)]
    places = _kept(shard.archive, run, pages)
    said = (each for page in pages for each in shard.store.read(Specification, url=page.url))
    shard.store.add([_placed(each, places) for each in (*pages, *said)])


def _placed(record: Any, places: Places) -> Any:
    """*record*, with where its capture lies now."""
    if isinstance(record, StoredPage):
        now = places.get((record.file, record.offset))
        if now is not None:
            return replace(record, file=now.file, offset=now.offset, length=now.length)
    if isinstance(record, Specification):
        file, _, offset = record.source.rpartition("@")
        now = places.get((file, int(offset))) if offset.isdecimal() else None
        if now is not None:
            return replace(record, source=f"{now.file}@{now.offset}")
    return record


LAST_FETCHED = """SELECT site, max(fetched) FROM (
    SELECT site, fetched FROM pages UNION ALL SELECT host, '' FROM sites
    UNION ALL SELECT site, '' FROM specifications) GROUP BY site ORDER BY site"""
"""The sites of a run, and when a page of each was last fetched."""


def merge_runs(target: RunFolder, sources: Sequence[Run]) -> int:
    """Make *target* hold the sites of all *sources*, each from where it was fetched last.

    Decisions of people come along; what was joined does not: the whole is to be joined anew. How
    many sites there are.
    """
    latest: dict[str, tuple[str, int]] = {}
    for number, source in enumerate(sources):
        for site, last in source.store.rows(LAST_FETCHED):
            if site not in latest or latest[site][0] < last:
                latest[site] = (last, number)
        target.store.add(source.store.read(Decision))
    for site, (_, number) in sorted(latest.items()):
        _take_over(target, sources[number], site)
    return len(latest)
