"""What a crawl brings home, kept in a run folder."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from specdex.pipeline.pages import load
from specdex.records import Failure, Page, PageKind, Sight, StoredPage
from specdex.runs import RunFolder
from specdex.urls import canonical

__all__ = ["RunRecorder", "now"]


def now() -> str:
    """The time, in ISO 8601, UTC."""
    return datetime.now(UTC).isoformat(timespec="seconds")


class RunRecorder:
    """Keeps what a crawl brings home in a run folder, which it opens where it is used.

    *since* tells for sites that are crawled again when that began: what was fetched before is
    outdated.
    """

    def __init__(self, path: Path, since: Mapping[str, str] | None = None) -> None:
        self.path = path
        self.since = dict(since or {})
        self._run: RunFolder | None = None
        self._gathering = False
        self._seen: list[tuple[Page, Sight]] = []
        self._by_url: dict[str, Page] = {}
        """The pages that were seen, by where they are found."""
        self._failures: list[Failure] = []

    @property
    def run(self) -> RunFolder:
        """The run folder, opened on first use."""
        if self._run is None:
            self._run = RunFolder(self.path)
        return self._run

    def recall(self, url: str) -> Page | None:
        """The page of *url* if this run has it already, and it is not outdated."""
        gathered = self._by_url.get(url) or self._by_url.get(canonical(url))
        return gathered or self._page(url, outdated=False)

    def outdated(self, url: str) -> Page | None:
        """The page of *url* as it was before this crawl began to renew its site."""
        if not self.since:
            return None
        return self._page(url, outdated=True)

    def _page(self, url: str, *, outdated: bool) -> Page | None:
        for stored in self._stored(url):
            if self._is_outdated(stored) is outdated:
                page = load(self.run, stored)
                return page if isinstance(page, Page) else None
        return None

    def _is_outdated(self, stored: StoredPage) -> bool:
        return stored.fetched < self.since.get(stored.site, "")

    def _stored(self, url: str) -> Iterator[StoredPage]:
        for spelling in dict.fromkeys((url, canonical(url))):
            yield from self.run.store.read(StoredPage, url=spelling)

    def record(self, page: Page, sight: Sight) -> None:
        """Keep *page* and what it turned out to be; a page that has not changed is kept once."""
        with self.together():
            self._seen.append((page, sight))
            self._by_url.update(dict.fromkeys(_addresses(page, sight), page))

    def fail(self, failure: Failure) -> None:
        """Keep a failure."""
        with self.together():
            self._failures.append(failure)

    @contextmanager
    def together(self) -> Iterator[None]:
        """Keep what comes meanwhile with one wait for the archive and one for the store."""
        if self._gathering:
            yield
            return
        self._gathering = True
        try:
            yield
        finally:
            self._gathering = False
            self._keep()

    def _keep(self) -> None:
        """Put what was gathered on the disk: the pages, then what the run knows of them."""
        seen, failures = self._seen, self._failures
        self._seen, self._by_url, self._failures = [], {}, []
        places = [self._unchanged(page) for page, _ in seen]
        new = [page for (page, _), place in zip(seen, places, strict=True) if place is None]
        appended = iter(self.run.archive.append_all(new) if new else ())
        stored = [
            each
            for (page, sight), place in zip(seen, places, strict=True)
            for each in _rows(page, sight, place or next(appended))
        ]
        self.run.store.add([*stored, *failures])

    def _unchanged(self, page: Page) -> StoredPage | None:
        """Where *page* lies already; None where it is new or has changed."""
        known = next(iter(self.run.store.read(StoredPage, url=page.url)), None)
        if known is None or not self._is_outdated(known):
            return known
        kept = load(self.run, known)
        same = isinstance(kept, Page) and kept.body == page.body
        return replace(known, fetched=page.fetched) if same else None

    def close(self) -> None:
        """Let go of the run folder."""
        if self._run is not None:
            self._run.close()
            self._run = None


def _rows(page: Page, sight: Sight, place: StoredPage) -> list[StoredPage]:
    """What a run knows of *page*, which lies at *place*."""
    stored = replace(place, site=sight.visit.site, depth=sight.visit.depth)
    aliases = _addresses(page, sight) - {page.url}
    return [
        replace(stored, kind=sight.kind, category=sight.category),
        *(replace(stored, url=alias, kind=PageKind.OTHER) for alias in sorted(aliases)),
    ]


def _addresses(page: Page, sight: Sight) -> set[str]:
    """Where *page* is found: after a redirect, what was asked for leads to it as well."""
    return {page.url, sight.visit.url, canonical(sight.visit.url)}
