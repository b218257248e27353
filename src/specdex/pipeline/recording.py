"""What a crawl brings home, kept in a run folder."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from specdex.pipeline.pages import load
from specdex.records import Failure, Page, PageKind, Sight, StoredPage
from specdex.stores import RunFolder
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

    def __getstate__(self) -> tuple[Path, dict[str, str]]:
        return self.path, self.since

    def __setstate__(self, state: tuple[Path, dict[str, str]]) -> None:
        self.__init__(*state)  # type: ignore[misc]

    @property
    def run(self) -> RunFolder:
        """The run folder, opened on first use."""
        if self._run is None:
            self._run = RunFolder(self.path)
        return self._run

    def recall(self, url: str) -> Page | None:
        """The page of *url* if this run has it already, and it is not outdated."""
        return self._page(url, outdated=False)

    def outdated(self, url: str) -> Page | None:
        """The page of *url* as it was before this crawl began to renew its site."""
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
        known = next(iter(self.run.store.read(StoredPage, url=page.url)), None)
        stored = replace(
            self._unchanged(known, page) or self.run.archive.append(page),
            site=sight.visit.site,
            depth=sight.visit.depth,
        )
        seen = [replace(stored, kind=sight.kind, category=sight.category)]
        # after a redirect the address that was asked for leads to the same page
        aliases = {sight.visit.url, canonical(sight.visit.url)} - {page.url}
        seen += [replace(stored, url=alias, kind=PageKind.OTHER) for alias in sorted(aliases)]
        self.run.store.add(seen)

    def _unchanged(self, known: StoredPage | None, page: Page) -> StoredPage | None:
        """Where *page* lies already; None where it is new or has changed."""
        if known is None or not self._is_outdated(known):
            return known
        kept = load(self.run, known)
        same = isinstance(kept, Page) and kept.body == page.body
        return replace(known, fetched=page.fetched) if same else None

    def fail(self, failure: Failure) -> None:
        """Keep a failure."""
        self.run.store.add([failure])

    def close(self) -> None:
        """Let go of the run folder."""
        if self._run is not None:
            self._run.close()
            self._run = None
