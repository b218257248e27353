"""A site's slice of a run, taken over into another run: its pages, what they say, what was learned.

So the shards of workers come home to the run of a harvest, and several runs become one.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
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
from specdex.runs.stores import SqliteStore

__all__ = ["SEED", "give_out", "merge_runs", "sites_in", "take_over"]

OF_SITES: tuple[type, ...] = (
    *(Vote, UrlPattern, StoredPage, Specification, Observation, Version, ProductId),
    *(Wrapper, NotLearned),
)
"""What belongs to a site, besides how it stands and what failed."""
SEED = "seed"
"""The folder of pages that a shard was given: whoever gave them has them."""
BATCH = 100
"""Captures that are held in memory together."""

Places = dict[tuple[str, int], StoredPage]
"""Where captures lie now, by file and offset where they lay."""


def take_over(target: RunFolder, source: Run, site: str, categories: Iterable[str] = ()) -> None:
    """Let what *target* has of *site* be what *source* has, at one go; pages come with it.

    How the site stands is taken for *categories* alone, where any are given.
    """
    pages = list(source.store.read(StoredPage, site=site))
    places = _moved(target, source, pages)
    wanted = frozenset(categories)
    standing = [
        each for each in source.store.read(Site, host=site) if not wanted or each.category in wanted
    ]
    store = target.store
    with store.transaction():
        for kind in OF_SITES:
            found: Iterator[Any] = source.store.read(kind, site=site)
            store.replace(kind, {"site": site}, (_placed(each, places) for each in found))
        failed = list(_failures(target.store, site))
        now = list(_failures(source.store, site))
        for each in failed:
            if each not in now:
                store.replace(Failure, {"url": each.url, "reason": each.reason}, ())
        store.add([*standing, *now])


def give_out(source: RunFolder, target: RunFolder, site: str, category: str) -> None:
    """Give *target*, a shard, what *source* knows of *site*, so that it is walked from there."""
    pages = list(source.store.read(StoredPage, site=site))
    given = type(target.archive)(target.path / SEED, root=target.path)
    places = _kept(given, source, pages)
    given.close()
    target.store.add(source.store.read(Site, host=site, category=category))
    target.store.add(_failures(source.store, site))
    for kind in OF_SITES:
        found: Iterator[Any] = source.store.read(kind, site=site)
        target.store.add(_placed(each, places) for each in found)


def _failures(store: SqliteStore, site: str) -> Iterator[Failure]:
    return store.select(Failure, "host(url) = :site", {"site": site})


def _moved(target: RunFolder, source: Run, pages: Sequence[StoredPage]) -> Places:
    """Where the captures of *pages* lie in *target*, once they are there."""
    given = [page for page in pages if page.file.startswith(f"{SEED}/")]
    others = (page for page in pages if not page.file.startswith(f"{SEED}/"))
    places = _kept(target.archive, source, others)
    for page in given:
        known = next(iter(target.store.read(StoredPage, url=page.url)), None)
        if known is not None:
            places[page.file, page.offset] = known
    return places


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


def sites_in(run: Run) -> list[tuple[str, str]]:
    """The sites of *run*, and when a page of each was last fetched."""
    query = """SELECT site, max(fetched) FROM (
    SELECT site, fetched FROM pages UNION ALL SELECT host, '' FROM sites
    UNION ALL SELECT site, '' FROM specifications) GROUP BY site ORDER BY site"""
    return [(site, last) for site, last in run.store.rows(query)]


def merge_runs(target: RunFolder, sources: Sequence[Run]) -> int:
    """Make *target* hold the sites of all *sources*, each from where it was fetched last.

    Decisions of people come along; what was joined does not: the whole is to be joined anew. How
    many sites there are.
    """
    latest: dict[str, tuple[str, int]] = {}
    for number, source in enumerate(sources):
        for site, last in sites_in(source):
            if site not in latest or latest[site][0] < last:
                latest[site] = (last, number)
        target.store.add(source.store.read(Decision))
    for site, (_, number) in sorted(latest.items()):
        take_over(target, sources[number], site)
    return len(latest)
